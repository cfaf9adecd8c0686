//! `Session`: one conversation in a workspace.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::parts;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::workspace::{Answered, Shared, answered, ask};

/// One conversation: the answers of the user, the skills that the conversation was shown and has used, and the changes
/// that still apply.
///
/// `workspace.startSession()` creates it. Free it with `free()` or `using` when the conversation is over; its answers
/// are lost then.
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
    /// Asks the session and its workspace a question.
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

    /// Returns an answer from the session's memory. It needs no workspace, so a session still answers after its
    /// workspace is freed.
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
    /// Returns the turn that `workspace.turn(request)` returns in a conversation with this memory. Questions that were
    /// answered before are not asked again.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.turn)(self, request)
    }

    /// Returns the result of a call of the host's skill tool by the model, as `workspace.invoke(call)` does, with this
    /// conversation's memory.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.invoke)(self, call)
    }

    /// Returns the host's decision on a call of any tool, as `workspace.permission(call)` does, with the rules of the skills in
    /// use. The rules of two skills add up, and apply until the changes of the skill end.
    ///
    /// Throws an `ArgumentError` if this session has no agent with the call's `agent`.
    #[wasm_bindgen(unchecked_return_type = "ToolPermission")]
    pub fn permission(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ToolCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.permission)(self, call)
    }

    /// Returns the conversation as plain data, which `JSON.stringify` stores and `workspace.startSession({ saved })` continues
    /// from, in this workspace or in another with the same host and files. It contains the answers of the user and the texts
    /// of used skills.
    #[wasm_bindgen(unchecked_return_type = "SavedSession")]
    pub fn save(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.save)(self)
    }

    /// Returns the skills that the host finds and loads now, after the files that this conversation touched.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.catalog)(self)
    }

    /// Returns the files that the host would read now, after the files that this conversation touched, and whose
    /// contents are still null, sorted.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn plan(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.plan)(self)
    }

    /// Returns the list that an agent is shown now; without a name, the main agent. If the host announces only new
    /// skills, the list has only those that this agent has not been shown. A string is a request with only that agent.
    ///
    /// Throws an `ArgumentError` if the request has an `order` and the host orders its list itself, or if the order names
    /// a skill twice or one that is not loaded.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "ListingRequest | string | null")]
        request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.listing)(self, request)
    }

    /// Records that the model read or changed files, and returns the skills that became active because of that. A shell
    /// command touches no files.
    #[wasm_bindgen(unchecked_return_type = "Touch")]
    pub fn touch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.touch)(self, paths)
    }

    /// Ends a skill's sub-agent, and returns its last answer in the form in which the host gives it to the
    /// conversation. If the model's call waits for it, the message is the result of that call, with its `callId`;
    /// otherwise its role is that of the user. The sub-agent's memory is forgotten. `fork` is the `id` of an
    /// invocation's `fork`, or the skill's name if only one sub-agent of it runs.
    ///
    /// Throws an `ArgumentError` if no such sub-agent runs, or if several of that skill run.
    #[wasm_bindgen(js_name = finishFork, unchecked_return_type = "Message")]
    pub fn finish_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] result: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.finish_fork)(self, fork, result)
    }

    /// Ends a skill's sub-agent that stopped with an error, and returns the error in the form in which the host gives it
    /// to the conversation: a message as `finishFork` returns it.
    ///
    /// Throws an `ArgumentError` if no such sub-agent runs, or if several of that skill run.
    #[wasm_bindgen(js_name = failFork, unchecked_return_type = "Message")]
    pub fn fail_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] error: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.fail_fork)(self, fork, error)
    }

    /// Ends an agent, and forgets the skills that it was shown and has used.
    ///
    /// Throws an `ArgumentError` if this session has no such agent.
    #[wasm_bindgen(js_name = endAgent)]
    pub fn end_agent(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] agent: JsValue,
    ) -> Result<(), Thrown> {
        (parts::conversation()?.end_agent)(self, agent)
    }

    /// Records that the conversation of an agent was compacted, and returns the messages that the host restores.
    /// Without a name, the agent is the main one.
    #[wasm_bindgen(unchecked_return_type = "Message[]")]
    pub fn compact(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.compact)(self, agent)
    }

    /// Returns the skills that were invoked so far, the latest last.
    #[wasm_bindgen(unchecked_return_type = "InvokedSkill[]")]
    pub fn invoked(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.invoked)(self)
    }

    /// Returns the changes of an agent's invocations that still apply, the latest last. Without a name, the agent is
    /// the main one. Its changes apply until the user's next message; those of another agent until it ends.
    ///
    /// Throws an `ArgumentError` if this session has no such agent.
    #[wasm_bindgen(unchecked_return_type = "ContextChanges[]")]
    pub fn changes(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.changes)(self, agent)
    }

    /// Returns how often each skill was invoked in this conversation, by name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn usage(&self) -> Result<JsValue, Thrown> {
        (parts::conversation()?.usage)(self)
    }

    /// Returns the registered hooks. With an event and its subject (such as a tool's name), returns the hooks that run
    /// at that event.
    ///
    /// Throws an `ArgumentError` if the host has hooks, and none of its events has that name.
    #[wasm_bindgen(unchecked_return_type = "RegisteredHook[]")]
    pub fn hooks(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] event: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] subject: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.hooks)(self, event, subject)
    }

    /// Returns what the host runs for a registered hook at an occurrence of its event: a program with its arguments,
    /// variables and standard input, a request, or a question to a model. Skillglass runs nothing. The time limits are
    /// milliseconds.
    ///
    /// Throws an `ArgumentError` if no registered hook has this id, if the occurrence is of another event, or if a member
    /// of the occurrence is missing or is not one of its event.
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

    /// Returns how the host reads the result of a hook that ran: the decision with its reason, a changed input, the
    /// messages to the model and the texts for the user. `occurrence` is the one that `hookRun` got.
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

    /// Records that a hook succeeded. Returns true if that removes the hook, because it runs only once.
    ///
    /// Throws an `ArgumentError` if no registered hook has this id.
    #[wasm_bindgen(js_name = hookSucceeded)]
    pub fn hook_succeeded(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, Thrown> {
        (parts::conversation()?.hook_succeeded)(self, id)
    }

    /// Accepts the answers to questions, by question id, each as the strings that the client sent. The result has the
    /// accepted answers, the refused ones with the reasons, and the user's configuration with the servers that the user
    /// accepted, for the caller to write. The session does not ask about these servers again, whether they were
    /// accepted or not.
    ///
    /// Throws an `ArgumentError` if servers are to be installed and the user's configuration cannot be edited. Then no
    /// answer has been accepted.
    #[wasm_bindgen(unchecked_return_type = "Answers")]
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string[]>")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.answer)(self, answers)
    }

    /// Returns the value of a variable that was answered in this session, or that was set when a skill needed it; null
    /// if there is none, or if the client did not give it.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn variable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.variable)(self, name)
    }

    /// Returns the event of a shell command of the model that uses a skill without a mention. Each turn has at most one
    /// event for a skill.
    #[wasm_bindgen(unchecked_return_type = "SkillEvent | null")]
    pub fn command(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.command)(self, command, workdir)
    }
}
