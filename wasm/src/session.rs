//! `Session`: a conversation in a workspace.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::parts;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::workspace::{Answered, Shared, answered, ask};

/// A conversation. A session remembers the answers of the user, and the skills that the host has
/// shown or used. It also remembers the changes that used skills made and that still apply, such as
/// allowed tools.
///
/// `workspace.startSession()` creates a session. When the conversation is over, free the session with `free()` or
/// `using`. Its answers are then lost.
///
/// @example
/// ```js
/// const session = workspace.startSession();
/// console.log(session.turn("Use $pdf").selected.map(({ name }) => name)); // ["pdf"]
/// console.log(session.usage()); // {"pdf":1}
/// ```
#[wasm_bindgen]
pub struct Session {
    pub(crate) workspace: Shared,
    pub(crate) session: RefCell<skillglass::Session>,
}

impl Session {
    /// Calls a function with the session and its workspace. Converts the JSON that the function
    /// writes to a JavaScript value.
    #[inline(never)]
    pub(crate) fn on(
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

    /// Calls a function with the session only, for example to return the skills that were invoked.
    /// The function needs no workspace, so this method also works after the workspace is freed.
    #[inline(never)]
    pub(crate) fn recall(
        &self,
        question: &mut dyn FnMut(&skillglass::Session, &mut Json) -> Answered,
    ) -> Result<JsValue, Thrown> {
        answered(&mut |answer| question(&self.session.borrow(), answer))
    }
}

#[wasm_bindgen]
impl Session {
    /// Returns the same turn as `workspace.turn(request)`, but with the memory of this conversation. Questions that
    /// were answered earlier are not asked again.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.turn)(self, request)
    }

    /// Returns the result of a call of the host's skill tool by the model, like `workspace.invoke(call)`, but with the
    /// memory of this conversation.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.invoke)(self, call)
    }

    /// Returns the host's decision on a call of any tool. Unlike in `workspace.permission(call)`,
    /// the rules of the skills in use apply, too. If two skills are in use, the rules of both
    /// apply. The rules of a skill apply as long as the result of `changes()` names this skill.
    ///
    /// Throws an `ArgumentError` if this session has no agent with the call's `agent`.
    #[wasm_bindgen(unchecked_return_type = "ToolPermission")]
    pub fn permission(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ToolCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.permission)(self, call)
    }

    /// Returns the conversation as plain data, which `JSON.stringify` can convert. `workspace.startSession({ saved })`
    /// continues the conversation, in this workspace or in another workspace with the same host and files. The data
    /// contains the answers of the user and the texts of used skills.
    #[wasm_bindgen(unchecked_return_type = "SavedSession")]
    pub fn save(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.save)(self)
    }

    /// Returns the skills that the host finds and loads, given the files that this conversation
    /// touched.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.catalog)(self)
    }

    /// Returns the paths of the files that the host needs in this conversation but whose contents
    /// have not been given. The paths are sorted.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn plan(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.plan)(self)
    }

    /// Returns the list of skills that an agent is shown now. The request may be a string with the
    /// agent's name. If no agent is named, returns the list of the main agent. If the host
    /// announces only new skills, the list has only the skills that this agent has not been shown
    /// yet.
    ///
    /// Throws an `ArgumentError` if the request has an `order` although the host orders its list
    /// itself, or if the order names a skill twice or names a skill that is not loaded.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "ListingRequest | string | null")]
        request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.listing)(self, request)
    }

    /// Records that the model read or changed files. Returns the skills that became active because of these files.
    /// Files that a shell command reads or changes do not count.
    #[wasm_bindgen(unchecked_return_type = "Touch")]
    pub fn touch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.touch)(self, paths)
    }

    /// Ends a skill's sub-agent, and forgets its memory. Returns the sub-agent's last answer as the
    /// message that the host adds to the conversation. If a call of the model waits for the answer,
    /// the message is the result of the call, with the call's `callId`. Otherwise the message has
    /// the role of the user. The argument `fork` is the id of the sub-agent, which is in the field
    /// `fork.id` of the invocation. The name of the skill is also accepted if only one sub-agent of
    /// the skill runs.
    ///
    /// Throws an `ArgumentError` if no such sub-agent runs, or if `fork` is a name and several sub-agents of the skill
    /// run.
    #[wasm_bindgen(js_name = finishFork, unchecked_return_type = "Message")]
    pub fn finish_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] result: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.finish_fork)(self, fork, result)
    }

    /// Ends a skill's sub-agent that stopped with an error. Returns the error as the message that
    /// the host adds to the conversation. The message has the same form as a message of
    /// `finishFork`.
    ///
    /// Throws an `ArgumentError` if no such sub-agent runs, or if `fork` is a name and several sub-agents of the skill
    /// run.
    #[wasm_bindgen(js_name = failFork, unchecked_return_type = "Message")]
    pub fn fail_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] error: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.fail_fork)(self, fork, error)
    }

    /// Ends an agent, and forgets the skills that the agent has seen in a list or has invoked.
    ///
    /// Throws an `ArgumentError` if this session has no agent with this name.
    #[wasm_bindgen(js_name = endAgent)]
    pub fn end_agent(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] agent: JsValue,
    ) -> Result<(), Thrown> {
        (parts::conversation()?.end_agent)(self, agent)
    }

    /// Records that the conversation of an agent was compacted. Returns the messages that the host restores. If no
    /// agent is named, the main agent's conversation was compacted.
    #[wasm_bindgen(unchecked_return_type = "Message[]")]
    pub fn compact(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.compact)(self, agent)
    }

    /// Returns the skills that were invoked so far. The latest skill is the last.
    #[wasm_bindgen(unchecked_return_type = "InvokedSkill[]")]
    pub fn invoked(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.invoked)(self)
    }

    /// Returns the changes that invoked skills made to an agent's conversation, such as allowed
    /// tools. Only changes that still apply are returned. The latest change is the last. If no
    /// agent is named, returns the changes for the main agent. Changes for the main agent apply
    /// until the user's next message. Changes for another agent apply until that agent ends.
    ///
    /// Throws an `ArgumentError` if this session has no agent with this name.
    #[wasm_bindgen(unchecked_return_type = "ContextChanges[]")]
    pub fn changes(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.changes)(self, agent)
    }

    /// Returns the number of invocations of each skill in this conversation, by the skill's name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn usage(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.usage)(self)
    }

    /// Returns the registered hooks. If an event and its subject (such as a tool's name) are given, returns only the
    /// hooks that run at this event.
    ///
    /// Throws an `ArgumentError` if the host has hooks but no event with this name.
    #[wasm_bindgen(unchecked_return_type = "RegisteredHook[]")]
    pub fn hooks(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] event: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] subject: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.hooks)(self, event, subject)
    }

    /// Returns the action that a host takes when the event of a registered hook occurs. In such an
    /// action, the host runs a program with arguments, variables and standard input, sends a
    /// request, or asks a model. Skillglass returns the action, but runs and sends nothing. Time
    /// limits are in milliseconds.
    ///
    /// Throws an `ArgumentError` if no registered hook has this id, if the occurrence is of another event, or if the
    /// occurrence has a missing or unknown member.
    ///
    /// @example
    /// ```js
    /// const occurrence = { event: "PreToolUse", sessionId: "s1", tool: "Bash", input: { command: "rm -r ." } };
    /// const run = session.hookRun(session.hooks("PreToolUse", "Bash")[0].id, occurrence);
    /// console.log([run.type, run.program, run.cwd, run.timeoutMs]); // ["command","/bin/sh","/repo",600000]
    /// ```
    #[wasm_bindgen(js_name = hookRun, unchecked_return_type = "HookRun")]
    pub fn hook_run(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "HookOccurrence")] occurrence: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.hook_run)(self, id, occurrence)
    }

    /// Returns how the host interprets the result of a hook: the decision with its reason, a changed input, the
    /// messages to the model and the texts for the user. `occurrence` must be the same as for `hookRun`.
    ///
    /// Throws an `ArgumentError` if no registered hook has this id, or if the occurrence is of another event.
    ///
    /// @example
    /// ```js
    /// const answer = session.hookAnswer(1, occurrence, { exitCode: 2, stderr: "Not here." });
    /// console.log([answer.decision, answer.toolResult]); // ["deny","PreToolUse:Bash hook error: [./check.sh]: Not here."]
    /// ```
    #[wasm_bindgen(js_name = hookAnswer, unchecked_return_type = "HookAnswer")]
    pub fn hook_answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "HookOccurrence")] occurrence: JsValue,
        #[wasm_bindgen(unchecked_param_type = "HookResult")] result: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.hook_answer)(self, id, occurrence, result)
    }

    /// Records that a hook succeeded. Returns true if the hook is removed, because the hook runs
    /// only once.
    ///
    /// Throws an `ArgumentError` if no registered hook has this id.
    #[wasm_bindgen(js_name = hookSucceeded)]
    pub fn hook_succeeded(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, Thrown> {
        (parts::conversation()?.hook_succeeded)(self, id)
    }

    /// Records the user's answers to questions. `answers` has the strings that the client sent for
    /// each question, keyed by the id of the question. The result has the accepted answers, and the
    /// refused answers with the reasons.
    ///
    /// If the user was asked about servers, the result also has the user's configuration with the
    /// servers to install. The caller must write this configuration. The session does not ask about
    /// these servers again, even if the user refused them.
    ///
    /// Throws an `ArgumentError` if servers must be installed but the user's configuration cannot
    /// be edited. In this case no answer is accepted.
    #[wasm_bindgen(unchecked_return_type = "Answers")]
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string[]>")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.answer)(self, answers)
    }

    /// Returns the value of a variable that was answered in this session, or that was already set
    /// when a skill needed the variable. Returns null if the variable has no value, or if the
    /// client did not pass the value.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn variable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.variable)(self, name)
    }

    /// Returns the event that the host records if a shell command of the model uses a skill that
    /// the user did not mention. Returns null if the command uses no such skill. In each turn, a
    /// skill has at most one event.
    #[wasm_bindgen(unchecked_return_type = "SkillEvent | null")]
    pub fn command(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.command)(self, command, workdir)
    }
}
