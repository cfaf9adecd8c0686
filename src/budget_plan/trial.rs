//! Computes the list that a host would make if some skills of its catalog were changed. Such a
//! trial is faster than writing the changes into a copy of the tree.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::edits::{BudgetSetting, Step};
use super::facts::{Settings, SkillFacts};
use super::report::{BudgetChange, BudgetMeans, BudgetPlanRequest};
use super::shorter::shorter;
use crate::hashing::{HashMap, HashSet};
use crate::host::Host;
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::{DescriptionSource, Skill, Visibility};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::{BudgetUnit, Size, characters};
use crate::text::yaml::fold;
use crate::tree::EntryId;

/// The default of [`BudgetPlanRequest::least`], in characters. No description is shortened to fewer
/// characters.
const LEAST: u64 = 80;

/// Returns the host's list at the start of a session.
pub(super) fn list(host: &dyn Host, view: &View<'_>) -> Listing {
    host.list(view, MAIN_AGENT)
}

/// A listed skill that a plan may change.
pub(super) struct Unit {
    pub path: String,
    /// The indices in the catalog of all skills whose file has this `path`.
    indices: Vec<usize>,
    facts: SkillFacts,
    /// The settings of `facts` that the plan may still use. If the plan has tried a setting and its
    /// effect on the host's list was not as expected, the setting is removed.
    settings: Rc<Settings>,
    /// The change that was made in [`TrialState::changed`]: its kind, and the maximum length of the
    /// description.
    made: (Option<BudgetMeans>, usize),
}

/// A skill of the catalog, as the last plan found it.
#[derive(Default)]
struct SkillState {
    /// The skill's file and its revision. None if the file is not in the tree.
    file: Option<(EntryId, u64)>,
    /// The last change that a plan made to the skill. None if the file was edited since then.
    change: Option<Rc<BudgetChange>>,
}

/// The listed skills of a host, each with the changes that are possible for it. The next plan begins
/// with them if only the texts of skills have changed since.
#[derive(Default)]
pub(super) struct TrialState {
    pub units: Vec<Unit>,
    /// The paths of the listed skills that must not be changed, because the request lists them in
    /// `keep`.
    kept: Vec<String>,
    /// The paths of the skills that the host's list shows if the plan changes nothing.
    listed: Vec<String>,
    skills: Vec<SkillState>,
    /// The host's catalog after the changes that are tried at present. None before the first plan.
    changed: Option<Catalog>,
}

/// A choice of changes. `means` has the kind of change for each skill of [`Trial::units`], or
/// `None` for an unchanged skill. `level` is the maximum length of shortened descriptions in
/// characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chosen {
    pub means: Vec<Option<BudgetMeans>>,
    pub level: usize,
}

/// The skills that a list shows after the chosen changes. The list is computed from these skills
/// only. This is faster than with the whole catalog, which may have many hidden skills.
pub(super) struct ShownSkills {
    catalog: Catalog,
    /// The index of each skill in the whole catalog.
    indices: Vec<usize>,
    /// The cost of the line of each skill of [`Trial::units`]. None if the list does not show the
    /// skill.
    costs: Vec<Option<u64>>,
}

/// Tries the changes of a plan in a copy of the host's catalog.
pub(super) struct Trial<'w> {
    pipeline: &'w HostPipeline,
    inputs: Inputs<'w>,
    request: &'w BudgetPlanRequest,
    original: &'w Catalog,
    /// The host's list without any changes.
    pub unchanged: Listing,
    /// For each skill in `units`, in the same order: the cost of the skill's line in the host's
    /// list if the line has the whole description. None if this cost is unknown.
    pub whole_costs: Vec<Option<u64>>,
    changed: Catalog,
    /// The skills of the catalog, in its order.
    skills: Vec<SkillState>,
    pub units: Vec<Unit>,
    pub least: usize,
    /// The kinds of change that the plan may use, the preferred kind first.
    pub prefer: Vec<BudgetMeans>,
    kept: Vec<String>,
}

impl<'w> Trial<'w> {
    /// Prepares a budget plan, whose changes are tried in a copy of the catalog `original`. `known`
    /// is the state that [`Self::into_state`] returned after the last plan.
    pub fn new(
        pipeline: &'w HostPipeline,
        inputs: Inputs<'w>,
        request: &'w BudgetPlanRequest,
        keep: &[String],
        original: &'w Catalog,
        known: TrialState,
    ) -> Self {
        let mut prefer: Vec<BudgetMeans> = Vec::new();
        let asked = match &request.prefer[..] {
            [] => &BudgetMeans::ALL[..],
            asked => asked,
        };
        for means in asked {
            if !prefer.contains(means) {
                prefer.push(*means);
            }
        }
        let least = request.least.unwrap_or(LEAST);
        let mut trial = Self {
            changed: Catalog::empty(original),
            pipeline,
            inputs,
            request,
            unchanged: Listing::default(),
            whole_costs: Vec::new(),
            original,
            skills: Vec::new(),
            units: Vec::new(),
            least: usize::try_from(least).unwrap_or(usize::MAX).max(1),
            prefer,
            kept: Vec::new(),
        };
        trial.unchanged = trial.ask(original);
        let listed = trial.unchanged.entries.iter().map(|entry| &entry.path);
        match known.changed {
            Some(changed) if listed.eq(&known.listed) => {
                (trial.units, trial.kept, trial.changed) = (known.units, known.kept, changed);
                trial.skills = known.skills;
                trial.begin_again();
            }
            _ => trial.begin(keep),
        }
        trial
    }

    /// Finds the skills that the plan may change.
    fn begin(&mut self, keep: &[String]) {
        self.changed = self.original.clone();
        let skills = self.original.skills.iter().map(|skill| {
            let file = self.inputs.tree.resolve(&skill.path).ok();
            SkillState {
                file: file.map(|file| (file.id(), file.revision())),
                ..SkillState::default()
            }
        });
        self.skills = skills.collect();
        let mut by_path: HashMap<&str, Vec<usize>> = HashMap::default();
        for (index, skill) in self.original.skills.iter().enumerate() {
            by_path.entry(&skill.path).or_default().push(index);
        }
        for entry in &self.unchanged.entries {
            // A skill may have several entries.
            let Some(indices) = by_path.remove(&*entry.path) else {
                continue;
            };
            if keep.contains(&entry.path) {
                self.kept.push(entry.path.clone());
                continue;
            }
            let facts = self.facts(&self.original.skills[indices[0]]);
            self.units.push(Unit {
                path: entry.path.clone(),
                indices,
                settings: Rc::clone(&facts.settings),
                facts,
                made: (None, 0),
            });
        }
    }

    /// Prepares the state of the last plan for a new plan. Copies each skill whose file was edited
    /// after the last plan into the catalog of changed skills. Then makes all settings of each
    /// skill available again, because the last plan may have removed some of them.
    fn begin_again(&mut self) {
        let mut is_edited = Vec::with_capacity(self.skills.len());
        for skill in &mut self.skills {
            let file = skill
                .file
                .and_then(|(file, _)| self.inputs.tree.by_id(file));
            let file = file.map(|file| (file.id(), file.revision()));
            if file.is_none() || file != skill.file {
                is_edited.push(true);
                *skill = SkillState { file, change: None };
            } else {
                is_edited.push(false);
            }
        }
        self.changed.revision = self.original.revision;
        for (index, is_edited) in is_edited.iter().enumerate() {
            if *is_edited {
                self.changed.skills.share(index, &self.original.skills);
            }
        }
        let mut units = std::mem::take(&mut self.units);
        for unit in &mut units {
            let index = unit.indices[0];
            if is_edited[index] {
                unit.made = (None, 0);
                unit.facts = self.facts(&self.original.skills[index]);
            }
            unit.settings = Rc::clone(&unit.facts.settings);
        }
        self.units = units;
    }

    /// Returns the skills, with the changes that this plan made to them. The next plan receives
    /// this state, so that it need not inspect unchanged skills again.
    pub fn into_state(self) -> TrialState {
        let listed = self.unchanged.entries.into_iter();
        TrialState {
            units: self.units,
            kept: self.kept,
            listed: listed.map(|entry| entry.path).collect(),
            skills: self.skills,
            changed: Some(self.changed),
        }
    }

    fn facts(&self, skill: &Skill) -> SkillFacts {
        let folded = fold(&skill.description);
        let shortest = shorter(&folded, self.least);
        let mut settings = BTreeMap::new();
        for means in &self.prefer {
            let is_possible = match means {
                BudgetMeans::Shorten => {
                    skill.description_source == DescriptionSource::Frontmatter
                        && skill.visibility != Visibility::NameOnly
                        && shortest.is_some()
                }
                BudgetMeans::NameOnly => skill.visibility != Visibility::NameOnly,
                BudgetMeans::Conditional => self.request.paths.contains_key(&skill.path),
                BudgetMeans::Hide | BudgetMeans::Off => true,
            };
            if is_possible {
                let all = BudgetSetting::all(&self.pipeline.host().budget_settings(), *means)
                    .iter()
                    .copied();
                let possible = all.filter(|one| one.is_for(skill, self.inputs.tree));
                let possible: Vec<_> = possible.collect();
                if !possible.is_empty() {
                    settings.insert(*means, possible);
                }
            }
        }
        SkillFacts {
            folded,
            shortest,
            settings: Rc::new(settings),
        }
    }

    /// Returns true if the host's list already shows every listed skill with its whole description.
    pub fn fits_unchanged(&self) -> bool {
        self.unchanged.is_whole(self.original)
    }

    /// Returns the list that the host would make after the chosen changes.
    pub fn list(&mut self, chosen: &Chosen) -> Listing {
        self.apply(chosen);
        self.ask(&self.changed)
    }

    /// Returns the catalog after the chosen changes.
    pub fn catalog(&mut self, chosen: &Chosen) -> &Catalog {
        self.apply(chosen);
        &self.changed
    }

    /// Returns true if the host's list shows every listed skill with its whole description after
    /// the chosen changes.
    pub fn fits(&mut self, chosen: &Chosen) -> bool {
        self.apply(chosen);
        self.is_whole(&self.changed)
    }

    /// Returns the skills that the host's list shows after the chosen changes of the plan. Returns
    /// `None` if the host would build a different list from a catalog without the hidden skills.
    pub fn shown(&mut self, chosen: &Chosen) -> Option<ShownSkills> {
        let whole = self.list(chosen);
        let entries = whole.entries.iter();
        let paths: HashSet<&str> = entries.map(|entry| &*entry.path).collect();
        let skills = self.changed.skills.iter().enumerate();
        let skills = skills.filter(|(_, skill)| paths.contains(&*skill.path));
        let indices: Vec<usize> = skills.map(|(index, _)| index).collect();
        let skills = indices
            .iter()
            .map(|index| self.changed.skills[*index].clone());
        let catalog = Catalog {
            skills: skills.collect(),
            roots: self.changed.roots.clone(),
            ..Catalog::empty(&self.changed)
        };
        let shown = self.ask(&catalog);
        let is_same = (&shown.entries, &shown.root_lines, shown.report.cost)
            == (&whole.entries, &whole.root_lines, whole.report.cost);
        is_same.then(|| ShownSkills {
            catalog,
            indices,
            costs: self.by_unit((whole.entries.iter()).map(|entry| (&*entry.path, entry.cost))),
        })
    }

    /// Returns, for each skill in `units`, the cost of the skill's line in the host's list if the
    /// line has the whole description. The cost is in the unit of the host's budget.
    ///
    /// `longest` is the host's list in the largest context window, which shows the longest
    /// descriptions. A cost is `None` if `longest` cuts the description, or if the cost of the line
    /// cannot be converted to the budget's unit.
    pub fn whole_costs_in(&self, longest: &Listing) -> Vec<Option<u64>> {
        let unit = self.unchanged.report.budget.map(|budget| budget.unit);
        let known = longest.report.budget.map(|budget| budget.unit);
        let entries = longest.entries.iter();
        self.by_unit(entries.filter_map(|entry| {
            let cost = match (unit, entry.line.as_deref()) {
                _ if unit == known => entry.cost,
                // Tokens are rounded for each line, so the cost of a line without its line end is unknown.
                (Some(unit), Some(line)) if unit != BudgetUnit::Tokens => {
                    unit.cost(Size::in_unit(unit, line))
                }
                _ => return None,
            };
            entry
                .is_whole(self.original)
                .then_some((&*entry.path, cost))
        }))
    }

    /// Adds up the costs of list entries for each skill. `costs` has the path of a skill's file and
    /// a cost for each entry. Returns one sum for each skill in `units`; `None` for a skill without
    /// entries.
    fn by_unit<'p>(&self, costs: impl Iterator<Item = (&'p str, u64)>) -> Vec<Option<u64>> {
        let mut sums: Vec<Option<u64>> = vec![None; self.units.len()];
        let mut places: Option<HashMap<&str, usize>> = None;
        let mut next = 0;
        for (path, cost) in costs {
            // Most lists have the order of the units.
            let is_next = (self.units.get(next)).is_some_and(|unit| unit.path == path);
            let place = is_next.then_some(next).or_else(|| {
                let places = places.get_or_insert_with(|| {
                    let units = self.units.iter().enumerate();
                    units.map(|(index, unit)| (&*unit.path, index)).collect()
                });
                places.get(path).copied()
            });
            if let Some(place) = place {
                *sums[place].get_or_insert(0) += cost;
                next = place + 1;
            }
        }
        sums
    }

    /// Returns the cost by which the host's list grows if the plan's changes of one skill are
    /// undone. `unit` is the index of the skill in `units`. Returns `None` if the cost of the
    /// skill's whole description is unknown.
    ///
    /// The returned cost is an estimate. Its error is the same for all skills in one directory.
    pub fn regained(&self, shown: &ShownSkills, unit: usize) -> Option<i64> {
        let now = shown.costs[unit].unwrap_or_default();
        Some(self.whole_costs[unit]?.cast_signed() - now.cast_signed())
    }

    /// Returns the directory in which the host found the skill at index `unit` of `units`.
    pub fn root(&self, unit: usize) -> &str {
        &self.original.skills[self.units[unit].indices[0]].root
    }

    /// Undoes the changes of one skill in `shown` if the list then still shows every listed skill
    /// with its whole description. Returns true if the changes were undone. `unit` is the index of
    /// the skill in `units`.
    pub fn fits_without(&self, shown: &mut ShownSkills, unit: usize) -> bool {
        let skills = &mut shown.catalog.skills;
        let mut before = Vec::new();
        for index in &self.units[unit].indices {
            let skill = self.original.skills[*index].clone();
            match shown.indices.binary_search(index) {
                Ok(place) => {
                    before.push((place, Some(std::mem::replace(&mut skills[place], skill))));
                }
                Err(place) => {
                    skills.insert(place, skill);
                    shown.indices.insert(place, *index);
                    before.push((place, None));
                }
            }
        }
        if self.is_whole(&shown.catalog) {
            return true;
        }
        for (place, skill) in before.into_iter().rev() {
            match skill {
                Some(skill) => shown.catalog.skills[place] = skill,
                None => {
                    shown.catalog.skills.remove(place);
                    shown.indices.remove(place);
                }
            }
        }
        false
    }

    fn ask(&self, catalog: &Catalog) -> Listing {
        self.with_view(catalog, list)
    }

    fn is_whole(&self, catalog: &Catalog) -> bool {
        self.with_view(catalog, |host, view| host.lists_all_whole(view, MAIN_AGENT))
    }

    fn with_view<T>(&self, catalog: &Catalog, ask: impl FnOnce(&dyn Host, &View<'_>) -> T) -> T {
        let memory = Memory::default();
        let view = View {
            tree: self.inputs.tree,
            environment: self.inputs.environment,
            catalog,
            memory: &memory,
        };
        ask(self.pipeline.host(), &view)
    }

    fn apply(&mut self, chosen: &Chosen) {
        for index in 0..self.units.len() {
            let means = chosen.means[index];
            let level = match means {
                Some(BudgetMeans::Shorten) => chosen.level,
                _ => 0,
            };
            if self.units[index].made == (means, level) {
                continue;
            }
            let (before, _) = std::mem::replace(&mut self.units[index].made, (means, level));
            let is_shortened = before == Some(BudgetMeans::Shorten);
            let text = self.text(index, chosen);
            for at in &self.units[index].indices {
                let skill = &mut self.changed.skills[*at];
                restore(skill, &self.original.skills[*at], is_shortened);
                if let Some(means) = means {
                    change(skill, means, text.as_deref());
                }
            }
        }
    }

    /// Returns the shortened description of the skill at index `unit` of `units`. Returns `None` if
    /// the choice does not shorten the description, or if the description cannot be shortened to
    /// the chosen length.
    pub fn text(&self, unit: usize, chosen: &Chosen) -> Option<String> {
        match chosen.means[unit] {
            Some(BudgetMeans::Shorten) if chosen.level == self.least => {
                self.units[unit].facts.shortest.clone()
            }
            Some(BudgetMeans::Shorten) => shorter(&self.units[unit].facts.folded, chosen.level),
            _ => None,
        }
    }

    /// Returns the last item of `means` that is possible for the skill at index `unit` of `units`;
    /// `None` if no kind of change is possible.
    pub fn strongest(&self, unit: usize, means: &[BudgetMeans]) -> Option<BudgetMeans> {
        let settings = &self.units[unit].settings;
        let possible = means.iter().rev();
        possible.copied().find(|one| settings.contains_key(one))
    }

    /// Returns an estimate of the number of bytes by which a kind of change makes the list shorter.
    /// `unit` is the index of the changed skill in `units`. The estimate only decides the order of
    /// changes.
    pub fn saving(&self, unit: usize, means: Option<BudgetMeans>) -> u64 {
        let unit = &self.units[unit];
        let skill = &self.original.skills[unit.indices[0]];
        let saved = match means {
            None => 0,
            Some(BudgetMeans::Shorten) => {
                let kept = unit.facts.shortest.as_ref();
                kept.map_or(0, |kept| skill.description.len().saturating_sub(kept.len()))
            }
            Some(BudgetMeans::NameOnly) => skill.description.len(),
            Some(_) => skill.description.len() + skill.name.len() + skill.path.len() + 1,
        };
        saved as u64
    }

    /// Returns the length of the longest description of the skills that the plan may change, in
    /// characters.
    pub fn longest(&self) -> usize {
        let units = self.units.iter();
        let lengths = units.map(|unit| characters(&unit.facts.folded));
        lengths.max().unwrap_or_default()
    }

    /// Returns a step for each chosen change, in the order of the skills in the list. Each step
    /// edits one skill.
    pub fn steps(&self, chosen: &Chosen) -> Vec<Step<'w>> {
        let mut steps = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let Some(means) = chosen.means[index] else {
                continue;
            };
            let text = self.text(index, chosen);
            if means == BudgetMeans::Shorten && text.is_none() {
                continue;
            }
            let Some(setting) = unit.settings.get(&means).and_then(|all| all.first()) else {
                continue;
            };
            steps.push(Step {
                skill: &self.original.skills[unit.indices[0]],
                index: unit.indices[0],
                setting: *setting,
                means,
                text: text.unwrap_or_default(),
                paths: match means {
                    BudgetMeans::Conditional => self
                        .request
                        .paths
                        .get(&unit.path)
                        .cloned()
                        .unwrap_or_default(),
                    _ => Vec::new(),
                },
            });
        }
        steps
    }

    /// Converts the steps of a plan to the changes that the report contains. Costs are in the given
    /// unit. If the last plan made the same change, the result contains the same object.
    pub fn changes(&mut self, steps: &[Step<'_>], unit: BudgetUnit) -> Vec<Rc<BudgetChange>> {
        let cost = |text: &str| unit.cost(Size::in_unit(unit, text));
        let changes = steps.iter().map(|step| {
            let state = &mut self.skills[step.index];
            let text = (step.means == BudgetMeans::Shorten).then_some(&step.text);
            let is_same = |known: &Rc<BudgetChange>| {
                known.means == step.means
                    && known.setting == step.setting.name()
                    && known.description.as_ref() == text
            };
            let change = state.change.take().filter(is_same).unwrap_or_else(|| {
                Rc::new(BudgetChange {
                    skill: step.skill.path.clone(),
                    name: step.skill.name.clone(),
                    means: step.means,
                    setting: step.setting.name().to_owned(),
                    file: step.setting.file(self.pipeline, self.inputs, step.skill),
                    from: cost(&step.skill.description),
                    to: cost(&step.text),
                    description: text.cloned(),
                    paths: step.paths.clone(),
                })
            });
            state.change = Some(Rc::clone(&change));
            change
        });
        changes.collect()
    }

    /// Removes settings that did not change the host's list as expected. `misread` has the indices
    /// of the steps in `steps` whose setting failed.
    ///
    /// If another step succeeded with the same setting, the setting is removed only for the skill
    /// of the failed step. Otherwise the setting is removed for all skills. A setting that shortens
    /// a description is never removed for all skills, because the host reads each description
    /// separately.
    pub fn rule_out(&mut self, misread: &[usize], steps: &[Step<'_>]) {
        let is_misread = |index: usize| misread.contains(&index);
        for index in misread {
            let step = &steps[*index];
            let is_same =
                |other: &Step<'_>| (other.setting, other.means) == (step.setting, step.means);
            let has_success =
                (steps.iter().enumerate()).any(|(at, other)| is_same(other) && !is_misread(at));
            // The host reads each description separately, so one misread description does not exclude the setting for
            // other skills.
            let is_for_all = !has_success && step.means != BudgetMeans::Shorten;
            for unit in &mut self.units {
                if is_for_all || unit.path == step.skill.path {
                    unit.rule_out(step);
                }
            }
        }
    }

    /// Returns the paths of the listed skills that no change can make smaller.
    pub fn unchangeable(&self) -> Vec<String> {
        let units = self.units.iter().filter(|unit| unit.settings.is_empty());
        let mut paths: Vec<_> = units.map(|unit| unit.path.clone()).collect();
        paths.extend(self.kept.iter().cloned());
        crate::sort::by(&mut paths, Ord::cmp);
        paths
    }
}

impl Unit {
    fn rule_out(&mut self, step: &Step<'_>) {
        let settings = Rc::make_mut(&mut self.settings);
        if let Some(all) = settings.get_mut(&step.means) {
            all.retain(|one| *one != step.setting);
            if all.is_empty() {
                settings.remove(&step.means);
            }
        }
    }
}

/// Undoes the changes that [`change`] made to a skill. `is_shortened` is true if it has shortened
/// the description.
fn restore(skill: &mut Skill, original: &Skill, is_shortened: bool) {
    if is_shortened {
        skill.description.clone_from(&original.description);
        skill.frontmatter.clone_from(&original.frontmatter);
    }
    skill.visibility = original.visibility;
    skill.active = original.active;
    skill.enabled = original.enabled;
    skill.model_invocable = original.model_invocable;
}

/// Changes a loaded skill as an edit of the skill's file or of a setting would change it.
fn change(skill: &mut Skill, means: BudgetMeans, text: Option<&str>) {
    match means {
        BudgetMeans::Shorten => {
            if let Some(text) = text {
                text.clone_into(&mut skill.description);
                if let Some(fields) = &mut skill.frontmatter {
                    fields.description = Some(text.to_owned());
                }
            }
        }
        BudgetMeans::NameOnly => skill.visibility = Visibility::NameOnly,
        BudgetMeans::Conditional => {
            skill.active = false;
        }
        BudgetMeans::Hide => {
            skill.model_invocable = false;
            skill.visibility = Visibility::UserInvocableOnly;
        }
        BudgetMeans::Off => {
            skill.enabled = false;
            skill.model_invocable = false;
            skill.visibility = Visibility::Off;
        }
    }
}
