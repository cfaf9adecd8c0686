//! `unfilled-placeholder`: a placeholder that a host fills in is only plain text in other hosts.
//!
//! Fix: none, because only the author can express the value in words.

use crate::lint::helpers::substitutions::others;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "unfilled-placeholder",
    Severity::Info,
    "a placeholder that a host fills in is plain text in others",
    &[Run::Skill(check)],
);

/// Reports the first placeholder that some hosts replace with a value while other hosts show it as
/// text. Hosts that do not load the skill are ignored.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(substitutions) = &skill.substitutions else {
        return;
    };
    let arguments = substitutions.arguments.iter();
    let named = arguments.filter(|(bytes, _)| substitutions.is_named(**bytes));
    let meant = named.chain(&substitutions.variables);
    let Some(((start, end), hosts)) = meant.min_by_key(|(bytes, _)| **bytes) else {
        return;
    };
    let others = others(skill, hosts);
    if others.is_empty() {
        return;
    }
    let text = substitutions.text;
    let written = &text.text[*start..*end];
    let filling = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
    let showing = HostNames::of(others.iter().map(|verdict| verdict.host_edition()));
    let message = format!(
        "{filling} {} in {written}; {showing} {} it as it is",
        filling.verb("fills", "fill"),
        showing.verb("shows", "show")
    );
    let range = text.range(*start..*end);
    found.push(
        Diagnostic::new(&RULE, skill.path, range, message)
            .help("Describe in words what the placeholder means, because in some hosts the model sees only the placeholder.")
            .concerning(others.iter().map(|verdict| verdict.host_edition())),
    );
}
