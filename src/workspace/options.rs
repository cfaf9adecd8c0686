//! The options of a workspace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::hosts::HostOptions;
use crate::hosts::claude_code::ClaudeCodeOptions;
use crate::hosts::codex::CodexOptions;
use crate::hosts::openclaw::OpenclawOptions;
use crate::hosts::opencode::OpencodeOptions;
use crate::hosts::standard::StandardOptions;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::environment::{Environment, Plugin};
use crate::model::host_choice::{self, HostChoice};

/// The options of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkspaceOptions {
    /// The host to look through, perhaps with its edition: `codex@2026-02`; `codex` when absent.
    #[serde(default, deserialize_with = "host_choice::as_text")]
    #[cfg_attr(feature = "typescript", tsify(type = "HostChoice | null", optional))]
    pub host: Option<String>,
    /// The host's edition, such as `2026-05`, where the host is named without one; the host's default when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Edition | null", optional))]
    pub edition: Option<String>,
    /// The working directory, absolute.
    pub cwd: String,
    /// The user's home directory, absolute; without it there is nothing of the user's.
    #[serde(default)]
    pub home: Option<String>,
    /// The model's context window in tokens, from 1; a host's listing budget may depend on it. Unknown when absent.
    #[serde(default)]
    pub context_window: Option<i64>,
    /// The environment variables that the host would read, by name.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string> | null", optional)
    )]
    pub variables: Option<BTreeMap<String, String>>,
    /// The plugins that are installed, in the host's order.
    #[serde(default)]
    pub plugins: Option<Vec<Plugin>>,
    /// Files that the model has read or changed already, absolute, in that order. Some hosts find or switch on skills
    /// by them; a session adds to them.
    #[serde(default)]
    pub touched: Option<Vec<String>>,
    /// The options that only Codex reads.
    #[serde(default)]
    pub codex: Option<CodexOptions>,
    /// The options that only Claude Code reads.
    #[serde(default)]
    pub claude_code: Option<ClaudeCodeOptions>,
    /// The options that only opencode reads.
    #[serde(default)]
    pub opencode: Option<OpencodeOptions>,
    /// The options that only OpenClaw reads.
    #[serde(default)]
    pub openclaw: Option<OpenclawOptions>,
    /// The options that only clients of the open standard read.
    #[serde(default)]
    pub standard: Option<StandardOptions>,
}

impl WorkspaceOptions {
    /// The same, with the edition apart from the host.
    pub(super) fn normal(&self) -> Self {
        let choice = self.host.as_deref().map(HostChoice::from);
        let said = choice.as_ref().and_then(|choice| choice.edition.clone());
        Self {
            host: choice.map(|choice| choice.host),
            edition: said.or_else(|| self.edition.clone()),
            ..self.clone()
        }
    }
}

impl TryFrom<&WorkspaceOptions> for Environment {
    type Error = ArgumentError;

    fn try_from(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        check_directory("cwd", &options.cwd)?;
        if let Some(home) = &options.home {
            check_directory("home", home)?;
        }
        if let Some(tokens @ ..1) = options.context_window {
            let message = format!("is {tokens}; it must be a whole number from 1, or absent");
            return Err(ArgumentError::new("contextWindow", message));
        }
        for (index, plugin) in options.plugins.iter().flatten().enumerate() {
            check_directory(&format!("plugins[{index}].root"), &plugin.root)?;
            for (member, directory) in [("skills", &plugin.skills), ("data", &plugin.data)] {
                if let Some(directory) = directory {
                    check_directory(&format!("plugins[{index}].{member}"), directory)?;
                }
            }
        }
        for (index, file) in options.touched.iter().flatten().enumerate() {
            check_directory(&format!("touched[{index}]"), file)?;
        }
        Ok(Self {
            cwd: options.cwd.clone(),
            home: options.home.clone(),
            context_window: options.context_window,
            variables: options.variables.clone().unwrap_or_default(),
            plugins: options.plugins.clone().unwrap_or_default(),
            touched: options.touched.clone().unwrap_or_default(),
        })
    }
}

impl TryFrom<&WorkspaceOptions> for HostOptions {
    type Error = ArgumentError;

    fn try_from(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        Ok(Self {
            codex: CodexOptions::checked(options.codex.as_ref(), options.home.as_deref())?,
            claude_code: ClaudeCodeOptions::checked(options.claude_code.as_ref())?,
            opencode: OpencodeOptions::checked(options.opencode.as_ref())?,
            openclaw: OpenclawOptions::checked(options.openclaw.as_ref())?,
            standard: StandardOptions::checked(options.standard.as_ref())?,
        })
    }
}
