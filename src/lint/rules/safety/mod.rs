//! Harm: to the user whose secrets they are, or to the one whose model reads the skill.

mod bidirectional_character;
mod closes_envelope;
mod decoded_then_run;
mod download_to_shell;
mod downloaded_then_run;
mod encoded_payload;
mod foreign_registry;
mod harm;
mod hidden_instruction;
mod hidden_text;
mod invisible_character;
mod lasting_change;
mod mixed_script_name;
mod password_archive;
mod paste_and_run;
mod prompt_injection;
mod said;
mod secret;
mod selection_lure;
mod sends_secrets;
mod unlimited_tools;
mod unreadable_program;
mod unseen;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::speech;
use crate::lint::texts::SkillText;
use harm::Harm;

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &secret::RULE,
    &invisible_character::RULE,
    &bidirectional_character::RULE,
    &hidden_text::RULE,
    &mixed_script_name::RULE,
    &closes_envelope::RULE,
    &hidden_instruction::RULE,
    &prompt_injection::RULE,
    &selection_lure::RULE,
    &download_to_shell::RULE,
    &downloaded_then_run::RULE,
    &decoded_then_run::RULE,
    &encoded_payload::RULE,
    &paste_and_run::RULE,
    &sends_secrets::RULE,
    &foreign_registry::RULE,
    &password_archive::RULE,
    &lasting_change::RULE,
    &unreadable_program::RULE,
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
    unreadable_program::check(context, texts, found);
    for text in texts {
        secret::check(context, text, found);
        let runs = unseen::unseen_runs(text.text);
        invisible_character::check(context, text, &runs, found);
        bidirectional_character::check(context, text, &runs, found);
        hidden_text::check(context, text, &runs, found);
        mixed_script_name::check(context, text, found);
        let harm = Harm::of(context, text);
        download_to_shell::check(&harm, found);
        downloaded_then_run::check(&harm, found);
        decoded_then_run::check(&harm, found);
        encoded_payload::check(context, text, &harm, found);
        paste_and_run::check(&harm, found);
        sends_secrets::check(&harm, found);
        foreign_registry::check(&harm, found);
        password_archive::check(&harm, found);
        lasting_change::check(&harm, found);
        if !text.is_for_people {
            let speech = speech::speech(text);
            hidden_instruction::check(context, text, &speech, found);
            prompt_injection::check(context, text, &speech, found);
            selection_lure::check(context, text, &speech, found);
        }
    }
}
