//! One conversation: what was answered in it, which skills it has been shown and has used, and what still holds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::argument::{ArgumentError, check_directory};
use crate::model::catalog::Catalog;
use crate::model::configuration::ServerInstallation;
use crate::model::invocation::{
    ContextChanges, Invocation, InvocationOutcome, SkillCall, check_outputs,
};
use crate::model::listing::Listing;
use crate::model::memory::{self, InvokedSkill, MAIN_AGENT, Memory, RegisteredHook};
use crate::model::message::{Message, Role, SkillEvent};
use crate::model::skill::ToolDependency;
use crate::model::touch::Touch;
use crate::model::turn::{Client, Question, Turn, TurnRequest};
use crate::sort;
use crate::workspace::Workspace;

/// One conversation. A [`Workspace`] answers for a moment; this remembers between them.
///
/// It holds no workspace, so that files can be written between two calls: give it the same one each time. (In JavaScript a
/// session is started on its workspace and cannot be given another.)
#[derive(Debug, Default)]
pub struct Session {
    /// The variables that were answered, or were set when a skill needed them; without a value where it was not told.
    variables: BTreeMap<String, Option<String>>,
    /// The servers that the user has decided on, by name or URL.
    decided: BTreeSet<String>,
    /// The questions asked, by id; an answer to anything else is no answer.
    asked: BTreeMap<String, Asked>,
    counted: BTreeSet<String>,
    /// Files read or changed in this conversation, each once, in that order.
    touched: Vec<String>,
    memory: Memory,
    /// The changes of invocations, by agent.
    changes: BTreeMap<String, Vec<ContextChanges>>,
}

/// What a question was for.
#[derive(Debug, Clone)]
enum Asked {
    /// A value of a variable.
    Variable,
    /// Leave to install servers.
    Servers(Vec<ToolDependency>),
}

impl Asked {
    fn of(question: &Question) -> Self {
        match &question.servers[..] {
            [] => Self::Variable,
            servers => Self::Servers(servers.to_vec()),
        }
    }
}

/// The options of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionOptions {
    /// The values that were given for variables before, by name: of a conversation that is resumed.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub variables: BTreeMap<String, String>,
    /// The MCP servers that the user declined to install before, by name or URL: of a conversation that is resumed.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub declined_servers: Vec<String>,
}

crate::record! { SessionOptions: has(variables, declined_servers) }

/// The outcome of answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Answers {
    /// The questions whose answers count, by id; for a variable that is its name.
    pub taken: Vec<String>,
    /// The answers of which nothing is kept.
    pub refused: Vec<RefusedAnswer>,
    /// The effect of installing the servers that the user agreed to; none when nothing was agreed to. Nothing is written.
    pub install: Option<ServerInstallation>,
}

/// An answer of which nothing is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RefusedAnswer {
    /// The question's id, as it was given.
    pub id: String,
    /// Why.
    pub reason: RefusedAnswerReason,
}

/// Why nothing is kept of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RefusedAnswerReason {
    /// No turn of this session asked that.
    NotAsked,
    /// It holds no value by the host's rule.
    NoValue,
    /// It is none of the question's options.
    NotAnOption,
}

impl Session {
    /// A conversation in which nothing has been said.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A conversation that goes on from an earlier one.
    #[must_use]
    pub fn with_options(options: SessionOptions) -> Self {
        let variables = options.variables.into_iter();
        Self {
            variables: sort::collect_map(variables.map(|(name, value)| (name, Some(value)))),
            decided: sort::collect_set(options.declined_servers),
            ..Self::default()
        }
    }

    /// The catalog now, after the files that this conversation touched.
    #[must_use]
    pub fn catalog(&self, workspace: &Workspace) -> Arc<Catalog> {
        workspace.catalog_after(&self.touched)
    }

    /// The list for an agent (the main one without a name) now. Hosts that announce only what is new show what this
    /// agent has not been shown yet.
    pub fn listing(&mut self, workspace: &Workspace, agent: Option<&str>) -> Listing {
        let agent = agent.unwrap_or(MAIN_AGENT);
        let listing = workspace.view(&self.touched, &self.memory, |host, view| {
            host.list(view, agent)
        });
        let catalog = self.catalog(workspace);
        let skills = catalog.skills.iter();
        let by_path = sort::collect_map(skills.map(|skill| (skill.path.as_str(), skill)));
        let seen = self.memory.listed.entry(agent.to_owned()).or_default();
        for entry in &listing.entries {
            if let Some(skill) = by_path.get(entry.path.as_str()) {
                seen.insert(entry.name.clone(), memory::fingerprint(skill));
            }
        }
        listing
    }

    /// Says that the model read or changed files: what that brings. A command of the shell touches nothing.
    ///
    /// # Errors
    /// When a path is not absolute.
    pub fn touch(
        &mut self,
        workspace: &Workspace,
        paths: &[String],
    ) -> Result<Touch, ArgumentError> {
        for (index, path) in paths.iter().enumerate() {
            check_directory(&format!("paths[{index}]"), path)?;
        }
        let before = self.catalog(workspace);
        for path in paths {
            if !self.touched.contains(path) {
                self.touched.push(path.clone());
            }
        }
        let after = self.catalog(workspace);
        let mut touch = Touch::between(&before, &after);
        if let Some(rules) = workspace.host().session_rules() {
            rules.skills_added(&after, workspace.environment(), &mut touch);
        }
        Ok(touch)
    }

    /// The files that the host would read now, after the files that this conversation touched, and whose contents have
    /// not been given, sorted.
    #[must_use]
    pub fn plan(&self, workspace: &Workspace) -> Vec<String> {
        workspace.plan_after(&self.touched)
    }

    /// A new turn: as [`Workspace::turn`], in the light of what came before. What lasts until the user's next message
    /// ends here.
    ///
    /// A turn whose invocations wait for outputs has no effect yet; call again with them.
    pub fn turn(&mut self, workspace: &Workspace, request: &TurnRequest) -> Turn {
        let asked = self.known_to(request);
        let turn = workspace.turn_after(&self.touched, &self.memory, &asked);
        let mut outcomes = turn
            .invocations
            .iter()
            .map(|invocation| &invocation.outcome);
        if outcomes.any(|outcome| *outcome == InvocationOutcome::Waits) {
            return turn;
        }
        self.counted.clear();
        self.changes.remove(MAIN_AGENT);
        let questions = turn.questions.iter().flat_map(|set| &set.questions);
        self.asked
            .extend(questions.map(|question| (question.id.clone(), Asked::of(question))));
        self.keep_variables(workspace, request.client.as_ref(), &turn);
        for invocation in &turn.invocations {
            self.remember(workspace, invocation, MAIN_AGENT, None);
        }
        // Of a host where using a skill is injecting its file there are no invocations.
        if turn.invocations.is_empty() {
            for skill in &turn.selected {
                let mut messages = turn.messages.iter();
                let of_skill = |message: &&Message| message.skill.as_ref() == Some(&skill.path);
                if let Some(message) = messages.find(of_skill) {
                    self.memory
                        .injected(&skill.name, &skill.path, &message.text);
                }
            }
        }
        turn
    }

    /// The request, with what this conversation knows among what the client has.
    fn known_to(&self, request: &TurnRequest) -> TurnRequest {
        let mut request = request.clone();
        let client = request.client.get_or_insert_default();
        for name in self.variables.keys() {
            client.variables.entry(name.clone()).or_default();
        }
        client.servers.extend(self.decided.iter().cloned());
        request
    }

    /// Keeps the variables that are set and that the chosen skills need, unless they are known.
    fn keep_variables(&mut self, workspace: &Workspace, client: Option<&Client>, turn: &Turn) {
        let Some(rules) = workspace.host().session_rules() else {
            return;
        };
        let client = client.cloned().unwrap_or_default();
        let surroundings = &workspace.environment().variables;
        let catalog = self.catalog(workspace);
        let is_chosen = |path: &str| turn.selected.iter().any(|chosen| chosen.path == path);
        for skill in catalog.skills.iter().filter(|skill| is_chosen(&skill.path)) {
            for name in rules.variables(skill, &client) {
                let of_client = client.variables.get(name);
                let of_options = surroundings.get(name);
                if of_client.is_none() && of_options.is_none() {
                    continue;
                }
                let value = of_client.cloned().flatten();
                let known = self.variables.entry(name.to_owned()).or_default();
                if known.is_none() {
                    *known = value.or_else(|| of_options.cloned());
                }
            }
        }
    }

    /// See [`Workspace::check_outputs`].
    ///
    /// # Errors
    /// Names the first output that nothing asks for.
    pub fn check_outputs(
        &self,
        workspace: &Workspace,
        request: &TurnRequest,
    ) -> Result<(), ArgumentError> {
        if request.outputs.is_empty() {
            return Ok(());
        }
        let turn = workspace.turn_after(&self.touched, &self.memory, request);
        check_outputs(&request.outputs, &turn.invocations)
    }

    /// The model's call of the host's tool for skills: as [`Workspace::invoke`], in the light of what came before.
    ///
    /// # Errors
    /// When the host has no such tool, or nothing asked for one of the outputs.
    pub fn invoke(
        &mut self,
        workspace: &Workspace,
        call: &SkillCall,
    ) -> Result<Invocation, ArgumentError> {
        let invocation = workspace.view(&self.touched, &self.memory, |host, view| {
            host.tool()?.invoke(view, call)
        });
        let invocation = workspace.has_tool(invocation)?;
        check_outputs(&call.outputs, std::slice::from_ref(&invocation))?;
        let agent = call.agent.as_deref().unwrap_or(MAIN_AGENT);
        self.remember(workspace, &invocation, agent, call.id.as_deref());
        Ok(invocation)
    }

    fn remember(
        &mut self,
        workspace: &Workspace,
        invocation: &Invocation,
        agent: &str,
        call_id: Option<&str>,
    ) {
        let catalog = self.catalog(workspace);
        let skill = (catalog.skills.iter())
            .find(|skill| Some(skill.path.as_str()) == invocation.path.as_deref());
        let directory = skill.map_or("", |skill| skill.directory());
        self.memory.remember(invocation, agent, call_id, directory);
        if let Some(changes) = &invocation.changes {
            let so_far = self.changes.entry(agent.to_owned()).or_default();
            so_far.push(changes.clone());
        }
    }

    /// Ends a skill's sub-agent and returns its last answer as the host gives it to the conversation: as the result of the
    /// model's call if that waits for it, else in the user's name. What the sub-agent was shown and has used is forgotten.
    ///
    /// `fork` is the id of [`Fork`](crate::model::invocation::Fork), or the skill's name while one sub-agent of it runs.
    ///
    /// # Errors
    /// When no such sub-agent runs, or several of that skill do.
    pub fn finish_fork(
        &mut self,
        workspace: &Workspace,
        fork: &str,
        result: &str,
    ) -> Result<Message, ArgumentError> {
        let index = self.running_fork(fork)?;
        let running = &self.memory.running[index];
        let tool = workspace.host().tool();
        let text = tool.and_then(|tool| tool.fork_result(&running.skill, result));
        let text = text.ok_or_else(|| no_fork(fork))?;
        let ended = self.memory.running.remove(index);
        self.forget(&ended.id);
        let role = match ended.is_awaited {
            true => Role::Tool,
            false => Role::User,
        };
        Ok(Message {
            call_id: ended.call_id,
            ..Message::new(role, text)
        })
    }

    /// Returns the position of a running sub-agent, by its id or its skill's name.
    fn running_fork(&self, fork: &str) -> Result<usize, ArgumentError> {
        let running = &self.memory.running;
        if let Some(index) = running.iter().position(|running| running.id == fork) {
            return Ok(index);
        }
        let of_skill = running.iter().enumerate();
        let of_skill: Vec<_> = of_skill
            .filter(|(_, running)| running.skill == fork)
            .collect();
        match &of_skill[..] {
            [] => Err(no_fork(fork)),
            [(index, _)] => Ok(*index),
            several => {
                let ids: Vec<_> = several
                    .iter()
                    .map(|(_, running)| running.id.as_str())
                    .collect();
                let message = format!(
                    "several sub-agents of the skill {fork:?} run; give the id of one: {}",
                    ids.join(", ")
                );
                Err(ArgumentError::new("fork", message))
            }
        }
    }

    /// Ends an agent: forgets what it was shown and has used.
    ///
    /// # Errors
    /// When this session has no such agent.
    pub fn end_agent(&mut self, agent: &str) -> Result<(), ArgumentError> {
        self.check_agent(agent)?;
        self.forget(agent);
        Ok(())
    }

    fn forget(&mut self, agent: &str) {
        self.memory.end_agent(agent);
        self.changes.remove(agent);
    }

    /// Returns an error unless the session knows the agent: the main agent, an agent that a skill runs in, or an agent that
    /// already got a list or used a skill.
    fn check_agent(&self, agent: &str) -> Result<(), ArgumentError> {
        let memory = &self.memory;
        let is_known = agent == MAIN_AGENT
            || memory.listed.contains_key(agent)
            || self.changes.contains_key(agent)
            || memory.invoked.iter().any(|invoked| invoked.agent == agent)
            || memory.running.iter().any(|running| running.id == agent);
        if is_known {
            return Ok(());
        }
        let message =
            format!("no agent {agent:?} was given a list or has used a skill in this session");
        Err(ArgumentError::new("agent", message))
    }

    /// The conversation of an agent (the main one without a name) was compacted: what the host puts back.
    pub fn compact(&mut self, workspace: &Workspace, agent: Option<&str>) -> Vec<Message> {
        let agent = agent.unwrap_or(MAIN_AGENT);
        let rules = workspace.host().session_rules();
        let restored = rules.map_or_else(Vec::new, |rules| rules.restore(&self.memory, agent));
        for invoked in &mut self.memory.invoked {
            if invoked.agent == agent {
                invoked.compacted = true;
            }
        }
        restored
    }

    /// The skills put to use so far, the latest last.
    #[must_use]
    pub fn invoked(&self) -> &[InvokedSkill] {
        &self.memory.invoked
    }

    /// The changes of an agent's invocations (the main one's without a name) that still hold, the latest last: for
    /// the main agent until the user's next message, for another until it ends.
    ///
    /// # Errors
    /// When this session has no such agent.
    pub fn changes(&self, agent: Option<&str>) -> Result<&[ContextChanges], ArgumentError> {
        let agent = agent.unwrap_or(MAIN_AGENT);
        self.check_agent(agent)?;
        let changes = self.changes.get(agent);
        Ok(changes.map_or(&[], Vec::as_slice))
    }

    /// How often each skill was put to use in this conversation, by name.
    #[must_use]
    pub fn usage(&self) -> &BTreeMap<String, u64> {
        &self.memory.usage
    }

    /// The hooks in force.
    #[must_use]
    pub fn hooks(&self) -> &[RegisteredHook] {
        &self.memory.hooks
    }

    /// Returns the hooks that run at an event about `subject` (such as a tool's name), in the order of their registration.
    ///
    /// # Errors
    /// When the host has hooks, and none of its events has that name.
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

    /// Records that a hook ran well, and returns true if it is gone, as one that runs once is.
    ///
    /// # Errors
    /// When no hook of this id is in force.
    pub fn hook_succeeded(&mut self, id: u32) -> Result<bool, ArgumentError> {
        let hooks = &mut self.memory.hooks;
        let Some(index) = hooks.iter().position(|hook| hook.id == id) else {
            let message = format!("no hook with the id {id} is in force");
            return Err(ArgumentError::new("id", message));
        };
        let is_gone = hooks[index].hook.once;
        if is_gone {
            hooks.remove(index);
        }
        Ok(is_gone)
    }

    /// Takes the answers to a turn's questions, by question id, each as the strings that the client sent. What counts as
    /// an answer is the host's rule. The values stay in this session, which asks for none of the servers again.
    ///
    /// # Errors
    /// When servers are to be installed and there is no user's configuration, or it cannot be edited. Nothing has been
    /// taken then.
    pub fn answer(
        &mut self,
        workspace: &Workspace,
        answers: &BTreeMap<String, Vec<String>>,
    ) -> Result<Answers, ArgumentError> {
        let rules = workspace.host().session_rules();
        let value = |given: &'_ [String]| {
            let rules = rules?;
            let value = given
                .iter()
                .find_map(|answer| rules.secret_in_answer(answer));
            value.map(str::to_owned)
        };
        let agrees = |given: &[String]| given.iter().find_map(|answer| rules?.installs(answer));
        let mut report = Answers::default();
        let mut values = Vec::new();
        let mut decided = Vec::new();
        for (id, given) in answers {
            let refusal = match self.asked.get(id) {
                None => Some(RefusedAnswerReason::NotAsked),
                Some(Asked::Variable) => match value(given) {
                    None => Some(RefusedAnswerReason::NoValue),
                    Some(value) => {
                        values.push((id.clone(), Some(value)));
                        None
                    }
                },
                Some(Asked::Servers(servers)) => match agrees(given) {
                    None => Some(RefusedAnswerReason::NotAnOption),
                    Some(agrees) => {
                        if agrees {
                            report.install = Some(workspace.install_servers(servers)?);
                        }
                        decided.push((id.clone(), servers.clone()));
                        None
                    }
                },
            };
            let id = id.clone();
            match refusal {
                None => report.taken.push(id),
                Some(reason) => report.refused.push(RefusedAnswer { id, reason }),
            }
        }
        self.variables.extend(values);
        for (id, servers) in decided {
            self.asked.remove(&id);
            for server in servers {
                self.decided.extend(server.url);
                self.decided.insert(server.value);
            }
        }
        Ok(report)
    }

    /// The value of a variable that was given in this session, or that was set when a skill needed it; none when there was
    /// none, or the client did not tell it.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name)?.as_deref()
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

fn no_fork(fork: &str) -> ArgumentError {
    let message = format!("no sub-agent {fork:?} runs in this session");
    ArgumentError::new("fork", message)
}
