//! `unindented-line`: a line that continues a value is not indented.
//!
//! Fix: indents the lines, or writes the text as a block scalar. The first of these forms that all
//! parsers of the frontmatter understand is used. The fix is safe if it changes nothing for a host
//! that loads the skill and loses no text of the author. It is unsafe otherwise.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::{first_unindented, indentation, indentations, lines};
use crate::lint::helpers::yaml::repair::{Repair, as_block, every_line, indented};
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "unindented-line",
    Severity::Warning,
    "a line without a key continues a value and is not indented",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a value in quotes that has an unindented line; `None` if all its lines are
/// indented.
pub fn in_quotes(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let value = &member.value_bytes;
    let edits = indented(context.text, value);
    (!edits.is_empty()).then(|| YamlFault {
        rule: &RULE,
        bytes: first_unindented(context, value).unwrap_or_else(|| value.clone()),
        message: format!(
            "a line continues the value of `{}` and is not indented",
            member.key
        ),
        help: "Indent the lines that continue a value.",
        repairs: vec![Repair::new("Indent the lines", edits)],
        related: Vec::new(),
    })
}

/// Returns the fault of a block scalar with a line that is indented less than the scalar's first
/// line, or not at all; `None` if there is no such line. `header_end` is the byte at which the line
/// of the `|` or `>` ends.
pub fn in_block(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    header_end: usize,
) -> Option<YamlFault> {
    let text = context.text;
    let value = member.value_bytes.clone();
    let body = header_end..value.end;
    let mut levels = indentations(text, &body);
    let wanted = levels.next().unwrap_or_default();
    let edits = if wanted == 0 {
        every_line(text, &body, "  ")
    } else {
        let below = lines(text, &body).into_iter().filter_map(|line| {
            let level = indentation(&text[line.clone()]);
            let is_less = !text[line.clone()].trim().is_empty() && level < wanted;
            is_less.then(|| (line.start..line.start, " ".repeat(wanted - level)))
        });
        below.collect()
    };
    (!edits.is_empty()).then(|| YamlFault {
        rule: &RULE,
        bytes: first_unindented(context, &body).unwrap_or_else(|| value.clone()),
        message: format!(
            "a line of the text of `{}` is indented less than the first",
            member.key
        ),
        help: "Indent all lines of the text alike.",
        repairs: vec![Repair::new("Indent the lines", edits)],
        related: Vec::new(),
    })
}

/// Returns the first unindented line in a value without quotes; `None` if there is no such line.
/// `colon` is the place of a colon that makes the value invalid YAML, as in `a: b: c`. If this
/// colon comes before the unindented line, the result is `None`, because the colon is then the
/// first fault of the value.
pub fn find(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    colon: Option<&ops::Range<usize>>,
) -> Option<ops::Range<usize>> {
    let line = first_unindented(context, &member.value_bytes)?;
    let is_first = colon.is_none_or(|colon| colon.start >= line.start);
    is_first.then_some(line)
}

/// Returns the fault for `line`, an unindented line that follows the unquoted value of a field. The
/// line contains no key, so it continues the value.
pub fn below_plain(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    line: ops::Range<usize>,
) -> YamlFault {
    let text = context.text;
    let value = &member.value_bytes;
    let block = as_block(context, value, "|-");
    let repairs = vec![
        Repair::new("Put the text into a block", block),
        Repair::new("Indent the lines", indented(text, value)),
    ];
    YamlFault {
        rule: &RULE,
        bytes: line,
        message: format!(
            "a line without a key follows `{}`; a line that continues a value must be indented",
            member.key
        ),
        help: "Indent the line, or put the whole text indented below `|-`.",
        repairs,
        related: Vec::new(),
    }
}
