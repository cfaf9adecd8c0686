//! `line-without-key`: the frontmatter begins with a line that has no key.
//!
//! Fix: turns the lines into comments if there is a description elsewhere; unsafe, because hosts then ignore the text.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::fence::Fence;
use crate::lint::helpers::yaml::lines::lines;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::lint::rules::yaml::missing_blank;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "line-without-key",
    Severity::Warning,
    "the frontmatter begins with a line that has no key",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of lines without a key that precede the first field of the frontmatter.
pub fn fault(context: &SkillContext<'_>, before: &ops::Range<usize>) -> YamlFault {
    let all = lines(context.text, before);
    let line = all
        .iter()
        .find(|line| !context.slice(line).trim().is_empty());
    let line = line.unwrap_or(before).clone();
    if let Some(fault) = missing_blank::find(context, &line) {
        return fault;
    }
    // If there is no description elsewhere, the lines before the first key may be the description.
    let filled = all
        .iter()
        .filter(|line| !context.slice(line).trim().is_empty());
    let edits = filled.map(|line| (line.start..line.start, "# ".to_owned()));
    let commented = Repair::new("Turn the other lines into comments", edits.collect()).proposed();
    let has_description = context.member("description").is_some();
    YamlFault {
        rule: &RULE,
        bytes: line,
        message: "the frontmatter begins with a line that has no `key: value`".to_owned(),
        help: "Write `name:` and `description:`, and move other text below the frontmatter.",
        repairs: has_description.then_some(commented).into_iter().collect(),
        related: Vec::new(),
    }
}

/// Returns the fault for a code fence around the fields of the frontmatter. The fence is between
/// the frontmatter's delimiters.
pub fn of_fence(fence: &Fence) -> YamlFault {
    let all = [Some(&fence.open), fence.close.as_ref()];
    let edits = all.into_iter().flatten();
    let edits = edits.map(|line| (line.clone(), String::new())).collect();
    let repair = Repair::new("Remove the fence", edits).losing(Loss::Frame);
    YamlFault {
        rule: &RULE,
        bytes: fence.open.clone(),
        message: "the frontmatter begins with a code fence, which is not a key".to_owned(),
        help: "Remove the lines of the fence from the frontmatter.",
        repairs: vec![repair],
        related: Vec::new(),
    }
}
