//! The options of a workspace that only Codex reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::skill::Product;
use crate::tree::path;

/// The options of a workspace that only Codex reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodexOptions {
    /// The absolute path of the folder of Codex's own files (the Codex home). The default is
    /// `<home>/.codex`.
    #[serde(default)]
    pub home: Option<String>,
    /// The configuration layers, from the lowest to the highest precedence. By default the layers
    /// are read from the tree: `/etc/codex/config.toml`, `<codex home>/config.toml`, and
    /// `.codex/config.toml` in the project's directories.
    #[serde(default)]
    pub layers: Option<Vec<ConfigLayer>>,
    /// Additional directories of the user's skills, as absolute paths. Codex searches them after
    /// all other directories of skills. By default there are none.
    #[serde(default)]
    pub extra_user_roots: Option<Vec<String>>,
    /// The product that Codex is part of. Codex does not load skills that are restricted to other
    /// products. The default is `codex`.
    #[serde(default)]
    pub product: Option<Product>,
    /// True if the model's entry in Codex's catalog of models asks for instructions on how to use
    /// skills. The instructions follow the list of skills. Editions before `2026-11` ignore this
    /// option. The default is false.
    #[serde(default)]
    pub explains_skills: Option<bool>,
    /// True if Codex keeps using the skills that it found first until `listSkills` searches again.
    /// The caches of the real program have this effect. The default is false: every change of the
    /// tree takes effect immediately. Comparison and diagnostics always use the current tree.
    #[serde(default)]
    pub stale_until_reload: Option<bool>,
}

crate::record! { CodexOptions: has(home, layers, extra_user_roots, product, explains_skills, stale_until_reload) }

/// A layer of Codex's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct ConfigLayer {
    /// The origin of the layer, such as the user.
    pub kind: LayerKind,
    /// The absolute path of the folder that contains the layer's `config.toml`. None for the
    /// overrides of a session.
    #[serde(default)]
    pub folder: Option<String>,
    /// The text of the layer, in TOML.
    #[serde(default)]
    pub config: String,
    /// True if Codex does not trust the layer.
    #[serde(default)]
    pub disabled: bool,
}

crate::record! { ConfigLayer: has(kind, folder, config, disabled) needs(kind) }

/// The origin of a layer of Codex's configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LayerKind {
    /// The layer is from the machine's administrator.
    System,
    /// The layer is from the user.
    User,
    /// The layer is from a directory of the project.
    Project,
    /// The layer contains the overrides of the current session.
    Session,
}

crate::choice! { LayerKind: System = "system", User = "user", Project = "project", Session = "session" }

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
