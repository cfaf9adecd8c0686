//! Stage Parse: validates a file, then splits and reads it again by other rules, as the library
//! does (`docs/hosts/agno.md#frontmatter`).

use std::borrow::Cow;

use super::editions::Agno;
use super::validate::{Invalid, get, validate};
use crate::host::Parse;
use crate::host::sdk::{self, fault};
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place, with_line_feeds};
use crate::text::py_yaml::{self, Value};
use crate::text::python;
use crate::text::yaml::place_of_key;
use crate::tree::Contents;

const MARK: &str = "---";
const CLOSING: &str = "\n---";

/// The remedy for a file that Agno rejects.
const HELP: &str =
    "Write only the six fields of the open standard, each with the type that it has there.";

/// A skill as Agno loads it. The skill's name and description may be any YAML values.
pub(super) struct Loaded<'t> {
    /// The value of `name`; `None` if the skill takes the name of its folder.
    pub name: Option<Value>,
    pub description: Option<Value>,
    pub fields: Vec<(Value, Value)>,
    /// The text after the frontmatter, or the whole text if there is no frontmatter.
    pub body: &'t str,
    /// Agno's message about frontmatter that is not valid YAML; `None` if the YAML is valid.
    pub warning: Option<String>,
    /// The text of the frontmatter and the byte offset of its end; `None` if the file has no
    /// frontmatter.
    pub frontmatter: Option<(&'t str, usize)>,
}

/// The reason why a skill does not load.
pub(super) enum Refused {
    /// The skill has these problems. They prevent the loading of all skills.
    Invalid(Vec<String>),
    /// The loader raises an exception with this message, so the loader returns no skills.
    Loader(String),
    /// The loader skips only this skill, with this message.
    Skill(String),
}

/// Splits a file into the frontmatter and the text after it; `None` if the file has no frontmatter.
/// The opening `---` must be followed by whitespace that contains a line break, and the closing
/// `---` must begin a line.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(MARK)?;
    let blank = &rest[..rest.len() - rest.trim_start_matches(python::is_space).len()];
    // The last line break of the whitespace begins the frontmatter, unless no mark follows it.
    let breaks = blank.rmatch_indices('\n').map(|(at, _)| at + 1);
    let mut starts = breaks.filter_map(|start| {
        let end = rest[start..].find(CLOSING)?;
        Some((start, start + end))
    });
    let (start, end) = starts.next()?;
    let body = &rest[end + CLOSING.len()..];
    Some((&rest[start..end], body))
}

/// Returns the byte offset at which the frontmatter ends; `None` if the file has no frontmatter.
pub(super) fn end(text: &str) -> Option<usize> {
    let (_, body) = split(text)?;
    Some(text.len() - body.len())
}

/// Splits each line of the frontmatter at its first colon into a field. Agno does this if the
/// frontmatter is not valid YAML.
fn lines(frontmatter: &str) -> Vec<(Value, Value)> {
    let mut fields: Vec<(Value, Value)> = Vec::new();
    for line in python::strip(frontmatter).split('\n') {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = python::strip(value).trim_matches('"').trim_matches('\'');
        let key = Value::Text(python::strip(key).to_owned());
        let value = Value::Text(value.to_owned());
        match fields.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => fields.push((key, value)),
        }
    }
    fields
}

/// Returns the text of a file, in which every line end is a line feed. Returns an error if the file
/// cannot be decoded.
pub(super) fn text_of(contents: &Contents) -> Result<Cow<'_, str>, String> {
    python::decode(contents.bytes()).map(with_line_feeds)
}

/// Reads a skill from the text of its file, without validation.
pub(super) fn load(text: &str) -> Result<Loaded<'_>, Refused> {
    let Some((frontmatter, body)) = split(text) else {
        return Ok(Loaded {
            name: None,
            description: None,
            fields: Vec::new(),
            body: text,
            warning: None,
            frontmatter: None,
        });
    };
    let (fields, warning) = match py_yaml::safe_load(frontmatter) {
        Ok(Value::Map(fields)) => (fields, None),
        Ok(other) if other.python_bool() => {
            let kind = other.python_type();
            return Err(Refused::Skill(format!(
                "'{kind}' object has no attribute 'get'"
            )));
        }
        Ok(_) => (Vec::new(), None),
        Err(error) => {
            let message = format!("Error parsing YAML frontmatter: {}", error.text);
            (lines(frontmatter), Some(message))
        }
    };
    Ok(Loaded {
        name: get(&fields, "name").cloned(),
        description: get(&fields, "description").cloned(),
        fields,
        body: python::strip(body),
        warning,
        frontmatter: Some((frontmatter, text.len() - body.len())),
    })
}

impl Agno {
    /// Validates the text of a file if the options require it, and reads the skill. If `folder` is
    /// given, the skill's name must be equal to `folder`.
    pub(super) fn read<'t>(
        &self,
        text: &'t Result<Cow<'_, str>, String>,
        folder: Option<&str>,
    ) -> Result<Loaded<'t>, Refused> {
        let validates = self.options.validates();
        let text = match text {
            Ok(text) => text,
            Err(error) if validates => {
                let message = format!("Error reading SKILL.md: {error}");
                return Err(Refused::Invalid(vec![message]));
            }
            Err(error) => return Err(Refused::Skill(error.clone())),
        };
        if validates {
            validate(text, folder, self.edition).map_err(|invalid| match invalid {
                Invalid::Problems(problems) => Refused::Invalid(problems),
                Invalid::Raised(message) => Refused::Loader(message),
            })?;
        }
        let loaded = load(text)?;
        let is_hashable = !matches!(
            loaded.name,
            Some(Value::List(_) | Value::Map(_) | Value::Set(_))
        );
        if !is_hashable {
            let kind = loaded.name.as_ref().map_or("", Value::python_type);
            return Err(Refused::Loader(format!("unhashable type: '{kind}'")));
        }
        Ok(loaded)
    }
}

/// Returns the message of the exception that Agno raises for a skill's problems.
pub(super) fn in_words(problems: &[String]) -> String {
    match problems {
        [one] => one.clone(),
        all => format!("{} validation errors: {}", all.len(), all.join("; ")),
    }
}

impl Refused {
    /// Converts the reason why a skill does not load to a fault for the catalog.
    pub fn fault(&self) -> Fault {
        let (message, first) = match self {
            Self::Invalid(problems) => (
                in_words(problems),
                problems.first().map_or("", String::as_str),
            ),
            Self::Loader(message) | Self::Skill(message) => (message.clone(), message.as_str()),
        };
        let code = [
            ("SKILL.md must start", FaultCode::NoFrontmatter),
            ("SKILL.md frontmatter not", FaultCode::NoFrontmatter),
            ("SKILL.md frontmatter must", FaultCode::WrongType),
            ("Invalid YAML", FaultCode::InvalidYaml),
            ("Error reading SKILL.md: 'utf-8' codec", FaultCode::NotUtf8),
            ("'utf-8' codec", FaultCode::NotUtf8),
            ("Error reading", FaultCode::InvalidYaml),
            ("Unexpected fields", FaultCode::UnknownField),
            (
                "Missing required field in frontmatter: name",
                FaultCode::MissingName,
            ),
            ("Missing required field", FaultCode::MissingDescription),
            ("Directory name", FaultCode::NameMismatch),
            ("Description exceeds", FaultCode::DescriptionTooLong),
            ("Field 'description'", FaultCode::MissingDescription),
            ("Field 'name'", FaultCode::MissingName),
            ("Skill name", FaultCode::NameInvalid),
        ];
        let code = code.into_iter().find(|(start, _)| first.starts_with(start));
        let code = code.map_or(FaultCode::WrongType, |(_, code)| code);
        fault(code, message, Some(Place::START), HELP)
    }
}

/// Returns a fault if the frontmatter would take too long to parse. Agno splits the file in two
/// ways, and both results are checked.
fn check_work(text: &str) -> Result<(), Fault> {
    if let Some((frontmatter, _)) = split(text) {
        Fault::check_work(frontmatter)?;
    }
    let rest = text.strip_prefix(MARK).unwrap_or_default();
    let (frontmatter, _) = rest.split_once(MARK).unwrap_or_default();
    Fault::check_work(frontmatter)
}

impl Parse for Agno {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = text_of(contents);
        let mut ignored = Vec::new();
        let work = match &text {
            Ok(text) => check_work(text),
            Err(_) => Ok(()),
        };
        let outcome = work.and_then(|()| {
            let loaded = self.read(&text, None).map_err(|refused| refused.fault())?;
            let warning = loaded.warning.clone().into_iter();
            ignored.extend(warning.map(|warning| IgnoredField::new(None, warning)));
            let name_place = match (&text, loaded.frontmatter) {
                (Ok(text), Some((frontmatter, end))) => {
                    let line = text.get(..end).unwrap_or_default();
                    let lines = frontmatter.matches('\n').count() + 1;
                    let document = Document {
                        frontmatter,
                        frontmatter_line: (line.matches('\n').count() + 1).saturating_sub(lines),
                        body: loaded.body,
                    };
                    place_of_key("name", text, &document)
                }
                _ => Place::START,
            };
            Ok(Fields {
                name: loaded.name.as_ref().map(Value::python_str),
                name_place,
                text: Ok(text_of_fields(&loaded)),
            })
        });
        let parsed = Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        };
        sdk::with_places_in_file(contents, parsed)
    }
}

fn text_of_fields(loaded: &Loaded<'_>) -> Text {
    let shown = |key| get(&loaded.fields, key).map(Value::python_str);
    let tools = match get(&loaded.fields, "allowed-tools") {
        Some(Value::List(tools)) => tools.iter().map(Value::python_str).collect(),
        _ => Vec::new(),
    };
    let metadata = match get(&loaded.fields, "metadata") {
        Some(Value::Map(entries)) => entries.as_slice(),
        _ => &[],
    };
    let metadata = metadata.iter();
    let metadata = metadata.map(|(key, value)| (key.python_str(), value.python_str()));
    let description = loaded.description.as_ref().map(Value::python_str);
    Text {
        description_source: match description {
            Some(_) => DescriptionSource::Frontmatter,
            None => DescriptionSource::None,
        },
        short_description: None,
        frontmatter: Some(Box::new(Frontmatter {
            name: loaded.name.as_ref().map(Value::python_str),
            description: description.clone(),
            license: shown("license"),
            compatibility: shown("compatibility"),
            allowed_tools: tools,
            metadata: crate::sort::collect_map(metadata),
            ..Frontmatter::default()
        })),
        description: description.unwrap_or_default(),
    }
}
