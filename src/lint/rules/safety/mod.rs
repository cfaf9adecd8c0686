//! Harm: to the user whose secrets they are, or to the one whose model reads the skill.

mod acts_unasked;
mod bidirectional_character;
mod closes_envelope;
mod download_to_shell;
mod hidden_instruction;
mod hidden_text;
mod invisible_character;
mod prompt_injection;
mod said;
mod secret;
mod selection_lure;
mod unlimited_tools;
mod unseen;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::speech;
use crate::lint::texts::SkillText;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &secret::RULE,
    &invisible_character::RULE,
    &bidirectional_character::RULE,
    &hidden_text::RULE,
    &closes_envelope::RULE,
    &hidden_instruction::RULE,
    &prompt_injection::RULE,
    &acts_unasked::RULE,
    &selection_lure::RULE,
    &download_to_shell::RULE,
    &unlimited_tools::RULE,
];

/// Looks for harm in a skill and in the files beside it.
pub(in crate::lint) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    closes_envelope::check(context, found);
    unlimited_tools::check(context, found);
    for text in texts {
        secret::check(context, text, found);
        let runs = unseen::unseen_runs(text.text);
        invisible_character::check(context, text, &runs, found);
        bidirectional_character::check(context, text, &runs, found);
        hidden_text::check(context, text, &runs, found);
        download_to_shell::check(context, text, found);
        if !text.is_for_people {
            let speech = speech::speech(text);
            hidden_instruction::check(context, text, &speech, found);
            prompt_injection::check(context, text, &speech, found);
            acts_unasked::check(context, text, &speech, found);
            selection_lure::check(context, text, &speech, found);
        }
    }
}
