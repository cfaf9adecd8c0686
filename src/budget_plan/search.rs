//! Searches for the fewest changes after which the list fits. A less preferred kind of change is
//! used only if the list is too long even when the preferred kinds change every skill.

use std::collections::HashMap;

use super::report::BudgetMeans;
use super::trial::{Chosen, Trial};
use crate::sort;

/// The maximum number of changes that the search tries to leave out, one at a time. The limit is
/// ours.
const MAX_TRIED: usize = 400;

pub(super) struct Search<'t, 'w> {
    trial: &'t mut Trial<'w>,
    prefer: Vec<BudgetMeans>,
}

impl<'t, 'w> Search<'t, 'w> {
    pub fn new(trial: &'t mut Trial<'w>) -> Self {
        Self {
            prefer: trial.prefer.clone(),
            trial,
        }
    }

    /// Returns the changes that make the list fit its budget; `None` if even all possible changes
    /// are not enough.
    pub fn run(mut self) -> Option<Chosen> {
        let last = (0..self.prefer.len()).find(|last| {
            let all = self.all_up_to(*last);
            self.trial.fits(&all)
        })?;
        let mut chosen = self.all_up_to(last);
        for stage in (0..=last).rev() {
            self.fewest(&mut chosen, stage);
        }
        self.longest_texts(&mut chosen);
        self.without_needless(&mut chosen);
        Some(chosen)
    }

    /// Returns the choice that uses, for each skill, the strongest possible change among
    /// `prefer[..=last]`.
    fn all_up_to(&self, last: usize) -> Chosen {
        let units = 0..self.trial.units.len();
        let means = units.map(|unit| self.trial.strongest(unit, &self.prefer[..=last]));
        Chosen {
            means: means.collect(),
            level: self.trial.least,
        }
    }

    /// Uses the change `prefer[stage]` for as few skills as possible while the list still fits its
    /// budget. The other skills get a change from earlier in `prefer`, or stay unchanged.
    fn fewest(&mut self, chosen: &mut Chosen, stage: usize) {
        let means = Some(self.prefer[stage]);
        let earlier = |trial: &Trial<'_>, unit| trial.strongest(unit, &self.prefer[..stage]);
        let units = (0..chosen.means.len()).filter(|unit| chosen.means[*unit] == means);
        let mut by_gain: Vec<_> = units
            .map(|unit| {
                let before = earlier(self.trial, unit);
                let saved = self.trial.saving(unit, means);
                let gain = saved.saturating_sub(self.trial.saving(unit, before));
                (std::cmp::Reverse(gain), unit, before)
            })
            .collect();
        sort::by_key(&mut by_gain, |(gain, unit, _)| (*gain, *unit));
        let with = |chosen: &Chosen, count: usize| {
            let mut next = chosen.clone();
            for (_, unit, before) in &by_gain[count..] {
                next.means[*unit] = *before;
            }
            next
        };
        let (mut low, mut high) = (0, by_gain.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.trial.fits(&with(chosen, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        *chosen = with(chosen, high);
    }

    /// Makes the shortened descriptions as long as the budget of the list allows.
    fn longest_texts(&mut self, chosen: &mut Chosen) {
        let (mut low, mut high) = (chosen.level, self.trial.longest());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let next = Chosen {
                level: middle,
                ..chosen.clone()
            };
            if self.trial.fits(&next) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        chosen.level = low;
    }

    /// Undoes each change without which the list still fits its budget. The least preferred kinds
    /// of change are tried first, and among these the changes that save the least.
    fn without_needless(&mut self, chosen: &mut Chosen) {
        let place = |means| self.prefer.iter().position(|one| *one == means);
        let mut shown = self.trial.shown(chosen);
        let mut changed: Vec<_> = (chosen.means.iter().enumerate())
            .filter_map(|(unit, means)| {
                let means = (*means)?;
                let regained = (shown.as_ref()).and_then(|shown| self.trial.regained(shown, unit));
                let saved = self.trial.saving(unit, Some(means));
                Some((std::cmp::Reverse(place(means)), regained, saved, unit))
            })
            .collect();
        sort::by_key(&mut changed, |one| *one);
        // For each kind of change and each root: a regained cost that is too much. The cost of a list is the sum of
        // its lines, and the lines of one root have the same form, so a greater cost is also too much.
        let mut too_much: HashMap<(BudgetMeans, String), i64> = HashMap::new();
        let mut tried = 0;
        for (_, regained, _, unit) in changed {
            let Some(means) = chosen.means[unit] else {
                continue;
            };
            let group = (means, self.trial.root(unit).to_owned());
            let is_too_much = regained.zip(too_much.get(&group));
            if tried == MAX_TRIED || is_too_much.is_some_and(|(cost, known)| cost >= *known) {
                continue;
            }
            tried += 1;
            let mut next = chosen.clone();
            next.means[unit] = None;
            let is_needless = match &mut shown {
                Some(shown) => self.trial.fits_without(shown, unit),
                None => self.trial.fits(&next),
            };
            if is_needless {
                *chosen = next;
            } else if let Some(cost) = regained {
                too_much.insert(group, cost);
            }
        }
    }
}
