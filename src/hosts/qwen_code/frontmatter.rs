//! Stage Parse: reads the frontmatter fields of a file (`docs/hosts/qwen-code.md#frontmatter`).

use super::conditions;
use super::editions::QwenCode;
use super::fields as table;
use super::line_reader;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place};
use crate::text::js::trim;
use crate::text::js_value::{Value, number_text};
use crate::text::npm_yaml;
use crate::text::unicode::is_letter_or_number;
use crate::text::yaml::{advice, fold, place_of_key};
use crate::tree::Contents;

const OPENING: &str = "---\n";
const CLOSING: &str = "\n---";

/// The frontmatter and the text of a skill file.
pub(super) struct Split<'t> {
    pub frontmatter: &'t str,
    /// The text after the frontmatter, without whitespace at its ends.
    pub body: &'t str,
    /// The byte offset after the closing delimiter of the frontmatter.
    end: usize,
}

/// Splits a file at the delimiters of its frontmatter; `None` if the file has no frontmatter. Every
/// line end must be a line feed. The first line must be exactly `---`. The next line that is
/// exactly `---` ends the frontmatter, unless it is the second line.
pub(super) fn split(text: &str) -> Option<Split<'_>> {
    let rest = text.strip_prefix(OPENING)?;
    let closing = rest.match_indices(CLOSING).find_map(|(at, _)| {
        let after = &rest[at + CLOSING.len()..];
        let body = after
            .strip_prefix('\n')
            .or(after.is_empty().then_some(""))?;
        Some((at, body))
    });
    let (at, body) = closing?;
    Some(Split {
        frontmatter: &rest[..at],
        body: trim(body),
        end: OPENING.len() + at + 1,
    })
}

/// Returns the byte offset at which the frontmatter ends in a file with any line ends; `None` if
/// there is no frontmatter.
pub(super) fn end(source: &str) -> Option<usize> {
    let text = Contents::from(source).text_with_line_feeds().into_owned();
    let before = &text[..split(&text)?.end];
    let lines = before.matches('\n').count();
    let ends = source
        .char_indices()
        .filter(|(at, character)| match character {
            '\n' => true,
            '\r' => !source[at + 1..].starts_with('\n'),
            _ => false,
        });
    let last = ends.take(lines).last()?;
    Some(last.0 + 1)
}

/// A fault of one frontmatter field.
struct Wrong {
    code: FaultCode,
    field: &'static str,
    message: String,
    help: &'static str,
}

impl Wrong {
    fn new(
        code: FaultCode,
        field: &'static str,
        message: impl Into<String>,
        help: &'static str,
    ) -> Self {
        Self {
            code,
            field,
            message: message.into(),
            help,
        }
    }
}

impl Parse for QwenCode {
    fn parse(&self, contents: &Contents) -> Parsed {
        let source = contents.text_lossy();
        let text = contents.text_with_line_feeds();
        let mut ignored = Vec::new();
        let outcome = match split(&text) {
            None => Err(Fault {
                code: FaultCode::NoFrontmatter,
                message: "Invalid format: missing YAML frontmatter".to_owned(),
                place: Some(Place::START),
                help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`, without blanks behind the dashes.".to_owned(),
            }),
            Some(split) => {
                let document = Document {
                    frontmatter: split.frontmatter,
                    frontmatter_line: 2,
                    body: split.body,
                };
                let place = |key: &str| place_of_key(key, &source, &document);
                fields(&document, &place, &mut ignored).map_err(|wrong| Fault {
                    code: wrong.code,
                    message: wrong.message,
                    place: Some(place(wrong.field)),
                    help: wrong.help.to_owned(),
                })
            }
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

fn fields(
    document: &Document<'_>,
    place: &dyn Fn(&str) -> Place,
    ignored: &mut Vec<IgnoredField>,
) -> Result<Fields, Wrong> {
    let yaml = npm_yaml::read(document.frontmatter);
    let (data, problem) = match (&yaml.problem, &yaml.value) {
        (None, Value::Map(_)) => (yaml.value, None),
        (problem, _) => {
            let message = problem.as_ref().map(|problem| fold(&problem.message));
            let message = message.unwrap_or_else(|| "it is no mapping".to_owned());
            (line_reader::read(document.frontmatter), Some(message))
        }
    };
    let value = |key: &str| data.get(key).filter(|value| **value != Value::Null);
    let mut ignore = |field: &str, message: String| {
        ignored.push(IgnoredField {
            place: Some(place(field)),
            ..IgnoredField::new(Some(field), message)
        });
    };
    let help = problem.as_deref().map(advice);
    let required = |key: &'static str, code| {
        let given = value(key).filter(|value| **value != Value::Text(String::new()));
        let missing = || {
            let message = format!("Missing \"{key}\" in frontmatter");
            Wrong::new(
                code,
                key,
                message,
                help.unwrap_or("Add the field, with a text."),
            )
        };
        string(given.ok_or_else(missing)?).ok_or_else(|| {
            let message = "Cannot convert object to primitive value";
            Wrong::new(
                FaultCode::WrongType,
                key,
                message,
                "Write one text as the value.",
            )
        })
    };
    let name = required("name", FaultCode::MissingName)?;
    let description = required("description", FaultCode::MissingDescription)?;
    let is_of_name = |character: char| {
        is_letter_or_number(character) || matches!(character, '_' | ':' | '.' | '-')
    };
    if !name.chars().all(is_of_name) || name.is_empty() {
        let message = format!(
            "\"name\" must match /{}/u (letters, digits, _, :, ., -); got \"{name}\"",
            table::NAME
        );
        let help =
            "Write the name with letters, digits, `_`, `:`, `.` and `-` alone, without blanks.";
        return Err(Wrong::new(FaultCode::NameInvalid, "name", message, help));
    }
    let frontmatter = optional(&value)?;
    if trim(&description).is_empty() {
        let message = "Validation failed: \"description\" cannot be empty";
        let help = "Describe the skill in a sentence.";
        let code = FaultCode::MissingDescription;
        return Err(Wrong::new(code, "description", message, help));
    }
    if let Some(problem) = problem {
        let message = format!(
            "the frontmatter is not YAML ({problem}), so it is read line by line, including single quotes and comments"
        );
        ignore("description", message);
    }
    for field in Field::ignored_keys(table::fields()).filter(|field| value(field).is_some()) {
        let message = if field == "allowed-tools" {
            "Qwen Code reads `allowedTools`, not `allowed-tools`; it has no effect here".to_owned()
        } else {
            format!("Qwen Code reads no {field}; it has no effect here")
        };
        ignore(field, message);
    }
    Ok(Fields {
        name_place: place("name"),
        text: Ok(Text {
            frontmatter: Some(Box::new(Frontmatter {
                name: Some(name.clone()),
                description: Some(description.clone()),
                ..frontmatter
            })),
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
        }),
        name: Some(name),
    })
}

/// Reads the optional frontmatter fields of a skill. Returns the first fault if a value is not
/// valid.
fn optional<'v>(value: &dyn Fn(&str) -> Option<&'v Value>) -> Result<Frontmatter, Wrong> {
    let text = |key: &str| value(key).and_then(Value::text).map(str::to_owned);
    let list = |key: &'static str, message: &str| match value(key) {
        None => Ok(Vec::new()),
        Some(Value::List(items)) => {
            let items = items.iter().filter(|item| **item != Value::Null);
            Ok(items.map(|item| string(item).unwrap_or_default()).collect())
        }
        Some(_) => {
            let help = "Write a list, one entry on each line, each after a dash.";
            Err(Wrong::new(FaultCode::WrongType, key, message, help))
        }
    };
    let allowed_tools = list("allowedTools", "\"allowedTools\" must be an array")?;
    let model = match value("model") {
        Some(Value::Text(model)) => {
            Some(trim(model)).filter(|it| !it.is_empty() && *it != "inherit")
        }
        None => None,
        Some(_) => {
            let help = "Write the model's name in quotes, or remove the field.";
            let message = "\"model\" must be a string";
            return Err(Wrong::new(FaultCode::WrongType, "model", message, help));
        }
    };
    let paths = list("paths", "\"paths\" must be an array of glob patterns")?;
    let paths: Vec<_> = (paths.iter().map(|pattern| trim(pattern)))
        .filter(|pattern| !pattern.is_empty())
        .map(str::to_owned)
        .collect();
    if let Some(message) = paths.iter().find_map(|pattern| conditions::fault(pattern)) {
        let help = "Write patterns relative to the project's folder.";
        return Err(Wrong::new(FaultCode::WrongType, "paths", message, help));
    }
    let boolean = |key| match value(key)? {
        Value::Bool(flag) => Some(*flag),
        Value::Text(text) if text == "true" => Some(true),
        Value::Text(text) if text == "false" => Some(false),
        _ => None,
    };
    let hooks = value("hooks").map(Value::members).unwrap_or_default();
    let events = hooks.iter().filter(|(event, hooks)| {
        table::EVENTS.contains(&event.as_str()) && matches!(hooks, Value::List(_))
    });
    Ok(Frontmatter {
        when_to_use: text("when_to_use"),
        argument_hint: text("argument-hint"),
        model: model.map(str::to_owned),
        disable_model_invocation: boolean("disable-model-invocation"),
        user_invocable: boolean("user-invocable"),
        allowed_tools,
        paths,
        hook_events: events.map(|(event, _)| event.clone()).collect(),
        ..Frontmatter::default()
    })
}

/// Converts a value to a text, like JavaScript's `String` function. Returns `None` if the value
/// contains a mapping, for which Qwen Code's conversion fails.
fn string(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number_text(*number)),
        Value::Text(text) => Some(text.clone()),
        Value::Map(_) => None,
        Value::List(items) => {
            let items = items.iter().map(|item| match item {
                Value::Null => Some(String::new()),
                item => string(item),
            });
            Some(items.collect::<Option<Vec<_>>>()?.join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_split_at_lines_that_are_exactly_dashes() {
        let cases = [
            ("---\na: b\n---\n\nbody \n", Some(("a: b", "body"))),
            ("---\na: b\n---", Some(("a: b", ""))),
            (
                "---\na\n----\n---more\n--- \n---\nb",
                Some(("a\n----\n---more\n--- ", "b")),
            ),
            ("---\n\n---\nb", Some(("", "b"))),
            ("---\n---\nb", None),
            ("--- \na: b\n---\n", None),
            ("\n---\na: b\n---\n", None),
            ("---\na: b\n", None),
        ];
        for (text, expected) in cases {
            let found = split(text).map(|split| (split.frontmatter, split.body));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn the_end_of_the_frontmatter_is_a_place_in_the_file_as_written() {
        let cases = [
            ("---\na: b\n---\nx", Some(9)),
            ("---\r\na: b\r\n---\r\nx", Some(11)),
            ("\u{feff}---\ra: b\r---\rx", Some(12)),
            ("---\na: b\n", None),
        ];
        for (text, expected) in cases {
            assert_eq!(end(text), expected, "{text:?}");
        }
    }
}
