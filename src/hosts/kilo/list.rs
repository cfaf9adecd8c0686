//! Stage List: builds the list of skills in the system prompt (`docs/hosts/kilo.md#the-list`).

use super::config::Surroundings;
use super::editions::Kilo;
use super::permission;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::skill::{DescriptionSource, Scope, Skill, Visibility};

/// The system prompt before the list of skills.
const INTRO: &str = "Skills provide specialized instructions and workflows for specific tasks.\nUse the skill tool to load a skill when a task matches its description.";

/// The sentence in the system prompt if there are no skills.
const NONE: &str = "No skills are currently available.";

/// The names of the tags around a skill's texts in the list.
pub(super) const TAGS: &[&str] = &[
    "available_skills",
    "skill",
    "name",
    "description",
    "location",
];

impl List for Kilo {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let surroundings = Surroundings::read(view.tree, view.environment);
        let is_listed = |skill: &&Skill| {
            skill.visibility == Visibility::On
                && skill.description_source != DescriptionSource::None
        };
        let skills = view.catalog.skills.iter().filter(is_listed);
        let entries = skills.map(|skill| ListingEntry::whole(skill, entry(skill)));
        let mut listing = Listing::of(entries.collect(), |lines| {
            let lines = lines.join("\n");
            Message::new(
                Role::System,
                format!("{INTRO}\n<available_skills>\n{lines}\n</available_skills>"),
            )
        });
        let has_tool = || permission::rules(&surroundings, view.environment).has_tool();
        if listing.message.is_none() && has_tool() {
            let text = format!("{INTRO}\n{NONE}");
            listing.message = Some(Message::new(Role::System, text));
        }
        listing
    }
}

fn entry(skill: &Skill) -> String {
    let location = if skill.scope == Scope::System {
        "builtin"
    } else {
        &skill.discovered_path
    };
    format!(
        "  <skill>\n    <name>{}</name>\n    <description>{}</description>\n    <location>{location}</location>\n  </skill>",
        skill.name, skill.description
    )
}
