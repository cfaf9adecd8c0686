//! Stage List: builds the list of skills in the system prompt.

use super::config::Surroundings;
use super::editions::{Identity, ListEntry, Opencode, OpencodeEdition};
use super::permission;
use crate::hashing::HashSet;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, ListingReport, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::{DescriptionSource, Skill, Visibility};
use crate::text::budget::{self, Budget, BudgetUnit, Line, Overflow, Size};
use crate::text::markup;

/// The system prompt before the list of skills, recorded from `1.18`
/// (`docs/hosts/opencode.md#the-list`).
const INTRO: &str = "Skills provide specialized instructions and workflows for specific tasks.\nUse the skill tool to load a skill when a task matches its description.";

/// The sentence in the system prompt if there are no skills. opencode's own sentence is not known,
/// so Skillglass has its own wording (`docs/hosts/opencode.md#what-is-ours`).
const NONE: &str = "No skills are currently available.";

/// The description of the skill tool, recorded from `1.18` (`docs/hosts/opencode.md#the-tool`).
const TOOL: &str = "Load a specialized skill when the task at hand matches one of the skills listed in the system prompt.

Use this tool to inject the skill's instructions and resources into current conversation. The output may contain detailed workflow guidance as well as references to scripts, files, etc in the same directory as the skill.

The skill name must match one of the skills listed in your system prompt.
";

/// The names of the tags around a skill's description in the list of skills
/// (`docs/hosts/opencode.md#the-list`).
pub(super) const TAGS: &[&str] = &["available_skills", "skill", "description"];

/// The share of the context window that all descriptions in the list of skills may fill, in percent
/// (`docs/hosts/opencode.md#the-list`).
const WINDOW_PERCENT: u64 = 2;

/// The number of characters that count as one token, an estimate from opencode's documentation
/// (`docs/hosts/opencode.md#the-list`).
const CHARACTERS_PER_TOKEN: u64 = 4;

/// The maximum number of characters of all descriptions in the list of skills if the context window
/// is unknown (`docs/hosts/opencode.md#the-list`).
const FALLBACK_CHARACTERS: u64 = 16_000;

/// The listed skills in their order, and how much of each description fits into the budget of the
/// list.
pub(super) struct Shown<'s> {
    skills: Vec<&'s Skill>,
    budget: Option<Budget>,
    plan: budget::Plan,
}

impl<'s> Shown<'s> {
    pub(super) fn of(view: &View<'s>, edition: &OpencodeEdition) -> Self {
        let skills: Vec<_> = (view.catalog.skills.iter())
            .filter(|skill| {
                skill.visibility == Visibility::On
                    && skill.description_source != DescriptionSource::None
            })
            .collect();
        let budget = edition
            .budget
            .then(|| budget(view.environment.context_window));
        let lines: Vec<_> = (skills.iter())
            .map(|skill| Line {
                // Names and separators cost nothing, because the budget is only for the descriptions
                // (`docs/hosts/opencode.md#the-list`).
                minimum: Size::default(),
                separator: Size::default(),
                description: &skill.description,
                worth: 0,
                exempt: false,
            })
            .collect();
        let all = Budget {
            unit: BudgetUnit::Characters,
            limit: u64::MAX,
        };
        let plan = budget::fit(&lines, budget.unwrap_or(all), Overflow::LeaveOut);
        Self {
            skills,
            budget,
            plan,
        }
    }

    /// Returns the names of the skills that do not fit into the budget of the list. The session
    /// cannot use these skills (`docs/hosts/opencode.md#the-list`).
    pub(super) fn unavailable(&self) -> HashSet<&'s str> {
        let both = self.skills.iter().zip(&self.plan.kept);
        both.filter(|(_, kept)| kept.is_none())
            .map(|(skill, _)| skill.name.as_str())
            .collect()
    }
}

impl List for Opencode {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let surroundings = Surroundings::read(view.tree, view.environment, &self.options);
        let has_tool = permission::rules(&surroundings, &self.options).has_tool();
        let shown = Shown::of(view, self.edition);
        let entries: Vec<_> = (shown.skills.iter().zip(&shown.plan.kept))
            .map(|(skill, kept)| ListingEntry {
                path: skill.path.clone(),
                name: skill.name.clone(),
                line: kept.map(|_| entry(skill, self.edition)),
                cost: skill.description.chars().count() as u64,
                cut: match kept {
                    Some(_) => 0,
                    None => skill.description.chars().count(),
                },
            })
            .collect();
        let lines: Vec<_> = entries
            .iter()
            .filter_map(|entry| entry.line.as_deref())
            .collect();
        let text = if lines.is_empty() {
            NONE.to_owned()
        } else {
            format!(
                "{INTRO}\n<available_skills>\n{}\n</available_skills>",
                lines.join("\n")
            )
        };
        Listing {
            // If the model does not have the tool, the system prompt does not mention skills
            // (`docs/hosts/opencode.md#the-list`).
            message: has_tool.then(|| Message::new(Role::System, text)),
            report: ListingReport {
                budget: shown.budget,
                cost: shown.plan.cost,
                total: entries.len(),
                included: lines.len(),
                omitted: shown.plan.omitted,
                ..ListingReport::default()
            },
            entries,
            tool: has_tool.then(|| SkillTool {
                name: "skill".to_owned(),
                description: TOOL.to_owned(),
                inputs: vec![self.edition.tool_input.to_owned()],
                schema: (self.edition.identity == Identity::Name).then(schema),
            }),
            ..Listing::default()
        }
    }
}

fn entry(skill: &Skill, edition: &OpencodeEdition) -> String {
    let mut entry = String::from("  <skill>\n");
    let mut tag = |name: &str, text: &str| {
        for part in ["    <", name, ">", text, "</", name, ">\n"] {
            entry.push_str(part);
        }
    };
    match edition.entry {
        ListEntry::Located => {
            tag("name", &skill.name);
            tag("description", &skill.description);
            tag("location", &location(&skill.discovered_path, edition));
        }
        ListEntry::Identified => {
            let label = skill
                .frontmatter
                .as_ref()
                .and_then(|fields| fields.name.as_deref());
            tag("id", &skill.name);
            tag("name", label.unwrap_or(&skill.name));
            tag("description", &skill.description);
        }
    }
    entry.push_str("  </skill>");
    entry
}

/// Returns a skill's path as the list of skills shows it: as a `file:` URL, or as a path with XML
/// characters escaped.
fn location(path: &str, edition: &OpencodeEdition) -> String {
    if edition.file_urls {
        return file_url(path);
    }
    markup::escape(path, markup::XML)
}

/// Returns the path of a directory as the skill tool's answer shows it: as a `file:` URL or as a
/// path.
pub(super) fn directory(path: &str, edition: &OpencodeEdition) -> String {
    if edition.file_urls {
        file_url(path)
    } else {
        path.to_owned()
    }
}

/// Returns a path as a `file:` URL, in the form of JavaScript's `pathToFileURL`.
fn file_url(path: &str) -> String {
    if !path.starts_with('/') {
        return path.to_owned();
    }
    let mut url = "file://".to_owned();
    for byte in path.bytes() {
        let stays = byte.is_ascii_alphanumeric() || b"/-_.!~*'()&+,:;=@$[]|^".contains(&byte);
        if stays {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

fn budget(context_window: Option<i64>) -> Budget {
    let window = context_window.and_then(|window| u64::try_from(window).ok());
    let limit = match window {
        None | Some(0) => FALLBACK_CHARACTERS,
        Some(window) => (window.saturating_mul(WINDOW_PERCENT) / 100)
            .saturating_mul(CHARACTERS_PER_TOKEN)
            .max(1),
    };
    Budget {
        unit: BudgetUnit::Characters,
        limit,
    }
}

/// Returns the JSON schema of the skill tool's parameters, as recorded from opencode.
fn schema() -> serde_json::Value {
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "The name of the skill from available_skills" }
        },
        "required": ["name"]
    })
}
