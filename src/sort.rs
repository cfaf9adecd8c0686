//! Sorting by one compiled algorithm: the standard library's is compiled anew for each type and each order, 6 kB of the
//! module each time. Equal items keep their order.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts items by what a comparison of two of them says.
pub(crate) fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order_of(items.len(), &mut |left, right| {
        compare(&items[left], &items[right])
    });
    arrange(order, &mut |left, right| items.swap(left, right));
}

/// Sorts items by a key of each.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(items, |left, right| key(left).cmp(&key(right)));
}

/// Sorts numbers, of which there may be many.
#[expect(clippy::disallowed_methods, reason = "the one copy for numbers")]
pub(crate) fn numbers(numbers: &mut [usize]) {
    numbers.sort_unstable();
}

/// Collects a map, of which the last value of a key counts. To collect one otherwise sorts, too.
pub(crate) fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// Collects a set.
pub(crate) fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// The places of items, in their order.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one that the others use"
)]
fn order_of(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|left, right| compare(*left, *right));
    order
}

/// Brings each item to its place; `order` says at each place where its item stood.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        // Each round of the permutation is walked once: what came to its place is marked by pointing at itself.
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn items_are_sorted_as_by_the_standard_library(items: Vec<(u8, u16)>) {
            let mut ours = items.clone();
            by_key(&mut ours, |(key, _)| *key);
            let mut theirs = items;
            theirs.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(ours, theirs);
        }
    }
}
