//! Reads the manifests of plugins in a repository: the folders of skills that plugins declare, and
//! the names of the plugins. The `skills` CLI groups skills by the names.

use crate::text::js_value::Value;
use crate::text::json5;
use crate::text::unicode;
use crate::tree::Tree;
use crate::tree::path;

/// The contents of a repository's manifests: the folders in which skills are searched for, and the
/// folders of skills that plugins declare.
#[derive(Default)]
pub(super) struct Manifests {
    /// The folders whose subfolders are searched for skills, in the order of the search.
    pub(super) folders: Vec<String>,
    /// The folders of skills, each with the name of the plugin that declares the folder.
    pub(super) plugins: Vec<(String, String)>,
}

impl Manifests {
    pub(super) fn read(tree: &Tree, source: &str) -> Self {
        let mut manifests = Self::default();
        // `None` means that reading stopped at an invalid entry.
        let _ = manifests.marketplace(tree, source);
        let _ = manifests.plugin_file(tree, source);
        manifests
    }

    fn marketplace(&mut self, tree: &Tree, source: &str) -> Option<()> {
        let file = json(tree, &path::join(source, ".claude-plugin/marketplace.json"))?;
        let root = file
            .get("metadata")
            .and_then(|metadata| metadata.get("pluginRoot"));
        let root = match root {
            None | Some(Value::Null) => "",
            Some(root) => root.text().filter(|root| root.starts_with("./"))?,
        };
        let base = path::resolve(source, root);
        let Some(Value::List(plugins)) = file.get("plugins") else {
            return None;
        };
        for plugin in plugins {
            if *plugin == Value::Null {
                return None;
            }
            let folder = match plugin.get("source") {
                None => "",
                Some(Value::Text(folder)) if folder.starts_with("./") => folder,
                Some(_) => continue,
            };
            self.plugin(source, &path::resolve(&base, folder), plugin)?;
        }
        Some(())
    }

    fn plugin_file(&mut self, tree: &Tree, source: &str) -> Option<()> {
        let file = json(tree, &path::join(source, ".claude-plugin/plugin.json"))?;
        self.plugin(source, source, &file)
    }

    /// Reads the declarations of one plugin. Returns none if an entry is invalid, which ends the
    /// reading of the manifest.
    fn plugin(&mut self, source: &str, folder: &str, plugin: &Value) -> Option<()> {
        if !path::is_within(folder, source) {
            return Some(());
        }
        let name = plugin
            .get("name")
            .and_then(Value::text)
            .filter(|name| !name.is_empty());
        if let Some(Value::List(skills)) = plugin.get("skills") {
            for skill in skills {
                let skill = skill.text()?;
                if !skill.starts_with("./") {
                    continue;
                }
                let skill = path::resolve(folder, skill);
                if !path::is_within(&skill, source) {
                    continue;
                }
                let parent = path::parent(&skill).unwrap_or("/");
                if path::is_within(parent, source) {
                    self.folders.push(parent.to_owned());
                }
                if let Some(name) = name {
                    self.plugins.push((skill, name.to_owned()));
                }
            }
        }
        self.folders.push(path::join(folder, "skills"));
        Some(())
    }

    /// Returns the name of the plugin that declares a skill's folder. Hyphens become spaces, and
    /// each word gets an uppercase first letter. Returns none if no plugin declares the folder.
    pub(super) fn group(&self, folder: &str) -> Option<String> {
        let plugin = self
            .plugins
            .iter()
            .rev()
            .find(|(declared, _)| declared == folder)?;
        let words = plugin.1.split('-').map(unicode::capitalized);
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

/// Returns the JSON value in a file. Returns none if the file does not exist or is not valid JSON.
pub(super) fn json(tree: &Tree, file: &str) -> Option<Value> {
    let contents = tree.resolve(file).ok()?.contents()?;
    let text = contents.text().ok()?;
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_json.then(|| json5::read(text))?
}
