//! Plugin manifests above a skill, which give its name a namespace.

use std::collections::HashMap;

use serde::Deserialize;

use super::editions::CodexEdition;
use crate::tree::{Entry, EntryId, Tree};

/// The name of a manifest in its folder.
const MANIFEST: &str = "plugin.json";

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    name: String,
}

/// Returns the manifest files that could apply to the entries of `directory`.
pub(super) fn manifests<'t>(
    tree: &'t Tree,
    directory: Entry<'t>,
    edition: &CodexEdition,
) -> impl Iterator<Item = Entry<'t>> {
    edition
        .manifest_folders
        .iter()
        .filter_map(move |folder| manifest(tree, directory, folder))
}

fn manifest<'t>(tree: &'t Tree, directory: Entry<'t>, folder: &str) -> Option<Entry<'t>> {
    // Only directories with such an entry are resolved.
    directory.child(folder)?;
    let path = crate::tree::path::join(&directory.path(), &format!("{folder}/{MANIFEST}"));
    tree.resolve(&path).ok()
}

/// A cache of the namespaces of directories.
pub(super) struct Namespaces<'t> {
    tree: &'t Tree,
    edition: &'t CodexEdition,
    known: HashMap<EntryId, Option<String>>,
}

impl<'t> Namespaces<'t> {
    pub fn new(tree: &'t Tree, edition: &'t CodexEdition) -> Self {
        Self {
            tree,
            edition,
            known: HashMap::new(),
        }
    }

    /// Returns the name of the nearest plugin above an entry (`docs/hosts/codex.md#plugin-namespaces`).
    pub fn of(&mut self, entry: Entry<'t>) -> Option<String> {
        let mut asked = Vec::new();
        let mut namespace = None;
        for directory in std::iter::successors(entry.parent(), |entry| entry.parent()) {
            if let Some(known) = self.known.get(&directory.id()) {
                namespace = known.clone();
                break;
            }
            asked.push(directory.id());
            namespace = self.at(directory);
            if namespace.is_some() {
                break;
            }
        }
        for directory in asked {
            self.known.insert(directory, namespace.clone());
        }
        namespace
    }

    fn at(&self, directory: Entry<'t>) -> Option<String> {
        // A broken manifest hides the others at its level.
        let manifest = manifests(self.tree, directory, self.edition)
            .find(|manifest| matches!(manifest.kind(), crate::tree::EntryKind::File(_)))?;
        let manifest: Manifest = serde_json::from_slice(manifest.contents()?.bytes()).ok()?;
        Some(if manifest.name.trim().is_empty() {
            directory.name().to_owned()
        } else {
            manifest.name
        })
    }
}
