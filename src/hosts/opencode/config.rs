//! opencode's configuration, as far as skills depend on it: its files in the tree, merged.

use super::frontmatter::text_of;
use super::options::OpencodeOptions;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::text::jsonc;
use crate::tree::{Entry, Tree, path};

/// The program that `XDG_CONFIG_HOME` and `.config` hold a folder for.
const GLOBAL_FOLDER: &str = "opencode";

/// The project's folder.
const PROJECT_FOLDER: &str = ".opencode";

/// The names of configuration files; the later goes before the earlier. Inference, as all of their order
/// (`docs/hosts/opencode.md#what-is-ours`).
const FILES: [&str; 2] = ["opencode.json", "opencode.jsonc"];

/// The surroundings of a working directory.
pub(super) struct Surroundings<'t> {
    /// The top of the worktree.
    pub(super) worktree: String,
    /// The configuration directories, in the order of the scan.
    pub(super) directories: Vec<ConfigDirectory>,
    /// The files read, for the caller to follow.
    pub(super) files: Vec<Entry<'t>>,
    /// All of them merged.
    pub(super) merged: JsYamlValue,
    /// The files that could not be read.
    pub(super) ignored: Vec<Ignored>,
}

/// A directory that opencode looks for skills, commands and configuration in.
pub(super) struct ConfigDirectory {
    pub(super) path: String,
    /// Whether it is the project's, not the user's.
    pub(super) is_project: bool,
    pub(super) origin: &'static str,
}

/// True if a switch is set. That only these two values count is an inference (`docs/hosts/opencode.md#what-is-ours`).
pub(super) fn is_set(environment: &Environment, variable: &str) -> bool {
    let value = environment.variables.get(variable);
    value.is_some_and(|value| value == "1" || value.eq_ignore_ascii_case("true"))
}

impl<'t> Surroundings<'t> {
    pub(super) fn read(
        tree: &'t Tree,
        environment: &Environment,
        options: &OpencodeOptions,
    ) -> Self {
        let worktree = worktree(tree, environment, options);
        let has_project = !is_set(environment, "OPENCODE_DISABLE_PROJECT_CONFIG");
        let top = worktree.clone();
        let chain: Vec<_> = up_to(&environment.cwd, &top).collect();
        let mut directories: Vec<ConfigDirectory> = Vec::new();
        let mut add = |path: String, is_project, origin| {
            if directories.iter().all(|known| known.path != path) {
                directories.push(ConfigDirectory {
                    path,
                    is_project,
                    origin,
                });
            }
        };
        let global = global(environment);
        if let Some(global) = &global {
            add(global.clone(), false, "user's configuration");
        }
        if has_project {
            for directory in &chain {
                let folder = path::join(directory, PROJECT_FOLDER);
                add(folder, true, "project's configuration");
            }
        }
        if let Some(home) = &environment.home {
            let folder = path::join(home, PROJECT_FOLDER);
            add(folder, false, "user's folder");
        }
        let chosen = environment.variables.get("OPENCODE_CONFIG_DIR");
        let chosen = chosen.filter(|directory| path::check(directory).is_ok());
        if let Some(chosen) = chosen {
            add(chosen.clone(), false, "OPENCODE_CONFIG_DIR");
        }

        let mut surroundings = Self {
            worktree,
            directories,
            files: Vec::new(),
            merged: JsYamlValue::Mapping(Vec::new()),
            ignored: Vec::new(),
        };
        // Lowest precedence first.
        let in_folder = |folder: &str| FILES.map(|file| path::join(folder, file));
        if let Some(global) = &global {
            surroundings.merge_file(tree, &path::join(global, "config.json"));
            for file in in_folder(global) {
                surroundings.merge_file(tree, &file);
            }
        }
        if let Some(file) = environment.variables.get("OPENCODE_CONFIG") {
            let file = path::resolve(&environment.cwd, file);
            surroundings.merge_file(tree, &file);
        }
        if has_project {
            for directory in chain.iter().rev() {
                for file in in_folder(directory) {
                    surroundings.merge_file(tree, &file);
                }
            }
        }
        let folders: Vec<_> = (surroundings.directories.iter())
            .filter(|directory| Some(&directory.path) != global.as_ref())
            .map(|directory| directory.path.clone())
            .collect();
        for folder in folders {
            for file in in_folder(&folder) {
                surroundings.merge_file(tree, &file);
            }
        }
        if let Some(content) = environment.variables.get("OPENCODE_CONFIG_CONTENT") {
            surroundings.merge_text(content, "OPENCODE_CONFIG_CONTENT");
        }
        surroundings
    }

    fn merge_file(&mut self, tree: &'t Tree, path: &str) {
        let Ok(file) = tree.resolve(path) else {
            return;
        };
        if self.files.iter().any(|known| known.id() == file.id()) {
            return;
        }
        self.files.push(file);
        if let Some(contents) = file.contents() {
            self.merge_text(&text_of(contents), path);
        }
    }

    fn merge_text(&mut self, text: &str, path: &str) {
        match js_yaml::json(&jsonc::without_comments(text, true)) {
            Ok(value @ JsYamlValue::Mapping(_)) => self.merged.merge(value),
            Ok(other) => self.ignore(path, format!("it is {}, not an object", other.kind())),
            Err(unread) => self.ignore(path, unread.message),
        }
    }

    fn ignore(&mut self, path: &str, message: String) {
        let field = IgnoredField::new(None, format!("the configuration cannot be read: {message}"));
        self.ignored.push(field.at(path));
    }

    /// The texts of a list of the configuration, by the keys that lead to it.
    pub(super) fn list(&self, keys: &[&str]) -> Vec<&str> {
        let found = keys
            .iter()
            .try_fold(&self.merged, |value, key| value.get(key));
        let items = found.map(JsYamlValue::items).unwrap_or_default();
        items.iter().filter_map(JsYamlValue::text).collect()
    }

    /// The agent that works.
    pub(super) fn agent(options: &OpencodeOptions) -> &str {
        options.agent.as_deref().unwrap_or("build")
    }
}

/// Where the user's configuration is.
pub(super) fn global(environment: &Environment) -> Option<String> {
    let chosen = environment.variables.get("XDG_CONFIG_HOME");
    let base = match chosen.filter(|directory| path::check(directory).is_ok()) {
        Some(directory) => directory.clone(),
        None => path::join(environment.home.as_deref()?, ".config"),
    };
    Some(path::join(&base, GLOBAL_FOLDER))
}

/// The top of the worktree: the nearest directory upwards that holds `.git`, of any kind; `/` without one.
fn worktree(tree: &Tree, environment: &Environment, options: &OpencodeOptions) -> String {
    if let Some(worktree) = &options.worktree {
        return worktree.clone();
    }
    path::ancestors(&environment.cwd)
        .find(|directory| tree.resolve(&path::join(directory, ".git")).is_ok())
        .unwrap_or("/")
        .to_owned()
}

/// The directories from the working directory up to the worktree's top, deepest first.
pub(super) fn up_to<'p>(cwd: &'p str, top: &'p str) -> impl Iterator<Item = &'p str> {
    let outside = !path::is_within(cwd, top);
    path::ancestors(cwd).take_while(move |directory| path::is_within(directory, top) || outside)
}
