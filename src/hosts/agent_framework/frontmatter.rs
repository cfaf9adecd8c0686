//! Stage Parse: reads the frontmatter fields from the nodes of the YAML
//! (`docs/hosts/agent-framework.md#frontmatter`).
//!
//! If the outcome of a file is a fault, the library raises an exception, and no skill loads. A
//! fault in [`Fields::text`] prevents only this skill from loading. In the message of such a fault,
//! [`PATH`] is replaced with the file's path.

use std::borrow::Cow;

use super::editions::AgentFramework;
use super::fields::{COMPATIBILITY, DESCRIPTION, NAME};
use crate::host::Parse;
use crate::host::sdk;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Place, with_line_feeds};
use crate::text::py_yaml::{self, Content, Node};
use crate::text::python::{self, strip};
use crate::text::yaml::advice;
use crate::tree::Contents;

/// The placeholder for the path of a skill's file in messages.
pub(super) const PATH: &str = "{path}";

const DELIMITER: &str = "---";

/// The fields whose values must be strings.
const TEXTS: [&str; 5] = [
    "name",
    "description",
    "license",
    "compatibility",
    "allowed-tools",
];

const METADATA: &str = "metadata";

/// The prefix of the tags of YAML's own types.
const YAML: &str = "tag:yaml.org,2002:";

/// Returns true if a line is a delimiter: dashes, then only spaces and tabs.
fn is_delimiter(line: &str) -> bool {
    let rest = line.strip_prefix(DELIMITER);
    rest.is_some_and(|rest| rest.trim_start_matches([' ', '\t']).is_empty())
}

/// Returns the byte range of the frontmatter, and the byte offset after the closing line. Returns
/// `None` if there is no frontmatter. `text` must have a line feed for every line end.
fn split(text: &str) -> Option<(std::ops::Range<usize>, usize)> {
    let mark = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let (first, rest) = text[mark..].split_once('\n')?;
    if !is_delimiter(first) {
        return None;
    }
    let start = text.len() - rest.len();
    let mut at = start;
    for line in rest.split('\n') {
        if is_delimiter(line) {
            return Some((start..at, at + line.len()));
        }
        at += line.len() + 1;
    }
    None
}

/// Returns the byte offset at which the frontmatter ends; `None` if there is no frontmatter.
pub(super) fn end(text: &str) -> Option<usize> {
    // A carriage return before a line feed is part of the line end, not of the line.
    let with_feeds = with_line_feeds(text);
    let (_, end) = split(&with_feeds)?;
    let place = Place::of_byte(&with_feeds, end);
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    match &with_feeds {
        Cow::Borrowed(_) => Some(end),
        Cow::Owned(_) => Some(ends.nth(place.line - 1).unwrap_or(text.len())),
    }
}

impl Parse for AgentFramework {
    fn parse(&self, contents: &Contents) -> Parsed {
        let mut ignored = Vec::new();
        let text = python::decode(contents.bytes());
        let parsed = Parsed {
            bytes: contents.bytes().len(),
            outcome: match text {
                Ok(text) => Ok(read(text, &mut ignored)),
                Err(message) => Err(Fault {
                    code: FaultCode::NotUtf8,
                    message: format!("UnicodeDecodeError: {message}"),
                    place: None,
                    help: "Save the file as UTF-8.".to_owned(),
                }),
            },
            ignored,
        };
        sdk::with_places_in_file(contents, parsed)
    }
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Fields {
    let with_feeds = with_line_feeds(text);
    match fields(&with_feeds, ignored) {
        Ok(fields) => fields,
        Err(fault) => Fields {
            name: None,
            name_place: Place::START,
            text: Err(fault),
        },
    }
}

/// Returns the text of a scalar; `None` for null or a missing value.
///
/// # Errors
/// Returns an error if the value is not a text scalar.
fn scalar<'n>(node: Option<&'n Node>, block: &str) -> Result<Option<&'n str>, ()> {
    let Some(node) = node else { return Ok(None) };
    let Content::Scalar(text) = &node.content else {
        return Err(());
    };
    // An escape for half of a surrogate pair is not valid text, so it is read as a replacement character.
    let written = block.get(node.start..node.end).unwrap_or_default();
    let is_written = |it: &&str| written.to_lowercase().contains(*it);
    if text.contains('\u{fffd}') && !["\u{fffd}", "\\ufffd"].iter().any(is_written) {
        return Err(());
    }
    match node.tag.strip_prefix(YAML) {
        Some("str" | "bool" | "int" | "float" | "timestamp") => Ok(Some(text)),
        Some("null") => Ok(None),
        _ => Err(()),
    }
}

fn fields(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let fault = |code, at: usize, message: String, help: &str| Fault {
        code,
        message,
        place: Some(Place::of_byte(text, at)),
        help: help.to_owned(),
    };
    let Some((range, _)) = split(text) else {
        return Err(fault(
            FaultCode::NoFrontmatter,
            0,
            format!(
                "SKILL.md at '{PATH}' does not contain valid YAML frontmatter delimited by '---'"
            ),
            "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.",
        ));
    };
    let start = range.start;
    let block = &text[range];
    Fault::check_work(block)?;
    let root = py_yaml::compose(block).map_err(|exception| {
        fault(
            FaultCode::InvalidYaml,
            start + exception.place.unwrap_or(0),
            format!(
                "SKILL.md at '{PATH}' contains invalid YAML frontmatter: {}",
                exception.text
            ),
            advice(&exception.text),
        )
    })?;
    let members = match root.map(|root| root.content) {
        Some(Content::Mapping(members)) => members,
        _ => {
            return Err(fault(
                FaultCode::InvalidYaml,
                start,
                format!("SKILL.md at '{PATH}' must contain a YAML frontmatter mapping"),
                "Write the frontmatter as lines `key: value`.",
            ));
        }
    };
    let mut known: Vec<(&str, &Node)> = Vec::new();
    for (key, value) in &members {
        let at = start + key.start;
        let wrong = |message: &str, help: &str| {
            let message = format!("SKILL.md at '{PATH}' {message}");
            fault(FaultCode::InvalidYaml, at, message, help)
        };
        let Ok(Some(name)) = scalar(Some(key), block) else {
            let help = "Remove the key, or put it into quotes.";
            return Err(wrong("has an invalid frontmatter property name", help));
        };
        let lower = name.to_lowercase();
        let mut names = TEXTS.iter().chain([&METADATA]).copied();
        let Some(expected) = names.find(|known| *known == lower) else {
            continue;
        };
        if name != expected {
            let message =
                format!("uses incorrectly cased frontmatter field '{name}'; expected '{expected}'");
            return Err(wrong(&message, &format!("Write `{expected}`.")));
        }
        if known.iter().any(|(known, _)| *known == expected) {
            let message = format!("contains duplicate frontmatter field '{name}'");
            return Err(wrong(&message, "Remove one of the lines."));
        }
        if expected != METADATA && scalar(Some(value), block).is_err() {
            let message = format!("has an invalid '{name}' value; expected a text scalar");
            return Err(Fault {
                code: FaultCode::WrongType,
                ..wrong(&message, "Write the value as one text, in quotes.")
            });
        }
        known.push((expected, value));
    }
    let node = |key: &str| known.iter().find(|(known, _)| *known == key);
    let get = |key: &str| {
        let text = scalar(node(key).map(|(_, node)| *node), block);
        text.ok().flatten().map(str::to_owned)
    };
    let place = |key: &str| start + node(key).map_or(0, |(_, node)| node.start);
    let metadata = node(METADATA).map(|(_, node)| *node);
    let mut frontmatter = Frontmatter {
        name: get("name"),
        description: get("description"),
        license: get("license"),
        compatibility: get("compatibility"),
        allowed_tools: get("allowed-tools").into_iter().collect(),
        ..Frontmatter::default()
    };
    if let Some(node) = metadata {
        read_metadata(node, block, &mut frontmatter, |message, at| {
            ignored.push(IgnoredField {
                place: Some(Place::of_byte(text, start + at)),
                ..IgnoredField::new(Some(METADATA), message)
            });
        });
    }
    let is_given = |text: &Option<String>| text.as_deref().is_some_and(|it| !strip(it).is_empty());
    if !is_given(&frontmatter.name) {
        return Err(fault(
            FaultCode::MissingName,
            place("name"),
            format!("Skill from '{PATH}' is missing a name."),
            "Add `name:` with the folder's name.",
        ));
    }
    let name = frontmatter.name.clone().unwrap_or_default();
    if !is_name(&name) {
        let code = if name.chars().count() > NAME {
            FaultCode::NameTooLong
        } else {
            FaultCode::NameInvalid
        };
        return Err(fault(
            code,
            place("name"),
            format!(
                "Skill from '{PATH}' has an invalid name '{name}': Must be 64 characters or fewer, using only lowercase letters, numbers, and hyphens, and must not start or end with a hyphen or contain consecutive hyphens."
            ),
            "Use lowercase letters, digits and single hyphens, as in the folder's name.",
        ));
    }
    if !is_given(&frontmatter.description) {
        return Err(fault(
            FaultCode::MissingDescription,
            place("description"),
            format!("Skill '{name}' from '{PATH}' is missing a description."),
            "Add `description:` with what the skill does and when to use it.",
        ));
    }
    let description = frontmatter.description.clone().unwrap_or_default();
    let compatibility = frontmatter.compatibility.as_deref().unwrap_or_default();
    let limits = [
        ("description", description.as_str(), DESCRIPTION),
        ("compatibility", compatibility, COMPATIBILITY),
    ];
    for (key, value, most) in limits {
        if value.chars().count() > most {
            return Err(fault(
                FaultCode::DescriptionTooLong,
                place(key),
                format!(
                    "Skill '{name}' from '{PATH}' has an invalid {key}: Must be {most} characters or fewer."
                ),
                &format!("Shorten `{key}` to {most} characters."),
            ));
        }
    }
    Ok(Fields {
        name: Some(name),
        name_place: Place::of_byte(text, place("name")),
        text: Ok(Text {
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: Some(Box::new(frontmatter)),
        }),
    })
}

/// Reads the field `metadata` into `frontmatter`. Calls `skip` for each ignored entry, with the
/// warning of Agent Framework and the entry's byte offset in the frontmatter.
fn read_metadata(
    node: &Node,
    block: &str,
    frontmatter: &mut Frontmatter,
    mut skip: impl FnMut(String, usize),
) {
    let entries = match &node.content {
        Content::Mapping(entries) => entries,
        Content::Scalar(_) if scalar(Some(node), block) == Ok(None) => return,
        _ => {
            return skip(
                "has invalid metadata; expected a mapping".to_owned(),
                node.start,
            );
        }
    };
    for (key, value) in entries {
        let Ok(Some(name)) = scalar(Some(key), block) else {
            skip(
                "has an invalid metadata key; skipping entry".to_owned(),
                key.start,
            );
            continue;
        };
        if frontmatter.metadata.contains_key(name) {
            let message =
                format!("contains duplicate metadata key '{name}'; keeping the first value");
            skip(message, key.start);
            continue;
        }
        match scalar(Some(value), block) {
            Ok(Some(value)) => {
                frontmatter
                    .metadata
                    .insert(name.to_owned(), value.to_owned());
            }
            _ => {
                let message = format!(
                    "has an invalid metadata value for '{name}'; expected a text scalar; skipping entry"
                );
                skip(message, key.start);
            }
        }
    }
}

/// Returns true if Agent Framework accepts a name. The name may end with a line end, because
/// Python's `$` also matches before a final line end.
fn is_name(name: &str) -> bool {
    let count = name.chars().count();
    let name = name.strip_suffix('\n').unwrap_or(name);
    let is_word = |word: &str| {
        let mut bytes = word.bytes();
        !word.is_empty() && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    count <= NAME && name.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frontmatter_ends_at_the_next_line_of_dashes() {
        let cases = [
            ("---\na: b\n---\nc", Some("a: b\n")),
            ("\u{feff}--- \t\na: b\n---", Some("a: b\n")),
            ("---\n---\n", Some("")),
            ("---\na\n--- more\n---\n", Some("a\n--- more\n")),
            ("----\na\n---\n", None),
            ("\n---\na\n---\n", None),
            ("---\na\n", None),
            ("---", None),
        ];
        for (text, expected) in cases {
            let got = split(text).map(|(block, _)| &text[block]);
            assert_eq!(got, expected, "{text:?}");
        }
    }

    #[test]
    fn names_are_lowercase_words_between_hyphens() {
        for name in ["a", "a-b", "10", "a\n"] {
            assert!(is_name(name), "{name:?}");
        }
        for name in [
            "",
            "-a",
            "a-",
            "a--b",
            "A",
            "a_b",
            "é",
            "a\n\n",
            &"a".repeat(65),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
