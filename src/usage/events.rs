//! The events that the readers of all formats return, and helpers for JSON.

use serde_json::Value;

use super::report::UsageOutcome;

/// A skill in a list that the model was shown.
pub(super) struct Listed {
    pub name: String,
    /// The description as the list has it; empty if the list has only the name.
    pub description: String,
    /// The path of the skill's file, if the list has it.
    pub path: Option<String>,
}

/// Something that a line of a log shows.
pub(super) enum Event {
    /// The user sent a message.
    Turn,
    /// The model was shown a list. `replaces` is true if it takes the place of earlier lists.
    List { skills: Vec<Listed>, replaces: bool },
    /// The model called a skill. The result follows with the same id.
    Call { id: String, skill: Skill },
    /// The result of a call.
    Result { id: String, failed: bool },
    /// The user named a skill, and the host loaded it.
    Named(Skill),
    /// The conversation was compacted. Texts of skills are gone unless they are kept.
    Compacted,
    /// These skills' texts are in the conversation after a compaction.
    Kept(Vec<String>),
    /// An outcome of a plain line, which is a turn of its own.
    Outcome { name: String, outcome: UsageOutcome },
}

/// A skill that a log names or reads.
pub(super) enum Skill {
    Name(String),
    /// The path of the skill's file.
    File(String),
}

/// Returns the text of a member.
pub(super) fn text<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member)?.as_str()
}

/// Returns the items of a member that is a list.
pub(super) fn items<'v>(value: &'v Value, member: &str) -> &'v [Value] {
    let list = value.get(member).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// Returns the texts of a message's content: a text, or the texts of its blocks.
pub(super) fn texts(content: Option<&Value>) -> Vec<&str> {
    match content {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(blocks)) => blocks
            .iter()
            .filter_map(|block| text(block, "text"))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the text between the first `open` in a text and the next `close`. Returns none if one of them is missing.
pub(super) fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(open)?;
    rest.split_once(close).map(|(inner, _)| inner)
}

/// Returns the path of a skill's file in a command or path.
pub(super) fn skill_file(command: &str) -> Option<String> {
    let is_border =
        |character: char| character.is_whitespace() || "'\"`;|&()<>".contains(character);
    command
        .split(is_border)
        .find(|word| word.ends_with("/SKILL.md"))
        .map(str::to_owned)
}
