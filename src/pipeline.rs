//! Runs a host's stages on one tree. Each result is cached until one of its inputs changes.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hashing::HashSet;
use crate::host::Host;
use crate::host::stages::{Candidate, Considered, Discovery, Parsed, Side, View};
use crate::memo::Memo;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::memory::Memory;
use crate::model::skill::Skill;
use crate::sort;
use crate::tree::{Entry, EntryId, EntryKind, RefusedPath, Tree};

/// The inputs of a pipeline: the tree, the environment, and the paths that the tree refused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inputs<'s> {
    pub tree: &'s Tree,
    pub environment: &'s Environment,
    /// The paths that the tree refused, each with the reason.
    pub refused: &'s BTreeMap<String, RefusedPath>,
}

/// A host with the cached results of its stages for one tree.
pub(crate) struct HostPipeline {
    host: Arc<dyn Host>,
    stages: StageCache,
}

/// The cached results of the steps that lead from a tree to a host's catalog, such as the search
/// for skills and the parsing of each file.
#[derive(Clone, Default)]
struct StageCache {
    /// The host's roots (the folders that the host searches), and the files found there. The key is
    /// the revision of the tree's structure, and the revisions of the files that determined the
    /// roots.
    discovery: Memo<(), (u64, Vec<u64>), Arc<Discovery>>,
    /// The parsed skill files. The key is the file's revision.
    parsed: Memo<EntryId, u64, Arc<Parsed>>,
    /// The parsed side files (such as `agents/openai.yaml`), keyed by the skill's file and the
    /// skill's plugin.
    sides: Memo<(EntryId, Option<String>), SideKey, Arc<Side>>,
    /// The host's catalog. The key is the tree's revision.
    catalog: Memo<(), u64, Arc<Catalog>>,
    /// The catalog that the host would load after a conversation touched more files. Only the
    /// latest such catalog is cached.
    touched: Memo<(), (u64, Vec<String>), Arc<Catalog>>,
    /// The generation of the catalog: a number that increases when the catalog changes. The number
    /// stays the same if the previous catalog is reused, because results that were derived from
    /// this catalog remain valid.
    generation: Cell<u64>,
    /// The generation at which the catalog was last assembled anew. Since then, only the descriptions
    /// in `described` have changed.
    assembled: Cell<u64>,
    /// The changes of descriptions since the catalog was last assembled anew. Each item is the
    /// generation of the catalog after the change, and the path of the skill.
    described: RefCell<Vec<(u64, String)>>,
    files_parsed: Cell<u64>,
}

/// The key of a cached side file: a file beside a skill that the host also reads, such as
/// `agents/openai.yaml`. The parsed side file is valid as long as the key stays the same.
#[derive(Clone, PartialEq)]
struct SideKey {
    file: EntryId,
    revision: u64,
    skill_file: String,
}

/// The maximum number of changed descriptions that are recorded. After further changes, everything
/// that depends on the catalog is computed anew. No host has this limit.
const MOST_DESCRIBED: usize = 1_000;

impl StageCache {
    fn forget_catalogs(&self) {
        self.catalog.clear();
        self.touched.clear();
        self.begin_assembly();
    }

    /// Increases the generation of the catalog after the whole catalog was assembled anew. Any
    /// skill in the catalog may have changed.
    fn begin_assembly(&self) {
        self.generation.update(|generation| generation + 1);
        self.assembled.set(self.generation.get());
        self.described.borrow_mut().clear();
    }

    /// Increases the generation of the catalog after only the descriptions of some skills have
    /// changed. `described` are the paths of these skills.
    fn begin_generation(&self, described: impl ExactSizeIterator<Item = String>) {
        let mut known = self.described.borrow_mut();
        if known.len() + described.len() > MOST_DESCRIBED {
            drop(known);
            self.begin_assembly();
            return;
        }
        self.generation.update(|generation| generation + 1);
        known.extend(described.map(|path| (self.generation.get(), path)));
    }
}

impl HostPipeline {
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            stages: StageCache::default(),
        }
    }

    /// Returns a pipeline of the same host with copies of the cached results, for a copy of the
    /// tree. Caches are keyed by tree revision, so a modified copy of the tree needs its own
    /// pipeline.
    pub fn fork(&self) -> Self {
        Self {
            host: Arc::clone(&self.host),
            stages: self.stages.clone(),
        }
    }

    /// Returns the host as a shared pointer, from which callers can create another pipeline of the same host.
    pub fn shared_host(&self) -> Arc<dyn Host> {
        Arc::clone(&self.host)
    }

    /// Returns the tree's revision at the last change of the tree's structure or of a file. Changes
    /// of skill files such as `SKILL.md` do not count. The result of invoking a skill depends only
    /// on the returned revision and on the skill's own file.
    pub fn surroundings(&self, inputs: Inputs<'_>) -> u64 {
        let discovery = self.discovery(inputs);
        let mut skills: HashSet<_> = (discovery.candidates.iter())
            .map(|candidate| candidate.found.entry)
            .collect();
        for entry in discovery.depends_on.iter().chain(&discovery.side_files) {
            skills.remove(entry);
        }
        (inputs.tree.entries())
            .filter(|entry| !skills.contains(&entry.id()))
            .map(Entry::revision)
            .fold(inputs.tree.structure_revision(), u64::max)
    }

    pub fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// Returns the host's id and the edition.
    pub fn key(&self) -> (&'static str, &'static str) {
        (self.host.id(), self.host.edition())
    }

    /// Returns the number of files parsed so far.
    pub fn files_parsed(&self) -> u64 {
        self.stages.files_parsed.get()
    }

    /// Clears every cache.
    pub fn forget(&self) {
        self.stages.discovery.clear();
        self.stages.parsed.clear();
        self.stages.sides.clear();
        self.stages.forget_catalogs();
    }

    /// Clears every cache except the cache of parsed files, because parsed files depend only on their text and the
    /// host.
    pub fn forget_surroundings(&self) {
        self.stages.discovery.clear();
        self.stages.sides.clear();
        self.stages.forget_catalogs();
    }

    /// Clears the caches of catalogs, which depend on more than the tree.
    pub fn forget_catalogs(&mut self) {
        self.stages.forget_catalogs();
    }

    /// Returns the files that the host would read but whose contents are not loaded, sorted by
    /// path. `touched` are files that a conversation has touched. The files that the environment
    /// lists as touched are also taken into account.
    pub fn plan(&self, inputs: Inputs<'_>, touched: &[String]) -> Vec<String> {
        let discovery = match touched {
            [] => self.discovery(inputs),
            touched => {
                let environment = environment_after(inputs.environment, touched);
                Arc::new(self.host.discover(inputs.tree, &environment))
            }
        };
        let mut paths: Vec<_> = discovery
            .candidates
            .iter()
            .map(|candidate| candidate.found.entry)
            .chain(discovery.side_files.iter().copied())
            .filter_map(|entry| inputs.tree.by_id(entry))
            .filter(|entry| entry.kind() == EntryKind::File(None))
            .map(Entry::path)
            .collect();
        sort::by(&mut paths, Ord::cmp);
        paths.dedup();
        paths
    }

    /// Returns the skills that the host finds and loads, and the files that the host does not load,
    /// with the reasons.
    pub fn catalog(&self, inputs: Inputs<'_>) -> Arc<Catalog> {
        let revision = inputs.tree.revision();
        if let Some(catalog) = self.stages.catalog.get(&(), &revision) {
            return catalog;
        }
        if let Some(catalog) = self.carried_over(inputs) {
            return catalog;
        }
        let discovery = self.discovery(inputs);
        let catalog = Arc::new(self.assemble(inputs, &discovery));
        self.keep(&catalog);
        self.stages.begin_assembly();
        catalog
    }

    fn keep(&self, catalog: &Arc<Catalog>) {
        let cached = &self.stages.catalog;
        cached.insert((), catalog.revision, Arc::clone(catalog));
    }

    /// Returns the generation of the current catalog: a number that changes when the catalog is assembled anew.
    pub fn generation(&self, inputs: Inputs<'_>) -> u64 {
        self.catalog(inputs);
        self.stages.generation.get()
    }

    /// Returns the generation at which the whole catalog was last assembled. While this number
    /// stays the same, the catalog has the same skills in the same order, and only the descriptions
    /// and sizes of skills may change.
    pub fn assembled(&self, inputs: Inputs<'_>) -> u64 {
        self.catalog(inputs);
        self.stages.assembled.get()
    }

    /// Returns the paths of the skills whose descriptions have changed since an earlier generation
    /// of the catalog. Returns `None` if the whole catalog was assembled anew after this
    /// generation, because anything in the catalog may have changed. Also returns `None` if the
    /// generation is larger than the current generation, because the number then belongs to the
    /// catalog of another pipeline.
    pub fn described_since(&self, inputs: Inputs<'_>, generation: u64) -> Option<Vec<String>> {
        let known = self.assembled(inputs)..=self.stages.generation.get();
        if !known.contains(&generation) {
            return None;
        }
        let described = self.stages.described.borrow();
        let later = described.iter().filter(|(at, _)| *at > generation);
        Some(later.map(|(_, path)| path.clone()).collect())
    }

    /// Returns the previous catalog, updated to the current tree, if only bodies of skills (the
    /// text after the frontmatter) and descriptions have changed. Otherwise returns `None`. Reusing
    /// the catalog saves time while an author edits a skill.
    fn carried_over(&self, inputs: Inputs<'_>) -> Option<Arc<Catalog>> {
        if self.host.assembles_texts() {
            return None;
        }
        let mut catalog = self.stages.catalog.get_if(&(), |_, _| true)?;
        let made_from = catalog.revision;
        if inputs.tree.structure_revision() > made_from {
            return None;
        }
        let discovery = self.discovery(inputs);
        if self.may_read_more(inputs, &discovery, made_from) {
            return None;
        }
        let mut sizes = Vec::new();
        let mut described = Vec::new();
        for candidate in &discovery.candidates {
            let entry = inputs.tree.by_id(candidate.found.entry)?;
            if entry.revision() <= made_from {
                continue;
            }
            let parsed = &self.stages.parsed;
            let before = parsed.get_if(&entry.id(), |revision, _| *revision <= made_from)?;
            let now = self.parsed(inputs.tree, entry.id())?;
            if (&now.outcome, &now.ignored) == (&before.outcome, &before.ignored) {
                sizes.push((entry.path(), now.bytes));
            } else {
                let parsed = (&*before, &*now);
                described.push(self.described(inputs, &discovery, candidate, parsed, &catalog)?);
            }
        }
        // The catalog is changed in place if the cache was its only other owner, which is the usual case.
        self.stages.catalog.clear();
        // A search in a short sorted list is faster than a hash of each of thousands of paths.
        sort::by(&mut sizes, |(left, _), (right, _)| left.cmp(right));
        let size = |path: &str| {
            let at = sizes.binary_search_by(|(sized, _)| (**sized).cmp(path));
            at.ok().map(|at| sizes[at].1)
        };
        let sized = catalog.skills.iter().enumerate();
        let sized = sized.filter_map(|(index, skill)| Some((index, size(&skill.path)?)));
        let sized: Vec<_> = sized.filter(|_| !sizes.is_empty()).collect();
        let changed = Arc::make_mut(&mut catalog);
        changed.revision = inputs.tree.revision();
        for (index, bytes) in sized {
            changed.skills[index].bytes = bytes;
        }
        if !described.is_empty() {
            let paths = described.iter().map(|(_, skill)| skill.path.clone());
            self.stages.begin_generation(paths);
        }
        for (index, skill) in described {
            changed.skills[index] = skill;
        }
        self.keep(&catalog);
        Some(catalog)
    }

    /// Returns the index of an edited skill in the previous catalog, and the skill with its new
    /// description. Returns `None` if the edit changes more than the description, because the edit
    /// may then also change other skills. `parsed` has the results of parsing the skill's file
    /// before and after the edit.
    fn described(
        &self,
        inputs: Inputs<'_>,
        discovery: &Discovery,
        candidate: &Candidate,
        parsed: (&Parsed, &Parsed),
        catalog: &Catalog,
    ) -> Option<(usize, Skill)> {
        let is_file = |other: &&Candidate| other.found.entry == candidate.found.entry;
        if discovery.candidates.iter().filter(is_file).count() > 1 {
            return None;
        }
        let side = self.side(inputs, candidate);
        let alone = |parsed| {
            let considered = Considered {
                candidate,
                parsed: Some(parsed),
                side: side.as_deref(),
            };
            let host = &self.host;
            host.assemble(inputs.tree, inputs.environment, &[considered])
        };
        let (before, now) = (alone(parsed.0), alone(parsed.1));
        let ([skill], [new]) = (&*before.skills, &*now.skills) else {
            return None;
        };
        let mut like_before = new.clone();
        like_before.description.clone_from(&skill.description);
        like_before.bytes = skill.bytes;
        if let (Some(like), Some(fields)) = (&mut like_before.frontmatter, &skill.frontmatter) {
            like.description.clone_from(&fields.description);
        }
        let is_same = like_before == *skill
            && (
                &before.errors,
                &before.ignored,
                &before.left_out,
                &before.hidden,
            ) == (&now.errors, &now.ignored, &now.left_out, &now.hidden);
        let mut places = (catalog.skills.iter().enumerate())
            .filter(|(_, known)| known.path == skill.path)
            .map(|(index, _)| index);
        let (index, None) = (places.next()?, places.next()) else {
            return None;
        };
        (is_same && catalog.skills[index] == *skill).then(|| (index, new.clone()))
    }

    /// Returns true if a file that the host reads may have changed since the revision `since`.
    /// Changes of skill files such as `SKILL.md` do not count. Changes of other Markdown files
    /// count only if the file determined the roots or is a side file, because the host reads no
    /// other Markdown files.
    fn may_read_more(&self, inputs: Inputs<'_>, discovery: &Discovery, since: u64) -> bool {
        let changed = inputs
            .tree
            .entries()
            .filter(|entry| entry.revision() > since);
        let (notes, others): (Vec<_>, Vec<_>) =
            changed.partition(|entry| entry.name().ends_with(".md"));
        let ids = |entries: Vec<Entry<'_>>| -> HashSet<EntryId> {
            entries.into_iter().map(Entry::id).collect()
        };
        let (notes, mut others) = (ids(notes), ids(others));
        let mut beside = discovery.depends_on.iter().chain(&discovery.side_files);
        if beside.any(|entry| notes.contains(entry) || others.contains(entry)) {
            return true;
        }
        for candidate in &discovery.candidates {
            if others.is_empty() {
                break;
            }
            others.remove(&candidate.found.entry);
        }
        !others.is_empty()
    }

    /// Returns the catalog that the host loads after a conversation has touched the files in
    /// `touched`. The files that the environment lists as touched are also taken into account.
    pub fn catalog_after(&self, inputs: Inputs<'_>, touched: &[String]) -> Arc<Catalog> {
        if touched.is_empty() {
            return self.catalog(inputs);
        }
        let key = (inputs.tree.revision(), touched.to_vec());
        self.stages.touched.get_or_insert((), key, || {
            let environment = environment_after(inputs.environment, touched);
            let inputs = Inputs {
                environment: &environment,
                ..inputs
            };
            let discovery = self.host.discover(inputs.tree, inputs.environment);
            Arc::new(self.assemble(inputs, &discovery))
        })
    }

    /// Calls `ask` with the host and its view of the tree. The view depends on the memory and the
    /// touched files of a conversation.
    pub fn view<T>(
        &self,
        inputs: Inputs<'_>,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        let catalog = self.catalog_after(inputs, touched);
        self.view_of(inputs, &catalog, touched, memory, ask)
    }

    /// Calls `ask` like [`view`](Self::view), but with the given catalog, which may be from an
    /// earlier revision of the tree.
    pub fn view_of<T>(
        &self,
        inputs: Inputs<'_>,
        catalog: &Catalog,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        let environment = environment_after(inputs.environment, touched);
        let view = View {
            tree: inputs.tree,
            environment: &environment,
            catalog,
            memory,
        };
        ask(&*self.host, &view)
    }

    fn discovery(&self, inputs: Inputs<'_>) -> Arc<Discovery> {
        let cached = &self.stages.discovery;
        let holds = |key: &_, discovery: &Arc<_>| *key == discovery_key(inputs, discovery);
        if let Some(discovery) = cached.get_if(&(), holds) {
            return discovery;
        }
        let discovery = Arc::new(self.host.discover(inputs.tree, inputs.environment));
        let is_there = |entry: EntryId| inputs.tree.by_id(entry).is_some();
        self.stages.parsed.retain(|entry| is_there(*entry));
        self.stages.sides.retain(|(entry, _)| is_there(*entry));
        let key = discovery_key(inputs, &discovery);
        cached.insert((), key, Arc::clone(&discovery));
        discovery
    }

    /// Returns the parsed contents of a skill file; `None` if the contents are not loaded. A file
    /// is parsed again only if its contents changed.
    pub fn parsed(&self, tree: &Tree, entry: EntryId) -> Option<Arc<Parsed>> {
        let entry = tree.by_id(entry)?;
        let EntryKind::File(Some(contents)) = entry.kind() else {
            self.stages.parsed.remove(&entry.id());
            return None;
        };
        let cached = &self.stages.parsed;
        Some(cached.get_or_insert(entry.id(), entry.revision(), || {
            self.stages.files_parsed.update(|parsed| parsed + 1);
            Arc::new(self.host.parse(contents))
        }))
    }

    /// Stores the parsed contents of a file, which another pipeline of the same host has parsed.
    pub fn take_over(&self, entry: Entry<'_>, parsed: Option<Arc<Parsed>>) {
        if let Some(parsed) = parsed {
            (self.stages.parsed).insert(entry.id(), entry.revision(), parsed);
        }
    }

    /// Returns the parsed side file of a skill (such as `agents/openai.yaml`); `None` if there is
    /// none. The file is parsed again only if its contents changed.
    fn side(&self, inputs: Inputs<'_>, candidate: &Candidate) -> Option<Arc<Side>> {
        let file = inputs.tree.by_id(candidate.side?)?;
        let contents = file.contents()?;
        let id = (candidate.found.entry, candidate.plugin_id.clone());
        let key = SideKey {
            file: file.id(),
            revision: file.revision(),
            skill_file: candidate.found.path.clone(),
        };
        Some(self.stages.sides.get_or_insert(id, key, || {
            self.stages.files_parsed.update(|parsed| parsed + 1);
            Arc::new((self.host).parse_side(contents, candidate, inputs.environment))
        }))
    }

    pub fn assemble(&self, inputs: Inputs<'_>, discovery: &Discovery) -> Catalog {
        let parsed: Vec<_> = discovery
            .candidates
            .iter()
            .map(|candidate| {
                let parsed = self.parsed(inputs.tree, candidate.found.entry);
                let loads = parsed.as_ref().is_some_and(|parsed| parsed.outcome.is_ok());
                let side = loads.then(|| self.side(inputs, candidate)).flatten();
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
        let mut assembly = self
            .host
            .assemble(inputs.tree, inputs.environment, &candidates);
        let mut left_out = discovery.left_out.clone();
        left_out.append(&mut assembly.left_out);
        sort::by(&mut left_out, |left, right| left.path.cmp(&right.path));
        sort::by(&mut assembly.ignored, |left, right| {
            left.path.cmp(&right.path)
        });
        sort::by(&mut assembly.errors, |left, right| {
            (&left.path, &left.message).cmp(&(&right.path, &right.message))
        });
        Catalog {
            host: self.host.id().to_owned(),
            edition: self.host.edition().to_owned(),
            revision: inputs.tree.revision(),
            roots: discovery.roots.clone(),
            skills: assembly.skills.into(),
            errors: assembly.errors,
            ignored: assembly.ignored,
            left_out: left_out.into(),
            hidden: assembly.hidden,
            refused: inputs.refused.values().cloned().collect(),
        }
    }
}

fn environment_after<'e>(environment: &'e Environment, touched: &[String]) -> Cow<'e, Environment> {
    if touched.is_empty() {
        return Cow::Borrowed(environment);
    }
    let mut environment = environment.clone();
    environment.touched.extend_from_slice(touched);
    Cow::Owned(environment)
}

fn discovery_key(inputs: Inputs<'_>, discovery: &Discovery) -> (u64, Vec<u64>) {
    let contents = discovery
        .depends_on
        .iter()
        .filter_map(|entry| inputs.tree.by_id(*entry))
        .map(Entry::revision)
        .collect();
    (inputs.tree.structure_revision(), contents)
}
