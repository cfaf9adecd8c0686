//! `tag-in-description`: the description holds a tag, and a host's list is made of tags or the host takes none.
//!
//! Fix: none, since only the author knows another way to write it.

use super::place::at_description;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostNames, Verdict};
use crate::text::tag::first_tag;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "tag-in-description",
    Severity::Info,
    "the description holds a tag, and a host's list is made of tags",
);

/// A skill that hosts drop for it, with the message and help of one.
pub(in crate::lint) fn explain(
    context: &SkillContext<'_>,
    (message, help): (&str, &str),
) -> Diagnostic {
    at_description(context, &RULE, message, help)
}

/// Finds the first tag, for hosts whose list has the description between tags and does not escape it.
pub(super) fn check(context: &SkillContext<'_>, description: &str, found: &mut Vec<Diagnostic>) {
    let tag = first_tag(description);
    let hosts: Vec<_> = (context.verdicts.iter())
        .filter(|verdict| !verdict.pipeline.host().format().envelope().list.is_empty())
        .map(Verdict::who)
        .collect();
    if let Some(tag) = tag.filter(|_| !hosts.is_empty()) {
        let names = HostNames::of(hosts.iter().copied());
        let message = format!(
            "the description holds {tag}, and {names} {} it between tags as it is",
            names.verb("puts", "put")
        );
        let help = "Write it without angle brackets, such as `NAME` for `<name>`.";
        found.push(at_description(context, &RULE, message, help).concerning(hosts));
    }
}
