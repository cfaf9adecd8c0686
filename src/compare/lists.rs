//! The list that a host makes of its skills, and the differences between the latest lists.

use std::rc::Rc;

use crate::hashing::HashMap;
use crate::model::listing::ListingEntry;

/// The latest list of a host, with its differences from earlier lists.
#[derive(Clone, Default)]
pub(super) struct Lists {
    /// The latest list, with the generation of the catalog from which it was made. See
    /// [`HostPipeline::generation`](crate::pipeline::HostPipeline::generation).
    latest: Option<(u64, Rc<List>)>,
    /// The differences between successive lists, the oldest first.
    differences: Vec<Difference>,
}

/// The entries of a host's list of skills.
pub(super) struct List {
    entries: Vec<ListingEntry>,
    /// The index of each entry, by the path of the skill's file. Successive lists of the same
    /// skills share one map.
    places: Rc<HashMap<String, usize>>,
}

/// The skills whose entries differ between two successive lists of a host.
#[derive(Clone)]
struct Difference {
    /// The generation of the catalog from which the earlier list was made. A generation is a number
    /// that increases when the catalog changes.
    from: u64,
    /// The generation of the catalog from which the later list was made. A generation is a number
    /// that increases when the catalog changes.
    to: u64,
    /// The paths of the skills' files.
    paths: Rc<[String]>,
}

/// The maximum number of cached differences between successive lists. Several callers, such as a
/// linter and a comparison, request lists in turn. Eight differences usually reach back to the list
/// that a caller requested last. No host has this limit.
const MOST_DIFFERENCES: usize = 8;

impl Lists {
    /// Returns the host's list of skills for the catalog with the number `generation`. This number
    /// increases when the catalog changes. If the list is not cached, `make` is called to make it.
    pub fn of(&mut self, generation: u64, make: impl FnOnce() -> Vec<ListingEntry>) -> Rc<List> {
        let before = match &self.latest {
            Some((known, list)) if *known == generation => return Rc::clone(list),
            before => before.as_ref(),
        };
        let list = Rc::new(List::new(make(), before.map(|(_, list)| &**list)));
        if let Some((from, before)) = before {
            let difference = Difference {
                from: *from,
                to: generation,
                paths: list.differences(before).into(),
            };
            if self.differences.len() == MOST_DIFFERENCES {
                self.differences.remove(0);
            }
            self.differences.push(difference);
        }
        self.latest = Some((generation, Rc::clone(&list)));
        list
    }

    /// Returns the paths of the skills whose entries differ between two lists of the host. `from`
    /// and `to` are the generations of the catalog from which the two lists were made. Returns
    /// `None` if the difference is not cached.
    pub fn differences(&self, from: u64, to: u64) -> Option<Vec<String>> {
        let mut paths = Vec::new();
        let mut reached = to;
        for difference in self.differences.iter().rev() {
            if reached != from && difference.to == reached {
                reached = difference.from;
                paths.extend_from_slice(&difference.paths);
            }
        }
        (reached == from).then_some(paths)
    }
}

impl List {
    /// Creates the index of a list. `before` is the host's previous list.
    fn new(entries: Vec<ListingEntry>, before: Option<&Self>) -> Self {
        let paths = || entries.iter().map(|entry| &entry.path);
        let has_same_skills =
            |before: &&Self| paths().eq(before.entries.iter().map(|entry| &entry.path));
        let places = match before.filter(has_same_skills) {
            Some(before) => Rc::clone(&before.places),
            None => Rc::new(paths().cloned().zip(0..).collect()),
        };
        Self { entries, places }
    }

    /// Returns the entry of the skill in a file; `None` if the skill is not in the list.
    pub fn get(&self, path: &str) -> Option<&ListingEntry> {
        self.places.get(path).map(|at| &self.entries[*at])
    }

    /// Returns the paths of the skills whose entries differ between two lists: only one of the
    /// lists shows the skill, or the two lists cut the skill's description by different amounts.
    fn differences(&self, other: &Self) -> Vec<String> {
        let facts = |entry: &ListingEntry| (entry.line.is_some(), entry.cut);
        if Rc::ptr_eq(&self.places, &other.places) {
            let pairs = self.entries.iter().zip(&other.entries);
            let different = pairs.filter(|(one, other)| facts(one) != facts(other));
            return different.map(|(one, _)| one.path.clone()).collect();
        }
        let is_different = |entry: &&ListingEntry, in_list: &Self| {
            in_list.get(&entry.path).map(facts) != Some(facts(entry))
        };
        let here = self.entries.iter().filter(|one| is_different(one, other));
        let there = other.entries.iter().filter(|one| is_different(one, self));
        here.chain(there).map(|one| one.path.clone()).collect()
    }
}
