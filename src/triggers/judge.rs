//! Ranks the skill that a prompt names among the offered skills.

use super::offered::Offered;
use super::prompts::{Expected, Prompt};
use super::report::{TriggerCompetitor, TriggerResult};
use crate::search::{Hit, Index};

/// The share of the best score that a skill's score must reach, so that the skill counts as a
/// competitor.
const CLOSENESS: f64 = 0.5;

/// The maximum number of returned competitors for one prompt. No host has this limit.
const MAX_COMPETITORS: usize = 5;

pub(super) fn count(results: &[TriggerResult], passed: Option<bool>) -> usize {
    let same = results.iter().filter(|result| result.passed == passed);
    same.count()
}

/// Returns the rank of the skill that a prompt should trigger, and the competitors of this skill.
pub(super) fn judge(prompt: &Prompt, offered: &Offered, index: &Index) -> TriggerResult {
    let hits = index.competing_for(&prompt.text, 0.0);
    let own = prompt.expected.path();
    let is_own = |hit: &&Hit| own == Some(&*hit.path);
    let found = hits.iter().find(is_own);
    // Skills with the same score count as better, because it is unknown which of these skills a model would choose.
    let rank = found.map(|own| {
        let others = hits.iter().filter(|hit| hit.path != own.path);
        1 + others.filter(|hit| hit.score >= own.score).count()
    });
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let least = (best * CLOSENESS).min(found.map_or(best, |own| own.score));
    let competitors = hits
        .iter()
        .filter(|hit| !is_own(hit) && hit.score >= least && hit.score >= best * CLOSENESS)
        .take(MAX_COMPETITORS)
        .map(|hit| TriggerCompetitor {
            path: hit.path.clone(),
            name: hit.name.clone(),
            score: hit.score,
            matched: hit.matched.clone(),
        });
    let passed = match &prompt.expected {
        Expected::Nothing => None,
        // If only one skill is offered, no other skill could rank first, so nothing is judged.
        Expected::Skill { .. } if !prompt.should_trigger && offered.documents.len() < 2 => None,
        Expected::Skill { .. } => Some((rank == Some(1)) == prompt.should_trigger),
        Expected::Unoffered { .. } => Some(!prompt.should_trigger),
        Expected::Unknown { .. } => Some(false),
    };
    TriggerResult {
        prompt: prompt.text.clone(),
        skill: prompt.expected.name().map(str::to_owned),
        path: own.map(str::to_owned),
        should_trigger: prompt.should_trigger,
        place: prompt.place.clone(),
        passed,
        rank,
        score: found.map_or(0.0, |own| own.score),
        matched: found.map_or_else(Vec::new, |own| own.matched.clone()),
        first: hits.first().map(|hit| hit.name.clone()),
        competitors: competitors.collect(),
    }
}
