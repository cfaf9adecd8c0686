//! The plugins in the folders of `--plugin-dir` (`docs/hosts/copilot-cli.md#plugins`).

use super::editions::CopilotCliEdition;
use super::left_out::{NO_MANIFEST, REJECTED};
use crate::host::agent_plugins::{
    MANIFEST, MANIFEST_SCHEMA, SKILLS, declared_schema, read_manifest_only,
};
use crate::host::roots::OffReason;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::text::placed_json::PlacedJson;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The paths of the manifests that are tried if a plugin's folder has no `plugin.json`.
const OTHER_MANIFESTS: [&str; 2] = [".claude-plugin/plugin.json", ".plugin/plugin.json"];

/// A plugin in a folder of `--plugin-dir`.
pub(super) struct PluginFolder {
    /// The plugin's name from its manifest. If the manifest has no name, this is the folder's name.
    pub name: String,
    /// The path of the folder that is searched for skills.
    pub skills: String,
    /// The reason why no skill of the plugin loads, and the remedy; `None` if its skills load.
    pub off: Option<OffReason>,
    /// Copilot CLI's warnings about the manifest.
    pub warnings: Vec<Ignored>,
    /// The files from which the plugin was read.
    pub files: Vec<EntryId>,
}

impl PluginFolder {
    pub fn read(tree: &Tree, root: &str, edition: &CopilotCliEdition) -> Self {
        let mut plugin = Self {
            name: path::file_name(root).to_owned(),
            skills: path::join(root, SKILLS),
            off: None,
            warnings: Vec::new(),
            files: Vec::new(),
        };
        let file = |name: &str| {
            let path = path::join(root, name);
            let file = tree.resolve(&path).ok()?;
            matches!(file.kind(), EntryKind::File(_)).then_some((path, file))
        };
        if let Some((path, file)) = file(MANIFEST) {
            plugin.read_manifest(tree, root, (&path, file), edition);
        } else if let Some((path, file)) = OTHER_MANIFESTS.iter().find_map(|name| file(name)) {
            plugin.read_older(&path, file);
        } else if file(SKILL_FILE).is_some() {
            root.clone_into(&mut plugin.skills);
        } else {
            let message = format!("no plugin.json or SKILL.md found in {root}");
            plugin.warn(root, None, message);
            plugin.off = Some(NO_MANIFEST);
        }
        plugin
    }

    /// Reads a plugin's manifest. A manifest of Agent Plugins 1.0.0 must be valid. Any other
    /// manifest is read by Copilot CLI's older rules.
    fn read_manifest(
        &mut self,
        tree: &Tree,
        root: &str,
        (path, file): (&str, Entry<'_>),
        edition: &CopilotCliEdition,
    ) {
        let text = file.contents().map(|contents| contents.text_lossy());
        let schema = text.and_then(|text| declared_schema(&text));
        let rules = &edition.plugins;
        if schema.as_deref() != Some(MANIFEST_SCHEMA) && rules.loads_other_manifests {
            self.read_older(path, file);
            return;
        }
        self.read_older(path, file);
        match read_manifest_only(tree, root, rules).name {
            Some(name) => self.name = name,
            None => self.off = Some(REJECTED),
        }
    }

    /// Reads the plugin's name from its manifest by Copilot CLI's older rules. By these rules, the
    /// only fault that causes a warning is a description that is not a string.
    fn read_older(&mut self, path: &str, file: Entry<'_>) {
        self.files.push(file.id());
        let Some(contents) = file.contents() else {
            return;
        };
        let text = contents.text_lossy();
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let members = PlacedJson::read(text).ok();
        let members = members.and_then(|json| json.members()).unwrap_or_default();
        for member in members {
            let value = member.value.string();
            match (&*member.key, value) {
                ("name", Some(name)) if !name.is_empty() => self.name = name,
                ("description", None) => {
                    let message = format!("ignoring non-string description in {path}");
                    self.warn(path, Some("description"), message);
                }
                _ => {}
            }
        }
    }

    fn warn(&mut self, path: &str, field: Option<&str>, message: String) {
        let ignored = IgnoredField::new(field, message);
        self.warnings.push(ignored.at(path));
    }
}
