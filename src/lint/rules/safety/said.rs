//! The messages of rules about instructions to a model.

use crate::lint::texts::SkillText;
use crate::safety::{Place, Speech, SpeechAct as Act};
use crate::text::encoding::quoted;

/// The maximum number of characters of a text in a message. The limit is ours.
const MAX_QUOTED: usize = 80;

/// Returns a message with the effect and the words of the text.
pub(super) fn message(text: &SkillText<'_>, speech: &Speech) -> String {
    let teller = match speech.place {
        Place::Description => "the description, which every conversation begins with,",
        Place::Field => "a field of the frontmatter",
        Place::Text => "the text",
        Place::Hidden => "a comment, which people who read the page do not see,",
        Place::Comment => "a comment of a program",
        Place::Output => "what the program writes",
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
        Act::Lure => "asks to be chosen whatever the task",
        Act::Address => "tells the model what to do",
    };
    format!(
        "{teller} {tells}: {}",
        quoted(&text.text[speech.bytes.clone()], MAX_QUOTED)
    )
}
