//! `long-body`: the body is longer than the standard advises.
//!
//! Fix: none, because only the author knows which parts are rarely needed.

use crate::lint::prelude::*;
use crate::text::budget::{BudgetUnit, Size};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "long-body",
    Severity::Info,
    "the body is longer than the standard advises",
    &[Run::Skill(check)],
);

/// The maximum number of lines of a body that the standard advises (`docs/rules/long-body.md`).
const MAX_LINES: usize = 500;

/// The maximum number of tokens of a body that the standard advises (`docs/rules/long-body.md`).
const MAX_TOKENS: u64 = 5_000;

/// Reports a body with more lines or tokens than the standard advises. The finding is at the body's first line.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let body = skill.slice(&skill.body);
    if body.trim().is_empty() {
        return;
    }
    let lines = body.lines().count();
    let tokens = BudgetUnit::Tokens.cost(Size::in_unit(BudgetUnit::Tokens, body));
    if lines > MAX_LINES || tokens > MAX_TOKENS {
        let first = skill.body.start + (body.len() - body.trim_start().len());
        let end = skill.text[first..].find('\n');
        let end = end.map_or(skill.text.len(), |end| first + end);
        let message = format!(
            "the body has {lines} lines and about {tokens} tokens; the standard advises {MAX_LINES} and {MAX_TOKENS} at most"
        );
        found.push(
            Diagnostic::new(&RULE, skill.path, skill.range(first..end), message)
                .help("Move what is not always needed into files in references/ and say when to read each.")
                .concerning(skill.all_hosts()),
        );
    }
}
