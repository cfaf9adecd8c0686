//! The settings that concern skills, and a reader for the JSON files of plugins
//! (`docs/hosts/cline.md#switches`).

use super::editions::Cline;
use super::names::TOOL;
use crate::hashing::HashSet;
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::tree::{EntryId, Tree, path};

/// The environment variable with the path of Cline's folder. The default folder is `~/.cline`.
const FOLDER: &str = "CLINE_DIR";

/// The path of the settings file in Cline's folder.
const FILE: &str = "data/settings/global-settings.json";

/// The host's settings that affect the skills of a session.
#[derive(Default)]
pub(super) struct Settings {
    /// True if the model has the skill tool.
    pub has_tool: bool,
    /// The names of the Agent Plugins that the settings disable.
    pub disabled_plugins: HashSet<String>,
    /// The files from which the settings were read.
    pub files: Vec<EntryId>,
}

impl Settings {
    pub fn read(tree: &Tree, environment: &Environment, host: &Cline) -> Self {
        let mut files = Vec::new();
        let settings = folder(environment)
            .and_then(|folder| json(tree, &path::join(&folder, FILE), &mut files));
        let names = |key: &str| {
            let names = settings.as_ref().and_then(|settings| settings.get(key));
            let names = names.map(JsYamlValue::items).unwrap_or_default();
            let names = names.iter().filter_map(JsYamlValue::text);
            names.map(str::to_owned).collect::<HashSet<_>>()
        };
        Self {
            has_tool: !host.options.yolo && !names("disabledTools").contains(TOOL),
            disabled_plugins: names("disabledAgentPlugins"),
            files,
        }
    }
}

/// Returns the path of Cline's folder; `None` if neither the variable `CLINE_DIR` nor the home
/// directory is known.
pub(super) fn folder(environment: &Environment) -> Option<String> {
    let chosen = environment.variables.get(FOLDER);
    let chosen = chosen.filter(|directory| path::check(directory).is_ok());
    let home = environment.home.as_deref();
    chosen
        .cloned()
        .or_else(|| home.map(|home| path::join(home, ".cline")))
}

/// Returns the value in a JSON file; `None` if the file is missing or invalid. Adds the file to
/// `files`, because the result depends on it.
pub(super) fn json(tree: &Tree, path: &str, files: &mut Vec<EntryId>) -> Option<JsYamlValue> {
    let file = tree.resolve(path).ok()?;
    files.push(file.id());
    js_yaml::json(&file.contents()?.text_lossy()).ok()
}
