//! A host looking at a tree: its stages, each kept until something that it depends on changes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::compare::LookCache;
use crate::host::Host;
use crate::host::stages::View;
use crate::host::stages::{Candidate, Considered, Discovery, Parsed, Side};
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::memory::Memory;
use crate::tree::{Entry, EntryId, EntryKind, RefusedPath, Tree};

/// What a pipeline looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inputs<'s> {
    pub tree: &'s Tree,
    pub environment: &'s Environment,
    /// Paths that never came into the tree.
    pub refused: &'s BTreeMap<String, RefusedPath>,
}

/// See the [module](self).
pub(crate) struct HostPipeline {
    host: Arc<dyn Host>,
    stages: RefCell<StageCache>,
    looks: RefCell<LookCache>,
}

/// The structure's revision, and those of the files whose contents decided on the roots.
type DiscoveryKey = (u64, Vec<u64>);

/// What a side file was parsed to, and what that depends on besides its plugin.
#[derive(Clone)]
struct ParsedSide {
    file: EntryId,
    revision: u64,
    skill_file: String,
    side: Arc<Side>,
}

/// What was derived from the tree, each with the revision that it was derived from.
#[derive(Clone, Default)]
struct StageCache {
    discovery: Option<(DiscoveryKey, Arc<Discovery>)>,
    parsed: HashMap<EntryId, (u64, Arc<Parsed>)>,
    /// By the candidate's file and the plugin whose root it was found under.
    sides: HashMap<(EntryId, Option<String>), ParsedSide>,
    catalog: Option<(u64, Arc<Catalog>)>,
    /// Rises when a catalog is assembled, and not when one is carried over: what was derived from it still holds then.
    generation: u64,
    /// The catalog after more files were touched, of the last conversation that asked.
    touched: Option<(u64, Vec<String>, Arc<Catalog>)>,
    files_parsed: u64,
}

impl StageCache {
    fn forget_catalogs(&mut self) {
        self.catalog = None;
        self.touched = None;
        self.generation += 1;
    }
}

impl HostPipeline {
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            stages: RefCell::default(),
            looks: RefCell::default(),
        }
    }

    /// Another pipeline of the same host, for a copy of the tree, with the results so far.
    pub fn fork(&self) -> Self {
        Self {
            host: Arc::clone(&self.host),
            stages: self.stages.clone(),
            looks: self.looks.clone(),
        }
    }

    /// The host, for another pipeline.
    pub fn shared_host(&self) -> Arc<dyn Host> {
        Arc::clone(&self.host)
    }

    /// What comparisons made of single files.
    pub fn looks(&self) -> &RefCell<LookCache> {
        &self.looks
    }

    /// The revision of the last change to anything but the contents of files that are skills and no more: what the use
    /// of one skill may depend on besides that skill.
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

    /// How many files have been parsed so far.
    pub fn files_parsed(&self) -> u64 {
        self.stages.borrow().files_parsed
    }

    /// Forgets everything.
    pub fn forget(&self) {
        let files_parsed = self.files_parsed();
        let mut stages = self.stages.borrow_mut();
        *stages = StageCache {
            files_parsed,
            generation: stages.generation + 1,
            ..StageCache::default()
        };
    }

    /// Forgets all but what single files were parsed to: what they depend on besides their text is the host alone.
    pub fn forget_surroundings(&mut self) {
        let stages = self.stages.get_mut();
        *stages = StageCache {
            parsed: std::mem::take(&mut stages.parsed),
            files_parsed: stages.files_parsed,
            generation: stages.generation + 1,
            ..StageCache::default()
        };
        self.looks = RefCell::default();
    }

    /// Forgets what depends on more than the tree.
    pub fn forget_catalogs(&mut self) {
        self.stages.get_mut().forget_catalogs();
    }

    /// The files that the host would read after more files were touched, and whose contents have not been given, sorted.
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
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// What the host finds and loads, and why not for the rest.
    pub fn catalog(&self, inputs: Inputs<'_>) -> Arc<Catalog> {
        let revision = inputs.tree.revision();
        if let Some((made_from, catalog)) = &self.stages.borrow().catalog
            && *made_from == revision
        {
            return Arc::clone(catalog);
        }
        if let Some(catalog) = self.carried_over(inputs) {
            return catalog;
        }
        let discovery = self.discovery(inputs);
        let catalog = Arc::new(self.assemble(inputs, &discovery));
        let mut stages = self.stages.borrow_mut();
        stages.catalog = Some((revision, Arc::clone(&catalog)));
        stages.generation += 1;
        catalog
    }

    /// Which of the catalogs that were assembled the present one is.
    pub fn generation(&self, inputs: Inputs<'_>) -> u64 {
        self.catalog(inputs);
        self.stages.borrow().generation
    }

    /// The catalog of before, with the new sizes of files, if all that changed since are texts of skills that are parsed to
    /// the same as before: while somebody writes behind the frontmatter.
    fn carried_over(&self, inputs: Inputs<'_>) -> Option<Arc<Catalog>> {
        let made_from = self.stages.borrow().catalog.as_ref()?.0;
        if self.surroundings(inputs) > made_from {
            return None;
        }
        let mut sizes = HashMap::new();
        for candidate in &self.discovery(inputs).candidates {
            let entry = inputs.tree.by_id(candidate.found.entry)?;
            if entry.revision() <= made_from {
                continue;
            }
            let before = self.stages.borrow().parsed.get(&entry.id()).cloned();
            let (_, before) = before.filter(|(revision, _)| *revision <= made_from)?;
            let now = self.parsed(inputs.tree, entry.id())?;
            if (&now.outcome, &now.ignored) != (&before.outcome, &before.ignored) {
                return None;
            }
            sizes.insert(entry.path(), now.bytes);
        }
        let mut stages = self.stages.borrow_mut();
        let (made_from, catalog) = stages.catalog.as_mut()?;
        *made_from = inputs.tree.revision();
        let known = Arc::make_mut(catalog);
        known.revision = *made_from;
        for skill in known.skills.iter_mut() {
            if let Some(bytes) = sizes.get(&skill.path) {
                skill.bytes = *bytes;
            }
        }
        Some(Arc::clone(catalog))
    }

    /// The catalog after more files were touched.
    pub fn catalog_after(&self, inputs: Inputs<'_>, touched: &[String]) -> Arc<Catalog> {
        if touched.is_empty() {
            return self.catalog(inputs);
        }
        let revision = inputs.tree.revision();
        if let Some((made_from, for_files, catalog)) = &self.stages.borrow().touched
            && *made_from == revision
            && for_files == touched
        {
            return Arc::clone(catalog);
        }
        let environment = environment_after(inputs.environment, touched);
        let inputs = Inputs {
            environment: &environment,
            ..inputs
        };
        let discovery = self.host.discover(inputs.tree, inputs.environment);
        let catalog = Arc::new(self.assemble(inputs, &discovery));
        self.stages.borrow_mut().touched = Some((revision, touched.to_vec(), Arc::clone(&catalog)));
        catalog
    }

    /// Asks the host something about the tree after more files were touched, in a conversation that has seen this.
    pub fn view<T>(
        &self,
        inputs: Inputs<'_>,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        let catalog = self.catalog_after(inputs, touched);
        let environment = environment_after(inputs.environment, touched);
        let view = View {
            tree: inputs.tree,
            environment: &environment,
            catalog: &catalog,
            memory,
        };
        ask(&*self.host, &view)
    }

    fn discovery(&self, inputs: Inputs<'_>) -> Arc<Discovery> {
        if let Some((made_from, discovery)) = &self.stages.borrow().discovery
            && *made_from == discovery_key(inputs, discovery)
        {
            return Arc::clone(discovery);
        }
        let discovery = Arc::new(self.host.discover(inputs.tree, inputs.environment));
        let key = discovery_key(inputs, &discovery);
        let mut stages = self.stages.borrow_mut();
        stages
            .parsed
            .retain(|entry, _| inputs.tree.by_id(*entry).is_some());
        stages
            .sides
            .retain(|(entry, _), _| inputs.tree.by_id(*entry).is_some());
        stages.discovery = Some((key, Arc::clone(&discovery)));
        discovery
    }

    /// The file's fields, parsed again only when its contents changed.
    pub fn parsed(&self, tree: &Tree, entry: EntryId) -> Option<Arc<Parsed>> {
        let entry = tree.by_id(entry)?;
        let mut stages = self.stages.borrow_mut();
        let EntryKind::File(Some(contents)) = entry.kind() else {
            stages.parsed.remove(&entry.id());
            return None;
        };
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
    fn side(&self, inputs: Inputs<'_>, candidate: &Candidate) -> Option<Arc<Side>> {
        let file = inputs.tree.by_id(candidate.side?)?;
        let contents = file.contents()?;
        let mut stages = self.stages.borrow_mut();
        let key = (candidate.found.entry, candidate.plugin_id.clone());
        if let Some(known) = stages.sides.get(&key)
            && (known.file, known.revision) == (file.id(), file.revision())
            && known.skill_file == candidate.found.path
        {
            return Some(Arc::clone(&known.side));
        }
        let side = Arc::new(
            self.host
                .parse_side(contents, candidate, inputs.environment),
        );
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
            revision: inputs.tree.revision(),
            roots: discovery.roots.clone(),
            skills: assembly.skills,
            errors: assembly.errors,
            ignored: assembly.ignored,
            left_out,
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

fn discovery_key(inputs: Inputs<'_>, discovery: &Discovery) -> DiscoveryKey {
    let contents = discovery
        .depends_on
        .iter()
        .filter_map(|entry| inputs.tree.by_id(*entry))
        .map(Entry::revision)
        .collect();
    (inputs.tree.structure_revision(), contents)
}
