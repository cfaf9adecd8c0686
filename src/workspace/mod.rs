//! A workspace: a tree, the environment and a host. The result of every stage is cached until one
//! of its inputs changes.

mod agents;
#[cfg(feature = "budget-plan")]
mod budgeting;
#[cfg(feature = "lint")]
mod checking;
#[cfg(feature = "compare")]
mod comparing;
mod configuring;
#[cfg(feature = "dependencies")]
mod depending;
mod dropped;
#[cfg(feature = "install")]
mod installing;
#[cfg(feature = "lint")]
mod lint_files;
#[cfg(feature = "locks")]
mod locking;
mod options;
mod ordering;
#[cfg(feature = "health")]
mod outdated;
#[cfg(feature = "passages")]
mod passages;
#[cfg(feature = "search")]
pub(crate) mod plain_names;
mod saved;
#[cfg(feature = "search")]
mod searching;
mod session;
pub mod skill_lists;

#[cfg(feature = "lint")]
pub use lint_files::lint_files;
pub use options::WorkspaceOptions;
pub use saved::SavedSession;
pub use session::{Answers, RefusedAnswer, RefusedAnswerReason, Session, SessionOptions};

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[cfg(feature = "budget-plan")]
use crate::budget_plan::PlanCache;
#[cfg(feature = "compare")]
use crate::compare::CompareCache;
#[cfg(feature = "dependencies")]
use crate::dependencies::DependencyCache;
#[cfg(feature = "health")]
use crate::health::HealthCache;
use crate::host::Host;
use crate::host::agent_plugins::{AgentPlugin, read_plugin};
use crate::host::configuration::Configuration;
use crate::host::stages::View;
use crate::host::tool_permissions::Decides;
use crate::hosts::{self, HostOptions};
#[cfg(feature = "lint")]
use crate::lint;
#[cfg(feature = "search")]
use crate::memo::Memo;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::{ContextChanges, Invocation, SkillCall, check_outputs};
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::permission::{ToolCall, ToolPermission};
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
#[cfg(feature = "passages")]
use crate::passages::PassageIndex;
use crate::pipeline::{HostPipeline, Inputs};
#[cfg(feature = "search")]
use crate::search::Index;
use crate::tree::resources::{self, SkillResources};
use crate::tree::{Contents, Entry, RefusedPath, Tree, WriteReport, path};
use crate::workspace::skill_lists::ListCache;

/// A tree of files, and a host that reads it: the entry point of the crate.
///
/// Write files into the workspace. Then request the skills that the host loads ([`Self::catalog`]),
/// lists ([`Self::listing`]) and injects ([`Self::turn`]).
///
/// ```
/// use skillglass::{Workspace, WorkspaceOptions};
///
/// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").home("/home/me"))?;
/// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
/// assert_eq!(workspace.catalog().skills[0].name, "pdf");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Workspace {
    pipeline: HostPipeline,
    environment: Environment,
    host_options: HostOptions,
    options: WorkspaceOptions,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    lists: ListCache,
    /// The cached pipelines of hosts other than the workspace's own host. A pipeline runs the
    /// stages of one host.
    others: RefCell<Vec<HostPipeline>>,
    /// The index for searching skills, keyed by the tree's revision.
    #[cfg(feature = "search")]
    index: Memo<(), u64, Arc<Index>>,
    /// The index for searching passages of texts, which is updated when the tree changes.
    #[cfg(feature = "passages")]
    passages: RefCell<PassageIndex>,
    #[cfg(feature = "dependencies")]
    dependencies: DependencyCache,
    #[cfg(feature = "budget-plan")]
    plans: PlanCache,
    #[cfg(feature = "health")]
    health: HealthCache,
    #[cfg(feature = "compare")]
    compared: CompareCache,
    #[cfg(feature = "lint")]
    lint_cache: lint::LintCache,
    /// True if the part `safety` of the WebAssembly module was loaded when the cached diagnostics
    /// were made.
    #[cfg(all(feature = "lint", feature = "parts"))]
    had_safety: bool,
}

impl Workspace {
    /// Creates a workspace with an empty tree.
    ///
    /// # Errors
    /// Returns an [`ArgumentError`] if a directory is not an absolute path, or if the host or
    /// edition is unknown.
    pub fn new(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        let host_options = HostOptions::try_from(options)?;
        let host = hosts::open(
            options.host.as_deref(),
            options.edition.as_deref(),
            &host_options,
        )?;
        Self::with_host(host, options)
    }

    /// Creates a workspace with the caller's own host instead of the host that the options name.
    ///
    /// # Errors
    /// Returns an [`ArgumentError`] if a directory is not an absolute path.
    pub fn with_host(
        host: Arc<dyn Host>,
        options: &WorkspaceOptions,
    ) -> Result<Self, ArgumentError> {
        Ok(Self {
            pipeline: HostPipeline::new(host),
            environment: Environment::try_from(options)?,
            host_options: HostOptions::try_from(options)?,
            options: options.normal(),
            tree: Tree::new(),
            refused: BTreeMap::new(),
            lists: ListCache::default(),
            others: RefCell::default(),
            #[cfg(feature = "search")]
            index: Memo::default(),
            #[cfg(feature = "passages")]
            passages: RefCell::default(),
            #[cfg(feature = "dependencies")]
            dependencies: DependencyCache::default(),
            #[cfg(feature = "budget-plan")]
            plans: PlanCache::default(),
            #[cfg(feature = "health")]
            health: HealthCache::default(),
            #[cfg(feature = "compare")]
            compared: CompareCache::default(),
            #[cfg(feature = "lint")]
            lint_cache: lint::LintCache::default(),
            #[cfg(all(feature = "lint", feature = "parts"))]
            had_safety: false,
        })
    }

    /// Returns the current options, including changes by [`Self::set_options`].
    #[must_use]
    pub fn options(&self) -> &WorkspaceOptions {
        &self.options
    }

    /// Replaces the options. The workspace then gives the same results as a new workspace with
    /// these options and files. Results whose inputs did not change stay cached.
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::new`]. The workspace is then unchanged.
    pub fn set_options(&mut self, options: &WorkspaceOptions) -> Result<(), ArgumentError> {
        let host_options = HostOptions::try_from(options)?;
        let environment = Environment::try_from(options)?;
        let options = options.normal();
        let named = |options: &WorkspaceOptions| {
            let (host, edition) = (options.host.as_deref(), options.edition.as_deref());
            hosts::open(host, edition, &host_options)
        };
        // A host of the caller's own stays until the options name another host.
        let is_named = |host: &dyn Host| (host.id(), host.edition()) != self.key();
        let is_own = named(&self.options).is_ok_and(|host| is_named(&*host));
        let is_same =
            (&options.host, &options.edition) == (&self.options.host, &self.options.edition);
        let host = if is_own && is_same {
            self.pipeline.shared_host()
        } else {
            named(&options)?
        };
        if host_options != self.host_options {
            // The pipelines of other hosts were made from the previous options.
            self.others.get_mut().clear();
            self.pipeline = HostPipeline::new(host);
            // The generations of new pipelines begin again, so they may equal the generations of cached results.
            #[cfg(feature = "budget-plan")]
            {
                self.plans = PlanCache::default();
            }
            #[cfg(feature = "health")]
            {
                self.health = HealthCache::default();
            }
        } else {
            let next = (host.id(), host.edition());
            if self.key() != next {
                let others = self.others.get_mut();
                let known = others.iter().position(|other| other.key() == next);
                let next = match known {
                    Some(index) => others.swap_remove(index),
                    None => HostPipeline::new(host),
                };
                others.push(std::mem::replace(&mut self.pipeline, next));
            }
            if environment != self.environment {
                self.pipeline.forget_surroundings();
                for other in self.others.get_mut() {
                    other.forget_surroundings();
                }
            }
        }
        if environment != self.environment || host_options != self.host_options {
            #[cfg(feature = "lint")]
            {
                self.lint_cache = lint::LintCache::default();
            }
            #[cfg(feature = "compare")]
            {
                self.compared = CompareCache::default();
            }
        }
        #[cfg(feature = "search")]
        self.index.clear();
        self.lists.forget();
        self.environment = environment;
        self.host_options = host_options;
        self.options = options;
        Ok(())
    }

    /// Returns the tree of files.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Writes a file, and creates the directories above it.
    ///
    /// # Errors
    /// Returns a [`RefusedPath`] if the tree rejects the path. The catalog then lists the path as
    /// rejected until the path is removed.
    pub fn write(&mut self, path: &str, contents: impl Into<Contents>) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, Some(contents.into()));
        self.note(outcome)
    }

    /// Records a file whose contents are not known yet. [`Self::plan`] lists the file if its
    /// contents are needed.
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::write`].
    pub fn write_unread(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, None);
        self.note(outcome)
    }

    /// Writes many files. A file without contents is recorded as by [`Self::write_unread`]. Files
    /// with rejected paths are skipped.
    pub fn write_all(
        &mut self,
        files: impl IntoIterator<Item = (String, Option<Contents>)>,
    ) -> WriteReport {
        let mut report = WriteReport::default();
        for (path, contents) in files {
            report.add(match contents {
                Some(contents) => self.write(&path, contents),
                None => self.write_unread(&path),
            });
        }
        report
    }

    /// Creates a directory, and the directories above it.
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::write`].
    pub fn make_directory(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.make_directory(path);
        self.note(outcome)
    }

    /// Creates a symbolic link.
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::write`].
    pub fn link(&mut self, path: &str, target: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.link(path, target);
        self.note(outcome)
    }

    /// Removes an entry with everything below it, and returns the number of removed entries. If an
    /// earlier write to this path was rejected, the catalog no longer reports the rejected path.
    pub fn remove(&mut self, path: &str) -> usize {
        if self.refused.remove(path).is_some() {
            self.forget_catalogs();
        }
        self.tree.remove(path)
    }

    /// Returns the paths of the files that the host needs and whose contents have not been given,
    /// sorted.
    #[must_use]
    pub fn plan(&self) -> Vec<String> {
        self.pipeline.plan(self.inputs(), &[])
    }

    /// Returns the paths of the files that these hosts need and whose contents have not been given,
    /// sorted. If no hosts are given, every host in its default edition is used.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown.
    pub fn plan_for(&self, hosts: &[HostChoice]) -> Result<Vec<String>, ArgumentError> {
        let plans = self.with_pipelines(hosts, |pipelines| {
            let plans = pipelines.iter();
            plans
                .flat_map(|pipeline| pipeline.plan(self.inputs(), &[]))
                .collect()
        });
        plans.map(|paths: BTreeSet<String>| paths.into_iter().collect())
    }

    /// Returns the skill whose `SKILL.md` is at this path, or is the target of a link at this path.
    /// Returns `None` if there is no such skill.
    #[must_use]
    pub fn skill(&self, path: &str) -> Option<Skill> {
        let catalog = self.catalog();
        let mut skills = catalog.skills.iter();
        let has = |skill: &&Skill| skill.path == path || skill.discovered_path == path;
        skills.find(has).cloned()
    }

    /// Returns the skills that the host finds and loads, and the files that it does not load, with
    /// the reasons.
    #[must_use]
    pub fn catalog(&self) -> Arc<Catalog> {
        self.catalog_after(&[])
    }

    /// Returns the list of skills that the model sees at the start of a session.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.view(&[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        })
    }

    /// Returns the skills that a user message selects, and the messages that the host adds to the
    /// conversation.
    #[must_use]
    pub fn turn(&self, request: &TurnRequest) -> Turn {
        self.turn_after(&[], &Memory::default(), request)
    }

    /// Returns the turn of a user message, like [`Self::turn`], but in a conversation that has
    /// begun. `touched` has the files that were read or changed in this conversation. `memory` has
    /// the skills that were shown and used in it.
    pub(crate) fn turn_after(
        &self,
        touched: &[String],
        memory: &Memory,
        request: &TurnRequest,
    ) -> Turn {
        let request = self.with_variables(request);
        self.view(touched, memory, |host, view| {
            #[cfg(feature = "search")]
            let mut turn = match request.plain_names {
                None => host.turn(view, &request),
                Some(least) => plain_names::turn()(host, view, &request, least),
            };
            #[cfg(not(feature = "search"))]
            let mut turn = host.turn(view, &request);
            dropped::explain(&mut turn, view.catalog);
            turn
        })
    }

    /// Adds the variables of the environment to the request, so that the host does not ask the user
    /// for them.
    fn with_variables<'r>(&self, request: &'r TurnRequest) -> Cow<'r, TurnRequest> {
        if self.environment.variables.is_empty() {
            return Cow::Borrowed(request);
        }
        let mut request = request.clone();
        let client = request.client.get_or_insert_default();
        for name in self.environment.variables.keys() {
            client.variables.entry(name.clone()).or_default();
        }
        Cow::Owned(request)
    }

    /// Checks that the turn needs every output in the request, such as the output of a shell
    /// command. [`Self::turn`] itself ignores outputs that it does not need.
    ///
    /// # Errors
    /// Returns an error that names the first output that the turn does not need.
    pub fn check_outputs(&self, request: &TurnRequest) -> Result<(), ArgumentError> {
        if request.outputs.is_empty() {
            return Ok(());
        }
        check_outputs(&request.outputs, &self.turn(request).invocations)
    }

    /// Returns the result of a call of the host's skill tool by the model.
    ///
    /// # Errors
    /// Returns an error if the host has no skill tool. Also returns an error if `call.outputs` has
    /// an output, such as the output of a shell command, that the skill does not request.
    pub fn invoke(&self, call: &SkillCall) -> Result<Invocation, ArgumentError> {
        let invocation = self.view(&[], &Memory::default(), |host, view| {
            host.tool()?.invoke(view, call)
        });
        let invocation = self.tool_result(invocation, call)?;
        check_outputs(&call.outputs, std::slice::from_ref(&invocation))?;
        Ok(invocation)
    }

    /// Returns the host's decision on a tool call in a new conversation: whether the tool may run,
    /// and the rule that decided. If the host's rules are not known, there is no decision.
    /// [`Session::permission`] also considers the rules of skills in use.
    #[must_use]
    pub fn permission(&self, call: &ToolCall) -> ToolPermission {
        self.permission_after(&[], &Memory::default(), call, &[])
    }

    /// Returns the decision on a tool call, like [`Self::permission`], but in a conversation that
    /// has begun. `touched` has the files that were read or changed in this conversation. `memory`
    /// has the skills that were shown and used in it, and `changes` has the changes that these
    /// skills made.
    pub(crate) fn permission_after(
        &self,
        touched: &[String],
        memory: &Memory,
        call: &ToolCall,
        changes: &[ContextChanges],
    ) -> ToolPermission {
        self.view(touched, memory, |host, view| match host.decides() {
            Decides::ByRules(rules) => {
                let mut permission = rules.permission(view, call, changes);
                if let Some(message) = &mut permission.message {
                    message.call_id.clone_from(&call.id);
                }
                permission
            }
            Decides::Otherwise(basis) => ToolPermission::without_rules(basis, host.id()),
        })
    }

    /// Returns the path of the skill that a shell command of the model uses: the command reads the
    /// skill's file or runs one of its scripts. Returns `None` if the command uses no skill. Hosts
    /// count such a use, and add nothing to the conversation.
    ///
    /// # Errors
    /// Returns an error if `workdir` is not an absolute path.
    pub fn implicit_use(
        &self,
        command: &str,
        workdir: &str,
    ) -> Result<Option<String>, ArgumentError> {
        path::check(workdir)
            .map_err(|problem| ArgumentError::new("workdir", problem.to_string()))?;
        Ok(self.view(&[], &Memory::default(), |host, view| {
            let skill = host.session_rules()?.implicit_use(view, command, workdir);
            skill.map(|skill| skill.path.clone())
        }))
    }

    /// Returns the resource files of the requested skills, and the references to these files. If no
    /// skill is requested, the result has every folder with a `SKILL.md`.
    ///
    /// # Errors
    /// Returns an error if a file does not exist.
    pub fn resources(&self, skills: &[String]) -> Result<Vec<SkillResources>, ArgumentError> {
        let files = self.requested_files(skills)?;
        let entries = match &files[..] {
            [] => resources::skills(&self.tree),
            files => (files.iter())
                .filter_map(|path| self.tree.entry(path))
                .collect(),
        };
        let indices = entries.into_iter();
        Ok(indices
            .map(|entry| resources::of(&self.tree, entry))
            .collect())
    }

    /// Returns the paths of the requested skill files, with links resolved. Returns an error if a
    /// file does not exist.
    pub(crate) fn requested_files(&self, skills: &[String]) -> Result<Vec<String>, ArgumentError> {
        let files = skills.iter().enumerate().map(|(index, path)| {
            let file = self.tree.resolve(path).ok().map(Entry::path);
            file.ok_or_else(|| {
                let message = format!("there is no file {path:?} in the tree");
                ArgumentError::new(format!("skills[{index}]"), message)
            })
        });
        files.collect()
    }

    /// Calls a function with the pipelines of these hosts. The pipelines are cached between calls.
    pub(crate) fn with_pipelines<T>(
        &self,
        hosts: &[HostChoice],
        question: impl FnOnce(&[&HostPipeline]) -> T,
    ) -> Result<T, ArgumentError> {
        let own = self.key();
        let mut choices = hosts::choices(hosts)?;
        // A host of the caller's own is not in the list of hosts.
        if hosts.is_empty() && !choices.iter().any(|(id, _)| id == own.0) {
            choices.insert(0, (own.0.to_owned(), own.1.to_owned()));
        }
        let mut others = self.others.borrow_mut();
        let is = |(id, edition): &(String, String), key| (&**id, &**edition) == key;
        for choice in &choices {
            if !is(choice, own) && !others.iter().any(|other| is(choice, other.key())) {
                let host = hosts::open(Some(&choice.0), Some(&choice.1), &self.host_options)?;
                others.push(HostPipeline::new(host));
            }
        }
        let of = |choice| others.iter().find(|other| is(choice, other.key()));
        let pipelines: Vec<_> = (choices.iter())
            .map(|choice| of(choice).unwrap_or(&self.pipeline))
            .collect();
        Ok(question(&pipelines))
    }

    /// Reads the Agent Plugin in a folder by the host's rules for Agent Plugins. Returns `None` if
    /// the host does not load Agent Plugins.
    ///
    /// The result has only the skills that the host loads by these rules. The host's catalog may
    /// also contain skills of this plugin that the host loads by its other rules.
    #[must_use]
    pub fn agent_plugin(&self, folder: &str) -> Option<AgentPlugin> {
        let rules = self.host().agent_plugins()?;
        Some(read_plugin(self.tree(), folder, rules))
    }

    /// Calls `ask` with the host and its view of the tree in a conversation. `touched` has the
    /// files that were read or changed in this conversation. `memory` has the skills that were
    /// shown and used in this conversation.
    pub(crate) fn view<T>(
        &self,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        let catalog = self.catalog_after(touched);
        let inputs = self.inputs();
        (self.pipeline).view_of(inputs, &catalog, touched, memory, ask)
    }

    pub(crate) fn host(&self) -> &dyn Host {
        self.pipeline.host()
    }

    /// Returns the result of a call of the skill tool. If the call was stopped, the messages tell
    /// the model why. Returns an error if the host has no such tool.
    pub(crate) fn tool_result(
        &self,
        invocation: Option<Invocation>,
        call: &SkillCall,
    ) -> Result<Invocation, ArgumentError> {
        let invocation = invocation.ok_or_else(|| {
            let host = self.host().id();
            ArgumentError::new("host", format!("{host} gives the model no tool for skills"))
        })?;
        invocation.into_result_of(call)
    }

    /// Returns the catalog of a conversation that has read or changed the files `touched`.
    pub(crate) fn catalog_after(&self, touched: &[String]) -> Arc<Catalog> {
        if self.keeps_catalog() {
            self.list(&self.environment.cwd).0
        } else {
            self.pipeline.catalog_after(self.inputs(), touched)
        }
    }

    /// Returns true if the host uses the catalog that it built first, even if the tree changes.
    fn keeps_catalog(&self) -> bool {
        let configuration = self.host().configuration();
        configuration.is_some_and(Configuration::keeps_catalog)
    }

    /// Returns the id and edition of the workspace's host.
    fn key(&self) -> (&'static str, &'static str) {
        self.pipeline.key()
    }

    /// Returns the id of the workspace's host, such as `codex`.
    #[must_use]
    pub fn host_id(&self) -> &'static str {
        self.host().id()
    }

    /// Returns the directories, variables and plugins with which hosts run.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns the paths of the files that the host needs but whose contents have not been given.
    /// `touched` has the files that were read or changed in the conversation. Because of these
    /// files, a host may need more files.
    pub(crate) fn plan_after(&self, touched: &[String]) -> Vec<String> {
        self.pipeline.plan(self.inputs(), touched)
    }

    pub(crate) fn inputs(&self) -> Inputs<'_> {
        Inputs {
            tree: &self.tree,
            environment: &self.environment,
            refused: &self.refused,
        }
    }

    /// Returns the number of files that have been parsed so far. After an edit of one file, one
    /// file is parsed.
    #[must_use]
    pub fn files_parsed(&self) -> u64 {
        self.pipeline.files_parsed()
    }

    fn forget_catalogs(&mut self) {
        self.pipeline.forget_catalogs();
        for pipeline in self.others.get_mut() {
            pipeline.forget_catalogs();
        }
    }

    fn note(&mut self, outcome: Result<(), RefusedPath>) -> Result<(), RefusedPath> {
        if let Err(refused) = &outcome {
            self.refused.insert(refused.path.clone(), refused.clone());
            self.forget_catalogs();
        }
        outcome
    }
}

fn no_such_skill(path: &str) -> ArgumentError {
    ArgumentError::new(
        "skill",
        format!("no skill of the catalog has the path {path:?}"),
    )
}
