//! A tree, its surroundings and a host, with every stage kept until something that it depends on changes.

#[cfg(feature = "lint")]
mod checking;
#[cfg(feature = "compare")]
mod comparing;
mod configuring;
mod dropped;
#[cfg(feature = "install")]
mod installing;
#[cfg(feature = "lint")]
mod lint_files;
mod options;
#[cfg(feature = "search")]
pub(crate) mod plain_names;
#[cfg(feature = "search")]
mod searching;
mod session;
pub mod skill_lists;

#[cfg(feature = "lint")]
pub use lint_files::lint_files;
pub use options::WorkspaceOptions;
pub use session::{Answers, RefusedAnswer, RefusedAnswerReason, Session, SessionOptions};

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[cfg(feature = "compare")]
use crate::compare::CompareCache;
use crate::host::Host;
use crate::host::configuration::Configuration;
use crate::host::stages::View;
use crate::hosts::{self, HostOptions};
#[cfg(feature = "lint")]
use crate::lint;
#[cfg(feature = "search")]
use crate::memo::Memo;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::{Invocation, SkillCall, check_outputs};
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::pipeline::{HostPipeline, Inputs};
#[cfg(feature = "search")]
use crate::search::Index;
use crate::tree::resources::{self, SkillResources};
use crate::tree::{Contents, Entry, RefusedPath, Tree, WriteReport, path};
use crate::workspace::skill_lists::ListCache;

/// See the [module](self).
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
    /// The other hosts that were asked about this tree.
    others: RefCell<Vec<HostPipeline>>,
    /// The search index, by the tree's revision.
    #[cfg(feature = "search")]
    index: Memo<(), u64, Arc<Index>>,
    #[cfg(feature = "compare")]
    compared: CompareCache,
    #[cfg(feature = "lint")]
    lint_cache: lint::LintCache,
    /// True if the part of safety was loaded when the cached findings were made.
    #[cfg(all(feature = "lint", feature = "parts"))]
    had_safety: bool,
}

impl Workspace {
    /// An empty tree in these surroundings.
    ///
    /// # Errors
    /// An [`ArgumentError`] when a directory is no absolute path, or the host or edition is not known.
    pub fn new(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        let host_options = HostOptions::try_from(options)?;
        let host = hosts::open(
            options.host.as_deref(),
            options.edition.as_deref(),
            &host_options,
        )?;
        Self::with_host(host, options)
    }

    /// The same through a host of the caller's own, in place of the one that the options name.
    ///
    /// # Errors
    /// An [`ArgumentError`] when a directory is no absolute path.
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
            #[cfg(feature = "compare")]
            compared: CompareCache::default(),
            #[cfg(feature = "lint")]
            lint_cache: lint::LintCache::default(),
            #[cfg(all(feature = "lint", feature = "parts"))]
            had_safety: false,
        })
    }

    /// The options, as given and as set since.
    #[must_use]
    pub fn options(&self) -> &WorkspaceOptions {
        &self.options
    }

    /// Other surroundings or another host for the same files: every answer is afterwards as of a new workspace with these
    /// options. What depends on nothing that changed is not worked out again.
    ///
    /// # Errors
    /// As [`Self::new`]; nothing has changed then.
    pub fn set_options(&mut self, options: &WorkspaceOptions) -> Result<(), ArgumentError> {
        let host_options = HostOptions::try_from(options)?;
        let environment = Environment::try_from(options)?;
        let options = options.normal();
        let named = |options: &WorkspaceOptions| {
            let (host, edition) = (options.host.as_deref(), options.edition.as_deref());
            hosts::open(host, edition, &host_options)
        };
        // A host of the caller's own stays until another is named.
        let is_named = |host: &dyn Host| (host.id(), host.edition()) != self.key();
        let is_own = named(&self.options).is_ok_and(|host| is_named(&*host));
        let is_same =
            (&options.host, &options.edition) == (&self.options.host, &self.options.edition);
        let host = match is_own && is_same {
            true => self.pipeline.shared_host(),
            false => named(&options)?,
        };
        if host_options != self.host_options {
            // Hosts hold their own options.
            self.others.get_mut().clear();
            self.pipeline = HostPipeline::new(host);
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

    /// The tree as it stands.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Puts a file in place, with the directories above it.
    ///
    /// # Errors
    /// A [`RefusedPath`], which the catalog keeps too until the path is removed.
    pub fn write(&mut self, path: &str, contents: impl Into<Contents>) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, Some(contents.into()));
        self.note(outcome)
    }

    /// Says that a file exists whose contents have not been read yet; [`Self::plan`] asks for those that count.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_unread(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, None);
        self.note(outcome)
    }

    /// Writes many files, a file without contents as [`Self::write_unread`] does. A path that is refused keeps no other
    /// from being written.
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

    /// Makes a directory.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn make_directory(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.make_directory(path);
        self.note(outcome)
    }

    /// Makes a symbolic link.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn link(&mut self, path: &str, target: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.link(path, target);
        self.note(outcome)
    }

    /// Takes an entry away with all below it and says how many entries went. A refused path is forgotten.
    pub fn remove(&mut self, path: &str) -> usize {
        if self.refused.remove(path).is_some() {
            self.forget_catalogs();
        }
        self.tree.remove(path)
    }

    /// The files that the host would read and whose contents have not been given, sorted.
    #[must_use]
    pub fn plan(&self) -> Vec<String> {
        self.pipeline.plan(self.inputs(), &[])
    }

    /// The files that any of these hosts would read and whose contents have not been given, sorted; of each host in its
    /// default edition when there are none.
    ///
    /// # Errors
    /// When there is no such host or edition.
    pub fn plan_for(&self, hosts: &[HostChoice]) -> Result<Vec<String>, ArgumentError> {
        let plans = self.through(hosts, |pipelines| {
            let plans = pipelines.iter();
            plans
                .flat_map(|pipeline| pipeline.plan(self.inputs(), &[]))
                .collect()
        });
        plans.map(|paths: BTreeSet<String>| paths.into_iter().collect())
    }

    /// The skill whose file, or a link to it, has this path.
    #[must_use]
    pub fn skill(&self, path: &str) -> Option<Skill> {
        let catalog = self.catalog();
        let mut skills = catalog.skills.iter();
        let has = |skill: &&Skill| skill.path == path || skill.discovered_path == path;
        skills.find(has).cloned()
    }

    /// The skills that the host finds and loads, and the reasons for the rest.
    #[must_use]
    pub fn catalog(&self) -> Arc<Catalog> {
        self.catalog_after(&[])
    }

    /// The list that the model is shown at the start.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.view(&[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        })
    }

    /// The skills that a turn chooses and the messages that it injects.
    #[must_use]
    pub fn turn(&self, request: &TurnRequest) -> Turn {
        self.turn_after(&[], &Memory::default(), request)
    }

    /// The same in a conversation that has touched and seen this.
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

    /// The request, with the variables of the surroundings among those that are set.
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

    /// That every output of a request for a turn is of something that the turn asks for. A turn takes no notice of others.
    ///
    /// # Errors
    /// Names the first that is not.
    pub fn check_outputs(&self, request: &TurnRequest) -> Result<(), ArgumentError> {
        if request.outputs.is_empty() {
            return Ok(());
        }
        check_outputs(&request.outputs, &self.turn(request).invocations)
    }

    /// The result of the model's call of the host's tool for skills.
    ///
    /// # Errors
    /// When the host has no such tool, or nothing asked for one of the outputs.
    pub fn invoke(&self, call: &SkillCall) -> Result<Invocation, ArgumentError> {
        let invocation = self.view(&[], &Memory::default(), |host, view| {
            host.tool()?.invoke(view, call)
        });
        let invocation = self.has_tool(invocation)?;
        check_outputs(&call.outputs, std::slice::from_ref(&invocation))?;
        Ok(invocation)
    }

    /// The path of the skill that a shell command of the model's, run in `workdir`, uses without a mention: it reads the
    /// skill's file or runs one of its scripts. Hosts count that and inject nothing.
    ///
    /// # Errors
    /// When `workdir` is no absolute path.
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

    /// The files beside skills' own and what names them: of the skills asked for, or of every folder with a `SKILL.md`.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn resources(&self, skills: &[String]) -> Result<Vec<SkillResources>, ArgumentError> {
        let asked = self.asked(skills)?;
        let entries = match &asked[..] {
            [] => resources::skills(&self.tree),
            asked => (asked.iter())
                .filter_map(|path| self.tree.entry(path))
                .collect(),
        };
        let indices = entries.into_iter();
        Ok(indices
            .map(|entry| resources::of(&self.tree, entry))
            .collect())
    }

    /// The files of skills that a request names, without links.
    fn asked(&self, skills: &[String]) -> Result<Vec<String>, ArgumentError> {
        let asked = skills.iter().enumerate().map(|(index, path)| {
            let file = self.tree.resolve(path).ok().map(Entry::path);
            file.ok_or_else(|| {
                let message = format!("there is no file {path:?} in the tree");
                ArgumentError::new(format!("skills[{index}]"), message)
            })
        });
        asked.collect()
    }

    /// Looks through hosts, each kept with its stages from one time to the next.
    fn through<T>(
        &self,
        hosts: &[HostChoice],
        look: impl FnOnce(&[&HostPipeline]) -> T,
    ) -> Result<T, ArgumentError> {
        let own = self.key();
        let mut choices = hosts::choices(hosts)?;
        // A host of the caller's own is in no list.
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
        Ok(look(&pipelines))
    }

    /// Asks the host something about the tree after more files were touched, in a conversation that has seen this.
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

    pub(crate) fn has_tool(
        &self,
        invocation: Option<Invocation>,
    ) -> Result<Invocation, ArgumentError> {
        invocation.ok_or_else(|| {
            let host = self.host().id();
            ArgumentError::new("host", format!("{host} gives the model no tool for skills"))
        })
    }

    /// The catalog after more files were touched.
    pub(crate) fn catalog_after(&self, touched: &[String]) -> Arc<Catalog> {
        match self.keeps_catalog() {
            true => self.list(&self.environment.cwd).0,
            false => self.pipeline.catalog_after(self.inputs(), touched),
        }
    }

    /// True if the host goes on with the skills that it found first.
    fn keeps_catalog(&self) -> bool {
        let configuration = self.host().configuration();
        configuration.is_some_and(Configuration::keeps_catalog)
    }

    /// The host with its edition.
    fn key(&self) -> (&'static str, &'static str) {
        self.pipeline.key()
    }

    /// The host that the workspace looks through, such as `codex`.
    #[must_use]
    pub fn host_id(&self) -> &'static str {
        self.host().id()
    }

    /// The surroundings.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The files that the host would read after more files were touched, and whose contents have not been given.
    pub(crate) fn plan_after(&self, touched: &[String]) -> Vec<String> {
        self.pipeline.plan(self.inputs(), touched)
    }

    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            tree: &self.tree,
            environment: &self.environment,
            refused: &self.refused,
        }
    }

    /// How many files have been parsed so far: an edit costs one.
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
