//! Caches results. A cached result is valid as long as its key stays the same. The key is the
//! values from which the result was computed.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::hash::Hash;

use crate::hashing::HashMap;
use crate::sort;

/// Cached results by id. Each result is stored with its key: the revisions or values from which the result was
/// computed.
#[derive(Debug, Clone)]
pub(crate) struct Memo<I, K, V> {
    entries: RefCell<HashMap<I, Cached<K, V>>>,
    /// The maximum number of results. If there are more results, the least recently used result is
    /// removed. `None` means no limit.
    limit: Option<usize>,
}

#[derive(Debug, Clone)]
struct Cached<K, V> {
    key: K,
    value: V,
    /// The time of the result's last use, as a number that increases with each use. Zero if the
    /// number of results is not limited.
    used: usize,
}

impl<I, K, V> Default for Memo<I, K, V> {
    fn default() -> Self {
        Self {
            entries: RefCell::default(),
            limit: None,
        }
    }
}

impl<I: Eq + Hash, K: PartialEq, V: Clone> Memo<I, K, V> {
    /// Creates a memo with at most `limit` results. Further results replace the least recently used
    /// results.
    pub fn limited(limit: usize) -> Self {
        Self {
            limit: Some(limit),
            ..Self::default()
        }
    }

    /// Returns the cached result for an id. Returns `None` if there is no result, or if the result
    /// was computed from another key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, id: &Q, key: &K) -> Option<V>
    where
        I: Borrow<Q>,
    {
        self.get_if(id, |made_from, _| made_from == key)
    }

    /// Returns the cached result for an id. Returns `None` if there is no result, or if `holds`
    /// returns false for its key and value.
    pub fn get_if<Q: Eq + Hash + ?Sized>(
        &self,
        id: &Q,
        holds: impl FnOnce(&K, &V) -> bool,
    ) -> Option<V>
    where
        I: Borrow<Q>,
    {
        let mut entries = self.entries.borrow_mut();
        let used = self.limit.map(|_| latest_use(&entries) + 1);
        let entry = entries.get_mut(id)?;
        if !holds(&entry.key, &entry.value) {
            return None;
        }
        entry.used = used.unwrap_or_default();
        Some(entry.value.clone())
    }

    /// Stores the result for an id. The previous result for the id is replaced.
    pub fn insert(&self, id: I, key: K, value: V) {
        let mut entries = self.entries.borrow_mut();
        let used = self.limit.map(|_| latest_use(&entries) + 1);
        let used = used.unwrap_or_default();
        entries.insert(id, Cached { key, value, used });
        if let Some(limit) = self.limit
            && entries.len() > limit
        {
            let mut uses: Vec<_> = entries.values().map(|entry| entry.used).collect();
            sort::numbers(&mut uses);
            let oldest = uses[uses.len() - limit];
            entries.retain(|_, entry| entry.used >= oldest);
        }
    }

    /// Returns the cached result for this id and key. If there is none, computes the result with `make`, which may also
    /// use the memo.
    pub fn get_or_insert(&self, id: I, key: K, make: impl FnOnce() -> V) -> V {
        if let Some(value) = self.get(&id, &key) {
            return value;
        }
        let value = make();
        self.insert(id, key, value.clone());
        value
    }

    /// Returns a new memo with a copy of each result. The function `copy` copies a result.
    pub fn map(&self, copy: impl Fn(&V) -> V) -> Self
    where
        I: Clone,
        K: Clone,
    {
        let entries = self.entries.borrow();
        let copies = entries.iter().map(|(id, entry)| {
            let value = copy(&entry.value);
            let (key, used) = (entry.key.clone(), entry.used);
            (id.clone(), Cached { key, value, used })
        });
        Self {
            entries: RefCell::new(copies.collect()),
            limit: self.limit,
        }
    }

    /// Removes the result for an id.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, id: &Q)
    where
        I: Borrow<Q>,
    {
        self.entries.borrow_mut().remove(id);
    }

    /// Removes the results for all ids for which `keep` returns false.
    pub fn retain(&self, mut keep: impl FnMut(&I) -> bool) {
        self.entries.borrow_mut().retain(|id, _| keep(id));
    }

    /// Removes all results from the memo.
    pub fn clear(&self) {
        self.entries.borrow_mut().clear();
    }
}

fn latest_use<I, K, V>(entries: &HashMap<I, Cached<K, V>>) -> usize {
    let uses = entries.values().map(|entry| entry.used);
    uses.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_made_again_when_its_key_changes() {
        let memo = Memo::default();
        let made = |key| memo.get_or_insert("id", key, || key * 10);
        assert_eq!([made(1), made(2)], [10, 20]);
        assert_eq!(memo.get("id", &1), None);
        assert_eq!(memo.get("id", &2), Some(20));
    }

    #[test]
    fn a_result_is_made_once_for_a_key() {
        let memo = Memo::default();
        let mut times = 0;
        for _ in 0..3 {
            memo.get_or_insert("id", 1, || times += 1);
        }
        assert_eq!(times, 1);
    }

    #[test]
    fn a_limited_memo_forgets_what_was_not_used_for_longest() {
        let memo = Memo::limited(2);
        memo.insert("a", 0, ());
        memo.insert("b", 0, ());
        assert!(memo.get("a", &0).is_some());
        memo.insert("c", 0, ());
        let known = ["a", "b", "c"].map(|id| memo.get(id, &0).is_some());
        assert_eq!(known, [true, false, true]);
    }
}
