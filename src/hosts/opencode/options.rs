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
    /// The top of the Git worktree, as an absolute path. The default is the nearest directory with a `.git`,
    /// or `/`.
    #[serde(default)]
    pub worktree: Option<String>,
    /// The active agent, which the configuration may have rules for. The default is `build`.
    #[serde(default)]
    pub agent: Option<String>,
    /// Rules for skills after those of the configuration, such as those of the agent's own file or permanent
    /// permissions from the user. The last matching rule decides.
    #[serde(default)]
    pub rules: Vec<SkillRule>,
    /// The absolute path in the tree with the files of each of `skills.urls`, by URL. The directory contains
    /// `index.json` and a folder for each skill, as the URL's does. A URL that is missing here counts as
    /// unreachable.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub fetched: BTreeMap<String, String>,
    /// The skills that are built into the program.
    #[serde(default)]
    pub built_in: Vec<BuiltInSkill>,
    /// The directory of managed settings, as an absolute path; its `skills` take precedence over all others.
    /// Only `2026-03` has one. The default is `/etc/opencode`.
    #[serde(default)]
    pub managed: Option<String>,
}

crate::record! { OpencodeOptions: has(worktree, agent, rules, fetched, built_in, managed) }

/// A rule that decides whether the model may use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillRule {
    /// The names that the rule applies to: `*` matches any text, `?` one character.
    pub pattern: String,
    /// The action for these names.
    pub action: Verdict,
}

crate::record! { SkillRule: has(pattern, action) needs(pattern, action) }

/// A skill that is built into the program. It has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BuiltInSkill {
    /// The skill's name.
    pub name: String,
    /// The skill's description.
    pub description: String,
    /// The skill's text.
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
