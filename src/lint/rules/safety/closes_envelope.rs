//! `closes-envelope`: a closing tag ends the element that a host puts around a skill.
//!
//! Fix: none, because only the author knows how to write the text without the tag.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostEdition, HostNames};
use std::ops;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "closes-envelope",
    Severity::Warning,
    "a tag ends the element that a host puts around a skill",
    &[Run::Skill(|skill, found| check(skill, found))],
);

/// Reports tags that would end the element that a host puts around the description or the text.
pub(super) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    if !context.text.contains("</") {
        return;
    }
    let description = context
        .member("description")
        .map(|member| member.value_bytes.clone());
    let mut tags: Vec<(&str, ops::Range<usize>, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let envelope = verdict.pipeline.host().format().envelope();
        let in_list = envelope.list.iter().filter_map(|tag| {
            let within = description.clone()?;
            Some((*tag, closing(context.text, tag, within)?))
        });
        let in_text = envelope
            .text
            .iter()
            .filter_map(|tag| Some((*tag, closing(context.text, tag, context.body.clone())?)));
        for (tag, bytes) in in_list.chain(in_text) {
            match tags
                .iter_mut()
                .find(|(known, at, _)| (*known, at) == (tag, &mut bytes.clone()))
            {
                Some((.., hosts)) => hosts.push(verdict.host_edition()),
                None => tags.push((tag, bytes, vec![verdict.host_edition()])),
            }
        }
    }
    for (tag, bytes, hosts) in tags {
        let names = HostNames::of(hosts.iter().copied());
        let message = format!(
            "</{tag}> ends the element that {names} {} around the skill; the text after it is no longer part of the skill",
            names.verb("puts", "put")
        );
        found.push(
            Diagnostic::new(&RULE, context.path, context.range(bytes), message)
                .help("Write the tag another way, such as without its angle brackets.")
                .concerning(hosts),
        );
    }
}

/// Returns the byte range of the first closing tag with the name `tag` in a range of the text;
/// `None` if there is no such tag.
fn closing(text: &str, tag: &str, within: ops::Range<usize>) -> Option<ops::Range<usize>> {
    let wanted = format!("</{tag}");
    text[within.clone()]
        .match_indices(&wanted)
        .find_map(|(at, _)| {
            let start = within.start + at;
            let rest = &text[start + wanted.len()..];
            let spaces = rest.len() - rest.trim_start().len();
            let end = start + wanted.len() + spaces + 1;
            rest.trim_start().starts_with('>').then_some(start..end)
        })
}
