//! Reads the settings that decide whether commands run: the approval policy, the sandbox and the
//! user's trust in projects.

use std::fmt;

use toml_edit::{Item, TableLike};

use crate::hosts::codex::config::Config;
use crate::hosts::codex::options::LayerKind;
use crate::model::environment::Environment;
use crate::tree::path;

/// The approval policy: the commands before which Codex asks the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    /// Codex asks the user before a command that the model wants to run outside of the sandbox.
    OnRequest,
    /// Codex never asks the user.
    Never,
    /// Codex asks before the same commands as with `OnRequest`. Each field is a setting of the user
    /// for one kind of question, such as questions because of rules. If the field is false, the
    /// user has switched off questions of this kind.
    Granular {
        sandbox_approval: bool,
        rules: bool,
        skill_approval: bool,
        request_permissions: bool,
        mcp_elicitations: bool,
    },
    /// Codex asks before each command that no rule allows, because the user does not trust the
    /// project.
    Untrusted,
}

impl Policy {
    /// Returns true if the model may ask to run a command outside of the sandbox.
    pub fn allows_escalation(self) -> bool {
        matches!(
            self,
            Self::OnRequest
                | Self::Untrusted
                | Self::Granular {
                    sandbox_approval: true,
                    ..
                }
        )
    }
}

/// Formats the policy as Codex does in its messages.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnRequest => f.write_str("OnRequest"),
            Self::Never => f.write_str("Never"),
            Self::Untrusted => f.write_str("UnlessTrusted"),
            Self::Granular {
                sandbox_approval,
                rules,
                skill_approval,
                request_permissions,
                mcp_elicitations,
            } => write!(
                f,
                "Granular(GranularApprovalConfig {{ sandbox_approval: {sandbox_approval}, rules: {rules}, skill_approval: {skill_approval}, request_permissions: {request_permissions}, mcp_elicitations: {mcp_elicitations} }})"
            ),
        }
    }
}

/// The settings that decide whether Codex runs a command.
pub(super) struct Settings {
    pub policy: Policy,
    /// True if commands run in a sandbox, unless the model asks to run outside of it.
    pub is_restricted: bool,
    /// The directories of projects, each with true if the user trusts the project.
    projects: Vec<(String, bool)>,
    /// The working directory, as an absolute path.
    cwd: String,
    /// The root directory of the project, as an absolute path.
    root: String,
}

impl Settings {
    /// Reads the settings from the configuration layers that the user trusts.
    ///
    /// # Errors
    /// Returns a message if Codex does not start with these settings, or if Skillglass does not
    /// know their effect.
    pub fn read(config: &Config<'_>, environment: &Environment) -> Result<Self, String> {
        let cwd = &environment.cwd;
        let mut of_project = config
            .layers
            .iter()
            .filter(|layer| layer.kind == LayerKind::Project);
        let root = of_project.find_map(|layer| path::parent(layer.folder.as_deref()?));
        let mut settings = Self {
            policy: Policy::OnRequest,
            is_restricted: true,
            projects: Vec::new(),
            cwd: cwd.clone(),
            root: root.unwrap_or(cwd).to_owned(),
        };
        for layer in &config.layers {
            if let Some(problem) = &layer.problem {
                return Err(format!("a config.toml is not TOML: {problem}"));
            }
            if layer.kind != LayerKind::Project
                && let Some(projects) = layer.get("projects").and_then(Item::as_table_like)
            {
                settings.projects.extend(projects.iter().filter_map(trust));
            }
        }
        let value = |key: &str| {
            let mut layers = config.layers.iter().rev().filter(|layer| {
                !layer.disabled
                    && (layer.kind != LayerKind::Project
                        || settings.trusts(layer.folder.as_deref()))
            });
            layers.find_map(|layer| layer.get(key))
        };
        for key in ["default_permissions", "permissions"] {
            if value(key).is_some() {
                return Err(format!("the effect of `{key}` on commands is not known"));
            }
        }
        let sandbox = value("sandbox_mode").map(Item::as_str);
        let policy = match value("approval_policy") {
            None if settings.trust_in(cwd) == Some(false) => Policy::Untrusted,
            None => Policy::OnRequest,
            Some(policy) => read_policy(policy)?,
        };
        let is_restricted = match sandbox {
            None | Some(Some("read-only" | "workspace-write")) => true,
            Some(Some("danger-full-access")) => false,
            Some(_) => return Err("Codex has no such `sandbox_mode`".to_owned()),
        };
        Ok(Self {
            policy,
            is_restricted,
            ..settings
        })
    }

    /// Returns true if the user trusts the project that contains the configuration folder of a
    /// layer. For a layer without a folder, the working directory decides.
    pub fn trusts(&self, folder: Option<&str>) -> bool {
        let directory = folder.and_then(path::parent).unwrap_or(&self.cwd);
        self.trust_in(directory) == Some(true)
    }

    /// Returns true if the user trusts a directory, and false if the user does not trust the
    /// directory. Reads the setting for the directory, or otherwise the setting for the project's
    /// root. Returns none if neither has a setting. Recorded answers of Codex show that settings
    /// for other parent directories have no effect.
    fn trust_in(&self, directory: &str) -> Option<bool> {
        let own = |directory: &str| {
            let mut projects = self.projects.iter().rev();
            let found = projects.find(|(path, _)| path == directory);
            found.map(|(_, is_trusted)| *is_trusted)
        };
        own(directory).or_else(|| own(&self.root))
    }
}

/// Reads an entry of the table `projects`: the project's path, and true if the user trusts the
/// project. None if the trust level is unknown.
fn trust((path, project): (&str, &Item)) -> Option<(String, bool)> {
    match project.as_table_like()?.get("trust_level")?.as_str()? {
        "trusted" => Some((path.to_owned(), true)),
        "untrusted" => Some((path.to_owned(), false)),
        _ => None,
    }
}

fn read_policy(policy: &Item) -> Result<Policy, String> {
    if let Some(granular) = policy
        .as_table_like()
        .and_then(|table| table.get("granular")?.as_table_like())
    {
        let needed = |key: &str| {
            flag(granular, key).ok_or_else(|| {
                format!("Codex does not start without `{key}` in `approval_policy.granular`")
            })
        };
        return Ok(Policy::Granular {
            sandbox_approval: needed("sandbox_approval")?,
            rules: needed("rules")?,
            mcp_elicitations: needed("mcp_elicitations")?,
            skill_approval: flag(granular, "skill_approval").unwrap_or(false),
            request_permissions: flag(granular, "request_permissions").unwrap_or(false),
        });
    }
    match policy.as_str() {
        Some("on-request" | "on-failure") => Ok(Policy::OnRequest),
        Some("never") => Ok(Policy::Never),
        Some("untrusted") => Err(
            "Codex does not start with approval_policy = \"untrusted\"; remove this setting"
                .to_owned(),
        ),
        _ => Err("Codex has no such `approval_policy`".to_owned()),
    }
}

fn flag(table: &dyn TableLike, key: &str) -> Option<bool> {
    table.get(key)?.as_bool()
}
