//! Computes the symptoms of problems with a skill from the counts of the skill's outcomes.

use super::report::{SkillUsage, UsageSymptom, UsageSymptomKind};
use crate::sort;

/// The squared 97.5 % point of the normal distribution, for confidence intervals of 95 %.
const Z2: f64 = 3.841_458_820_694_124;

/// Returns the lower end of Wilson's 95 % confidence interval of the rate `count / of`. More cases
/// give more certainty, so the result is higher for the rate 20/20 than for the rate 1/1.
fn lower_end(count: usize, of: usize) -> f64 {
    if of == 0 {
        return 0.0;
    }
    let (count, of) = (count as f64, of as f64);
    let rate = count / of;
    let middle = rate + Z2 / (2.0 * of);
    let width = (Z2 * (rate * (1.0 - rate) / of + Z2 / (4.0 * of * of))).sqrt();
    ((middle - width) / (1.0 + Z2 / of)).max(0.0)
}

/// Computes the symptoms and the score of a skill from its counts, and adds both to the skill.
pub(super) fn judge(skill: &mut SkillUsage) {
    let uses = skill.chosen + skill.named;
    let seen = skill.offered + skill.not_found;
    let ignored = if skill.chosen + skill.failed == 0 {
        skill.offered
    } else {
        0
    };
    let (by_name, never) = if skill.named > 0 {
        (ignored, 0)
    } else {
        (0, ignored)
    };
    let cases = [
        (
            UsageSymptomKind::Failing,
            100.0,
            skill.failed,
            skill.failed + uses,
        ),
        (UsageSymptomKind::NotFound, 90.0, skill.not_found, seen),
        (UsageSymptomKind::Cut, 60.0, skill.cut, skill.offered),
        (
            UsageSymptomKind::Lost,
            50.0,
            skill.lost,
            uses.max(skill.lost),
        ),
        (UsageSymptomKind::OnlyByName, 40.0, by_name, skill.offered),
        (UsageSymptomKind::Never, 30.0, never, skill.offered),
    ];
    for (kind, weight, count, of) in cases {
        if count > 0 {
            skill.symptoms.push(UsageSymptom {
                kind,
                count,
                of,
                score: (weight * lower_end(count, of)).round() as u32,
                message: message(kind, count, of, skill.path.is_some()),
            });
        }
    }
    sort::by(&mut skill.symptoms, |one, other| {
        (other.score, one.kind).cmp(&(one.score, other.kind))
    });
    skill.score = skill.symptoms.first().map_or(0, |sign| sign.score);
}

fn message(kind: UsageSymptomKind, count: usize, of: usize, is_there: bool) -> String {
    match kind {
        UsageSymptomKind::Failing if !is_there => format!(
            "{count} of {of} calls failed, and the tree has no skill with this name. Install it, or remove its mentions"
        ),
        UsageSymptomKind::Failing => {
            format!("{count} of {of} calls failed. Try the call in the host, and read its error")
        }
        UsageSymptomKind::NotFound => format!(
            "The model was not offered the skill in {count} of {of} turns. `skillglass explain` shows why"
        ),
        UsageSymptomKind::Cut => format!(
            "The description was cut in {count} of {of} turns. `skillglass budget` shows what to shorten"
        ),
        UsageSymptomKind::Lost => format!(
            "A compaction removed the text after {count} of {of} uses. Make the text shorter, or load it again"
        ),
        UsageSymptomKind::OnlyByName => format!(
            "The model never used the skill in {count} of {of} turns; only the user named it. Name its occasions in the description"
        ),
        UsageSymptomKind::Never => format!(
            "Nobody used the skill in {count} of {of} turns. Name its occasions in the description, or remove it"
        ),
    }
}
