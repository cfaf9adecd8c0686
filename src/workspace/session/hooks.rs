//! The hooks of a conversation: the hooks that run at an event, the program or request that the
//! host runs for a hook, and the effects of the result.

use crate::model::argument::ArgumentError;
use crate::model::hook_run::{HookAnswer, HookOccurrence, HookResult, HookRun};
use crate::model::memory::RegisteredHook;
use crate::workspace::{Session, Workspace};

impl Session {
    /// Returns the hooks that skills have registered in this conversation.
    #[must_use]
    pub fn hooks(&self) -> &[RegisteredHook] {
        &self.memory.hooks
    }

    /// Returns the hooks that run at an event, in the order of their registration. `subject` is the
    /// value that matchers are compared with, such as a tool's name.
    ///
    /// # Errors
    /// Returns an error if the host has hooks, but no event with this name.
    pub fn hooks_for(
        &self,
        workspace: &Workspace,
        event: &str,
        subject: &str,
    ) -> Result<Vec<RegisteredHook>, ArgumentError> {
        let Some(rules) = workspace.host().session_rules() else {
            return Ok(Vec::new());
        };
        let events = rules.hook_events();
        if !events.is_empty() && !events.contains(&event) {
            let message = format!(
                "there is no event {event:?}; there is {}",
                events.join(", ")
            );
            return Err(ArgumentError::new("event", message));
        }
        let runs = |hook: &&RegisteredHook| rules.hook_runs(&hook.hook, event, subject);
        Ok(self.memory.hooks.iter().filter(runs).cloned().collect())
    }

    /// Records that a hook succeeded. Returns true if the hook is then removed, because it runs
    /// only once.
    ///
    /// # Errors
    /// Returns an error if no registered hook has this id.
    pub fn hook_succeeded(&mut self, id: u32) -> Result<bool, ArgumentError> {
        let hook = self.hook(id)?;
        let is_gone = hook.hook.once;
        if is_gone {
            self.memory.hooks.retain(|hook| hook.id != id);
        }
        Ok(is_gone)
    }

    /// Returns what the host runs for a registered hook when the event of `occurrence` happens: a
    /// program with its standard input, a request, or a question to a model. The session does not
    /// change.
    ///
    /// ```
    /// use skillglass::model::hook_run::{HookDecision, HookOccurrence, HookResult, HookRun};
    /// use skillglass::model::turn::TurnRequest;
    /// use skillglass::{Session, Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
    /// let hooks = "{ PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: ./check.sh }] }] }";
    /// let skill = format!("---\nhooks: {hooks}\n---\nBuild it.\n");
    /// workspace.write("/repo/.claude/skills/build/SKILL.md", &*skill)?;
    /// let mut session = Session::new();
    /// session.turn(&workspace, &TurnRequest::from("/build"));
    ///
    /// let occurrence: HookOccurrence = serde_json::from_str(
    ///     r#"{ "event": "PreToolUse", "sessionId": "s1", "tool": "Bash", "input": { "command": "rm -r ." } }"#,
    /// )?;
    /// let run = session.hook_run(&workspace, 1, &occurrence)?;
    /// let HookRun::Command { program, args, stdin, .. } = run else { panic!("it is a command") };
    /// assert_eq!((&*program, &args[1][..]), ("/bin/sh", "./check.sh"));
    /// assert!(stdin.contains(r#""tool_input":{"command":"rm -r ."}"#));
    ///
    /// let result = HookResult { exit_code: 2, stderr: "Not here.".to_owned(), ..HookResult::default() };
    /// let answer = session.hook_answer(&workspace, 1, &occurrence, &result)?;
    /// assert_eq!(answer.decision, Some(HookDecision::Deny));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if no registered hook has this id, if the hook is for another event, or if
    /// a value of the occurrence is missing or does not belong to the event.
    pub fn hook_run(
        &self,
        workspace: &Workspace,
        id: u32,
        occurrence: &HookOccurrence,
    ) -> Result<HookRun, ArgumentError> {
        let hook = self.hook(id)?;
        let run = workspace.view(&self.touched, &self.memory, |host, view| {
            let rules = host.session_rules();
            rules.map_or(Ok(None), |rules| rules.hook_run(view, hook, occurrence))
        });
        run?.ok_or_else(|| no_hook(id))
    }

    /// Returns the effects that the host derives from the result of a registered hook. The session
    /// does not change.
    ///
    /// # Errors
    /// Returns an error if no registered hook has this id, or if the hook is for another event than
    /// that of `occurrence`.
    pub fn hook_answer(
        &self,
        workspace: &Workspace,
        id: u32,
        occurrence: &HookOccurrence,
        result: &HookResult,
    ) -> Result<HookAnswer, ArgumentError> {
        let hook = self.hook(id)?;
        let rules = workspace.host().session_rules();
        let answer = rules.map_or(Ok(None), |rules| {
            rules.hook_answer(hook, occurrence, result)
        });
        answer?.ok_or_else(|| no_hook(id))
    }

    /// Returns the registered hook with this id, or an error if there is none.
    fn hook(&self, id: u32) -> Result<&RegisteredHook, ArgumentError> {
        let mut hooks = self.memory.hooks.iter();
        hooks.find(|hook| hook.id == id).ok_or_else(|| no_hook(id))
    }
}

fn no_hook(id: u32) -> ArgumentError {
    ArgumentError::new("id", format!("no hook with the id {id} is in force"))
}
