//! The list of skills that a host shows to the model when a session starts.

use serde::{Deserialize, Serialize};

use crate::model::catalog::Catalog;
use crate::model::message::{Message, SkillEvent};
use crate::model::skill::{Skill, Visibility};
use crate::text::budget::{Budget, BudgetUnit, Size};

/// A request for the list of skills that an agent sees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListingRequest {
    /// The id of the sub-agent to which the list is shown. None for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// Names of skills, in the order in which the list shows them. Other skills follow in the
    /// host's order. Only the open standard accepts an order, because every other host orders its
    /// list itself.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "readonly string[] | null", optional)
    )]
    pub order: Option<Vec<String>>,
}

crate::record! { ListingRequest: has(agent, order) }

/// The list of skills that the model sees.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// The whole message that contains the list. None if there is no skill to show.
    pub message: Option<Message>,
    /// The lines that define short aliases for directories of skills. Empty if the list shows
    /// absolute paths.
    pub root_lines: Vec<String>,
    /// The skills that the host considers for the list, in the order of the list. A skill whose
    /// entry has no `line` is left out of the list, for example because there is no space.
    pub entries: Vec<ListingEntry>,
    /// The totals of the list, such as its cost and the number of skills left out.
    pub report: ListingReport,
    /// The host's warning to the user about the list. None if the host gives no warning.
    pub warning: Option<String>,
    /// The record of the list that the host stores in the conversation. None if the host stores no
    /// record.
    pub attachment: Option<ListingAttachment>,
    /// The tool that the model calls to use a skill. None if the host has no such tool.
    pub tool: Option<SkillTool>,
    /// The events that the host records when it sends the list.
    pub events: Vec<SkillEvent>,
}

impl Listing {
    /// Returns true if every skill is in the list with its whole text: no skill is left out, and no
    /// description is shortened or missing.
    pub(crate) fn is_whole(&self, catalog: &Catalog) -> bool {
        let report = &self.report;
        report.omitted == 0
            && report.shortened == 0
            && report.cut == 0
            && (self.entries.iter()).all(|entry| entry.is_whole(catalog))
    }
}

impl ListingEntry {
    /// Returns true if the list shows the skill whole. If the host lists a skill only by name, the
    /// name is enough.
    pub(crate) fn is_whole(&self, catalog: &Catalog) -> bool {
        let is_name_only = || {
            let mut skills = catalog.skills.iter();
            let skill = skills.find(|skill| skill.path == self.path && skill.name == self.name);
            skill.is_some_and(|skill| skill.visibility == Visibility::NameOnly)
        };
        self.line.is_some() && (self.cut == 0 || is_name_only())
    }
}

/// The tool that a model calls to use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillTool {
    /// The name of the tool, such as `Skill`.
    pub name: String,
    /// The tool's description, as the model reads it.
    pub description: String,
    /// The names of the tool's inputs. The first is the input for the skill's name.
    pub inputs: Vec<String>,
    /// The JSON Schema of the tool's inputs, as the model gets it. None if Skillglass does not know
    /// the schema.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown> | null"))]
    pub schema: Option<serde_json::Value>,
}

/// The record that a host stores in the conversation when it shows the list of skills to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListingAttachment {
    /// The host's name for this kind of record, such as `skill_listing`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The lines of the list, as one text.
    pub content: String,
    /// The number of skills in `content`.
    pub skill_count: usize,
    /// True if the agent sees a list of skills for the first time.
    pub is_initial: bool,
    /// The names of the skills in `content`, in order.
    pub names: Vec<String>,
}

impl Listing {
    /// Returns a list of these entries for a host without a budget. `message` builds the host's
    /// message from the lines. If there are no lines, there is no message.
    #[must_use]
    pub fn of(entries: Vec<ListingEntry>, message: impl FnOnce(&[&str]) -> Message) -> Self {
        let lines: Vec<_> = entries
            .iter()
            .filter_map(|entry| entry.line.as_deref())
            .collect();
        let included = lines.len();
        Self {
            message: (included > 0).then(|| message(&lines)),
            report: ListingReport {
                cost: entries.iter().map(|entry| entry.cost).sum(),
                total: entries.len(),
                included,
                omitted: entries.len() - included,
                ..ListingReport::default()
            },
            entries,
            ..Self::default()
        }
    }
}

/// An entry of the list: a skill, and the line that the model sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingEntry {
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
    /// The skill's name.
    pub name: String,
    /// The line that the model sees, without its line end. None if the list leaves the skill out.
    pub line: Option<String>,
    /// The cost of the line, including its line end, in the unit of the host's budget. If the host
    /// has no budget, the unit is a character.
    pub cost: u64,
    /// The number of characters of the description that the line does not show.
    pub cut: usize,
}

impl ListingEntry {
    /// Creates an entry whose line shows the whole description. The cost is the number of the
    /// line's characters, including the line end.
    #[must_use]
    pub fn whole(skill: &Skill, line: String) -> Self {
        Self {
            path: skill.path.clone(),
            name: skill.name.clone(),
            cost: BudgetUnit::Characters.cost(Size::of(&line)) + 1,
            line: Some(line),
            cut: 0,
        }
    }
}

/// The totals of a list of skills: its cost, and the numbers of skills shown, shortened and left
/// out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingReport {
    /// The host's limit on the cost of the list's lines. None if the host has no limit.
    pub budget: Option<Budget>,
    /// The cost of the lines. If the list abbreviates root directories with aliases, the cost
    /// includes the text that defines these aliases.
    pub cost: u64,
    /// The number of skills that the list would show without its limit.
    pub total: usize,
    /// The number of skills that the list shows.
    pub included: usize,
    /// The number of skills that the list leaves out.
    pub omitted: usize,
    /// The number of skills whose description is shortened or missing because of the budget.
    pub shortened: usize,
    /// The number of characters that the budget removes from descriptions.
    pub cut: u64,
}
