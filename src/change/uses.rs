//! Computes the result of using a skill: the text that the host adds to the conversation, and the other effects.

use std::collections::BTreeMap;

use crate::host::Host;
use crate::host::stages::View;
use crate::model::hook::{Hook, HookHandler};
use crate::model::invocation::{
    ContextChanges, Fork, Invocation, InvocationOutcome, InvocationRequest, InvokedBy,
    RequestOutput, SkillCall, Until,
};
use crate::model::message::Message;
use crate::model::permission::Verdict;
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};

/// Example arguments. Each skill is invoked without arguments and with these arguments, because a
/// skill's text may depend on the arguments.
const ARGUMENTS: &str = "alpha beta";

/// The four ways in which each skill is invoked: by the user and by the model, each without
/// arguments and with example arguments.
pub(super) const WAYS: [(InvokedBy, &str); 4] = [
    (InvokedBy::User, ""),
    (InvokedBy::User, ARGUMENTS),
    (InvokedBy::Model, ""),
    (InvokedBy::Model, ARGUMENTS),
];

/// The result of using a skill.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// The text for the model. If the host starts a sub-agent, this is the text for the sub-agent.
    pub(super) text: String,
    /// The effects of the use, without the text for the model. Each effect is described in words,
    /// such as `asks the user first`.
    pub(super) effects: Vec<String>,
}

/// Invokes `skill`, and returns the result. `by` is the user or the model, and `typed` is the text
/// that a user types to invoke the skill. Returns `None` if `by` cannot invoke the skill. The
/// catalog of `view` has only this skill, so skills with the same name do not interfere.
pub(super) fn used(
    host: &dyn Host,
    view: &View<'_>,
    skill: &Skill,
    typed: Option<&str>,
    (by, arguments): (InvokedBy, &str),
) -> Option<Use> {
    match by {
        InvokedBy::User => {
            let text = match arguments {
                "" => typed?.to_owned(),
                arguments => format!("{} {arguments}", typed?),
            };
            let mut request = TurnRequest::from(&*text);
            let mut turn = host.turn(view, &request);
            request.outputs = outputs(&turn.invocations);
            let asked = requests(&turn.invocations);
            if !request.outputs.is_empty() {
                turn = host.turn(view, &request);
            }
            Some(of_turn(turn, asked))
        }
        InvokedBy::Model => {
            let mut call = SkillCall {
                skill: skill.name.clone(),
                args: (!arguments.is_empty()).then(|| arguments.to_owned()),
                approved: true,
                ..SkillCall::default()
            };
            let mut invocation = host.tool()?.invoke(view, &call)?;
            let asked = requests(std::slice::from_ref(&invocation));
            call.outputs = outputs(std::slice::from_ref(&invocation));
            if !call.outputs.is_empty() {
                invocation = host.tool()?.invoke(view, &call)?;
            }
            let mut used = Use {
                text: texts(&invocation.messages),
                effects: asked,
            };
            add(&mut used, &invocation);
            Some(used)
        }
    }
}

fn of_turn(turn: Turn, asked: Vec<String>) -> Use {
    let mut used = Use {
        text: texts(&turn.messages),
        effects: asked,
    };
    let attached = turn.attached.iter();
    used.effects
        .extend(attached.map(|path| format!("attaches {path}")));
    let questions = turn.questions.iter().flat_map(|set| &set.questions);
    used.effects
        .extend(questions.map(|one| format!("asks: {}", one.question)));
    used.effects
        .extend(turn.warnings.iter().map(|one| format!("warns: {one}")));
    for invocation in &turn.invocations {
        add(&mut used, invocation);
    }
    used
}

fn texts(messages: &[Message]) -> String {
    let texts: Vec<_> = messages.iter().map(|message| &*message.text).collect();
    texts.join("\n")
}

/// Returns an example output for each command and each MCP prompt that the invocations request,
/// keyed by the id of the request. With these outputs, the host can complete the skill's text.
fn outputs(invocations: &[Invocation]) -> BTreeMap<String, RequestOutput> {
    let requests = invocations.iter().flat_map(|one| &one.requests);
    let outputs = requests.map(|request| {
        let asked = match request {
            InvocationRequest::Command { command, .. } => command,
            InvocationRequest::Prompt { prompt, .. } => prompt,
        };
        let output = RequestOutput {
            text: format!("<output of {asked}>"),
            ..RequestOutput::default()
        };
        (request.id().to_owned(), output)
    });
    outputs.collect()
}

/// Returns a description in words of each command and each MCP prompt that the invocations request,
/// such as ``runs `git status` in bash``.
fn requests(invocations: &[Invocation]) -> Vec<String> {
    let requests = invocations.iter().flat_map(|one| &one.requests);
    let words = requests.map(|request| match request {
        InvocationRequest::Command {
            command,
            shell,
            verdict,
            ..
        } => {
            let verb = match verdict {
                Verdict::Allow => "runs",
                Verdict::Ask => "would have to ask before it runs",
                Verdict::Deny => "may not run",
            };
            format!("{verb} `{command}` in {shell}")
        }
        InvocationRequest::Prompt { server, prompt, .. } => {
            format!("requests the prompt {prompt} of the server {server}")
        }
    });
    words.collect()
}

/// Adds the text and the effects of an invocation to `used`. The commands and MCP prompts that the
/// invocation requests are not added.
fn add(used: &mut Use, invocation: &Invocation) {
    let effects = &mut used.effects;
    match &invocation.outcome {
        InvocationOutcome::Refused { message, .. } => effects.push(format!("refuses: {message}")),
        InvocationOutcome::Failed { message, .. } => effects.push(format!("fails: {message}")),
        InvocationOutcome::Asks => effects.push("asks the user first".to_owned()),
        InvocationOutcome::Waits => effects.push("waits for outputs".to_owned()),
        InvocationOutcome::Injected
        | InvocationOutcome::AlreadyLoaded
        | InvocationOutcome::Forked => {}
    }
    let attached = invocation.attached.iter();
    effects.extend(attached.map(|path| format!("attaches {path}")));
    if let Some(changes) = &invocation.changes {
        add_changes(effects, changes);
    }
    for hook in &invocation.hooks {
        effects.push(of_hook(hook));
    }
    let warnings = invocation.warnings.iter();
    effects.extend(warnings.map(|one| format!("warns: {one}")));
    if let Some(fork) = &invocation.fork {
        add_fork(effects, fork);
        used.text.push_str(&fork.prompt);
    }
}

fn of_hook(hook: &Hook) -> String {
    let handler = match &hook.handler {
        HookHandler::Command { command, args, .. } => {
            let args = args.iter().flatten().map(|arg| format!(" {arg}"));
            format!("runs `{command}{}`", args.collect::<String>())
        }
        HookHandler::Http { url, .. } => format!("sends a request to {url}"),
        HookHandler::McpTool { server, tool, .. } => format!("calls {tool} of the server {server}"),
        HookHandler::Prompt { .. } => "asks a model".to_owned(),
        HookHandler::Agent { .. } => "starts a sub-agent".to_owned(),
    };
    let matcher = hook.matcher.as_deref();
    let matcher = matcher.map(|matcher| format!(" for {matcher}"));
    let condition = hook.condition.as_deref();
    let condition = condition.map(|condition| format!(" if {condition}"));
    format!(
        "registers a hook at {}{}{} that {handler}",
        hook.event,
        matcher.unwrap_or_default(),
        condition.unwrap_or_default(),
    )
}

fn add_changes(effects: &mut Vec<String>, changes: &ContextChanges) {
    let until = match changes.until {
        Until::NextUserMessage => "until the next message",
        Until::SkillEnds => "until the skill ends",
    };
    tools(
        effects,
        &changes.allowed_tools,
        &changes.disallowed_tools,
        until,
    );
    if changes.only_allowed_tools {
        effects.push(format!("takes away all other tools {until}"));
    }
    settings(
        effects,
        changes.model.as_deref(),
        changes.effort.as_deref(),
        until,
    );
}

fn add_fork(effects: &mut Vec<String>, fork: &Fork) {
    let place = if fork.background {
        "in the background"
    } else {
        "while the conversation waits"
    };
    effects.push(format!(
        "gives the text to a sub-agent {} {place}",
        fork.agent
    ));
    let until = "in the sub-agent";
    tools(effects, &fork.allowed_tools, &fork.disallowed_tools, until);
    settings(
        effects,
        fork.model.as_deref(),
        fork.effort.as_deref(),
        until,
    );
    if fork.reads_memory {
        effects.push("lets the sub-agent read the project's memory files".to_owned());
    }
}

fn tools(effects: &mut Vec<String>, allowed: &[String], disallowed: &[String], until: &str) {
    let allowed = allowed.iter();
    effects.extend(allowed.map(|rule| format!("allows {rule} without a question {until}")));
    let disallowed = disallowed.iter();
    effects.extend(disallowed.map(|rule| format!("takes away {rule} {until}")));
}

fn settings(effects: &mut Vec<String>, model: Option<&str>, effort: Option<&str>, until: &str) {
    effects.extend(model.map(|model| format!("sets the model to {model} {until}")));
    effects.extend(effort.map(|effort| format!("sets the effort to {effort} {until}")));
}
