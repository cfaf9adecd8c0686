//! Stage Parse: reads the name, description and text of a file
//! (`docs/hosts/gemini-cli.md#frontmatter`).

use super::editions::{GeminiCli, GeminiCliEdition};
use super::fields as table;
use super::line_reader::{self, Lines};
use super::settings::text_of;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place};
use crate::text::js::trim;
use crate::text::js_yaml::{self, JsYamlValue, Unread, Version};
use crate::text::yaml::{advice, fold, place_of_key};
use crate::tree::Contents;

const OPENING: &str = "---";
const CLOSING: &str = "\n---";

/// The frontmatter and the text of a skill file.
pub(super) struct Split<'t> {
    pub frontmatter: &'t str,
    /// The byte offset of the closing delimiter of the frontmatter.
    pub end: usize,
    /// The text after the frontmatter, without whitespace at its ends. If the line of the closing
    /// delimiter has more than three dashes, this text is empty.
    pub body: &'t str,
}

/// Splits a file at the delimiters of its frontmatter. If the opening or the closing delimiter is
/// missing, the error names the missing delimiter.
pub(super) fn split(text: &str) -> Result<Split<'_>, MissingDelimiter> {
    let opened = text.strip_prefix(OPENING).and_then(line_end);
    let rest = opened.ok_or(MissingDelimiter::Opening)?;
    let (frontmatter, after) = rest.split_once(CLOSING).ok_or(MissingDelimiter::Closing)?;
    Ok(Split {
        frontmatter: frontmatter.strip_suffix('\r').unwrap_or(frontmatter),
        end: text.len() - after.len() - OPENING.len(),
        body: line_end(after).map_or("", trim),
    })
}

/// The missing delimiter of the frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingDelimiter {
    Opening,
    Closing,
}

/// Returns the text after the line end at the start of `text`; `None` if `text` does not begin with
/// a line end.
fn line_end(text: &str) -> Option<&str> {
    text.strip_prefix("\r\n")
        .or_else(|| text.strip_prefix('\n'))
}

/// Returns the text after the frontmatter, without whitespace at its ends. Empty if there is no
/// frontmatter.
#[must_use]
pub fn body(text: &str) -> &str {
    split(text).map_or("", |split| split.body)
}

impl Parse for GeminiCli {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = text_of(contents);
        let mut ignored = Vec::new();
        let outcome = match split(&text) {
            Ok(split) => Ok(fields(&split, &text, self.edition, &mut ignored)),
            Err(missing) => Ok(Fields {
                name: None,
                name_place: Place::START,
                text: Err(without_frontmatter(&text, missing)),
            }),
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

fn fields(
    split: &Split<'_>,
    text: &str,
    edition: &GeminiCliEdition,
    ignored: &mut Vec<IgnoredField>,
) -> Fields {
    let document = Document {
        frontmatter: split.frontmatter,
        frontmatter_line: 2,
        body: split.body,
    };
    let place = |key: &str| place_of_key(key, text, &document);
    let mut ignore = |field: &str, message: String| {
        ignored.push(IgnoredField {
            place: Some(place(field)),
            ..IgnoredField::new(Some(field), message)
        });
    };
    let data = js_yaml::yaml(split.frontmatter, Version::V4);
    let of_yaml = |key| data.as_ref().ok()?.get(key)?.text();
    let found = match (of_yaml("name"), of_yaml("description")) {
        (Some(name), Some(description)) => Lines {
            name: Some(name.to_owned()),
            description: Some(description.to_owned()),
        },
        _ => {
            let lines = line_reader::read(split.frontmatter);
            if let (Some(_), Some(_), Err(unread)) = (&lines.name, &lines.description, &data) {
                ignore(
                    "description",
                    format!(
                        "the frontmatter is not YAML ({}), so it is read line by line, including quotes",
                        fold(&unread.message)
                    ),
                );
            }
            lines
        }
    };
    for field in Field::ignored_keys(table::fields()) {
        if (data.as_ref()).is_ok_and(|data| data.get(field).is_some()) {
            ignore(
                field,
                format!("Gemini CLI reads no {field}; it has no effect here"),
            );
        }
    }
    let name = found.name.as_deref().map(|name| {
        if edition.cleans_names {
            cleaned(name)
        } else {
            name.to_owned()
        }
    });
    if let (Some(name), Some(written), Some(_)) = (&name, &found.name, &found.description)
        && name != written
    {
        ignore(
            "name",
            format!("the name becomes {name:?}: a hyphen replaces each of : \\ / < > * ? \" |"),
        );
    }
    let missing = |code, key| Fault {
        code,
        message: format!("its frontmatter has no `{key}`"),
        place: Some(place(key)),
        help: format!("Add a line `{key}:`."),
    };
    let described = match (found.name, found.description) {
        (Some(written), Some(description)) => Ok(Text {
            frontmatter: Some(Box::new(Frontmatter {
                name: Some(written),
                description: Some(description.clone()),
                ..Frontmatter::default()
            })),
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
        }),
        (name, _) => Err(match &data {
            Err(unread) => broken(unread, text),
            Ok(JsYamlValue::Mapping(entries)) => {
                let (key, code) = match name {
                    None => ("name", FaultCode::MissingName),
                    Some(_) => ("description", FaultCode::MissingDescription),
                };
                let written = entries.iter().find(|(known, _)| known == key);
                match written {
                    Some((_, value)) if value.text().is_none() => Fault {
                        code: FaultCode::WrongType,
                        message: format!("its `{key}` is {}, not text", value.kind()),
                        help: format!("Write `{key}: …` on a line of its own, as text."),
                        ..missing(code, key)
                    },
                    _ => missing(code, key),
                }
            }
            Ok(_) if name.is_none() => missing(FaultCode::MissingName, "name"),
            Ok(_) => missing(FaultCode::MissingDescription, "description"),
        }),
    };
    Fields {
        name,
        name_place: place("name"),
        text: described,
    }
}

/// Replaces characters that are invalid in file names with hyphens
/// (`docs/hosts/gemini-cli.md#names`).
fn cleaned(name: &str) -> String {
    name.replace([':', '\\', '/', '<', '>', '*', '?', '"', '|'], "-")
}

fn without_frontmatter(text: &str, missing: MissingDelimiter) -> Fault {
    let (code, message, help) = match missing {
        MissingDelimiter::Opening if text.starts_with('\u{feff}') => (
            FaultCode::ByteOrderMark,
            "the file begins with a byte order mark instead of `---`",
            "Save the file without a byte order mark.",
        ),
        MissingDelimiter::Opening => (
            FaultCode::NoFrontmatter,
            "it does not begin with a line `---`",
            "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.",
        ),
        MissingDelimiter::Closing => (
            FaultCode::NoFrontmatter,
            "its frontmatter has no end",
            "Put a line `---` after the last line of the frontmatter.",
        ),
    };
    Fault {
        code,
        message: message.to_owned(),
        place: Some(Place::START),
        help: help.to_owned(),
    }
}

/// Builds the fault for frontmatter that cannot be read. The frontmatter is not valid YAML, and its
/// lines do not have both a name and a description.
fn broken(unread: &Unread, text: &str) -> Fault {
    let first = fold(&unread.message);
    Fault {
        code: FaultCode::InvalidYaml,
        help: advice(&first).to_owned(),
        message: format!(
            "the frontmatter is not YAML, and none of its lines is `name:` or `description:`: {first}"
        ),
        place: (unread.at).map(|(line, column)| Place::of_line(text, line + 1, column)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_split_at_the_first_line_that_begins_with_dashes() {
        let cases = [
            ("---\na\n---\nb\n", Ok(("a", "b"))),
            ("---\r\na\r\n---\r\n\r\nb\r\n", Ok(("a", "b"))),
            ("---\na\n---more\nb", Ok(("a", ""))),
            ("---\na\n--- \nb", Ok(("a", ""))),
            ("---\na\n---", Ok(("a", ""))),
            ("---\n\n---\nb", Ok(("", "b"))),
            ("---\na\n ---\nb\n---\nc", Ok(("a\n ---\nb", "c"))),
            // The dashes of the second line do not close the frontmatter, so they belong to it.
            ("---\n---\na\n---\nb", Ok(("---\na", "b"))),
            ("---\n---\n", Err(MissingDelimiter::Closing)),
            ("---\na\n", Err(MissingDelimiter::Closing)),
            ("--- \na\n---\n", Err(MissingDelimiter::Opening)),
            ("\n---\na\n---\n", Err(MissingDelimiter::Opening)),
            ("\u{feff}---\na\n---\n", Err(MissingDelimiter::Opening)),
            ("", Err(MissingDelimiter::Opening)),
        ];
        for (text, expected) in cases {
            let found = split(text).map(|split| (split.frontmatter, split.body));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn the_end_of_the_frontmatter_is_at_its_dashes() {
        let text = "---\r\na\r\n---more";
        assert_eq!(split(text).map(|split| &text[split.end..]), Ok("---more"));
    }
}
