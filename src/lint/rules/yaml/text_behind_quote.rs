//! `text-behind-quote`: text follows the quote that ends a value.
//!
//! Fix: escapes the quotes inside, moves the closing quote to the end, or puts the value in other
//! quotes. The first of these forms that all parsers of the frontmatter understand is used. The fix
//! is safe if it changes nothing for a host that loads the skill and loses no text of the author.
//! It is unsafe otherwise.

use std::ops;

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::repair::{Repair, indented};
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "text-behind-quote",
    Severity::Warning,
    "text follows the closing quote of a value",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a field whose value begins with a quoted text but continues after the
/// closing quote. `closing` is the byte offset of the closing quote from the start of the value.
pub fn fault(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    quote: char,
    closing: usize,
) -> YamlFault {
    let text = context.text;
    let value = member.value_bytes.clone();
    let written = &text[value.clone()];
    let after = value.start + closing + 1;
    let tail = &text[after..value.end];
    let on_same_line = !tail
        .trim_start_matches([' ', '\t'])
        .starts_with(['\n', '\r']);
    let escaped = |part: ops::Range<usize>| -> Vec<Edit> {
        let inner = text[part.clone()].char_indices();
        inner
            .filter(|(at, character)| {
                *character == quote && !(quote == '"' && text[..part.start + at].ends_with('\\'))
            })
            .map(|(at, _)| {
                (
                    part.start + at..part.start + at,
                    if quote == '"' { "\\" } else { "'" }.to_owned(),
                )
            })
            .collect()
    };
    // A quote directly before a word opens quoted text. A quote directly after a word closes it.
    let opens = tail.starts_with(|next: char| next.is_alphanumeric());
    let mut repairs = Vec::new();
    if tail.trim() == "," {
        // As in JSON, only a comma follows the quote.
        let edits = vec![(after..value.end, String::new())];
        repairs.push(Repair::new("Remove the comma", edits));
    }
    if written.ends_with(quote) && written.len() > closing + 1 && opens {
        let mut edits = indented(text, &value);
        edits.extend(escaped(value.start + 1..value.end - 1));
        repairs.push(Repair::new("Escape the quotes inside", edits));
    }
    let mut moved = vec![(after - 1..after, String::new())];
    moved.extend(indented(text, &value));
    moved.extend(escaped(after..value.end));
    moved.push((value.end..value.end, quote.to_string()));
    let moved = Repair::new("Move the closing quote to the end", moved);
    let around = Repair::new("Put all of it in quotes", in_quotes(text, &value));
    if on_same_line && closing < tail.trim().len() {
        repairs.extend([around, moved]);
    } else {
        repairs.extend([moved, around]);
    }
    YamlFault {
        rule: &RULE,
        bytes: after + (tail.len() - tail.trim_start().len())..value.end,
        message: format!("text follows the closing quote of `{}`", member.key),
        help: "Put all of the text inside the quotes, with `\\\"` for each quote in it.",
        repairs,
        related: Vec::new(),
    }
}

/// Returns the fault of a value that has text after its closing quote. The value is in a list or a
/// mapping.
pub fn below(member: &Member<'_>, bytes: ops::Range<usize>, edits: Vec<Edit>) -> YamlFault {
    let is = "does not end where its quote does";
    YamlFault::below(&RULE, member, bytes, is, edits)
}
