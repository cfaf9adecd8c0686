//! `tool-rule`: a rule in a field allows or forbids a tool, but a host cannot read the rule.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::model::field::Field;
use crate::text::document::Range;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "tool-rule",
    Severity::Warning,
    "a rule on a tool cannot be read",
    &[Run::Values(check)],
);

/// Reports rules that a host cannot read, in the fields that allow or forbid tools.
pub fn check(reading: &Reading<'_, '_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut reported: Vec<(&str, String)> = Vec::new();
    for (target, parsed) in reading.targets.iter().zip(&reading.parsed) {
        let fields = parsed.as_ref().and_then(|parsed| {
            let fields = parsed.outcome.as_ref().ok()?;
            fields.text.as_ref().ok()?.frontmatter.as_deref()
        });
        let Some(fields) = fields else {
            continue;
        };
        for (key, rules) in [
            ("allowed-tools", &fields.allowed_tools),
            ("disallowed-tools", &fields.disallowed_tools),
        ] {
            if !target.field(key).is_some_and(Field::is_read) {
                continue;
            }
            for rule in rules {
                let Some(fault) = target.host().format().tool_rule_fault(rule) else {
                    continue;
                };
                if reported.contains(&(key, rule.clone())) {
                    continue;
                }
                if reported.len() >= MAX_FINDINGS {
                    break;
                }
                let is_affected = |target: &TargetHost<'_>| {
                    target.field(key).is_some_and(Field::is_read)
                        && target.host().format().tool_rule_fault(rule).is_some()
                };
                let range = within(reading, key, rule);
                diagnostics.push(
                    Diagnostic::new(&RULE, reading.context.path, range, fault)
                        .help("Write `Tool` or `Tool(what)`, with parentheses that close.")
                        .concerning(reading.hosts_where(is_affected)),
                );
                reported.push((key, rule.clone()));
            }
        }
    }
}

/// Returns the range of `part` in the value of a field; the value's first line if the value does not contain `part`.
fn within(reading: &Reading<'_, '_>, key: &str, part: &str) -> Range {
    let context = reading.context;
    let found = context.member(key).and_then(|member| {
        let at = context.slice(&member.value_bytes).find(part)?;
        let start = member.value_bytes.start + at;
        Some(context.range(start..start + part.len()))
    });
    found.unwrap_or_else(|| reading.place(key))
}
