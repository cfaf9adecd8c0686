//! Messages that a host puts into the conversation, and events that it records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::skill::Scope;

/// An event that a host records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum SkillEvent {
    /// A counter is increased by one.
    Counter {
        /// The counter's name, such as `codex.skill.injected`.
        name: String,
        /// The outcome of the counted action.
        status: EventStatus,
        /// The skill's name.
        skill: String,
    },
    /// A skill was used.
    SkillInvocation {
        /// The skill's name.
        skill_name: String,
        /// The scope of the skill.
        skill_scope: Scope,
        /// The path of the skill's `SKILL.md`.
        skill_path: String,
        /// The origin of the use.
        invocation_type: InvocationType,
    },
    /// An event at which hooks may run.
    HookEvent {
        /// The event's name, such as `UserPromptExpansion`.
        event: String,
        /// The input of the hooks, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        input: BTreeMap<String, String>,
    },
    /// A record of telemetry.
    Telemetry {
        /// The record's name, such as `tengu_skill_tool_invocation`.
        name: String,
        /// The record's properties, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        properties: BTreeMap<String, String>,
    },
}

impl SkillEvent {
    /// Returns the event of a skill's use.
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

/// The outcome of a counted action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    /// The action succeeded.
    Ok,
    /// The action failed.
    Error,
}

/// The origin of a skill's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvocationType {
    /// The user named it.
    Explicit,
    /// A command of the model used it.
    Implicit,
}

/// A message that the host puts into the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The role of the message's author.
    pub role: Role,
    /// The exact text.
    pub text: String,
    /// For an injected skill, the path of its `SKILL.md`.
    pub skill: Option<String>,
    /// True if user interfaces hide the message.
    pub hidden: bool,
    /// The id of the tool call that the message belongs to.
    pub call_id: Option<String>,
}

impl Message {
    /// Creates a message that is shown and belongs to no call.
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

    /// Sets the skill that the message is about, by the path of its `SKILL.md`.
    #[must_use]
    pub fn about(self, skill: &str) -> Self {
        Self {
            skill: Some(skill.to_owned()),
            ..self
        }
    }
}

/// The role of a message's author.
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
    /// The result of a tool.
    Tool,
}
