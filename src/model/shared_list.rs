//! Lists whose items are shared, so that a copy of a list costs little.

use std::ops::{Index, IndexMut};
use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A list whose items may also be in other lists. A catalog after an edit shares all items with the
/// catalog before the edit, except for those that changed.
///
/// [`iter`](Self::iter) and `list[index]` return the items themselves. Two lists are equal if their
/// items are equal; shared items are not compared.
///
/// ```
/// use skillglass::model::shared_list::SharedList;
///
/// let list: SharedList<u8> = [1, 2].into_iter().collect();
/// assert_eq!((list.len(), list[1]), (2, 2));
/// ```
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "T: Deserialize<'de>"))]
pub struct SharedList<T: Eq>(Vec<Arc<T>>);

impl<T: Eq> SharedList<T> {
    /// Returns the items, in their order.
    pub fn iter(&self) -> Items<'_, T> {
        Items(self.0.iter())
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the list has no item.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the item at a position; `None` if the list is shorter.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index).map(|item| &**item)
    }

    /// Returns true if the item at a position equals an item of another list. Shared items are equal
    /// without a comparison. Also returns true if neither list has an item at its position.
    pub fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        self.0.get(index) == other.0.get(other_index)
    }

    /// Returns the first item; `None` if the list is empty.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// Takes the item at a position from another list, which then shares it.
    ///
    /// # Panics
    /// Panics if one of the lists has no item at the position.
    pub(crate) fn share(&mut self, index: usize, other: &Self) {
        self.0[index] = Arc::clone(&other.0[index]);
    }

    /// Inserts an item at a position, before the item that is there.
    ///
    /// # Panics
    /// Panics if the position is after the end of the list.
    pub(crate) fn insert(&mut self, index: usize, item: T) {
        self.0.insert(index, Arc::new(item));
    }

    /// Removes the item at a position.
    ///
    /// # Panics
    /// Panics if there is no item at the position.
    pub(crate) fn remove(&mut self, index: usize) {
        self.0.remove(index);
    }
}

impl<T: Eq> Default for SharedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Eq> Clone for SharedList<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Eq> FromIterator<T> for SharedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().map(Arc::new).collect())
    }
}

impl<T: Eq> From<Vec<T>> for SharedList<T> {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Eq> Index<usize> for SharedList<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

/// Copies an item of which another list has a share before the item is changed.
impl<T: Eq + Clone> IndexMut<usize> for SharedList<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        Arc::make_mut(&mut self.0[index])
    }
}

impl<'l, T: Eq> IntoIterator for &'l SharedList<T> {
    type Item = &'l T;
    type IntoIter = Items<'l, T>;

    fn into_iter(self) -> Items<'l, T> {
        self.iter()
    }
}

/// The items of a [`SharedList`].
#[derive(Debug, Clone)]
pub struct Items<'l, T>(slice::Iter<'l, Arc<T>>);

impl<'l, T> Iterator for Items<'l, T> {
    type Item = &'l T;

    fn next(&mut self) -> Option<&'l T> {
        self.0.next().map(|item| &**item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for Items<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|item| &**item)
    }
}

impl<T> ExactSizeIterator for Items<'_, T> {}
