//! The messages of the rules about instructions to a model.

use std::ops::Range;

use crate::lint::texts::SkillText;
use crate::safety::{OrderPlace, Speech, SpeechAct as Act};
use crate::text::encoding::quoted;

/// The maximum number of the instruction's characters that a message shows. No host has this limit.
const MAX_QUOTED: usize = 80;

/// The maximum number of characters that a message quotes from a description that asks the model to
/// choose the skill for all tasks. This limit is larger than [`MAX_QUOTED`], because only the whole
/// sentence shows for which tasks the model should choose the skill. No host has this limit.
const MAX_QUOTED_LURE: usize = 160;

/// Returns a message with the effect of an instruction and with the words of the instruction.
pub(super) fn message(text: &SkillText<'_>, speech: &Speech) -> String {
    let teller = match speech.place {
        OrderPlace::Description => "the description, which every conversation begins with,",
        OrderPlace::Field => "a field of the frontmatter",
        OrderPlace::Text => "the text",
        OrderPlace::Hidden => "a comment, which people who read the page do not see,",
        OrderPlace::Comment => "a comment of a program",
        OrderPlace::Output => "what the program writes",
    };
    let tells = match speech.act {
        Act::SetAside => "tells the model to set its instructions aside",
        Act::Conceal => "tells the model to keep something from the user",
        Act::Lie => "tells the model to deceive the user",
        Act::Unasked => "tells the model to act without the user's consent",
        Act::Send => "tells the model to send away what the user has",
        Act::Remote => {
            "tells the model to follow instructions from an address, which can change on any day"
        }
        Act::Plant => "tells the model to plant instructions or a way in for later",
        Act::Pretend => "tells the model that it has other rules or none",
        Act::Pose => "poses as a message of the host, which the model obeys",
        Act::Destroy => "tells the model to destroy what the user needs",
        Act::Extract => "tells the model to ask the user for secrets that nobody may ask for",
        Act::Steer => "tells the model to steer the user's money or choice to somebody else",
        Act::Lure => "asks to be chosen whatever the task, or before all others",
        Act::Address => "tells the model what to do",
    };
    let (bytes, limit) = match speech.act {
        Act::Lure => (sentence(text, speech), MAX_QUOTED_LURE),
        _ => (speech.bytes.clone(), MAX_QUOTED),
    };
    format!("{teller} {tells}: {}", quoted(&text.text[bytes], limit))
}

/// Returns the byte range from the start of an instruction to the end of its sentence. The end of
/// the sentence may name the tasks that the instruction is about. A sentence also ends at a line
/// end or a quotation mark.
fn sentence(text: &SkillText<'_>, speech: &Speech) -> Range<usize> {
    let rest = &text.text[speech.bytes.end..];
    let ends = [". ", ".\n", "! ", "\n", "。", "\""];
    let ends = ends.iter().filter_map(|end| rest.find(end));
    speech.bytes.start..speech.bytes.end + ends.min().unwrap_or(0)
}
