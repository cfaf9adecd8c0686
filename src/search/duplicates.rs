//! Descriptions that say nearly the same.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::document::{Document, FIELD_TERMS};
use super::words;
use crate::sort;

/// Lower thresholds are taken for this: below it nearly everything is alike.
const MIN_THRESHOLD: f64 = 0.1;

/// Pairs that are returned.
const MAX_PAIRS: usize = 10_000;

/// Shingles that are looked at in all: a bound for descriptions that were made to be alike, seconds at the most.
const MAX_STEPS: usize = 100_000_000;

/// Lets a similarity that equals the threshold reach it in spite of rounding.
const EPSILON: f64 = 1e-9;

/// Skills whose descriptions say nearly the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NearDuplicates {
    /// The most similar first; equals by their paths.
    pub pairs: Vec<DuplicatePair>,
    /// False when a limit ended the search: there may be further pairs, and more similar ones.
    pub complete: bool,
}

/// Two skills with similar descriptions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct DuplicatePair {
    /// The path of the `SKILL.md` that comes first among the documents.
    pub left: String,
    /// The path of the other.
    pub right: String,
    /// From the threshold to 1, which is the same words in the same order, or nearly.
    pub similarity: f64,
}

/// A description as its shingles' numbers in ascending order, the rarest shingle first.
struct Shingled {
    document: usize,
    shingles: Vec<usize>,
}

/// The pairs of documents whose descriptions are similar to at least `threshold` (from 0.1 to 1).
///
/// The measure is resemblance (Broder 1997) with shingles of two neighbouring terms: the number of different shingles
/// in both, divided by that of those in either. Descriptions without any term are left out.
///
/// Every pair is found unless a limit says otherwise, but few are compared: two sets that are similar enough share one
/// of their rarest shingles (prefix filtering, Bayardo, Ma and Srikant 2007).
#[must_use]
pub fn near_duplicates(documents: &[Document], threshold: f64) -> NearDuplicates {
    let threshold = threshold.clamp(MIN_THRESHOLD, 1.0);
    let (sets, shingles) = shingled(documents);
    // By shingle: the sets so far that have it among their rarest.
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
            // The sets come by size: what is too small now stays too small.
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
    let mut pairs: Vec<DuplicatePair> = found
        .into_iter()
        .map(|(similarity, a, b)| DuplicatePair {
            left: documents[a.min(b)].path.clone(),
            right: documents[a.max(b)].path.clone(),
            similarity,
        })
        .collect();
    sort::by(&mut pairs, |a, b| {
        b.similarity
            .total_cmp(&a.similarity)
            .then_with(|| (&a.left, &a.right).cmp(&(&b.left, &b.right)))
    });
    NearDuplicates { pairs, complete }
}

/// The shingles that a set of this size has in common with any that is similar enough.
fn least_of(threshold: f64, size: usize) -> usize {
    ((threshold * size as f64 - EPSILON).ceil() as usize).clamp(1, size.max(1))
}

/// The descriptions that have terms, the shortest first, and the number of different shingles.
fn shingled(documents: &[Document]) -> (Vec<Shingled>, usize) {
    let mut terms: HashMap<String, usize> = HashMap::new();
    let mut pairs: HashMap<[usize; 2], usize> = HashMap::new();
    let mut sets: Vec<Shingled> = Vec::new();
    for (document, Document { description, .. }) in documents.iter().enumerate() {
        let terms: Vec<usize> = words::terms(description)
            .take(FIELD_TERMS)
            .map(|term| number_of(&mut terms, term))
            .collect();
        let neighbours = terms.windows(2).map(|pair| [pair[0], pair[1]]);
        // A single term is its own neighbour.
        let single = terms.first().filter(|_| terms.len() == 1);
        let mut shingles: Vec<usize> = neighbours
            .chain(single.map(|term| [*term, *term]))
            .map(|pair| number_of(&mut pairs, pair))
            .collect();
        sort::numbers(&mut shingles);
        shingles.dedup();
        if !shingles.is_empty() {
            sets.push(Shingled { document, shingles });
        }
    }
    let mut frequencies = vec![0_usize; pairs.len()];
    for shingle in sets.iter().flat_map(|set| &set.shingles) {
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
    for set in &mut sets {
        for shingle in &mut set.shingles {
            *shingle = ranks[*shingle];
        }
        sort::numbers(&mut set.shingles);
    }
    sort::by_key(&mut sets, |set| (set.shingles.len(), set.document));
    (sets, ranks.len())
}

fn number_of<K: Eq + std::hash::Hash>(numbers: &mut HashMap<K, usize>, key: K) -> usize {
    let next = numbers.len();
    *numbers.entry(key).or_insert(next)
}

/// The size of the intersection by that of the union, both in ascending order.
fn resemblance(left: &[usize], right: &[usize]) -> f64 {
    let (mut l, mut r, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(l), right.get(r)) {
        l += usize::from(a <= b);
        r += usize::from(b <= a);
        common += usize::from(a == b);
    }
    common as f64 / (left.len() + right.len() - common) as f64
}
