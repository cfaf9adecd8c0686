//! The options that only Codex reads.

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::skill::Product;
use crate::tree::path;

/// Options that only Codex reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodexOptions {
    /// Where Codex keeps its files, absolute; `<home>/.codex` when absent.
    #[serde(default)]
    pub home: Option<String>,
    /// The configuration layers, lowest precedence first. When absent they are taken from the tree:
    /// `/etc/codex/config.toml`, `<codex home>/config.toml`, and `.codex/config.toml` of the project's directories.
    #[serde(default)]
    pub layers: Option<Vec<ConfigLayer>>,
    /// More directories of the user's to look in, absolute, behind all others.
    #[serde(default)]
    pub extra_user_roots: Option<Vec<String>>,
    /// The product that the host is part of; skills may be restricted to some. `codex` when absent.
    #[serde(default)]
    pub product: Option<Product>,
    /// Whether the model's entry in the host's catalog of models asks for how to use skills behind the list. Only
    /// `2026-11` and later look at it; false when absent.
    #[serde(default)]
    pub explains_skills: Option<bool>,
    /// Whether the skills that were found first stay, for turns, too, until `listSkills` is asked to reload: as the
    /// program's caches have it. False when absent: every change of the tree counts at once. Comparing and checking look
    /// at the tree as it is in any case.
    #[serde(default)]
    pub stale_until_reload: Option<bool>,
}

/// A layer of Codex's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
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

impl OwnOptions for CodexOptions {
    fn check(&mut self, home: Option<&str>) -> Result<(), ArgumentError> {
        for (index, layer) in self.layers.iter().flatten().enumerate() {
            if let Some(folder) = &layer.folder {
                check_directory(&format!("codex.layers[{index}].folder"), folder)?;
            } else if layer.kind != LayerKind::Session {
                return Err(ArgumentError::new(
                    format!("codex.layers[{index}].folder"),
                    "every layer but the session's has a folder",
                ));
            }
        }
        for (index, root) in self.extra_user_roots.iter().flatten().enumerate() {
            check_directory(&format!("codex.extraUserRoots[{index}]"), root)?;
        }
        match &self.home {
            Some(home) => check_directory("codex.home", home)?,
            None => self.home = home.map(|home| path::join(home, ".codex")),
        }
        Ok(())
    }
}
