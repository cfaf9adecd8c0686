//! Stage List: builds the list of skills in the system prompt
//! (`docs/hosts/gemini-cli.md#the-list`).

use super::editions::GeminiCli;
use super::names::ACTIVATE;
use super::settings::{REFUSAL, refuses};
use super::tool;
use crate::host::List;
use crate::host::stages::View;
use crate::model::catalog::LeftOutReason;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::skill::{Scope, Skill};

/// The names of the tags around a skill's texts in the list.
pub(super) const TAGS: &[&str] = &[
    "available_skills",
    "skill",
    "name",
    "description",
    "location",
];

impl List for GeminiCli {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let is_refused = refuses(view.environment, self);
        let skills = view.catalog.skills.iter();
        let skills: Vec<_> = skills
            .filter(|skill| skill.enabled && !is_refused)
            .collect();
        let entries = skills
            .iter()
            .map(|skill| ListingEntry::whole(skill, entry(skill)));
        let call = if is_modern(self) {
            "call"
        } else {
            "you can call"
        };
        let mut listing = Listing::of(entries.collect(), |lines| {
            Message::new(
                Role::System,
                format!(
                    "# Available Agent Skills\n\nYou have access to the following specialized skills. To activate a skill and receive its detailed instructions, {call} the `{ACTIVATE}` tool with the skill's name.\n\n<available_skills>\n{}\n</available_skills>",
                    lines.join("\n")
                ),
            )
        });
        let names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
        listing.tool = (!is_refused).then(|| tool::declaration(&names));
        listing.warning = warning(view, is_refused);
        listing
    }
}

fn entry(skill: &Skill) -> String {
    format!(
        "  <skill>\n    <name>{}</name>\n    <description>{}</description>\n    <location>{}</location>\n  </skill>",
        skill.name, skill.description, skill.discovered_path
    )
}

/// Returns Gemini CLI's message to the user; `None` if there is none. The message names each skill
/// that another skill replaced, and reports if Gemini CLI refuses to run in the folder.
fn warning(view: &View<'_>, is_refused: bool) -> Option<String> {
    let built_in = view
        .catalog
        .roots
        .iter()
        .find(|root| root.scope == Scope::System);
    let built_in = built_in.map(|root| root.path.as_str());
    let replaced = view.catalog.left_out.iter().filter(|left_out| {
        left_out.reason == LeftOutReason::Shadowed && left_out.root.as_deref() != built_in
    });
    let mut messages: Vec<_> = replaced.map(|left_out| left_out.message.as_str()).collect();
    if is_refused {
        messages.push(REFUSAL);
    }
    (!messages.is_empty()).then(|| messages.join("\n"))
}

/// Returns true if the list of skills has the introduction that Gemini CLI writes for Gemini 3
/// models, for models of other vendors and for an unknown model. Returns false for older Gemini
/// models, and for editions of Gemini CLI that write the same introduction for every model.
fn is_modern(host: &GeminiCli) -> bool {
    let Some(version) = &host
        .options
        .model
        .as_deref()
        .and_then(|model| model.strip_prefix("gemini-"))
    else {
        return host.edition.asks_model;
    };
    let rest = version.strip_prefix('3');
    host.edition.asks_model
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}
