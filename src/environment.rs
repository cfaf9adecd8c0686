//! What surrounds the tree: where the host runs and for whom.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::path;
use crate::skill::Product;

/// What a workspace is made with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceOptions {
    /// The host to look through; `codex` when absent.
    #[serde(default)]
    pub host: Option<String>,
    /// The host's edition, such as `2026-05`; its newest when absent.
    #[serde(default)]
    pub edition: Option<String>,
    /// The working directory, absolute.
    pub cwd: String,
    /// The user's home directory, absolute; without it there is nothing of the user's.
    #[serde(default)]
    pub home: Option<String>,
    /// Where Codex keeps its files, absolute; `<home>/.codex` when absent.
    #[serde(default)]
    pub codex_home: Option<String>,
    /// The model's context window in tokens; a host's listing budget may depend on it.
    #[serde(default)]
    pub context_window: Option<i64>,
    /// Codex's configuration layers, lowest precedence first. When absent they are taken from the tree:
    /// `/etc/codex/config.toml`, `<codex home>/config.toml`, and `.codex/config.toml` of the project's directories.
    #[serde(default)]
    pub layers: Option<Vec<ConfigLayer>>,
    /// The plugins that are installed, in the host's order.
    #[serde(default)]
    pub plugins: Option<Vec<Plugin>>,
    /// More directories of the user's to look in, absolute, behind all others.
    #[serde(default)]
    pub extra_user_roots: Option<Vec<String>>,
    /// The product that the host is part of; skills may be restricted to some. `codex` when absent.
    #[serde(default)]
    pub product: Option<Product>,
    /// Whether the model's entry in the host's catalog of models asks for how to use skills behind the list. Only
    /// Codex since `2026-11` looks at it; false when absent.
    #[serde(default)]
    pub explains_skills: Option<bool>,
}

/// A layer of Codex's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigLayer {
    /// Where the layer comes from.
    pub kind: LayerKind,
    /// The folder of its `config.toml`, absolute; none for a session's overrides.
    #[serde(default)]
    pub folder: Option<String>,
    /// Its text, in TOML.
    #[serde(default)]
    pub config: String,
    /// Whether the host has it but does not trust it.
    #[serde(default)]
    pub disabled: bool,
}

/// Where a layer of configuration comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LayerKind {
    /// The machine's administrator.
    System,
    /// The user.
    User,
    /// A directory of the project.
    Project,
    /// This session alone.
    Session,
}

/// An installed plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Plugin {
    /// Such as `name@marketplace`.
    pub id: String,
    /// Its directory, absolute.
    pub root: String,
    /// Its directory of skills, absolute.
    pub skills: String,
}

impl WorkspaceOptions {
    /// The names of the options, as JavaScript spells them.
    pub const NAMES: [&str; 11] = [
        "host",
        "edition",
        "cwd",
        "home",
        "codexHome",
        "contextWindow",
        "layers",
        "plugins",
        "extraUserRoots",
        "product",
        "explainsSkills",
    ];
}

/// The surroundings of a tree, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The working directory.
    pub cwd: String,
    /// The user's home directory.
    pub home: Option<String>,
    /// Where Codex keeps its files.
    pub codex_home: Option<String>,
    /// The model's context window in tokens.
    pub context_window: Option<i64>,
    /// The layers as given; none when the tree holds them.
    pub layers: Option<Vec<ConfigLayer>>,
    /// The plugins that are installed.
    pub plugins: Vec<Plugin>,
    /// More directories of the user's to look in.
    pub extra_user_roots: Vec<String>,
    /// The product that the host is part of.
    pub product: Product,
    /// Whether the model asks for how to use skills behind the list.
    pub explains_skills: bool,
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
        let directory = |argument: &str, path: &str| match path::check(path) {
            Ok(()) => Ok(path.to_owned()),
            Err(problem) => Err(ArgumentError::new(
                argument,
                format!("{problem} (given: {path:?})"),
            )),
        };
        let home = options
            .home
            .as_deref()
            .map(|home| directory("home", home))
            .transpose()?;
        for (index, layer) in options.layers.iter().flatten().enumerate() {
            if let Some(folder) = &layer.folder {
                directory(&format!("layers[{index}].folder"), folder)?;
            } else if layer.kind != LayerKind::Session {
                return Err(ArgumentError::new(
                    format!("layers[{index}].folder"),
                    "every layer but the session's has a folder",
                ));
            }
        }
        for (index, plugin) in options.plugins.iter().flatten().enumerate() {
            directory(&format!("plugins[{index}].root"), &plugin.root)?;
            directory(&format!("plugins[{index}].skills"), &plugin.skills)?;
        }
        for (index, root) in options.extra_user_roots.iter().flatten().enumerate() {
            directory(&format!("extraUserRoots[{index}]"), root)?;
        }
        let codex_home = match (&options.codex_home, &home) {
            (Some(codex_home), _) => Some(directory("codexHome", codex_home)?),
            (None, Some(home)) => Some(path::join(home, ".codex")),
            (None, None) => None,
        };
        Ok(Self {
            cwd: directory("cwd", &options.cwd)?,
            home,
            codex_home,
            context_window: options.context_window,
            layers: options.layers.clone(),
            plugins: options.plugins.clone().unwrap_or_default(),
            extra_user_roots: options.extra_user_roots.clone().unwrap_or_default(),
            product: options.product.unwrap_or(Product::Codex),
            explains_skills: options.explains_skills.unwrap_or_default(),
        })
    }
}
