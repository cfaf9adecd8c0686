//! Messages that a host puts into the conversation, and events that it counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::skill::Scope;

/// Something that a host counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum SkillEvent {
    /// A counter goes up by one.
    Counter {
        /// Such as `codex.skill.injected`.
        name: String,
        /// The outcome of the counted thing.
        status: EventStatus,
        /// The skill's name.
        skill: String,
    },
    /// A skill was used.
    SkillInvocation {
        /// The skill's name.
        skill_name: String,
        /// Whose it is.
        skill_scope: Scope,
        /// The path of its `SKILL.md`.
        skill_path: String,
        /// The way in which it came to be used.
        invocation_type: InvocationType,
    },
    /// An event that hooks may run at.
    HookEvent {
        /// Such as `UserPromptExpansion`.
        event: String,
        /// The input of the hooks, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        input: BTreeMap<String, String>,
    },
    /// A record of what happened.
    Telemetry {
        /// Such as `tengu_skill_tool_invocation`.
        name: String,
        /// The properties recorded with it, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        properties: BTreeMap<String, String>,
    },
}

impl SkillEvent {
    /// The use of a skill.
    #[must_use]
    pub fn invocation(name: &str, path: &str, scope: Scope, explicit: bool) -> Self {
        Self::SkillInvocation {
            skill_name: name.to_owned(),
            skill_scope: scope,
            skill_path: path.to_owned(),
            invocation_type: if explicit {
                InvocationType::Explicit
            } else {
                InvocationType::Implicit
            },
        }
    }
}

/// The outcome of something that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    /// It did.
    Ok,
    /// It did not.
    Error,
}

/// The way in which a skill came to be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvocationType {
    /// The user named it.
    Explicit,
    /// A command of the model's used it.
    Implicit,
}

/// A message that the host puts into the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// In whose name.
    pub role: Role,
    /// The exact text.
    pub text: String,
    /// For an injected skill, the path of its `SKILL.md`.
    pub skill: Option<String>,
    /// True if user interfaces hide it.
    pub hidden: bool,
    /// The call of a tool that it belongs to.
    pub call_id: Option<String>,
}

impl Message {
    /// A message that is shown and belongs to no call.
    #[must_use]
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            text: text.into(),
            skill: None,
            hidden: false,
            call_id: None,
        }
    }

    /// The same, about a skill by the path of its `SKILL.md`.
    #[must_use]
    pub fn about(self, skill: &str) -> Self {
        Self {
            skill: Some(skill.to_owned()),
            ..self
        }
    }
}

/// In whose name a message stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The host's own instructions.
    Developer,
    /// The user.
    User,
    /// The system prompt.
    System,
    /// The answer of a tool.
    Tool,
}
