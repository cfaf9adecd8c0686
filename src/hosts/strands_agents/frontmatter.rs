//! Stage Parse: splits a file at lines `---`, and reads the frontmatter fields
//! (`docs/hosts/strands-agents.md#frontmatter`).

use super::editions::StrandsAgents;
use crate::host::Parse;
use crate::host::sdk::fault;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place};
use crate::text::py_yaml::{self, Exception, Value};
use crate::text::python;
use crate::text::unicode;
use crate::text::yaml::place_of_key;
use crate::tree::Contents;

const MARK: &str = "---";
const CLOSING: &str = "\n---";

const UNOPENED: &str = "SKILL.md must start with --- frontmatter delimiter";
const UNCLOSED: &str = "SKILL.md frontmatter missing closing --- delimiter";
const NO_NAME: &str = "SKILL.md content must have a 'name' field in frontmatter";
const NO_DESCRIPTION: &str = "SKILL.md content must have a 'description' field in frontmatter";

/// The library's warning before it parses the YAML a second time, with quotes around values.
const RETRY: &str = "YAML parse failed, retrying with colon-quoting fallback";

/// A file, split at the delimiters of its frontmatter.
struct Parts<'t> {
    /// The text between the delimiters, without whitespace at its ends.
    frontmatter: &'t str,
    /// The byte offset at which the frontmatter starts in the file.
    start: usize,
    body: &'t str,
    /// The byte offset in the file after the closing delimiter.
    end: usize,
}

fn split(text: &str) -> Result<Parts<'_>, Fault> {
    let help = "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";
    let refused = |message: &str| {
        let place = Some(Place::START);
        fault(FaultCode::NoFrontmatter, message.to_owned(), place, help)
    };
    let stripped = python::strip(text);
    if !stripped.starts_with(MARK) {
        return Err(refused(UNOPENED));
    }
    // The closing mark is at the start of a line, and only whitespace follows the mark on this line.
    let ends = |rest: &str| {
        let after = rest.trim_start_matches(python::is_space);
        after.is_empty() || rest[..rest.len() - after.len()].contains('\n')
    };
    let mut closings = stripped.match_indices(CLOSING);
    let closing = closings.find(|(at, closing)| ends(&stripped[at + closing.len()..]));
    let (at, _) = closing.ok_or_else(|| refused(UNCLOSED))?;
    let offset = text.len() - text.trim_start_matches(python::is_space).len();
    let block = stripped.get(MARK.len()..at).unwrap_or_default();
    let frontmatter = python::strip(block);
    let blank = block.len() - block.trim_start_matches(python::is_space).len();
    Ok(Parts {
        frontmatter,
        start: offset + MARK.len() + blank,
        body: python::strip(&stripped[at + CLOSING.len()..]),
        end: offset + at + CLOSING.len(),
    })
}

/// Returns the byte offset at which the frontmatter ends; `None` if the file has no frontmatter.
pub(super) fn end(text: &str) -> Option<usize> {
    Some(split(text).ok()?.end)
}

/// Returns the text after the frontmatter, without whitespace at its ends; `None` if the file has
/// no frontmatter.
pub(super) fn body(text: &str) -> Option<&str> {
    Some(split(text).ok()?.body)
}

/// Puts quotes around each YAML value that contains a colon. Each line is changed separately, and
/// quotes inside a value are not escaped.
fn with_quotes(yaml: &str) -> String {
    let lines: Vec<_> = python::lines(yaml)
        .into_iter()
        .map(with_quoted_value)
        .collect();
    lines.join("\n")
}

fn with_quoted_value(line: &str) -> String {
    let quoted = || {
        let word = line.trim_start_matches(python::is_space);
        let is_word = |character: char| unicode::is_letter_or_number(character) || character == '_';
        let end = word.find(|character| !is_word(character) && character != '-')?;
        if !word.starts_with(is_word) || !word[end..].starts_with(':') {
            return None;
        }
        let key = &line[..line.len() - word.len() + end];
        let rest = &word[end + 1..];
        let value = rest.trim_start_matches(python::is_space);
        let is_wanted =
            value.len() < rest.len() && value.contains(':') && !value.starts_with(['"', '\'']);
        is_wanted.then(|| format!("{key}: \"{value}\""))
    };
    quoted().unwrap_or_else(|| line.to_owned())
}

/// Parses the frontmatter as YAML. The boolean is true if the library had to parse the frontmatter
/// a second time, with quotes around values.
fn load(frontmatter: &str) -> (Result<Value, Exception>, bool) {
    match py_yaml::safe_load(frontmatter) {
        Err(error) if error.is_yaml_error => (py_yaml::safe_load(&with_quotes(frontmatter)), true),
        loaded => (loaded, false),
    }
}

fn get<'v>(fields: &'v [(Value, Value)], wanted: &str) -> Option<&'v Value> {
    let is_wanted = |key: &Value| matches!(key, Value::Text(key) if key == wanted);
    (fields.iter()).find_map(|(key, value)| is_wanted(key).then_some(value))
}

fn nonempty(value: Option<&Value>) -> Option<&str> {
    match value {
        Some(Value::Text(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

impl Parse for StrandsAgents {
    fn parse(&self, contents: &Contents) -> Parsed {
        let mut ignored = Vec::new();
        let text = python::decode(contents.bytes());
        let text = text.map_err(|error| {
            let help = "Save the file as UTF-8.";
            fault(FaultCode::NotUtf8, error, None, help)
        });
        Parsed {
            bytes: contents.bytes().len(),
            outcome: text.and_then(|text| read(text, &mut ignored)),
            ignored,
        }
    }
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let parts = split(text)?;
    Fault::check_work(parts.frontmatter)?;
    let (loaded, is_retried) = load(parts.frontmatter);
    if is_retried {
        ignored.push(IgnoredField::new(None, RETRY));
    }
    let fields = loaded.map_err(|error| {
        let place = error.place.filter(|_| !is_retried);
        let place = place.map(|byte| Place::of_byte(text, parts.start + byte));
        let help = "Write the frontmatter as one `key: value` on each line, and put values with `: ` or `#` in quotes.";
        let message = if error.is_yaml_error {
            format!("malformed YAML frontmatter: {}", error.text)
        } else {
            error.text
        };
        fault(FaultCode::InvalidYaml, message, place, help)
    })?;
    let fields = match fields {
        Value::Map(fields) => fields,
        _ => Vec::new(),
    };
    let document = Document {
        frontmatter: parts.frontmatter,
        frontmatter_line: Place::of_byte(text, parts.start).line,
        body: parts.body,
    };
    let place = |key: &str| place_of_key(key, text, &document);
    let required = |key: &str, message: &str, missing| {
        let value = get(&fields, key);
        nonempty(value).map(str::to_owned).ok_or_else(|| {
            let code = value.map_or(missing, |_| FaultCode::WrongType);
            let help = format!("Add `{key}:` with a text; put a number or a date in quotes.");
            fault(code, message.to_owned(), Some(place(key)), &help)
        })
    };
    let name = required("name", NO_NAME, FaultCode::MissingName)?;
    let description = required("description", NO_DESCRIPTION, FaultCode::MissingDescription)?;
    let shown = |key| {
        let value = get(&fields, key).filter(|value| value.python_bool());
        value.map(Value::python_str)
    };
    let tools = ["allowed-tools", "allowed_tools"].into_iter();
    let mut tools = tools.filter_map(|key| get(&fields, key));
    let allowed_tools = match tools.find(|value| value.python_bool()) {
        Some(Value::Text(tools)) => python::words(tools).map(str::to_owned).collect(),
        Some(Value::List(tools)) => {
            let tools = tools.iter().filter(|tool| tool.python_bool());
            tools.map(Value::python_str).collect()
        }
        _ => Vec::new(),
    };
    let metadata = match get(&fields, "metadata") {
        Some(Value::Map(entries)) => entries.as_slice(),
        _ => &[],
    };
    let metadata = metadata.iter();
    let metadata = metadata.map(|(key, value)| (key.python_str(), value.python_str()));
    let frontmatter = Frontmatter {
        name: Some(name.clone()),
        description: Some(description.clone()),
        license: shown("license"),
        compatibility: shown("compatibility"),
        allowed_tools,
        metadata: crate::sort::collect_map(metadata),
        ..Frontmatter::default()
    };
    Ok(Fields {
        name: Some(name),
        name_place: place("name"),
        text: Ok(Text {
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: Some(Box::new(frontmatter)),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_a_colon_get_quotes() {
        let lines = [
            ("a: b: c", "a: \"b: c\""),
            ("  a-b:  c:d", "  a-b: \"c:d\""),
            ("a: 'b: c'", "a: 'b: c'"),
            ("- a: b: c", "- a: b: c"),
            ("a: b", "a: b"),
            ("a:b: c", "a:b: c"),
        ];
        for (line, expected) in lines {
            assert_eq!(with_quotes(line), expected);
        }
    }

    #[test]
    fn only_a_line_of_its_own_ends_the_frontmatter() {
        let frontmatter = |text| split(text).map(|parts| parts.frontmatter.to_owned());
        assert_eq!(frontmatter("---\na\n--- b\n---").unwrap(), "a\n--- b");
        assert_eq!(frontmatter("\n ---name: a\n---  \n\nb").unwrap(), "name: a");
        assert!(frontmatter("---\na\n----").is_err());
    }
}
