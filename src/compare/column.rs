//! One host of a comparison: how the host interprets the whole tree and each skill in the tree.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::cache::{Cause, CellKey, Facts, Index, Inspection, InspectionCache, InspectionKey};
use super::comparison::{
    CompareStage, HostSummary, Injected, ListedAs, Obstacle, ReasonCount, SkillComparison,
    SkillInHost,
};
use super::lists::List;
use super::obstacles::{obstacles, outside, stage};
use super::placement::{alone, placed, with_all_beside};
use crate::host::Host;
use crate::host::stages::View;
use crate::model::catalog::{Catalog, Ignored, LeftOut, LeftOutReason};
use crate::model::invocation::SkillCall;
use crate::model::listing::ListingEntry;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::message::Message;
use crate::model::obstacle::ObstacleReason;
use crate::model::skill::{DescriptionSource, Skill, Visibility};
use crate::model::turn::{TurnInput, TurnRequest};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::{BudgetUnit, Size, characters};
use crate::tree::{Entry, EntryId, path};
use crate::{hosts, sort};

/// One host of a comparison with its catalog. In the table of the comparison, each host is a
/// column.
pub(super) struct Column<'l> {
    pub(super) pipeline: &'l HostPipeline,
    catalog: Arc<Catalog>,
    /// The entries of the host's catalog, by the path of their files.
    index: Arc<Index>,
    /// The host's list of skills, made when it is first needed.
    list: OnceCell<Rc<List>>,
    /// The generation of the host's catalog: a number that increases when the catalog changes. See
    /// [`HostPipeline::generation`].
    generation: u64,
    /// The tree's revision at the last change of the tree's structure or of a file. Changes of
    /// skill files such as `SKILL.md` do not count. See [`HostPipeline::surroundings`].
    surroundings: OnceCell<u64>,
    cache: Rc<InspectionCache>,
}

impl<'l> Column<'l> {
    pub(super) fn new(
        pipeline: &'l HostPipeline,
        inputs: Inputs<'_>,
        cache: Rc<InspectionCache>,
    ) -> Self {
        let catalog = pipeline.catalog(inputs);
        cache.forget_what_is_gone(inputs.tree);
        let generation = pipeline.generation(inputs);
        let index = (cache.index).get_or_insert((), pipeline.assembled(inputs), || {
            Arc::new(Index::new(inputs, &catalog))
        });
        Self {
            pipeline,
            catalog,
            index,
            list: OnceCell::new(),
            generation,
            surroundings: OnceCell::new(),
            cache,
        }
    }

    /// Returns the Markdown files that the host loads as skills, or reports as not loaded.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let files = (self.index.skills.keys()).chain(self.index.obstacles.keys());
        files.map(String::as_str).filter(|file| is_markdown(file))
    }

    /// Returns the skills that the host loads, in the host's order.
    pub(super) fn skills(&self) -> impl Iterator<Item = &Skill> {
        self.catalog.skills.iter()
    }

    /// Returns the skill that the host loads from a file; `None` if the host does not load the
    /// file.
    pub(super) fn skill(&self, file: &str) -> Option<&Skill> {
        let index = self.index.skills.get(file)?;
        Some(&self.catalog.skills[*index])
    }

    /// Returns the host's messages about the skill's fields. A message is about a field that the
    /// host ignores, or about a field that the host accepts although its documentation forbids the
    /// field.
    pub(super) fn ignored(&self, skill: &Skill) -> impl Iterator<Item = &Ignored> {
        // Some hosts report a link to a file with its own path, others with its target's.
        let paths = BTreeSet::from([skill.path.clone(), skill.discovered_path.clone()]);
        paths.into_iter().flat_map(|path| {
            let all = &self.catalog.ignored;
            let start = all.partition_point(|one| one.path < path);
            let of_path = all[start..].iter();
            of_path.take_while(move |one| one.path == path)
        })
    }

    /// Returns the entry of a skill in the host's list; `None` if the skill is not in the list.
    pub(super) fn entry(&self, inputs: Inputs<'_>, skill: &Skill) -> Option<&ListingEntry> {
        self.list(inputs).get(&skill.path)
    }

    fn list(&self, inputs: Inputs<'_>) -> &List {
        self.list.get_or_init(|| {
            let list = |host: &dyn Host, view: &View<'_>| host.list(view, MAIN_AGENT);
            let make = || self.pipeline.view(inputs, &[], &Memory::default(), list);
            let mut lists = self.cache.lists.borrow_mut();
            lists.of(self.generation, || make().entries)
        })
    }

    /// Returns the paths of the loaded skills whose verdicts may have changed since an earlier
    /// generation of the catalog. Returns `None` if the verdict on any skill may have changed.
    pub(super) fn changed_since(
        &self,
        inputs: Inputs<'_>,
        generation: u64,
        facts: Facts,
    ) -> Option<Vec<String>> {
        if generation == self.generation {
            return Some(Vec::new());
        }
        let mut changed = self.pipeline.described_since(inputs, generation)?;
        if facts != Facts::Loading {
            self.list(inputs);
            let lists = self.cache.lists.borrow();
            changed.extend(lists.differences(generation, self.generation)?);
        }
        Some(changed)
    }

    /// Returns the text that a user types to invoke the skill; `None` if users cannot invoke the
    /// skill.
    pub(super) fn typed(&self, skill: &Skill) -> Option<String> {
        (skill.enabled && skill.active && skill.user_invocable)
            .then(|| self.pipeline.host().typed(skill, &self.catalog))
            .flatten()
    }

    /// Returns the host's reason for not loading a file as a skill; `None` if the host reports no reason.
    pub(super) fn obstacle(&self, inputs: Inputs<'_>, file: &str) -> Option<Obstacle> {
        match *self.index.obstacles.get(file)? {
            Cause::Error(index) => {
                let error = &self.catalog.errors[index];
                Some(Obstacle {
                    stage: CompareStage::Parse,
                    reason: error.code.into(),
                    message: error.message.clone(),
                    change: error.help.clone(),
                    place: error.place,
                })
            }
            Cause::LeftOut(index) => {
                Some(self.skipped(inputs, file, &self.catalog.left_out[index]))
            }
        }
    }

    /// Returns the host's reason for skipping a folder above the file; `None` if the host skips no such folder.
    pub(super) fn obstacle_above(&self, inputs: Inputs<'_>, file: &str) -> Option<Obstacle> {
        let mut left_out = self.catalog.left_out.iter();
        let above = left_out.find(|left| path::is_within(file, &left.path))?;
        Some(self.skipped(inputs, file, above))
    }

    fn skipped(&self, inputs: Inputs<'_>, file: &str, left: &LeftOut) -> Obstacle {
        if left.reason == LeftOutReason::OutsideRoots {
            return outside(self.pipeline.host(), inputs, file);
        }
        Obstacle {
            stage: stage(left.reason),
            reason: left
                .fault
                .map_or_else(|| left.reason.into(), ObstacleReason::from),
            message: left.message.clone(),
            change: left.help.clone(),
            place: None,
        }
    }

    /// Returns how the host interprets the skill in one file, and the skill's features that only
    /// some hosts support.
    pub(super) fn inspect(&self, inputs: Inputs<'_>, file: &str) -> Inspection {
        if let Some(skill) = self.skill(file) {
            return self.loaded(inputs, skill);
        }
        let no = self.absent(inputs, file);
        if no.stage != CompareStage::Discover {
            return refused(no);
        }
        let moved = with_all_beside(inputs.tree, file);
        let key = InspectionKey::Moved {
            no: no.clone(),
            moved: moved.iter().copied().map(Entry::revision).collect(),
        };
        let inspections = &self.cache.inspections;
        inspections.get_or_insert(file.to_owned(), key, || {
            self.moved(inputs, file, &moved, no, Facts::All)
        })
    }

    /// Returns how the host loads and lists the skill in a file. The skill is not invoked, so facts
    /// that need an invocation, such as the size of the skill's messages, are missing. If the
    /// result is the same as in the last call, the same object is returned.
    ///
    /// If the host does not find the skill in the skill's own folder, the result is for a copy of
    /// the skill in a folder that the host searches. The second value then has the ids of the
    /// copied files and folders; otherwise it is empty.
    pub(super) fn verdict(
        &self,
        inputs: Inputs<'_>,
        file: &str,
        facts: Facts,
    ) -> (Rc<SkillInHost>, Vec<EntryId>) {
        let verdicts = &self.cache.verdicts;
        let is_unchanged = |(entry, revision): &(EntryId, u64)| {
            let entry = inputs.tree.by_id(*entry);
            entry.is_some_and(|entry| entry.revision() == *revision)
        };
        let holds = |key: &CellKey, _: &_| {
            key.generation == self.generation && key.moved.iter().all(is_unchanged)
        };
        if let Some((cell, moved)) = verdicts.get_if(file, holds) {
            return (cell, moved);
        }
        let mut key = CellKey {
            generation: self.generation,
            no: None,
            moved: Vec::new(),
        };
        let before = verdicts.get_if(file, |_, _| true).map(|(cell, _)| cell);
        let cell = match self.skill(file) {
            Some(skill) => {
                let same = before.filter(|before| self.is_same(inputs, skill, before, facts));
                same.unwrap_or_else(|| Rc::new(self.without_use(inputs, skill, facts)))
            }
            None if self.is_elsewhere(file) => {
                let moved = with_all_beside(inputs.tree, file);
                let revisions = moved.iter().map(|entry| (entry.id(), entry.revision()));
                key.moved = revisions.collect();
                let is_outside = self.is_outside(file);
                let no = (!is_outside).then(|| self.absent(inputs, file));
                let same = |was: &CellKey, (cell, _): &(Rc<SkillInHost>, _)| {
                    cell.as_if_at.is_some() && was.no == no && was.moved == key.moved
                };
                let same = verdicts.get_if(file, same).map(|(cell, _)| cell);
                let cell = same.unwrap_or_else(|| {
                    let no = no.clone().unwrap_or_else(|| self.absent(inputs, file));
                    let inspection = self.moved(inputs, file, &moved, no, facts);
                    let before = before.filter(|before| **before == inspection.cell);
                    before.unwrap_or_else(|| Rc::new(inspection.cell))
                });
                key.no = no;
                cell
            }
            None => {
                let cell = refused(self.absent(inputs, file)).cell;
                let before = before.filter(|before| **before == cell);
                before.unwrap_or_else(|| Rc::new(cell))
            }
        };
        let moved: Vec<_> = key.moved.iter().map(|(entry, _)| *entry).collect();
        verdicts.insert(file.to_owned(), key, (Rc::clone(&cell), moved.clone()));
        (cell, moved)
    }

    /// Returns true if a loaded skill has the same result as in `before`, so `before` can be
    /// reused.
    fn is_same(
        &self,
        inputs: Inputs<'_>,
        skill: &Skill,
        before: &SkillInHost,
        facts: Facts,
    ) -> bool {
        before.as_if_at.is_none()
            && before.loaded
            && before.name.as_ref() == Some(&skill.name)
            && before.description.as_ref() == Some(&skill.description)
            && before.aliases == skill.aliases
            && before.model == (skill.enabled && skill.active && skill.model_invocable)
            && (facts == Facts::Loading
                || before.listed == listed(skill, self.entry(inputs, skill))
                    && before.obstacles == self.obstacles(inputs, skill, before))
    }

    /// Returns true if the host does not find the file at its own path. The file is then inspected
    /// at a path where the host looks for skills.
    fn is_elsewhere(&self, file: &str) -> bool {
        match self.index.obstacles.get(file) {
            Some(Cause::Error(_)) => false,
            Some(Cause::LeftOut(index)) => {
                stage(self.catalog.left_out[*index].reason) == CompareStage::Discover
            }
            None => true,
        }
    }

    /// Returns true if the only reason why the host does not load a file is that it does not search
    /// the file's location.
    fn is_outside(&self, file: &str) -> bool {
        match self.index.obstacles.get(file) {
            Some(Cause::Error(_)) => false,
            Some(Cause::LeftOut(index)) => {
                self.catalog.left_out[*index].reason == LeftOutReason::OutsideRoots
            }
            None => true,
        }
    }

    /// Returns the reason why the host does not load a file as a skill.
    fn absent(&self, inputs: Inputs<'_>, file: &str) -> Obstacle {
        let no = self.obstacle(inputs, file);
        no.unwrap_or_else(|| outside(self.pipeline.host(), inputs, file))
    }

    /// Moves a skill to the host's folder for project skills in a new tree, and returns how the
    /// host interprets the skill there.
    fn moved(
        &self,
        inputs: Inputs<'_>,
        file: &str,
        moved: &[Entry<'_>],
        no: Obstacle,
        facts: Facts,
    ) -> Inspection {
        let host = self.pipeline.host();
        let (tree, moved_to) = placed(moved, file, &host.placement(inputs.environment));
        let environment = alone(inputs.environment);
        let refused_paths = BTreeMap::new();
        let pipeline = HostPipeline::new(self.pipeline.shared_host());
        if let (Some(here), Some(there)) = (moved.first(), tree.entry(&moved_to)) {
            pipeline.take_over(there, self.pipeline.parsed(inputs.tree, here.id()));
        }
        let inputs = Inputs {
            tree: &tree,
            environment: &environment,
            refused: &refused_paths,
        };
        let column = Column::new(&pipeline, inputs, Rc::new(InspectionCache::default()));
        let still = column.obstacle(inputs, &moved_to);
        let is_passed_over = |still: &Obstacle| still.stage == CompareStage::Discover;
        let mut inspection = match (column.skill(&moved_to), still) {
            (Some(skill), _) => match facts {
                Facts::All => column.loaded_now(inputs, skill, column.typed(skill)),
                facts => Inspection {
                    cell: column.without_use(inputs, skill, facts),
                    features: Vec::new(),
                },
            },
            (None, Some(still)) if !is_passed_over(&still) => refused(still),
            // The host finds no skill at the new location either.
            (None, still) => Inspection {
                cell: SkillInHost {
                    obstacles: still
                        .filter(|still| still.reason != no.reason)
                        .into_iter()
                        .collect(),
                    ..SkillInHost::default()
                },
                features: Vec::new(),
            },
        };
        inspection.cell.discovered = false;
        inspection.cell.as_if_at = Some(moved_to);
        inspection.cell.obstacles.insert(0, no);
        inspection
    }

    fn loaded(&self, inputs: Inputs<'_>, skill: &Skill) -> Inspection {
        let typed = self.typed(skill);
        let surroundings = || self.pipeline.surroundings(inputs);
        let key = InspectionKey::Loaded {
            skill: Box::new(skill.clone()),
            typed: typed.clone(),
            entry: self.entry(inputs, skill).cloned(),
            file: inputs.tree.entry(&skill.path).map(Entry::revision),
            surroundings: *self.surroundings.get_or_init(surroundings),
        };
        let inspections = &self.cache.inspections;
        inspections.get_or_insert(skill.path.clone(), key, || {
            self.loaded_now(inputs, skill, typed)
        })
    }

    /// Uses a skill that the host loads. Returns the comparison's result for the skill, and the
    /// skill's features that only some hosts support.
    fn loaded_now(&self, inputs: Inputs<'_>, skill: &Skill, typed: Option<String>) -> Inspection {
        self.used(inputs, skill, typed, |view, cell, _| Inspection {
            cell: self.listed(inputs, skill, cell),
            features: (self.pipeline.host().format()).features(view, skill),
        })
    }

    /// Returns how the host loads a skill and, unless `facts` is `Loading`, how the host lists the
    /// skill. The skill is not used, so facts such as the size of the skill's messages are missing.
    fn without_use(&self, inputs: Inputs<'_>, skill: &Skill, facts: Facts) -> SkillInHost {
        match facts {
            Facts::Loading => loaded_cell(skill),
            _ => self.listed(inputs, skill, loaded_cell(skill)),
        }
    }

    /// Adds two facts to the result of loading a skill: how the host's list shows the skill, and
    /// the obstacles to listing and using it.
    fn listed(&self, inputs: Inputs<'_>, skill: &Skill, mut cell: SkillInHost) -> SkillInHost {
        cell.listed = listed(skill, self.entry(inputs, skill));
        cell.obstacles = self.obstacles(inputs, skill, &cell);
        cell
    }

    /// Returns the obstacles to listing or using a skill that the host loads.
    pub(super) fn obstacles(
        &self,
        inputs: Inputs<'_>,
        skill: &Skill,
        cell: &SkillInHost,
    ) -> Vec<Obstacle> {
        let entry = self.entry(inputs, skill);
        let has_own = skill.description_source == DescriptionSource::Frontmatter;
        let broken = (!has_own).then(|| {
            let mut of_files = self.catalog.ignored.iter();
            of_files.find(|ignored| ignored.path == skill.path && ignored.field.is_none())
        });
        obstacles(self.pipeline.host(), skill, cell, entry, broken.flatten())
    }

    /// Simulates that the host uses a skill, and passes three values to `then`: the host's view of
    /// the tree, the facts that a comparison reports about the skill in this host, and the messages
    /// that the model gets. The view contains no other skill, because a skill with the same name
    /// could interfere.
    pub(super) fn used<T>(
        &self,
        inputs: Inputs<'_>,
        skill: &Skill,
        user: Option<String>,
        then: impl FnOnce(&View<'_>, SkillInHost, Vec<Message>) -> T,
    ) -> T {
        let catalog = Catalog {
            skills: vec![skill.clone()].into(),
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
            injects: injected(&messages),
            user,
            ..loaded_cell(skill)
        };
        then(&view, cell, messages)
    }

    /// Returns the host's id, followed by its edition if `columns` has several editions of the
    /// host.
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
        // The key contains the text, so that equally frequent reasons are in alphabetical order.
        let mut reasons: BTreeMap<(CompareStage, String), (ObstacleReason, usize)> =
            BTreeMap::new();
        for no in cells.iter().flat_map(|cell| &cell.obstacles) {
            let known = reasons.entry((no.stage, no.reason.to_string()));
            known.or_insert((no.reason, 0)).1 += 1;
        }
        let mut reasons: Vec<_> = (reasons.into_iter())
            .map(|((stage, _), (reason, count))| ReasonCount {
                stage,
                reason,
                count,
            })
            .collect();
        sort::by_key(&mut reasons, |reason| std::cmp::Reverse(reason.count));
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

/// Returns the inspection of a file that the host finds but does not load. `no` is the reason why
/// the host does not load the file.
fn refused(no: Obstacle) -> Inspection {
    Inspection {
        cell: SkillInHost {
            discovered: true,
            parsed: no.stage != CompareStage::Parse,
            obstacles: vec![no],
            ..SkillInHost::default()
        },
        features: Vec::new(),
    }
}

/// Returns the facts that are known once a host has loaded a skill, such as the skill's name and
/// description. The caller adds how the host lists and uses the skill.
pub(super) fn loaded_cell(skill: &Skill) -> SkillInHost {
    SkillInHost {
        discovered: true,
        parsed: true,
        loaded: true,
        name: Some(skill.name.clone()),
        aliases: skill.aliases.clone(),
        description: Some(skill.description.clone()),
        model: skill.enabled && skill.active && skill.model_invocable,
        ..SkillInHost::default()
    }
}

/// Returns true if a path ends with `.md`, in uppercase or lowercase.
fn is_markdown(file: &str) -> bool {
    let end = file
        .len()
        .checked_sub(3)
        .and_then(|at| file.as_bytes().get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(b".md"))
}

pub(super) fn listed(skill: &Skill, entry: Option<&ListingEntry>) -> ListedAs {
    match entry {
        Some(ListingEntry { line: None, .. }) | None => ListedAs::Nothing,
        Some(_) if skill.visibility == Visibility::NameOnly => ListedAs::NameOnly,
        Some(entry) if entry.cut > 0 => ListedAs::Cut { by: entry.cut },
        Some(_) if skill.description.is_empty() => ListedAs::NameOnly,
        Some(_) => ListedAs::Whole,
    }
}

/// Returns the messages that the model gets when the skill is used. If `by_user` is true, simulates
/// a prompt with the skill's name. If `by_user` is false, or if users cannot invoke the skill by
/// such a prompt, simulates a call of the skill by the model.
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
        // If a skill waits for a command, its messages are known only after the command has run. If there is no message
        // at all, users cannot invoke the skill by typing its name.
        if waits {
            Some(Vec::new())
        } else {
            Some(turn.messages).filter(|messages| !messages.is_empty())
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

/// Returns the size of messages; `None` if the messages are empty.
fn injected(messages: &[Message]) -> Option<Injected> {
    // Only these two sizes are reported, and the columns of a long text would take longest.
    let sizes = messages.iter().map(|message| Size {
        bytes: message.text.len() as u64,
        characters: characters(&message.text) as u64,
        ..Size::default()
    });
    let size = sizes.fold(Size::default(), Size::add);
    (size != Size::default()).then(|| Injected {
        characters: BudgetUnit::Characters.cost(size),
        tokens: BudgetUnit::Tokens.cost(size),
    })
}
