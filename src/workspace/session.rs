//! A conversation: the user's answers, the skills that were shown and used, and the changes by
//! skills that still apply.

mod hooks;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::argument::{ArgumentError, check_directory};
use crate::model::catalog::Catalog;
use crate::model::configuration::ServerInstallation;
use crate::model::invocation::{
    ContextChanges, Invocation, InvocationOutcome, SkillCall, check_outputs,
};
use crate::model::listing::{Listing, ListingRequest};
use crate::model::memory::{self, InvokedSkill, MAIN_AGENT, Memory};
use crate::model::message::{Message, SkillEvent};
use crate::model::permission::{ToolCall, ToolPermission};
use crate::model::skill::ToolDependency;
use crate::model::touch::Touch;
use crate::model::turn::{Client, Question, Turn, TurnRequest};
use crate::sort;
use crate::workspace::{SavedSession, Workspace, ordering};

/// One conversation with a host. The results of a [`Workspace`] depend only on its files and
/// options, but a session also remembers its earlier calls.
///
/// A session does not contain its workspace, so files can be written between two calls. Pass the
/// same workspace to each call. (In JavaScript a session belongs to the workspace that created it.)
///
/// ```
/// use skillglass::model::turn::TurnRequest;
/// use skillglass::{Session, Workspace, WorkspaceOptions};
///
/// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
/// workspace.write("/repo/.claude/skills/pdf/SKILL.md", "---\ndescription: Fill in forms.\n---\nFill in the form.\n")?;
///
/// let mut session = Session::new();
/// let turn = session.turn(&workspace, &TurnRequest::from("/pdf report.pdf"));
/// assert_eq!(turn.selected[0].name, "pdf");
/// assert_eq!(session.usage()["pdf"], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Session {
    /// The environment variables that skills needed, if the user provided them or they were already
    /// set. The value is `None` if only the client knows the value.
    variables: BTreeMap<String, Option<String>>,
    /// The MCP servers that the user has accepted or declined. Each is given by its name or URL.
    decided: BTreeSet<String>,
    /// The questions that were asked, keyed by id. An answer with an unknown id is rejected.
    asked: BTreeMap<String, Asked>,
    counted: BTreeSet<String>,
    /// The files that were read or changed in this conversation, in order and without repetition.
    touched: Vec<String>,
    pub(super) memory: Memory,
    /// For each agent, the changes that invoked skills made to the conversation.
    pub(super) changes: BTreeMap<String, Vec<ContextChanges>>,
}

/// The subject of a question to the user.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Asked {
    /// The question asks for the value of a variable.
    Variable,
    /// The question asks for permission to install these MCP servers.
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

/// The options with which a conversation is started.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionOptions {
    /// The values of variables that an earlier part of the conversation already has, keyed by the
    /// variable's name.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub variables: BTreeMap<String, String>,
    /// The MCP servers that the user declined to install in an earlier part of the conversation.
    /// Each is given by its name or URL.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub declined_servers: Vec<String>,
    /// The saved conversation to continue, as `save` returned it. The values in `variables` and
    /// `declinedServers` are added to those in the saved conversation.
    #[serde(default)]
    pub saved: Option<SavedSession>,
}

crate::record! { SessionOptions: has(variables, declined_servers, saved) }

/// The result of recording the user's answers to the questions of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Answers {
    /// The ids of the questions whose answers were accepted. The id of a question for a variable is
    /// the variable's name.
    pub taken: Vec<String>,
    /// The user's answers that the session rejected, each with the reason.
    pub refused: Vec<RefusedAnswer>,
    /// The configuration changes that install the MCP servers that the user accepted; `None` if the
    /// user accepted no server. The session does not write these changes to the configuration
    /// files.
    pub install: Option<ServerInstallation>,
}

/// An answer by the user that the session rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RefusedAnswer {
    /// The id of the answered question, as the caller gave it.
    pub id: String,
    /// The reason why the session rejected the user's answer.
    pub reason: RefusedAnswerReason,
}

/// The reason why the session rejected an answer by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RefusedAnswerReason {
    /// No turn of this session asked the question.
    NotAsked,
    /// The answer contains no value for the variable.
    NoValue,
    /// The answer is not one of the question's options.
    NotAnOption,
}

impl Session {
    /// Creates a new conversation.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a conversation that continues an earlier conversation. The options contain the
    /// earlier conversation in its saved form, or only the variables and declined servers from it.
    ///
    /// ```
    /// use skillglass::model::turn::TurnRequest;
    /// use skillglass::workspace::SessionOptions;
    /// use skillglass::{Session, Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
    /// workspace.write("/repo/.claude/skills/pdf/SKILL.md", "---\ndescription: Fill in forms.\n---\nFill in the form.\n")?;
    ///
    /// let mut session = Session::new();
    /// session.turn(&workspace, &TurnRequest::from("/pdf"));
    /// let saved = Some(session.save(&workspace));
    /// let session = Session::start(&workspace, SessionOptions { saved, ..SessionOptions::default() })?;
    /// assert_eq!(session.usage()["pdf"], 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the saved form has an unknown version, is from another host or edition,
    /// or is damaged.
    pub fn start(workspace: &Workspace, options: SessionOptions) -> Result<Self, ArgumentError> {
        let mut session = match &options.saved {
            Some(saved) => saved.read(workspace)?,
            None => Self::default(),
        };
        let variables = options.variables.into_iter();
        let variables = variables.map(|(name, value)| (name, Some(value)));
        session.variables.extend(variables);
        session.decided.extend(options.declined_servers);
        Ok(session)
    }

    /// Returns the conversation as plain data, which [`Session::start`] can continue. The data has
    /// the listed skills, the used skills, touched files, answers, questions, hooks, changes and
    /// running sub-agents. It does not contain the files of the workspace.
    #[must_use]
    pub fn save(&self, workspace: &Workspace) -> SavedSession {
        SavedSession::new(workspace, self)
    }

    /// Returns the current catalog, including the effects of the files that this conversation
    /// touched.
    #[must_use]
    pub fn catalog(&self, workspace: &Workspace) -> Arc<Catalog> {
        workspace.catalog_after(&self.touched)
    }

    /// Returns the current list of skills for an agent, or for the main agent if `agent` is `None`.
    /// If the host announces only new skills, the list has only the skills that this agent has not
    /// seen.
    pub fn listing(&mut self, workspace: &Workspace, agent: Option<&str>) -> Listing {
        let agent = agent.unwrap_or(MAIN_AGENT);
        let listing = workspace.view(&self.touched, &self.memory, |host, view| {
            host.list(view, agent)
        });
        self.remember_list(workspace, &listing, agent);
        listing
    }

    /// Returns the same list as [`listing`](Self::listing). If the request has an order, the list
    /// is in this order.
    ///
    /// ```
    /// use skillglass::model::listing::ListingRequest;
    /// use skillglass::{Session, Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("standard"))?;
    /// for name in ["csv", "pdf"] {
    ///     let path = format!("/repo/.agents/skills/{name}/SKILL.md");
    ///     workspace.write(&path, "---\ndescription: Fill in forms.\n---\n")?;
    /// }
    ///
    /// let order = Some(vec!["pdf".to_owned()]);
    /// let request = ListingRequest { order, ..ListingRequest::default() };
    /// let listing = Session::new().requested_listing(&workspace, &request)?;
    /// assert_eq!(listing.entries[0].name, "pdf");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the request has an order and the host orders its list itself, if the
    /// order names a skill twice, or if the order names a skill that is not loaded.
    pub fn requested_listing(
        &mut self,
        workspace: &Workspace,
        request: &ListingRequest,
    ) -> Result<Listing, ArgumentError> {
        let agent = request.agent.as_deref();
        let Some(order) = &request.order else {
            return Ok(self.listing(workspace, agent));
        };
        let listing = workspace.view(&self.touched, &self.memory, |host, view| {
            ordering::list(host, view, order)
        })?;
        self.remember_list(workspace, &listing, agent.unwrap_or(MAIN_AGENT));
        Ok(listing)
    }

    /// Records that an agent was shown the skills of a list.
    fn remember_list(&mut self, workspace: &Workspace, listing: &Listing, agent: &str) {
        let catalog = self.catalog(workspace);
        let skills = catalog.skills.iter();
        let by_path = sort::collect_map(skills.map(|skill| (skill.path.as_str(), skill)));
        let seen = self.memory.listed.entry(agent.to_owned()).or_default();
        for entry in &listing.entries {
            if let Some(skill) = by_path.get(entry.path.as_str()) {
                seen.insert(entry.name.clone(), memory::fingerprint(skill));
            }
        }
    }

    /// Records that the model read or changed files, and returns the skills that became active
    /// because of these files. Files that a shell command reads do not count.
    ///
    /// # Errors
    /// Returns an error if a path is not absolute.
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

    /// Returns the paths of the files that the host needs but whose contents are missing, sorted.
    /// They include the files that the host reads only after this conversation has touched other
    /// files.
    #[must_use]
    pub fn plan(&self, workspace: &Workspace) -> Vec<String> {
        workspace.plan_after(&self.touched)
    }

    /// Returns the turn of a user message. Unlike in [`Workspace::turn`], the turn depends on the
    /// earlier turns and tool calls of this conversation. Some skills change the conversation only
    /// until the user's next message, for example by allowing a tool. This call ends such changes
    /// of earlier skills.
    ///
    /// An invocation in the turn may wait for outputs of shell commands or servers. In this case,
    /// the turn does not change the session yet. Call this method again with a request that
    /// contains the outputs.
    pub fn turn(&mut self, workspace: &Workspace, request: &TurnRequest) -> Turn {
        let request = self.with_known_values(request);
        let turn = workspace.turn_after(&self.touched, &self.memory, &request);
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
        // If a host only injects the file of a used skill, there are no invocations.
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

    /// Returns a copy of the request with all variables that were set in this conversation, and all
    /// servers that the user accepted or declined. So the host does not ask for them again.
    fn with_known_values(&self, request: &TurnRequest) -> TurnRequest {
        let mut request = request.clone();
        let client = request.client.get_or_insert_default();
        for name in self.variables.keys() {
            client.variables.entry(name.clone()).or_default();
        }
        client.servers.extend(self.decided.iter().cloned());
        request
    }

    /// Records the variables that the selected skills need and that are set. Variables that are
    /// already recorded do not change.
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

    /// Checks that the turn needs every output in the request, like [`Workspace::check_outputs`].
    ///
    /// # Errors
    /// Returns an error that names the first output that the turn does not need.
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

    /// Returns the result of a call of the host's skill tool by the model. Unlike in
    /// [`Workspace::invoke`], the result depends on the earlier calls of this conversation.
    ///
    /// # Errors
    /// Returns an error if the host has no skill tool. Also returns an error if `call.outputs` has
    /// an output, such as the output of a shell command, that the skill does not request.
    pub fn invoke(
        &mut self,
        workspace: &Workspace,
        call: &SkillCall,
    ) -> Result<Invocation, ArgumentError> {
        let invocation = workspace.view(&self.touched, &self.memory, |host, view| {
            host.tool()?.invoke(view, call)
        });
        let invocation = workspace.tool_result(invocation, call)?;
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

    /// Returns the host's decision on a tool call. Unlike [`Workspace::permission`], also applies
    /// the rules of skills that were invoked in this conversation: a call that such a skill allows
    /// is allowed. The rules of a skill apply until [`Self::changes`] no longer returns the changes
    /// of this skill.
    ///
    /// # Errors
    /// Returns an error if this session has no agent with the call's `agent`.
    ///
    /// ```
    /// use skillglass::model::permission::{ToolCall, Verdict};
    /// use skillglass::model::turn::TurnRequest;
    /// use skillglass::{Session, Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
    /// let skill = "---\nallowed-tools: Bash(make *)\n---\nBuild it.\n";
    /// workspace.write("/repo/.claude/skills/build/SKILL.md", skill)?;
    /// let call: ToolCall = serde_json::from_str(r#"{ "tool": "Bash", "input": { "command": "make all" } }"#)?;
    ///
    /// let mut session = Session::new();
    /// assert_eq!(session.permission(&workspace, &call)?.decision, Some(Verdict::Ask));
    /// session.turn(&workspace, &TurnRequest::from("/build"));
    /// let permission = session.permission(&workspace, &call)?;
    /// assert_eq!(permission.decision, Some(Verdict::Allow));
    /// assert_eq!(permission.skill.as_deref(), Some("build"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn permission(
        &self,
        workspace: &Workspace,
        call: &ToolCall,
    ) -> Result<ToolPermission, ArgumentError> {
        let agent = call.agent.as_deref().unwrap_or(MAIN_AGENT);
        let changes = self.changes(Some(agent))?;
        Ok(workspace.permission_after(&self.touched, &self.memory, call, changes))
    }

    /// Records that an agent's conversation was compacted, and returns the messages that the host
    /// adds again. `agent` is `None` for the main agent.
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

    /// Returns the skills that were invoked so far, in order.
    #[must_use]
    pub fn invoked(&self) -> &[InvokedSkill] {
        &self.memory.invoked
    }

    /// Returns the changes that invoked skills made to an agent's conversation, such as allowed
    /// tools. The changes are in the order of the invocations, and only those that still apply are
    /// returned. `agent` is `None` for the main agent. Changes of the main agent apply until the user's
    /// next message. Changes of another agent apply until that agent ends.
    ///
    /// # Errors
    /// Returns an error if the session has no agent with this name.
    pub fn changes(&self, agent: Option<&str>) -> Result<&[ContextChanges], ArgumentError> {
        let agent = agent.unwrap_or(MAIN_AGENT);
        self.check_agent(agent)?;
        let changes = self.changes.get(agent);
        Ok(changes.map_or(&[], Vec::as_slice))
    }

    /// Returns the number of invocations of each skill in this conversation, keyed by the skill's
    /// name.
    #[must_use]
    pub fn usage(&self) -> &BTreeMap<String, u64> {
        &self.memory.usage
    }

    /// Records the user's answers to the questions of a turn. `answers` has the texts that the
    /// client sent, keyed by the id of the question. The host's rules decide which of these texts
    /// is an answer. After an answer about installing MCP servers, the session does not ask about
    /// these servers again.
    ///
    /// # Errors
    /// Returns an error if servers must be installed and the user has no configuration, or if the
    /// configuration cannot be edited. No answer is then recorded.
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

    /// Returns the value of an environment variable that the user provided in this session, or that
    /// was set when a skill needed the variable. Returns `None` if the session does not know the
    /// variable or its value.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name)?.as_deref()
    }

    /// Returns the event that the host records if the model's shell command uses a skill that the
    /// user did not mention. Returns `None` if the command uses no such skill, or if the turn
    /// already has an event for the skill.
    ///
    /// # Errors
    /// Returns an error if `workdir` is not an absolute path.
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
