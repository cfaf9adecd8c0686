//! Rules about texts and commands that harm the user: they endanger secrets, the machine or the model.

mod bidirectional_character;
mod closes_envelope;
#[cfg(feature = "safety")]
mod decoded_then_run;
#[cfg(feature = "safety")]
mod download_to_shell;
#[cfg(feature = "safety")]
mod downloaded_then_run;
#[cfg(feature = "safety")]
mod encoded_payload;
#[cfg(feature = "safety")]
mod foreign_registry;
#[cfg(feature = "safety")]
mod harm;
#[cfg(feature = "safety")]
mod harmful_command;
#[cfg(feature = "safety")]
mod hidden_instruction;
mod hidden_text;
mod invisible_character;
#[cfg(feature = "safety")]
mod lasting_change;
#[cfg(feature = "safety")]
mod misspelt_package;
mod mixed_script_name;
#[cfg(feature = "safety")]
mod password_archive;
#[cfg(feature = "safety")]
mod paste_and_run;
#[cfg(feature = "safety")]
mod prompt_injection;
#[cfg(feature = "safety")]
mod runner;
mod secret;
#[cfg(feature = "safety")]
mod selection_lure;
#[cfg(feature = "safety")]
mod sends_secrets;
#[cfg(feature = "safety")]
mod speech_message;
mod unlimited_tools;
mod unreadable_program;
mod unseen;

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::run::LintRule;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;

/// The rules of the group `safety`.
pub(in crate::lint) const RULES: &[&LintRule] = &[
    &secret::RULE,
    &invisible_character::RULE,
    &bidirectional_character::RULE,
    &hidden_text::RULE,
    &mixed_script_name::RULE,
    &closes_envelope::RULE,
    #[cfg(feature = "safety")]
    &hidden_instruction::RULE,
    #[cfg(feature = "safety")]
    &prompt_injection::RULE,
    #[cfg(feature = "safety")]
    &selection_lure::RULE,
    #[cfg(feature = "safety")]
    &download_to_shell::RULE,
    #[cfg(feature = "safety")]
    &downloaded_then_run::RULE,
    #[cfg(feature = "safety")]
    &decoded_then_run::RULE,
    #[cfg(feature = "safety")]
    &encoded_payload::RULE,
    #[cfg(feature = "safety")]
    &paste_and_run::RULE,
    #[cfg(feature = "safety")]
    &sends_secrets::RULE,
    #[cfg(feature = "safety")]
    &foreign_registry::RULE,
    #[cfg(feature = "safety")]
    &password_archive::RULE,
    #[cfg(feature = "safety")]
    &lasting_change::RULE,
    #[cfg(feature = "safety")]
    &harmful_command::RULE,
    #[cfg(feature = "safety")]
    &misspelt_package::RULE,
    &unreadable_program::RULE,
    &unlimited_tools::RULE,
];

/// Returns the texts with which the search for secrets begins.
pub(in crate::lint) fn secret_prefixes() -> &'static [&'static str] {
    &secret::PREFIXES
}

/// Runs the rules about invisible characters, and about harmful commands and sentences.
pub(in crate::lint) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    for text in texts {
        let runs = unseen::unseen_runs(text.text);
        invisible_character::check(context, text, &runs, found);
        bidirectional_character::check(context, text, &runs, found);
        hidden_text::check(context, text, &runs, found);
    }
    #[cfg(all(feature = "safety", not(feature = "parts")))]
    check_deeds(context, texts, found);
    #[cfg(all(feature = "safety", feature = "parts"))]
    if let Some(check_deeds) = DEEDS.get() {
        check_deeds(context, texts, found);
    }
}

/// The type of a function that checks the commands and sentences in the texts of a skill.
#[cfg(feature = "parts")]
type CheckDeeds = fn(&SkillContext<'_>, &[SkillText<'_>], &mut Vec<Diagnostic>);

/// The function that checks commands and sentences for harmful effects. There is no function until
/// the part `safety` of the WebAssembly module is loaded.
#[cfg(feature = "parts")]
static DEEDS: std::sync::OnceLock<CheckDeeds> = std::sync::OnceLock::new();

/// Returns true if the part `safety` of the WebAssembly module is loaded.
#[cfg(feature = "parts")]
pub(in crate::lint) fn is_provided() -> bool {
    DEEDS.get().is_some()
}

/// Makes the checks of commands and sentences available. The part `safety` of the WebAssembly
/// module calls this function when it is loaded.
#[cfg(all(feature = "safety", feature = "parts"))]
pub(in crate::lint) fn provide() {
    let _ = DEEDS.set(std::hint::black_box(check_deeds));
}

/// Reports the harmful effects of the commands in the texts, and sentences that give a model
/// harmful instructions.
#[cfg(feature = "safety")]
fn check_deeds(context: &SkillContext<'_>, texts: &[SkillText<'_>], found: &mut Vec<Diagnostic>) {
    let topic = harm::topic(context);
    let from = found.len();
    let mut marks = Marks::default();
    for text in texts {
        check_deeds_of(context, text, &topic, &mut marks, found);
    }
    // Each of the two may be innocent. A skill that does something dangerous and hides something is not.
    let both = marks.hides && marks.acts;
    for one in found[from..].iter_mut().filter(|_| both) {
        if one.severity == Severity::Info {
            one.severity = Severity::Warning;
        }
    }
}

/// Two properties that malicious skills have: they hide something from the user or deceive the
/// user, and they do something dangerous. All texts of a skill are searched for both properties. If
/// a skill has both, its findings become warnings.
#[cfg(feature = "safety")]
#[derive(Default)]
struct Marks {
    /// True if the skill's own text asks the model to hide something or to deceive the user.
    hides: bool,
    /// True if a command has a dangerous effect, or if a sentence asks the model to cause a
    /// dangerous effect.
    acts: bool,
}

#[cfg(feature = "safety")]
fn check_deeds_of(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    topic: &str,
    marks: &mut Marks,
    found: &mut Vec<Diagnostic>,
) {
    let harm = harm::Harm::of(context, text, topic);
    marks.acts |= harm.acts(|_| true).any(|act| !act.is_usual);
    download_to_shell::check(&harm, found);
    downloaded_then_run::check(&harm, found);
    decoded_then_run::check(&harm, found);
    encoded_payload::check(context, text, &harm, found);
    paste_and_run::check(&harm, found);
    sends_secrets::check(&harm, found);
    foreign_registry::check(&harm, found);
    password_archive::check(&harm, found);
    lasting_change::check(&harm, found);
    harmful_command::check(&harm, found);
    misspelt_package::check(&harm, found);
    if !text.is_for_people {
        let mut speech = crate::safety::speech(text);
        if crate::safety::is_on_harm(topic) {
            // A skill about attacks quotes them.
            speech.retain(|one| !text.line_at(one.bytes.start).trim_start().starts_with('>'));
        }
        for one in speech.iter().filter(|one| one.is_sure) {
            use crate::safety::SpeechAct::*;
            marks.hides |= text.kind.is_none() && matches!(one.act, Conceal | Lie);
            marks.acts |= matches!(one.act, Send | Remote | Plant | Destroy | Extract | Steer);
        }
        hidden_instruction::check(context, text, &speech, found);
        prompt_injection::check(context, text, &speech, found);
        selection_lure::check(context, text, &speech, found);
    }
}
