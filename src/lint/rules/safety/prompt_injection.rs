//! `prompt-injection`: the text turns the model against its user.
//!
//! Fix: none, because the rest of the text may make no sense without the reported words.

use super::speech_message;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::safety::{OrderPlace, Speech, SpeechAct as Act};

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "prompt-injection",
    Severity::Info,
    "the text turns the model against its user: it sets instructions aside, keeps secrets from them, deceives them, acts unasked, sends data away or poses as the host",
    &[Run::Search(Search::Deeds)],
);

/// Reports visible instructions that turn the model against its user.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    speech: &[Speech],
    found: &mut Vec<Diagnostic>,
) {
    let orders = speech.iter().filter(|one| {
        let is_here = !matches!(one.act, Act::Lure | Act::Address);
        is_here && !matches!(one.place, OrderPlace::Hidden | OrderPlace::Comment)
    });
    for one in orders.take(MAX_FOUND) {
        let help = "Say what to do instead; if you only quote it, put it in quotes or code.";
        let message = speech_message::message(text, one);
        let diagnostic = text.finding(context, &RULE, one.bytes.clone(), message, help);
        found.push(Diagnostic {
            severity: match (one.is_certain, one.is_sure) {
                (true, _) => Severity::Warning,
                (false, true) => RULE.severity,
                (false, false) => RULE.severity.softened(),
            },
            ..diagnostic
        });
    }
}
