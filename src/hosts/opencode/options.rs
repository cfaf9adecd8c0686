//! The options that only opencode reads.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::permission::Verdict;

/// Options that only opencode reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpencodeOptions {
    /// The top directory of the Git worktree, as an absolute path. By default, this is the nearest
    /// directory that contains `.git`, starting at the working directory. If there is none, the
    /// default is `/`.
    #[serde(default)]
    pub worktree: Option<String>,
    /// The name of the active agent, for which the configuration may have rules. The default is
    /// `build`.
    #[serde(default)]
    pub agent: Option<String>,
    /// Rules for skills that apply after the rules in the configuration. Examples are rules in an
    /// agent's file and permissions that the user granted permanently. If several rules match a
    /// skill, the last rule decides.
    #[serde(default)]
    pub rules: Vec<SkillRule>,
    /// The absolute path of a directory in the tree for each URL in `skills.urls`. The directory
    /// contains the files at the URL: `index.json` and a folder for each skill. A URL without a
    /// directory counts as unreachable.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub fetched: BTreeMap<String, String>,
    /// The skills that are built into opencode.
    #[serde(default)]
    pub built_in: Vec<BuiltInSkill>,
    /// The directory of managed settings, as an absolute path. Skills in its folder `skills` take
    /// precedence over all other skills. Only edition `2026-03` reads this directory. The default
    /// is `/etc/opencode`.
    #[serde(default)]
    pub managed: Option<String>,
}

crate::record! { OpencodeOptions: has(worktree, agent, rules, fetched, built_in, managed) }

/// A rule that decides whether the model may use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillRule {
    /// The pattern for the names of skills to which the rule applies. `*` matches any text, and `?`
    /// matches one character.
    pub pattern: String,
    /// The decision for skills whose names match the pattern.
    pub action: Verdict,
}

crate::record! { SkillRule: has(pattern, action) needs(pattern, action) }

/// A skill that is built into opencode. Such a skill has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BuiltInSkill {
    /// The name of the skill.
    pub name: String,
    /// The description of the skill.
    pub description: String,
    /// The text that the model receives when the skill is invoked.
    #[serde(default)]
    pub content: String,
}

crate::record! { BuiltInSkill: has(name, description, content) needs(name, description) }

impl OwnOptions for OpencodeOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(worktree) = &self.worktree {
            check_directory("opencode.worktree", worktree)?;
        }
        if let Some(managed) = &self.managed {
            check_directory("opencode.managed", managed)?;
        }
        for (url, directory) in &self.fetched {
            check_directory(&format!("opencode.fetched[{url:?}]"), directory)?;
        }
        Ok(())
    }
}
