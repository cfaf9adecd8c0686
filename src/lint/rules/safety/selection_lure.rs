//! `selection-lure`: the description asks to be chosen for every task.
//!
//! Fix: none, because only the author can describe when the skill is useful.

use super::speech_message;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::safety::{Speech, SpeechAct as Act};

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "selection-lure",
    Severity::Info,
    "the description asks to be chosen whatever the task, or before all others",
    &[Run::Search(Search::Deeds)],
);

/// Reports clauses of the description that ask the model to prefer the skill for every task.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    speech: &[Speech],
    found: &mut Vec<Diagnostic>,
) {
    for one in speech
        .iter()
        .filter(|one| one.act == Act::Lure)
        .take(MAX_FOUND)
    {
        let help = "Say which tasks it is for, and leave the choice to the model.";
        found.push(text.finding(
            context,
            &RULE,
            one.bytes.clone(),
            speech_message::message(text, one),
            help,
        ));
    }
}
