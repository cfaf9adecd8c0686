//! `tag-in-description`: the description holds a tag, and a host's list is made of tags.
//!
//! Fix: none, since only the author knows another way to write it.

use super::place::at_description;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostNames, Verdict};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "tag-in-description",
    Severity::Info,
    "the description holds a tag, and a host's list is made of tags",
);

/// Longest tag, in bytes.
const MAX_TAG: usize = 101;

/// Finds the first tag, for hosts whose list has the description between tags and does not escape it.
pub(super) fn check(context: &SkillContext<'_>, description: &str, found: &mut Vec<Diagnostic>) {
    let tag = description.match_indices('<').find_map(|(start, _)| {
        let rest = &description[start..];
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        let end = rest.bytes().take(MAX_TAG).position(|byte| byte == b'>')?;
        (name.starts_with(|first: char| first.is_ascii_alphabetic())).then(|| &rest[..=end])
    });
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
