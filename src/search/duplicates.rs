//! Finds skills with nearly the same descriptions.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::document::{Document, FIELD_TERMS};
use super::words;
use crate::hashing::HashMap;
use crate::sort;

/// The lowest accepted threshold of similarity. A lower threshold is raised to this value, because
/// otherwise nearly all descriptions would count as similar.
const MIN_THRESHOLD: f64 = 0.1;

/// The maximum number of pairs that a search returns.
const MAX_PAIRS: usize = 10_000;

/// The maximum number of shingles (pairs of neighbouring terms) that a search inspects. The limit
/// bounds the time to some seconds, even if descriptions were written to be similar.
const MAX_STEPS: usize = 100_000_000;

/// A tolerance for rounding errors, so that a similarity that is equal to the threshold counts.
const EPSILON: f64 = 1e-9;

/// The pairs of skills whose descriptions are nearly the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NearDuplicates {
    /// The pairs, sorted by similarity, the most similar first. Pairs with the same similarity are sorted by path.
    pub pairs: Vec<DuplicatePair>,
    /// False if a limit ended the search. Then other pairs may exist, even more similar ones.
    pub complete: bool,
}

/// Two skills with similar descriptions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DuplicatePair {
    /// The path of the `SKILL.md` that is earlier in the list of documents.
    pub left: String,
    /// The path of the `SKILL.md` that is later in the list of documents.
    pub right: String,
    /// The similarity, from the threshold to 1. A similarity of 1 means the same words in nearly the same order.
    pub similarity: f64,
}

/// A description as a set of shingles (pairs of neighbouring terms). Each different shingle has a
/// number, and the numbers are in ascending order. Rare shingles have low numbers.
struct Shingled {
    document: usize,
    shingles: Vec<usize>,
}

/// Returns the pairs of documents whose descriptions have a similarity of at least `threshold` (from 0.1 to 1).
///
/// The measure is resemblance (Broder 1997) with shingles of two neighbouring terms: the number of different shingles
/// that both descriptions have, divided by the number of different shingles that at least one of them has. Descriptions
/// without any term are ignored.
///
/// Every pair is found unless a limit ends the search. Few pairs are compared, because two sets that are similar enough
/// share one of their rarest shingles (prefix filtering, Bayardo, Ma and Srikant 2007).
#[must_use]
pub fn near_duplicates(documents: &[Document], threshold: f64) -> NearDuplicates {
    let of_documents = documents.iter();
    let of_documents = of_documents.map(|one| (one.path.as_str(), one.description.as_str()));
    let of_documents: Vec<_> = of_documents.collect();
    Duplicates::of(&of_documents, threshold, None).into_report()
}

/// The near duplicates among documents, with data to update this result quickly when only a few
/// descriptions have changed.
pub(crate) struct Duplicates {
    threshold: f64,
    documents: Vec<Numbered>,
    numbers: Rc<RefCell<Numbers>>,
    /// The maximum number of shingles (pairs of neighbouring terms) in `numbers` with which this
    /// result can still be updated. If `numbers` has more shingles, a new search is made. A new
    /// search forgets the shingles that no description contains any more.
    most_numbers: usize,
    found: Found,
}

/// A similarity, and the indices of the two similar documents. The first index is the lower one.
type Pair = (f64, usize, usize);

/// The pairs of similar documents that a search found. `complete` is false if a limit ended the
/// search.
struct Found {
    pairs: Vec<Pair>,
    complete: bool,
}

/// A document, with the numbers of its description's shingles (pairs of neighbouring terms) in
/// ascending order.
#[derive(Clone)]
struct Numbered {
    path: Rc<str>,
    description: Rc<str>,
    shingles: Rc<[usize]>,
}

/// The numbers that are assigned to terms, and to shingles (pairs of neighbouring terms).
#[derive(Default)]
struct Numbers {
    terms: HashMap<String, usize>,
    shingles: HashMap<[usize; 2], usize>,
}

impl Numbers {
    /// Splits a description into shingles: pairs of neighbouring terms. Returns the number that
    /// identifies each shingle, in ascending order. A new shingle gets the next number.
    fn shingles(&mut self, description: &str) -> Vec<usize> {
        let terms: Vec<usize> = words::terms(description)
            .take(FIELD_TERMS)
            .map(|term| number_of(&mut self.terms, term))
            .collect();
        let neighbours = terms.windows(2).map(|pair| [pair[0], pair[1]]);
        // A description with only one term has one shingle: the term twice.
        let single = terms.first().filter(|_| terms.len() == 1);
        let mut shingles: Vec<usize> = neighbours
            .chain(single.map(|term| [*term, *term]))
            .map(|pair| number_of(&mut self.shingles, pair))
            .collect();
        sort::numbers(&mut shingles);
        shingles.dedup();
        shingles
    }
}

/// The minimum number of shingles (pairs of neighbouring terms) that edits may add to a result
/// before a new search replaces it. Each typed letter adds shingles, and a result never removes
/// shingles that no description contains any more. A new search frees their memory. No host has
/// this limit.
const MANY_NUMBERS: usize = 1_000;

/// The maximum number of changed descriptions for which an earlier result is updated. If there are
/// more, a new search is faster. No host has this limit.
const MAX_CHANGED: usize = 16;

impl Duplicates {
    /// Returns the near duplicates of documents. Each document is a path and a description. An
    /// earlier result `before` is updated if this is faster than a new search.
    pub fn of(documents: &[(&str, &str)], threshold: f64, before: Option<&Self>) -> Self {
        let threshold = threshold.clamp(MIN_THRESHOLD, 1.0);
        let before = before.filter(|before| before.threshold == threshold);
        let updated = before.and_then(|before| before.updated(documents));
        updated.unwrap_or_else(|| Self::new(documents, threshold))
    }

    /// Returns the pairs of similar documents, the most similar pair first. Pairs with the same
    /// similarity are sorted by path.
    pub fn pairs(&self) -> &[Pair] {
        &self.found.pairs
    }

    fn into_report(self) -> NearDuplicates {
        let path = |document: usize| (*self.documents[document].path).to_owned();
        let pairs = self.found.pairs.iter();
        let pairs = pairs.map(|(similarity, left, right)| DuplicatePair {
            left: path(*left),
            right: path(*right),
            similarity: *similarity,
        });
        NearDuplicates {
            pairs: pairs.collect(),
            complete: self.found.complete,
        }
    }

    /// Returns true if `other` should replace this result in the cache, because `other` has as many
    /// documents or more. A result with more documents helps more later updates.
    pub fn is_less_useful_than(&self, other: &Self) -> bool {
        self.documents.len() <= other.documents.len()
    }

    fn new(documents: &[(&str, &str)], threshold: f64) -> Self {
        let mut numbers = Numbers::default();
        let documents = documents.iter().map(|(path, description)| Numbered {
            path: (*path).into(),
            description: (*description).into(),
            shingles: numbers.shingles(description).into(),
        });
        let documents: Vec<Numbered> = documents.collect();
        let found = search(&documents, numbers.shingles.len(), threshold);
        Self {
            threshold,
            documents,
            most_numbers: MANY_NUMBERS + 2 * numbers.shingles.len(),
            numbers: Rc::new(RefCell::new(numbers)),
            found,
        }
    }

    /// Returns an updated result after some descriptions have changed. Only the changed
    /// descriptions are compared again. Returns `None` if a new search is needed, for example
    /// because too many descriptions have changed.
    fn updated(&self, documents: &[(&str, &str)]) -> Option<Self> {
        let mut numbers = self.numbers.borrow_mut();
        if !self.found.complete || numbers.shingles.len() > self.most_numbers {
            return None;
        }
        let mut places_before: Option<HashMap<&str, usize>> = None;
        // The index now of each earlier document that is still there with the same description.
        let mut kept: Vec<Option<usize>> = vec![None; self.documents.len()];
        let mut changed: Vec<usize> = Vec::new();
        let mut now: Vec<Numbered> = Vec::with_capacity(documents.len());
        for (index, (path, description)) in documents.iter().enumerate() {
            let has_path = |place: &usize| *self.documents[*place].path == **path;
            let mut place = Some(index).filter(|place| *place < self.documents.len());
            place = place.filter(has_path).or_else(|| {
                let places = places_before.get_or_insert_with(|| places(&self.documents));
                places.get(path).copied()
            });
            let known = place.map(|place| (place, &self.documents[place]));
            match known.filter(|(_, known)| &*known.description == *description) {
                Some((place, known)) => {
                    kept[place] = Some(index);
                    now.push(known.clone());
                }
                None if changed.len() == MAX_CHANGED => return None,
                None => {
                    changed.push(index);
                    now.push(Numbered {
                        path: (*path).into(),
                        description: (*description).into(),
                        shingles: numbers.shingles(description).into(),
                    });
                }
            }
        }
        let mut found: Vec<Pair> = (self.found.pairs.iter())
            .filter_map(|(similarity, one, other)| {
                let (one, other) = (kept[*one]?, kept[*other]?);
                Some((*similarity, one, other))
            })
            .collect();
        for (number, index) in changed.iter().enumerate() {
            let one = &now[*index].shingles;
            for (at, other) in now.iter().enumerate() {
                let is_known = at == *index || changed[..number].contains(&at);
                let sizes = [one.len(), other.shingles.len()];
                let (small, large) = (sizes[0].min(sizes[1]), sizes[0].max(sizes[1]));
                // Only the shingles of the smaller set can be common to both.
                if is_known || small == 0 || small < least_of(self.threshold, large) {
                    continue;
                }
                let similarity = resemblance(one, &other.shingles);
                if similarity + EPSILON >= self.threshold {
                    found.push((similarity, *index, at));
                }
            }
        }
        let found = (found.len() < MAX_PAIRS).then(|| Found {
            pairs: sorted(&now, found),
            complete: true,
        })?;
        Some(Self {
            threshold: self.threshold,
            documents: now,
            numbers: Rc::clone(&self.numbers),
            most_numbers: self.most_numbers,
            found,
        })
    }
}

fn places(documents: &[Numbered]) -> HashMap<&str, usize> {
    let all = documents.iter().enumerate();
    all.map(|(index, document)| (&*document.path, index))
        .collect()
}

/// Sorts pairs. The most similar pair is the first.
fn sorted(documents: &[Numbered], found: Vec<Pair>) -> Vec<Pair> {
    let pairs = found.into_iter();
    let pairs = pairs.map(|(similarity, a, b)| (similarity, a.min(b), a.max(b)));
    let mut pairs: Vec<_> = pairs.collect();
    let paths = |pair: &Pair| (&documents[pair.1].path, &documents[pair.2].path);
    sort::by(&mut pairs, |a, b| {
        b.0.total_cmp(&a.0).then_with(|| paths(a).cmp(&paths(b)))
    });
    pairs
}

/// Searches for the pairs of documents that are similar enough. `shingles` is the number of
/// different shingles of all documents.
fn search(documents: &[Numbered], shingles: usize, threshold: f64) -> Found {
    let sets = by_rarity(documents, shingles);
    // For each shingle, the sets compared so far that have the shingle among their rarest shingles.
    let mut having: Vec<Vec<usize>> = vec![Vec::new(); shingles];
    let mut last_compared_with = vec![usize::MAX; sets.len()];
    let mut found = Vec::new();
    let mut steps = 0;
    let mut complete = true;
    'sets: for (number, set) in sets.iter().enumerate() {
        let size = set.shingles.len();
        let least = least_of(threshold, size);
        for shingle in &set.shingles[..=size - least] {
            let others = &mut having[*shingle];
            // The sets are sorted by size, so a set that is too small for this set is also too small for all later
            // sets.
            let small = others.partition_point(|other| sets[*other].shingles.len() < least);
            others.drain(..small);
            steps += others.len();
            for other in others.iter().copied() {
                if std::mem::replace(&mut last_compared_with[other], number) == number {
                    continue;
                }
                let other = &sets[other];
                steps += size + other.shingles.len();
                let similarity = resemblance(&set.shingles, &other.shingles);
                if similarity + EPSILON >= threshold {
                    found.push((similarity, set.document, other.document));
                }
                if steps > MAX_STEPS || found.len() == MAX_PAIRS {
                    complete = false;
                    break 'sets;
                }
            }
            others.push(number);
        }
    }
    Found {
        pairs: sorted(documents, found),
        complete,
    }
}

/// Returns the shingles (pairs of neighbouring terms) of each description, the shortest description
/// first. A shingle is identified by its rank: 0 is the shingle that occurs in the fewest
/// descriptions. Descriptions without shingles are left out.
fn by_rarity(documents: &[Numbered], shingles: usize) -> Vec<Shingled> {
    let mut frequencies = vec![0_usize; shingles];
    for shingle in documents.iter().flat_map(|one| one.shingles.iter()) {
        frequencies[*shingle] += 1;
    }
    let frequencies = frequencies.into_iter().enumerate();
    let mut by_rarity: Vec<[usize; 2]> = frequencies
        .map(|(shingle, times)| [times, shingle])
        .collect();
    sort::by(&mut by_rarity, Ord::cmp);
    let mut ranks = vec![0; by_rarity.len()];
    for (rank, [_, shingle]) in by_rarity.into_iter().enumerate() {
        ranks[shingle] = rank;
    }
    let documents = documents.iter().enumerate();
    let sets = documents.filter(|(_, one)| !one.shingles.is_empty());
    let sets = sets.map(|(document, one)| {
        let mut shingles: Vec<usize> = one.shingles.iter().map(|shingle| ranks[*shingle]).collect();
        sort::numbers(&mut shingles);
        Shingled { document, shingles }
    });
    let mut sets: Vec<_> = sets.collect();
    sort::by_key(&mut sets, |set| (set.shingles.len(), set.document));
    sets
}

/// Returns the minimum number of shingles that a set with `size` shingles must share with another set to be similar
/// enough.
fn least_of(threshold: f64, size: usize) -> usize {
    ((threshold * size as f64 - EPSILON).ceil() as usize).clamp(1, size.max(1))
}

fn number_of<K: Eq + std::hash::Hash>(numbers: &mut HashMap<K, usize>, key: K) -> usize {
    let next = numbers.len();
    *numbers.entry(key).or_insert(next)
}

/// Returns the resemblance of two sets: the size of their intersection divided by the size of their
/// union. Both sets must be in ascending order.
fn resemblance(left: &[usize], right: &[usize]) -> f64 {
    let (mut l, mut r, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(l), right.get(r)) {
        l += usize::from(a <= b);
        r += usize::from(b <= a);
        common += usize::from(a == b);
    }
    common as f64 / (left.len() + right.len() - common) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn documents() -> impl Strategy<Value = Vec<(String, String)>> {
        let description = prop::collection::vec("[abc]{1,2}", 0..6);
        let document = ("[a-f]", description.prop_map(|words| words.join(" ")));
        prop::collection::btree_map(document.0, document.1, 0..6)
            .prop_map(|documents| documents.into_iter().collect::<Vec<_>>())
            .prop_shuffle()
    }

    proptest! {
        #[test]
        fn what_is_found_with_the_help_of_other_documents_is_found_without(
            before in documents(),
            after in documents(),
        ) {
            fn parts(documents: &[(String, String)]) -> Vec<(&str, &str)> {
                let parts = documents.iter();
                parts.map(|(path, description)| (&**path, &**description)).collect()
            }
            let before = Duplicates::of(&parts(&before), 0.3, None);
            let helped = Duplicates::of(&parts(&after), 0.3, Some(&before));
            let alone = Duplicates::of(&parts(&after), 0.3, None);
            prop_assert_eq!(helped.into_report(), alone.into_report());
        }
    }

    #[test]
    fn the_words_of_earlier_texts_are_forgotten() {
        let mut found: Option<Duplicates> = None;
        for edit in 0..2 * MANY_NUMBERS {
            let description = format!("word{edit} word{} another", edit + 1);
            let documents = [("a", &*description), ("b", "another text")];
            found = Some(Duplicates::of(&documents, 0.3, found.as_ref()));
            let numbers = found
                .as_ref()
                .map(|found| found.numbers.borrow().shingles.len());
            assert!(
                numbers < Some(2 * MANY_NUMBERS),
                "{numbers:?} after {edit} edits"
            );
        }
    }
}
