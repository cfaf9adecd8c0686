//! `leading-indicator`: a value begins with a character that has a special meaning in YAML.
//!
//! Fix: puts the value in quotes, indents its lines, or begins its text on a new line. The first of
//! these forms that all parsers of the frontmatter understand is used. The fix is safe if it
//! changes nothing for a host that loads the skill and loses no text of the author. It is unsafe
//! otherwise.

use std::ops;

use serde::de::IgnoredAny;

use crate::lint::helpers::yaml::fault::{TEXTS, YamlFault};
use crate::lint::helpers::yaml::parser::parses;
use crate::lint::helpers::yaml::repair::{Repair, indented};
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;
use crate::lint::rules::yaml::bad_escape;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "leading-indicator",
    Severity::Warning,
    "a value begins with a character that means something else to YAML",
    &[Run::Search(Search::Yaml), Run::Frontmatter(check)],
);

/// Returns the fault of a value that begins with `[` or `{`, so that YAML reads it as a list or a mapping.
pub fn flow(context: &SkillContext<'_>, member: &Member<'_>) -> YamlFault {
    let text = context.text;
    let value = member.value_bytes.clone();
    if let Some(fault) = bad_escape::find(context, member) {
        return fault;
    }
    let first = &text[value.start..value.start + 1];
    let mut repairs = Vec::new();
    if !text[value.clone()].contains('\n') {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let indent = indented(text, &value);
    if !indent.is_empty() {
        repairs.insert(0, Repair::new("Indent the lines", indent));
    }
    YamlFault {
        rule: &RULE,
        bytes: value.start..value.start + 1,
        message: format!(
            "the value of `{}` begins with `{first}`, which YAML reads as the start of a {}",
            member.key,
            if first == "[" { "list" } else { "mapping" }
        ),
        help: "Put a value that is text in quotes.",
        repairs,
        related: Vec::new(),
    }
}

/// Returns the fault of a block scalar with text on the line of its `|` or `>`; `None` if that line
/// has no text except a comment.
pub fn text_after_indicator(
    context: &SkillContext<'_>,
    member: &Member<'_>,
    header_end: usize,
) -> Option<YamlFault> {
    let text = context.text;
    let value = member.value_bytes.clone();
    let header = text[value.start..header_end].trim_end();
    let mark = header.len()
        - header[1..]
            .trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            .len();
    let rest = header[mark..].trim_start();
    if rest.is_empty() || rest.starts_with('#') {
        return None;
    }
    let from = value.start + header.len() - rest.len();
    let gap = value.start + mark..from;
    let mut edits = vec![(gap, format!("{}  ", context.line_end()))];
    edits.extend(indented(text, &(header_end..value.end)));
    Some(YamlFault {
        rule: &RULE,
        bytes: value.start..value.start + 1,
        message: format!(
            "text follows the `{}` that the value of `{}` begins with",
            &header[..1],
            member.key
        ),
        help: "Put the text on the lines below, indented, or put it in quotes.",
        repairs: vec![
            Repair::new("Begin the text on a line of its own", edits),
            Repair::new("Put the value in quotes", in_quotes(text, &value)),
        ],
        related: Vec::new(),
    })
}

/// Returns the fault of a value without quotes; `None` if its first character has no special meaning in YAML.
pub fn plain(context: &SkillContext<'_>, member: &Member<'_>, first: char) -> Option<YamlFault> {
    let text = context.text;
    let value = member.value_bytes.clone();
    let written = &text[value.clone()];
    let mut repairs = Vec::new();
    if !written.contains('\n') {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let alone = format!("k: {}", written.lines().next().unwrap_or_default());
    let meaning = match first {
        '*' => Some("a reference to an anchor"),
        '&' => Some("an anchor"),
        '!' => Some("a type"),
        '@' | '`' => Some("a reserved character"),
        '%' => Some("a directive"),
        ',' | ']' | '}' => Some("the next item of a list"),
        '-' | '?' | ':' => Some("the start of an entry"),
        '#' => Some("a comment"),
        _ => None,
    };
    let meaning = meaning.filter(|_| serde_yaml::from_str::<IgnoredAny>(&alone).is_err())?;
    Some(YamlFault {
        rule: &RULE,
        bytes: value.start..value.start + first.len_utf8(),
        message: format!(
            "the value of `{}` begins with `{first}`, which YAML reads as {meaning}",
            member.key
        ),
        help: "Put the value in quotes, or its lines indented below `|-`.",
        repairs,
        related: Vec::new(),
    })
}

/// Reports texts whose first word YAML reads as an anchor (`&`) or a tag (`!`). Hosts do not show
/// such a word to the model.
pub fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    for key in TEXTS {
        let Some(member) = context.member(key) else {
            continue;
        };
        let value = &member.value_bytes;
        let written = context.slice(value);
        let word = written
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let is_name = word.starts_with(['&', '!']) && word.len() > 1 && word.len() < written.len();
        if !is_name || written.contains('\n') || !parses(context.slice(&member.bytes)) {
            continue;
        }
        let bytes = value.start..value.start + word.len();
        let message =
            format!("YAML does not read `{word}` as part of `{key}`, so hosts do not show it");
        let fix = Fix::unsafe_("Put the value in quotes");
        let fix = in_quotes(context.text, value)
            .into_iter()
            .fold(fix, |fix, (bytes, text)| {
                fix.replace(context.path, &context.places, bytes, text)
            });
        let diagnostic = (context.report(&RULE, bytes, message))
            .help("Put the value in quotes.")
            .concerning(context.loading())
            .fix(fix);
        found.extend(Some(diagnostic).filter(|one| !one.hosts.is_empty()));
    }
}

/// Returns the fault of a nested value that begins with a special character of YAML. The nested
/// value is in the list or mapping of the field `member`.
pub fn below(member: &Member<'_>, bytes: ops::Range<usize>, edits: Vec<Edit>) -> YamlFault {
    let is = "begins with a character that means something else to YAML";
    YamlFault::below(&RULE, member, bytes, is, edits)
}
