//! The events that the readers of all log formats return, and helpers for JSON.

use serde_json::Value;

use super::report::UsageOutcome;

/// A skill in a list that the model was shown.
pub(super) struct Listed {
    pub name: String,
    /// The description as written in the list. Empty if the list has only the name.
    pub description: String,
    /// The path of the skill's file. `None` if the list that the model was shown has no paths.
    pub path: Option<String>,
}

/// An event that a line of a log shows.
pub(super) enum Event {
    /// The user sent a message.
    Turn,
    /// The model was shown a list of skills. `replaces` is true if this list replaces all earlier lists.
    List { skills: Vec<Listed>, replaces: bool },
    /// The model called a skill. A later result has the same id.
    Call { id: String, skill: Skill },
    /// The result of the call with the same id.
    Result { id: String, failed: bool },
    /// The user named a skill, and the host loaded the skill.
    Named(Skill),
    /// The conversation was compacted. The texts of skills are removed, unless a later event lists
    /// these skills as retained.
    Compacted,
    /// The texts of these skills are still in the conversation after a compaction.
    Kept(Vec<String>),
    /// A line of the plain format, which reports the outcome of one skill in one turn.
    Outcome { name: String, outcome: UsageOutcome },
}

/// A skill that a log names or reads.
pub(super) enum Skill {
    Name(String),
    /// A skill that is known only by the path of its file.
    File(String),
}

/// Returns the text of an object's property; `None` if the property is missing or is not a text.
pub(super) fn text<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member)?.as_str()
}

/// Returns the items of an object's property. Returns no items if the property is not a list.
pub(super) fn items<'v>(value: &'v Value, member: &str) -> &'v [Value] {
    let list = value.get(member).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// Returns the texts of a message's content. The content is one text, or a list of blocks with texts.
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

/// Returns the text between the first `open` and the next `close`; `None` if either is missing.
pub(super) fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(open)?;
    rest.split_once(close).map(|(inner, _)| inner)
}

/// Returns the first path of a `SKILL.md` in a command; `None` if the command has no such path.
pub(super) fn skill_file(command: &str) -> Option<String> {
    let is_border =
        |character: char| character.is_whitespace() || "'\"`;|&()<>".contains(character);
    command
        .split(is_border)
        .find(|word| word.ends_with("/SKILL.md"))
        .map(str::to_owned)
}
