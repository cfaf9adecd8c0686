//! Stage Parse: reads the frontmatter fields of a file, or returns Copilot CLI's error message
//! (`docs/hosts/copilot-cli.md#frontmatter`).

use std::borrow::Cow;

use serde_yaml::Value;

use super::editions::{CopilotCli, CopilotCliEdition};
use super::fields::{
    DESCRIPTION, FOR_USERS, HINT, NAME_KEY, NO_MODEL, TOOLS, is_known, without_effect,
};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place};
use crate::text::plain_yaml::{self, PlainScalar, PlainValue};
use crate::text::yaml::{advice, place_of_error, place_of_key, read as read_yaml};
use crate::tree::Contents;

/// The frontmatter keys whose values Copilot CLI checks, in the order of the checks.
const KEYS: [&str; 6] = [NAME_KEY, DESCRIPTION, HINT, NO_MODEL, FOR_USERS, TOOLS];

/// The value of a frontmatter key, as one of the types that Copilot CLI distinguishes.
#[derive(Debug, Clone, PartialEq)]
enum Given {
    Text(String),
    Bool(bool),
    /// The value is a list of strings.
    Texts(Vec<String>),
    /// Any value that is not a string, a boolean or a list of strings, and a missing value.
    Other,
}

/// The values of the frontmatter keys in [`KEYS`], and the names of all other keys.
#[derive(Debug, Default, PartialEq)]
struct Values {
    given: [Option<Given>; KEYS.len()],
    unknown: Vec<String>,
}

impl Values {
    fn of<'k>(members: impl IntoIterator<Item = (&'k str, Option<Given>)>) -> Option<Self> {
        let mut values = Self::default();
        for (key, given) in members {
            match KEYS.iter().position(|known| *known == key) {
                Some(index) => values.given[index] = Some(given?),
                None => values.unknown.push(key.to_owned()),
            }
        }
        Some(values)
    }

    fn get(&self, key: &str) -> Option<&Given> {
        let index = KEYS.iter().position(|known| *known == key)?;
        self.given[index].as_ref()
    }
}

impl Parse for CopilotCli {
    fn parse(&self, contents: &Contents) -> Parsed {
        Parsed::of_text(contents, |text, ignored| read(text, self.edition, ignored))
    }
}

/// Returns the text after the frontmatter. If there is no frontmatter, returns the whole text.
pub(super) fn body(text: &str) -> &str {
    let text = unmarked(text);
    split(text).map_or(text, |document| document.body)
}

/// Returns the description of a command whose file has no frontmatter. The description is taken
/// from the file's own text.
pub(super) fn bare(text: &str, edition: &CopilotCliEdition) -> Text {
    let (description, description_source) = in_place_of_description(body(text), edition);
    Text {
        description,
        description_source,
        short_description: None,
        frontmatter: None,
    }
}

fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn split(text: &str) -> Option<Document<'_>> {
    Document::split(text, |line| line.trim_end() == "---").ok()
}

fn read(
    whole: &str,
    edition: &CopilotCliEdition,
    ignored: &mut Vec<IgnoredField>,
) -> Result<Fields, Fault> {
    let text = unmarked(whole);
    let document = split(text).ok_or_else(|| Fault {
        code: FaultCode::NoFrontmatter,
        message: "missing or malformed YAML frontmatter".to_owned(),
        place: Some(Place::START),
        help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
            .to_owned(),
    })?;
    Fault::check_work(document.frontmatter)?;
    let lines = without_ends(document.frontmatter);
    let values = match plain(&lines) {
        Some(values) => values,
        None => parsed(&lines).map_err(|error| {
            let message = format!("failed to parse YAML frontmatter: {error}");
            Fault {
                code: FaultCode::InvalidYaml,
                help: advice(&message).to_owned(),
                place: place_of_error(&error, whole, &document),
                message,
            }
        })?,
    };
    let at = |key: &str| place_of_key(key, whole, &document);
    let name_place = at(NAME_KEY);
    let name = match values.get(NAME_KEY) {
        None => None,
        Some(Given::Text(name)) => Some(named(name, name_place, edition)?),
        Some(_) => return Err(of_type(NAME_KEY, "Skill name must be a string", name_place)),
    };
    for key in without_effect(&values.unknown) {
        ignored.push(IgnoredField::without_effect("Copilot CLI", key, at(key)));
    }
    Ok(Fields {
        text: described(&values, &document, at, edition),
        name,
        name_place,
    })
}

/// Returns the lines of the frontmatter as Copilot CLI joins them: with a line feed for each line
/// end, and without the last line end.
fn without_ends(frontmatter: &str) -> Cow<'_, str> {
    let lines = if frontmatter.contains('\r') {
        Cow::Owned(frontmatter.replace("\r\n", "\n"))
    } else {
        Cow::Borrowed(frontmatter)
    };
    match lines {
        Cow::Borrowed(lines) => lines.strip_suffix('\n').unwrap_or(lines).into(),
        Cow::Owned(mut lines) => {
            if lines.ends_with('\n') {
                lines.pop();
            }
            lines.into()
        }
    }
}

/// Reads frontmatter without a YAML parser. Returns `None` unless all YAML parsers would read the
/// same values.
fn plain(frontmatter: &str) -> Option<Values> {
    let map = plain_yaml::read(frontmatter, false)?;
    Values::of((map.members.iter()).map(|member| (member.key, plain_value(&member.value))))
}

fn plain_value(value: &PlainValue<'_>) -> Option<Given> {
    Some(match value {
        PlainValue::Nothing | PlainValue::Map(_) => Given::Other,
        PlainValue::Scalar(PlainScalar::Text(text)) => Given::Text(text.clone().into_owned()),
        PlainValue::Scalar(PlainScalar::Bool(flag)) => Given::Bool(*flag),
        PlainValue::Scalar(PlainScalar::Ambiguous(_)) => return None,
        PlainValue::List(entries, _) => {
            let mut texts = Vec::new();
            for entry in entries {
                match plain_value(entry)? {
                    Given::Text(text) => texts.push(text),
                    _ => return Some(Given::Other),
                }
            }
            Given::Texts(texts)
        }
    })
}

/// Reads frontmatter like Copilot CLI's YAML parser. If the frontmatter is not a mapping, no key
/// has a value.
fn parsed(frontmatter: &str) -> Result<Values, serde_yaml::Error> {
    let value: Value = read_yaml(frontmatter)?;
    let Some(mapping) = value.as_mapping() else {
        return Ok(Values::default());
    };
    let members = mapping.iter();
    let members = members.filter_map(|(key, value)| Some((key.as_str()?, Some(given(value)))));
    Ok(Values::of(members).unwrap_or_default())
}

fn given(value: &Value) -> Given {
    match value {
        Value::String(text) => Given::Text(text.clone()),
        Value::Bool(flag) => Given::Bool(*flag),
        Value::Sequence(entries) => {
            let texts = entries
                .iter()
                .map(|entry| entry.as_str().map(str::to_owned));
            match texts.collect() {
                Some(texts) => Given::Texts(texts),
                None => Given::Other,
            }
        }
        Value::Tagged(tagged) => given(&tagged.value),
        Value::Null | Value::Number(_) | Value::Mapping(_) => Given::Other,
    }
}

/// Checks the name in `text`, and returns the name with a hyphen in place of each run of whitespace
/// (`docs/hosts/copilot-cli.md#names`).
pub(super) fn named(
    text: &str,
    place: Place,
    edition: &CopilotCliEdition,
) -> Result<String, Fault> {
    let text = text.trim();
    let length = text.chars().count();
    let takes =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
    let (code, message, help) = if text.is_empty() {
        (
            FaultCode::MissingName,
            "Skill name must not be empty".to_owned(),
            "Write the folder's name, or leave `name` out.".to_owned(),
        )
    } else if length > edition.max_name {
        (
            FaultCode::NameTooLong,
            format!("Skill name must be at most {} characters", edition.max_name),
            format!(
                "Shorten it by {} characters; it has {length}.",
                length - edition.max_name
            ),
        )
    } else if !text.starts_with(|first: char| first.is_ascii_alphanumeric())
        || !text.split_whitespace().all(|word| word.bytes().all(takes))
    {
        (
            FaultCode::NameInvalid,
            "Skill name must start with an ASCII letter or number and contain only ASCII letters (a-z, A-Z), numbers, hyphens, underscores, dots, colons, and spaces"
                .to_owned(),
            "Use a name of Latin letters, digits and hyphens that does not begin with a hyphen."
                .to_owned(),
        )
    } else {
        let words: Vec<_> = text.split_whitespace().collect();
        return Ok(words.join("-"));
    };
    Err(Fault {
        code,
        message,
        place: Some(place),
        help,
    })
}

/// Builds the fault for a value of `key` that has the wrong type.
fn of_type(key: &str, message: &str, place: Place) -> Fault {
    let help = match key {
        NO_MODEL | FOR_USERS => format!("Write `{key}: true` or `{key}: false`, without quotes."),
        TOOLS => "Write a list of tools, or their names in one text.".to_owned(),
        _ => format!("Put the value of `{key}` in quotes."),
    };
    Fault {
        code: FaultCode::WrongType,
        message: message.to_owned(),
        place: Some(place),
        help,
    }
}

/// Returns the description and the other fields, except the name. Returns a fault if Copilot CLI
/// rejects the file because of one of these fields.
fn described(
    values: &Values,
    document: &Document<'_>,
    at: impl Fn(&str) -> Place,
    edition: &CopilotCliEdition,
) -> Result<Text, Fault> {
    let wrong = |key: &str, message: &str| of_type(key, message, at(key));
    let own = match values.get(DESCRIPTION) {
        None => None,
        Some(Given::Text(text)) => Some(text.clone()),
        Some(_) => return Err(wrong(DESCRIPTION, "Skill description must be a string")),
    };
    let length = own.as_ref().map_or(0, |own| own.chars().count());
    if length > edition.max_description {
        return Err(Fault {
            code: FaultCode::DescriptionTooLong,
            message: format!(
                "Skill description must be at most {} characters",
                edition.max_description
            ),
            place: Some(at(DESCRIPTION)),
            help: format!(
                "Shorten it by {} characters; it has {length}.",
                length - edition.max_description
            ),
        });
    }
    let argument_hint = match values.get(HINT) {
        None => None,
        Some(Given::Text(hint)) => Some(hint.clone()),
        Some(_) => return Err(wrong(HINT, "argument-hint must be a string")),
    };
    let flag = |key: &str| match values.get(key) {
        None => Ok(None),
        Some(Given::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(wrong(key, &format!("{key} must be a boolean"))),
    };
    let disable_model_invocation = flag(NO_MODEL)?;
    let user_invocable = flag(FOR_USERS)?;
    let allowed_tools = match values.get(TOOLS) {
        None => Vec::new(),
        Some(Given::Text(tools)) => (tools.split(',').map(str::trim))
            .filter(|tool| !tool.is_empty())
            .map(str::to_owned)
            .collect(),
        Some(Given::Texts(tools)) => tools.clone(),
        Some(_) => {
            let message = "allowed-tools must be a string or array of strings";
            return Err(wrong(TOOLS, message));
        }
    };
    let (description, description_source) = match own.clone() {
        Some(own) if own.is_empty() => (own, DescriptionSource::None),
        Some(own) => (own, DescriptionSource::Frontmatter),
        None => in_place_of_description(document.body, edition),
    };
    Ok(Text {
        description,
        description_source,
        short_description: None,
        frontmatter: Some(Box::new(Frontmatter {
            description: own,
            argument_hint,
            disable_model_invocation,
            user_invocable,
            allowed_tools,
            unknown: (values.unknown.iter())
                .filter(|key| !is_known(key))
                .cloned()
                .collect(),
            ..Frontmatter::default()
        })),
    })
}

/// Returns the fallback for a missing description: the first lines of the skill's text that are
/// neither empty nor headings (`docs/hosts/copilot-cli.md#descriptions`).
fn in_place_of_description(body: &str, edition: &CopilotCliEdition) -> (String, DescriptionSource) {
    let lines: Vec<_> = (body.lines().map(str::trim))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(edition.description_lines)
        .collect();
    let source = if lines.is_empty() {
        DescriptionSource::None
    } else {
        DescriptionSource::Paragraph
    };
    (lines.join(" "), source)
}

/// Checks that the reader of simple frontmatter and the YAML parser return the same values.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    let yaml = without_ends(yaml);
    if let Some(ours) = plain(&yaml) {
        assert_eq!(Some(ours), parsed(&yaml).ok(), "{yaml:?}");
    }
}
