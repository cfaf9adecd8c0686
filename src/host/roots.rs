//! Discovery by roots: a walk below each, and an explanation of every skill file that no walk found and
//! of every Markdown file right in a root.

use crate::host::scan::{self, Reasons, Walk};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::skill::SkillKind;
use crate::tree::skill_file::is_skill_file;
use crate::tree::{Entry, EntryKind, Tree};

/// Walks the roots in their order. A root whose path an earlier one has is not walked again.
///
/// `explain` gets the path of a file, the reason, the path of the root whose walk passed it over, and all roots.
pub(crate) fn discover(
    tree: &Tree,
    roots: Vec<Root>,
    walk: impl Fn(Entry<'_>, &str) -> Walk,
    explain: impl Fn(&str, LeftOutReason, Option<&str>, &[Root]) -> LeftOut,
) -> Discovery {
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    for (index, mut root) in roots.into_iter().enumerate() {
        let mut earlier = discovery.roots.iter();
        if earlier.any(|earlier| earlier.path == root.path) {
            root.status = RootStatus::Duplicate;
        }
        match tree.resolve(&root.path) {
            _ if root.status != RootStatus::Scanned => {}
            Err(_) => root.status = RootStatus::Missing,
            Ok(directory) if directory.kind() != EntryKind::Directory => {
                root.status = RootStatus::NotADirectory;
            }
            Ok(directory) => {
                let walk = walk(directory, &root.path);
                root.directories = walk.directories;
                root.candidates = walk.found.len();
                reasons.note(&walk, index);
                let candidates = walk.found.into_iter().map(|found| Candidate {
                    found,
                    scope: root.scope,
                    root: root.path.clone(),
                    plugin_id: None,
                    kind: SkillKind::Skill,
                    side: None,
                });
                discovery.candidates.extend(candidates);
            }
        }
        discovery.roots.push(root);
    }
    let roots = &discovery.roots;
    for (entry, reason, root) in reasons.left_out(tree, is_skill_file) {
        let root = root.map(|root| roots[root].path.as_str());
        let left_out = explain(&entry.path(), reason, root, roots);
        discovery.left_out.push(left_out);
    }
    for (file, root) in scan::flat_files(tree, &discovery.roots) {
        let root = Some(root.path.as_str());
        let flat = LeftOutReason::FlatFile;
        let left_out = explain(&file.path(), flat, root, &discovery.roots);
        discovery.left_out.push(left_out);
    }
    discovery
}
