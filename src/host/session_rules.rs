//! The rules by which a host remembers and counts things during a conversation.

use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::hook::Hook;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::Skill;
use crate::model::touch::Touch;
use crate::model::turn::Client;

/// The rules by which a host remembers and counts things during a conversation.
pub trait SessionRules {
    /// Returns the events at which the host runs hooks; empty for a host without hooks.
    fn hook_events(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns true if a hook runs at an event about `subject`, such as a tool's name.
    fn hook_runs(&self, _hook: &Hook, _event: &str, _subject: &str) -> bool {
        false
    }

    /// Returns the messages that the host injects again after an agent's conversation was compacted.
    fn restore(&self, _memory: &Memory, _agent: &str) -> Vec<Message> {
        Vec::new()
    }

    /// Adds the host's records and counts when touched files activated these skills.
    fn skills_added(&self, _catalog: &Catalog, _environment: &Environment, _touch: &mut Touch) {}

    /// Returns the skill that a command of the model uses without a mention.
    fn implicit_use<'s>(
        &self,
        _view: &View<'s>,
        _command: &str,
        _workdir: &str,
    ) -> Option<&'s Skill> {
        None
    }

    /// Returns the environment variables that a turn's client must ask for, because chosen skills need them
    /// and they are not set. A session caches the variables that are set, as it caches answers.
    fn variables<'s>(&self, _skill: &'s Skill, _client: &Client) -> Vec<&'s str> {
        Vec::new()
    }

    /// Returns whether an answer to the question about servers agrees; none if the text is no such answer.
    fn installs(&self, _answer: &str) -> Option<bool> {
        None
    }

    /// Returns the value from an answer to a question for a secret.
    fn secret_in_answer<'a>(&self, _answer: &'a str) -> Option<&'a str> {
        None
    }
}
