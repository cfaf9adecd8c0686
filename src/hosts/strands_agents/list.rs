//! Stage List: builds the list of skills at the end of the system prompt
//! (`docs/hosts/strands-agents.md#the-list`).

use super::editions::StrandsAgents;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::text::markup;
use crate::tree::path;

/// The name of the parameter of the tool `skills`.
pub(super) const INPUT: &str = "skill_name";

/// The sentence in the system prompt if there are no skills.
const NONE: &str = "No skills are currently available.";

impl List for StrandsAgents {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills = view.catalog.skills.iter();
        let entries = skills.map(|skill| ListingEntry::whole(skill, entry(skill)));
        let message = |lines: &str| {
            let text = format!("<available_skills>\n{lines}\n</available_skills>");
            Message::new(Role::System, text)
        };
        let mut listing = Listing::of(entries.collect(), |lines| message(&lines.join("\n")));
        if listing.message.is_none() {
            listing.message = Some(message(NONE));
        }
        listing.tool = Some(SkillTool {
            name: "skills".to_owned(),
            description: "Activate a skill to load its full instructions.\n\nUse this tool to load the complete instructions for a skill listed in\nthe available_skills section of your system prompt.".to_owned(),
            inputs: vec![INPUT.to_owned()],
            schema: None,
        });
        listing
    }
}

/// Returns the path of a skill's file as the model sees it. The path always ends in `SKILL.md`,
/// even if the file is named `skill.md`.
pub(super) fn location(skill: &Skill) -> String {
    path::join(skill.directory(), "SKILL.md")
}

fn entry(skill: &Skill) -> String {
    let [name, description, location] = [&skill.name, &skill.description, &location(skill)]
        .map(|text| markup::escape(text, markup::TAGS));
    format!(
        "<skill>\n<name>{name}</name>\n<description>{description}</description>\n<location>{location}</location>\n</skill>"
    )
}
