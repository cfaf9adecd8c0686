//! `acts-unasked`: the text tells the model to act without the user's consent.
//!
//! Fix: none, since which acts need a question is for the author to say.

use super::said;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::skill_context::SkillContext;
use crate::lint::speech::{Act, Place, Speech};
use crate::lint::texts::SkillText;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "acts-unasked",
    Severity::Warning,
    "the text tells the model to act without asking, or to get past what protects the user",
);

/// Finds orders that do without the user's consent.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    speech: &[Speech],
    found: &mut Vec<Diagnostic>,
) {
    let orders = speech.iter().filter(|one| {
        one.act == Act::Unasked && !matches!(one.place, Place::Hidden | Place::Comment)
    });
    for one in orders.take(MAX_FOUND) {
        let help = "Leave the question to the host, or say which harmless acts need none.";
        found.push(text.say(
            context,
            &RULE,
            one.bytes.clone(),
            said::message(text, one),
            help,
        ));
    }
}
