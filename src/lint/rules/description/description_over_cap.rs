//! `description-over-cap`: the description is longer than the maximum that a host shows.
//!
//! Fix: none, because only the author knows what to leave out.

use crate::lint::helpers::cuts::{Cut, Limit};
use crate::lint::helpers::description::{at_description, description};
use crate::lint::prelude::*;
use crate::lint::rules::description::description_too_long;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "description-over-cap",
    Severity::Warning,
    "the description is longer than the maximum that a host shows",
    &[Run::Skill(check)],
);

/// Reports a description that hosts truncate even if no other skill is installed.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    for cut in skill.cuts.iter().filter(|cut| cut.limit == Limit::Cap) {
        let hosts = || cut.hosts.iter().copied();
        let names = HostNames::of(hosts());
        let (length, what) = match description(skill) {
            Some(own) => (own.chars().count(), "of the description"),
            // If there is no description, a host shows another text instead, and truncates that text.
            None => (shown(skill, cut), "shown in place of a description"),
        };
        let message = format!(
            "{names} {} {} of the {length} characters {what}, even without other skills",
            names.verb("cuts", "cut"),
            cut.by.unwrap_or_default()
        );
        let help = "Say what it does and when to use it first, and move the rest into the body.";
        let mut one = at_description(skill, &RULE, message, help).concerning(hosts());
        // The other rule already asks the author to shorten the same text.
        if description_too_long::RULE.is_among(found) {
            one.severity = Severity::Info;
        }
        found.push(one);
    }
}

/// Returns the length of the text that a host shows for a skill without a description, such as the
/// first paragraph of the body. The length is in characters, and includes the characters that the
/// host cuts off. The host is one of the hosts in `cut`.
fn shown(context: &SkillContext<'_>, cut: &Cut<'_>) -> usize {
    let mut verdicts = context.verdicts.iter();
    let cutting = verdicts.find(|verdict| cut.hosts.contains(&verdict.host_edition()));
    let description = cutting.and_then(|verdict| verdict.cell.description.as_deref());
    description.map_or(0, |text| text.chars().count())
}
