//! `wrong-type`: the type of a value differs from the type that the host reads.
//!
//! Fix: removes the quotes around a mapping, puts the value in quotes, or writes its lines as a
//! block scalar. The first of these forms that all parsers of the frontmatter understand is used.
//! The fix is safe if it changes nothing for a host that loads the skill and loses no text of the
//! author. It is unsafe otherwise.

use serde_yaml::Value;

use crate::lint::helpers::yaml::fault::{TEXTS, YamlFault};
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;
use crate::lint::quoting::as_text;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "wrong-type",
    Severity::Warning,
    "a value has another type than the host reads",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a field whose value is valid YAML, but of a type that a host does not read;
/// `None` for other fields.
pub fn find(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    // Hosts accept values of any type for all other keys.
    if !TEXTS.contains(&member.key) && member.key != "metadata" {
        return None;
    }
    let value = member.value_bytes.clone();
    let parsed: Value = serde_yaml::from_str(&context.text[member.bytes.clone()]).ok()?;
    let parsed = match parsed {
        Value::Mapping(members) if members.len() == 1 => members.into_iter().next()?.1,
        _ => return None,
    };
    // If the value is already text, the host reports another fault.
    if parsed.is_string() && TEXTS.contains(&member.key) {
        return None;
    }
    let is = match &parsed {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Sequence(_) => "a list",
        Value::Mapping(_) | Value::Tagged(_) => "a mapping",
    };
    let mut repairs = Vec::new();
    let help = match &parsed {
        Value::String(text) if !TEXTS.contains(&member.key) => {
            if matches!(serde_yaml::from_str(text), Ok(Value::Mapping(_))) {
                let edits = vec![(value.clone(), text.trim().to_owned())];
                repairs.push(Repair::new("Remove the quotes around the mapping", edits));
            }
            "Write the value as a mapping, not as text."
        }
        Value::Sequence(_) | Value::Mapping(_) | Value::Number(_) | Value::Bool(_)
            if TEXTS.contains(&member.key) =>
        {
            let (title, edits) = as_text(context.text, member);
            repairs.push(Repair::new(title, edits));
            "Write the value as text: in quotes, or its lines indented below `|-`."
        }
        _ => "Write the value as text.",
    };
    Some(YamlFault {
        rule: &RULE,
        bytes: if value.is_empty() {
            member.key_bytes.clone()
        } else {
            value
        },
        message: format!(
            "the value of `{}` is {is}, not {}",
            member.key,
            if TEXTS.contains(&member.key) {
                "text"
            } else {
                "a mapping"
            }
        ),
        help,
        repairs,
        related: Vec::new(),
    })
}
