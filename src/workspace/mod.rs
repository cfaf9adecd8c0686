//! A tree, its surroundings and a host, with every stage kept until something that it depends on changes.

mod dropped;
#[cfg(feature = "lint")]
mod lint_files;
mod options;
#[cfg(feature = "search")]
pub(crate) mod plain_names;
mod session;
pub mod skill_lists;

#[cfg(feature = "lint")]
pub use lint_files::lint_files;
pub use options::WorkspaceOptions;
pub use session::{Answers, RefusedAnswer, RefusedAnswerReason, Session, SessionOptions};

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "lint")]
use std::rc::Rc;
use std::sync::Arc;

#[cfg(feature = "compare")]
use crate::compare::{self, CompareCache, CompareRequest, Comparison, HostTurn};
use crate::host::Host;
use crate::host::configuration::Configuration;
use crate::host::stages::View;
use crate::hosts::{self, HostOptions};
#[cfg(feature = "install")]
use crate::install::{self, InstallReport, InstallRequest, InstalledContent};
#[cfg(feature = "lint")]
use crate::lint::{self, Diagnostic, FixRequest, Fixed, LintRequest};
#[cfg(feature = "search")]
use crate::memo::Memo;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::{Invocation, SkillCall, check_outputs};
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::{Turn, TurnRequest};
use crate::pipeline::{HostPipeline, Inputs};
#[cfg(feature = "search")]
use crate::search::{self, Competitor, Hit, Index, NearDuplicates, SearchOptions};
#[cfg(feature = "sources")]
use crate::sources::{
    self, Archives, Downloads, McpAnswer, McpReport, McpRequest, SiteReport, SiteRequest,
};
#[cfg(feature = "search")]
use crate::text::document::Document;
use crate::tree::path;
use crate::tree::resources::{self, SkillResources};
use crate::tree::{Contents, Entry, RefusedPath, Tree, WriteReport};
#[cfg(feature = "search")]
use crate::workspace::plain_names::NamedSkill;
use crate::workspace::skill_lists::{
    ListCache, ListCounts, ListSkillsRequest, ListSource, SkillsListEntry,
};

/// See the [module](self).
///
/// ```
/// use skillglass::{Workspace, WorkspaceOptions};
///
/// let mut workspace = Workspace::new(&WorkspaceOptions {
///     cwd: "/repo".to_owned(),
///     home: Some("/home/me".to_owned()),
///     ..WorkspaceOptions::default()
/// })?;
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

    /// Returns the files that [`Self::lint`] reads for these hosts and whose contents have not been given, sorted: also the
    /// Markdown files that hosts pass over, and the scripts and references beside skills. Without hosts, those of
    /// `skillglass.json` count.
    ///
    /// Rules read no file of more than 1 MiB beside a skill's own; the tree does not know sizes, so callers leave those out.
    ///
    /// # Errors
    /// When there is no such host or edition.
    #[cfg(feature = "lint")]
    pub fn plan_for_lint(&self, hosts: &[HostChoice]) -> Result<Vec<String>, ArgumentError> {
        let request = LintRequest {
            hosts: hosts.to_vec(),
            ..LintRequest::default()
        };
        let settings = lint::Settings::new(&request, self.inputs())?;
        self.through(&settings.hosts, |pipelines| {
            lint::plan(pipelines, self.inputs())
        })
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
                Some(least) => plain_names::turn(host, view, &request, least),
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

    /// The skills that a text names in plain words, with where: candidates that no host would inject by itself.
    #[cfg(feature = "search")]
    #[must_use]
    pub fn candidates(&self, text: &str) -> Vec<NamedSkill> {
        plain_names::candidates(&self.catalog(), text)
    }

    /// The skills that fit a request in plain words, best first: what would compete for it.
    #[cfg(feature = "search")]
    #[must_use]
    pub fn search(&self, request: &str, options: &SearchOptions) -> Vec<Hit> {
        self.index().search(request, options)
    }

    /// The skills that reach at least `closeness` (from 0 to 1) of a skill's own score for its own name and description,
    /// best first.
    ///
    /// # Errors
    /// When no loaded skill has that path.
    #[cfg(feature = "search")]
    pub fn competitors(
        &self,
        skill: &str,
        closeness: f64,
    ) -> Result<Vec<Competitor>, ArgumentError> {
        let competitors = self.index().competitors_of(skill, closeness);
        competitors.ok_or_else(|| no_such_skill(skill))
    }

    /// Pairs of skills whose descriptions are at least that similar (up to 1, the same words in the same order).
    #[cfg(feature = "search")]
    #[must_use]
    pub fn near_duplicates(&self, threshold: f64) -> NearDuplicates {
        search::near_duplicates(&self.documents(), threshold)
    }

    #[cfg(feature = "search")]
    fn index(&self) -> Arc<Index> {
        let revision = self.tree.revision();
        let index = &self.index;
        index.get_or_insert((), revision, || Arc::new(Index::new(&self.documents())))
    }

    /// The searched texts of the loaded skills.
    #[cfg(feature = "search")]
    fn documents(&self) -> Vec<search::Document> {
        let catalog = self.catalog();
        let documents = catalog.skills.iter().map(|skill| {
            let text = self.tree.entry(&skill.path).and_then(Entry::contents);
            let text = text
                .and_then(|contents| contents.text().ok())
                .unwrap_or_default();
            let body = Document::split(text, |line| line.trim_end() == "---")
                .map_or(text, |document| document.body);
            search::Document {
                path: skill.path.clone(),
                name: skill.name.clone(),
                aliases: whole_names(&skill.aliases),
                description: skill.description.clone(),
                headings: search::headings(body),
            }
        });
        documents.collect()
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

    /// What `npx skills add` finds in a repository of this tree, what it skips and why, and where it installs the rest.
    ///
    /// # Errors
    /// As [`install::install`].
    #[cfg(feature = "install")]
    pub fn install(&self, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
        install::install(&self.tree, request)
    }

    /// Puts what a report says to be installed into the tree, for hosts to look at: what lies there goes first. A path that is
    /// refused keeps no other from being put.
    #[cfg(feature = "install")]
    pub fn put_installed(&mut self, report: &InstallReport) -> WriteReport {
        let mut written = WriteReport::default();
        for entry in &report.entries {
            written.add(match &entry.content {
                InstalledContent::File { from } => {
                    let file = self.tree.resolve(from).ok();
                    let contents = file.and_then(|file| file.contents()).cloned();
                    match contents {
                        Some(contents) => self.write(&entry.path, contents),
                        None => self.write_unread(&entry.path),
                    }
                }
                InstalledContent::Directory => self.make_directory(&entry.path),
                InstalledContent::Link { target } => self.link(&entry.path, target),
            });
        }
        written
    }

    /// What `npx skills add` takes from a site, put into the folder `request.install.source` of this tree, and what it still has to
    /// be told. [`Self::put_installed`] installs it.
    ///
    /// # Errors
    /// As [`sources::take_site`].
    #[cfg(feature = "sources")]
    pub fn take_site(
        &mut self,
        request: &SiteRequest,
        downloads: &Downloads,
        archives: &Archives,
    ) -> Result<SiteReport, ArgumentError> {
        sources::take_site(&mut self.tree, request, downloads, archives)
    }

    /// The skills of an MCP server, put into the folder `request.install.source` of this tree, and the calls that are still to be
    /// made. [`Self::put_installed`] puts them where hosts look.
    ///
    /// # Errors
    /// As [`sources::take_mcp_skills`].
    #[cfg(feature = "sources")]
    pub fn take_mcp_skills(
        &mut self,
        request: &McpRequest,
        answers: &[McpAnswer],
    ) -> Result<McpReport, ArgumentError> {
        sources::take_mcp_skills(&mut self.tree, request, answers)
    }

    /// Every skill through every host asked for: what each makes of it, every "no" with the smallest change that makes it
    /// a "yes", and whether the skill is portable.
    ///
    /// # Errors
    /// When there is no such host, edition or file.
    #[cfg(feature = "compare")]
    pub fn compare(&self, request: &CompareRequest) -> Result<Comparison, ArgumentError> {
        let asked = self.asked(&request.skills)?;
        self.through(&request.hosts, |pipelines| {
            compare::compare(pipelines, self.inputs(), &asked, &self.compared)
        })
    }

    /// The diagnostics of the skills, by path and place: where, for which hosts, and what mends it.
    ///
    /// # Errors
    /// When there is no such host, edition, file or rule.
    #[cfg(feature = "lint")]
    pub fn lint(&self, request: &LintRequest) -> Result<Vec<Diagnostic>, ArgumentError> {
        let found = self.lint_shared(request)?;
        Ok(found.into_iter().map(Rc::unwrap_or_clone).collect())
    }

    #[cfg(feature = "lint")]
    /// The same without a copy: a diagnostic that did not change since the last time is the same one.
    ///
    /// # Errors
    /// As [`Self::lint`].
    #[cfg(feature = "lint")]
    pub fn lint_shared(&self, request: &LintRequest) -> Result<Vec<Rc<Diagnostic>>, ArgumentError> {
        let asked = self.asked(&request.skills)?;
        let settings = lint::Settings::new(request, self.inputs())?;
        let mut found = self.through(&settings.hosts, |pipelines| {
            lint::lint(
                pipelines,
                self.inputs(),
                &asked,
                &settings,
                &self.lint_cache,
                &self.compared,
            )
        })?;
        if let Some(base) = &request.docs_base {
            for one in &mut found {
                Rc::make_mut(one).docs = lint::docs_address(base, &one.code);
            }
        }
        Ok(found)
    }

    /// The files after the fixes of their diagnostics, applied until none are left or twenty rounds are
    /// over. Nothing is written.
    ///
    /// # Errors
    /// As [`Self::lint`].
    #[cfg(feature = "lint")]
    pub fn fix(&self, request: &FixRequest) -> Result<Fixed, ArgumentError> {
        request.check_codes()?;
        let found = self.lint(&request.lint())?;
        // What is kept is kept by the tree's revision, so another tree needs a workspace of its own.
        let others = self.others.borrow();
        let others = others.iter().map(HostPipeline::fork).collect();
        let mut copy = Self {
            pipeline: self.pipeline.fork(),
            environment: self.environment.clone(),
            host_options: self.host_options.clone(),
            options: self.options.clone(),
            tree: Tree::new(),
            refused: self.refused.clone(),
            lists: ListCache::default(),
            others: RefCell::new(others),
            index: Memo::default(),
            compared: self.compared.fork(),
            lint_cache: self.lint_cache.fork(),
        };
        lint::fix(&self.tree, request, found, |tree, skills| {
            copy.tree.clone_from(tree);
            copy.lint(&LintRequest {
                skills: skills.to_vec(),
                ..request.lint()
            })
        })
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

    /// The same turn through each host asked for.
    ///
    /// # Errors
    /// When there is no such host or edition, or no host asked for one of the outputs.
    #[cfg(feature = "compare")]
    pub fn turns(
        &self,
        request: &TurnRequest,
        hosts: &[HostChoice],
    ) -> Result<Vec<HostTurn>, ArgumentError> {
        let request = self.with_variables(request);
        let turns: Vec<_> = self.through(hosts, |pipelines| {
            let turns = pipelines.iter().map(|pipeline| HostTurn {
                host: pipeline.host().id().to_owned(),
                edition: pipeline.host().edition().to_owned(),
                turn: pipeline.view(self.inputs(), &[], &Memory::default(), |host, view| {
                    let mut turn = host.turn(view, &request);
                    dropped::explain(&mut turn, view.catalog);
                    turn
                }),
            });
            turns.collect()
        })?;
        if !request.outputs.is_empty() {
            let invocations = turns.iter().flat_map(|host| &host.turn.invocations);
            let invocations: Vec<_> = invocations.cloned().collect();
            check_outputs(&request.outputs, &invocations)?;
        }
        Ok(turns)
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

    /// The lists that a client asks for, one for each working directory, in the request's order.
    ///
    /// # Errors
    /// When a directory is no absolute path.
    pub fn list_skills(
        &self,
        request: &ListSkillsRequest,
    ) -> Result<Vec<SkillsListEntry>, ArgumentError> {
        for (index, cwd) in request.cwds.iter().enumerate() {
            path::check(cwd).map_err(|problem| {
                ArgumentError::new(format!("cwds[{index}]"), problem.to_string())
            })?;
        }
        let own = [self.environment.cwd.clone()];
        let cwds = match &request.cwds[..] {
            [] => &own[..],
            cwds => cwds,
        };
        if request.force_reload {
            self.pipeline.forget();
            self.lists.forget_directories(cwds);
            // What is searched may have been kept longer than the tree stayed the same.
            #[cfg(feature = "search")]
            self.index.clear();
        }
        let entries = cwds.iter().map(|cwd| {
            let (catalog, source) = self.list(cwd);
            self.lists.count(source);
            SkillsListEntry {
                cwd: cwd.clone(),
                skills: catalog.skills.clone(),
                errors: catalog.errors.clone(),
            }
        });
        Ok(entries.collect())
    }

    /// The catalog of a directory: from a cache, or scanned.
    fn list(&self, cwd: &str) -> (Arc<Catalog>, ListSource) {
        let environment = Environment {
            cwd: cwd.to_owned(),
            ..self.environment.clone()
        };
        // No change of the tree empties the caches of a host that goes on with what it found first.
        let revision = match self.keeps_catalog() {
            true => 0,
            false => self.tree.revision(),
        };
        self.lists.catalog(
            cwd,
            revision,
            || match self.host().configuration() {
                Some(configuration) => configuration.key(&self.tree, &environment),
                None => environment.cwd.clone(),
            },
            || {
                let discovery = self.host().discover(&self.tree, &environment);
                let inputs = Inputs {
                    environment: &environment,
                    ..self.inputs()
                };
                self.pipeline.assemble(inputs, &discovery)
            },
        )
    }

    /// How [`Self::list_skills`] came by its answers so far.
    #[must_use]
    pub fn list_counts(&self) -> ListCounts {
        self.lists.counts()
    }

    /// The user's configuration with a skill enabled or disabled, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When no skill has that path, there is no user's configuration, or it cannot be edited.
    pub fn set_enabled(&self, skill: &str, enabled: bool) -> Result<ConfigEdit, ArgumentError> {
        let catalog = self.catalog();
        let found = catalog.skills.iter().find(|known| known.path == skill);
        let found = found.ok_or_else(|| no_such_skill(skill))?;
        self.configuration("edit of its configuration")?
            .set_enabled(&self.tree, &self.environment, found, enabled)
    }

    /// The user's configuration with MCP servers that skills need put in, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When there is no user's configuration, or it cannot be edited.
    pub fn install_servers(
        &self,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError> {
        self.configuration("installation of servers")?
            .install_servers(&self.tree, &self.environment, servers)
    }

    /// The effect of installing the skills that the host brings along, given their files by path relative to their
    /// folder. Nothing is written.
    ///
    /// # Errors
    /// When there is no place to install to, or a path is not relative and plain.
    pub fn system_skills(
        &self,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError> {
        for relative in embedded.keys() {
            if relative.starts_with('/') {
                let message = "begins with a slash; a path relative to the skills' folder does not";
                return Err(ArgumentError::new(
                    format!("embedded[{relative:?}]"),
                    message,
                ));
            }
            path::check(&path::join("/", relative)).map_err(|problem| {
                ArgumentError::new(format!("embedded[{relative:?}]"), problem.to_string())
            })?;
        }
        self.configuration("installation of bundled skills")?
            .system_skills(&self.tree, &self.environment, embedded)
    }

    fn configuration(&self, what: &str) -> Result<&dyn Configuration, ArgumentError> {
        let host = self.host();
        host.configuration()
            .ok_or_else(|| ArgumentError::new("host", format!("{} knows no {what}", host.id())))
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

/// Names without those that are the end of another, as a plugin's skill is called with and without its plugin.
#[cfg(feature = "search")]
fn whole_names(names: &[String]) -> Vec<String> {
    let is_part = |name: &str| {
        let mut others = names.iter().filter_map(|other| other.strip_suffix(name));
        others.any(|before| before.ends_with(':'))
    };
    names
        .iter()
        .filter(|name| !is_part(name))
        .cloned()
        .collect()
}

fn no_such_skill(path: &str) -> ArgumentError {
    ArgumentError::new(
        "skill",
        format!("no skill of the catalog has the path {path:?}"),
    )
}
