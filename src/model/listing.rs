//! The part of the catalog that the model is shown when a session starts.

use serde::{Deserialize, Serialize};

use crate::model::message::{Message, SkillEvent};
use crate::model::skill::Skill;
use crate::text::budget::{Budget, BudgetUnit, Size};

/// The list of skills as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// The whole message; none when there is no skill to show.
    pub message: Option<Message>,
    /// The lines that name root aliases; none when paths are absolute.
    pub root_lines: Vec<String>,
    /// The skills in the order of the list, shown or not.
    pub entries: Vec<ListingEntry>,
    /// The sums.
    pub report: ListingReport,
    /// The host's warning to the user.
    pub warning: Option<String>,
    /// The host's record of the message in the conversation, if it keeps one.
    pub attachment: Option<ListingAttachment>,
    /// The tool that the model calls to use a skill, if the host gives it one.
    pub tool: Option<SkillTool>,
    /// The events that the host counts.
    pub events: Vec<SkillEvent>,
}

/// The tool that a model calls to use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillTool {
    /// Its name.
    pub name: String,
    /// The description that the model is shown.
    pub description: String,
    /// The names of its inputs; the first is the skill's name.
    pub inputs: Vec<String>,
}

/// A list as a host keeps it in its record of the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ListingAttachment {
    /// The kind of record, such as `skill_listing`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The lines.
    pub content: String,
    /// The number of skills that they show.
    pub skill_count: usize,
    /// True if it is the first list that this agent gets.
    pub is_initial: bool,
    /// The names that they show, in order.
    pub names: Vec<String>,
}

impl Listing {
    /// A list of entries in a message, without a budget. `message` makes it of the lines; there is none without a line.
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

/// One skill of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingEntry {
    /// The path of its `SKILL.md`, without links.
    pub path: String,
    /// Its name.
    pub name: String,
    /// Its line as the model sees it, without the line's end; none when it was left out.
    pub line: Option<String>,
    /// The cost of the line, its end included: in the budget's unit, or in characters when there is no budget.
    pub cost: u64,
    /// Characters of its description that are not shown.
    pub cut: usize,
}

impl ListingEntry {
    /// A skill whose line shows all of its description; it costs its characters, the line's end included.
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

/// The sums of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ListingReport {
    /// The limit on the cost of the lines; none when the host has no limit.
    pub budget: Option<Budget>,
    /// The cost of the lines, with the text that root aliases add around them.
    pub cost: u64,
    /// Skills that the host would show.
    pub total: usize,
    /// Skills shown.
    pub included: usize,
    /// Skills left out.
    pub omitted: usize,
    /// Skills whose description was cut by the budget, whole or in part.
    pub shortened: usize,
    /// Characters of descriptions that the budget cut.
    pub cut: u64,
}
