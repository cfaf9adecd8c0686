//! Computes the list that a host would make if some skills of its catalog were changed. Such a
//! trial is faster than writing the changes into a copy of the tree.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::edits::{BudgetSetting, Step};
use super::facts::{Settings, SkillFacts};
use super::report::{BudgetChange, BudgetMeans, BudgetPlanRequest};
use super::shorter::shorter;
use crate::host::Host;
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::{DescriptionSource, Skill, Visibility};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::{BudgetUnit, Size, characters};
use crate::text::yaml::fold;

/// The default of [`BudgetPlanRequest::least`], in characters. No description is shortened to fewer
/// characters.
const LEAST: u64 = 80;

/// Returns the host's list at the start of a session.
pub(super) fn list(host: &dyn Host, view: &View<'_>) -> Listing {
    host.list(view, MAIN_AGENT)
}

/// Returns the cost of each skill's lines in a list, by the path of the skill's file.
pub(super) fn costs(listing: &Listing) -> HashMap<String, u64> {
    let mut costs = HashMap::new();
    for entry in &listing.entries {
        *costs.entry(entry.path.clone()).or_default() += entry.cost;
    }
    costs
}

/// A listed skill that a plan may change.
pub(super) struct Unit {
    pub path: String,
    /// The indices in the catalog of all skills whose file has this `path`.
    indices: Vec<usize>,
    facts: SkillFacts,
    /// The settings of `facts` without those that the host does not read as expected.
    settings: Rc<Settings>,
    /// The change that was made in [`TrialState::changed`]: its kind, and the maximum length of the
    /// description.
    made: (Option<BudgetMeans>, usize),
}

/// The listed skills of a host, each with the changes that are possible for it. The next plan begins
/// with them if only the texts of skills have changed since.
#[derive(Default)]
pub(super) struct TrialState {
    pub units: Vec<Unit>,
    /// The paths of the listed skills that must not be changed, because the request lists them in
    /// `keep`.
    kept: Vec<String>,
    /// The path of each skill in the host's list without any changes.
    listed: Vec<String>,
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
    /// The costs of the lines in the list, by the path of the skill's file.
    costs: HashMap<String, u64>,
}

/// Tries the changes of a plan in a copy of the host's catalog.
pub(super) struct Trial<'w> {
    pipeline: &'w HostPipeline,
    inputs: Inputs<'w>,
    request: &'w BudgetPlanRequest,
    original: &'w Catalog,
    /// The host's list without any changes.
    pub unchanged: Listing,
    /// The cost of each skill's line if the line shows the whole description, by the path of the
    /// skill's file.
    pub whole_costs: HashMap<String, u64>,
    changed: Catalog,
    pub units: Vec<Unit>,
    pub least: usize,
    /// The kinds of change that the plan may use, the preferred kind first.
    pub prefer: Vec<BudgetMeans>,
    kept: Vec<String>,
}

impl<'w> Trial<'w> {
    /// Prepares the trial of changes. `known` is the state after the last plan, and `edited` has the
    /// paths of the files that were edited since.
    pub fn new(
        pipeline: &'w HostPipeline,
        inputs: Inputs<'w>,
        request: &'w BudgetPlanRequest,
        keep: &[String],
        original: &'w Catalog,
        (known, edited): (TrialState, &HashSet<String>),
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
            whole_costs: HashMap::new(),
            original,
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
                trial.begin_again(edited);
            }
            _ => trial.begin(keep),
        }
        trial
    }

    /// Finds the skills that the plan may change.
    fn begin(&mut self, keep: &[String]) {
        self.changed = self.original.clone();
        let mut by_path: HashMap<&str, Vec<usize>> = HashMap::new();
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

    /// Begins with the state after the last plan: copies the edited skills, and allows all settings
    /// again.
    fn begin_again(&mut self, edited: &HashSet<String>) {
        self.changed.revision = self.original.revision;
        for (changed, skill) in self.changed.skills.iter_mut().zip(&self.original.skills) {
            if edited.contains(&skill.path) {
                changed.clone_from(skill);
            }
        }
        let mut units = std::mem::take(&mut self.units);
        for unit in &mut units {
            if edited.contains(&unit.path) {
                unit.made = (None, 0);
                unit.facts = self.facts(&self.original.skills[unit.indices[0]]);
            }
            unit.settings = Rc::clone(&unit.facts.settings);
        }
        self.units = units;
    }

    /// Returns the state with which the next plan may begin.
    pub fn into_state(self) -> TrialState {
        let listed = self.unchanged.entries.into_iter();
        TrialState {
            units: self.units,
            kept: self.kept,
            listed: listed.map(|entry| entry.path).collect(),
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

    /// Returns the skills that the list shows after the chosen changes. Returns `None` if the list also depends on
    /// skills that it does not show.
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
            costs: costs(&whole),
        })
    }

    /// Returns the cost of each skill's line if the line shows the whole description, by the path
    /// of the skill's file. The costs are in the unit of the host's budget. `longest` is the host's
    /// list in the largest context window. A skill is missing in the result if its cost in this
    /// unit is unknown, or if even `longest` shows only a part of its description.
    pub fn whole_costs_in(&self, longest: &Listing) -> HashMap<String, u64> {
        let unit = self.unchanged.report.budget.map(|budget| budget.unit);
        let known = longest.report.budget.map(|budget| budget.unit);
        let mut costs = HashMap::new();
        for entry in &longest.entries {
            let cost = match (unit, entry.line.as_deref()) {
                _ if unit == known => entry.cost,
                // Tokens are rounded for each line, so the cost of a line without its line end is unknown.
                (Some(unit), Some(line)) if unit != BudgetUnit::Tokens => {
                    unit.cost(Size::in_unit(unit, line))
                }
                _ => continue,
            };
            if entry.is_whole(self.original) {
                *costs.entry(entry.path.clone()).or_default() += cost;
            }
        }
        costs
    }

    /// Returns the additional cost of the list if the changes of one skill are undone. `unit` is
    /// the index of the skill in `units`. The number may be too high or too low, but by the same
    /// amount for all skills in one directory. Returns `None` if the cost of the unchanged line is
    /// unknown.
    pub fn regained(&self, shown: &ShownSkills, unit: usize) -> Option<i64> {
        let path = &self.units[unit].path;
        let whole = *self.whole_costs.get(path)?;
        let now = shown.costs.get(path).copied().unwrap_or_default();
        Some(whole.cast_signed() - now.cast_signed())
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
        self.with_view(catalog, |host, view| host.list(view, MAIN_AGENT))
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
            self.units[index].made = (means, level);
            let text = self.text(index, chosen);
            for at in &self.units[index].indices {
                let skill = &mut self.changed.skills[*at];
                restore(skill, &self.original.skills[*at]);
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
    /// unit. `before` has the changes of the last plan, which are used again for skills whose files
    /// are not in `edited`.
    pub fn changes(
        &self,
        steps: &[Step<'_>],
        unit: BudgetUnit,
        (before, edited): (Vec<Rc<BudgetChange>>, &HashSet<String>),
    ) -> Vec<Rc<BudgetChange>> {
        let cost = |text: &str| unit.cost(Size::in_unit(unit, text));
        let before = before.into_iter();
        let mut before: HashMap<_, _> = before.map(|one| (one.skill.clone(), one)).collect();
        let changes = steps.iter().map(|step| {
            let text = (step.means == BudgetMeans::Shorten).then_some(&step.text);
            let is_same = |known: &Rc<BudgetChange>| {
                known.means == step.means
                    && known.setting == step.setting.name()
                    && known.description.as_ref() == text
                    && !edited.contains(&known.skill)
            };
            let known = before.remove(&step.skill.path).filter(is_same);
            known.unwrap_or_else(|| {
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
            })
        });
        changes.collect()
    }

    /// Removes settings that the host did not read as expected. `misread` has the indices of the
    /// steps with these settings. A setting is removed for the skill of its step, or for all skills
    /// if it worked for no skill. A setting that shortens a description is removed only for the
    /// skill of its step, because the host reads each description separately.
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

/// Undoes the changes that [`change`] made to a skill.
fn restore(skill: &mut Skill, original: &Skill) {
    if skill.description != original.description {
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
