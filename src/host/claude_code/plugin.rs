//! Plugins: what their manifests say of skills and commands, and the folders among skills that are plugins.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Edition, SKILL_FILE};
use crate::environment::Environment;
use crate::path;
use crate::tree::{Entry, EntryKind, Tree};

/// A plugin's manifest, seen from its root.
const MANIFEST: &str = ".claude-plugin/plugin.json";

/// What a plugin is called that lies among skills (host facts A1).
const AMONG_SKILLS: &str = "skills-dir";

/// A plugin with its directories.
#[derive(Debug, Clone)]
pub(super) struct Plugin {
    /// Such as `name@marketplace`.
    pub id: String,
    /// The first part of its skills' names.
    pub name: String,
    /// Its directory.
    pub root: String,
    /// Where it keeps data.
    pub data: Option<String>,
    /// The user's values for its options.
    pub config: BTreeMap<String, String>,
    /// Its directories of skills, or single skills' folders, in order.
    pub skills: Vec<String>,
    /// Its directories of commands, or single files, in order.
    pub commands: Vec<String>,
    /// Whether its root is the one skill that it has.
    pub single: bool,
}

/// The plugins that the caller names.
pub(super) fn installed(tree: &Tree, environment: &Environment) -> Vec<Plugin> {
    let plugins = environment.plugins.iter().map(|given| {
        let name = given.id.split('@').next().unwrap_or(&given.id);
        let mut plugin = Plugin::read(tree, &given.root, name);
        plugin.id.clone_from(&given.id);
        plugin.data.clone_from(&given.data);
        plugin.config.clone_from(&given.config);
        if let Some(skills) = &given.skills {
            plugin.skills[0].clone_from(skills);
        }
        if let Some(listed) = &given.listed {
            let root = &plugin.root;
            plugin.skills = listed
                .iter()
                .map(|folder| path::resolve(root, folder))
                .collect();
            plugin.single = false;
        }
        plugin
    });
    plugins.collect()
}

/// The folders of a directory of skills that are plugins (host facts A1).
pub(super) fn among_skills(tree: &Tree, directory: &str, edition: &Edition) -> Vec<Plugin> {
    let Some(entry) = tree
        .resolve(directory)
        .ok()
        .filter(|_| edition.plugins_among_skills)
    else {
        return Vec::new();
    };
    let folders = entry
        .children()
        .map(|child| path::join(directory, child.name()));
    folders
        .filter(|folder| is_file(tree, &path::join(folder, MANIFEST)))
        .map(|folder| {
            let mut plugin = Plugin::read(tree, &folder, path::file_name(&folder));
            plugin.id = format!("{}@{AMONG_SKILLS}", plugin.name);
            plugin
        })
        .collect()
}

/// Whether a folder is a plugin's.
pub(super) fn is_plugin(tree: &Tree, folder: Entry<'_>) -> bool {
    folder.child(".claude-plugin").is_some() && is_file(tree, &path::join(&folder.path(), MANIFEST))
}

/// The manifest's file in the tree, read or not.
pub(super) fn manifest<'t>(tree: &'t Tree, root: &str) -> Option<Entry<'t>> {
    tree.resolve(&path::join(root, MANIFEST)).ok()
}

fn is_file(tree: &Tree, path: &str) -> bool {
    tree.resolve(path)
        .is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
}

impl Plugin {
    fn read(tree: &Tree, root: &str, name: &str) -> Self {
        let manifest: Value = manifest(tree, root)
            .and_then(Entry::contents)
            .and_then(|contents| serde_json::from_slice(contents.bytes()).ok())
            .unwrap_or_default();
        let name = manifest["name"].as_str().unwrap_or(name);
        let inside = |paths: Vec<&str>| -> Vec<String> {
            let paths = paths.into_iter().filter(|path| may_be_listed(path));
            paths.map(|path| path::resolve(root, path)).collect()
        };
        // What the manifest lists is added to the default directory of skills, and replaces that of commands.
        let mut skills = vec![path::join(root, "skills")];
        skills.extend(inside(texts(&manifest["skills"])));
        let commands = match &manifest["commands"] {
            Value::Null => vec![path::join(root, "commands")],
            commands => inside(texts(commands)),
        };
        let single = is_file(tree, &path::join(root, SKILL_FILE))
            && tree.resolve(&skills[0]).is_err()
            && manifest["skills"].is_null();
        Self {
            id: name.to_owned(),
            name: name.to_owned(),
            root: root.to_owned(),
            data: None,
            config: BTreeMap::new(),
            skills,
            commands,
            single,
        }
    }
}

/// Paths in a manifest start with `./`, or are the root itself (host facts A1).
fn may_be_listed(path: &str) -> bool {
    path == "." || path.starts_with("./")
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Every plugin, those among skills included.
pub(super) fn all(tree: &Tree, environment: &Environment, edition: &Edition) -> Vec<Plugin> {
    let mut plugins = installed(tree, environment);
    let homes = environment.home.iter().chain([&environment.cwd]);
    for directory in homes {
        let skills = path::join(directory, super::discover::SKILLS);
        plugins.extend(among_skills(tree, &skills, edition));
    }
    plugins
}
