//! Messages that a host puts into the conversation, and events that it records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::skill::Scope;

/// An event that a host records: a counter, the use of a skill, a hook's event or telemetry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum SkillEvent {
    /// A counter of the host is increased by one.
    Counter {
        /// The counter's name, such as `codex.skill.injected`.
        name: String,
        /// The outcome of the action that is counted.
        status: EventStatus,
        /// The name of the skill that the counter is about.
        skill: String,
    },
    /// A skill was used.
    SkillInvocation {
        /// The name of the used skill.
        skill_name: String,
        /// The scope of the used skill.
        skill_scope: Scope,
        /// The path of the skill's `SKILL.md`.
        skill_path: String,
        /// The origin of the use: the user or the model.
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
    /// A record that the host sends as telemetry.
    Telemetry {
        /// The record's name, such as `tengu_skill_tool_invocation`.
        name: String,
        /// The properties of the record, by name.
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

/// The outcome of an action that a counter counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    /// The counted action succeeded.
    Ok,
    /// The counted action failed.
    Error,
}

/// The origin of a skill's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvocationType {
    /// The user named the skill.
    Explicit,
    /// The model used the skill's files in a shell command, without a mention by the user.
    Implicit,
}

/// A message that the host puts into the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The role that the message has in the conversation.
    pub role: Role,
    /// The text of the message, exactly as the model receives it.
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

/// The role of a message in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The role `developer`, for the host's own instructions.
    Developer,
    /// The role `user`.
    User,
    /// The role `system`, for the system prompt.
    System,
    /// The role of a tool's result.
    Tool,
}
