//! Sorts lists with an algorithm that is compiled only once. The standard library's algorithm is compiled again for
//! each type and order, and each copy takes 6 kB of the module. Sorting is stable.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts items in the order that `compare` defines.
pub(crate) fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order_of(items.len(), &mut |left, right| {
        compare(&items[left], &items[right])
    });
    arrange(order, &mut |left, right| items.swap(left, right));
}

/// Sorts items by the key that a function returns for each item.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(items, |left, right| key(left).cmp(&key(right)));
}

/// Sorts a list of numbers, not stably. This function is meant for long lists.
#[expect(clippy::disallowed_methods, reason = "the one copy for numbers")]
pub(crate) fn numbers(numbers: &mut [usize]) {
    numbers.sort_unstable();
}

/// Collects pairs into a map. If a key occurs several times, the last value is used. Pairs are inserted one by one,
/// because `BTreeMap::from_iter` would compile another sorting algorithm.
pub(crate) fn collect_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// Collects items into a set. Items are inserted one by one, because `BTreeSet::from_iter` would
/// compile another sorting algorithm.
pub(crate) fn collect_set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Returns the indices of the items in sorted order.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one that the others use"
)]
fn order_of(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|left, right| compare(*left, *right));
    order
}

/// Moves each item to its sorted position. `order` has the previous index of the item for each new position.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        // Each cycle of the permutation is followed once. The entry of a finished position is the position itself.
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
