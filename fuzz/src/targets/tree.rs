//! Operations on the tree: a refused one changes nothing, and the same entries in another order are the same tree.

use std::collections::BTreeMap;

use skillglass::tree::{Contents, Entry, EntryKind, Tree, path};

use crate::input::Input;

const WORDS: &[&str] = &[
    "/", "/a", "/b", "/a/b", "..", "/..", ".", "//", "/link", "/link/b", "/ü", "/a/b/c/d",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let mut tree = Tree::new();
    while !input.is_empty() {
        let before = (tree.entries().count(), tree.revision());
        let operation = input.below(6);
        let at = input.text();
        let outcome = match operation {
            0 => {
                let contents = Contents::from(input.contents());
                let outcome = tree.write(&at, Some(contents.clone()));
                if outcome.is_ok() {
                    assert_eq!(tree.entry(&at).and_then(Entry::contents), Some(&contents));
                }
                outcome
            }
            1 => tree.write(&at, None),
            2 => tree.make_directory(&at),
            3 => tree.link(&at, &input.text()),
            4 => {
                let removed = tree.remove(&at);
                assert_eq!(before.0 - removed, tree.entries().count());
                assert!(at == "/" || tree.entry(&at).is_none());
                continue;
            }
            _ => {
                look(&tree, &at);
                continue;
            }
        };
        match outcome {
            Ok(()) => assert!(
                path::check(&at).is_ok() && tree.entry(&at).is_some(),
                "{at:?}"
            ),
            Err(refused) => {
                assert_eq!(refused.path, at);
                assert_eq!(
                    (tree.entries().count(), tree.revision()),
                    before,
                    "{refused:?}"
                );
            }
        }
    }
    holds(&tree);
    assert_eq!(shown(&tree), shown(&put_backwards(&tree)));
}

/// Resolves any text as a path, on its own and relative to another path.
fn look(tree: &Tree, at: &str) {
    if let Ok(entry) = tree.resolve(at) {
        assert!(!matches!(entry.kind(), EntryKind::Link(_)), "{at:?}");
    }
    let resolved = path::resolve("/a/b", at);
    assert_eq!(path::resolve("/a/b", &resolved), resolved, "{at:?}");
    assert!(path::ancestors(&resolved).last().is_some());
    assert!(path::is_within(&resolved, "/"), "{resolved:?}");
}

/// Checks that every entry is found by its path, its id and its parent.
fn holds(tree: &Tree) {
    for entry in tree.entries() {
        let path = entry.path();
        assert_eq!(
            tree.entry(&path).map(Entry::id),
            Some(entry.id()),
            "{path:?}"
        );
        assert_eq!(tree.by_id(entry.id()).map(Entry::path), Some(path.clone()));
        if path != "/" {
            let parent = entry.parent().expect("all but the root have one");
            assert_eq!(
                parent.child(entry.name()).map(Entry::id),
                Some(entry.id()),
                "{path:?}"
            );
        }
        let names: Vec<_> = entry.children().map(Entry::name).collect();
        assert!(names.is_sorted(), "{names:?}");
        let _ = entry.follow();
    }
}

/// Returns every entry by its path, with its target.
fn shown(tree: &Tree) -> BTreeMap<String, (String, Option<String>)> {
    let entries = tree.entries().map(|entry| {
        let leads_to = tree.resolve(&entry.path()).ok().map(Entry::path);
        (entry.path(), (format!("{:?}", entry.kind()), leads_to))
    });
    entries.collect()
}

fn put_backwards(tree: &Tree) -> Tree {
    let mut other = Tree::new();
    let mut entries: Vec<_> = tree.entries().collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.path()));
    for entry in entries {
        let outcome = match entry.kind() {
            EntryKind::Directory => other.make_directory(&entry.path()),
            EntryKind::File(contents) => other.write(&entry.path(), contents.cloned()),
            EntryKind::Link(target) => other.link(&entry.path(), target),
        };
        outcome.expect("it is in a tree already");
    }
    other
}
