//! `unquoted-colon`: a value without quotes contains a colon that is followed by a space.
//!
//! Fix: puts the value in quotes, or writes the text as a block scalar. The first of these forms
//! that all parsers of the frontmatter understand is used. The fix is safe if it changes nothing
//! for a host that loads the skill and loses no text of the author. It is unsafe otherwise.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::first_unindented;
use crate::lint::helpers::yaml::repair::{Repair, as_block};
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "unquoted-colon",
    Severity::Warning,
    "a value without quotes contains a colon, which YAML reads as the end of a key",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of an unquoted value that contains a colon. `colon` is the byte range of the
/// first colon with a space after the colon; `None` if no colon has a space after it.
pub fn fault(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    colon: Option<ops::Range<usize>>,
) -> YamlFault {
    let text = context.text;
    let value = member.value_bytes.clone();
    // A parser may accept the line after the tab as a field of its own instead of as a part of this value.
    let is_ambiguous = text[value.clone()].contains("\n\t");
    let (title, edits) = if !text[value.clone()].contains('\n') {
        ("Put the value in quotes", in_quotes(text, &value))
    } else {
        let style = match first_unindented(context, &value) {
            Some(_) => "|-",
            None => ">-",
        };
        (
            "Put the text into a block",
            as_block(context, &value, style),
        )
    };
    YamlFault {
        rule: &RULE,
        message: format!(
            "the value of `{}` has a colon and a space and is not in quotes",
            member.key
        ),
        help: "Put the value in quotes, or its lines indented below `|-`.",
        bytes: colon.unwrap_or(value),
        repairs: if is_ambiguous {
            Vec::new()
        } else {
            vec![Repair::new(title, edits)]
        },
        related: Vec::new(),
    }
}

/// Returns the fault of an unquoted nested value that contains a colon and a space. The nested
/// value is in the list or mapping of the field `member`.
pub fn below(member: &Member<'_>, bytes: ops::Range<usize>, edits: Vec<Edit>) -> YamlFault {
    let is = "has a colon and a space and is not in quotes";
    YamlFault::below(&RULE, member, bytes, is, edits)
}

/// Returns the range of the first colon that is directly before whitespace or before the end of the
/// value. Returns `None` if there is no such colon.
pub fn colon(text: &str, value: &ops::Range<usize>) -> Option<ops::Range<usize>> {
    let written = &text[value.clone()];
    let mut colons = written.match_indices(':');
    let (at, _) = colons.find(|(at, _)| {
        let rest = &written[at + 1..];
        rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r'])
    })?;
    Some(value.start + at..value.start + at + 1)
}
