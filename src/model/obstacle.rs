//! The reasons why a host does not load, list or use a skill, as codes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::catalog::{FaultCode, LeftOutReason};

/// The reason of an obstacle, without details about one skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
#[non_exhaustive]
pub enum ObstacleReason {
    /// The host skips the skill's file without an error.
    LeftOut(LeftOutReason),
    /// The host drops the file with an error.
    Fault(FaultCode),
    /// The host loads the skill, but does not list it or cannot use it.
    Use(UseObstacle),
}

/// The reason why a loaded skill is not listed or cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UseObstacle {
    /// The configuration disables the skill.
    Disabled,
    /// The skill waits for a file that its `paths` match.
    NotActive,
    /// A requirement of the skill is not met on this machine.
    NotEligible,
    /// A part of the description is not shown.
    Cut,
    /// The budget of the list was used up before this skill.
    OverBudget,
    /// The host does not list skills without a description of their own.
    NotListed,
    /// The host shows its model no list of skills.
    NoList,
    /// The model sees the name and no description.
    NoDescription,
    /// The host ignores the whole frontmatter, so the model sees the beginning of the text.
    FrontmatterIgnored,
    /// The user cannot invoke the skill by its name.
    NotUserInvocable,
    /// A command with the same name takes precedence.
    NameTaken,
    /// The frontmatter hides the skill from the model.
    DisableModelInvocation,
    /// The settings hide the skill from the model.
    UserOnlyBySettings,
    /// The skill's `agents/openai.yaml` hides it from the model.
    ImplicitInvocationOff,
    /// The skill's metadata hide it from the model.
    AutoinvokeOff,
}

impl From<LeftOutReason> for ObstacleReason {
    /// Converts a reason. If the reason is a faulty configuration, the result is always the same code, although some
    /// hosts report an error and others a left-out file.
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
    /// Writes the code that the obstacle has in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
