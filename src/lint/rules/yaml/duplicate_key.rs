//! `duplicate-key`: a key occurs twice.
//!
//! Fix: removes the second of the two fields. The fix is safe if both values are the same and no
//! host that loads the skill sees a difference. It is unsafe otherwise, because a text is lost.

use std::ops;

use crate::hashing::HashMap;
use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::lines::{indentation, lines_outside_blocks};
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "duplicate-key",
    Severity::Warning,
    "the frontmatter has a key twice",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a field with the same key as the earlier field `first`. `same` is true if
/// both fields have the same value.
pub fn fault(first: &Member<'_>, member: &Member<'_>, same: bool) -> YamlFault {
    YamlFault {
        rule: &RULE,
        bytes: member.key_bytes.clone(),
        message: format!("the key `{}` occurs twice", member.key),
        help: "Keep one of the two lines.",
        repairs: vec![removed(member.bytes.clone(), same)],
        related: vec![(first.key_bytes.clone(), "it is here first")],
    }
}

/// Returns a repair that removes the second of two fields with the same key. `same` is true if both
/// fields have the same value.
fn removed(bytes: ops::Range<usize>, same: bool) -> Repair {
    let repair = Repair::new("Remove the second of the two", vec![(bytes, String::new())]);
    if same {
        repair.losing(Loss::RepeatedLine)
    } else {
        repair.proposed()
    }
}

/// Returns the fault of a key that occurs twice in a mapping within a field's value; `None` if
/// there is no such key.
pub fn below(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    // The open mappings around the current line, each with its indentation and its keys. Each key has its byte range.
    let mut open: Vec<(usize, HashMap<&str, ops::Range<usize>>)> = Vec::new();
    let lines = lines_outside_blocks(context.text, &member.bytes);
    for line in lines.into_iter().skip(1) {
        let content = context.slice(&line);
        let level = indentation(content);
        let Some((key, value)) = content.trim().split_once(':') else {
            continue;
        };
        let is_entry = key.starts_with("- ");
        let ends = |known: usize| known > level || is_entry && known == level;
        while open.last().is_some_and(|(known, _)| ends(*known)) {
            open.pop();
        }
        if is_entry {
            continue;
        }
        if open.last().is_none_or(|(known, _)| *known < level) {
            open.push((level, HashMap::default()));
        }
        let Some((_, keys)) = open.last_mut() else {
            continue;
        };
        if let Some(first) = keys.get(key) {
            let after = &context.text[line.end..member.bytes.end];
            let next = after.lines().skip(1).find(|next| !next.trim().is_empty());
            let same = context.slice(first).trim_end() == content.trim_end()
                && !value.trim().is_empty()
                && next.is_none_or(|next| indentation(next) <= level);
            let end = (line.end + 1).min(context.text.len());
            let end = end + usize::from(context.text[line.end..].starts_with("\r\n"));
            let start = line.start + level;
            return Some(YamlFault {
                rule: &RULE,
                bytes: start..start + key.len(),
                message: format!("the key `{key}` occurs twice below `{}`", member.key),
                help: "Keep one of the two lines.",
                repairs: vec![removed(line.start..end, same)],
                related: vec![(
                    first.start + level..first.start + level + key.len(),
                    "it is here first",
                )],
            });
        }
        keys.insert(key, line);
    }
    None
}
