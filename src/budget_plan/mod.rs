//! The budget plan: the smallest set of changes after which a host's list shows every listed skill whole.
//!
//! No host has such a plan. The plan only uses fields and settings that the host itself reads. Only
//! the host's own rules decide what fits, so each plan is checked with the emulated host.
//!
//! ```
//! use skillglass::budget_plan::{BudgetMeans, BudgetPlanRequest};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! let long = "Fills in PDF forms from a table of values, and checks every field that it filled in. ".repeat(5);
//! workspace.write("/repo/.claude/skills/pdf/SKILL.md", format!("---\nname: pdf\ndescription: {long}\n---\n").as_str())?;
//!
//! let plan = workspace.budget_plan(&BudgetPlanRequest {
//!     host: "claude-code".into(),
//!     window: Some(5_000),
//!     ..BudgetPlanRequest::default()
//! })?;
//! assert!(!plan.fits && plan.solved);
//! assert_eq!(plan.changes[0].means, BudgetMeans::Shorten);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod edits;
mod facts;
mod frontmatter;
mod json_members;
mod prove;
mod report;
mod search;
mod shorter;
mod trial;

pub use report::{BudgetChange, BudgetFilesRequest, BudgetMeans, BudgetPlan, BudgetPlanRequest};

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::hashing::HashSet;
use crate::host::Host;
use crate::host::stages::View;
use crate::hosts;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::host_choice::HostChoice;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::BudgetUnit;

pub(crate) use cache::PlanCache;
use cache::PlanInputs;
use edits::{BudgetSetting, KnownEdits, Made, Step};
use search::Search;
use trial::Trial;

/// The maximum number of plans that are tried. If the host does not read an edit as expected, the
/// next plan omits this edit. No host has this limit.
const MAX_ROUNDS: usize = 24;

/// Returns the new full text of each file that the changes edit, by path.
pub(crate) fn files(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    changes: &[Rc<BudgetChange>],
) -> Result<Rc<BTreeMap<String, Rc<str>>>, ArgumentError> {
    let catalog = pipeline.catalog(inputs);
    let steps = steps(&catalog, changes)?;
    let made = made_files(pipeline, inputs, &steps);
    if let Some(index) = made.failed.first() {
        let message = "cannot be made: its file is missing or cannot be edited";
        return Err(ArgumentError::new(format!("changes[{index}]"), message));
    }
    Ok(made.files)
}

/// Returns the new texts of the files that the steps edit.
fn made_files(pipeline: &HostPipeline, inputs: Inputs<'_>, steps: &[Step<'_>]) -> Made {
    edits::files(pipeline, inputs, steps, &mut KnownEdits::default())
}

/// Returns the steps that edit the files for these changes of a plan. A step changes one setting
/// for one skill.
fn steps<'c>(
    catalog: &'c Catalog,
    changes: &[Rc<BudgetChange>],
) -> Result<Vec<Step<'c>>, ArgumentError> {
    let mut steps = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        let mut skills = catalog.skills.iter().enumerate();
        let skill = skills.find(|(_, one)| one.path == change.skill);
        let place = |member: &str| format!("changes[{index}].{member}");
        let Some((at, skill)) = skill else {
            let message = format!("no skill of the catalog has the path {:?}", change.skill);
            return Err(ArgumentError::new(place("skill"), message));
        };
        let Some(setting) = BudgetSetting::of(&change.setting) else {
            let message = format!("is {:?}, which no plan has", change.setting);
            return Err(ArgumentError::new(place("setting"), message));
        };
        steps.push(Step {
            skill,
            index: at,
            setting,
            means: change.means,
            text: change.description.clone().unwrap_or_default(),
            paths: change.paths.clone(),
        });
    }
    Ok(steps)
}

/// Returns the host and the edition of a request.
pub(crate) fn choice(
    host: &HostChoice,
    edition: Option<&str>,
) -> Result<HostChoice, ArgumentError> {
    // In this request the host is a member, not an item of a list, so the error names the member.
    let inside = |error: ArgumentError| match error.argument.strip_prefix("hosts[0].") {
        Some(member) => ArgumentError {
            argument: member.to_owned(),
            ..error
        },
        None => error,
    };
    let both = match (&host.edition, edition) {
        (Some(named), Some(edition)) if named != edition => {
            let message =
                format!("is {edition:?}, and the host names {named:?}; give the edition once");
            return Err(ArgumentError::new("edition", message));
        }
        (named, edition) => named.as_deref().or(edition),
    };
    let choice = HostChoice {
        host: host.host.clone(),
        edition: both.map(str::to_owned),
    };
    hosts::choices(std::slice::from_ref(&choice)).map_err(inside)?;
    Ok(choice)
}

/// Returns the cached plan of the last request, or makes a plan.
pub(crate) fn plan(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    request: &BudgetPlanRequest,
    keep: &[String],
    cache: &PlanCache,
) -> BudgetPlan {
    let made_from = PlanInputs::new(pipeline, inputs, request);
    let edit = |plan: &BudgetPlan, file: &str| {
        let changes = plan.changes.iter().filter(|change| change.file == file);
        let changes: Vec<_> = changes.cloned().collect();
        let catalog = pipeline.catalog(inputs);
        let steps = steps(&catalog, &changes).ok()?;
        made_files(pipeline, inputs, &steps)
            .files
            .get(file)
            .cloned()
    };
    if let Some(plan) = cache.get(pipeline, inputs, &made_from, edit) {
        return plan;
    }
    let edited = cache.prepare(pipeline, inputs, &made_from);
    let plan = new_plan(pipeline, inputs, request, keep, (cache, &edited));
    cache.insert(inputs.tree, made_from, &plan);
    plan
}

/// Makes a plan and checks it with the emulated host. If the host does not read an edit as
/// expected, makes a new plan without this edit. `edited` has the paths of the files that were edited
/// since the last plan.
fn new_plan(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    request: &BudgetPlanRequest,
    keep: &[String],
    (cache, edited): (&PlanCache, &HashSet<String>),
) -> BudgetPlan {
    let catalog = pipeline.catalog(inputs);
    let whole = in_window(pipeline, inputs, LARGEST_WINDOW, &catalog, trial::list);
    if let Some(copy) = &mut *cache.copy.borrow_mut() {
        copy.follow(inputs.tree, edited);
    }
    let known = cache.trial.take();
    let mut trial = Trial::new(pipeline, inputs, request, keep, &catalog, known);
    trial.whole_costs = trial.whole_costs_in(&whole);
    let before = trial.unchanged.report;
    let fits = trial.fits_unchanged();
    let mut plan = BudgetPlan {
        host: pipeline.key().0.to_owned(),
        label: hosts::label(pipeline.key().0).to_owned(),
        edition: pipeline.key().1.to_owned(),
        window: inputs.environment.context_window,
        budget: before.budget,
        before,
        after: before,
        fits,
        solved: fits,
        changes: Vec::new(),
        files: Rc::default(),
        unchangeable: trial.unchangeable(),
        fits_from: (whole.is_whole(&catalog))
            .then(|| fits_from(pipeline, inputs, whole.report.cost))
            .flatten(),
    };
    for _ in 0..if fits { 0 } else { MAX_ROUNDS } {
        let Some(chosen) = Search::new(&mut trial, &mut cache.search.borrow_mut()).run() else {
            break;
        };
        let steps = trial.steps(&chosen);
        let proof = prove::prove(
            pipeline,
            inputs,
            &mut trial,
            &chosen,
            &steps,
            &mut cache.copy.borrow_mut(),
        );
        if proof.misread.is_empty() {
            if proof.fits {
                let unit = before
                    .budget
                    .map_or(BudgetUnit::Characters, |budget| budget.unit);
                plan.solved = true;
                plan.after = proof.report;
                plan.files = proof.files;
                plan.changes = trial.changes(&steps, unit);
            }
            break;
        }
        trial.rule_out(&proof.misread, &steps);
    }
    plan.unchangeable = trial.unchangeable();
    cache.trial.replace(trial.into_state());
    plan
}

/// The largest context window in tokens that is tried.
const LARGEST_WINDOW: i64 = 1_000_000_000;

/// Calls `ask` with the host and its view of a catalog in a context window of `window` tokens.
fn in_window<T>(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    window: i64,
    catalog: &Catalog,
    ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
) -> T {
    let environment = Environment {
        context_window: Some(window),
        ..inputs.environment.clone()
    };
    let view = View {
        tree: inputs.tree,
        environment: &environment,
        catalog,
        memory: &Memory::default(),
    };
    ask(pipeline.host(), &view)
}

/// Returns the smallest context window, in tokens, with which the host's list shows every listed
/// skill with its whole description. Returns `None` if a window of one token is enough.
///
/// Callers have already checked that the list shows all descriptions with the window
/// [`LARGEST_WINDOW`]. `cost` is the cost of the list with this largest window.
fn fits_from(pipeline: &HostPipeline, inputs: Inputs<'_>, cost: u64) -> Option<i64> {
    let catalog = pipeline.catalog(inputs);
    let nothing = Catalog::empty(&catalog);
    let fits = |window: i64| {
        let is_whole = |host: &dyn Host, view: &View<'_>| host.lists_all_whole(view, MAIN_AGENT);
        in_window(pipeline, inputs, window, &catalog, is_whole)
    };
    if fits(1) {
        return None;
    }
    // The list rarely fits into a smaller budget than its cost without a budget. So the windows around that cost are
    // tried first, because a list of many skills takes long.
    let has_room = |window: i64| {
        let empty = in_window(pipeline, inputs, window, &nothing, trial::list);
        let budget = empty.report.budget;
        budget.is_none_or(|budget| budget.limit >= cost)
    };
    let expected = smallest((1, LARGEST_WINDOW), has_room);
    let mut range = (1, LARGEST_WINDOW);
    for window in [expected - 1, expected] {
        if range.0 < window && window < range.1 {
            if fits(window) {
                range.1 = window;
            } else {
                range.0 = window;
            }
        }
    }
    Some(smallest(range, fits))
}

/// Returns the smallest window in a range for which `is_enough` returns true. The function must
/// return true for the end of the range, and false for its start.
fn smallest((mut low, mut high): (i64, i64), is_enough: impl Fn(i64) -> bool) -> i64 {
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}
