//! The list of skills that the model sees when a session starts.

use serde::{Deserialize, Serialize};

use crate::model::message::{Message, SkillEvent};
use crate::model::skill::Skill;
use crate::text::budget::{Budget, BudgetUnit, Size};

/// A request for the list of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListingRequest {
    /// The agent to which the list is shown. If absent, the list is for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// Names of skills in the order in which they are listed. The other skills follow, in the order of the host. Only
    /// the open standard accepts an order, because every other host orders its list itself.
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
    /// The whole message; none if there is no skill to show.
    pub message: Option<Message>,
    /// The lines that define aliases of roots; none if paths are absolute.
    pub root_lines: Vec<String>,
    /// The skills in the order of the list, including the skills that are not shown.
    pub entries: Vec<ListingEntry>,
    /// The totals of the list, such as its cost and the number of skills left out.
    pub report: ListingReport,
    /// The host's warning to the user about the list; none if the host gives no warning.
    pub warning: Option<String>,
    /// The record of the list that the host stores in the conversation; none if the host stores no record.
    pub attachment: Option<ListingAttachment>,
    /// The tool that the model calls to use a skill, if the host has one.
    pub tool: Option<SkillTool>,
    /// The events that the host records when it sends the list.
    pub events: Vec<SkillEvent>,
}

/// The tool that a model calls to use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillTool {
    /// The name of the tool, such as `Skill`.
    pub name: String,
    /// The tool's description, as the model sees it.
    pub description: String,
    /// The names of the tool's inputs; the first input is the skill's name.
    pub inputs: Vec<String>,
    /// The JSON Schema of the tool's inputs, as the model gets it; none if the host's schema was not recorded.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown> | null"))]
    pub schema: Option<serde_json::Value>,
}

/// The record that a host stores in the conversation when it shows the list to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListingAttachment {
    /// The kind of record, such as `skill_listing`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The lines of the list, as one text.
    pub content: String,
    /// The number of skills in the lines.
    pub skill_count: usize,
    /// True if this is the first list for this agent.
    pub is_initial: bool,
    /// The names of the skills in the lines, in order.
    pub names: Vec<String>,
}

impl Listing {
    /// Returns a list of these entries for a host without a budget. `message` builds the message from the lines; if
    /// there are no lines, there is no message.
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

/// A skill in the list, with the line that the model sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingEntry {
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
    /// The skill's name.
    pub name: String,
    /// The line that the model sees, without its line end; none if the skill is left out.
    pub line: Option<String>,
    /// The cost of the line, including its line end, in the unit of the budget. If there is no budget, the unit is a
    /// character.
    pub cost: u64,
    /// The number of characters of the description that are not shown.
    pub cut: usize,
}

impl ListingEntry {
    /// Creates an entry whose line shows the whole description. Its cost is its number of characters, including the
    /// line end.
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

/// The totals of a list: its cost, and the numbers of skills shown, cut and left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingReport {
    /// The limit on the cost of the lines; none if the host has no limit.
    pub budget: Option<Budget>,
    /// The cost of the lines, including the text that aliases of roots add before and after the lines.
    pub cost: u64,
    /// The number of skills that the host would show.
    pub total: usize,
    /// The number of skills that the list shows.
    pub included: usize,
    /// The number of skills that the list leaves out.
    pub omitted: usize,
    /// The number of skills whose description the budget shortened or removed.
    pub shortened: usize,
    /// The number of characters of descriptions that the budget removed.
    pub cut: u64,
}
