//! `tool-separator`: the rules about tools in a field are not separated in the way that a target host requires.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::prelude::*;
use crate::model::field::FieldKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "tool-separator",
    Severity::Hint,
    "the rules about tools are not separated as a target host requires",
    &[Run::Values(check)],
);

const KEY: &str = "allowed-tools";

/// Reports the field `allowed-tools` if a host cannot read its form. Such a host requires a single
/// string with spaces between the tools. The skill has a YAML list, or a string with commas between
/// the tools.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(value) = reading.value(KEY) else {
        return;
    };
    let wants_other = |target: &TargetHost<'_>| {
        let field = target.field(KEY);
        field.is_some_and(|field| match (field.kind, value) {
            (FieldKind::Texts { list, .. }, Value::Sequence(_)) => !list,
            (
                FieldKind::Texts {
                    separators: Some(separators),
                    ..
                },
                Value::String(text),
            ) => !separators.contains(',') && outside_parentheses(text, ','),
            _ => false,
        })
    };
    let targets = || reading.targets.iter().filter(|target| wants_other(target));
    if targets().next().is_some() {
        let form = match value {
            Value::Sequence(_) => "a list",
            _ => "commas",
        };
        let message = format!(
            "{} one text with spaces between tools, not {form}",
            hosts_and_verb(targets().map(TargetHost::host_edition), "wants", "want")
        );
        found.push(
            Diagnostic::new(&RULE, reading.context.path, reading.place(KEY), message)
                .help(
                    "Write `allowed-tools: Read Bash(git *)`; every host that reads it takes that.",
                )
                .concerning(reading.hosts_where(wants_other)),
        );
    }
}

/// Returns true if a character occurs outside of parentheses.
fn outside_parentheses(text: &str, wanted: char) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == wanted
    })
}
