//! The invocation of a skill, either by the user's slash command or by the model's call of the
//! host's skill tool.
//!
//! Skillglass runs no commands. If an invocation needs the outputs of commands, its result lists
//! these commands as requests. To continue the invocation, the caller runs the commands and repeats
//! the call with their outputs. Skillglass stores nothing between the two calls, so the caller may
//! also give up.

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

/// A call of the host's skill tool, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillCall {
    /// The skill's name, as the model wrote it.
    pub skill: String,
    /// The tool that the model calls, such as `load_skill_resource`, if the host has several tools
    /// for skills. The default is the tool that returns a skill's text. Hosts with one tool for
    /// skills ignore this field.
    #[serde(default)]
    pub tool: Option<String>,
    /// The arguments of the skill, as the model wrote them. None if the model wrote no arguments.
    #[serde(default)]
    pub args: Option<String>,
    /// The id of the sub-agent that makes the call. None for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The id of the model's tool call. None if the call has no id. Messages that result from the
    /// call have the same id.
    #[serde(default)]
    pub id: Option<String>,
    /// True if the host asked the user about this call and the user agreed.
    #[serde(default)]
    pub approved: bool,
    /// True if the host asked the user about this call and the user refused. The skill then does
    /// not run.
    #[serde(default)]
    pub declined: bool,
    /// The outputs of the commands and prompts that an earlier call of this skill requested. The
    /// key of an output is the id of its request. If two calls have the same skill and the same
    /// arguments, give each call its own `id`. Otherwise their requests have equal ids.
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

/// The output of a command, or the text of a prompt, that a caller provides for an
/// [`InvocationRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestOutput {
    /// The output of the command, including its error output, or the text of the MCP server's
    /// prompt.
    pub text: String,
    /// The exit code of the command. The default is 0.
    #[serde(default)]
    pub exit_code: i32,
}

crate::record! { RequestOutput: has(text, exit_code) needs(text) }

/// Checks that each output in `outputs` belongs to a request of one of these invocations. Every
/// output is accepted if the requests of an invocation are not known. They are not known in three
/// cases:
///
/// - The host refused the skill.
/// - The host asks the user before the skill runs.
/// - The skill's text was already loaded.
///
/// # Errors
/// Returns an error about the first output that belongs to no request. If the skill was edited and
/// has another command in the same place, the error contains that command.
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
    /// The caller has to run a shell command that the skill's text contains.
    Command {
        /// The id of this request. After the command has run, the caller repeats the function call
        /// that returned this request. The repeated call gets the command's output as the value of
        /// this id in `outputs`.
        id: String,
        /// The command to run, with the skill's arguments inserted.
        command: String,
        /// The command as the skill's text contains it, including the characters around it, such as
        /// `` !`git status` ``.
        pattern: String,
        /// The shell that runs the command, such as `bash`.
        shell: String,
        /// The position of the command in `SKILL.md`. None if the command is part of an inserted
        /// argument.
        range: Option<Range>,
        /// The host's decision on whether the command may run. Claude Code does not ask the user
        /// about a command in a skill's text: if the decision is not `allow`, the whole invocation
        /// fails.
        ///
        /// [`Session::permission`](crate::Session::permission) returns the same decision for a
        /// `ToolCall` with this command. The `skill` of that call must have the `path` and the `by`
        /// of this invocation.
        verdict: Verdict,
        /// The permission rule that led to the decision. None if no rule matches.
        rule: Option<String>,
    },
    /// The caller has to request the text of a prompt from an MCP server.
    Prompt {
        /// The id of this request. After the MCP server has returned the prompt, the caller repeats
        /// the function call that returned this request. The repeated call gets the prompt's text
        /// as the value of this id in `outputs`.
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
    /// Returns the id of a request. The id has three segments: `owner` (the call or skill that
    /// makes the request), the position among the owner's requests, and a hash of the request. The
    /// hash changes if an edit replaces the command, so the output of the old command is never used
    /// for the new command.
    #[must_use]
    pub fn unique_id(owner: &str, position: usize, request: &[&str]) -> String {
        let mut hasher = SipHasher13::new();
        for part in request {
            part.hash(&mut hasher);
        }
        format!("{owner}.{position}.{:016x}", hasher.finish())
    }

    /// Returns the id of this request.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Command { id, .. } | Self::Prompt { id, .. } => id,
        }
    }
}

/// An invocation of a skill, and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Invocation {
    /// The origin of the invocation: the user or the model.
    pub by: InvokedBy,
    /// The name of the invoked skill. If there is no such skill, the name that the user or the
    /// model wrote.
    pub name: String,
    /// The path of the invoked skill's `SKILL.md`. None if there is no such skill.
    pub path: Option<String>,
    /// The arguments of the skill, exactly as the user or the model wrote them.
    pub arguments: String,
    /// The outcome: for example, the text was injected, outputs are missing, or the host refused.
    pub outcome: InvocationOutcome,
    /// The host's decision on the model's use of the skill. None if no decision was needed, for
    /// example because the user typed the command.
    pub permission: Option<Permission>,
    /// The commands and prompts whose outputs the caller has to provide. Empty if no output is
    /// missing.
    pub requests: Vec<InvocationRequest>,
    /// The skill's text with the arguments and the requested outputs inserted. None if outputs are
    /// still missing, or if the host does not run the skill.
    pub content: Option<String>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The files that `@path` in the skill's text attaches, in order. The caller reads these files
    /// and passes their paths to `touch`.
    pub attached: Vec<String>,
    /// The changes that the invocation makes to tools, model and effort. None if nothing changes.
    pub changes: Option<ContextChanges>,
    /// The hooks that the invocation registers for the session.
    pub hooks: Vec<Hook>,
    /// The sub-agent that gets the skill's text. None if the text goes into this conversation.
    pub fork: Option<Fork>,
    /// The host's warnings to the user.
    pub warnings: Vec<String>,
    /// The events that the host records because of the invocation.
    pub events: Vec<SkillEvent>,
}

impl Invocation {
    /// Creates an invocation with this outcome. All results, such as messages, are empty.
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

    /// Creates the result of an invocation by the model, with the given outcome. All other results,
    /// such as messages, are empty.
    pub(crate) fn by_model(call: &SkillCall, outcome: InvocationOutcome) -> Self {
        let arguments = call.args.as_deref().unwrap_or_default();
        Self::new(InvokedBy::Model, &call.skill, arguments, outcome)
    }

    /// Creates the result of an invocation by the user, with the given outcome. All other results,
    /// such as messages, are empty.
    pub(crate) fn by_user(skill: &Skill, arguments: &str, outcome: InvocationOutcome) -> Self {
        Self {
            path: Some(skill.path.clone()),
            ..Self::new(InvokedBy::User, &skill.name, arguments, outcome)
        }
    }

    /// Adapts the invocation to the model's call. If the user declined the call, the outcome
    /// becomes a refusal. If the host refuses the call or fails, the host's message becomes the
    /// result of the call.
    ///
    /// # Errors
    /// Returns an error if the call is marked as both approved and declined.
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

/// The outcome of an invocation. The caller's next step depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum InvocationOutcome {
    /// The messages of the invocation contain the skill's text.
    Injected,
    /// The conversation already contains the same text, so the messages of the invocation only
    /// refer to this text.
    AlreadyLoaded,
    /// A sub-agent gets the skill's text. The field `fork` of the invocation describes the
    /// sub-agent.
    Forked,
    /// The host asks the user before it runs the skill. If the user agrees, the caller repeats the
    /// call with `approved`.
    Asks,
    /// Outputs of commands or prompts are missing. The caller repeats the call with these outputs.
    Waits,
    /// The host does not run the skill.
    Refused {
        /// The reason for the refusal, as a code that all hosts share.
        reason: RefusalReason,
        /// The host's own number for the reason. None if the host has no such number.
        code: Option<u32>,
        /// The host's message about the refusal.
        message: String,
        /// How to make the host run the skill, in Skillglass's words.
        help: String,
    },
    /// The host started the invocation and stopped with an error, so it injects nothing.
    Failed {
        /// The error message, in the host's words.
        message: String,
        /// How to avoid the error, in Skillglass's words.
        help: String,
    },
}

impl InvocationOutcome {
    /// Creates a refusal without `code`, for hosts that have no number for the reason.
    pub(crate) fn refused(reason: RefusalReason, message: impl Into<String>, help: &str) -> Self {
        Self::Refused {
            reason,
            code: None,
            message: message.into(),
            help: help.to_owned(),
        }
    }
}

/// The reason why a host refuses to run a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalReason {
    /// The skill's name in the call is empty.
    EmptyName,
    /// There is no skill with this name, or the model does not see it.
    Unknown,
    /// The name has the form of a remote skill's name. Remote skills are not in the tree.
    Remote,
    /// The name belongs to a command of the host that only the user can run.
    NotAPrompt,
    /// The skill's frontmatter lets only the user invoke the skill.
    DisableModelInvocation,
    /// The host's settings let only the user invoke the skill.
    UserOnlyBySettings,
    /// The settings or the skill's frontmatter switch the skill off.
    Off,
    /// The skill's frontmatter lets only the model invoke the skill.
    NotUserInvocable,
    /// A permission rule of the host denies the skill.
    Denied,
    /// The host asked the user about the call, and the user refused.
    Declined,
    /// The host would have to ask the user, but this session has no user.
    NobodyToAsk,
    /// The tool that the call needs is switched off or cannot run.
    NoTool,
    /// The skill is not available in this session. For example, none of the session's files matches
    /// the skill's `paths` yet, or the program that started the session excludes the skill.
    NotInSession,
}

impl InvocationOutcome {
    /// Returns true if the model or a sub-agent has the skill's text after this outcome.
    #[must_use]
    pub fn took_effect(&self) -> bool {
        matches!(self, Self::Injected | Self::AlreadyLoaded | Self::Forked)
    }
}

/// The changes that an invocation makes to tools, model and effort.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContextChanges {
    /// The name of the invoked skill, which makes these changes.
    pub skill: String,
    /// Permission rules of the skill, such as `Bash(git *)`. A tool call that matches one of these
    /// rules needs no question to the user. The rules apply until the event that the field `until`
    /// names.
    pub allowed_tools: Vec<String>,
    /// True if the model may use only the tools that the skill's permission rules allow, until the
    /// event that the field `until` names. If false, the model may also use other tools as before.
    pub only_allowed_tools: bool,
    /// The tools that the invocation takes away from the model. The model has them again after the
    /// event that the field `until` names.
    pub disallowed_tools: Vec<String>,
    /// The model that replaces the session's model. None if the model does not change.
    pub model: Option<String>,
    /// The effort that replaces the session's effort. None if the effort does not change.
    pub effort: Option<String>,
    /// The event at which the changes that the invocation makes to tools, model and effort end.
    pub until: Until,
}

/// The event at which an invocation's changes of tools, model and effort end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The invocation's changes of tools, model and effort end with the user's next message.
    #[default]
    NextUserMessage,
    /// The invocation's changes of tools, model and effort end when the model no longer uses the
    /// skill. The host does not define this moment more exactly.
    SkillEnds,
}

/// A sub-agent that gets a skill's text: its prompt, model and permissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Fork {
    /// The id of this sub-agent in its session. The caller passes this id to `finishFork`, and as
    /// `agent` in calls of the sub-agent.
    pub id: String,
    /// The type of the sub-agent, such as `Explore`.
    pub agent: String,
    /// The prompt of the sub-agent. The sub-agent sees nothing else of the conversation.
    pub prompt: String,
    /// The model of the sub-agent. None if the sub-agent's type determines the model.
    pub model: Option<String>,
    /// The effort of the sub-agent. None if the sub-agent's type determines the effort.
    pub effort: Option<String>,
    /// Permission rules for the tools that the sub-agent may use without a question to the user.
    pub allowed_tools: Vec<String>,
    /// The tools that the sub-agent does not have.
    pub disallowed_tools: Vec<String>,
    /// True if the conversation continues while the sub-agent runs. If false, the conversation
    /// waits, and the sub-agent's answer becomes the result of the tool call.
    pub background: bool,
    /// True if the sub-agent gets the project's memory files (`CLAUDE.md`).
    pub reads_memory: bool,
}
