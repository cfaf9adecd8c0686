//! Stage Parse: reads the frontmatter fields of a file (`docs/hosts/deep-agents.md#frontmatter`).
//!
//! If the outcome of a file is a fault, the library raises an exception, and no skill loads. A
//! fault in [`Fields::text`] prevents only this skill from loading. In the message of such a fault,
//! [`PATH`] is replaced with the file's path.

use super::editions::DeepAgents;
use super::fields::{COMPATIBILITY, DESCRIPTION, TOOLS};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::sort;
use crate::text::document::{Document, Place};
use crate::text::py_yaml::{self, Exception, Value};
use crate::text::python::{self, is_space, strip};
use crate::text::yaml::{advice, place_of_key};
use crate::tree::Contents;

/// The placeholder for the file's path in messages.
pub(super) const PATH: &str = "{path}";

/// The maximum number of characters in a skill file.
pub(super) const MAX_CHARACTERS: usize = 10 << 20;

const DELIMITER: &str = "---";

/// The frontmatter of a file, and where it ends.
struct Frame<'t> {
    block: &'t str,
    /// The byte offset at which the text after the frontmatter starts.
    end: usize,
}

/// Returns the whitespace at the beginning of a text.
fn whitespace(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_space).len()]
}

/// Finds the frontmatter of a file that begins with a line `---` and has a later line `---` with a
/// line end. Whitespace and empty lines after the dashes belong to the delimiters. Returns `None`
/// for any other file.
fn split(text: &str) -> Option<Frame<'_>> {
    let rest = text.strip_prefix(DELIMITER)?;
    // The frontmatter begins after the last line end that precedes other text. If this does not fit, an earlier line
    // end is tried.
    let mut starts = whitespace(rest).rmatch_indices('\n');
    starts.find_map(|(newline, _)| {
        let start = DELIMITER.len() + newline + 1;
        let block = &text[start..];
        let mut ends = block.match_indices("\n---");
        ends.find_map(|(end, mark)| {
            let after = &block[end + mark.len()..];
            let last = whitespace(after).rfind('\n')?;
            Some(Frame {
                block: &block[..end],
                end: start + end + mark.len() + last + 1,
            })
        })
    })
}

/// Returns the byte offset at which the frontmatter ends; `None` if there is no frontmatter.
pub(super) fn end(text: &str) -> Option<usize> {
    split(text).map(|frame| frame.end)
}

/// Returns the text after the frontmatter, without whitespace at its end.
pub(super) fn body(text: &str) -> &str {
    text[end(text).unwrap_or(0)..].trim_end_matches(is_space)
}

impl Parse for DeepAgents {
    fn parse(&self, contents: &Contents) -> Parsed {
        let mut ignored = Vec::new();
        let outcome = match python::decode(contents.bytes()) {
            Ok(text) => read(text, &mut ignored),
            Err(message) => Ok(skipped(Fault {
                code: FaultCode::NotUtf8,
                message: format!("Error decoding {PATH}: {message}"),
                place: None,
                help: "Save the file as UTF-8.".to_owned(),
            })),
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

/// Returns the outcome for a file that Deep Agents skips because of this fault.
fn skipped(fault: Fault) -> Fields {
    Fields {
        name: None,
        name_place: Place::START,
        text: Err(fault),
    }
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let fault = |code, message: &str, help: &str| Fault {
        code,
        message: format!("Skipping {PATH}: {message}"),
        place: Some(Place::START),
        help: help.to_owned(),
    };
    if text.len() > MAX_CHARACTERS && text.chars().count() > MAX_CHARACTERS {
        let message = format!("content too large ({} bytes)", text.len());
        let help = "Move parts of the file into other files of the skill's folder.";
        return Ok(skipped(fault(FaultCode::TooLarge, &message, help)));
    }
    let Some(frame) = split(text) else {
        let help = "Begin the file with a line `---`, then `name:` and `description:`, then another line `---` with a line end.";
        let message = "no valid YAML frontmatter found";
        return Ok(skipped(fault(FaultCode::NoFrontmatter, message, help)));
    };
    let start = frame.block.as_ptr() as usize - text.as_ptr() as usize;
    if let Err(fault) = Fault::check_work(frame.block) {
        return Ok(skipped(fault));
    }
    let value = match py_yaml::safe_load(frame.block) {
        Ok(value) => value,
        Err(exception) => return broken(&exception, text, start).map(skipped),
    };
    let Value::Map(members) = value else {
        let message = "frontmatter is not a mapping";
        let help = "Write the frontmatter as lines `key: value`.";
        return Ok(skipped(fault(FaultCode::InvalidYaml, message, help)));
    };
    let document = Document {
        frontmatter: frame.block,
        frontmatter_line: Place::of_byte(text, start).line,
        body: "",
    };
    let place = |key: &str| place_of_key(key, text, &document);
    let (name, description) = (text_of(&members, "name"), text_of(&members, "description"));
    if name.is_empty() || description.is_empty() {
        let (code, key) = if name.is_empty() {
            (FaultCode::MissingName, "name")
        } else {
            (FaultCode::MissingDescription, "description")
        };
        let help = format!("Give `{key}:` a value.");
        let fault = fault(code, "missing required 'name' or 'description'", &help);
        return Ok(skipped(Fault {
            place: Some(place(key)),
            ..fault
        }));
    }
    let mut ignore = |key: &str, message: String| {
        ignored.push(IgnoredField {
            place: Some(place(key)),
            ..IgnoredField::new(Some(key), message)
        });
    };
    let cut = |value: String, most: usize| value.chars().take(most).collect::<String>();
    let description = cut(description, DESCRIPTION);
    let compatibility = cut(text_of(&members, "compatibility"), COMPATIBILITY);
    let allowed_tools = match get(&members, TOOLS) {
        Some(Value::Text(tools)) => {
            let tools = tools.split(|it| it == ',' || is_space(it));
            tools
                .filter(|tool| !tool.is_empty())
                .map(str::to_owned)
                .collect()
        }
        Some(Value::List(tools)) => {
            let texts = tools.iter().filter_map(|tool| match tool {
                Value::Text(tool) => Some(strip(tool).to_owned()),
                _ => None,
            });
            texts.filter(|tool| !tool.is_empty()).collect()
        }
        None | Some(Value::None) => Vec::new(),
        Some(other) => {
            let kind = other.python_type();
            ignore(TOOLS, format!("expected a string or list, got {kind}"));
            Vec::new()
        }
    };
    let metadata = match get(&members, "metadata") {
        Some(whole @ Value::Map(members)) => {
            let text = |value: &Value| match value {
                // The value is an alias of the mapping that contains it.
                Value::Cycle(_) => whole.python_str(),
                value => value.python_str(),
            };
            let texts = members.iter();
            sort::collect_map(texts.map(|(key, value)| (key.python_str(), text(value))))
        }
        _ => Default::default(),
    };
    let optional = |text: String| (!text.is_empty()).then_some(text);
    Ok(Fields {
        name_place: place("name"),
        text: Ok(Text {
            description: description.clone(),
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: Some(Box::new(Frontmatter {
                name: Some(name.clone()),
                description: Some(description),
                license: optional(text_of(&members, "license")),
                compatibility: optional(compatibility),
                allowed_tools,
                metadata,
                ..Frontmatter::default()
            })),
        }),
        name: Some(name),
    })
}

fn get<'v>(members: &'v [(Value, Value)], key: &str) -> Option<&'v Value> {
    let mut members = members.iter();
    let member = members.find(|(known, _)| matches!(known, Value::Text(known) if known == key));
    member.map(|(_, value)| value)
}

/// Returns the value of a field as text, without whitespace at its ends. Any value is converted to
/// text as by Python's `str`. For a missing field, returns an empty text.
fn text_of(members: &[(Value, Value)], key: &str) -> String {
    let text = get(members, key).map(Value::python_str);
    strip(&text.unwrap_or_default()).to_owned()
}

/// Returns the fault for frontmatter whose parsing raised a YAML error. Deep Agents then skips the
/// file.
///
/// # Errors
/// Returns any other exception as an error, because Deep Agents does not catch it.
fn broken(exception: &Exception, text: &str, start: usize) -> Result<Fault, Fault> {
    let place = exception.place.map(|at| Place::of_byte(text, start + at));
    if exception.is_yaml_error {
        return Ok(Fault {
            code: FaultCode::InvalidYaml,
            message: format!("Invalid YAML in {PATH}: {}", exception.text),
            place,
            help: advice(&exception.text).to_owned(),
        });
    }
    Err(Fault {
        code: FaultCode::InvalidYaml,
        message: format!("{}: {}", exception.name, exception.text),
        place,
        help: "Put the value in quotes, because YAML makes a date, a number or another type of it."
            .to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frontmatter_ends_at_dashes_with_a_line_end() {
        let cases = [
            ("---\na: b\n---\nc", Some(("a: b", "c"))),
            ("---  \n\na: b\n--- \n\nc\n", Some(("a: b", "c"))),
            ("---\r\na: b\r\n---\r\nc", Some(("a: b\r", "c"))),
            ("---\n\n---\nc\n", Some(("", "c"))),
            ("---\n\n---\nc\n---\n", Some(("---\nc", ""))),
            ("---\na: b\n---c\n---\n", Some(("a: b\n---c", ""))),
            ("---\n---\nc\n", None),
            ("---\na: b\n---", None),
            ("\n---\na: b\n---\n", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let got = split(text).map(|frame| (frame.block, body(text)));
            assert_eq!(got, expected, "{text:?}");
        }
    }
}
