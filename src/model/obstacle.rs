//! The reasons why a host does not have, list or use a skill, as codes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::catalog::{FaultCode, LeftOutReason};

/// The reason of an obstacle, without what is particular to one skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
#[non_exhaustive]
pub enum ObstacleReason {
    /// The host passes the file over.
    LeftOut(LeftOutReason),
    /// The host refuses the file.
    Fault(FaultCode),
    /// The host has the skill, and something keeps it from being listed or used.
    Use(UseObstacle),
}

/// Something that keeps a loaded skill from being listed or used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UseObstacle {
    /// The configuration disables it.
    Disabled,
    /// It waits for a file that its `paths` match.
    NotActive,
    /// Something that it needs is not on this machine.
    NotEligible,
    /// A part of its description is not shown.
    Cut,
    /// The budget of the list was spent before it.
    OverBudget,
    /// The host lists no skill without a description of its own.
    NotListed,
    /// The host shows its model no list of skills.
    NoList,
    /// The model sees its name and no description.
    NoDescription,
    /// Nothing that its frontmatter says counts: the model sees the beginning of the text.
    FrontmatterIgnored,
    /// The user cannot put it to use by its name.
    NotUserInvocable,
    /// A command of its name goes before it.
    NameTaken,
    /// Its frontmatter keeps it from the model.
    DisableModelInvocation,
    /// The settings keep it from the model.
    UserOnlyBySettings,
    /// Its `agents/openai.yaml` keeps it from the model.
    ImplicitInvocationOff,
    /// Its metadata keep it from the model.
    AutoinvokeOff,
}

impl From<LeftOutReason> for ObstacleReason {
    /// The configuration is one reason, whichever way a host says it.
    fn from(reason: LeftOutReason) -> Self {
        Self::LeftOut(reason)
    }
}

impl From<FaultCode> for ObstacleReason {
    fn from(code: FaultCode) -> Self {
        match code {
            // One code for both, so that it is one reason.
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
    /// The code, as it crosses to JavaScript.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
