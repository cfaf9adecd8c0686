//! What one conversation has already seen: values given for missing variables, and skills counted this turn.

use std::collections::{BTreeMap, BTreeSet};

use crate::environment::ArgumentError;
use crate::turn::{SkillEvent, Turn, TurnRequest};
use crate::workspace::Workspace;

/// One conversation. A [`Workspace`] answers for a moment; this remembers between them.
#[derive(Debug, Default)]
pub struct Session {
    variables: BTreeMap<String, String>,
    /// Variables that were asked for; an answer to anything else is no answer.
    asked: BTreeSet<String>,
    counted: BTreeSet<String>,
}

impl Session {
    /// A conversation in which nothing has been said.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new turn: as [`Workspace::turn`], without questions for what was answered before.
    pub fn turn(&mut self, workspace: &Workspace, request: &TurnRequest) -> Turn {
        self.counted.clear();
        let mut request = request.clone();
        let client = request.client.get_or_insert_default();
        client.variables.extend(self.variables.keys().cloned());
        let turn = workspace.turn(&request);
        let questions = turn.questions.iter().flat_map(|set| &set.questions);
        let secrets = questions.filter(|question| question.is_secret);
        self.asked
            .extend(secrets.map(|question| question.id.clone()));
        turn
    }

    /// Takes the answers to a turn's questions, by question id, each as the strings that the client sent. What counts as
    /// an answer is the host's rule. Says which variables got a value; the values stay in this session.
    pub fn answer(
        &mut self,
        workspace: &Workspace,
        answers: &BTreeMap<String, Vec<String>>,
    ) -> Vec<String> {
        let mut taken = Vec::new();
        for (id, given) in answers {
            let value = given
                .iter()
                .find_map(|answer| workspace.secret_in_answer(answer));
            if let Some(value) = value
                && self.asked.contains(id)
            {
                self.variables.insert(id.clone(), value.to_owned());
                taken.push(id.clone());
            }
        }
        taken
    }

    /// The value given for a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }

    /// The event of a command of the model's that uses a skill without a mention; one a turn and skill.
    ///
    /// # Errors
    /// When `workdir` is no absolute path.
    pub fn command(
        &mut self,
        workspace: &Workspace,
        command: &str,
        workdir: &str,
    ) -> Result<Option<SkillEvent>, ArgumentError> {
        let Some(path) = workspace.implicit_use(command, workdir)? else {
            return Ok(None);
        };
        let catalog = workspace.catalog();
        let skill = catalog.skills.iter().find(|skill| skill.path == path);
        Ok(skill
            .filter(|skill| self.counted.insert(skill.path.clone()))
            .map(|skill| SkillEvent::invocation(&skill.name, &skill.path, skill.scope, false)))
    }
}
