//! Codes for the reasons why a host does not load, list or use a skill.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::catalog::{FaultCode, LeftOutReason};

/// The reason why a host does not load, list or use a skill, as a code that all hosts share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
#[non_exhaustive]
pub enum ObstacleReason {
    /// The host skips the skill's file without an error message.
    LeftOut(LeftOutReason),
    /// The host drops the skill's file with an error message.
    Fault(FaultCode),
    /// The host loads the skill, but does not list it or does not let it be used.
    Use(UseObstacle),
}

/// The reason why a loaded skill is not listed or cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UseObstacle {
    /// The host's configuration disables the skill.
    Disabled,
    /// The skill is inactive until the session touches a file that matches the skill's `paths`.
    NotActive,
    /// This machine does not meet a requirement of the skill.
    NotEligible,
    /// The list of skills shows only a part of the skill's description.
    Cut,
    /// The budget of the list of skills was used up before this skill.
    OverBudget,
    /// The skill has no description of its own, and the host does not list such skills.
    NotListed,
    /// The host shows its model no list of skills.
    NoList,
    /// The list of skills shows the skill's name without a description.
    NoDescription,
    /// The host ignores the whole frontmatter, so the list shows the beginning of the skill's text
    /// as description.
    FrontmatterIgnored,
    /// The user cannot invoke the skill by its name.
    NotUserInvocable,
    /// A command with the same name takes precedence over the skill.
    NameTaken,
    /// The field `disable-model-invocation` of the frontmatter hides the skill from the model.
    DisableModelInvocation,
    /// The host's settings hide the skill from the model.
    UserOnlyBySettings,
    /// The skill's file `agents/openai.yaml` hides the skill from the model.
    ImplicitInvocationOff,
    /// The key `opencode/autoinvoke` in the frontmatter's `metadata` hides the skill from the
    /// model.
    AutoinvokeOff,
}

impl From<LeftOutReason> for ObstacleReason {
    /// Wraps the reason for which the host skipped the file.
    fn from(reason: LeftOutReason) -> Self {
        Self::LeftOut(reason)
    }
}

impl From<FaultCode> for ObstacleReason {
    fn from(code: FaultCode) -> Self {
        match code {
            // The same code as for a left-out file.
            FaultCode::Configuration => Self::LeftOut(LeftOutReason::Configuration),
            code => Self::Fault(code),
        }
    }
}

impl From<UseObstacle> for ObstacleReason {
    fn from(obstacle: UseObstacle) -> Self {
        Self::Use(obstacle)
    }
}

impl fmt::Display for ObstacleReason {
    /// Writes the reason's code, as in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
