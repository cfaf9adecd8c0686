//! The options of a workspace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(feature = "claude-ai")]
use crate::hosts::claude_ai::ClaudeAiOptions;
#[cfg(feature = "claude-code")]
use crate::hosts::claude_code::ClaudeCodeOptions;
#[cfg(feature = "codex")]
use crate::hosts::codex::CodexOptions;
#[cfg(feature = "copilot-cli")]
use crate::hosts::copilot_cli::CopilotCliOptions;
#[cfg(feature = "gemini-cli")]
use crate::hosts::gemini_cli::GeminiCliOptions;
#[cfg(feature = "openclaw")]
use crate::hosts::openclaw::OpenclawOptions;
#[cfg(feature = "opencode")]
use crate::hosts::opencode::OpencodeOptions;
#[cfg(feature = "pi")]
use crate::hosts::pi::PiOptions;
#[cfg(feature = "standard")]
use crate::hosts::standard::StandardOptions;
#[cfg(feature = "vscode")]
use crate::hosts::vscode::VscodeOptions;
use crate::hosts::{self, HostOptions};
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
    #[cfg(feature = "codex")]
    #[serde(default)]
    pub codex: Option<CodexOptions>,
    /// The options that only Claude Code reads.
    #[cfg(feature = "claude-code")]
    #[serde(default)]
    pub claude_code: Option<ClaudeCodeOptions>,
    /// The options that only opencode reads.
    #[cfg(feature = "opencode")]
    #[serde(default)]
    pub opencode: Option<OpencodeOptions>,
    /// The options that only pi reads.
    #[cfg(feature = "pi")]
    #[serde(default)]
    pub pi: Option<PiOptions>,
    /// The options that only GitHub Copilot CLI reads.
    #[cfg(feature = "copilot-cli")]
    #[serde(default)]
    pub copilot_cli: Option<CopilotCliOptions>,
    /// The options that only OpenClaw reads.
    #[cfg(feature = "openclaw")]
    #[serde(default)]
    pub openclaw: Option<OpenclawOptions>,
    /// The options that only claude.ai reads.
    #[cfg(feature = "claude-ai")]
    #[serde(default)]
    pub claude_ai: Option<ClaudeAiOptions>,
    /// The options that only VS Code reads.
    #[cfg(feature = "vscode")]
    #[serde(default)]
    pub vscode: Option<VscodeOptions>,
    /// The options that only clients of the open standard read.
    #[cfg(feature = "standard")]
    #[serde(default)]
    pub standard: Option<StandardOptions>,
    /// The options that only Gemini CLI reads.
    #[cfg(feature = "gemini-cli")]
    #[serde(default)]
    pub gemini_cli: Option<GeminiCliOptions>,
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
            if let Some(host) = &plugin.host {
                let inside = |error: ArgumentError| error.inside(&format!("plugins[{index}]"));
                hosts::check(host).map_err(inside)?;
            }
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
            #[cfg(feature = "codex")]
            codex: CodexOptions::checked(options.codex.as_ref(), options.home.as_deref())?,
            #[cfg(feature = "claude-code")]
            claude_code: ClaudeCodeOptions::checked(options.claude_code.as_ref())?,
            #[cfg(feature = "opencode")]
            opencode: OpencodeOptions::checked(options.opencode.as_ref())?,
            #[cfg(feature = "pi")]
            pi: PiOptions::checked(options.pi.as_ref())?,
            #[cfg(feature = "copilot-cli")]
            copilot_cli: CopilotCliOptions::checked(options.copilot_cli.as_ref())?,
            #[cfg(feature = "openclaw")]
            openclaw: OpenclawOptions::checked(options.openclaw.as_ref())?,
            #[cfg(feature = "claude-ai")]
            claude_ai: ClaudeAiOptions::checked(options.claude_ai.as_ref())?,
            #[cfg(feature = "vscode")]
            vscode: VscodeOptions::checked(options.vscode.as_ref())?,
            #[cfg(feature = "standard")]
            standard: StandardOptions::checked(options.standard.as_ref())?,
            #[cfg(feature = "gemini-cli")]
            gemini_cli: GeminiCliOptions::checked(options.gemini_cli.as_ref())?,
        })
    }
}
