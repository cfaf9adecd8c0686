//! Stage Parse: reads the frontmatter fields of a file (`docs/hosts/pi.md#frontmatter`).

use std::borrow::Cow;

use super::editions::{Pi, PiEdition};
use super::fields::{self, DISABLE};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place, utf16_len};
use crate::text::js::{self, is_blank};
use crate::text::js_value::Value;
use crate::text::npm_yaml;
use crate::text::plain_yaml::{self, PlainMap, PlainScalar, PlainValue};
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, place_of_key};
use crate::tree::Contents;

const DELIMITER: &str = "---";
const CLOSING: &str = "\n---";

/// pi's message about a file without a description.
const REQUIRED: &str = "description is required";

/// Splits a file into the frontmatter and the text after it; `None` if the file has no frontmatter.
/// The opening `---` and the character after it do not belong to the frontmatter.
fn split(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with(DELIMITER) {
        return None;
    }
    let end = DELIMITER.len() + text[DELIMITER.len()..].find(CLOSING)?;
    // The character after the opening dashes is dropped, whatever it is.
    let after = text[DELIMITER.len()..end].chars().next();
    let start = DELIMITER.len() + after.map_or(0, char::len_utf8);
    Some((&text[start..end], &text[end + CLOSING.len()..]))
}

/// Returns the text after the frontmatter, without whitespace at its ends. If there is no
/// frontmatter, this is the whole text.
pub(super) fn body(text: &str) -> &str {
    js::trim(split(text).map_or(text, |(_, body)| body))
}

/// The values of the frontmatter fields that pi reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Read {
    name: Option<String>,
    /// True if the file has a description of any type, except null.
    has_description: bool,
    description: Option<String>,
    disable: Option<bool>,
    keys: Vec<String>,
}

/// The message about invalid frontmatter, and the line and column in the frontmatter, counted from
/// 1, if known.
type Unread = (String, Option<(usize, usize)>);

fn read(block: &str) -> Result<Read, Unread> {
    if block.is_empty() {
        return Ok(Read::default());
    }
    let is_small = block.len() <= MAX_FRONTMATTER_BYTES;
    let plain = is_small.then(|| plain_yaml::read(block, true)).flatten();
    let plain = plain.and_then(|map| of_plain(&map));
    plain.map_or_else(|| any_yaml(block), Ok)
}

/// Reads simple frontmatter without a YAML parser. Returns `None` if a YAML parser could read one
/// of pi's fields as a number.
fn of_plain(map: &PlainMap<'_>) -> Option<Read> {
    let mut read = Read::default();
    for member in &map.members {
        read.keys.push(member.key.to_owned());
        let text = match &member.value {
            PlainValue::Scalar(PlainScalar::Ambiguous(_)) => match member.key {
                "name" | "description" | DISABLE => return None,
                _ => continue,
            },
            PlainValue::Scalar(PlainScalar::Text(text)) => Some(text.clone().into_owned()),
            _ => None,
        };
        match member.key {
            "name" => read.name = text,
            "description" => {
                read.has_description = !matches!(member.value, PlainValue::Nothing);
                read.description = text;
            }
            DISABLE => {
                if let PlainValue::Scalar(PlainScalar::Bool(flag)) = member.value {
                    read.disable = Some(flag);
                }
            }
            _ => {}
        }
    }
    Some(read)
}

/// Reads frontmatter that `of_plain` does not read, with a full YAML parser.
fn any_yaml(block: &str) -> Result<Read, Unread> {
    let yaml = npm_yaml::read(block);
    if let Some((message, place)) = yaml.thrown(block) {
        return Err((message, Some(place)));
    }
    let text = |key| yaml.value.get(key).and_then(Value::text).map(str::to_owned);
    Ok(Read {
        name: text("name"),
        has_description: !matches!(yaml.value.get("description"), None | Some(Value::Null)),
        description: text("description"),
        disable: match yaml.value.get(DISABLE) {
            Some(Value::Bool(flag)) => Some(*flag),
            _ => None,
        },
        keys: yaml
            .value
            .members()
            .iter()
            .map(|(key, _)| key.clone())
            .collect(),
    })
}

impl Parse for Pi {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_with_line_feeds();
        let mut ignored = Vec::new();
        let block = split(&text);
        let source = contents.text_lossy();
        let document = Document {
            frontmatter: block.map_or("", |(block, _)| block),
            frontmatter_line: 1 + first_lines(&text),
            body: "",
        };
        let outcome = match read(document.frontmatter) {
            Ok(read) => {
                warn(&read, &source, &document, self.edition, &mut ignored);
                Ok(fields(read, &source, &document, block.is_some()))
            }
            Err((message, at)) => Err(Fault {
                code: FaultCode::InvalidYaml,
                help: npm_yaml::advice(&message),
                place: at.map(|(line, column)| {
                    Place::of_line(&source, document.frontmatter_line - 1 + line, column)
                }),
                message,
            }),
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

/// Returns 1 if a line end follows the opening `---`, so that the frontmatter begins on the second
/// line. Otherwise returns 0, because pi then reads the rest of the first line as frontmatter.
fn first_lines(text: &str) -> usize {
    usize::from(text.as_bytes().get(DELIMITER.len()) == Some(&b'\n'))
}

fn fields(read: Read, source: &str, document: &Document<'_>, has_block: bool) -> Fields {
    let place = |key: &str| place_of_key(key, source, document);
    let is_given = |text: &String| text.contains(|character| !is_blank(character));
    let name_place = place("name");
    let name = read.name.filter(|name| !name.is_empty());
    let text = match read.description.filter(is_given) {
        Some(description) => Ok(Text {
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: Some(Box::new(Frontmatter {
                name: name.clone(),
                description: Some(description.clone()),
                disable_model_invocation: read.disable,
                ..Frontmatter::default()
            })),
            description,
        }),
        None => {
            let is_wrong = read.has_description && !read.keys.is_empty();
            let (code, help) = match (has_block, is_wrong) {
                (false, _) => (
                    FaultCode::NoFrontmatter,
                    "Begin the file with a line `---`, then `description:`, then another line `---`.",
                ),
                (true, true) => (
                    FaultCode::WrongType,
                    "Write the description as text, in quotes.",
                ),
                (true, false) => (
                    FaultCode::MissingDescription,
                    "Add `description:` with what the skill does and when to use it.",
                ),
            };
            Err(Fault {
                code,
                message: REQUIRED.to_owned(),
                place: Some(if has_block {
                    place("description")
                } else {
                    Place::START
                }),
                help: help.to_owned(),
            })
        }
    };
    Fields {
        name,
        name_place,
        text,
    }
}

/// Adds pi's warnings about a file, and the fields that pi does not read, to `ignored`.
fn warn(
    read: &Read,
    source: &str,
    document: &Document<'_>,
    edition: &PiEdition,
    ignored: &mut Vec<IgnoredField>,
) {
    let mut ignore = |field: &str, message: String| {
        ignored.push(IgnoredField {
            place: Some(place_of_key(field, source, document)),
            ..IgnoredField::new(Some(field), message)
        });
    };
    let length = read.description.as_deref().map_or(0, utf16_len);
    if length > edition.description_units {
        let most = edition.description_units;
        ignore(
            "description",
            format!("description exceeds {most} characters ({length})"),
        );
    }
    // The name of the folder is checked when the catalog is built, because the path is unknown here.
    let name = read.name.as_deref().filter(|name| !name.is_empty());
    for warning in name.into_iter().flat_map(|name| warnings(name, edition)) {
        ignore("name", warning.into_owned());
    }
    for field in Field::ignored_keys(fields::fields(edition)) {
        if read.keys.iter().any(|key| key == field) {
            ignore(field, format!("pi reads no {field}; it has no effect here"));
        }
    }
}

/// Returns pi's warnings about a name (`docs/hosts/pi.md#warnings`).
pub(super) fn warnings(name: &str, edition: &PiEdition) -> Vec<Cow<'static, str>> {
    let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let (length, most) = (utf16_len(name), edition.name_units);
    let mut warnings: Vec<Cow<'static, str>> = Vec::new();
    if length > most {
        warnings.push(format!("name exceeds {most} characters ({length})").into());
    }
    if !name.bytes().all(is_of_name) {
        warnings.push(
            "name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)".into(),
        );
    }
    if name.starts_with('-') || name.ends_with('-') {
        warnings.push("name must not start or end with a hyphen".into());
    }
    if name.contains("--") {
        warnings.push("name must not contain consecutive hyphens".into());
    }
    warnings
}

/// Checks that the reader of simple frontmatter and the YAML parser return the same fields.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    if let Some(plain) = plain_yaml::read(yaml, true).and_then(|map| of_plain(&map)) {
        assert_eq!(Ok(plain), any_yaml(yaml), "{yaml:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_split_at_the_first_line_that_begins_with_dashes() {
        let cases = [
            ("---\na\n---\nb\n", Some(("a", "\nb\n"))),
            ("---\na\n---more\nb", Some(("a", "more\nb"))),
            ("---xa\n---", Some(("a", ""))),
            ("---\n---\nb", Some(("", "\nb"))),
            ("---\n\n---", Some(("", ""))),
            ("---é\na\n---", Some(("\na", ""))),
            ("---\na\n", None),
            ("---", None),
            (" ---\na\n---", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text), expected, "{text:?}");
        }
    }
}
