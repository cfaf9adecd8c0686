//! Agent Plugins, and the packages of JavaScript that bring skills along (`docs/hosts/cline.md#agent-plugins`).

use std::collections::HashSet;

use super::left_out::{DUPLICATE_PLUGIN, REJECTED, SWITCHED_OFF};
use super::settings::{Settings, folder, json};
use crate::host::roots::OffReason;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::sort;
use crate::text::collation;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The path of the user's Agent Plugins in the home.
const PLUGINS: &str = ".agents/plugins";

/// The file that makes a folder an Agent Plugin.
const MANIFEST: &str = "plugin.json";

/// The value of `$schema` in a manifest.
const SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/// The largest number of characters in a plugin's name.
const MAX_NAME: usize = 64;

/// The fields of a manifest whose value must be text.
const TEXTS: [&str; 5] = [
    "version",
    "description",
    "homepage",
    "repository",
    "license",
];

/// An installed Agent Plugin.
pub(super) struct AgentPlugin {
    /// The name; for a plugin without a valid manifest the folder's name.
    pub name: String,
    /// The path of its folder of skills.
    pub skills: String,
    /// The path of the plugin, without links.
    pub root: String,
    /// The reason why no skill of the plugin loads.
    pub off: Option<OffReason>,
}

/// The installed Agent Plugins in order, and the files that were read to find them.
#[derive(Default)]
pub(super) struct AgentPlugins {
    pub all: Vec<AgentPlugin>,
    /// The faults of manifests.
    pub ignored: Vec<Ignored>,
    pub files: Vec<EntryId>,
}

impl AgentPlugins {
    pub fn read(tree: &Tree, environment: &Environment, settings: &Settings) -> Self {
        let mut plugins = Self::default();
        let home = environment.home.as_deref();
        let directory = home.and_then(|home| tree.resolve(&path::join(home, PLUGINS)).ok());
        let folders = directory.into_iter().flat_map(Entry::children);
        let folders = folders.filter_map(|folder| folder.follow().ok());
        let folders = folders.filter(|folder| folder.child(MANIFEST).is_some());
        let mut roots: Vec<_> = folders.map(|folder| (folder.path(), folder)).collect();
        sort::by(&mut roots, |(one, _), (other, _)| {
            collation::compare(one, other)
        });
        let (mut seen, mut names) = (HashSet::new(), HashSet::new());
        for (root, folder) in roots {
            if !seen.insert(root.clone()) {
                continue;
            }
            let name = plugins.manifest(tree, &root);
            let off = match &name {
                None => Some(REJECTED),
                Some(name) if !names.insert(name.clone()) => Some(DUPLICATE_PLUGIN),
                Some(name) if settings.disabled_plugins.contains(name) => Some(SWITCHED_OFF),
                Some(_) => None,
            };
            plugins.all.push(AgentPlugin {
                name: name.unwrap_or_else(|| folder.name().to_owned()),
                skills: path::join(&root, "skills"),
                root,
                off,
            });
        }
        plugins
    }

    /// Returns the name in the manifest of a plugin; none if the program rejects the plugin.
    fn manifest(&mut self, tree: &Tree, root: &str) -> Option<String> {
        let path = path::join(root, MANIFEST);
        let checked = match tree.resolve(&path) {
            Ok(file) if !path::is_within(&file.path(), root) => {
                Err(format!("path resolves outside the plugin root: {path}"))
            }
            Ok(file) => match file.kind() {
                EntryKind::File(contents) => {
                    self.files.push(file.id());
                    // The file may not have been read yet.
                    let text = contents?.text_lossy();
                    js_yaml::json(&text)
                        .map_err(|unread| format!("Invalid plugin.json: {}", unread.message))
                        .and_then(|manifest| self.checked(&manifest, &path))
                }
                _ => Err(format!("expected a regular file: {path}")),
            },
            Err(_) => Err(format!(
                "ENOENT: no such file or directory, realpath '{path}'"
            )),
        };
        match checked {
            Ok(name) => Some(name),
            Err(message) => {
                self.ignore(&path, None, format!("Rejecting Agent Plugin: {message}"));
                None
            }
        }
    }

    fn ignore(&mut self, path: &str, field: Option<&str>, message: String) {
        let ignored = IgnoredField::new(field, message);
        self.ignored.push(ignored.at(path));
    }

    /// Returns the name of a plugin with a valid manifest, or the program's message.
    fn checked(&mut self, manifest: &JsYamlValue, path: &str) -> Result<String, String> {
        if !is_record(manifest) {
            return Err("plugin.json must contain a JSON object.".to_owned());
        }
        let known = ["$schema", "name", "author", "keywords", "extensions"];
        let is_known = |key: &str| known.contains(&key) || TEXTS.contains(&key);
        for key in unknown_keys(manifest, is_known) {
            let message = format!("Ignoring unknown plugin.json field '{key}'.");
            self.ignore(path, Some(key), message);
        }
        let text = |key| manifest.get(key).and_then(JsYamlValue::text);
        if text("$schema") != Some(SCHEMA) {
            return Err(format!(
                "Unsupported or missing plugin.json $schema; expected '{SCHEMA}'."
            ));
        }
        let name = text("name").ok_or("Manifest field 'name' must be a string.")?;
        if !is_name(name) {
            return Err("Manifest field 'name' must be 1-64 lowercase alphanumeric, hyphen, or period characters; it must start and end alphanumeric and cannot contain '--' or '..'.".to_owned());
        }
        check_author(manifest)?;
        if let Some(keywords) = manifest.get("keywords") {
            let is_list = matches!(keywords, JsYamlValue::Sequence(_));
            if !is_list || keywords.items().iter().any(|it| it.text().is_none()) {
                return Err("Manifest field 'keywords' must be an array of strings.".to_owned());
            }
        }
        if manifest.get("extensions").is_some_and(|it| !is_record(it)) {
            let message = "Ignoring non-object plugin.json 'extensions' field.".to_owned();
            self.ignore(path, Some("extensions"), message);
        }
        let is_wrong = |key: &&&str| {
            let value = manifest.get(key);
            value.is_some_and(|value| value.text().is_none())
        };
        match TEXTS.iter().find(is_wrong) {
            Some(key) => Err(format!("Manifest field '{key}' must be a string.")),
            None => Ok(name.to_owned()),
        }
    }
}

fn is_record(value: &JsYamlValue) -> bool {
    matches!(value, JsYamlValue::Mapping(_))
}

/// Returns the keys that are unknown, sorted.
fn unknown_keys(value: &JsYamlValue, is_known: impl Fn(&str) -> bool) -> Vec<&str> {
    let keys = value.entries().iter().map(|(key, _)| key.as_str());
    let mut unknown: Vec<_> = keys.filter(|key| !is_known(key)).collect();
    sort::by(&mut unknown, |one, other| {
        one.encode_utf16().cmp(other.encode_utf16())
    });
    unknown.dedup();
    unknown
}

fn is_name(name: &str) -> bool {
    let is_alphanumeric = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_of_name = |byte: u8| is_alphanumeric(&byte) || byte == b'-' || byte == b'.';
    let bytes = name.as_bytes();
    name.len() <= MAX_NAME
        && name.bytes().all(is_of_name)
        && bytes.first().is_some_and(is_alphanumeric)
        && bytes.last().is_some_and(is_alphanumeric)
        && !name.contains("--")
        && !name.contains("..")
}

fn check_author(manifest: &JsYamlValue) -> Result<(), String> {
    let Some(author) = manifest.get("author") else {
        return Ok(());
    };
    if !is_record(author) {
        return Err("Manifest field 'author' must be an object.".to_owned());
    }
    let is_known = |key: &str| matches!(key, "name" | "email" | "url");
    if let [first, ..] = unknown_keys(author, is_known)[..] {
        return Err(format!("Manifest author contains unknown field '{first}'."));
    }
    let mut entries = author.entries().iter();
    match entries.find(|(_, value)| value.text().is_none()) {
        Some((key, _)) => Err(format!("Manifest author field '{key}' must be a string.")),
        None => Ok(()),
    }
}

/// Returns the folders of skills in packages of JavaScript, and records the files that were read.
pub(super) fn packages(
    tree: &Tree,
    environment: &Environment,
    workspace: &str,
    files: &mut Vec<EntryId>,
) -> Vec<String> {
    let home = environment.home.as_deref();
    let directories = [
        Some(path::join(workspace, ".cline/plugins")),
        folder(environment).map(|folder| path::join(&folder, "plugins")),
        home.map(|home| path::join(home, "Documents/Cline/Plugins")),
    ];
    let mut skills = Vec::new();
    for directory in directories.into_iter().flatten() {
        for package in tree
            .resolve(&directory)
            .into_iter()
            .flat_map(Entry::children)
        {
            let root = path::join(&directory, package.name());
            let manifest = json(tree, &path::join(&root, "package.json"), files);
            let plugins = manifest
                .as_ref()
                .and_then(|manifest| manifest.get("cline")?.get("plugins"));
            if plugins.is_some_and(|plugins| !plugins.items().is_empty()) {
                skills.push(path::join(&root, "skills"));
            }
        }
    }
    skills
}

/// Returns the folders of skills that an organization manages: those in a folder of `.cline` with a `managed.json`.
pub(super) fn managed(tree: &Tree, workspace: &str, files: &mut Vec<EntryId>) -> Vec<String> {
    let directory = path::join(workspace, ".cline");
    let folders = tree
        .resolve(&directory)
        .into_iter()
        .flat_map(Entry::children);
    let folders = folders.filter(|folder| matches!(folder.kind(), EntryKind::Directory));
    let roots = folders.map(|folder| path::join(&directory, folder.name()));
    let mut managed: Vec<_> = roots
        .filter(|root| {
            let manifest = json(tree, &path::join(root, "managed.json"), files);
            matches!(
                manifest,
                Some(JsYamlValue::Mapping(_) | JsYamlValue::Sequence(_))
            )
        })
        .collect();
    sort::by(&mut managed, |one, other| collation::compare(one, other));
    managed
        .iter()
        .map(|root| path::join(root, "skills"))
        .collect()
}
