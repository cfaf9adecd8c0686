//! `invisible-character`: a character that nobody sees stands in the text.
//!
//! Fix: takes it out; unsafe, because the text may be about the character, or need it: between letters of some scripts, or
//! before a fence within another fence.

use super::unseen::{Unseen, UnseenRun};
use crate::lint::diagnostic::{Diagnostic, Fix, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "invisible-character",
    Severity::Warning,
    "a character that nobody sees stands in the text",
);

/// Finds invisible characters, those in a row together.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    runs: &[UnseenRun],
    found: &mut Vec<Diagnostic>,
) {
    for run in runs.iter().filter(|run| run.kind == Unseen::Invisible) {
        let first = run.first(text.text);
        let message = format!("there is an invisible character (U+{first:04X})");
        let help = "Take it out, unless the script that it stands in needs it.";
        let fix = Fix::unsafe_("Take it out");
        let fix = fix.replace(&text.path, &text.places, run.bytes.clone(), "");
        let diagnostic = text.say(context, &RULE, run.bytes.clone(), message, help);
        found.push(diagnostic.fix(fix));
    }
}
