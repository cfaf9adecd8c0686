//! The options that only Gemini CLI reads.

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only Gemini CLI reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GeminiCliOptions {
    /// Whether the working directory is trusted (by the dialog, or with `--skip-trust`); it is when absent. Skills and
    /// settings of a project count only then. Since edition `2026-11` the variable `GEMINI_CLI_TRUST_WORKSPACE` goes before
    /// it.
    #[serde(default)]
    pub trusted: Option<bool>,
    /// Whether the session runs without a user (`-p`); somebody types in the terminal when absent. A slash and a name run
    /// nothing then, and what would be asked is refused.
    #[serde(default)]
    pub headless: bool,
    /// The approval mode; `default` when absent. With `yolo` no question is asked before the model activates a skill.
    #[serde(default)]
    pub approval_mode: Option<ApprovalMode>,
    /// The session's model, such as `gemini-2.5-pro`; one of the newest when absent. Words before the list depend on it.
    #[serde(default)]
    pub model: Option<String>,
    /// The names of the extensions of this session (`-e`): no other counts, and none does when the only one is `none`. Those
    /// that are enabled when absent.
    #[serde(default)]
    pub extensions: Option<Vec<String>>,
    /// The directory of the skills that the program brings along, absolute; none when absent.
    #[serde(default)]
    pub built_in: Option<String>,
    /// The administrator's remote setting `admin.skills.enabled`: without it no skill counts; on when absent.
    #[serde(default)]
    pub admin_skills_enabled: Option<bool>,
}

/// How the program asks before tools run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ApprovalMode {
    /// It asks.
    Default,
    /// It asks before all but edits.
    AutoEdit,
    /// It never asks.
    Yolo,
}

impl OwnOptions for GeminiCliOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(directory) = &self.built_in {
            check_directory("geminiCli.builtIn", directory)?;
        }
        Ok(())
    }
}
