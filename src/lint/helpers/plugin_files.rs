//! The files of plugins in a tree.

use crate::host::agent_plugins::{MANIFEST, SERVERS};
use crate::tree::{Entry, Tree, path};

/// The part of the `$schema` address that is the same in all versions of the Agent Plugins
/// specification.
const SCHEMAS: &str = "//agent-plugins.org/schemas/";

/// Returns the files of a Claude Code plugin that list plugins or skills: `plugin.json` and
/// `marketplace.json`.
pub fn lists(folder: Entry<'_>) -> impl Iterator<Item = Entry<'_>> {
    let inside = folder.child(".claude-plugin");
    let names = ["plugin.json", "marketplace.json"];
    (names.into_iter()).filter_map(move |name| inside?.child(name))
}

/// Returns true if a file is the manifest of an Agent Plugin. The file must contain the `$schema`
/// of the specification, because other formats use the same file name.
pub fn is_manifest(file: Entry<'_>) -> bool {
    let text = file.contents().map(|contents| contents.text_lossy());
    may_be_manifest(file) && text.is_some_and(|text| text.contains(SCHEMAS))
}

/// Returns true if a file has the name of an Agent Plugin's manifest, in a location where such a
/// manifest may be.
pub fn may_be_manifest(file: Entry<'_>) -> bool {
    let is_own_format = |folder: Entry<'_>| folder.name().starts_with('.');
    file.name() == MANIFEST
        && !file.parent().is_some_and(is_own_format)
        && !file.path().contains("/node_modules/")
}

/// Returns true if a file is an Agent Plugin's manifest, or the file that lists the plugin's MCP
/// servers.
pub fn is_of_plugin(tree: &Tree, file: &str) -> bool {
    let manifest = path::join(path::parent(file).unwrap_or("/"), MANIFEST);
    matches!(path::file_name(file), MANIFEST | SERVERS)
        && tree.resolve(&manifest).is_ok_and(is_manifest)
}
