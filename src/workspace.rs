//! A tree, its surroundings and a host, with every stage kept until something that it depends on changes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::clients::{ListCounts, ListSkillsRequest, Lists, SkillsListEntry};
use crate::environment::{ArgumentError, Environment, WorkspaceOptions};
use crate::host::{
    self, Candidate, ConfigEdit, Considered, Discovery, Host, Installation, Parsed, Side, View,
};
use crate::invocation::{Invocation, SkillCall};
use crate::listing::Listing;
use crate::memory::{MAIN_AGENT, Memory};
use crate::path;
use crate::skill::Catalog;
use crate::tree::{Contents, Entry, EntryId, EntryKind, RefusedPath, Tree, WriteReport};
use crate::turn::{Turn, TurnRequest};

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
    host: Box<dyn Host>,
    environment: Environment,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    stages: RefCell<Stages>,
    lists: RefCell<Lists>,
}

/// The structure's revision, and those of the files whose contents decided on the roots.
type DiscoveryKey = (u64, Vec<u64>);

/// What a side file was parsed to, and what that depends on besides its plugin.
struct ParsedSide {
    file: EntryId,
    revision: u64,
    skill_file: String,
    side: Arc<Side>,
}

/// What was derived from the tree, each with the revision that it was derived from.
#[derive(Default)]
struct Stages {
    discovery: Option<(DiscoveryKey, Arc<Discovery>)>,
    parsed: HashMap<EntryId, (u64, Arc<Parsed>)>,
    /// By the candidate's file and the plugin whose root it was found under.
    sides: HashMap<(EntryId, Option<String>), ParsedSide>,
    catalog: Option<(u64, Arc<Catalog>)>,
    /// The catalog after more files were touched, of the last conversation that asked.
    touched: Option<(u64, Vec<String>, Arc<Catalog>)>,
    files_parsed: u64,
}

impl Stages {
    fn forget_catalogs(&mut self) {
        self.catalog = None;
        self.touched = None;
    }
}

impl Workspace {
    /// An empty tree in these surroundings.
    ///
    /// # Errors
    /// An [`ArgumentError`] when a directory is no absolute path, or the host or edition is not known.
    pub fn new(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        Ok(Self {
            host: host::open(options.host.as_deref(), options.edition.as_deref())?,
            environment: Environment::try_from(options)?,
            tree: Tree::new(),
            refused: BTreeMap::new(),
            stages: RefCell::default(),
            lists: RefCell::default(),
        })
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
            self.stages.get_mut().forget_catalogs();
        }
        self.tree.remove(path)
    }

    /// The files that the host would read and whose contents have not been given, sorted.
    #[must_use]
    pub fn plan(&self) -> Vec<String> {
        let discovery = self.discovery();
        let mut paths: Vec<_> = discovery
            .candidates
            .iter()
            .map(|candidate| candidate.found.entry)
            .chain(discovery.side_files.iter().copied())
            .filter_map(|entry| self.tree.by_id(entry))
            .filter(|entry| entry.kind() == EntryKind::File(None))
            .map(Entry::path)
            .collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// What the host finds and loads, and why not for the rest.
    #[must_use]
    pub fn catalog(&self) -> Arc<Catalog> {
        let revision = self.tree.revision();
        if let Some((made_from, catalog)) = &self.stages.borrow().catalog
            && *made_from == revision
        {
            return Arc::clone(catalog);
        }
        let discovery = self.discovery();
        let catalog = Arc::new(self.assemble(&discovery, &self.environment));
        self.stages.borrow_mut().catalog = Some((revision, Arc::clone(&catalog)));
        catalog
    }

    /// What the model is shown at the start.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.view(&[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        })
    }

    /// What a turn chooses and injects.
    #[must_use]
    pub fn turn(&self, request: &TurnRequest) -> Turn {
        self.view(&[], &Memory::default(), |host, view| {
            host.turn(view, request)
        })
    }

    /// What the model's call of the host's tool for skills comes to.
    ///
    /// # Errors
    /// When the host has no such tool.
    pub fn invoke(&self, call: &SkillCall) -> Result<Invocation, ArgumentError> {
        let invocation = self.view(&[], &Memory::default(), |host, view| {
            host.invoke(view, call)
        });
        self.has_tool(invocation)
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
            let skill = host.implicit_use(view, command, workdir);
            skill.map(|skill| skill.path.clone())
        }))
    }

    /// Asks the host something about the tree after more files were touched, in a conversation that has seen this.
    pub(crate) fn view<T>(
        &self,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        let catalog = self.catalog_after(touched);
        let environment = self.environment_after(touched);
        let view = View {
            tree: &self.tree,
            environment: &environment,
            catalog: &catalog,
            memory,
        };
        ask(&*self.host, &view)
    }

    pub(crate) fn host(&self) -> &dyn Host {
        &*self.host
    }

    pub(crate) fn has_tool(
        &self,
        invocation: Option<Invocation>,
    ) -> Result<Invocation, ArgumentError> {
        invocation.ok_or_else(|| {
            let host = self.host.id();
            ArgumentError::new("host", format!("{host} gives the model no tool for skills"))
        })
    }

    fn environment_after(&self, touched: &[String]) -> Cow<'_, Environment> {
        if touched.is_empty() {
            return Cow::Borrowed(&self.environment);
        }
        let mut environment = self.environment.clone();
        environment.touched.extend_from_slice(touched);
        Cow::Owned(environment)
    }

    /// The catalog after more files were touched.
    pub(crate) fn catalog_after(&self, touched: &[String]) -> Arc<Catalog> {
        if touched.is_empty() {
            return self.catalog();
        }
        let revision = self.tree.revision();
        if let Some((made_from, for_files, catalog)) = &self.stages.borrow().touched
            && *made_from == revision
            && for_files == touched
        {
            return Arc::clone(catalog);
        }
        let environment = self.environment_after(touched);
        let discovery = self.host.discover(&self.tree, &environment);
        let catalog = Arc::new(self.assemble(&discovery, &environment));
        self.stages.borrow_mut().touched = Some((revision, touched.to_vec(), Arc::clone(&catalog)));
        catalog
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
        if request.force_reload {
            *self.stages.borrow_mut() = Stages {
                files_parsed: self.files_parsed(),
                ..Stages::default()
            };
        }
        let mut lists = self.lists.borrow_mut();
        lists.refresh(self.tree.revision(), request.force_reload);
        let own = [self.environment.cwd.clone()];
        let cwds = match &request.cwds[..] {
            [] => &own[..],
            cwds => cwds,
        };
        let entries = cwds.iter().map(|cwd| {
            let environment = Environment {
                cwd: cwd.clone(),
                ..self.environment.clone()
            };
            let catalog = lists.catalog(
                cwd,
                || self.host.configuration(&self.tree, &environment),
                || {
                    let discovery = self.host.discover(&self.tree, &environment);
                    self.assemble(&discovery, &environment)
                },
            );
            SkillsListEntry {
                cwd: cwd.clone(),
                skills: catalog.skills.clone(),
                errors: catalog.errors.clone(),
            }
        });
        Ok(entries.collect())
    }

    /// How [`Self::list_skills`] came by its answers so far.
    #[must_use]
    pub fn list_counts(&self) -> ListCounts {
        self.lists.borrow().counts
    }

    /// The user's configuration with a skill enabled or disabled, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When no skill has that path, there is no user's configuration, or it cannot be edited.
    pub fn set_enabled(&self, skill: &str, enabled: bool) -> Result<ConfigEdit, ArgumentError> {
        let catalog = self.catalog();
        let found = catalog.skills.iter().find(|known| known.path == skill);
        let found = found.ok_or_else(|| {
            ArgumentError::new(
                "skill",
                format!("no skill of the catalog has the path {skill:?}"),
            )
        })?;
        self.host
            .set_enabled(&self.tree, &self.environment, found, enabled)
    }

    /// What installing the skills that the host brings along would do, given their files by path relative to their
    /// folder. Nothing is written.
    ///
    /// # Errors
    /// When there is no place to install to, or a path is not relative and plain.
    pub fn system_skills(
        &self,
        embedded: &BTreeMap<String, String>,
    ) -> Result<Installation, ArgumentError> {
        for relative in embedded.keys() {
            path::check(&path::join("/", relative)).map_err(|problem| {
                ArgumentError::new(format!("embedded[{relative:?}]"), problem.to_string())
            })?;
        }
        self.host
            .system_skills(&self.tree, &self.environment, embedded)
    }

    /// How many files have been parsed so far: an edit costs one.
    #[must_use]
    pub fn files_parsed(&self) -> u64 {
        self.stages.borrow().files_parsed
    }

    fn note(&mut self, outcome: Result<(), RefusedPath>) -> Result<(), RefusedPath> {
        if let Err(refused) = &outcome {
            self.refused.insert(refused.path.clone(), refused.clone());
            self.stages.get_mut().forget_catalogs();
        }
        outcome
    }

    fn discovery(&self) -> Arc<Discovery> {
        if let Some((made_from, discovery)) = &self.stages.borrow().discovery
            && *made_from == self.discovery_key(discovery)
        {
            return Arc::clone(discovery);
        }
        let discovery = Arc::new(self.host.discover(&self.tree, &self.environment));
        let key = self.discovery_key(&discovery);
        let mut stages = self.stages.borrow_mut();
        stages
            .parsed
            .retain(|entry, _| self.tree.by_id(*entry).is_some());
        stages
            .sides
            .retain(|(entry, _), _| self.tree.by_id(*entry).is_some());
        stages.discovery = Some((key, Arc::clone(&discovery)));
        discovery
    }

    fn discovery_key(&self, discovery: &Discovery) -> DiscoveryKey {
        let contents = discovery
            .depends_on
            .iter()
            .filter_map(|entry| self.tree.by_id(*entry))
            .map(Entry::revision)
            .collect();
        (self.tree.structure_revision(), contents)
    }

    /// The file's fields, parsed again only when its contents changed.
    fn parsed(&self, entry: EntryId) -> Option<Arc<Parsed>> {
        let entry = self.tree.by_id(entry)?;
        let EntryKind::File(Some(contents)) = entry.kind() else {
            return None;
        };
        let mut stages = self.stages.borrow_mut();
        if let Some((made_from, parsed)) = stages.parsed.get(&entry.id())
            && *made_from == entry.revision()
        {
            return Some(Arc::clone(parsed));
        }
        let parsed = Arc::new(self.host.parse(contents));
        stages.files_parsed += 1;
        stages
            .parsed
            .insert(entry.id(), (entry.revision(), Arc::clone(&parsed)));
        Some(parsed)
    }

    /// What the file beside a candidate was parsed to, again only when its contents changed.
    fn side(&self, candidate: &Candidate, environment: &Environment) -> Option<Arc<Side>> {
        let file = self.tree.by_id(candidate.side?)?;
        let contents = file.contents()?;
        let mut stages = self.stages.borrow_mut();
        let key = (candidate.found.entry, candidate.plugin_id.clone());
        if let Some(known) = stages.sides.get(&key)
            && (known.file, known.revision) == (file.id(), file.revision())
            && known.skill_file == candidate.found.path
        {
            return Some(Arc::clone(&known.side));
        }
        let side = Arc::new(self.host.parse_side(contents, candidate, environment));
        stages.files_parsed += 1;
        let parsed = ParsedSide {
            file: file.id(),
            revision: file.revision(),
            skill_file: candidate.found.path.clone(),
            side: Arc::clone(&side),
        };
        stages.sides.insert(key, parsed);
        Some(side)
    }

    fn assemble(&self, discovery: &Discovery, environment: &Environment) -> Catalog {
        let parsed: Vec<_> = discovery
            .candidates
            .iter()
            .map(|candidate| {
                let parsed = self.parsed(candidate.found.entry);
                let loads = parsed.as_ref().is_some_and(|parsed| parsed.outcome.is_ok());
                let side = loads.then(|| self.side(candidate, environment)).flatten();
                (parsed, side)
            })
            .collect();
        let candidates: Vec<_> = discovery
            .candidates
            .iter()
            .zip(&parsed)
            .map(|(candidate, (parsed, side))| Considered {
                candidate,
                parsed: parsed.as_deref(),
                side: side.as_deref(),
            })
            .collect();
        let mut assembly = self.host.assemble(&self.tree, environment, &candidates);
        let mut left_out = discovery.left_out.clone();
        left_out.append(&mut assembly.left_out);
        left_out.sort_by(|left, right| left.path.cmp(&right.path));
        assembly
            .ignored
            .sort_by(|left, right| left.path.cmp(&right.path));
        assembly
            .errors
            .sort_by(|left, right| (&left.path, &left.message).cmp(&(&right.path, &right.message)));
        Catalog {
            host: self.host.id().to_owned(),
            edition: self.host.edition().to_owned(),
            revision: self.tree.revision(),
            roots: discovery.roots.clone(),
            skills: assembly.skills,
            errors: assembly.errors,
            ignored: assembly.ignored,
            left_out,
            refused: self.refused.values().cloned().collect(),
        }
    }
}
