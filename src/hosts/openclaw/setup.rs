//! The settings of a session, from environment variables and the configuration.

use super::editions::Openclaw;
use crate::model::environment::Environment;
use crate::text::js::trim;
use crate::text::js_value::Value;
use crate::text::json5;
use crate::tree::{EntryId, Tree, path};

/// The name of OpenClaw's folder in the home directory.
const STATE: &str = ".openclaw";

/// The name of OpenClaw's default agent.
const MAIN: &str = "main";

/// The limits that apply to a session (`docs/hosts/openclaw.md#limits`).
pub(super) struct Limits {
    pub(super) candidates: usize,
    pub(super) loaded: usize,
    pub(super) file_bytes: usize,
    pub(super) in_prompt: usize,
    pub(super) prompt_units: usize,
}

/// The settings of a session, from environment variables and the configuration.
pub(super) struct Setup {
    /// The home directory, which replaces `~` in settings. `None` if it is unknown.
    home: Option<String>,
    /// The home directories that lists and messages show as `~`.
    pub(super) homes: Vec<String>,
    /// OpenClaw's folder, which contains the managed skills; `None` if the home directory is
    /// unknown.
    pub(super) state: Option<String>,
    /// The folder of the skills from OpenClaw's Workshop; `None` if OpenClaw's folder is unknown.
    pub(super) workshop: Option<String>,
    /// The user's skill folder that several hosts share; `None` if the settings disable this
    /// folder.
    pub(super) personal: Option<String>,
    pub(super) workspace: String,
    pub(super) agent: String,
    pub(super) config: Value,
    /// The configuration file; `None` if there is no such file.
    pub(super) file: Option<EntryId>,
    pub(super) limits: Limits,
}

/// Returns the value at a path of keys inside a value; `None` if there is none.
pub(super) fn at<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().try_fold(value, |value, key| value.get(key))
}

fn variable<'e>(environment: &'e Environment, name: &str) -> Option<&'e str> {
    let value = environment.variables.get(name)?;
    Some(trim(value)).filter(|value| !value.is_empty())
}

/// Returns the home directory that OpenClaw uses; `None` if it is unknown.
fn home(environment: &Environment) -> Option<String> {
    let named = variable(environment, "OPENCLAW_HOME");
    let user = environment.home.clone();
    match named {
        Some(named) => Some(expand(named, user.as_deref(), &environment.cwd)),
        None => user,
    }
}

/// Converts a path in the settings to an absolute path. `~` stands for the home directory, and
/// other relative paths start at the directory `cwd`.
pub(super) fn expand(path: &str, home: Option<&str>, cwd: &str) -> String {
    let path = trim(path);
    match (path.strip_prefix('~'), home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
            path::resolve(home, rest.trim_start_matches('/'))
        }
        _ => path::resolve(cwd, path),
    }
}

/// Returns OpenClaw's folder, which contains the managed skills; `None` if it is unknown.
/// Environment variables can change this folder, but the configuration cannot.
pub(super) fn state(environment: &Environment) -> Option<String> {
    let home = home(environment);
    let expanded = |path: &str| expand(path, home.as_deref(), &environment.cwd);
    if let Some(state) = variable(environment, "OPENCLAW_STATE_DIR") {
        return Some(expanded(state));
    }
    if let Some(config) = variable(environment, "OPENCLAW_CONFIG_PATH") {
        return path::parent(&expanded(config)).map(str::to_owned);
    }
    home.map(|home| path::join(&home, STATE))
}

impl Setup {
    pub(super) fn read(tree: &Tree, environment: &Environment, host: &Openclaw) -> Self {
        let home = home(environment);
        let expanded = |path: &str| expand(path, home.as_deref(), &environment.cwd);
        let default = home.as_deref().map(|home| path::join(home, STATE));
        let named = variable(environment, "OPENCLAW_STATE_DIR").map(expanded);
        let root = named.clone().or_else(|| default.clone());
        let config_path = match variable(environment, "OPENCLAW_CONFIG_PATH") {
            Some(path) => Some(expanded(path)),
            None => root
                .as_deref()
                .map(|root| path::join(root, "openclaw.json")),
        };
        let entry = config_path.and_then(|path| tree.resolve(&path).ok());
        let contents = entry.and_then(|entry| entry.contents());
        let text = contents.map(|contents| contents.text_lossy());
        let config = text.and_then(|text| json5::read(&text));
        let config = config.unwrap_or(Value::Null);
        let agent = host
            .options
            .agent
            .clone()
            .unwrap_or_else(|| MAIN.to_owned());
        let is_default = named.is_none() || named == default;
        let personal = environment.home.as_deref().filter(|_| is_default);
        let own = at(&config, &["agents", "entries", &agent, "workspace"]);
        let workspace = own.or_else(|| at(&config, &["agents", "defaults", "workspace"]));
        let workspace = workspace.and_then(Value::text).map(expanded);
        let workspace = host.options.workspace.clone().or(workspace).or_else(|| {
            let default = home.as_deref()?;
            Some(path::join(&path::join(default, STATE), "workspace"))
        });
        let limit = |key: &str, default: usize| match at(&config, &["skills", "limits", key]) {
            Some(Value::Number(number)) if *number >= 0.0 => *number as usize,
            _ => default,
        };
        let own_limit = at(
            &config,
            &[
                "agents",
                "entries",
                &agent,
                "skillsLimits",
                "maxSkillsPromptChars",
            ],
        );
        let prompt_units = match own_limit {
            Some(Value::Number(number)) if *number >= 0.0 => *number as usize,
            _ => limit("maxSkillsPromptChars", host.edition.max_prompt_units),
        };
        let mut homes = Vec::new();
        if let Some(home) = &environment.home {
            homes.push(home.clone());
            homes.extend(tree.resolve(home).ok().map(|entry| entry.path()));
        }
        Self {
            homes,
            state: state(environment),
            workshop: root.map(|root| format!("{root}/agents/{agent}/agent/workshop-skills")),
            personal: personal.map(|home| path::join(home, ".agents/skills")),
            workspace: workspace.unwrap_or_else(|| environment.cwd.clone()),
            file: entry.map(|entry| entry.id()),
            limits: Limits {
                candidates: limit("maxCandidatesPerRoot", host.edition.max_candidates),
                loaded: limit("maxSkillsLoadedPerSource", host.edition.max_loaded),
                file_bytes: limit("maxSkillFileBytes", host.edition.max_file_bytes),
                in_prompt: limit("maxSkillsInPrompt", host.edition.max_in_prompt),
                prompt_units,
            },
            agent,
            config,
            home,
        }
    }

    /// Returns the texts in a list of the configuration, without whitespace at their ends. `keys`
    /// is the path to the list. Returns `None` if there is no such list.
    pub(super) fn texts(&self, keys: &[&str]) -> Option<Vec<&str>> {
        match at(&self.config, keys)? {
            Value::List(items) => {
                let texts = items.iter().filter_map(Value::text).map(trim);
                Some(texts.filter(|text| !text.is_empty()).collect())
            }
            _ => None,
        }
    }

    /// Converts a path in the settings to an absolute path. Relative paths start at the working
    /// directory.
    pub(super) fn expand(&self, path: &str, environment: &Environment) -> String {
        self.expand_at(path, &environment.cwd)
    }

    /// Converts a path in the settings to an absolute path. Relative paths start at the directory
    /// `cwd`.
    pub(super) fn expand_at(&self, path: &str, cwd: &str) -> String {
        expand(path, self.home.as_deref(), cwd)
    }
}
