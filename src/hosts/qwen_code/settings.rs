//! The settings that concern skills (`docs/hosts/qwen-code.md#switches`).

use super::editions::QwenCode;
use super::names::FOLDER;
use crate::hashing::HashSet;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::text::js::trim;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::text::jsonc;
use crate::tree::{EntryId, Tree, path};

/// The environment variable with the path of Qwen Code's folder. The default is `~/.qwen`.
const HOME_VARIABLE: &str = "QWEN_HOME";

/// The settings that concern the skills of a session.
#[derive(Default)]
pub(super) struct Settings {
    /// Qwen Code's folder in the home directory; `None` if the home directory is unknown.
    pub home: Option<String>,
    /// The names of the disabled skills, in lowercase.
    pub disabled: HashSet<String>,
    /// The levels in `skills.disabledLevels`, such as `project`. The skills of these levels do not
    /// load.
    pub levels_off: Vec<String>,
    /// The additional skill folders, as absolute paths.
    pub directories: Vec<String>,
    /// The settings files that exist. The catalog depends on their contents.
    pub files: Vec<EntryId>,
    /// The reports about settings files that could not be parsed.
    pub ignored: Vec<Ignored>,
}

impl Settings {
    pub fn read(tree: &Tree, environment: &Environment, host: &QwenCode) -> Self {
        let home = environment.home.as_deref();
        let chosen = environment.variables.get(HOME_VARIABLE);
        let chosen = chosen.filter(|directory| path::check(directory).is_ok());
        let mut settings = Self {
            home: chosen.cloned().or_else(|| Some(path::join(home?, FOLDER))),
            ..Self::default()
        };
        let user = settings.home.clone();
        let project = Some(path::join(&environment.cwd, FOLDER));
        let counts = host.options.trusted.unwrap_or(true) && project != user;
        let mut off_by_default = HashSet::default();
        let mut enabled = HashSet::default();
        for folder in [user, project.filter(|_| counts)].into_iter().flatten() {
            let Some(file) = settings.file(tree, &path::join(&folder, "settings.json")) else {
                continue;
            };
            let texts = |key: &str| {
                let list = file.get("skills").and_then(|skills| skills.get(key));
                let items = list.map(JsYamlValue::items).unwrap_or_default();
                items.iter().filter_map(JsYamlValue::text)
            };
            let names = |key| texts(key).map(|name| trim(name).to_lowercase());
            settings.disabled.extend(names("disabled"));
            off_by_default.extend(names("defaultDisabled"));
            enabled.extend(names("enabled"));
            let levels = texts("disabledLevels").map(str::to_owned);
            settings.levels_off.extend(levels);
            let directories = texts("directories");
            let directories =
                directories.filter_map(|written| match (written.strip_prefix('~'), home) {
                    (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
                        Some(path::resolve(home, rest.trim_start_matches('/')))
                    }
                    (_, _) if written.is_empty() => None,
                    (_, _) => Some(path::resolve(&environment.cwd, written)),
                });
            settings.directories.extend(directories);
        }
        let by_default = off_by_default.difference(&enabled).cloned();
        settings.disabled.extend(by_default);
        settings
    }

    fn file(&mut self, tree: &Tree, path: &str) -> Option<JsYamlValue> {
        let file = tree.resolve(path).ok()?;
        self.files.push(file.id());
        let text = file.contents()?.text_lossy();
        match js_yaml::json(&jsonc::without_comments(&text, false)) {
            Ok(settings) => Some(settings),
            Err(unread) => {
                let message = format!(
                    "the settings cannot be read, so Qwen Code does not use them: {}",
                    unread.message
                );
                self.ignored.push(IgnoredField::new(None, message).at(path));
                None
            }
        }
    }
}
