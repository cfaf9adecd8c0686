//! A skill put to use, by a slash command of the user's or by the model's call of the host's skill tool.
//!
//! Commands that have to run outside are asked for: an invocation that waits lists its requests, and the same call made again with
//! their outputs goes on. Nothing of the call is remembered in between, so it may also never be made again.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::model::argument::ArgumentError;
use crate::model::hook::Hook;
use crate::model::message::{Message, SkillEvent};
use crate::model::permission::{Permission, Verdict};
use crate::text::document::Range;

/// The model's call of the host's skill tool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct SkillCall {
    /// The skill's name, as the model wrote it.
    pub skill: String,
    /// Its arguments, as the model wrote them.
    #[serde(default)]
    pub args: Option<String>,
    /// The agent that calls; none for the main one.
    #[serde(default)]
    pub agent: Option<String>,
    /// The id of the call; messages that come of it bear it.
    #[serde(default)]
    pub id: Option<String>,
    /// True if the user said yes when the host asked.
    #[serde(default)]
    pub approved: bool,
    /// The outputs of what an earlier call asked for, by the request's id. Ids of two calls differ if the calls have an
    /// `id` or differ in skill or arguments.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, RequestOutput>"))]
    pub outputs: BTreeMap<String, RequestOutput>,
}

crate::record! { SkillCall: has(skill, args, agent, id, approved, outputs) needs(skill) }

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestOutput {
    /// The output of a command, its error stream included, or the text of a server's prompt.
    pub text: String,
    /// A command's exit code; 0 when absent.
    #[serde(default)]
    pub exit_code: i32,
}

crate::record! { RequestOutput: has(text, exit_code) needs(text) }

/// Checks that outputs are of requests that these invocations make. An invocation that was refused or not approved has
/// made none yet.
///
/// # Errors
/// The first output that nothing asked for, with the command that has taken its place if there is one.
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
    let asked = |id: &String| {
        let mut requests = invocations.iter().flat_map(|one| &one.requests);
        requests.any(|request| request.id() == id)
    };
    let Some(id) = outputs.keys().find(|id| !asked(id)) else {
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

/// Something that the caller runs for an invocation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum InvocationRequest {
    /// A shell command in the skill's text.
    Command {
        /// The id under which its output is given back.
        id: String,
        /// The command, arguments put in.
        command: String,
        /// The command with its marks, as it stands in the text.
        pattern: String,
        /// The shell to run it in, such as `bash`.
        shell: String,
        /// Where it stands in the file; none when an argument brought it.
        range: Option<Range>,
        /// The host's decision on running it. The host asks no question here: without `allow` the whole invocation fails.
        verdict: Verdict,
        /// The rule that decided; none when no rule did.
        rule: Option<String>,
    },
    /// A prompt that an MCP server gives.
    Prompt {
        /// The id under which its text is given back.
        id: String,
        /// The server.
        server: String,
        /// The prompt's name on the server.
        prompt: String,
        /// Its arguments, by the names that the server declares.
        #[cfg_attr(feature = "typescript", tsify(type = "Record<string, string>"))]
        arguments: BTreeMap<String, String>,
    },
}

impl InvocationRequest {
    /// Returns the id of a request: the call or skill that it belongs to, its position there, and a hash of what is asked.
    /// The hash keeps an output from being taken for another command, such as one that an edit has put in its place.
    #[must_use]
    pub fn unique_id(owner: &str, position: usize, asked: &[&str]) -> String {
        let mut hasher = SipHasher13::new();
        for part in asked {
            part.hash(&mut hasher);
        }
        format!("{owner}.{position}.{:016x}", hasher.finish())
    }

    /// The id under which its output is given back.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Command { id, .. } | Self::Prompt { id, .. } => id,
        }
    }
}

/// Who put a skill to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvokedBy {
    /// The user typed it.
    User,
    /// The model called the tool.
    Model,
}

/// The outcome of putting a skill to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Invocation {
    /// Who did.
    pub by: InvokedBy,
    /// The skill's name; as it was written when there is no such skill.
    pub name: String,
    /// The path of its `SKILL.md`; none when there is no such skill.
    pub path: Option<String>,
    /// The arguments, exactly as given.
    pub arguments: String,
    /// The outcome.
    pub outcome: InvocationOutcome,
    /// The host's decision on the model's use of it; none when it was not asked (what the user types needs no permission).
    pub permission: Option<Permission>,
    /// The commands that the caller has to run, and how.
    pub requests: Vec<InvocationRequest>,
    /// The skill's text with everything put in, once nothing is missing.
    pub content: Option<String>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The files that `@path` in the text brings along, in order. The caller reads them, and hands them to
    /// `touch`.
    pub attached: Vec<String>,
    /// The changes besides the conversation.
    pub changes: Option<ContextChanges>,
    /// The hooks that are registered.
    pub hooks: Vec<Hook>,
    /// The sub-agent that gets the skill instead of this conversation.
    pub fork: Option<Fork>,
    /// The host's warnings.
    pub warnings: Vec<String>,
    /// The events that the host counts.
    pub events: Vec<SkillEvent>,
}

impl Invocation {
    /// One of which nothing has come but this.
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
}

/// The outcome of an invocation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum InvocationOutcome {
    /// The messages stand in the conversation.
    Injected,
    /// The conversation holds the same text already; the messages only say so.
    AlreadyLoaded,
    /// A sub-agent gets the text.
    Forked,
    /// The host asks the user first. Call again with `approved`.
    Asks,
    /// Outputs of `requests` are missing. Call again with them.
    Waits,
    /// The host does not run it.
    Refused {
        /// The reason, as a code that is the same for all hosts.
        reason: RefusalReason,
        /// The host's number for the reason, if it has one.
        code: Option<u32>,
        /// The host's words.
        message: String,
        /// The remedy, in our words.
        help: String,
    },
    /// The host began and gave up; nothing is injected.
    Failed {
        /// The host's words.
        message: String,
        /// The remedy, in our words.
        help: String,
    },
}

/// Why a host does not run a skill for its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalReason {
    /// The call has no name.
    EmptyName,
    /// There is no skill of that name, or none that the model is shown.
    Unknown,
    /// The name is that of a skill that lies elsewhere than in the tree.
    Remote,
    /// The name is that of a command that only the user can run.
    NotAPrompt,
    /// The skill says that only the user may put it to use.
    DisableModelInvocation,
    /// The settings say that only the user may put it to use.
    UserOnlyBySettings,
    /// The settings switch the skill off.
    Off,
    /// The skill says that only the model may put it to use.
    NotUserInvocable,
    /// A rule of the permissions denies the skill.
    Denied,
    /// The host would ask the user, and the session has none.
    NobodyToAsk,
    /// The tool for skills is switched off.
    NoTool,
    /// The session's program does not let the skill in.
    NotInSession,
}

impl InvocationOutcome {
    /// True if the skill took effect.
    #[must_use]
    pub fn took_effect(&self) -> bool {
        matches!(self, Self::Injected | Self::AlreadyLoaded | Self::Forked)
    }
}

/// The changes of an invocation besides the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContextChanges {
    /// Rules for tools that need no question meanwhile.
    pub allowed_tools: Vec<String>,
    /// True if no tools but the allowed ones may be used meanwhile; else the others keep the questions that they have.
    pub only_allowed_tools: bool,
    /// Tools that are gone meanwhile.
    pub disallowed_tools: Vec<String>,
    /// The model meanwhile.
    pub model: Option<String>,
    /// The effort meanwhile.
    pub effort: Option<String>,
    /// Until when.
    pub until: Until,
}

/// The duration of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until the user's next message.
    #[default]
    NextUserMessage,
    /// As long as the skill is in use, which the host does not say more of.
    SkillEnds,
}

/// The prompt and the rights of a sub-agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Fork {
    /// The id of this sub-agent in its session. `finishFork` takes it, and so does `agent` of the sub-agent's own calls.
    pub id: String,
    /// The type of agent.
    pub agent: String,
    /// Its prompt, all that it knows of the conversation.
    pub prompt: String,
    /// Its model; the agent's own when absent.
    pub model: Option<String>,
    /// Its effort; the agent's own when absent.
    pub effort: Option<String>,
    /// Rules for tools that it may use without a question.
    pub allowed_tools: Vec<String>,
    /// Tools that it does not have.
    pub disallowed_tools: Vec<String>,
    /// True if the conversation goes on while it runs. If not, its result is the tool's.
    pub background: bool,
    /// True if it reads the project's memory files (`CLAUDE.md`).
    pub reads_memory: bool,
}
