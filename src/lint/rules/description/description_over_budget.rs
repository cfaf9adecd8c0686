//! `description-over-budget`: the descriptions of all skills are longer than a host's list has room for.
//!
//! Fix: none, since only the user knows which skills are not needed.

use super::cuts::{Cut, Limit};
use super::place::{at_description, description};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostNames;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-over-budget",
    Severity::Warning,
    "the descriptions of all skills are longer than a host's list has room for",
);

/// Finds a description that hosts cut or leave out for want of room beside the other skills.
pub(super) fn check(context: &SkillContext<'_>, cuts: &[Cut<'_>], found: &mut Vec<Diagnostic>) {
    for cut in cuts.iter().filter(|cut| cut.limit == Limit::Budget) {
        let hosts = || cut.hosts.iter().copied();
        let names = HostNames::of(hosts());
        let lists = names.verb("list", "lists");
        let have = names.verb("has", "have");
        let length = description(context).unwrap_or_default().chars().count();
        let missing = match cut.by {
            Some(by) if by >= length => "the description beside the other skills".to_owned(),
            Some(by) => {
                format!("{by} of the description's {length} characters beside the other skills")
            }
            None => "the skill beside the others".to_owned(),
        };
        let message = format!("the {lists} of {names} {have} no room for {missing}");
        let help = "Shorten the descriptions of all skills, or disable skills that are not needed.";
        found.push(at_description(context, &RULE, message, help).concerning(hosts()));
    }
}
