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
    /// The top directory of the Git worktree, as an absolute path. The default is the nearest directory with a `.git`,
    /// searching upwards from the working directory. If there is no such directory, the default is `/`.
    #[serde(default)]
    pub worktree: Option<String>,
    /// The name of the active agent. The configuration may have rules for the agent. The default is `build`.
    #[serde(default)]
    pub agent: Option<String>,
    /// Rules for skills that are added after the rules of the configuration, such as rules in the agent's own file or
    /// permanent permissions from the user. The last rule that matches a skill decides.
    #[serde(default)]
    pub rules: Vec<SkillRule>,
    /// For each URL in `skills.urls`, the absolute path of a directory in the tree that contains the URL's files:
    /// `index.json` and a folder for each skill. A URL without such a directory counts as unreachable.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub fetched: BTreeMap<String, String>,
    /// The skills that are built into the program.
    #[serde(default)]
    pub built_in: Vec<BuiltInSkill>,
    /// The directory of managed settings, as an absolute path. The skills in its folder `skills` take precedence over
    /// all other skills. Only `2026-03` reads this directory. The default is `/etc/opencode`.
    #[serde(default)]
    pub managed: Option<String>,
}

crate::record! { OpencodeOptions: has(worktree, agent, rules, fetched, built_in, managed) }

/// A rule that decides whether the model may use a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillRule {
    /// The pattern of the names that the rule applies to. `*` matches any text, and `?` matches one character.
    pub pattern: String,
    /// The action for skills with these names.
    pub action: Verdict,
}

crate::record! { SkillRule: has(pattern, action) needs(pattern, action) }

/// A skill that is built into the program, so the skill has no file.
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
