//! The files of plugins in a tree.

use crate::host::agent_plugins::{MANIFEST, SERVERS};
use crate::tree::{Entry, Tree, path};

/// The beginning of the `$schema` that files of Agent Plugins have, in any version of the specification.
const SCHEMAS: &str = "//agent-plugins.org/schemas/";

/// Returns the files in a folder of Claude Code's plugins that list plugins or their skills.
pub fn lists(folder: Entry<'_>) -> impl Iterator<Item = Entry<'_>> {
    let inside = folder.child(".claude-plugin");
    let names = ["plugin.json", "marketplace.json"];
    (names.into_iter()).filter_map(move |name| inside?.child(name))
}

/// Returns true if a file is the manifest of an Agent Plugin. The file must name the `$schema`, because a file without
/// it may be the manifest of another format.
pub fn is_manifest(file: Entry<'_>) -> bool {
    let text = file.contents().map(|contents| contents.text_lossy());
    may_be_manifest(file) && text.is_some_and(|text| text.contains(SCHEMAS))
}

/// Returns true if a file has the location and the name of a manifest.
pub fn may_be_manifest(file: Entry<'_>) -> bool {
    let is_own_format = |folder: Entry<'_>| folder.name().starts_with('.');
    file.name() == MANIFEST
        && !file.parent().is_some_and(is_own_format)
        && !file.path().contains("/node_modules/")
}

/// Returns true if a path is that of an Agent Plugin's manifest, or of its file of MCP servers.
pub fn is_of_plugin(tree: &Tree, file: &str) -> bool {
    let manifest = path::join(path::parent(file).unwrap_or("/"), MANIFEST);
    matches!(path::file_name(file), MANIFEST | SERVERS)
        && tree.resolve(&manifest).is_ok_and(is_manifest)
}
