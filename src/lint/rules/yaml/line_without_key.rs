//! Frontmatter that begins with a line that has no key.
//!
//! Fix: makes comments of the lines where a description stands elsewhere; unsafe, since the text no longer counts.

use std::ops;

use super::fault::Fault;
use super::lines::lines;
use super::missing_blank;
use super::repairs::Repair;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Yaml,
    "line-without-key",
    Severity::Warning,
    "the frontmatter begins with a line that has no key",
);

/// The bytes before the first member.
pub(super) fn fault(context: &SkillContext<'_>, before: &ops::Range<usize>) -> Fault {
    let all = lines(context.text, before);
    let line = all
        .iter()
        .find(|line| !context.slice(line).trim().is_empty());
    let line = line.unwrap_or(before).clone();
    if let Some(fault) = missing_blank::find(context, &line) {
        return fault;
    }
    // Without a description the prose may hold it, and then it is for the author to find.
    let filled = all
        .iter()
        .filter(|line| !context.slice(line).trim().is_empty());
    let edits = filled.map(|line| (line.start..line.start, "# ".to_owned()));
    let commented = Repair::new("Make a comment of what is no field", edits.collect()).proposed();
    let has_description = context.member("description").is_some();
    Fault {
        rule: &RULE,
        bytes: line,
        message: "the frontmatter begins with a line that has no `key: value`".to_owned(),
        help: "Write `name:` and `description:`, and what is no field below the frontmatter.",
        repairs: has_description.then_some(commented).into_iter().collect(),
        related: Vec::new(),
    }
}
