//! Reads plugin manifests in the directories above a skill. A manifest gives the skill's name a
//! namespace.

use serde::Deserialize;

use super::editions::CodexEdition;
use crate::hashing::HashMap;
use crate::tree::{Entry, EntryId, Tree};

/// The file name of a plugin's manifest.
const MANIFEST: &str = "plugin.json";

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    name: String,
}

/// Returns the existing manifests of `directory`, in the edition's order of manifest folders. A
/// manifest may give a namespace to the skills below the directory.
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
    // The path is resolved only if the directory has such a folder, to save time.
    directory.child(folder)?;
    let path = crate::tree::path::join(&directory.path(), &format!("{folder}/{MANIFEST}"));
    tree.resolve(&path).ok()
}

/// Finds the namespaces of skills, and caches the namespace of each directory.
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
            known: HashMap::default(),
        }
    }

    /// Returns the namespace of a file: the name of the plugin in the nearest directory above. None
    /// if no directory above has a plugin (`docs/hosts/codex.md#plugin-namespaces`).
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
        // Only the first manifest of a directory is read, even if that manifest is broken.
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
