//! `bidirectional-character`: an invisible character makes the text around it appear in another order.
//!
//! Fix: removes the character; unsafe, because the visible text changes.

use super::unseen::{Unseen, UnseenRun};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::fixes::Fix;
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "bidirectional-character",
    Severity::Warning,
    "a character makes the text look as if it were in another order",
    &[Run::Search(Search::Unseen)],
);

/// Reports characters that change the order in which other characters appear. Consecutive characters share a finding.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    runs: &[UnseenRun],
    found: &mut Vec<Diagnostic>,
) {
    let is_order = |run: &&UnseenRun| run.kind == Unseen::Order;
    let has_right_to_left =
        runs.iter().any(|run| is_order(&run)) && text.text.chars().any(is_right_to_left);
    for run in runs.iter().filter(is_order) {
        let first = run.first(text.text);
        // A text in a right-to-left script may need the characters called isolates around some of its words.
        if has_right_to_left && (0x2066..=0x2069).contains(&first) {
            continue;
        }
        let message = format!(
            "a bidirectional control character (U+{first:04X}) makes the text look other than a model reads it"
        );
        let fix = Fix::unsafe_("Take it out");
        let fix = fix.replace(&text.path, &text.places, run.bytes.clone(), "");
        let diagnostic = text.finding(context, &RULE, run.bytes.clone(), message, "Take it out.");
        found.push(diagnostic.fix(fix));
    }
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}
