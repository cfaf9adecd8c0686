//! One tree through every host: will this skill work *there*, what would each host put before the model, and is it
//! portable?
//!
//! A skill that a host does not find where it lies is looked at as if it lay where that host's project skills go, since
//! copying a folder is the least of the trouble.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::budget::{BudgetUnit, Size};
use crate::document::Place;
use crate::environment::{ArgumentError, Environment};
use crate::host::{self, Host, View};
use crate::invocation::SkillCall;
use crate::lens::{Lens, Scene};
use crate::listing::ListingEntry;
use crate::memory::{MAIN_AGENT, Memory};
use crate::path;
use crate::skill::{
    Catalog, DescriptionSource, Frontmatter, Ignored, LeftOutReason, Skill, Visibility,
};
use crate::tree::{Entry, EntryKind, Tree};
use crate::turn::{Message, Turn, TurnInput, TurnRequest};
use crate::yaml;

/// Entries of a skill's folder, at any depth, that are looked at with it. The limit is ours.
const MAX_ENTRIES_BESIDE: usize = 500;

/// The key of `metadata` by which a skill stays out of a list.
const AUTOINVOKE: &str = "opencode/autoinvoke";

/// What the file of a skill that has a folder is called, by all hosts.
const SKILL_FILE: &str = "SKILL.md";

/// What to compare.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CompareRequest {
    /// The hosts; each in its default edition when there are none.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the skills' files; all of the tree when there are none.
    #[serde(default)]
    pub skills: Vec<String>,
}

/// A host in one of its editions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostChoice {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-05`; the host's default when absent.
    #[serde(default)]
    pub edition: Option<String>,
}

/// Every skill through every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Comparison {
    /// The hosts, in the order asked, with their sums.
    pub hosts: Vec<HostSummary>,
    /// The skills, by path.
    pub skills: Vec<SkillComparison>,
}

/// What one host makes of all the skills that were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostSummary {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-11`.
    pub edition: String,
    /// What the host is called.
    pub label: String,
    /// Skills that it finds where they lie.
    pub discovered: usize,
    /// Skills that it loads, where they lie or as if moved.
    pub loaded: usize,
    /// Skills that it lists whole.
    pub listed: usize,
    /// Skills that it lists with a shorter description, or only by name.
    pub cut: usize,
    /// Skills that it loads and does not list.
    pub unlisted: usize,
    /// Why not, the commonest first.
    pub reasons: Vec<ReasonCount>,
}

/// How often one reason keeps a host from something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ReasonCount {
    /// What it keeps the host from.
    pub stage: CompareStage,
    /// The reason, without what is particular to one skill.
    pub reason: String,
    /// How many skills.
    pub count: usize,
}

/// One skill through every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillComparison {
    /// Its file, without links.
    pub path: String,
    /// The name of its folder.
    pub folder: String,
    /// What each host makes of it, in the order of the hosts.
    pub cells: Vec<SkillInHost>,
    /// Whether it works everywhere.
    pub portability: Portability,
}

/// One skill through one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SkillInHost {
    /// Whether the host finds it where it lies.
    pub discovered: bool,
    /// Where all the rest is looked at, if not where it lies.
    pub as_if_at: Option<String>,
    /// Whether the host can read it.
    pub parsed: bool,
    /// Whether the host has it in the end.
    pub loaded: bool,
    /// Its name for that host.
    pub name: Option<String>,
    /// Its description for that host.
    pub description: Option<String>,
    /// What the model sees of it at the start.
    pub listed: ListedAs,
    /// What a user types to put it to use; none when the user cannot.
    pub user: Option<String>,
    /// Whether the model may choose it by itself.
    pub model: bool,
    /// What it puts before the model when it is used; none when that is not known before something ran.
    pub injects: Option<Injected>,
    /// Every "no" with its reason and the smallest change that makes it a "yes".
    pub obstacles: Vec<Obstacle>,
}

/// What a list shows of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "as", rename_all = "kebab-case")]
pub enum ListedAs {
    /// Name and description.
    Whole,
    /// Name and a shorter description, or none.
    Cut {
        /// Characters of the description that are missing.
        by: usize,
    },
    /// Its name: the configuration wants no more, or it has no description.
    NameOnly,
    /// Nothing.
    Nothing,
}

/// How much a skill puts before the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Injected {
    /// Characters (Unicode scalar values).
    pub characters: u64,
    /// Tokens, estimated as a quarter of the bytes, rounded up.
    pub tokens: u64,
}

/// What a host is kept from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CompareStage {
    /// Finding it.
    Discover,
    /// Reading it.
    Parse,
    /// Having it in the end.
    Load,
    /// Showing it to the model.
    List,
    /// Letting the user put it to use.
    User,
    /// Letting the model choose it.
    Model,
}

/// A "no" of a host's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Obstacle {
    /// What the host is kept from.
    pub stage: CompareStage,
    /// The reason, without what is particular to this skill.
    pub reason: String,
    /// The reason in words; the host's own where it has some.
    pub message: String,
    /// The smallest change that makes it a "yes".
    pub change: String,
    /// Where in the file, if that is known.
    pub place: Option<Place>,
}

/// Whether a skill works in every host that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Portability {
    /// The verdict. Where the folder lies does not count.
    pub verdict: PortabilityVerdict,
    /// The changes that it takes to load and be listed everywhere.
    pub fixes: Vec<PortabilityFix>,
    /// What only some of the hosts act on.
    pub features: Vec<BoundFeature>,
}

/// Whether a skill is portable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PortabilityVerdict {
    /// As it is.
    Portable,
    /// After the fixes.
    AfterFixes,
    /// It does something that not every host does.
    Bound,
}

/// A change that some hosts need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PortabilityFix {
    /// The change.
    pub change: String,
    /// The hosts that need it, as `codex`, or `codex 2026-05` where several editions of a host were asked for.
    pub hosts: Vec<String>,
}

/// Something in a skill that a host acts on beyond its name, description and text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Feature {
    /// What it is called, the same for all hosts that have it, such as `$ARGUMENTS`.
    pub name: String,
    /// What the host does with it.
    pub effect: String,
    /// Whether the skill does something else without it.
    pub essential: bool,
}

impl Feature {
    /// Those of a list that are there: whether, name, effect, and whether it is essential.
    #[must_use]
    pub fn present(all: &[(bool, &str, &str, bool)]) -> Vec<Self> {
        let present = all.iter().filter(|(is_there, ..)| *is_there);
        present
            .map(|(_, name, effect, essential)| Self {
                name: (*name).to_owned(),
                effect: (*effect).to_owned(),
                essential: *essential,
            })
            .collect()
    }
}

/// A feature with who acts on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct BoundFeature {
    /// What it is called.
    pub name: String,
    /// What the first host that has it does with it.
    pub effect: String,
    /// Whether the skill does something else without it.
    pub essential: bool,
    /// The hosts that act on it, called as in the fixes.
    pub hosts: Vec<String>,
    /// The hosts that do not.
    pub others: Vec<String>,
}

/// What one host makes of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostTurn {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-11`.
    pub edition: String,
    /// What the prompt comes to.
    pub turn: Turn,
}

/// The hosts that a request asks for, each with its edition written out.
///
/// # Errors
/// When there is no such host or edition.
pub(crate) fn choices(asked: &[HostChoice]) -> Result<Vec<(String, String)>, ArgumentError> {
    if asked.is_empty() {
        let all = host::hosts().into_iter();
        return Ok(all.map(|host| (host.host, host.default)).collect());
    }
    let chosen = asked.iter().map(|choice| {
        let host = host::open(Some(&choice.host), choice.edition.as_deref())?;
        Ok((host.id().to_owned(), host.edition().to_owned()))
    });
    chosen.collect()
}

/// Every skill asked for through every lens.
pub(crate) fn compare(lenses: &[&Lens], scene: Scene<'_>, asked: &[String]) -> Comparison {
    let columns: Vec<_> = lenses.iter().map(|lens| Column::new(lens, scene)).collect();
    let files: BTreeSet<&str> = match asked {
        [] => columns
            .iter()
            .flat_map(|column| column.files.iter().map(String::as_str))
            .collect(),
        asked => asked.iter().map(String::as_str).collect(),
    };
    let skills: Vec<_> = files
        .into_iter()
        .map(|file| {
            let looks: Vec<_> = columns
                .iter()
                .map(|column| column.look(scene, file))
                .collect();
            let portability = Portability::of(&columns, &looks);
            SkillComparison {
                path: file.to_owned(),
                folder: path::file_name(path::parent(file).unwrap_or("/")).to_owned(),
                cells: looks.into_iter().map(|look| look.cell).collect(),
                portability,
            }
        })
        .collect();
    let hosts = columns.iter().enumerate();
    Comparison {
        hosts: hosts
            .map(|(index, column)| column.summary(index, &skills))
            .collect(),
        skills,
    }
}

/// One host with what it makes of the whole tree.
struct Column<'l> {
    lens: &'l Lens,
    catalog: Arc<Catalog>,
    /// Indices of the catalog's skills, by file.
    skills: HashMap<String, usize>,
    /// What was refused or left out, by file.
    obstacles: HashMap<String, Obstacle>,
    entries: HashMap<String, ListingEntry>,
    /// Every file that the host has something to say of.
    files: BTreeSet<String>,
    /// See [`Lens::surroundings`].
    surroundings: u64,
}

/// A cell, and what its skill does that not every host does.
#[derive(Clone)]
struct Look {
    cell: SkillInHost,
    features: Vec<Feature>,
}

/// What a host made of files, by path, each kept with what it depends on.
#[derive(Default)]
pub(crate) struct Looks {
    known: HashMap<String, (Basis, Look)>,
    /// The tree's structure when files that are gone were last forgotten.
    structure: u64,
}

/// What a look depends on besides the host and its environment, which stay the same for a lens.
#[derive(PartialEq)]
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

impl Looks {
    fn get(&self, file: &str, basis: &Basis) -> Option<Look> {
        let (made_from, look) = self.known.get(file)?;
        (made_from == basis).then(|| look.clone())
    }

    fn forget_what_is_gone(&mut self, tree: &Tree) {
        if self.structure != tree.structure_revision() {
            self.structure = tree.structure_revision();
            self.known.retain(|file, _| tree.entry(file).is_some());
        }
    }
}

impl<'l> Column<'l> {
    fn new(lens: &'l Lens, scene: Scene<'_>) -> Self {
        lens.looks().borrow_mut().forget_what_is_gone(scene.tree);
        let catalog = lens.catalog(scene);
        let listing = lens.view(scene, &[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        });
        let is_file = |file: &String| file.to_ascii_lowercase().ends_with(".md");
        let canonical = |file: &str| {
            let entry = scene.tree.resolve(file);
            entry.map_or_else(|_| file.to_owned(), Entry::path)
        };
        let mut skills = HashMap::new();
        for (index, skill) in catalog.skills.iter().enumerate() {
            skills.entry(skill.path.clone()).or_insert(index);
        }
        let mut obstacles = HashMap::new();
        for error in &catalog.errors {
            obstacles.entry(error.path.clone()).or_insert(Obstacle {
                stage: CompareStage::Parse,
                reason: code(error.code),
                message: error.message.clone(),
                change: error.help.clone(),
                place: error.place,
            });
        }
        for left in &catalog.left_out {
            let file = canonical(&left.path);
            let obstacle = if left.reason == LeftOutReason::OutsideRoots {
                outside(lens.host(), scene, &file)
            } else {
                Obstacle {
                    stage: stage(left.reason),
                    reason: left.fault.map_or_else(|| code(left.reason), code),
                    message: left.message.clone(),
                    change: left.help.clone(),
                    place: None,
                }
            };
            obstacles.entry(file).or_insert(obstacle);
        }
        let files = skills
            .keys()
            .chain(obstacles.keys())
            .filter(|file| is_file(file))
            .cloned();
        Self {
            lens,
            files: files.collect(),
            entries: (listing.entries.into_iter())
                .map(|entry| (entry.path.clone(), entry))
                .collect(),
            catalog,
            skills,
            obstacles,
            surroundings: lens.surroundings(scene),
        }
    }

    /// A look as it was made before, if nothing that it depends on has changed.
    fn kept(&self, file: &str, basis: Basis, look: impl FnOnce() -> Look) -> Look {
        if let Some(look) = self.lens.looks().borrow().get(file, &basis) {
            return look;
        }
        let look = look();
        let mut looks = self.lens.looks().borrow_mut();
        looks.known.insert(file.to_owned(), (basis, look.clone()));
        look
    }

    /// What the host makes of one file.
    fn look(&self, scene: Scene<'_>, file: &str) -> Look {
        if let Some(index) = self.skills.get(file) {
            return self.loaded(scene, &self.catalog.skills[*index]);
        }
        let no = self.obstacles.get(file).cloned();
        let no = no.unwrap_or_else(|| outside(self.lens.host(), scene, file));
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
        let moved = with_all_beside(scene.tree, file);
        let basis = Basis::Moved {
            no: no.clone(),
            moved: moved.iter().copied().map(Entry::revision).collect(),
        };
        self.kept(file, basis, || self.moved(scene, file, &moved, no))
    }

    /// What the host would make of it where its project's skills go.
    fn moved(&self, scene: Scene<'_>, file: &str, moved: &[Entry<'_>], no: Obstacle) -> Look {
        let host = self.lens.host();
        let (tree, moved_to) = placed(moved, file, &host.placement(scene.environment));
        let environment = alone(scene.environment);
        let refused = BTreeMap::new();
        let scene = Scene {
            tree: &tree,
            environment: &environment,
            refused: &refused,
        };
        let Ok(host) = host::open(Some(host.id()), Some(host.edition())) else {
            return Look {
                cell: SkillInHost::default(),
                features: Vec::new(),
            };
        };
        let lens = Lens::new(host);
        let column = Column::new(&lens, scene);
        let still = column.obstacles.get(&moved_to);
        let is_found = column.skills.contains_key(&moved_to)
            || still.is_some_and(|still| still.stage != CompareStage::Discover);
        let mut look = if is_found {
            column.look(scene, &moved_to)
        } else {
            // Moving it is not enough.
            let still = still.filter(|still| still.reason != no.reason);
            Look {
                cell: SkillInHost {
                    obstacles: still.cloned().into_iter().collect(),
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

    fn loaded(&self, scene: Scene<'_>, skill: &Skill) -> Look {
        let host = self.lens.host();
        let typed = (skill.enabled && skill.active && skill.user_invocable)
            .then(|| host.typed(skill, &self.catalog))
            .flatten();
        let basis = Basis::Loaded {
            skill: Box::new(skill.clone()),
            typed: typed.clone(),
            entry: self.entries.get(&skill.path).cloned(),
            file: scene.tree.entry(&skill.path).map(Entry::revision),
            surroundings: self.surroundings,
        };
        self.kept(&skill.path, basis, || self.used_alone(scene, skill, typed))
    }

    fn used_alone(&self, scene: Scene<'_>, skill: &Skill, user: Option<String>) -> Look {
        let host = self.lens.host();
        // Only this skill, so that no other of its name is in the way and nobody waits for the rest.
        let catalog = Catalog {
            skills: vec![skill.clone()],
            ..Catalog::empty(&self.catalog)
        };
        let view = View {
            tree: scene.tree,
            environment: scene.environment,
            catalog: &catalog,
            memory: &Memory::default(),
        };
        let entry = self.entries.get(&skill.path);
        let mut cell = SkillInHost {
            discovered: true,
            parsed: true,
            loaded: true,
            name: Some(skill.name.clone()),
            description: Some(skill.description.clone()),
            listed: listed(skill, entry),
            model: skill.enabled && skill.active && skill.model_invocable,
            injects: injects(host, &view, skill, user.is_some()),
            user,
            ..SkillInHost::default()
        };
        let broken = skill.description.is_empty().then(|| {
            let mut of_files = self.catalog.ignored.iter();
            of_files.find(|ignored| ignored.path == skill.path && ignored.field.is_none())
        });
        cell.obstacles = obstacles(skill, &cell, entry, broken.flatten());
        Look {
            features: host.features(&view, skill),
            cell,
        }
    }

    /// What it is called among the columns: the host, with its edition when there are several of it.
    fn name(&self, columns: &[Self]) -> String {
        let host = self.lens.host();
        let same = columns
            .iter()
            .filter(|column| column.lens.host().id() == host.id());
        if same.count() > 1 {
            format!("{} {}", host.id(), host.edition())
        } else {
            host.id().to_owned()
        }
    }

    fn summary(&self, index: usize, skills: &[SkillComparison]) -> HostSummary {
        let host = self.lens.host();
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
            label: host::label(host.id()).to_owned(),
            discovered: count(&|cell| cell.discovered),
            loaded: count(&|cell| cell.loaded),
            listed: count(&|cell| matches!(cell.listed, ListedAs::Whole)),
            cut: count(&|cell| matches!(cell.listed, ListedAs::Cut { .. } | ListedAs::NameOnly)),
            unlisted: count(&|cell| cell.loaded && cell.listed == ListedAs::Nothing),
            reasons,
        }
    }
}

impl Default for SkillInHost {
    fn default() -> Self {
        Self {
            discovered: false,
            as_if_at: None,
            parsed: false,
            loaded: false,
            name: None,
            description: None,
            listed: ListedAs::Nothing,
            user: None,
            model: false,
            injects: None,
            obstacles: Vec::new(),
        }
    }
}

/// That a file lies where the host does not look. A copy keeps it where other hosts find it.
fn outside(host: &dyn Host, scene: Scene<'_>, file: &str) -> Obstacle {
    let placement = host.placement(scene.environment);
    let (target, folder) = target(file, &placement);
    Obstacle {
        stage: CompareStage::Discover,
        reason: code(LeftOutReason::OutsideRoots),
        message: "the host does not look there".to_owned(),
        change: match folder {
            Some(_) => format!("Copy the skill's folder into {placement}."),
            None => format!("Copy it to {target}."),
        },
        place: None,
    }
}

/// What keeps a loaded skill from being listed or used.
fn obstacles(
    skill: &Skill,
    cell: &SkillInHost,
    entry: Option<&ListingEntry>,
    broken: Option<&Ignored>,
) -> Vec<Obstacle> {
    let no = |stage, reason: &str, message: String, change: &str| Obstacle {
        stage,
        reason: reason.to_owned(),
        message,
        change: change.to_owned(),
        place: None,
    };
    let mut obstacles = Vec::new();
    if !skill.enabled {
        obstacles.push(no(
            CompareStage::Load,
            "disabled",
            "the configuration disables it".to_owned(),
            "Take the rule that disables it out of the configuration.",
        ));
        return obstacles;
    }
    if !skill.active {
        obstacles.push(no(
            CompareStage::Load,
            "not-active",
            "it waits for a file that its `paths` match".to_owned(),
            "Touch such a file, or leave `paths` out.",
        ));
        return obstacles;
    }
    let none = Frontmatter::default();
    let fields = skill.frontmatter.as_deref().unwrap_or(&none);
    if !skill.model_invocable {
        let (reason, change) = hidden_by(skill, fields);
        let message = "only the user may put it to use, so the model never sees it".to_owned();
        obstacles.push(no(CompareStage::Model, reason, message, change));
    } else {
        match (&cell.listed, entry) {
            (ListedAs::Cut { by }, _) => obstacles.push(no(
                CompareStage::List,
                "cut",
                format!("{by} characters of its description are not shown"),
                "Shorten the description, or leave more of the budget to it.",
            )),
            (ListedAs::Nothing, Some(_)) => obstacles.push(no(
                CompareStage::List,
                "over-budget",
                "the budget of the list was spent before it".to_owned(),
                "Disable skills that are not needed, or shorten descriptions.",
            )),
            (ListedAs::Nothing, None) if skill.visibility != Visibility::On => {
                let (reason, change) = hidden_by(skill, fields);
                let message = "it is kept out of the list".to_owned();
                obstacles.push(no(CompareStage::List, reason, message, change));
            }
            (ListedAs::Nothing, None)
                if skill.description.is_empty()
                    || skill.description_source != DescriptionSource::Frontmatter =>
            {
                obstacles.push(no(
                    CompareStage::List,
                    "not-listed",
                    "the host lists no skill without a description of its own".to_owned(),
                    "Add `description:`.",
                ));
            }
            (ListedAs::Nothing, None) => obstacles.push(no(
                CompareStage::List,
                "no-list",
                "the host shows its model no list of skills".to_owned(),
                "Take the rule that denies the tool for skills out of the settings.",
            )),
            (ListedAs::NameOnly, _) if skill.visibility == Visibility::On => {
                obstacles.push(match broken {
                    Some(broken) => Obstacle {
                        place: broken.place,
                        ..no(
                            CompareStage::List,
                            "no-description",
                            format!("nothing of its frontmatter counts: {}", broken.message),
                            yaml::advice(&broken.message),
                        )
                    },
                    None => no(
                        CompareStage::List,
                        "no-description",
                        "the model sees its name and no description".to_owned(),
                        "Add `description:`.",
                    ),
                });
            }
            (ListedAs::Whole | ListedAs::NameOnly, _) => {}
        }
    }
    if !skill.user_invocable {
        let (reason, message, change) = if fields.user_invocable == Some(false) {
            (
                "not-user-invocable",
                "the user cannot put it to use by its name",
                "Take `user-invocable: false` out of the frontmatter.",
            )
        } else {
            (
                "name-taken",
                "a command of that name goes before it, so typing the name does not reach it",
                "Give it another name.",
            )
        };
        obstacles.push(no(CompareStage::User, reason, message.to_owned(), change));
    }
    obstacles
}

/// What keeps a skill from the model, and the change that lets it through.
fn hidden_by(skill: &Skill, fields: &Frontmatter) -> (&'static str, &'static str) {
    let policy = skill.policy.as_ref();
    if policy.is_some_and(|policy| policy.allow_implicit_invocation == Some(false)) {
        (
            "implicit-invocation-off",
            "Set `allow_implicit_invocation: true` in agents/openai.yaml.",
        )
    } else if fields.disable_model_invocation == Some(true) {
        (
            "disable-model-invocation",
            "Take `disable-model-invocation` out of the frontmatter.",
        )
    } else if fields.metadata.contains_key(AUTOINVOKE) {
        (
            "autoinvoke-off",
            "Take `opencode/autoinvoke` out of the frontmatter's `metadata`.",
        )
    } else {
        (
            "user-only-by-settings",
            "Take the rule that keeps it from the model out of the settings.",
        )
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
fn injects(host: &dyn Host, view: &View<'_>, skill: &Skill, by_user: bool) -> Option<Injected> {
    let messages = if by_user {
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
        (!waits).then_some(turn.messages)?
    } else {
        let call = SkillCall {
            skill: skill.name.clone(),
            approved: true,
            ..SkillCall::default()
        };
        let used = host.invoke(view, &call)?;
        used.outcome.took_effect().then_some(used.messages)?
    };
    let size = sum(&messages);
    (size != Size::default()).then(|| Injected {
        characters: BudgetUnit::Characters.cost(size),
        tokens: BudgetUnit::Tokens.cost(size),
    })
}

fn sum(messages: &[Message]) -> Size {
    let sizes = messages.iter().map(|message| Size::of(&message.text));
    sizes.fold(Size::default(), Size::add)
}

/// Whether a file makes its folder a skill, in some spelling; another file is one by itself, such as a command.
fn is_skill_file(file: &str) -> bool {
    path::file_name(file).eq_ignore_ascii_case(SKILL_FILE)
}

/// Where a skill's file would go in a host's folder for skills, with the folder that it brings along, if it has one.
fn target<'f>(file: &'f str, placement: &str) -> (String, Option<&'f str>) {
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

/// What a reason for leaving something out keeps the host from.
fn stage(reason: LeftOutReason) -> CompareStage {
    match reason {
        LeftOutReason::Unreadable | LeftOutReason::Unread | LeftOutReason::SystemSkillInvalid => {
            CompareStage::Parse
        }
        LeftOutReason::Duplicate | LeftOutReason::OtherProduct | LeftOutReason::Shadowed => {
            CompareStage::Load
        }
        _ => CompareStage::Discover,
    }
}

/// A code as it crosses to JavaScript.
fn code(code: impl Serialize) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(code)) => code,
        _ => String::new(),
    }
}

impl Portability {
    fn of(columns: &[Column<'_>], looks: &[Look]) -> Self {
        let names: Vec<_> = columns.iter().map(|column| column.name(columns)).collect();
        let ids: Vec<_> = names.iter().map(String::as_str).collect();
        let mut fixes: Vec<PortabilityFix> = Vec::new();
        for (id, look) in ids.iter().zip(looks) {
            for no in look.cell.obstacles.iter().filter(|no| counts(no)) {
                let known = fixes.iter_mut().find(|fix| fix.change == no.change);
                match known {
                    Some(fix) if !fix.hosts.iter().any(|host| host == id) => {
                        fix.hosts.push((*id).to_owned());
                    }
                    Some(_) => {}
                    None => fixes.push(PortabilityFix {
                        change: no.change.clone(),
                        hosts: vec![(*id).to_owned()],
                    }),
                }
            }
        }
        let features = bound(&ids, looks);
        let verdict = if features.iter().any(|feature| feature.essential) {
            PortabilityVerdict::Bound
        } else if fixes.is_empty() {
            PortabilityVerdict::Portable
        } else {
            PortabilityVerdict::AfterFixes
        };
        Self {
            verdict,
            fixes,
            features,
        }
    }
}

/// Whether a "no" is the skill's own: neither where it lies, nor what else is there, nor what its author wants.
fn counts(no: &Obstacle) -> bool {
    match no.stage {
        CompareStage::Parse => no.reason != code(LeftOutReason::Unread),
        CompareStage::List => matches!(no.reason.as_str(), "not-listed" | "no-description"),
        CompareStage::Discover | CompareStage::Load | CompareStage::User | CompareStage::Model => {
            false
        }
    }
}

/// The features that some of the hosts act on and others do not, where all were asked and could tell.
fn bound(ids: &[&str], looks: &[Look]) -> Vec<BoundFeature> {
    let mut by_name: BTreeMap<&str, (&Feature, BTreeSet<&str>)> = BTreeMap::new();
    for (id, look) in ids.iter().zip(looks) {
        for feature in &look.features {
            let known = by_name
                .entry(&feature.name)
                .or_insert_with(|| (feature, BTreeSet::new()));
            known.1.insert(id);
        }
    }
    let all: BTreeSet<_> = ids.iter().copied().collect();
    by_name
        .into_iter()
        .filter(|(_, (_, hosts))| *hosts != all)
        .map(|(name, (feature, hosts))| BoundFeature {
            name: name.to_owned(),
            effect: feature.effect.clone(),
            essential: feature.essential,
            others: all.difference(&hosts).map(|id| (*id).to_owned()).collect(),
            hosts: hosts.into_iter().map(str::to_owned).collect(),
        })
        .collect()
}
