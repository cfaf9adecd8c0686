//! Searches for the fewest changes after which the list fits. A less preferred kind of change is
//! used only if the list is too long even when the preferred kinds change every skill.

use std::collections::BTreeMap;

use super::report::BudgetMeans;
use super::trial::{Chosen, Trial};
use crate::hashing::HashMap;
use crate::sort;

/// The maximum number of chosen changes that are tested one at a time, to find changes that the
/// plan does not need.
const MAX_TRIED: usize = 400;

/// The results of the last search for changes. A search begins with these results as its first
/// guesses, because they are often still right. The guesses make the search faster, but do not
/// change its result.
#[derive(Default)]
pub(super) struct LastSearch {
    /// The number of skills that get each kind of change. The key is the index of the kind in
    /// `Search::prefer`.
    counts: BTreeMap<usize, usize>,
    /// The maximum length of shortened descriptions, in characters.
    level: usize,
}

pub(super) struct Search<'t, 'w> {
    trial: &'t mut Trial<'w>,
    last: &'t mut LastSearch,
    prefer: Vec<BudgetMeans>,
}

impl<'t, 'w> Search<'t, 'w> {
    pub fn new(trial: &'t mut Trial<'w>, last: &'t mut LastSearch) -> Self {
        Self {
            prefer: trial.prefer.clone(),
            trial,
            last,
        }
    }

    /// Returns the changes that make the list fit its budget; `None` if even all possible changes
    /// are not enough.
    pub fn run(mut self) -> Option<Chosen> {
        let mut tried = None;
        let (last, mut chosen) = (0..self.prefer.len()).find_map(|last| {
            let all = self.all_up_to(last);
            if tried.as_ref() == Some(&all) {
                return None;
            }
            let fits = self.trial.fits(&all);
            tried = Some(all.clone());
            fits.then_some((last, all))
        })?;
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

    /// Reduces the number of skills that get the change `prefer[stage]`, such as hiding, to the
    /// smallest number for which the list fits its budget. The other skills get a change that is
    /// earlier in `prefer`, or no change.
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
        let known = self.last.counts.get(&stage).copied();
        let count = first((0, by_gain.len()), known, |count| {
            self.trial.fits(&with(chosen, count))
        });
        self.last.counts.insert(stage, count);
        *chosen = with(chosen, count);
    }

    /// Makes the shortened descriptions as long as the budget of the list allows.
    fn longest_texts(&mut self, chosen: &mut Chosen) {
        let (low, high) = (chosen.level, self.trial.longest().max(chosen.level));
        let too_long = first((low + 1, high + 1), Some(self.last.level + 1), |level| {
            let next = Chosen {
                level,
                ..chosen.clone()
            };
            !self.trial.fits(&next)
        });
        chosen.level = too_long - 1;
        self.last.level = chosen.level;
    }

    /// Undoes every change that the list does not need to fit its budget. The least preferred kinds
    /// of change are tried first. Among changes of the same kind, the change that saves the least
    /// is tried first.
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
        let mut too_much: HashMap<(BudgetMeans, String), i64> = HashMap::default();
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

/// Returns the first number of a range for which `is_enough` returns true, or the end of the range.
/// If `is_enough` is true for a number, it must be true for all greater numbers. `guess` is tried
/// first.
fn first(
    (mut low, mut high): (usize, usize),
    guess: Option<usize>,
    mut is_enough: impl FnMut(usize) -> bool,
) -> usize {
    let mut guesses = guess
        .into_iter()
        .flat_map(|guess| [guess, guess.wrapping_sub(1)]);
    while low < high {
        let middle = match guesses.next() {
            Some(guess) if (low..high).contains(&guess) => guess,
            Some(_) => continue,
            None => low + (high - low) / 2,
        };
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_first_number_is_the_same_with_every_guess() {
        for wanted in 0..=9 {
            for guess in (0..=12).map(Some).chain([None]) {
                let found = first((0, 9), guess, |number| number >= wanted);
                assert_eq!(found, wanted, "{guess:?}");
            }
        }
    }
}
