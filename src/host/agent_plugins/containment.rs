//! Containment: a file of a plugin must be within the plugin after links are resolved (§4.1).

use crate::tree::{Entry, Tree, path};

/// Returns true if `inner` is within the folder `root` after links are resolved. If `inner` does
/// not exist, its nearest existing ancestor is checked instead.
pub(super) fn is_inside(tree: &Tree, root: &str, inner: &str) -> bool {
    let root = tree.resolve(root).map(Entry::path);
    let mut existing = path::ancestors(inner).filter_map(|it| tree.resolve(it).ok());
    match (root, existing.next()) {
        (Ok(root), Some(entry)) => path::is_within(&entry.path(), &root),
        _ => false,
    }
}
