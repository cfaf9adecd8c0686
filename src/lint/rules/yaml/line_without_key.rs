//! Frontmatter that begins with a line that has no key.
//!
//! Fix: makes comments of the lines where a description stands elsewhere; unsafe, since the text no longer counts.

use std::ops;

use super::fault::Fault;
use super::lines::lines;
use super::missing_blank;
use super::repairs::Repair;
use crate::lint::kept_words::Loss;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::loose_fields::{self, LooseFields};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Yaml,
    "line-without-key",
    Severity::Warning,
    "the frontmatter begins with a line that has no key",
);

/// Fields with marks around them by which they are none.
pub(super) fn loose(fields: LooseFields) -> Fault {
    let repair = Repair::new(loose_fields::TITLE, fields.edits).losing(Loss::Frame);
    Fault {
        rule: &RULE,
        bytes: fields.first,
        message: "the fields are not written as lines of `key: value` at the left margin"
            .to_owned(),
        help: "Write `name:` and `description:` at the left margin, each with its value after a space.",
        repairs: vec![repair],
        related: Vec::new(),
    }
}

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
