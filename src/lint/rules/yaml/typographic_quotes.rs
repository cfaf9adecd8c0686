//! `typographic-quotes`: a value is in typographic quotes, which YAML reads as letters.
//!
//! Fix: writes YAML quotes; unsafe, because hosts then show the text without the typographic quotes.

use std::ops;

use crate::lint::helpers::yaml::parser::parses;
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "typographic-quotes",
    Severity::Hint,
    "a value is in typographic quotes, which YAML reads as letters",
    &[Run::Frontmatter(check)],
);

/// Pairs of opening and closing quotes that programs write instead of `"` and `'`.
const PAIRS: [(char, char); 4] = [('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»')];

/// Reports descriptions that begin and end with typographic quotes. In names, other rules report such quotes as
/// forbidden characters.
pub fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    for key in ["description", "when_to_use"] {
        let Some(member) = context.member(key) else {
            continue;
        };
        let value = &member.value_bytes;
        let Some(inner) = inside(context.slice(value)) else {
            continue;
        };
        let loading: Vec<_> = context.loading().collect();
        if loading.is_empty() || !parses(context.slice(&member.bytes)) {
            continue;
        }
        let inner = value.start + inner.start..value.start + inner.end;
        let fix = Fix::unsafe_("Put the value in quotes that YAML has");
        let edits = in_quotes(context.text, &inner).into_iter();
        let fix = edits.fold(fix, |fix, (mut bytes, quote)| {
            if bytes.start == inner.start {
                bytes.start = value.start;
            } else if bytes.end == inner.end {
                bytes.end = value.end;
            }
            fix.replace(context.path, &context.places, bytes, quote)
        });
        let message = format!("the quotes around `{key}` are letters to YAML, so models see them");
        found.push(
            Diagnostic::new(&RULE, context.path, context.range(value.clone()), message)
                .help("Write `\"`, or no quotes at all.")
                .concerning(loading)
                .fix(fix),
        );
    }
}

/// Returns the byte range of the text between the typographic quotes at both ends of a line.
/// Returns `None` if the line does not begin and end with such quotes, or if the text between them
/// contains another of these quotes.
fn inside(text: &str) -> Option<ops::Range<usize>> {
    let mut characters = text.chars();
    let (first, last) = (characters.next()?, characters.next_back()?);
    PAIRS.iter().find(|pair| **pair == (first, last))?;
    let inner = first.len_utf8()..text.len() - last.len_utf8();
    let between = &text[inner.clone()];
    let is_plain = !between.trim().is_empty() && !between.contains([first, last, '\n']);
    is_plain.then_some(inner)
}
