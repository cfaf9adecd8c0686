//! The requests and the reports of the budget plan.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

use crate::model::host_choice::HostChoice;
use crate::model::listing::ListingReport;
use crate::text::budget::Budget;

/// A request for changes that make a host's list of skills fit its budget. After the changes, the
/// host neither shortens a description nor leaves out a listed skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BudgetPlanRequest {
    /// The id of the host, with or without an edition: `claude-code` or `claude-code@2026-11`.
    pub host: HostChoice,
    /// The edition, if `host` does not name an edition. The default is the host's default edition.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null", optional))]
    pub edition: Option<String>,
    /// The model's context window in tokens, at least 1. The default is the window of the
    /// workspace.
    #[serde(default)]
    pub window: Option<i64>,
    /// The kinds of change that the plan may use, the preferred kind first. By default, the plan
    /// may use all kinds, in the order of [`BudgetMeans`].
    #[serde(default)]
    pub prefer: Vec<BudgetMeans>,
    /// The paths of the skills' files that must not be changed.
    #[serde(default)]
    pub keep: Vec<String>,
    /// The smallest number of characters to which descriptions may be shortened. The default is 80.
    #[serde(default)]
    pub least: Option<u64>,
    /// Glob patterns of files, keyed by the path of a skill's file. The plan may make each of these
    /// skills conditional, so that the host's list shows the skill only after a matching file was
    /// touched (read or changed). The plan makes no other skill conditional, because only the
    /// author knows the patterns.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string[]>", optional)
    )]
    pub paths: BTreeMap<String, Vec<String>>,
}

crate::record! { BudgetPlanRequest: has(host, edition, window, prefer, keep, least, paths) needs(host) }

/// A request for the text that each affected file would have after chosen changes of a budget plan.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BudgetFilesRequest {
    /// The id of the host, with or without an edition: `claude-code` or `claude-code@2026-11`.
    pub host: HostChoice,
    /// The edition, if `host` does not name an edition. The default is the host's default edition.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null", optional))]
    pub edition: Option<String>,
    /// The changes to make, taken from [`BudgetPlan::changes`].
    pub changes: Vec<Rc<BudgetChange>>,
}

crate::record! { BudgetFilesRequest: has(host, edition, changes) needs(host, changes) }

/// A kind of change that makes a skill take up less of the host's list. The mildest kind is the
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum BudgetMeans {
    /// The description in the skill's file becomes shorter.
    Shorten,
    /// The host's list shows only the skill's name.
    NameOnly,
    /// The host's list shows the skill only after a matching file was touched.
    Conditional,
    /// The host's list does not show the skill. Users can still invoke the skill.
    Hide,
    /// The host does not use the skill at all.
    Off,
}

impl BudgetMeans {
    /// All kinds of change, the mildest first.
    pub(super) const ALL: [Self; 5] = [
        Self::Shorten,
        Self::NameOnly,
        Self::Conditional,
        Self::Hide,
        Self::Off,
    ];
}

crate::choice! { BudgetMeans: Shorten = "shorten", NameOnly = "name-only", Conditional = "conditional", Hide = "hide", Off = "off" }

/// The changes that make a host's list of skills fit its budget. After the changes, the list shows
/// every listed skill with its whole description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BudgetPlan {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The model's context window in tokens; `None` if it is unknown.
    pub window: Option<i64>,
    /// The budget of the host's list. None if the host does not limit its list.
    pub budget: Option<Budget>,
    /// The cost of the host's list before the changes, and the numbers of listed and omitted
    /// skills.
    pub before: ListingReport,
    /// The cost of the host's list after the changes, and the numbers of listed and omitted skills.
    /// The emulated host computed them from the changed files.
    pub after: ListingReport,
    /// True if no change is necessary, because the host's list already shows every listed skill
    /// with its whole description. Then `changes` is empty.
    pub fits: bool,
    /// True if the host's list shows every listed skill with its whole description, either already
    /// or after `changes`.
    pub solved: bool,
    /// The changes, in the order of the skills in the host's list. Each change is necessary:
    /// without it, the list is too long again.
    pub changes: Vec<Rc<BudgetChange>>,
    /// The new full text of each changed file after all changes, by path. Nothing is written to the
    /// tree.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub files: Rc<BTreeMap<String, Rc<str>>>,
    /// The paths of the listed skills that the plan cannot change. A skill is in this list if the
    /// request names the skill in `keep`, or if no kind of change that the request allows works for
    /// the skill in this host.
    pub unchangeable: Vec<String>,
    /// The smallest context window, in tokens, for which no plan is needed: without any changes,
    /// the host's list shows every listed skill with its whole description. None if the size of the
    /// window does not affect the list.
    pub fits_from: Option<i64>,
}

/// A change after which a skill takes up less of the host's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct BudgetChange {
    /// The path of the skill's file, with links resolved.
    pub skill: String,
    /// The skill's name.
    pub name: String,
    /// The kind of change.
    pub means: BudgetMeans,
    /// The field or setting that changes, such as `description` or `skillOverrides`.
    pub setting: String,
    /// The path of the file that changes.
    pub file: String,
    /// The cost of the description before the change, in the unit of the budget, or in characters if the host has no
    /// budget.
    pub from: u64,
    /// The cost of the description after the change, in the same unit as `from`. Zero if the list no longer shows the
    /// description.
    pub to: u64,
    /// The proposed description: the beginning of the author's description, up to the end of a sentence or a word. None
    /// if the change does not shorten the description.
    pub description: Option<String>,
    /// The glob patterns of a conditional skill: the host's list shows the skill only after a
    /// matching file was touched. Empty if the change does not make the skill conditional.
    pub paths: Vec<String>,
}

crate::record! { BudgetChange: has(skill, name, means, setting, file, from, to, description, paths) needs(skill, means, setting) takes others }
