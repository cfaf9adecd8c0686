//! Stage Parse: splits a file at `---`, and validates its fields
//! (`docs/hosts/google-adk.md#frontmatter`).

use std::borrow::Cow;

use super::editions::GoogleAdk;
use super::pydantic::{self, Frontmatter};
use crate::host::Parse;
use crate::host::sdk::{self, fault};
use crate::host::stages::{Fault, Fields, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{self, DescriptionSource};
use crate::text::document::{Document, Place, with_line_feeds};
use crate::text::py_yaml::{self, Value};
use crate::text::python;
use crate::text::yaml::place_of_key;
use crate::tree::Contents;

/// The delimiter of the frontmatter. The second delimiter may be anywhere in a line.
const MARK: &str = "---";

const UNOPENED: &str = "SKILL.md must start with YAML frontmatter (---)";
const UNCLOSED: &str = "SKILL.md frontmatter not properly closed with ---";
const NO_MAPPING: &str = "SKILL.md frontmatter must be a YAML mapping";

/// The start of the message about frontmatter that is not valid YAML.
const NOT_YAML: &str = "Invalid YAML in frontmatter: ";

/// Returns the text of a file, in which every line end is a line feed. Returns a fault if the file
/// cannot be decoded.
pub(super) fn text_of(contents: &Contents) -> Result<Cow<'_, str>, Fault> {
    let text = python::decode(contents.bytes());
    let text = text.map_err(|error| {
        let help = "Save the file as UTF-8.";
        fault(FaultCode::NotUtf8, error, None, help)
    })?;
    Ok(with_line_feeds(text))
}

/// Returns the byte offset at which the frontmatter ends; `None` if there is no frontmatter or no
/// second delimiter.
pub(super) fn end(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(MARK)?;
    Some(rest.find(MARK)? + 2 * MARK.len())
}

/// Splits a file into the frontmatter and the text after it. Returns a fault if there is no
/// frontmatter.
fn split(text: &str) -> Result<(&str, &str), Fault> {
    let help = "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";
    let no_frontmatter = |message: &str| {
        let place = Some(Place::START);
        fault(FaultCode::NoFrontmatter, message.to_owned(), place, help)
    };
    if !text.starts_with(MARK) {
        return Err(no_frontmatter(UNOPENED));
    }
    let end = end(text).ok_or_else(|| no_frontmatter(UNCLOSED))?;
    Ok((&text[MARK.len()..end - MARK.len()], &text[end..]))
}

/// The frontmatter fields of a file, as pairs of key and value, and the text after the frontmatter.
type FieldsAndBody<'t> = (Vec<(Value, Value)>, &'t str);

/// Returns the frontmatter fields of a file and the text after the frontmatter. Returns a fault if
/// the fields cannot be read.
pub(super) fn read(text: &str) -> Result<FieldsAndBody<'_>, Fault> {
    let (frontmatter, body) = split(text)?;
    Fault::check_work(frontmatter)?;
    let help = "Write the frontmatter as one `key: value` on each line, and put values with `: ` or `#` in quotes.";
    match py_yaml::safe_load(frontmatter) {
        Ok(Value::Map(fields)) => Ok((fields, python::strip(body))),
        Ok(_) => {
            let place = Some(Place::START);
            let message = NO_MAPPING.to_owned();
            Err(fault(FaultCode::WrongType, message, place, help))
        }
        Err(error) => {
            let place = error.place;
            let place = place.map(|byte| Place::of_byte(text, MARK.len() + byte));
            let (code, message) = if error.is_yaml_error {
                (FaultCode::InvalidYaml, format!("{NOT_YAML}{}", error.text))
            } else if error.name == "ValueError" {
                (FaultCode::WrongType, error.text)
            } else {
                (FaultCode::InvalidYaml, error.text)
            };
            Err(fault(code, message, place, help))
        }
    }
}

/// Returns true if a fault makes `list_skills_in_dir` fail with an exception. The function then
/// lists no skill.
pub(super) fn is_fatal(fault: &Fault) -> bool {
    fault.code == FaultCode::InvalidYaml && !fault.message.starts_with(NOT_YAML)
}

impl Parse for GoogleAdk {
    fn parse(&self, contents: &Contents) -> Parsed {
        let outcome = text_of(contents).and_then(|text| {
            let (fields, body) = read(&text)?;
            let end = end(&text).unwrap_or_default();
            let frontmatter = text.get(MARK.len()..end - MARK.len()).unwrap_or_default();
            let document = Document {
                frontmatter,
                frontmatter_line: 1,
                body,
            };
            let place = |key: &str| place_of_key(key, &text, &document);
            match pydantic::validate(&fields, self.edition) {
                Ok(read) => Ok(Fields {
                    name: Some(read.name.clone()),
                    name_place: place("name"),
                    text: Ok(text_of_fields(&read)),
                }),
                Err(refusal) => {
                    let place = match refusal.field {
                        "" => Place::START,
                        field => place(field),
                    };
                    let help = help(refusal.code);
                    Err(fault(refusal.code, refusal.text, Some(place), help))
                }
            }
        });
        let parsed = Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored: Vec::new(),
        };
        sdk::with_places_in_file(contents, parsed)
    }
}

fn text_of_fields(read: &Frontmatter<'_>) -> Text {
    let tools = read.allowed_tools.into_iter().flat_map(python::words);
    let metadata = read.metadata.iter();
    let metadata = metadata.map(|(key, value)| (key.python_str(), value.python_str()));
    Text {
        description: read.description.to_owned(),
        description_source: DescriptionSource::Frontmatter,
        short_description: None,
        frontmatter: Some(Box::new(skill::Frontmatter {
            name: Some(read.name.clone()),
            description: Some(read.description.to_owned()),
            license: read.license.map(str::to_owned),
            compatibility: read.compatibility.map(str::to_owned),
            allowed_tools: tools.map(str::to_owned).collect(),
            metadata: crate::sort::collect_map(metadata),
            ..skill::Frontmatter::default()
        })),
    }
}

fn help(code: FaultCode) -> &'static str {
    match code {
        FaultCode::MissingName => "Add `name:` with the folder's name.",
        FaultCode::MissingDescription => "Add `description:` with a sentence.",
        FaultCode::NameTooLong | FaultCode::DescriptionTooLong => "Shorten it.",
        FaultCode::NameInvalid => "Use lowercase letters, digits and single hyphens.",
        _ => "Write the value as text; put it in quotes if it is a number, a date or a list.",
    }
}
