//! Stage List: builds the list of skills in the system prompt (`docs/hosts/pi.md#the-list`).

use super::editions::Pi;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, Visibility};
use crate::text::markup;

/// The system prompt before the list of skills.
const INTRO: &str = "The following skills provide specialized instructions for specific tasks.
Use the read tool to load a skill's file when the task matches its description.
Resolve relative paths against the skill's directory (parent of SKILL.md). Use absolute paths in tool calls.";

impl List for Pi {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills = view.catalog.skills.iter();
        let shown = skills.filter(|skill| skill.visibility == Visibility::On);
        let entries = shown.map(|skill| ListingEntry::whole(skill, entry(skill)));
        Listing::of(entries.collect(), |lines| {
            Message::new(
                Role::System,
                format!(
                    "<skills>\n{INTRO}\n\n<available_skills>\n{}\n</available_skills>\n</skills>",
                    lines.join("\n")
                ),
            )
        })
    }
}

fn entry(skill: &Skill) -> String {
    format!(
        "  <skill>\n    <name>{}</name>\n    <description>{}</description>\n    <location>{}</location>\n  </skill>",
        escape(&skill.name),
        escape(&skill.description),
        escape(&skill.discovered_path)
    )
}

fn escape(text: &str) -> String {
    markup::escape(text, markup::XML)
}
