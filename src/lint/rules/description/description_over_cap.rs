//! `description-over-cap`: the description is longer than a host shows of any.
//!
//! Fix: none, since only the author knows what to leave out.

use super::cuts::{Cut, Limit};
use super::place::{at_description, description};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostNames;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-over-cap",
    Severity::Warning,
    "the description is longer than a host shows of any",
);

/// Finds a description that hosts cut when there is no other skill, either.
pub(super) fn check(context: &SkillContext<'_>, cuts: &[Cut<'_>], found: &mut Vec<Diagnostic>) {
    for cut in cuts.iter().filter(|cut| cut.limit == Limit::Cap) {
        let hosts = || cut.hosts.iter().copied();
        let names = HostNames::of(hosts());
        let length = description(context).unwrap_or_default().chars().count();
        let message = format!(
            "{names} {} {} of the {length} characters of the description, whatever else is there",
            names.verb("cuts", "cut"),
            cut.by.unwrap_or_default()
        );
        let help = "Say what it does and when to use it first, and move the rest into the body.";
        found.push(at_description(context, &RULE, message, help).concerning(hosts()));
    }
}
