//! The settings of a session: the home directory, the trust in the working directory, and the
//! settings that concern skills (`docs/hosts/gemini-cli.md#switches`).

use std::borrow::Cow;

use super::editions::{GeminiCli, Headless};
use super::names::FOLDER;
use crate::hashing::HashSet;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::text::jsonc;
use crate::tree::{Contents, Entry, Tree, path};

/// The environment variable that overrides whether the user trusts the working directory.
const TRUST: &str = "GEMINI_CLI_TRUST_WORKSPACE";

/// The path of the administrator's settings file.
const SYSTEM: &str = "/etc/gemini-cli/settings.json";
/// The path of the file with the administrator's defaults.
const SYSTEM_DEFAULTS: &str = "/etc/gemini-cli/system-defaults.json";

/// The environment variable that overrides [`SYSTEM`].
const SYSTEM_VARIABLE: &str = "GEMINI_CLI_SYSTEM_SETTINGS_PATH";
/// The environment variable that overrides [`SYSTEM_DEFAULTS`].
const SYSTEM_DEFAULTS_VARIABLE: &str = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

/// The host's settings that affect the skills of a session.
pub(super) struct Surroundings<'t> {
    /// The home directory that Gemini CLI uses; `None` if it is unknown.
    pub home: Option<String>,
    /// True if the user trusts the working directory.
    pub trusted: bool,
    /// True if skills are enabled.
    pub enabled: bool,
    /// The names of disabled skills, in lowercase.
    pub disabled: HashSet<String>,
    /// The settings files that exist. The catalog depends on their contents.
    pub files: Vec<Entry<'t>>,
    /// The reports about settings files that could not be parsed.
    pub ignored: Vec<Ignored>,
}

impl<'t> Surroundings<'t> {
    pub fn read(tree: &'t Tree, environment: &Environment, host: &GeminiCli) -> Self {
        let mut surroundings = Self {
            home: home(environment),
            trusted: is_trusted(environment, host),
            enabled: true,
            disabled: HashSet::default(),
            files: Vec::new(),
            ignored: Vec::new(),
        };
        let variable = |name| environment.variables.get(name).map(String::as_str);
        let of = |directory: &str| path::join(&path::join(directory, FOLDER), "settings.json");
        let user = surroundings.home.as_deref().map(of);
        let project = Some(of(&environment.cwd));
        let counts = surroundings.trusted && project != user;
        // A later file takes precedence over earlier files. Lists of all files are joined.
        let files = [
            Some(
                variable(SYSTEM_DEFAULTS_VARIABLE)
                    .unwrap_or(SYSTEM_DEFAULTS)
                    .to_owned(),
            ),
            user,
            project.filter(|_| counts),
            Some(variable(SYSTEM_VARIABLE).unwrap_or(SYSTEM).to_owned()),
        ];
        for file in files.into_iter().flatten() {
            surroundings.merge(tree, &file);
        }
        surroundings.enabled &= host.options.admin_skills_enabled.unwrap_or(true);
        surroundings
    }

    fn merge(&mut self, tree: &'t Tree, path: &str) {
        let Ok(file) = tree.resolve(path) else {
            return;
        };
        self.files.push(file);
        let Some(contents) = file.contents() else {
            return;
        };
        match js_yaml::json(&jsonc::without_comments(&text_of(contents), false)) {
            Ok(settings) => {
                let skills = settings.get("skills");
                if let Some(JsYamlValue::Bool(enabled)) =
                    skills.and_then(|skills| skills.get("enabled"))
                {
                    self.enabled = *enabled;
                }
                let disabled = skills.and_then(|skills| skills.get("disabled"));
                let names = disabled.map(JsYamlValue::items).unwrap_or_default();
                let names = names.iter().filter_map(JsYamlValue::text);
                self.disabled.extend(names.map(str::to_lowercase));
            }
            Err(unread) => {
                let message = format!(
                    "the settings cannot be read, and Gemini CLI does not start with them: {}",
                    unread.message
                );
                self.ignored.push(IgnoredField::new(None, message).at(path));
            }
        }
    }
}

/// Returns the home directory that Gemini CLI uses: the directory in `GEMINI_CLI_HOME`, or the
/// user's home directory if this variable is not set. Returns `None` if both are unknown.
pub(super) fn home(environment: &Environment) -> Option<String> {
    let chosen = environment.variables.get("GEMINI_CLI_HOME");
    let chosen = chosen.filter(|directory| path::check(directory).is_ok());
    chosen.or(environment.home.as_ref()).cloned()
}

/// Returns true if the user trusts the working directory, or if this edition treats it as trusted
/// (`docs/hosts/gemini-cli.md#trust`).
pub(super) fn is_trusted(environment: &Environment, host: &GeminiCli) -> bool {
    let trusted = host.options.trusted.unwrap_or(true);
    match host.edition.headless {
        Headless::Trusts => host.options.headless || trusted,
        Headless::Refuses => match environment.variables.get(TRUST).map(String::as_str) {
            Some("true") => true,
            Some("false") => false,
            _ => trusted,
        },
    }
}

/// Returns true if Gemini CLI refuses to run, because the session has no user and the working
/// directory is not trusted.
pub(super) fn refuses(environment: &Environment, host: &GeminiCli) -> bool {
    host.edition.headless == Headless::Refuses
        && host.options.headless
        && !is_trusted(environment, host)
}

/// Gemini CLI's message when it refuses to run in an untrusted folder
/// (`docs/hosts/gemini-cli.md#trust`).
pub(super) const REFUSAL: &str = "Gemini CLI is not running in a trusted directory. To proceed, either use `--skip-trust`, set the `GEMINI_CLI_TRUST_WORKSPACE=true` environment variable, or trust this directory in interactive mode. For more details, see https://geminicli.com/docs/cli/trusted-folders/#headless-and-automated-environments";

/// Returns the text of a file. Bytes that are not UTF-8 become replacement characters, as in
/// JavaScript.
pub(super) fn text_of(contents: &Contents) -> Cow<'_, str> {
    contents.text_lossy()
}
