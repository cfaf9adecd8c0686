//! The rules by which a host keeps and counts things in the course of a conversation.

use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::hook::Hook;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::Skill;
use crate::model::touch::Touch;
use crate::model::turn::Client;

/// See the [module](self).
pub trait SessionRules {
    /// The events that the host runs hooks at; none for a host without hooks.
    fn hook_events(&self) -> &'static [&'static str] {
        &[]
    }

    /// True if a hook runs at an event about `subject` (such as a tool's name).
    fn hook_runs(&self, _hook: &Hook, _event: &str, _subject: &str) -> bool {
        false
    }

    /// The messages that the host puts back after the conversation of an agent was compacted.
    fn restore(&self, _memory: &Memory, _agent: &str) -> Vec<Message> {
        Vec::new()
    }

    /// Adds what the host records and counts when touched files brought these skills.
    fn skills_added(&self, _catalog: &Catalog, _environment: &Environment, _touch: &mut Touch) {}

    /// The skill that a command of the model's uses without a mention.
    fn implicit_use<'s>(
        &self,
        _view: &View<'s>,
        _command: &str,
        _workdir: &str,
    ) -> Option<&'s Skill> {
        None
    }

    /// The environment variables that a turn's client is asked for when chosen skills need them and none is set; a session
    /// keeps those that are set as it keeps answers.
    fn variables<'s>(&self, _skill: &'s Skill, _client: &Client) -> Vec<&'s str> {
        Vec::new()
    }

    /// Whether one string of an answer to the question for servers agrees; none when it is no answer to that.
    fn installs(&self, _answer: &str) -> Option<bool> {
        None
    }

    /// The value in one string of an answer to a question for a secret.
    fn secret_in_answer<'a>(&self, _answer: &'a str) -> Option<&'a str> {
        None
    }
}
