//! Turns and conversations, as a part of the module.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use skillglass::model::invocation::check_outputs;
use skillglass::model::turn::TurnRequest;
use skillglass::workspace::SessionOptions;
use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::session::Session;
use crate::thrown::Thrown;
use crate::workspace::{Workspace, ask, value_of};


/// Creates a conversation in a workspace.
pub fn start(workspace: &Workspace, options: JsValue) -> Result<Session, Thrown> {
    let options: SessionOptions = arguments::optional("options", options)?;
    let session = value_of(&workspace.0, |workspace| {
        skillglass::Session::start(workspace, options)
    })??;
    Ok(Session {
        workspace: Rc::clone(&workspace.0),
        session: RefCell::new(session),
    })
}

/// Returns the turn: the host's treatment of a message of the user. The message does not belong to
/// a conversation.
pub fn workspace_turn(workspace: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::turn(request)?;
    check_plain_names(&request)?;
    ask(&workspace.0, &mut |workspace, answer| {
        let turn = workspace.turn(&request);
        check_outputs(&request.outputs, &turn.invocations)?;
        answer.give(&turn)
    })
}

/// Returns the result of a call of the host's skill tool by the model, without a conversation.
pub fn workspace_invoke(workspace: &Workspace, call: JsValue) -> Result<JsValue, Thrown> {
    let call = arguments::read("call", call)?;
    ask(&workspace.0, &mut |workspace, answer| {
        answer.give(&workspace.invoke(&call)?)
    })
}

/// Returns the host's decision on a call of any tool, without a conversation.
pub fn workspace_permission(workspace: &Workspace, call: JsValue) -> Result<JsValue, Thrown> {
    let call = arguments::read("call", call)?;
    ask(&workspace.0, &mut |workspace, answer| {
        answer.give(&workspace.permission(&call))
    })
}

/// Returns the same turn as `workspace.turn(request)`, but with the memory of this conversation.
pub fn turn(session: &Session, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::turn(request)?;
    check_plain_names(&request)?;
    session.on(&mut |session, workspace, answer| {
        session.check_outputs(workspace, &request)?;
        answer.give(&session.turn(workspace, &request))
    })
}

/// Returns the result of a call of the host's skill tool by the model, like `workspace.invoke(call)`, but with the
/// memory of this conversation.
pub fn invoke(session: &Session, call: JsValue) -> Result<JsValue, Thrown> {
    let call = arguments::read("call", call)?;
    session.on(&mut |session, workspace, answer| answer.give(&session.invoke(workspace, &call)?))
}

/// Returns the host's decision on a call of any tool. Unlike in `workspace.permission(call)`, the
/// rules of the skills in use apply, too.
pub fn permission(session: &Session, call: JsValue) -> Result<JsValue, Thrown> {
    let call = arguments::read("call", call)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.permission(workspace, &call)?)
    })
}

/// Returns the conversation as plain data, which `JSON.stringify` can convert. `workspace.startSession({ saved })`
/// continues the conversation, in this workspace or in another workspace with the same host and files.
pub fn save(session: &Session) -> Result<JsValue, Thrown> {
    session.on(&mut |session, workspace, answer| answer.give(&session.save(workspace)))
}

/// Returns the skills that the host finds and loads, given the files that this conversation
/// touched.
pub fn catalog(session: &Session) -> Result<JsValue, Thrown> {
    session.on(&mut |session, workspace, answer| answer.give(&*session.catalog(workspace)))
}

/// Returns the files that the host would read but whose contents are still null, sorted by path.
/// The result includes the files that the host reads only after this conversation has touched other
/// files.
pub fn plan(session: &Session) -> Result<JsValue, Thrown> {
    session.on(&mut |session, workspace, answer| answer.give(&session.plan(workspace)))
}

/// Returns the list of skills that an agent is shown now. If no agent is named, returns the list of
/// the main agent.
pub fn listing(session: &Session, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::listing(request)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.requested_listing(workspace, &request)?)
    })
}

/// Records that the model read or changed files. Returns the skills that became active because of these files.
pub fn touch(session: &Session, paths: JsValue) -> Result<JsValue, Thrown> {
    let paths: Vec<String> = arguments::read("paths", paths)?;
    session.on(&mut |session, workspace, answer| answer.give(&session.touch(workspace, &paths)?))
}

/// Ends a skill's sub-agent, and returns the sub-agent's last answer as the message that the host
/// adds to the conversation.
pub fn finish_fork(session: &Session, fork: JsValue, result: JsValue) -> Result<JsValue, Thrown> {
    let fork = arguments::text("fork", fork)?;
    let result = arguments::text("result", result)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.finish_fork(workspace, &fork, &result)?)
    })
}

/// Ends a skill's sub-agent that stopped with an error, and returns the error as the message that
/// the host adds to the conversation.
pub fn fail_fork(session: &Session, fork: JsValue, error: JsValue) -> Result<JsValue, Thrown> {
    let fork = arguments::text("fork", fork)?;
    let error = arguments::text("error", error)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.fail_fork(workspace, &fork, &error)?)
    })
}

/// Ends an agent, and forgets the skills that the agent has seen in a list or has invoked.
pub fn end_agent(session: &Session, agent: JsValue) -> Result<(), Thrown> {
    let agent = arguments::text("agent", agent)?;
    Ok(session.session.borrow_mut().end_agent(&agent)?)
}

/// Records that the conversation of an agent was compacted. Returns the messages that the host restores.
pub fn compact(session: &Session, agent: JsValue) -> Result<JsValue, Thrown> {
    let agent = arguments::optional_text("agent", agent)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.compact(workspace, agent.as_deref()))
    })
}

/// Returns the skills that were invoked so far. The latest skill is the last.
pub fn invoked(session: &Session) -> Result<JsValue, Thrown> {
    session.recall(&mut |session, answer| answer.give(session.invoked()))
}

/// Returns the changes that invoked skills made to an agent's conversation, such as allowed tools.
/// Only changes that still apply are returned. The latest change is the last.
pub fn changes(session: &Session, agent: JsValue) -> Result<JsValue, Thrown> {
    let agent = arguments::optional_text("agent", agent)?;
    session.recall(&mut |session, answer| answer.give(session.changes(agent.as_deref())?))
}

/// Returns the number of invocations of each skill in this conversation, keyed by the skill's name.
pub fn usage(session: &Session) -> Result<JsValue, Thrown> {
    session.recall(&mut |session, answer| answer.give(session.usage()))
}

/// Returns the registered hooks, or only the hooks that run at the given event.
pub fn hooks(session: &Session, event: JsValue, subject: JsValue) -> Result<JsValue, Thrown> {
    let event = arguments::optional_text("event", event)?;
    let subject = arguments::optional_text("subject", subject)?.unwrap_or_default();
    session.on(&mut |session, workspace, answer| match &event {
        Some(event) => answer.give(&session.hooks_for(workspace, event, &subject)?),
        None => answer.give(session.hooks()),
    })
}

/// Returns the action that a host takes when the event of a registered hook occurs. In such an
/// action, the host runs a program with arguments, variables and standard input, sends a request,
/// or asks a model.
pub fn hook_run(session: &Session, id: JsValue, occurrence: JsValue) -> Result<JsValue, Thrown> {
    let id = arguments::read("id", id)?;
    let occurrence = arguments::read("occurrence", occurrence)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.hook_run(workspace, id, &occurrence)?)
    })
}

/// Returns how the host interprets the result of a hook. The answer has the decision with its
/// reason, a changed input, the messages to the model, and the texts for the user.
pub fn hook_answer(session: &Session, id: JsValue, occurrence: JsValue, result: JsValue) -> Result<JsValue, Thrown> {
    let id = arguments::read("id", id)?;
    let occurrence = arguments::read("occurrence", occurrence)?;
    let result = arguments::read("result", result)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.hook_answer(workspace, id, &occurrence, &result)?)
    })
}

/// Records that a hook succeeded. Returns true if the hook is removed, because the hook runs only
/// once.
pub fn hook_succeeded(session: &Session, id: JsValue) -> Result<bool, Thrown> {
    let id = arguments::read("id", id)?;
    Ok(session.session.borrow_mut().hook_succeeded(id)?)
}

/// Records the user's answers to questions. `answers` has the strings that the client sent for each
/// question, keyed by the id of the question.
pub fn answer(session: &Session, answers: JsValue) -> Result<JsValue, Thrown> {
    let answers: BTreeMap<String, Vec<String>> = arguments::read("answers", answers)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.answer(workspace, &answers)?)
    })
}

/// Returns the value of an environment variable that the user provided in this session, or that was
/// set when a skill needed the variable. Returns null if the session does not know the variable or
/// its value.
pub fn variable(session: &Session, name: JsValue) -> Result<JsValue, Thrown> {
    let name = arguments::text("name", name)?;
    session.recall(&mut |session, answer| answer.give(&session.variable(&name)))
}

/// Returns the event that the host records if a shell command of the model uses a skill that the
/// user did not mention.
pub fn command(session: &Session, command: JsValue, workdir: JsValue) -> Result<JsValue, Thrown> {
    let command = arguments::text("command", command)?;
    let workdir = arguments::text("workdir", workdir)?;
    session.on(&mut |session, workspace, answer| {
        answer.give(&session.command(workspace, &command, &workdir)?)
    })
}

/// Checks that the part `search` of the WebAssembly module is loaded if a turn needs this part. A
/// turn needs the part if plain words, without `$` or `/`, may select skills.
///
/// # Errors
/// Returns an error if the part `search` is needed but not loaded.
fn check_plain_names(request: &TurnRequest) -> Result<(), Thrown> {
    #[cfg(feature = "search")]
    if request.plain_names.is_some() {
        crate::parts::search()?;
    }
    let _ = request;
    Ok(())
}
