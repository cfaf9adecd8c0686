//! Messages that a host puts into the conversation, and events that a host records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::skill::Scope;

/// A record that a host creates while it works with skills: an increased counter, the use of a
/// skill, an event at which hooks may run, or telemetry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum SkillEvent {
    /// The host increases a counter by one, because an action took place, such as the injection of
    /// a skill's text.
    Counter {
        /// The counter's name, such as `codex.skill.injected`.
        name: String,
        /// The success or failure of the action for which the host increased the counter.
        status: EventStatus,
        /// The name of the skill to which the action belongs, such as the skill whose text the host
        /// injected.
        skill: String,
    },
    /// The host records that a skill was used.
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
    /// The host may run hooks at this event.
    HookEvent {
        /// The host's name for the event, such as `UserPromptExpansion`.
        event: String,
        /// The input that hooks get at this event, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        input: BTreeMap<String, String>,
    },
    /// The host sends a telemetry record.
    Telemetry {
        /// The name of the telemetry record, such as `tengu_skill_tool_invocation`.
        name: String,
        /// The properties of the telemetry record, by name.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        properties: BTreeMap<String, String>,
    },
}

impl SkillEvent {
    /// Returns the event that records the use of a skill. `explicit` is true if the user named the
    /// skill.
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

/// The success or failure of an action for which a host increases a counter, such as the injection
/// of a skill's text into the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    /// The counted action, such as the injection of a skill's text, succeeded.
    Ok,
    /// The counted action, such as the injection of a skill's text, failed.
    Error,
}

/// The origin of a skill's use: the user or the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvocationType {
    /// The user named the skill.
    Explicit,
    /// The model used the skill's files in a shell command, and the user had not mentioned the
    /// skill.
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
    /// The path of the `SKILL.md` that the message is about. None if the message is not about a
    /// skill.
    pub skill: Option<String>,
    /// True if user interfaces do not show the message.
    pub hidden: bool,
    /// The id of the tool call that led to the message. None if no tool call did.
    pub call_id: Option<String>,
}

impl Message {
    /// Creates a message that user interfaces show and that belongs to no skill or tool call.
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

    /// Returns the message as a message about a skill. `skill` is the path of the skill's
    /// `SKILL.md`.
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
    /// The role of the host's own instructions.
    Developer,
    /// The role of the user's messages.
    User,
    /// The role of the system prompt.
    System,
    /// The role of the results of tool calls.
    Tool,
}
