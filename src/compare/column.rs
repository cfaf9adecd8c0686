//! One host with what it makes of the whole tree, and of each skill in it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, OnceLock};

use super::obstacles::{code, obstacles, outside, stage};
use super::{
    CompareStage, HostSummary, Injected, ListedAs, Obstacle, ReasonCount, SkillComparison,
    SkillInHost,
};
use crate::host::Host;
use crate::host::stages::View;
use crate::hosts;
use crate::model::catalog::{Catalog, LeftOutReason};
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::invocation::SkillCall;
use crate::model::listing::ListingEntry;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::message::Message;
use crate::model::skill::{Skill, Visibility};
use crate::model::turn::{TurnInput, TurnRequest};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::{BudgetUnit, Size};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryKind, RefusedPath, Tree};

/// Entries of a skill's folder, at any depth, that are looked at with it. The limit is ours.
const MAX_ENTRIES_BESIDE: usize = 500;

/// One host with what it makes of the whole tree.
pub(super) struct Column<'l> {
    pub(super) pipeline: &'l HostPipeline,
    catalog: Arc<Catalog>,
    /// Where in the catalog and in the list.
    index: Arc<Index>,
    /// See [`HostPipeline::surroundings`].
    surroundings: u64,
}

/// What a host says of files, by file.
struct Index {
    /// Indices of the catalog's skills.
    skills: HashMap<String, usize>,
    /// What was refused or left out.
    obstacles: HashMap<String, Cause>,
    /// What is listed, once somebody asks for it.
    entries: OnceLock<HashMap<String, ListingEntry>>,
}

/// Why a file is no skill: the index of an error of the catalog, or of what it leaves out.
#[derive(Clone, Copy)]
enum Cause {
    Error(usize),
    LeftOut(usize),
}

/// A cell, and what its skill does that not every host does.
#[derive(Clone)]
pub(super) struct Look {
    pub(super) cell: SkillInHost,
    pub(super) features: Vec<Feature>,
}

/// What a host made of files, by path, each kept with what it depends on.
#[derive(Clone, Default)]
pub(crate) struct LookCache {
    known: HashMap<String, (Basis, Look)>,
    /// The tree's structure when files that are gone were last forgotten.
    structure: u64,
    /// By the catalog's generation, see [`HostPipeline::generation`].
    index: Option<(u64, Arc<Index>)>,
}

/// What a look depends on besides the host and its environment, which stay the same for a pipeline.
#[derive(Clone, PartialEq)]
enum Basis {
    /// Of a skill that the host loads where it lies.
    Loaded {
        skill: Box<Skill>,
        typed: Option<String>,
        entry: Option<ListingEntry>,
        /// The revision of its file.
        file: Option<u64>,
        surroundings: u64,
    },
    /// Of one that is looked at elsewhere.
    Moved {
        /// Why the host does not find it where it lies.
        no: Obstacle,
        /// The revisions of all that is moved.
        moved: Vec<u64>,
    },
}

impl LookCache {
    fn get(&self, file: &str, basis: &Basis) -> Option<Look> {
        let (made_from, look) = self.known.get(file)?;
        (made_from == basis).then(|| look.clone())
    }

    pub(super) fn forget_what_is_gone(&mut self, tree: &Tree) {
        if self.structure != tree.structure_revision() {
            self.structure = tree.structure_revision();
            self.known.retain(|file, _| tree.entry(file).is_some());
        }
    }
}

impl Index {
    fn new(inputs: Inputs<'_>, catalog: &Catalog) -> Self {
        let canonical = |file: &str| {
            let entry = inputs.tree.resolve(file);
            entry.map_or_else(|_| file.to_owned(), Entry::path)
        };
        let mut skills = HashMap::new();
        for (index, skill) in catalog.skills.iter().enumerate() {
            skills.entry(skill.path.clone()).or_insert(index);
        }
        let mut obstacles = HashMap::new();
        for (index, error) in catalog.errors.iter().enumerate() {
            let cause = Cause::Error(index);
            obstacles.entry(error.path.clone()).or_insert(cause);
        }
        for (index, left) in catalog.left_out.iter().enumerate() {
            let cause = Cause::LeftOut(index);
            obstacles.entry(canonical(&left.path)).or_insert(cause);
        }
        Self {
            skills,
            obstacles,
            entries: OnceLock::new(),
        }
    }
}

impl<'l> Column<'l> {
    pub(super) fn new(pipeline: &'l HostPipeline, inputs: Inputs<'_>) -> Self {
        let catalog = pipeline.catalog(inputs);
        let generation = pipeline.generation(inputs);
        let mut looks = pipeline.looks().borrow_mut();
        looks.forget_what_is_gone(inputs.tree);
        let index = match &looks.index {
            Some((made_from, index)) if *made_from == generation => Arc::clone(index),
            _ => {
                let index = Arc::new(Index::new(inputs, &catalog));
                looks.index = Some((generation, Arc::clone(&index)));
                index
            }
        };
        Self {
            pipeline,
            catalog,
            index,
            surroundings: pipeline.surroundings(inputs),
        }
    }

    /// Every file that the host has something to say of.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let files = (self.index.skills.keys()).chain(self.index.obstacles.keys());
        files
            .map(String::as_str)
            .filter(|file| file.to_ascii_lowercase().ends_with(".md"))
    }

    /// The skill that the host makes of a file.
    fn skill(&self, file: &str) -> Option<&Skill> {
        let index = self.index.skills.get(file)?;
        Some(&self.catalog.skills[*index])
    }

    /// What the host lists of a skill.
    fn entry(&self, inputs: Inputs<'_>, skill: &Skill) -> Option<&ListingEntry> {
        let entries = self.index.entries.get_or_init(|| {
            let list = |host: &dyn Host, view: &View<'_>| host.list(view, MAIN_AGENT);
            let listing = self.pipeline.view(inputs, &[], &Memory::default(), list);
            let entries = listing.entries.into_iter();
            entries.map(|entry| (entry.path.clone(), entry)).collect()
        });
        entries.get(&skill.path)
    }

    /// What a user types for it, if the host lets users put it to use.
    fn typed(&self, skill: &Skill) -> Option<String> {
        (skill.enabled && skill.active && skill.user_invocable)
            .then(|| self.pipeline.host().typed(skill, &self.catalog))
            .flatten()
    }

    /// Why the host does not have a file as a skill, if it says so.
    fn obstacle(&self, inputs: Inputs<'_>, file: &str) -> Option<Obstacle> {
        let obstacle = match *self.index.obstacles.get(file)? {
            Cause::Error(index) => {
                let error = &self.catalog.errors[index];
                Obstacle {
                    stage: CompareStage::Parse,
                    reason: code(error.code),
                    message: error.message.clone(),
                    change: error.help.clone(),
                    place: error.place,
                }
            }
            Cause::LeftOut(index) => {
                let left = &self.catalog.left_out[index];
                if left.reason == LeftOutReason::OutsideRoots {
                    return Some(outside(self.pipeline.host(), inputs, file));
                }
                Obstacle {
                    stage: stage(left.reason),
                    reason: left.fault.map_or_else(|| code(left.reason), code),
                    message: left.message.clone(),
                    change: left.help.clone(),
                    place: None,
                }
            }
        };
        Some(obstacle)
    }

    /// A look as it was made before, if nothing that it depends on has changed.
    fn kept(&self, file: &str, basis: Basis, look: impl FnOnce() -> Look) -> Look {
        if let Some(look) = self.pipeline.looks().borrow().get(file, &basis) {
            return look;
        }
        let look = look();
        let mut looks = self.pipeline.looks().borrow_mut();
        looks.known.insert(file.to_owned(), (basis, look.clone()));
        look
    }

    /// What the host makes of one file.
    pub(super) fn look(&self, inputs: Inputs<'_>, file: &str) -> Look {
        if let Some(skill) = self.skill(file) {
            return self.loaded(inputs, skill);
        }
        let no = self.obstacle(inputs, file);
        let no = no.unwrap_or_else(|| outside(self.pipeline.host(), inputs, file));
        if no.stage != CompareStage::Discover {
            return Look {
                cell: SkillInHost {
                    discovered: true,
                    parsed: no.stage != CompareStage::Parse,
                    obstacles: vec![no],
                    ..SkillInHost::default()
                },
                features: Vec::new(),
            };
        }
        let moved = with_all_beside(inputs.tree, file);
        let basis = Basis::Moved {
            no: no.clone(),
            moved: moved.iter().copied().map(Entry::revision).collect(),
        };
        self.kept(file, basis, || self.moved(inputs, file, &moved, no))
    }

    /// What the host would make of it where its project's skills go.
    fn moved(&self, inputs: Inputs<'_>, file: &str, moved: &[Entry<'_>], no: Obstacle) -> Look {
        let host = self.pipeline.host();
        let (tree, moved_to) = placed(moved, file, &host.placement(inputs.environment));
        let environment = alone(inputs.environment);
        let refused = BTreeMap::new();
        let inputs = Inputs {
            tree: &tree,
            environment: &environment,
            refused: &refused,
        };
        let pipeline = HostPipeline::new(self.pipeline.shared_host());
        let column = Column::new(&pipeline, inputs);
        let still = column.obstacle(inputs, &moved_to);
        let is_found = column.index.skills.contains_key(&moved_to)
            || (still.as_ref()).is_some_and(|still| still.stage != CompareStage::Discover);
        let mut look = if is_found {
            column.look(inputs, &moved_to)
        } else {
            // Moving it is not enough.
            let still = still.filter(|still| still.reason != no.reason);
            Look {
                cell: SkillInHost {
                    obstacles: still.into_iter().collect(),
                    ..SkillInHost::default()
                },
                features: Vec::new(),
            }
        };
        look.cell.discovered = false;
        look.cell.as_if_at = Some(moved_to);
        look.cell.obstacles.insert(0, no);
        look
    }

    fn loaded(&self, inputs: Inputs<'_>, skill: &Skill) -> Look {
        let entry = self.entry(inputs, skill);
        let typed = self.typed(skill);
        let basis = Basis::Loaded {
            skill: Box::new(skill.clone()),
            typed: typed.clone(),
            entry: entry.cloned(),
            file: inputs.tree.entry(&skill.path).map(Entry::revision),
            surroundings: self.surroundings,
        };
        let host = self.pipeline.host();
        self.kept(&skill.path, basis, || {
            let broken = skill.description.is_empty().then(|| {
                let mut of_files = self.catalog.ignored.iter();
                of_files.find(|ignored| ignored.path == skill.path && ignored.field.is_none())
            });
            self.used(inputs, skill, typed, |view, mut cell, _| {
                cell.listed = listed(skill, entry);
                cell.obstacles = obstacles(host, skill, &cell, entry, broken.flatten());
                Look {
                    features: host.format().features(view, skill),
                    cell,
                }
            })
        })
    }

    /// What using a skill comes to, with the view in which nothing else is there, so that no other skill of its name is in
    /// the way and nobody waits for the rest, and what is put before the model.
    fn used<T>(
        &self,
        inputs: Inputs<'_>,
        skill: &Skill,
        user: Option<String>,
        then: impl FnOnce(&View<'_>, SkillInHost, Vec<Message>) -> T,
    ) -> T {
        let catalog = Catalog {
            skills: vec![skill.clone()],
            ..Catalog::empty(&self.catalog)
        };
        let view = View {
            tree: inputs.tree,
            environment: inputs.environment,
            catalog: &catalog,
            memory: &Memory::default(),
        };
        let messages = messages(self.pipeline.host(), &view, skill, user.is_some());
        let cell = SkillInHost {
            discovered: true,
            parsed: true,
            loaded: true,
            name: Some(skill.name.clone()),
            description: Some(skill.description.clone()),
            model: skill.enabled && skill.active && skill.model_invocable,
            injects: injected(&messages),
            user,
            ..SkillInHost::default()
        };
        then(&view, cell, messages)
    }

    /// What it is called among the columns: the host, with its edition when there are several of it.
    pub(super) fn name(&self, columns: &[Self]) -> String {
        let host = self.pipeline.host();
        let same = columns
            .iter()
            .filter(|column| column.pipeline.host().id() == host.id());
        if same.count() > 1 {
            format!("{} {}", host.id(), host.edition())
        } else {
            host.id().to_owned()
        }
    }

    pub(super) fn summary(&self, index: usize, skills: &[SkillComparison]) -> HostSummary {
        let host = self.pipeline.host();
        let cells: Vec<_> = skills.iter().map(|skill| &skill.cells[index]).collect();
        let count =
            |is: &dyn Fn(&SkillInHost) -> bool| cells.iter().filter(|cell| is(cell)).count();
        let mut reasons: BTreeMap<(CompareStage, &str), usize> = BTreeMap::new();
        for no in cells.iter().flat_map(|cell| &cell.obstacles) {
            *reasons.entry((no.stage, &no.reason)).or_default() += 1;
        }
        let mut reasons: Vec<_> = (reasons.into_iter())
            .map(|((stage, reason), count)| ReasonCount {
                stage,
                reason: reason.to_owned(),
                count,
            })
            .collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        HostSummary {
            host: host.id().to_owned(),
            edition: host.edition().to_owned(),
            label: hosts::label(host.id()).to_owned(),
            discovered: count(&|cell| cell.discovered),
            loaded: count(&|cell| cell.loaded),
            listed: count(&|cell| matches!(cell.listed, ListedAs::Whole)),
            cut: count(&|cell| matches!(cell.listed, ListedAs::Cut { .. } | ListedAs::NameOnly)),
            unlisted: count(&|cell| cell.loaded && cell.listed == ListedAs::Nothing),
            reasons,
        }
    }
}

fn listed(skill: &Skill, entry: Option<&ListingEntry>) -> ListedAs {
    match entry {
        Some(ListingEntry { line: None, .. }) | None => ListedAs::Nothing,
        Some(_) if skill.visibility == Visibility::NameOnly => ListedAs::NameOnly,
        Some(entry) if entry.cut > 0 => ListedAs::Cut { by: entry.cut },
        Some(_) if skill.description.is_empty() => ListedAs::NameOnly,
        Some(_) => ListedAs::Whole,
    }
}

/// What the host puts before the model when the user, or else the model, uses the skill.
fn messages(host: &dyn Host, view: &View<'_>, skill: &Skill, by_user: bool) -> Vec<Message> {
    let typed = || {
        let request = TurnRequest {
            inputs: vec![TurnInput::Text {
                text: host.typed(skill, view.catalog)?,
            }],
            ..TurnRequest::default()
        };
        let turn = host.turn(view, &request);
        let waits = turn
            .invocations
            .iter()
            .any(|used| !used.outcome.took_effect());
        // What waits is known after something ran, whoever asks; where nothing was said, it cannot be typed.
        match waits {
            true => Some(Vec::new()),
            false => Some(turn.messages).filter(|messages| !messages.is_empty()),
        }
    };
    let called = || {
        let call = SkillCall {
            skill: skill.name.clone(),
            approved: true,
            ..SkillCall::default()
        };
        let used = host.tool()?.invoke(view, &call)?;
        used.outcome.took_effect().then_some(used.messages)
    };
    let by_user = by_user.then(typed).flatten();
    by_user.or_else(called).unwrap_or_default()
}

/// What messages come to, if there is anything in them.
fn injected(messages: &[Message]) -> Option<Injected> {
    let sizes = messages.iter().map(|message| Size::of(&message.text));
    let size = sizes.fold(Size::default(), Size::add);
    (size != Size::default()).then(|| Injected {
        characters: BudgetUnit::Characters.cost(size),
        tokens: BudgetUnit::Tokens.cost(size),
    })
}

/// Whether a file makes its folder a skill, in some spelling; another file is one by itself, such as a command.
fn is_skill_file(file: &str) -> bool {
    is_skill_file_name(path::file_name(file))
}

/// Where a skill's file would go in a host's folder for skills, with the folder that it brings along, if it has one.
pub(super) fn target<'f>(file: &'f str, placement: &str) -> (String, Option<&'f str>) {
    let name = path::file_name(file);
    let folder = path::parent(file).filter(|folder| is_skill_file(file) && *folder != "/");
    match folder {
        Some(folder) => {
            let moved = path::join(placement, path::file_name(folder));
            (path::join(&moved, name), Some(folder))
        }
        None => {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let moved = path::join(placement, stem);
            (path::join(&moved, SKILL_FILE), None)
        }
    }
}

/// A skill with this text and nothing beside it, in a folder of that name where a host's project skills go.
pub(crate) struct Alone {
    pipeline: HostPipeline,
    environment: Environment,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    file: String,
}

impl Alone {
    pub fn new(host: Arc<dyn Host>, environment: &Environment, folder: &str, text: &str) -> Self {
        let environment = alone(environment);
        let folder = path::join(&host.placement(&environment), folder);
        let file = path::join(&folder, SKILL_FILE);
        let mut tree = Tree::new();
        // A path that is too long there is one that the host could not open either.
        let _ = tree.write(&file, Some(text.into()));
        Self {
            pipeline: HostPipeline::new(host),
            environment,
            tree,
            refused: BTreeMap::new(),
            file,
        }
    }

    /// What the host's list shows of it.
    pub fn listed(&self) -> ListedAs {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs);
        match column.skill(&self.file) {
            Some(skill) => listed(skill, column.entry(inputs, skill)),
            None => column.look(inputs, &self.file).cell.listed,
        }
    }

    /// Whether the host has it, under which name and description, or why not; and the texts that it puts before the model.
    pub fn used(&self) -> (SkillInHost, Vec<String>) {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs);
        match column.skill(&self.file) {
            Some(skill) => column.used(inputs, skill, column.typed(skill), |_, cell, messages| {
                let texts = messages.into_iter().map(|message| message.text);
                (cell, texts.collect())
            }),
            None => (column.look(inputs, &self.file).cell, Vec::new()),
        }
    }

    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            tree: &self.tree,
            environment: &self.environment,
            refused: &self.refused,
        }
    }
}

/// A skill's file and what lies in its folder, the nearest first.
fn with_all_beside<'t>(tree: &'t Tree, file: &str) -> Vec<Entry<'t>> {
    let Ok(entry) = tree.resolve(file) else {
        return Vec::new();
    };
    let (_, folder) = target(file, "/");
    let mut found = vec![entry];
    let mut folders: VecDeque<_> = folder.and_then(|_| entry.parent()).into_iter().collect();
    while let Some(folder) = folders.pop_front() {
        for beside in folder.children().filter(|beside| beside.id() != entry.id()) {
            if found.len() > MAX_ENTRIES_BESIDE {
                return found;
            }
            found.push(beside);
            if beside.kind() == EntryKind::Directory {
                folders.push_back(beside);
            }
        }
    }
    found
}

/// A tree with nothing but these entries, the skill's file the first, where a host's project skills go, and that file's
/// path in it.
fn placed(entries: &[Entry<'_>], file: &str, placement: &str) -> (Tree, String) {
    let (target, folder) = target(file, placement);
    let moved_folder = path::parent(&target).unwrap_or("/");
    let mut alone = Tree::new();
    for entry in entries {
        if let EntryKind::File(contents) = entry.kind() {
            let path = entry.path();
            let inside = folder.and_then(|folder| path.strip_prefix(folder));
            let (moved, counts) = if path == file {
                (target.clone(), true)
            } else {
                // Of what only lies beside it, its being there is enough.
                let counts = path.ends_with(".yaml") || path.ends_with(".json");
                (format!("{moved_folder}{}", inside.unwrap_or(&path)), counts)
            };
            // A path that is too long there is one that the host could not open either.
            let _ = alone.write(&moved, contents.filter(|_| counts).cloned());
        }
    }
    (alone, target)
}

/// The surroundings without what brings other skills along.
fn alone(environment: &Environment) -> Environment {
    Environment {
        plugins: Vec::new(),
        ..environment.clone()
    }
}
