//! `tag-in-description`: the description contains a tag, which a host forbids or puts between tags of its own.
//!
//! Fix: none, because only the author knows how to write the description without the tag.

use crate::lint::helpers::description::at_description;
use crate::lint::prelude::*;
use crate::model::catalog::FaultCode;
use crate::text::tag::first_tag;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "tag-in-description",
    Severity::Info,
    "the description holds a tag, and a host's list is made of tags",
    &[
        Run::Fault(FaultCode::DescriptionInvalid, explain),
        Run::Skill(check),
    ],
);

/// Returns the finding for hosts that drop the skill because of a tag in the description. If
/// several hosts drop the skill, the message and the help are from the first of these hosts.
pub fn explain(dropped: &Dropped<'_, '_>) -> Diagnostic {
    let (message, help) = dropped.words();
    at_description(dropped.context, &RULE, message, help)
}

/// Reports the first tag in the description if a host puts the description between its own tags without escaping it.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let description = skill.words.as_ref().map_or("", |words| words.description);
    let tag = first_tag(description);
    let hosts: Vec<_> = (skill.verdicts.iter())
        .filter(|verdict| !verdict.pipeline.host().format().envelope().list.is_empty())
        .map(Verdict::host_edition)
        .collect();
    if let Some(tag) = tag.filter(|_| !hosts.is_empty()) {
        let names = HostNames::of(hosts.iter().copied());
        let message = format!(
            "the description holds {tag}, and {names} {} it between tags as it is",
            names.verb("puts", "put")
        );
        let help = "Write it without angle brackets, such as `NAME` for `<name>`.";
        found.push(at_description(skill, &RULE, message, help).concerning(hosts));
    }
}
