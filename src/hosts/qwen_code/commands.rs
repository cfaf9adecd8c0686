//! Commands in files. If a user types a name that a command and a skill share, the command takes precedence. The model
//! can also call commands with the tool for skills (`docs/hosts/qwen-code.md#typed-names`).

use std::collections::BTreeMap;

use super::frontmatter;
use super::names::FOLDER;
use super::settings::Settings;
use crate::host::scan::{self, Limits, Wanted};
use crate::model::environment::Environment;
use crate::text::js::trim;
use crate::tree::{Contents, Tree, path};

/// The largest number of directories that are searched for commands in one folder. The limit is ours.
const MAX_DIRECTORIES: usize = 2000;

/// The ending of the files of commands.
const ENDING: &str = ".md";

/// Returns the path of each command's file, by the command's name. The folders above the file are parts of the name,
/// separated by colons.
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

/// Returns the text of a command with its arguments inserted.
pub(super) fn text(contents: &Contents, arguments: &str) -> String {
    let text = contents.text_with_line_feeds();
    let body = frontmatter::split(&text).map_or(trim(&text), |split| split.body);
    body.replace("{{args}}", arguments)
}
