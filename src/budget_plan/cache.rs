//! Caches the last budget plan, because most edits of a skill do not change the host's list.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::edits::text_at;
use super::prove::EditedCopy;
use super::report::{BudgetPlan, BudgetPlanRequest};
use super::search::LastSearch;
use super::trial::TrialState;
use crate::hashing::HashSet;
use crate::model::environment::Environment;
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::document::Document;
use crate::tree::{Contents, Entry, EntryId, EntryKind, Tree};

/// The last budget plan of a workspace, with intermediate results that make the next plan faster.
#[derive(Default)]
pub(crate) struct PlanCache {
    last: RefCell<Option<LastPlan>>,
    /// The inputs for which the fields below are valid, and the revision of the tree.
    inputs: RefCell<Option<(PlanInputs, u64)>>,
    pub(super) trial: RefCell<TrialState>,
    pub(super) copy: RefCell<Option<EditedCopy>>,
    pub(super) search: RefCell<LastSearch>,
}

/// A budget plan with the inputs from which it was made.
struct LastPlan {
    inputs: PlanInputs,
    files: Vec<SkillFile>,
    plan: BudgetPlan,
}

/// The inputs of a budget plan, except the texts of the skills.
#[derive(Clone, PartialEq)]
pub(super) struct PlanInputs {
    host: (&'static str, &'static str),
    /// The generation of the host's catalog, see [`HostPipeline::generation`].
    generation: u64,
    /// The revision of the tree's structure.
    structure: u64,
    request: BudgetPlanRequest,
    environment: Environment,
}

/// The file of a listed skill, in the state that the plan was made from.
struct SkillFile {
    path: String,
    entry: EntryId,
    revision: u64,
    /// The hash of the skill file's text before the body. If an edit changes neither this text nor
    /// the host's catalog, a new plan would choose the same changes.
    head: u64,
}

impl PlanInputs {
    pub(super) fn new(
        pipeline: &HostPipeline,
        inputs: Inputs<'_>,
        request: &BudgetPlanRequest,
    ) -> Self {
        Self {
            host: pipeline.key(),
            generation: pipeline.generation(inputs),
            structure: inputs.tree.structure_revision(),
            request: request.clone(),
            environment: inputs.environment.clone(),
        }
    }
}

impl SkillFile {
    fn of(tree: &Tree, path: &str) -> Option<Self> {
        let entry = tree.resolve(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            entry: entry.id(),
            revision: entry.revision(),
            head: hash_of_head(tree, path),
        })
    }
}

impl PlanCache {
    /// Removes the cached results that a new plan from these inputs cannot use. Returns the paths of
    /// the files that were edited since the remaining results were computed.
    pub(super) fn prepare(
        &self,
        pipeline: &HostPipeline,
        inputs: Inputs<'_>,
        made_from: &PlanInputs,
    ) -> HashSet<String> {
        let mut known = self.inputs.borrow_mut();
        let since = known.as_ref().and_then(|(known, since)| {
            let like_known = PlanInputs {
                generation: known.generation,
                ..made_from.clone()
            };
            pipeline.described_since(inputs, known.generation)?;
            (*known == like_known).then_some(*since)
        });
        *known = Some((made_from.clone(), inputs.tree.revision()));
        let Some(since) = since else {
            self.trial.take();
            self.copy.take();
            self.search.take();
            return HashSet::default();
        };
        let entries = inputs.tree.entries();
        let changed = entries
            .filter(|entry| entry.revision() > since && matches!(entry.kind(), EntryKind::File(_)));
        changed.map(Entry::path).collect()
    }

    /// Returns the last plan if a new plan would choose the same changes. If only the bodies of
    /// skill files were edited after the last plan, the returned plan has the new bodies. Returns
    /// `None` if anything else was edited. `edit` applies the plan's changes to the file at a path,
    /// and returns the new text of this file.
    pub(super) fn get(
        &self,
        pipeline: &HostPipeline,
        inputs: Inputs<'_>,
        made_from: &PlanInputs,
        edit: impl Fn(&BudgetPlan, &str) -> Option<Rc<str>>,
    ) -> Option<BudgetPlan> {
        let mut last = self.last.borrow_mut();
        let last = last.as_mut().filter(|last| last.inputs == *made_from)?;
        for file in &mut last.files {
            let revision = inputs.tree.by_id(file.entry)?.revision();
            if file.revision == revision {
                continue;
            }
            if hash_of_head(inputs.tree, &file.path) != file.head {
                return None;
            }
            if last.plan.files.contains_key(&file.path) {
                let text = edit(&last.plan, &file.path)?;
                let files = Rc::make_mut(&mut last.plan.files);
                let before = files.insert(file.path.clone(), Rc::clone(&text))?;
                // The last plan was checked with the previous text, so the host must parse the new text to the same
                // result.
                let parse = |text: &str| pipeline.host().parse(&Contents::from(text));
                let (before, now) = (parse(&before), parse(&text));
                if (before.outcome, before.ignored) != (now.outcome, now.ignored) {
                    return None;
                }
            }
            file.revision = revision;
        }
        Some(last.plan.clone())
    }

    /// Stores a plan.
    pub(super) fn insert(&self, tree: &Tree, inputs: PlanInputs, plan: &BudgetPlan) {
        let before = self.last.take().map(|last| last.files).unwrap_or_default();
        let mut before = before.into_iter().peekable();
        let trial = self.trial.borrow();
        let files = trial.units.iter().filter_map(|unit| {
            let path = &unit.path;
            // An edit seldom changes the order of the skills.
            let known = before.next_if(|known| known.path == *path);
            let is_same = |known: &SkillFile| {
                let entry = tree.by_id(known.entry);
                entry.is_some_and(|entry| entry.revision() == known.revision)
            };
            known.filter(is_same).or_else(|| SkillFile::of(tree, path))
        });
        self.last.replace(Some(LastPlan {
            files: files.collect(),
            inputs,
            plan: plan.clone(),
        }));
    }
}

/// Returns the hash of the text before the body of a skill's file, or of the whole text if there is no frontmatter.
fn hash_of_head(tree: &Tree, path: &str) -> u64 {
    let text = text_at(tree, path).unwrap_or_default();
    let document = Document::split(text, |line| line.trim_end() == "---");
    let body = document.map_or(0, |document| document.body.len());
    let mut hasher = DefaultHasher::new();
    text[..text.len() - body].hash(&mut hasher);
    hasher.finish()
}
