//! What surrounds the tree: where the host runs and for whom.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::host::claude_code::ClaudeCodeOptions;
use crate::host::codex::CodexOptions;
use crate::host::opencode::OpencodeOptions;
use crate::host::standard::StandardOptions;
use crate::path;

/// What a workspace is made with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceOptions {
    /// The host to look through; `codex` when absent.
    #[serde(default)]
    pub host: Option<String>,
    /// The host's edition, such as `2026-05`; the host's default when absent.
    #[serde(default)]
    pub edition: Option<String>,
    /// The working directory, absolute.
    pub cwd: String,
    /// The user's home directory, absolute; without it there is nothing of the user's.
    #[serde(default)]
    pub home: Option<String>,
    /// The model's context window in tokens; a host's listing budget may depend on it.
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
    /// What only Codex reads.
    #[serde(default)]
    pub codex: Option<CodexOptions>,
    /// What only Claude Code reads.
    #[serde(default)]
    pub claude_code: Option<ClaudeCodeOptions>,
    /// What only opencode reads.
    #[serde(default)]
    pub opencode: Option<OpencodeOptions>,
    /// What only clients of the open standard read.
    #[serde(default)]
    pub standard: Option<StandardOptions>,
}

/// An installed plugin.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Plugin {
    /// Such as `name@marketplace`.
    pub id: String,
    /// Its directory, absolute.
    pub root: String,
    /// Its directory of skills, absolute; `<root>/skills` when absent.
    #[serde(default)]
    pub skills: Option<String>,
    /// Where it keeps data of its own, absolute.
    #[serde(default)]
    pub data: Option<String>,
    /// The user's values for its options, secrets left out, by key.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub config: BTreeMap<String, String>,
    /// Directories that its marketplace lists in place of the scan, relative to its root.
    #[serde(default)]
    pub listed: Option<Vec<String>>,
}

impl Plugin {
    /// Its directory of skills, absolute.
    #[must_use]
    pub fn skills_directory(&self) -> String {
        let directory = self.skills.clone();
        directory.unwrap_or_else(|| path::join(&self.root, "skills"))
    }
}

impl WorkspaceOptions {
    /// The names of the options, as JavaScript spells them.
    pub const NAMES: [&str; 12] = [
        "host",
        "edition",
        "cwd",
        "home",
        "contextWindow",
        "variables",
        "plugins",
        "touched",
        "codex",
        "claudeCode",
        "opencode",
        "standard",
    ];
}

/// The surroundings of a tree, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The working directory.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
    /// The model's context window in tokens.
    pub context_window: Option<i64>,
    /// The environment variables that the host would read.
    pub variables: BTreeMap<String, String>,
    /// The plugins that are installed.
    pub plugins: Vec<Plugin>,
    /// Files that the model has read or changed, in that order.
    pub touched: Vec<String>,
    /// What only Codex reads, its home filled in.
    pub codex: CodexOptions,
    /// What only Claude Code reads.
    pub claude_code: ClaudeCodeOptions,
    /// What only opencode reads.
    pub opencode: OpencodeOptions,
    /// What only clients of the open standard read.
    pub standard: StandardOptions,
}

impl Environment {
    /// Whether an environment variable switches something on.
    #[must_use]
    pub fn is_on(&self, variable: &str) -> bool {
        let value = self
            .variables
            .get(variable)
            .map(|value| value.trim().to_ascii_lowercase());
        value.is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes" | "on"))
    }
}

/// Whether a directory given as an argument can be one.
pub(crate) fn check_directory(argument: &str, directory: &str) -> Result<(), ArgumentError> {
    path::check(directory).map_err(|problem| {
        ArgumentError::new(argument, format!("{problem} (given: {directory:?})"))
    })
}

/// An argument that makes no sense. Bad skills never cause one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The argument, such as `cwd`.
    pub argument: String,
    /// What is wrong with it and what would be right.
    pub message: String,
}

impl ArgumentError {
    /// An error about the argument of that name.
    pub fn new(argument: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.message)
    }
}

impl std::error::Error for ArgumentError {}

impl TryFrom<&WorkspaceOptions> for Environment {
    type Error = ArgumentError;

    fn try_from(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        check_directory("cwd", &options.cwd)?;
        if let Some(home) = &options.home {
            check_directory("home", home)?;
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
            codex: CodexOptions::checked(options.codex.as_ref(), options.home.as_deref())?,
            claude_code: ClaudeCodeOptions::checked(options.claude_code.as_ref())?,
            opencode: OpencodeOptions::checked(options.opencode.as_ref())?,
            standard: StandardOptions::checked(options.standard.as_ref())?,
        })
    }
}
