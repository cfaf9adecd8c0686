//! Reads plugins: the folders of skills and commands in their manifests, and the plugins inside of
//! folders of skills.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::editions::{ClaudeCode, ClaudeCodeEdition, ID, PluginStyle};
use super::names::SKILLS;
use super::settings;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Contents, Entry, EntryId, EntryKind, Tree, path};

/// The path of a plugin's manifest, relative to the plugin's root.
const MANIFEST: &str = ".claude-plugin/plugin.json";

/// The folder that contains a plugin's manifest.
const MANIFEST_FOLDER: &str = ".claude-plugin";

/// The segment after `@` in the id of a plugin that is inside of a folder of skills. In other ids,
/// the marketplace's name follows the `@` (docs/hosts/claude-code.md#plugins).
const AMONG_SKILLS: &str = "skills-dir";

/// A plugin, and the directories of its skills and commands.
#[derive(Debug, Clone)]
pub(super) struct Plugin {
    /// The plugin's id, such as `name@marketplace`.
    pub id: String,
    /// The plugin's name, which is the first segment of its skills' names.
    pub name: String,
    /// The absolute path of the plugin's directory.
    pub root: String,
    /// The directory in which the plugin stores its data. None if it is not known.
    pub data: Option<String>,
    /// The user's values for the plugin's options, by the option's name.
    pub config: BTreeMap<String, String>,
    /// The directory that is searched for skills. None if the plugin's marketplace lists the skill
    /// folders instead.
    pub scanned: Option<String>,
    /// The directories that the manifest or the marketplace lists, in order. Each directory
    /// contains skills, or is the folder of a single skill.
    pub listed: Vec<String>,
    /// The paths of directories with commands, and of single command files, in order.
    pub commands: Vec<String>,
    /// True if the plugin's directory itself is the plugin's only skill.
    pub single: bool,
    /// True if Claude Code drops the plugin because its manifest is faulty.
    pub broken: bool,
    /// The fields of the manifest that Claude Code ignores because they are invalid.
    pub ignored: Vec<Ignored>,
}

/// Returns the plugins that are installed in Claude Code.
pub(super) fn installed(
    tree: &Tree,
    environment: &Environment,
    edition: &ClaudeCodeEdition,
) -> Vec<Plugin> {
    let plugins = environment.plugins_of(ID).map(|given| {
        let name = given.id.split('@').next().unwrap_or(&given.id);
        let mut plugin = Plugin::read(tree, &given.root, name, edition);
        plugin.id.clone_from(&given.id);
        plugin.data.clone_from(&given.data);
        plugin.config.clone_from(&given.config);
        if let Some(skills) = &given.skills {
            plugin.single &= tree.resolve(skills).is_err();
            plugin.scanned = Some(skills.clone());
        }
        if let Some(listed) = &given.listed {
            let folders = listed.iter();
            plugin.listed = folders
                .map(|folder| path::resolve(&plugin.root, folder))
                .collect();
            plugin.scanned = None;
            plugin.single = false;
        }
        plugin
    });
    plugins.collect()
}

/// Returns the plugins inside of a folder of skills. A subfolder is a plugin if it contains a
/// plugin's manifest (docs/hosts/claude-code.md#plugins).
pub(super) fn among_skills(
    tree: &Tree,
    directory: &str,
    edition: &ClaudeCodeEdition,
) -> Vec<Plugin> {
    let Some(entry) = tree
        .resolve(directory)
        .ok()
        .filter(|_| edition.plugins_among_skills)
    else {
        return Vec::new();
    };
    plugins_in(tree, entry)
        .map(|(child, _)| {
            let folder = path::join(directory, child.name());
            let mut plugin = Plugin::read(tree, &folder, child.name(), edition);
            plugin.id = format!("{}@{AMONG_SKILLS}", plugin.name);
            plugin
        })
        .collect()
}

/// Returns the ids of the plugin folders inside of a folder of skills. Links are resolved.
pub(super) fn folders(tree: &Tree, skills: Entry<'_>) -> Vec<EntryId> {
    plugins_in(tree, skills)
        .map(|(_, folder)| folder.id())
        .collect()
}

/// Returns the plugins inside of a folder of skills, as pairs of entries. The first entry of a pair
/// is a folder or a link. The second entry is the plugin's folder after links are resolved.
fn plugins_in<'t>(
    tree: &'t Tree,
    skills: Entry<'t>,
) -> impl Iterator<Item = (Entry<'t>, Entry<'t>)> {
    skills
        .children()
        .filter_map(|child| Some((child, child.follow().ok()?)))
        // This check precedes the next check, because it is cheap and most folders are not plugins.
        .filter(|(_, folder)| folder.child(MANIFEST_FOLDER).is_some())
        .filter(|(_, folder)| is_file(tree, &path::join(&folder.path(), MANIFEST)))
}

/// Returns the manifest in a plugin's directory. None if there is no manifest. The contents of the
/// file may not be available.
pub(super) fn manifest<'t>(tree: &'t Tree, root: &str) -> Option<Entry<'t>> {
    tree.resolve(&path::join(root, MANIFEST)).ok()
}

fn is_file(tree: &Tree, path: &str) -> bool {
    tree.resolve(path)
        .is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
}

impl Plugin {
    fn read(tree: &Tree, root: &str, name: &str, edition: &ClaudeCodeEdition) -> Self {
        let mut reader = ManifestReader {
            root,
            edition,
            path: path::join(root, MANIFEST),
            ignored: Vec::new(),
        };
        let members = manifest(tree, root)
            .and_then(Entry::contents)
            .map(|contents| reader.members(contents))
            .unwrap_or_default();
        let name = match members.get("name") {
            Some(Value::String(given)) if !given.trim().is_empty() => given.trim(),
            None => name,
            Some(_) => {
                reader.ignore(Some("name"), "must be a text");
                name
            }
        };
        // A name with whitespace is invalid (recorded).
        let is_named = manifest(tree, root).is_none()
            || members
                .get("name")
                .and_then(Value::as_str)
                .is_some_and(|name| !name.is_empty() && !name.contains(char::is_whitespace));
        let scanned = path::join(root, "skills");
        let skills = reader.paths(&members, "skills");
        // The skills that the manifest lists are added to the skills in the default directory. The
        // commands that the manifest lists replace the commands in the default directory.
        let commands = reader.paths(&members, "commands");
        let single = is_file(tree, &path::join(root, SKILL_FILE))
            && tree.resolve(&scanned).is_err()
            && skills.is_none();
        Self {
            id: name.to_owned(),
            name: name.to_owned(),
            root: root.to_owned(),
            data: None,
            config: BTreeMap::new(),
            scanned: Some(scanned),
            listed: skills.unwrap_or_default(),
            commands: commands.unwrap_or_else(|| vec![path::join(root, "commands")]),
            single,
            broken: edition.plugins == PluginStyle::Strict
                && (!is_named || !reader.ignored.is_empty()),
            ignored: reader.ignored,
        }
    }
}

/// A reader of a plugin's manifest. The reader records the faults that Claude Code finds in the
/// manifest.
struct ManifestReader<'r> {
    root: &'r str,
    edition: &'r ClaudeCodeEdition,
    path: String,
    ignored: Vec<Ignored>,
}

impl ManifestReader<'_> {
    fn ignore(&mut self, field: Option<&str>, message: impl Into<String>) {
        self.ignored.push(Ignored {
            path: self.path.clone(),
            field: field.map(str::to_owned),
            message: message.into(),
            place: None,
        });
    }

    fn members(&mut self, contents: &Contents) -> Map<String, Value> {
        let text = contents.text_lossy();
        match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(Value::Object(members)) => members,
            Ok(_) => {
                self.ignore(None, "the manifest is not an object");
                Map::new()
            }
            Err(error) => {
                self.ignore(None, format!("the manifest is not JSON: {error}"));
                Map::new()
            }
        }
    }

    /// Returns the paths in a field of the manifest, which has one path or a list of paths. Invalid
    /// paths are recorded as ignored, and are not returned. None if the field is missing or null.
    fn paths(&mut self, members: &Map<String, Value>, field: &str) -> Option<Vec<String>> {
        let values = match members.get(field)? {
            Value::Null => return None,
            Value::Array(values) => &values[..],
            value => std::slice::from_ref(value),
        };
        // A path begins with `./`. In some editions the field `skills` may also contain `.`, which
        // means the plugin's root (docs/hosts/claude-code.md#plugins).
        let takes_root = self.edition.lists_plugin_roots && field == "skills";
        let climbs = |path: &str| path.split('/').any(|part| part == "..");
        let may_be_listed = |path: &&str| {
            (path.starts_with("./") || takes_root && *path == ".")
                && !(self.edition.plugins == PluginStyle::Strict && climbs(path))
        };
        let mut paths = Vec::new();
        for value in values {
            match value.as_str().filter(may_be_listed) {
                Some(path) => paths.push(path::resolve(self.root, path)),
                None => self.ignore(
                    Some(field),
                    format!("must be a path that starts with ./ (given: {value})"),
                ),
            }
        }
        Some(paths)
    }
}

/// Returns all plugins, including plugins inside of folders of skills, and plugins that Claude Code
/// drops.
pub(super) fn all(tree: &Tree, environment: &Environment, setup: &ClaudeCode) -> Vec<Plugin> {
    let edition = setup.edition;
    let mut plugins = installed(tree, environment, edition);
    let managed = settings::managed_directory(&setup.options);
    let homes = [managed].into_iter().chain(environment.home.as_deref());
    for directory in homes.chain([environment.cwd.as_str()]) {
        let skills = path::join(directory, SKILLS);
        plugins.extend(among_skills(tree, &skills, edition));
    }
    plugins
}
