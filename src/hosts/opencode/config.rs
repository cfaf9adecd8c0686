//! opencode's configuration, as far as it concerns skills. The configuration files in the tree are
//! merged.

use super::frontmatter::text_of;
use super::options::OpencodeOptions;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::text::jsonc;
use crate::tree::{Entry, Tree, path};

/// The name of opencode's folder in `XDG_CONFIG_HOME` or `~/.config`.
const GLOBAL_FOLDER: &str = "opencode";

/// The name of opencode's folder in a project.
const PROJECT_FOLDER: &str = ".opencode";

/// The names of configuration files in a folder. If a folder has both files, `opencode.jsonc` takes
/// precedence. This precedence is an assumption of Skillglass
/// (`docs/hosts/opencode.md#what-is-ours`).
const FILES: [&str; 2] = ["opencode.json", "opencode.jsonc"];

/// The merged configuration and the directories of a session.
pub(super) struct Surroundings<'t> {
    /// The top directory of the Git worktree.
    pub(super) worktree: String,
    /// The configuration directories in search order.
    pub(super) directories: Vec<ConfigDirectory>,
    /// The configuration files that exist. The catalog depends on their contents.
    pub(super) files: Vec<Entry<'t>>,
    /// The configuration that results from merging all configuration files.
    pub(super) merged: JsYamlValue,
    /// The configuration files with their paths and values, from the lowest to the highest
    /// precedence.
    parsed: Vec<(String, JsYamlValue)>,
    /// The user's home directory.
    pub(super) home: Option<String>,
    /// The reports about configuration files that could not be parsed.
    pub(super) ignored: Vec<Ignored>,
}

/// A directory in which opencode looks for skills, commands and configuration files.
pub(super) struct ConfigDirectory {
    pub(super) path: String,
    /// True for a directory of the project, false for a directory of the user.
    pub(super) is_project: bool,
    pub(super) origin: &'static str,
}

/// Returns true if an environment variable is set to `1` or `true`. No source confirms that
/// opencode accepts exactly these two values (`docs/hosts/opencode.md#what-is-ours`).
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
            parsed: Vec::new(),
            home: environment.home.clone(),
            ignored: Vec::new(),
        };
        // The file with the lowest precedence comes first.
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
            Ok(value @ JsYamlValue::Mapping(_)) => {
                self.merged.merge(value.clone());
                self.parsed.push((path.to_owned(), value));
            }
            Ok(other) => self.ignore(path, format!("it is {}, not an object", other.kind())),
            Err(unread) => self.ignore(path, unread.message),
        }
    }

    fn ignore(&mut self, path: &str, message: String) {
        let field = IgnoredField::new(None, format!("the configuration cannot be read: {message}"));
        self.ignored.push(field.at(path));
    }

    /// Returns the texts of a list in the merged configuration. `keys` is the path to the list.
    pub(super) fn list(&self, keys: &[&str]) -> Vec<&str> {
        let found = keys
            .iter()
            .try_fold(&self.merged, |value, key| value.get(key));
        let items = found.map(JsYamlValue::items).unwrap_or_default();
        items.iter().filter_map(JsYamlValue::text).collect()
    }

    /// Returns the path of the last configuration file that has a value at this path of nested keys;
    /// `None` if no file has such a value.
    pub(super) fn source(&self, keys: &[&str]) -> Option<&str> {
        let mut files = self.parsed.iter().rev();
        let has = |value: &JsYamlValue| {
            let found = keys.iter().try_fold(value, |value, key| value.get(key));
            found.is_some()
        };
        files.find_map(|(path, value)| has(value).then_some(path.as_str()))
    }

    /// Returns the name of the active agent.
    pub(super) fn agent(options: &OpencodeOptions) -> &str {
        options.agent.as_deref().unwrap_or("build")
    }
}

/// Returns the folder of the user's configuration; `None` if the user's home directory is unknown.
pub(super) fn global(environment: &Environment) -> Option<String> {
    let chosen = environment.variables.get("XDG_CONFIG_HOME");
    let base = match chosen.filter(|directory| path::check(directory).is_ok()) {
        Some(directory) => directory.clone(),
        None => path::join(environment.home.as_deref()?, ".config"),
    };
    Some(path::join(&base, GLOBAL_FOLDER))
}

/// Returns the top directory of the Git worktree: the working directory, or its nearest parent,
/// that contains `.git`. Returns `/` if there is none.
fn worktree(tree: &Tree, environment: &Environment, options: &OpencodeOptions) -> String {
    if let Some(worktree) = &options.worktree {
        return worktree.clone();
    }
    path::ancestors(&environment.cwd)
        .find(|directory| tree.resolve(&path::join(directory, ".git")).is_ok())
        .unwrap_or("/")
        .to_owned()
}

/// Returns the working directory and its parent directories up to `top`, the nearest first. If the
/// working directory is not in `top`, returns the working directory and all its parent directories.
pub(super) fn up_to<'p>(cwd: &'p str, top: &'p str) -> impl Iterator<Item = &'p str> {
    let outside = !path::is_within(cwd, top);
    path::ancestors(cwd).take_while(move |directory| path::is_within(directory, top) || outside)
}
