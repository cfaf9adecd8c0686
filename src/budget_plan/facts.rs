//! The facts about each skill on which the changes of a budget plan depend.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::edits::BudgetSetting;
use super::report::BudgetMeans;

/// The settings of a host that can change a skill's entry in the host's list. For each kind of
/// change, such as hiding the skill, the preferred setting is first.
pub(super) type Settings = BTreeMap<BudgetMeans, Vec<BudgetSetting>>;

/// The facts about a skill on which its changes depend.
pub(super) struct SkillFacts {
    /// The skill's description with single spaces between its words.
    pub folded: String,
    /// The description shortened as much as the plan may shorten it; `None` if it is short already.
    pub shortest: Option<String>,
    pub settings: Rc<Settings>,
}
