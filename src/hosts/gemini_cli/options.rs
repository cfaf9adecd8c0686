//! The options that only Gemini CLI reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only Gemini CLI reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GeminiCliOptions {
    /// True if the user trusts the working directory, in the dialog or with `--skip-trust`. The
    /// default is true. In an untrusted directory, the project's skills and settings are not used.
    /// Since edition `2026-11`, the environment variable `GEMINI_CLI_TRUST_WORKSPACE` takes
    /// precedence.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// True if the session runs without a user (`-p`). The default is false: a user types in the
    /// terminal. Without a user, a slash and a name invoke no skill, and Gemini CLI answers its own
    /// questions with "no".
    #[serde(default)]
    pub headless: bool,
    /// The approval mode, which decides whether Gemini CLI asks the user before tools run. The
    /// default is `default`. In the mode `yolo`, the model activates skills without a question.
    #[serde(default)]
    pub approval_mode: Option<ApprovalMode>,
    /// The model of the session, such as `gemini-2.5-pro`. The text before the list of skills
    /// depends on the model. The default is one of the newest models.
    #[serde(default)]
    pub model: Option<String>,
    /// The names of the extensions that the command line selects (`-e`). Other extensions are then
    /// not active. If the only name is `none`, no extension is active. By default, all enabled
    /// extensions are active.
    #[serde(default)]
    pub extensions: Option<Vec<String>>,
    /// The absolute path of the directory with Gemini CLI's built-in skills. By default there are
    /// none.
    #[serde(default)]
    pub built_in: Option<String>,
    /// The administrator's remote setting `admin.skills.enabled`. If it is false, no skill loads.
    /// The default is true.
    #[serde(default)]
    pub admin_skills_enabled: Option<bool>,
}

crate::record! { GeminiCliOptions: has(trusted, headless, approval_mode, model, extensions, built_in, admin_skills_enabled) }

/// The approval mode, which decides whether Gemini CLI asks the user before tools run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ApprovalMode {
    /// Gemini CLI asks the user before every tool.
    Default,
    /// Gemini CLI asks the user before every tool that does not edit files.
    AutoEdit,
    /// Gemini CLI runs every tool without asking the user.
    Yolo,
}

crate::choice! { ApprovalMode: Default = "default", AutoEdit = "auto-edit", Yolo = "yolo" }

impl OwnOptions for GeminiCliOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(directory) = &self.built_in {
            check_directory("geminiCli.builtIn", directory)?;
        }
        Ok(())
    }
}
