//! `unfilled-placeholder`: a placeholder that a host fills in is plain text in others.
//!
//! Fix: none, since only the author can say in words what stands there.

use super::substitutions::{Substitutions, others};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostNames;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "unfilled-placeholder",
    Severity::Info,
    "a placeholder that a host fills in is plain text in others",
);

/// Finds the first placeholder that somebody meant, where a host that has the skill leaves it.
pub(super) fn check(
    context: &SkillContext<'_>,
    substitutions: &Substitutions<'_, '_>,
    found: &mut Vec<Diagnostic>,
) {
    let arguments = substitutions.arguments.iter();
    let named = arguments.filter(|(bytes, _)| substitutions.is_named(**bytes));
    let meant = named.chain(&substitutions.variables);
    let Some(((start, end), hosts)) = meant.min_by_key(|(bytes, _)| **bytes) else {
        return;
    };
    let others = others(context, hosts);
    if others.is_empty() {
        return;
    }
    let text = substitutions.text;
    let written = &text.text[*start..*end];
    let filling = HostNames::of(hosts.iter().map(|verdict| verdict.who()));
    let showing = HostNames::of(others.iter().map(|verdict| verdict.who()));
    let message = format!(
        "{filling} {} in {written}; {showing} {} it as it is",
        filling.verb("fills", "fill"),
        showing.verb("shows", "show")
    );
    let range = text.range(*start..*end);
    found.push(
        Diagnostic::new(&RULE, context.path, range, message)
            .help("Say in words what stands there, so that a model that sees the placeholder knows what is meant.")
            .concerning(others.iter().map(|verdict| verdict.who())),
    );
}
