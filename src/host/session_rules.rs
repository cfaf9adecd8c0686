//! The rules by which a host tracks a conversation: hooks, used skills and answers of the user.

use crate::host::stages::View;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::hook::Hook;
use crate::model::hook_run::{HookAnswer, HookOccurrence, HookResult, HookRun};
use crate::model::memory::{Memory, RegisteredHook};
use crate::model::message::Message;
use crate::model::skill::Skill;
use crate::model::touch::Touch;
use crate::model::turn::Client;

/// The rules by which a host tracks a conversation: hooks, used skills and answers of the user.
pub trait SessionRules {
    /// Returns the events at which the host runs hooks; empty for a host without hooks.
    fn hook_events(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns true if `hook` runs at `event`. `subject` is the value that the hook's matcher is
    /// compared with, such as a tool's name.
    fn hook_runs(&self, _hook: &Hook, _event: &str, _subject: &str) -> bool {
        false
    }

    /// Returns the program or request that the host runs for a hook when the event of `occurrence`
    /// happens. Returns `None` for a host without hooks.
    ///
    /// # Errors
    /// Returns an error if the hook is for another event, or if a value of the occurrence is
    /// missing or unknown.
    fn hook_run(
        &self,
        _view: &View<'_>,
        _hook: &RegisteredHook,
        _occurrence: &HookOccurrence,
    ) -> Result<Option<HookRun>, ArgumentError> {
        Ok(None)
    }

    /// Interprets the result of a hook, and returns its effects. Returns `None` for a host without
    /// hooks.
    ///
    /// # Errors
    /// Returns an error if the hook is for another event than that of `occurrence`.
    fn hook_answer(
        &self,
        _hook: &RegisteredHook,
        _occurrence: &HookOccurrence,
        _result: &HookResult,
    ) -> Result<Option<HookAnswer>, ArgumentError> {
        Ok(None)
    }

    /// Returns messages with the texts of skills, which the host adds again after the conversation
    /// of an agent was compacted.
    fn restore(&self, _memory: &Memory, _agent: &str) -> Vec<Message> {
        Vec::new()
    }

    /// Adds the host's messages, records and events about touched files (files that were read or
    /// changed) to the result `_touch`. Called if touched files made skills active.
    fn skills_added(&self, _catalog: &Catalog, _environment: &Environment, _touch: &mut Touch) {}

    /// Returns the skill that a shell command of the model uses, for example because the command
    /// runs a script of the skill. Returns `None` if the command uses no skill.
    fn implicit_use<'s>(
        &self,
        _view: &View<'s>,
        _command: &str,
        _workdir: &str,
    ) -> Option<&'s Skill> {
        None
    }

    /// Returns the environment variables that the host checks when a turn selects the skill. The
    /// client asks the user for each variable that is not set. A session remembers which variables
    /// are set.
    fn variables<'s>(&self, _skill: &'s Skill, _client: &Client) -> Vec<&'s str> {
        Vec::new()
    }

    /// Interprets the user's answer to the question about missing MCP servers. Returns true to
    /// install the servers, false to continue without them, and `None` for any other text.
    fn installs(&self, _answer: &str) -> Option<bool> {
        None
    }

    /// Returns the value of an environment variable from the user's answer, if the host asked the
    /// user for this value. Returns `None` if the answer contains no value.
    fn secret_in_answer<'a>(&self, _answer: &'a str) -> Option<&'a str> {
        None
    }
}
