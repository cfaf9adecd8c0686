//! Stage List: builds the list of skill names in the description of the skill tool
//! (`docs/hosts/cline.md#the-list`).

use super::editions::Cline;
use super::names::{TOOL, listed};
use super::settings::Settings;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, SkillTool};
use crate::model::message::{Message, Role};

/// The description of the skill tool, before the list of skills.
const DESCRIPTION: &str = "Execute a skill within the main conversation. When users ask you to perform tasks, check if any available skills match. When users reference a slash command, invoke it with this tool. Input: `skill` (required) and optional `args`. Example: `skill: \"pdf\"`, `skill: \"commit\", args: \"-m \\\"Fix bug\\\"\"`, `skill: \"review-pr\", args: \"123\"`, `skill: \"ms-office-suite:pdf\"`. When a skill matches the user's request, invoking this tool is a blocking requirement before any other response. Never mention a skill without invoking this tool.";

impl List for Cline {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let enabled = view.catalog.skills.iter().filter(|skill| skill.enabled);
        let entries: Vec<_> = enabled
            .map(|skill| ListingEntry {
                cut: skill.description.chars().count(),
                ..ListingEntry::whole(skill, listed(skill).into_owned())
            })
            .collect();
        let has_tool = Settings::read(view.tree, view.environment, self).has_tool;
        if entries.is_empty() || !has_tool {
            return Listing::default();
        }
        let listing = Listing::of(entries, |names| {
            Message::new(
                Role::System,
                format!("Available skills: {}.", names.join(", ")),
            )
        });
        let list = listing.message.iter().map(|message| message.text.as_str());
        let description: Vec<_> = std::iter::once(DESCRIPTION).chain(list).collect();
        Listing {
            tool: Some(SkillTool {
                name: TOOL.to_owned(),
                description: description.join(" "),
                inputs: vec!["skill".to_owned(), "args".to_owned()],
                schema: None,
            }),
            ..listing
        }
    }
}
