//! Repairs frontmatter that is not valid YAML (`docs/hosts/codex.md#the-repair`). Edition 2026-11
//! parses the repaired text once.
//!
//! The repair checks each line separately, at any indentation. If YAML would not accept the value
//! in a line, the repair puts the value in single quotes.

use serde::de::IgnoredAny;
use serde_yaml::Value;

/// The maximum length, in bytes, of a value for which the repair resolves YAML aliases. Skillglass
/// sets this limit, because nested aliases in a longer value would exhaust the memory.
const MAX_RESOLVED_BYTES: usize = 2048;

/// Returns the repaired frontmatter, which may still be invalid YAML.
pub(super) fn repair(frontmatter: &str) -> String {
    let mut repaired = String::with_capacity(frontmatter.len() + 16);
    // The indentation of the key whose block scalar contains the current line.
    let mut block: Option<usize> = None;
    for (index, line) in frontmatter.split('\n').enumerate() {
        if index > 0 {
            repaired.push('\n');
        }
        let indentation = line.len() - line.trim_start().len();
        if block.is_some_and(|key| line.trim().is_empty() || indentation > key) {
            repaired.push_str(line);
            continue;
        }
        block = None;
        match line_repair(line) {
            LineRepair::Keep => repaired.push_str(line),
            LineRepair::Block => {
                block = Some(indentation);
                repaired.push_str(line);
            }
            LineRepair::Quote { head, value } => {
                repaired.push_str(head);
                repaired.push_str(": '");
                repaired.push_str(&value.replace('\'', "''"));
                repaired.push('\'');
            }
        }
    }
    repaired
}

enum LineRepair<'l> {
    Keep,
    Block,
    Quote { head: &'l str, value: &'l str },
}

fn line_repair(line: &str) -> LineRepair<'_> {
    let Some((head, rest)) = line.split_once(':') else {
        return LineRepair::Keep;
    };
    if !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return LineRepair::Keep;
    }
    let value = without_comment(rest).trim();
    match value.chars().next() {
        None | Some('"' | '\'') => LineRepair::Keep,
        Some('|' | '>') => LineRepair::Block,
        Some('@' | '`') => LineRepair::Quote { head, value },
        Some('[' | '{') if !is_valid(value) => LineRepair::Quote { head, value },
        _ if has_inner_colon(value) => LineRepair::Quote { head, value },
        _ => LineRepair::Keep,
    }
}

fn is_valid(value: &str) -> bool {
    if value.len() <= MAX_RESOLVED_BYTES {
        serde_yaml::from_str::<Value>(value).is_ok()
    } else {
        serde_yaml::from_str::<IgnoredAny>(value).is_ok()
    }
}

/// Returns a value without the comment that begins with a `#` after whitespace.
fn without_comment(value: &str) -> &str {
    let mut after_space = false;
    for (index, character) in value.char_indices() {
        if character == '#' && after_space {
            return &value[..index];
        }
        after_space = character.is_whitespace();
    }
    value
}

/// Returns true if the value contains a colon that is followed by whitespace.
fn has_inner_colon(value: &str) -> bool {
    value
        .match_indices(':')
        .any(|(index, _)| value[index + 1..].starts_with(char::is_whitespace))
}
