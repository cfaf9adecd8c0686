//! Command files. If a command and a skill have the same name, a user who types it invokes the
//! command. The model can also call commands with the skill tool
//! (`docs/hosts/qwen-code.md#typed-names`).

use std::collections::BTreeMap;

use super::frontmatter;
use super::names::FOLDER;
use super::settings::Settings;
use crate::host::scan::{self, Limits, Wanted};
use crate::model::environment::Environment;
use crate::text::js::trim;
use crate::tree::{Contents, Tree, path};

/// The maximum number of directories that are searched for command files in one folder. No host has
/// this limit.
const MAX_DIRECTORIES: usize = 2000;

/// The extension of command files.
const ENDING: &str = ".md";

/// Returns the paths of all command files, by the name of the command. The name contains the
/// folders above the file, separated by colons.
pub(super) fn all(
    tree: &Tree,
    environment: &Environment,
    settings: &Settings,
) -> BTreeMap<String, String> {
    let mut commands = BTreeMap::new();
    let project = path::join(&environment.cwd, FOLDER);
    for folder in settings.home.iter().chain([&project]) {
        let root = path::join(folder, "commands");
        let Ok(directory) = tree.resolve(&root) else {
            continue;
        };
        let limits = Limits {
            directories: MAX_DIRECTORIES,
            link_files: true,
            ..Limits::default()
        };
        let walk = scan::walk(directory, &root, Wanted::Ending(ENDING), &limits);
        for found in walk.found {
            let name = found.discovered_path.strip_prefix(&root);
            let name = name.and_then(|name| name.strip_prefix('/')?.strip_suffix(ENDING));
            if let Some(name) = name {
                commands.insert(name.replace('/', ":"), found.path);
            }
        }
    }
    commands
}

/// Returns the text of a command file after its frontmatter, with `{{args}}` replaced by the
/// arguments of the command.
pub(super) fn text(contents: &Contents, arguments: &str) -> String {
    let text = contents.text_with_line_feeds();
    let body = frontmatter::split(&text).map_or(trim(&text), |split| split.body);
    body.replace("{{args}}", arguments)
}
