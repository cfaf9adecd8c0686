//! `Session`: one conversation in a workspace.

use std::cell::RefCell;
use std::collections::BTreeMap;

use wasm_bindgen::prelude::*;

use crate::arguments;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::workspace::{Answered, Shared, answered, ask, check_plain_names};

/// One conversation: what was answered in it, which skills it has been shown and has used, and what still holds.
///
/// `workspace.startSession()` starts one. Free it with `free()` or `using` when the conversation is over; the answers go
/// with it.
#[wasm_bindgen]
pub struct Session {
    pub(crate) workspace: Shared,
    pub(crate) session: RefCell<skillglass::Session>,
}

impl Session {
    #[inline(never)]
    fn on(
        &self,
        question: &mut dyn FnMut(
            &mut skillglass::Session,
            &skillglass::Workspace,
            &mut Json,
        ) -> Answered,
    ) -> Result<JsValue, Thrown> {
        ask(&self.workspace, &mut |workspace, answer| {
            question(&mut self.session.borrow_mut(), workspace, answer)
        })
    }

    /// Asks what needs no workspace: a session answers after its workspace is freed, too.
    #[inline(never)]
    fn recall(
        &self,
        question: &mut dyn FnMut(&skillglass::Session, &mut Json) -> Answered,
    ) -> Result<JsValue, Thrown> {
        answered(&mut |answer| question(&self.session.borrow(), answer))
    }
}

#[wasm_bindgen]
impl Session {
    /// A new turn: as `workspace.turn(request)`, without questions for what was answered before.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::turn(request)?;
        check_plain_names(&request)?;
        self.on(&mut |session, workspace, answer| {
            session.check_outputs(workspace, &request)?;
            answer.give(&session.turn(workspace, &request))
        })
    }

    /// The model's call of the host's tool for skills: as `workspace.invoke(call)`, in the light of what came before.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        let call = arguments::read("call", call)?;
        self.on(&mut |session, workspace, answer| answer.give(&session.invoke(workspace, &call)?))
    }

    /// What the host finds and loads now, after the files that this conversation touched.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        self.on(&mut |session, workspace, answer| answer.give(&*session.catalog(workspace)))
    }

    /// The files that the host would read now, after the files that this conversation touched, and whose contents are
    /// still null, sorted.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn plan(&self) -> Result<JsValue, Thrown> {
        self.on(&mut |session, workspace, answer| answer.give(&session.plan(workspace)))
    }

    /// What an agent (the main one without a name) is shown now; hosts that announce only what is new show what this
    /// agent has not been shown yet.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::optional_text("agent", agent)?;
        self.on(&mut |session, workspace, answer| {
            answer.give(&session.listing(workspace, agent.as_deref()))
        })
    }

    /// Says that the model read or changed files: the skills that this brings. A command of the shell touches nothing.
    #[wasm_bindgen(unchecked_return_type = "Touch")]
    pub fn touch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: JsValue,
    ) -> Result<JsValue, Thrown> {
        let paths: Vec<String> = arguments::read("paths", paths)?;
        self.on(&mut |session, workspace, answer| answer.give(&session.touch(workspace, &paths)?))
    }

    /// Ends a skill's sub-agent and returns its last answer as the host gives it to the conversation: as the result of the
    /// model's call, with its `callId`, if that waits for it, else in the user's name. What the sub-agent was shown and has
    /// used is forgotten. `fork` is the `id` of an invocation's `fork`, or the skill's name while one sub-agent of it runs.
    ///
    /// Throws an `ArgumentError` when no such sub-agent runs, or several of that skill do.
    #[wasm_bindgen(js_name = finishFork, unchecked_return_type = "Message")]
    pub fn finish_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] result: JsValue,
    ) -> Result<JsValue, Thrown> {
        let fork = arguments::text("fork", fork)?;
        let result = arguments::text("result", result)?;
        self.on(&mut |session, workspace, answer| {
            answer.give(&session.finish_fork(workspace, &fork, &result)?)
        })
    }

    /// Ends an agent: forgets what it was shown and has used.
    ///
    /// Throws an `ArgumentError` when this session has no such agent.
    #[wasm_bindgen(js_name = endAgent)]
    pub fn end_agent(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] agent: JsValue,
    ) -> Result<(), Thrown> {
        let agent = arguments::text("agent", agent)?;
        Ok(self.session.borrow_mut().end_agent(&agent)?)
    }

    /// The conversation of an agent (the main one without a name) was compacted: what the host puts back.
    #[wasm_bindgen(unchecked_return_type = "Message[]")]
    pub fn compact(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::optional_text("agent", agent)?;
        self.on(&mut |session, workspace, answer| {
            answer.give(&session.compact(workspace, agent.as_deref()))
        })
    }

    /// The skills put to use so far, the latest last.
    #[wasm_bindgen(unchecked_return_type = "InvokedSkill[]")]
    pub fn invoked(&self) -> Result<JsValue, Thrown> {
        self.recall(&mut |session, answer| answer.give(session.invoked()))
    }

    /// What an agent's invocations (the main one's without a name) changed and what still holds, the latest last: for
    /// the main agent until the user's next message, for another until it ends.
    ///
    /// Throws an `ArgumentError` when this session has no such agent.
    #[wasm_bindgen(unchecked_return_type = "ContextChanges[]")]
    pub fn changes(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::optional_text("agent", agent)?;
        self.recall(&mut |session, answer| answer.give(session.changes(agent.as_deref())?))
    }

    /// How often each skill was put to use in this conversation, by name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn usage(&self) -> Result<JsValue, Thrown> {
        self.recall(&mut |session, answer| answer.give(session.usage()))
    }

    /// The hooks in force; with an event and what it is about (such as a tool's name), those that it runs.
    ///
    /// Throws an `ArgumentError` when the host has hooks, and none of its events has that name.
    #[wasm_bindgen(unchecked_return_type = "RegisteredHook[]")]
    pub fn hooks(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] event: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] subject: JsValue,
    ) -> Result<JsValue, Thrown> {
        let event = arguments::optional_text("event", event)?;
        let subject = arguments::optional_text("subject", subject)?.unwrap_or_default();
        self.on(&mut |session, workspace, answer| match &event {
            Some(event) => answer.give(&session.hooks_for(workspace, event, &subject)?),
            None => answer.give(session.hooks()),
        })
    }

    /// Records that a hook ran well, and returns true if it is gone, as one that runs once is.
    ///
    /// Throws an `ArgumentError` when no hook of this id is in force.
    #[wasm_bindgen(js_name = hookSucceeded)]
    pub fn hook_succeeded(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, Thrown> {
        let id = arguments::read("id", id)?;
        Ok(self.session.borrow_mut().hook_succeeded(id)?)
    }

    /// Takes the answers to questions, by question id, each as the strings that the client sent; says which variables
    /// got a value, which answers nothing is kept of, with why, and what installing the servers that the user agreed to
    /// does: the edited configuration, which the caller writes. The session asks for none of these servers again, agreed to
    /// or not.
    ///
    /// Throws an `ArgumentError` when servers are to be installed and the user's configuration cannot be edited; nothing
    /// has been taken then.
    #[wasm_bindgen(unchecked_return_type = "Answers")]
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string[]>")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        let answers: BTreeMap<String, Vec<String>> = arguments::read("answers", answers)?;
        self.on(&mut |session, workspace, answer| {
            answer.give(&session.answer(workspace, &answers)?)
        })
    }

    /// The value of a variable that was given in this session, or that was set when a skill needed it; null when there was
    /// none, or the client did not tell it.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn variable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<JsValue, Thrown> {
        let name = arguments::text("name", name)?;
        self.recall(&mut |session, answer| answer.give(&session.variable(&name)))
    }

    /// The event of a shell command of the model's that uses a skill without a mention; one a turn and skill.
    #[wasm_bindgen(unchecked_return_type = "SkillEvent | null")]
    pub fn command(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, Thrown> {
        let command = arguments::text("command", command)?;
        let workdir = arguments::text("workdir", workdir)?;
        self.on(&mut |session, workspace, answer| {
            answer.give(&session.command(workspace, &command, &workdir)?)
        })
    }
}
