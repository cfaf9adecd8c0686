//! The messages of the rules about instructions to a model.

use crate::lint::texts::SkillText;
use crate::safety::{OrderPlace, Speech, SpeechAct as Act};
use crate::text::encoding::quoted;

/// The maximum number of the instruction's characters that a message shows. The limit is ours.
const MAX_QUOTED: usize = 80;

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
        Act::Lure => "asks to be chosen whatever the task",
        Act::Address => "tells the model what to do",
    };
    format!(
        "{teller} {tells}: {}",
        quoted(&text.text[speech.bytes.clone()], MAX_QUOTED)
    )
}
