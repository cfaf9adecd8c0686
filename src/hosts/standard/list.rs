//! The list stage: prints the list of skills in the format of the reference library
//! (`docs/hosts/standard.md#the-list`).

use super::editions::Standard;
use super::options::Activation;
use crate::host::stages::View;
use crate::host::{List, OrderedList};
use crate::model::catalog::LeftOutReason;
use crate::model::listing::{Listing, ListingEntry, ListingReport, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::text::markup;

/// The name of the tool that activates skills. Skillglass chose this name, because the guide for
/// implementers asks for a tool and gives no name
/// (`docs/hosts/standard.md#how-it-is-known-and-what-is-not`).
const TOOL: &str = "activate_skill";

const OPENING: &str = "<available_skills>";
const CLOSING: &str = "</available_skills>";

/// A skill in the list that [`to_prompt`] prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromptEntry<'s> {
    /// The skill's name.
    pub name: &'s str,
    /// The skill's description.
    pub description: &'s str,
    /// The path of the skill's `SKILL.md`. None if the list of skills does not show the path.
    pub location: Option<&'s str>,
}

/// Returns the output of the reference library's command `to-prompt`. Every tag and every value is
/// on its own line. Names and descriptions are escaped for HTML, but locations are not. If there
/// are no skills, only the outer tags are printed.
///
/// ```
/// use skillglass::hosts::standard::to_prompt;
///
/// assert_eq!(to_prompt(&[]), "<available_skills>\n</available_skills>");
/// ```
#[must_use]
pub fn to_prompt(entries: &[PromptEntry<'_>]) -> String {
    let skills: Vec<_> = entries.iter().map(entry).collect();
    wrapped(&skills)
}

fn wrapped(skills: &[String]) -> String {
    let skills = skills.iter().map(String::as_str);
    let lines: Vec<_> = [OPENING]
        .into_iter()
        .chain(skills)
        .chain([CLOSING])
        .collect();
    lines.join("\n")
}

fn entry(entry: &PromptEntry<'_>) -> String {
    let mut text = format!(
        "<skill>\n<name>\n{}\n</name>\n<description>\n{}\n</description>\n",
        escape(entry.name),
        escape(entry.description)
    );
    if let Some(location) = entry.location {
        text.push_str("<location>\n");
        text.push_str(location);
        text.push_str("\n</location>\n");
    }
    text.push_str("</skill>");
    text
}

impl List for Standard {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills: Vec<_> = view.catalog.skills.iter().collect();
        self.list_in_order(view, &skills)
    }
}

impl OrderedList for Standard {
    fn list_in_order(&self, view: &View<'_>, skills: &[&Skill]) -> Listing {
        let lines: Vec<_> = skills
            .iter()
            .map(|skill| {
                entry(&PromptEntry {
                    name: &skill.name,
                    description: &skill.description,
                    location: self.options.lists_locations().then_some(&skill.path),
                })
            })
            .collect();
        // If there are no skills, there is neither a list nor a tool, because the guide asks
        // clients to omit both. The reference library prints empty tags.
        let message = (!lines.is_empty()).then(|| Message::new(Role::System, wrapped(&lines)));
        let tool =
            (self.options.activation() == Activation::Tool && !skills.is_empty()).then(|| {
                // The names are in the catalog's order, so the tool is the same for every order of
                // the list.
                let names = view.catalog.skills.iter();
                let names: Vec<_> = names.map(|skill| skill.name.as_str()).collect();
                SkillTool {
                    name: TOOL.to_owned(),
                    description: format!(
                        "Loads the instructions of a skill by its name, one of: {}.",
                        names.join(", ")
                    ),
                    inputs: vec!["name".to_owned()],
                    schema: None,
                }
            });
        let entries: Vec<_> = skills
            .iter()
            .zip(lines)
            .map(|(skill, line)| ListingEntry {
                path: skill.path.clone(),
                name: skill.name.clone(),
                cost: line.chars().count() as u64 + 1,
                line: Some(line),
                cut: 0,
            })
            .collect();
        Listing {
            message,
            report: ListingReport {
                budget: None,
                cost: entries.iter().map(|entry| entry.cost).sum(),
                total: entries.len(),
                included: entries.len(),
                omitted: 0,
                ..ListingReport::default()
            },
            entries,
            warning: warning(view),
            tool,
            ..Listing::default()
        }
    }
}

/// Returns the warning about skills that are not used because another skill has the same name. None
/// if there are no such skills. The guide for implementers asks for this warning
/// (`docs/hosts/standard.md#where-the-client-looks`).
fn warning(view: &View<'_>) -> Option<String> {
    let left_out = view.catalog.left_out.iter();
    let lines: Vec<_> = left_out
        .filter(|left_out| left_out.reason == LeftOutReason::Shadowed)
        .map(|left_out| format!("{}: {}.", left_out.path, left_out.message))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Escapes a text for HTML, including quotes, as Python's `html.escape` does.
pub(super) fn escape(text: &str) -> String {
    markup::escape(text, markup::HTML)
}
