//! The facts about each skill on which the changes of a budget plan depend.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::edits::BudgetSetting;
use super::report::BudgetMeans;
use crate::memo::Memo;
use crate::model::skill::Skill;
use crate::tree::{EntryId, Tree};

/// The facts about a skill on which its changes depend.
pub(super) struct SkillFacts {
    /// The skill's description with single spaces between its words.
    pub folded: String,
    /// The description shortened as much as the plan may shorten it; `None` if it is short already.
    pub shortest: Option<String>,
    /// The settings that can make each kind of change, the preferred setting first.
    pub settings: BTreeMap<BudgetMeans, Vec<BudgetSetting>>,
}

/// The facts about each skill, by the path of the skill's file. The key is the file with its revision.
#[derive(Default)]
pub(super) struct FactCache(Memo<String, (EntryId, u64), Rc<SkillFacts>>);

impl FactCache {
    /// Returns the facts about a skill. `find` finds them if they are not cached.
    pub fn of(
        &self,
        tree: &Tree,
        skill: &Skill,
        find: impl FnOnce() -> SkillFacts,
    ) -> Rc<SkillFacts> {
        let holds = |(entry, revision): &(EntryId, u64), _: &_| {
            let entry = tree.by_id(*entry);
            entry.is_some_and(|entry| entry.revision() == *revision)
        };
        if let Some(known) = self.0.get_if(&skill.path, holds) {
            return known;
        }
        let found = Rc::new(find());
        if let Ok(file) = tree.resolve(&skill.path) {
            let key = (file.id(), file.revision());
            self.0.insert(skill.path.clone(), key, Rc::clone(&found));
        }
        found
    }

    /// Removes all facts.
    pub fn clear(&self) {
        self.0.clear();
    }
}
