//! The invocation of a skill, by a slash command of the user or by a call of the host's skill tool.
//!
//! Skillglass runs no commands. An invocation that needs the outputs of commands waits, and lists these commands as
//! requests. To continue the invocation, the caller repeats the call with the outputs. Nothing is remembered between
//! the two calls, so the caller may also give up.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::model::argument::ArgumentError;
use crate::model::hook::Hook;
use crate::model::message::{Message, Role, SkillEvent};
pub use crate::model::permission::InvokedBy;
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::Skill;
use crate::text::document::Range;

/// A call of the host's skill tool by the model.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillCall {
    /// The skill's name, as the model wrote it.
    pub skill: String,
    /// The tool that the model calls, if the host has several tools for skills, such as `load_skill_resource`. The
    /// default is the tool that returns a skill's text. Hosts with one tool ignore this member.
    #[serde(default)]
    pub tool: Option<String>,
    /// The arguments, as the model wrote them.
    #[serde(default)]
    pub args: Option<String>,
    /// The agent that makes the call; none for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The id of the call. Messages that result from the call have the same id.
    #[serde(default)]
    pub id: Option<String>,
    /// True if the user answered the host's question with yes.
    #[serde(default)]
    pub approved: bool,
    /// True if the user answered the host's question with no. The skill then does not run.
    #[serde(default)]
    pub declined: bool,
    /// The outputs of the requests of an earlier call, by the request's id. The ids of two calls differ if the calls
    /// have an `id`, or differ in skill or arguments.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, RequestOutput>"))]
    pub outputs: BTreeMap<String, RequestOutput>,
}

crate::record! { SkillCall: has(skill, tool, args, agent, id, approved, declined, outputs) needs(skill) }

impl SkillCall {
    /// Returns the message with the result of the call.
    pub(crate) fn answer(&self, text: impl Into<String>) -> Message {
        Message {
            call_id: self.id.clone(),
            ..Message::new(Role::Tool, text)
        }
    }
}

/// The output that a caller provides for an [`InvocationRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestOutput {
    /// The output of a command, including its error stream, or the text of a server's prompt.
    pub text: String,
    /// The exit code of a command. The default is 0.
    #[serde(default)]
    pub exit_code: i32,
}

crate::record! { RequestOutput: has(text, exit_code) needs(text) }

/// Checks that each given output has a request among these invocations. If an invocation was refused, was not approved
/// or injected nothing new, every output is accepted, because its requests are not known.
///
/// # Errors
/// Returns an error about the first output without a request. If another command has replaced the request, the error
/// names that command.
pub fn check_outputs(
    outputs: &BTreeMap<String, RequestOutput>,
    invocations: &[Invocation],
) -> Result<(), ArgumentError> {
    let is_open = |invocation: &Invocation| {
        matches!(
            invocation.outcome,
            InvocationOutcome::Asks
                | InvocationOutcome::AlreadyLoaded
                | InvocationOutcome::Refused { .. }
        )
    };
    if invocations.iter().any(is_open) {
        return Ok(());
    }
    let is_requested = |id: &String| {
        let mut requests = invocations.iter().flat_map(|one| &one.requests);
        requests.any(|request| request.id() == id)
    };
    let Some(id) = outputs.keys().find(|id| !is_requested(id)) else {
        return Ok(());
    };
    let place = |id: &str| id.rsplit_once('.').map(|(place, _)| place.to_owned());
    let mut requests = invocations.iter().flat_map(|one| &one.requests);
    let instead = requests.find(|request| place(request.id()) == place(id));
    let message = match instead {
        Some(InvocationRequest::Command { id, command, .. }) => format!(
            "this output is of another command; the skill now asks for `{command}`, whose id is {id:?}"
        ),
        _ => {
            "nothing asks for an output of this id; the ids are those of the invocations' requests"
                .to_owned()
        }
    };
    Err(ArgumentError::new(format!("outputs[{id:?}]"), message))
}

/// A task that the caller has to do before an invocation can continue, such as running a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum InvocationRequest {
    /// A shell command in the skill's text.
    Command {
        /// The id of the request, for its output.
        id: String,
        /// The command to run, with arguments inserted.
        command: String,
        /// The command with the marks around it, exactly as the skill's text has it.
        pattern: String,
        /// The shell that runs the command, such as `bash`.
        shell: String,
        /// The position of the command in the skill's file; none if an argument contained the command.
        range: Option<Range>,
        /// The host's decision on the command, as [`Session::permission`](crate::Session::permission) returns it for a call
        /// with the invocation as `skill`. Claude Code never asks the user about such a command: if the decision is
        /// not `allow`, the whole invocation fails.
        verdict: Verdict,
        /// The permission rule that decided; none if no rule decided.
        rule: Option<String>,
    },
    /// A prompt of an MCP server, whose text the caller requests from the server.
    Prompt {
        /// The id of the request, for its text.
        id: String,
        /// The name of the MCP server.
        server: String,
        /// The prompt's name on the server.
        prompt: String,
        /// The arguments of the prompt, by the names that the server declares.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        arguments: BTreeMap<String, String>,
    },
}

impl InvocationRequest {
    /// Returns the id of a request. The id consists of the call or skill that the request belongs to, the position of
    /// the request there, and a hash of the request. Because of the hash, the output of one command is never used for
    /// another command that replaced it after an edit.
    #[must_use]
    pub fn unique_id(owner: &str, position: usize, request: &[&str]) -> String {
        let mut hasher = SipHasher13::new();
        for part in request {
            part.hash(&mut hasher);
        }
        format!("{owner}.{position}.{:016x}", hasher.finish())
    }

    /// Returns the id of the request.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Command { id, .. } | Self::Prompt { id, .. } => id,
        }
    }
}

/// The invocation of a skill and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Invocation {
    /// The origin of the invocation: the user or the model.
    pub by: InvokedBy,
    /// The skill's name. If there is no such skill, the name that the user or the model wrote.
    pub name: String,
    /// The path of the skill's `SKILL.md`; none if there is no such skill.
    pub path: Option<String>,
    /// The arguments, exactly as they were given.
    pub arguments: String,
    /// The outcome: whether the skill was injected, waits, or was refused.
    pub outcome: InvocationOutcome,
    /// The host's decision on the model's use of the skill; none if no decision was needed, because a typed command
    /// needs no permission.
    pub permission: Option<Permission>,
    /// The commands and prompts whose outputs the caller has to provide.
    pub requests: Vec<InvocationRequest>,
    /// The skill's text with everything inserted; none while outputs are missing.
    pub content: Option<String>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The files that `@path` in the text attaches, in order. The caller reads these files and passes their paths to
    /// `touch`.
    pub attached: Vec<String>,
    /// The changes of tools, model and effort that the invocation makes; none if nothing changes.
    pub changes: Option<ContextChanges>,
    /// The hooks that the invocation registers for the session.
    pub hooks: Vec<Hook>,
    /// The sub-agent that gets the skill's text instead of this conversation.
    pub fork: Option<Fork>,
    /// The host's warnings to the user.
    pub warnings: Vec<String>,
    /// The events that the host records for the invocation.
    pub events: Vec<SkillEvent>,
}

impl Invocation {
    /// Creates an invocation with this outcome and nothing else.
    #[must_use]
    pub fn new(by: InvokedBy, name: &str, arguments: &str, outcome: InvocationOutcome) -> Self {
        Self {
            by,
            name: name.to_owned(),
            path: None,
            arguments: arguments.to_owned(),
            outcome,
            permission: None,
            requests: Vec::new(),
            content: None,
            messages: Vec::new(),
            attached: Vec::new(),
            changes: None,
            hooks: Vec::new(),
            fork: None,
            warnings: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Creates an invocation by the model's call, with this outcome and nothing else.
    pub(crate) fn by_model(call: &SkillCall, outcome: InvocationOutcome) -> Self {
        let arguments = call.args.as_deref().unwrap_or_default();
        Self::new(InvokedBy::Model, &call.skill, arguments, outcome)
    }

    /// Creates an invocation of a skill by the user, with this outcome and nothing else.
    pub(crate) fn by_user(skill: &Skill, arguments: &str, outcome: InvocationOutcome) -> Self {
        Self {
            path: Some(skill.path.clone()),
            ..Self::new(InvokedBy::User, &skill.name, arguments, outcome)
        }
    }

    /// Returns the invocation as the result of the model's call. A declined call is refused. If a call is refused or
    /// fails, the host's message is the call's result.
    ///
    /// # Errors
    /// Returns an error if the call is both approved and declined.
    pub(crate) fn into_result_of(mut self, call: &SkillCall) -> Result<Self, ArgumentError> {
        if call.approved && call.declined {
            let message = "a call is either approved or declined; set one of the two";
            return Err(ArgumentError::new("declined", message));
        }
        let ended = |outcome: &InvocationOutcome| match outcome {
            InvocationOutcome::Refused { message, .. }
            | InvocationOutcome::Failed { message, .. } => Some(message.clone()),
            _ => None,
        };
        if call.declined && ended(&self.outcome).is_none() {
            let message = format!("The user declined the use of skill {:?}.", self.name);
            let help = "Ask the user before the skill is called again.";
            let outcome = InvocationOutcome::refused(RefusalReason::Declined, message, help);
            self = Self {
                path: self.path,
                permission: self.permission,
                ..Self::new(self.by, &self.name, &self.arguments, outcome)
            };
        }
        let has_result = self.messages.iter().any(|one| one.role == Role::Tool);
        if let (Some(message), false) = (ended(&self.outcome), has_result) {
            self.messages.insert(0, call.answer(message));
        }
        Ok(self)
    }
}

/// The outcome of an invocation, which decides what the caller does next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum InvocationOutcome {
    /// The messages contain the skill's text.
    Injected,
    /// The conversation already contains the same text, and the messages only state that.
    AlreadyLoaded,
    /// A sub-agent gets the skill's text; see `fork`.
    Forked,
    /// The host asks the user first. Call again with `approved`.
    Asks,
    /// Outputs of `requests` are missing. Call again with these outputs.
    Waits,
    /// The host does not run the skill.
    Refused {
        /// The reason, as a code that all hosts share.
        reason: RefusalReason,
        /// The host's number for the reason, if the host has such a number.
        code: Option<u32>,
        /// The host's message about the refusal.
        message: String,
        /// How to make the host run the skill, in Skillglass's words.
        help: String,
    },
    /// The host started the invocation and stopped with an error. Nothing is injected.
    Failed {
        /// The host's message about the error.
        message: String,
        /// How to avoid the error, in Skillglass's words.
        help: String,
    },
}

impl InvocationOutcome {
    /// Returns a refusal for which the host has no number.
    pub(crate) fn refused(reason: RefusalReason, message: impl Into<String>, help: &str) -> Self {
        Self::Refused {
            reason,
            code: None,
            message: message.into(),
            help: help.to_owned(),
        }
    }
}

/// The reason why a host does not run a skill for its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalReason {
    /// The model's call has an empty name.
    EmptyName,
    /// There is no skill with the name, or the model does not see it.
    Unknown,
    /// The name belongs to a skill that is not in the tree.
    Remote,
    /// The name belongs to a command that only the user can run.
    NotAPrompt,
    /// By its frontmatter, only the user may invoke the skill.
    DisableModelInvocation,
    /// By the settings, only the user may invoke the skill.
    UserOnlyBySettings,
    /// The user's settings switch the skill off.
    Off,
    /// By its frontmatter, only the model may invoke the skill.
    NotUserInvocable,
    /// A rule of the permissions denies the skill.
    Denied,
    /// The user answered the host's question with no.
    Declined,
    /// The host would ask the user, but the session has no user.
    NobodyToAsk,
    /// The tool for skills is switched off.
    NoTool,
    /// The skill is not part of this session: it waits for a file that its `paths` match, or the session's program
    /// excludes it.
    NotInSession,
}

impl InvocationOutcome {
    /// Returns true if the skill took effect.
    #[must_use]
    pub fn took_effect(&self) -> bool {
        matches!(self, Self::Injected | Self::AlreadyLoaded | Self::Forked)
    }
}

/// The changes of tools, model and effort by an invocation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContextChanges {
    /// The name of the skill that makes the changes.
    pub skill: String,
    /// Rules for tools that need no question while the changes apply.
    pub allowed_tools: Vec<String>,
    /// True if only the allowed tools may be used. If false, the other tools keep their questions.
    pub only_allowed_tools: bool,
    /// The tools that are removed while the changes apply.
    pub disallowed_tools: Vec<String>,
    /// The model that replaces the session's model.
    pub model: Option<String>,
    /// The effort that replaces the session's effort.
    pub effort: Option<String>,
    /// The event at which the changes end.
    pub until: Until,
}

/// The event at which the changes of an invocation end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The changes end with the user's next message.
    #[default]
    NextUserMessage,
    /// The end of the skill's use, which the host does not define further.
    SkillEnds,
}

/// The prompt and the permissions of a sub-agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Fork {
    /// The id of this sub-agent in its session. Pass the id to `finishFork`, and as `agent` of the sub-agent's own
    /// calls.
    pub id: String,
    /// The type of agent that the sub-agent is, such as `Explore`.
    pub agent: String,
    /// The prompt, which is all that the sub-agent knows of the conversation.
    pub prompt: String,
    /// The model. The default is the agent's own.
    pub model: Option<String>,
    /// The effort. The default is the agent's own.
    pub effort: Option<String>,
    /// Rules for tools that the sub-agent may use without a question.
    pub allowed_tools: Vec<String>,
    /// Tools that the sub-agent does not have.
    pub disallowed_tools: Vec<String>,
    /// True if the conversation continues while the sub-agent runs. If false, the sub-agent's result is the result of
    /// the tool.
    pub background: bool,
    /// True if the sub-agent reads the project's memory files (`CLAUDE.md`).
    pub reads_memory: bool,
}
