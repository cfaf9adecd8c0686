//! `invisible-character`: a character that nobody sees stands in the text.
//!
//! Fix: takes it out; safe in files beside the skill's own, since what shows stays the same; unsafe in the skill's own file,
//! since hosts inject its text.

use super::unseen::{Unseen, UnseenRun};
use crate::lint::diagnostic::{Diagnostic, Severity};
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
        let fix = text.fix(context, "Take it out");
        let fix = fix.replace(&text.path, &text.places, run.bytes.clone(), "");
        let diagnostic = text.say(context, &RULE, run.bytes.clone(), message, help);
        found.push(diagnostic.fix(fix));
    }
}
