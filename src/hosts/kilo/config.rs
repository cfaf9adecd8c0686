//! Kilo's configuration, as far as it concerns skills. The configuration files in the tree are
//! merged (`docs/hosts/kilo.md#where-it-looks`).

use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::text::jsonc;
use crate::tree::{EntryId, Tree, path};

/// The names of Kilo's folders in a project and in the user's home directory, in search order.
pub(super) const FOLDERS: [&str; 2] = [".kilocode", ".kilo"];

/// The names of configuration files. Files with a later name take precedence.
pub(super) const FILES: [&str; 4] = ["opencode.json", "opencode.jsonc", "kilo.json", "kilo.jsonc"];

/// The merged configuration and the directories of a session.
pub(super) struct Surroundings {
    /// The directory whose files Kilo does not trust: the top of the Git worktree, or the working
    /// directory if there is no worktree.
    pub top: String,
    /// True if the working directory is in a Git worktree.
    has_git: bool,
    /// The working directory, then its parents. Kilo searches the folders of other hosts in each of
    /// them.
    pub chain: Vec<String>,
    /// The configuration directories in search order.
    pub directories: Vec<ConfigDirectory>,
    /// The configuration files that exist. The catalog depends on their contents.
    pub files: Vec<EntryId>,
    /// The configuration that results from merging all configuration files.
    merged: JsYamlValue,
    /// The configuration files with their paths and values, from the lowest to the highest
    /// precedence. The flag is true for a file of the user.
    parsed: Vec<(String, bool, JsYamlValue)>,
    /// True if the setting `skills.paths` is from the user's configuration, false if it is from a
    /// project's configuration.
    pub paths_are_of_user: bool,
    /// The reports about configuration files that could not be parsed.
    pub ignored: Vec<Ignored>,
}

/// A directory in which Kilo looks for skills, commands and configuration files.
pub(super) struct ConfigDirectory {
    pub path: String,
    /// True for a directory of the project, false for a directory of the user.
    pub is_project: bool,
    pub origin: &'static str,
}

/// Returns true if an environment variable is set to `1` or `true`.
pub(super) fn is_set(environment: &Environment, variable: &str) -> bool {
    let value = environment.variables.get(variable);
    value.is_some_and(|value| value == "1" || value.eq_ignore_ascii_case("true"))
}

impl Surroundings {
    pub fn read(tree: &Tree, environment: &Environment) -> Self {
        let cwd = environment.cwd.as_str();
        let is_top = |directory: &&str| tree.resolve(&path::join(directory, ".git")).is_ok();
        let worktree = path::ancestors(cwd).find(is_top);
        let up_to = |top: &str| -> Vec<String> {
            let directories = path::ancestors(cwd);
            let directories = directories.take_while(|directory| path::is_within(directory, top));
            directories.map(str::to_owned).collect()
        };
        // Without Git, folders of other hosts are searched only in the working directory, but the program's own folders
        // are searched in all directories above the working directory, too.
        let chain = worktree.map_or_else(|| vec![cwd.to_owned()], up_to);
        let of_program = worktree.map_or_else(|| up_to("/"), up_to);
        let has_project = !is_set(environment, "KILO_DISABLE_PROJECT_CONFIG");
        let home = environment.home.as_deref();
        let global = global(environment);
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
        if let Some(global) = &global {
            add(global.clone(), false, "user's configuration");
        }
        for directory in of_program.iter().filter(|_| has_project) {
            for folder in FOLDERS {
                let is_home = home == Some(directory.as_str());
                add(
                    path::join(directory, folder),
                    !is_home,
                    "project's configuration",
                );
            }
        }
        for folder in FOLDERS {
            if let Some(home) = home {
                add(path::join(home, folder), false, "user's folder");
            }
        }
        let chosen = environment.variables.get("KILO_CONFIG_DIR");
        if let Some(chosen) = chosen.filter(|directory| path::check(directory).is_ok()) {
            add(chosen.clone(), false, "KILO_CONFIG_DIR");
        }
        let mut surroundings = Self {
            top: worktree.unwrap_or(cwd).to_owned(),
            has_git: worktree.is_some(),
            chain,
            directories: Vec::new(),
            files: Vec::new(),
            merged: JsYamlValue::Mapping(Vec::new()),
            parsed: Vec::new(),
            paths_are_of_user: false,
            ignored: Vec::new(),
        };
        // The file with the lowest precedence comes first.
        if let Some(global) = &global {
            surroundings.merge_file(tree, &path::join(global, "config.json"), true);
            surroundings.merge_folder(tree, global, true);
        }
        for directory in of_program.iter().rev().filter(|_| has_project) {
            surroundings.merge_folder(tree, directory, false);
        }
        for directory in &directories {
            if Some(&directory.path) != global.as_ref() {
                surroundings.merge_folder(tree, &directory.path, !directory.is_project);
            }
        }
        surroundings.directories = directories;
        surroundings
    }

    fn merge_folder(&mut self, tree: &Tree, folder: &str, is_of_user: bool) {
        for file in FILES {
            self.merge_file(tree, &path::join(folder, file), is_of_user);
        }
    }

    fn merge_file(&mut self, tree: &Tree, path: &str, is_of_user: bool) {
        let Ok(file) = tree.resolve(path) else {
            return;
        };
        if self.files.contains(&file.id()) {
            return;
        }
        self.files.push(file.id());
        let Some(contents) = file.contents() else {
            return;
        };
        let text = contents.text_lossy();
        let value = js_yaml::json(&jsonc::without_comments(&text, true));
        let problem = match value {
            Ok(value @ JsYamlValue::Mapping(_)) => {
                let paths = value.get("skills").and_then(|skills| skills.get("paths"));
                if paths.is_some() {
                    self.paths_are_of_user = is_of_user;
                }
                self.merged.merge(value.clone());
                self.parsed.push((path.to_owned(), is_of_user, value));
                return;
            }
            Ok(other) => format!("it is {}, not an object", other.kind()),
            Err(unread) => unread.message,
        };
        let message = format!("the configuration cannot be read: {problem}");
        self.ignored.push(IgnoredField::new(None, message).at(path));
    }

    /// Returns the folders in the setting `skills.paths`, as the configuration writes them.
    pub fn paths(&self) -> Vec<&str> {
        let paths = self
            .merged
            .get("skills")
            .and_then(|skills| skills.get("paths"));
        let items = paths.map(JsYamlValue::items).unwrap_or_default();
        items.iter().filter_map(JsYamlValue::text).collect()
    }

    /// Returns the names of the commands that the configuration defines.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        let commands = self.merged.get("command").map(JsYamlValue::entries);
        commands
            .unwrap_or_default()
            .iter()
            .map(|(name, _)| name.as_str())
    }

    /// Returns the merged configuration.
    pub fn merged(&self) -> &JsYamlValue {
        &self.merged
    }

    /// Returns the top of the Git worktree; `None` if the working directory is in no worktree.
    pub fn worktree(&self) -> Option<&str> {
        self.has_git.then_some(self.top.as_str())
    }

    /// Returns the path of the last configuration file that has a value under these keys. Returns
    /// `None` if no file has a value under these keys.
    pub fn source(&self, keys: &[&str]) -> Option<&str> {
        self.last_with(keys).map(|(path, ..)| path.as_str())
    }

    /// Returns true if the user's configuration sets the value under these keys, and false if the
    /// project's configuration sets the value. The last configuration file with a value under these
    /// keys decides. Returns `None` if no file has a value under these keys.
    pub fn is_of_user(&self, keys: &[&str]) -> Option<bool> {
        self.last_with(keys).map(|(_, is_of_user, _)| *is_of_user)
    }

    fn last_with(&self, keys: &[&str]) -> Option<&(String, bool, JsYamlValue)> {
        let mut files = self.parsed.iter().rev();
        files.find(|(.., value)| {
            let found = keys.iter().try_fold(value, |value, key| value.get(key));
            found.is_some()
        })
    }

    /// Returns true if the skill tool leaves out files in `node_modules` below a folder. In a Git
    /// worktree, Kilo writes a `.gitignore` into the project's configuration directories, which
    /// hides these files.
    pub fn ignores_packages(&self, folder: &str) -> bool {
        let mut directories = self
            .directories
            .iter()
            .filter(|directory| directory.is_project);
        self.has_git && directories.any(|directory| path::is_within(folder, &directory.path))
    }

    /// Returns true if a file is in the project's folder. Kilo does not trust files in this folder.
    /// The links in `path` must be resolved.
    pub fn is_of_project(&self, path: &str) -> bool {
        path::is_within(path, &self.top)
    }
}

/// Returns the folder of the user's configuration; `None` if the user's home directory is unknown.
pub(super) fn global(environment: &Environment) -> Option<String> {
    let chosen = environment.variables.get("XDG_CONFIG_HOME");
    let base = match chosen.filter(|directory| path::check(directory).is_ok()) {
        Some(directory) => directory.clone(),
        None => path::join(environment.home.as_deref()?, ".config"),
    };
    Some(path::join(&base, "kilo"))
}
