//! The options that only opencode reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};
use crate::model::permission::Verdict;

/// Options that only opencode reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpencodeOptions {
    /// The top of the Git worktree, absolute; the nearest directory with a `.git` when absent, and `/` without one.
    #[serde(default)]
    pub worktree: Option<String>,
    /// The agent that works; `build` when absent. The configuration may have rules for it.
    #[serde(default)]
    pub agent: Option<String>,
    /// Rules for skills behind those of the configuration, such as those of the agent's own file or what the user
    /// allowed for good. The last that matches decides.
    #[serde(default)]
    pub rules: Vec<SkillRule>,
    /// Where in the tree the files of each of `skills.urls` lie, by URL, absolute: the directory holds what the URL's
    /// does, `index.json` and a folder for each skill. A URL that is not here counts as one that did not answer.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
    pub fetched: BTreeMap<String, String>,
    /// The skills that the program brings along.
    #[serde(default)]
    pub built_in: Vec<BuiltInSkill>,
    /// The directory of managed settings, absolute; its `skills` go before all others. Only `2026-03` has one,
    /// `/etc/opencode` when absent.
    #[serde(default)]
    pub managed: Option<String>,
}

/// A rule for the use of skills by the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillRule {
    /// The names that it is for: `*` stands for any text, `?` for one character.
    pub pattern: String,
    /// The verdict for them.
    pub action: Verdict,
}

/// A skill that the program brings along. It has no file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct BuiltInSkill {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its text.
    #[serde(default)]
    pub content: String,
}

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
