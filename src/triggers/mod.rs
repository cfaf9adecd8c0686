//! Triggers: reports for each prompt of a list whether the right skill ranks first, which skills compete with that
//! skill, and which words decide. No model is called.
//!
//! No host has such a check: a host shows its list to a model, and the model chooses. The ranking is that of
//! [`search`](crate::search) over the names and the descriptions in the host's list.
//!
//! ```
//! use skillglass::triggers::TriggersRequest;
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! let skill = "/repo/.agents/skills/pdf";
//! workspace.write(&format!("{skill}/SKILL.md"), "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
//! let prompts = r#"[{"query": "fill in the tax form", "should_trigger": true}]"#;
//! workspace.write(&format!("{skill}/evals/eval_queries.json"), prompts)?;
//!
//! let report = workspace.triggers(&TriggersRequest::default())?;
//! assert_eq!((report.passed, report.judged), (1, 1));
//! assert_eq!(report.results[0].rank, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod judge;
mod offered;
mod prompts;
mod read;
mod report;
mod requests;

pub use crate::model::request_form::RequestFormat;
pub use report::{
    SkillTriggers, TriggerCompetitor, TriggerConfusion, TriggerFinding, TriggerFindingCode,
    TriggerPlace, TriggerPrompt, TriggerResult, TriggerWord, TriggersReport, TriggersRequest,
};
pub use requests::{HostRequest, RequestOptions, RequestSkill, RequestTool};

use std::collections::BTreeMap;

use crate::model::argument::ArgumentError;
use crate::search::Index;
use crate::sort;
use crate::workspace::Workspace;

use judge::{count, judge};
use offered::Offered;

impl Workspace {
    /// Ranks the skills that a host offers to its model for each prompt, and reports whether the right skill is first. The
    /// [module](crate::triggers) has an example.
    ///
    /// # Errors
    /// Returns an error if the host or edition is unknown, if a requested file does not exist, or
    /// if a prompt of the request names a skill that the host does not load.
    pub fn triggers(&self, request: &TriggersRequest) -> Result<TriggersReport, ArgumentError> {
        let offered = Offered::of(self, request.host.as_ref())?;
        let (prompts, mut findings) = prompts::collect(self, request, &offered)?;
        let index = Index::new(&offered.documents);
        let results: Vec<TriggerResult> = (prompts.iter())
            .map(|prompt| judge(prompt, &offered, &index))
            .collect();
        for (number, result) in results.iter().enumerate() {
            findings.extend(finding(number, result, &offered));
        }
        let mut skills = by_skill(&results, &offered);
        let passed_with_words = advice::add_words(&mut skills, &results, &prompts, &offered);
        Ok(TriggersReport {
            host: offered.host.clone(),
            edition: offered.edition.clone(),
            passed: count(&results, Some(true)),
            judged: results.len() - count(&results, None),
            passed_with_words,
            confusions: confusions(&results),
            results,
            skills,
            findings,
        })
    }
}

/// Returns the finding about a prompt whose skill does not rank as the prompt expects. Returns
/// `None` if the skill ranks as expected or is not offered to the model.
fn finding(number: usize, result: &TriggerResult, offered: &Offered) -> Option<TriggerFinding> {
    let skill = result.skill.as_deref()?;
    // A skill that is not offered already has another finding.
    offered.number(result.path.as_deref()?)?;
    if result.passed != Some(false) {
        return None;
    }
    let (code, message, help) = match (&result.first, result.rank) {
        (_, Some(1)) => (
            TriggerFindingCode::WronglyFirst,
            format!("{skill} ranks first for a prompt that should not trigger it"),
            "Say in the description what the skill is not for, in other words than this prompt's, or use narrower words.",
        ),
        (Some(first), Some(rank)) if first != skill => (
            TriggerFindingCode::NotFirst,
            format!("{skill} ranks {rank}; {first} is first"),
            "Add words of the prompt to the description, or take them from the other skill's.",
        ),
        (Some(_), Some(_)) => (
            TriggerFindingCode::NotFirst,
            format!("{skill} shares the first rank with another skill"),
            "Add words of the prompt to the description that the other skill does not have.",
        ),
        (_, _) => (
            TriggerFindingCode::NotFirst,
            format!("no word of the prompt is in what the host shows of {skill}"),
            "Add words of the prompt to the description.",
        ),
    };
    Some(TriggerFinding {
        code,
        message,
        help: help.to_owned(),
        place: result.place.clone(),
        prompt: Some(number),
    })
}

/// Returns the results for each skill that at least one prompt names, sorted by the skill's name.
fn by_skill(results: &[TriggerResult], offered: &Offered) -> Vec<SkillTriggers> {
    let mut skills: BTreeMap<(&str, Option<&str>), SkillTriggers> = BTreeMap::new();
    for result in results {
        let (Some(name), Some(passed)) = (result.skill.as_deref(), result.passed) else {
            continue;
        };
        let key = (name, result.path.as_deref());
        let skill = skills.entry(key).or_insert_with(|| SkillTriggers {
            name: name.to_owned(),
            path: result.path.clone(),
            offered: (result.path.as_deref()).is_some_and(|path| offered.number(path).is_some()),
            ..SkillTriggers::default()
        });
        let (of, right) = if result.should_trigger {
            (&mut skill.should, &mut skill.should_passed)
        } else {
            (&mut skill.should_not, &mut skill.should_not_passed)
        };
        *of += 1;
        *right += usize::from(passed);
    }
    skills.into_values().collect()
}

/// Returns the pairs of an expected skill and the skill that ranks first instead, the most frequent pair first.
fn confusions(results: &[TriggerResult]) -> Vec<TriggerConfusion> {
    let mut counts: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
    for result in results {
        let is_wrong = result.passed == Some(false) && result.should_trigger;
        if let Some(expected) = result.skill.as_deref().filter(|_| is_wrong) {
            let first = result.first.as_deref().filter(|first| *first != expected);
            let tied = || result.competitors.first().map(|other| &*other.name);
            *counts.entry((expected, first.or_else(tied))).or_default() += 1;
        }
    }
    let counts = counts.into_iter();
    let mut confusions: Vec<_> = counts
        .map(|((expected, first), prompts)| TriggerConfusion {
            expected: expected.to_owned(),
            first: first.map(str::to_owned),
            prompts,
        })
        .collect();
    sort::by(&mut confusions, |one, other| {
        let key = |one: &TriggerConfusion| (one.expected.clone(), one.first.clone());
        (other.prompts.cmp(&one.prompts)).then_with(|| key(one).cmp(&key(other)))
    });
    confusions
}
