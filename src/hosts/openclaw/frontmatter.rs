//! Stage Parse: reads the frontmatter fields of a file (`docs/hosts/openclaw.md#frontmatter`).

use std::borrow::Cow;

use super::editions::{Openclaw, OpenclawEdition};
use super::plain::Plain;
use super::{fields as table, metadata, repair};
use crate::hashing::HashMap;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::FieldStatus;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::Place;
use crate::text::js::{is_blank, trim};
use crate::text::js_value::{Value, number_text};
use crate::text::npm_yaml::{self, Problem, Yaml};
use crate::text::plain_yaml::{self, PlainMap, PlainScalar, PlainValue};
use crate::text::yaml::advice;
use crate::tree::Contents;

/// The frontmatter and the text of a skill file.
struct SplitFile<'t> {
    /// The lines of the frontmatter, without the delimiters.
    block: &'t str,
    body: &'t str,
}

/// Splits a file into the frontmatter and the text after it. The opening delimiter needs a line
/// end. Returns `None` if the frontmatter has no closing delimiter. If there is no frontmatter, the
/// whole file is the text.
fn split(text: &str) -> Option<SplitFile<'_>> {
    let is_delimiter = |line: &str| line.trim_end_matches(is_blank) == "---";
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if !is_delimiter(first) || !first.ends_with('\n') {
        return Some(SplitFile {
            block: "",
            body: text,
        });
    }
    let mut at = first.len();
    for line in lines {
        if is_delimiter(line) {
            return Some(SplitFile {
                block: &text[first.len()..at],
                body: &text[at + line.len()..],
            });
        }
        at += line.len();
    }
    None
}

impl Parse for Openclaw {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_with_line_feeds();
        // Places are in the original file, whose line ends are not changed.
        let original = contents.text().unwrap_or_default();
        let line = |line: usize| Some(Place::of_line(original, line + 1, 1));
        let mut ignored = Vec::new();
        let outcome = match split(&text) {
            None => Err(Fault {
                code: FaultCode::NoFrontmatter,
                message:
                    "invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter"
                        .to_owned(),
                place: Some(Place::START),
                help: "Close the frontmatter with a line `---`.".to_owned(),
            }),
            Some(matter) => match plain(matter.block, self.edition) {
                Err(problem) => Err(broken(&problem, matter.block, original)),
                Ok(plain) => {
                    let at = |key: &str| line(line_of(matter.block, key)).unwrap_or(Place::START);
                    Ok(fields(&plain, &matter, &at, &mut ignored))
                }
            },
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

/// Returns the number of the line that contains a key, counted from 0 at the opening delimiter.
/// Returns 0 if the key is absent.
fn line_of(block: &str, key: &str) -> usize {
    let is_key = |line: &str| {
        let line = line.trim_start_matches(['"', '\'']);
        let rest = line.strip_prefix(key);
        rest.is_some_and(|rest| {
            rest.trim_start_matches(['"', '\''])
                .trim_start()
                .starts_with(':')
        })
    };
    block.lines().position(is_key).map_or(0, |line| line + 1)
}

/// Reads the fields of frontmatter. `block` has the lines between the delimiters.
fn plain(block: &str, edition: &OpenclawEdition) -> Result<Plain, Problem> {
    if trim(block).is_empty() {
        return Ok(Plain { fields: Vec::new() });
    }
    if let Some(plain) = plain_yaml::read(block, true).and_then(|map| of_plain(&map, block)) {
        return Ok(plain);
    }
    any_yaml(block, edition)
}

/// Reads the fields of frontmatter like OpenClaw's YAML parser, and repairs invalid lines as
/// OpenClaw does.
fn any_yaml(block: &str, edition: &OpenclawEdition) -> Result<Plain, Problem> {
    let mut text = Cow::Borrowed(block);
    let mut yaml = npm_yaml::read(&text);
    for _ in 0..edition.max_repairs {
        let Some(mended) = repair::repair(&text, &yaml) else {
            break;
        };
        text = Cow::Owned(mended);
        yaml = npm_yaml::read(&text);
    }
    let Yaml { value, problem, .. } = yaml;
    match (problem, value) {
        (Some(problem), _) => Err(problem),
        (None, Value::Map(members)) => Ok(merged(members, &text)),
        (None, _) => Err(Problem {
            code: "INVALID_ROOT",
            message: "frontmatter must be a YAML mapping".to_owned(),
            start: 0,
            end: 1,
        }),
    }
}

/// Returns a value as text; `None` for null.
fn as_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number_text(*number),
        Value::Text(text) => trim(text).to_owned(),
        Value::List(_) | Value::Map(_) => value.json(),
    })
}

/// Merges the fields that the YAML parser and the line reader find. The line reader's value is used
/// if the YAML parser finds no such field. It is also used if the YAML parser reads a value with a
/// colon as a list or a mapping.
fn merged(members: Vec<(String, Value)>, block: &str) -> Plain {
    let lines = lines(block);
    // The maps hold the last line of each key and the index of its field. The maps save time, because there may be a
    // hundred thousand keys.
    let last: HashMap<&str, &KeyLine<'_>> = lines.iter().map(|line| (line.key, line)).collect();
    let mut places: HashMap<String, usize> = HashMap::default();
    let mut fields: Vec<(String, String)> = Vec::new();
    for (key, value) in members {
        let key = trim(&key).to_owned();
        let Some(text) = as_text(&value).filter(|_| !key.is_empty()) else {
            continue;
        };
        let line = last.get(key.as_str());
        let is_structure = matches!(value, Value::List(_) | Value::Map(_));
        let raw = line.filter(|line| is_structure && line.is_inline && line.value.contains(':'));
        let text = raw.map_or(text, |line| line.value.to_string());
        match places.get(&key) {
            Some(place) => fields[*place].1 = text,
            None => {
                places.insert(key.clone(), fields.len());
                fields.push((key, text));
            }
        }
    }
    for line in &lines {
        if !places.contains_key(line.key) {
            let value = last.get(line.key).map_or(&line.value, |last| &last.value);
            places.insert(line.key.to_owned(), fields.len());
            fields.push((line.key.to_owned(), value.to_string()));
        }
    }
    Plain { fields }
}

/// A key at the start of a frontmatter line, and its value on the same line or on the indented
/// lines below.
struct KeyLine<'t> {
    key: &'t str,
    value: Cow<'t, str>,
    is_inline: bool,
}

/// Reads frontmatter line by line. Returns the keys that begin a line and have a value.
fn lines(block: &str) -> Vec<KeyLine<'_>> {
    let all: Vec<_> = block.split('\n').collect();
    let is_indented = |line: &&str| line.starts_with([' ', '\t']);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(line) = all.get(at) {
        at += 1;
        let Some((key, rest)) = line.split_once(':') else {
            continue;
        };
        let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if key.is_empty() || !key.bytes().all(is_key) {
            continue;
        }
        let inline = trim(rest);
        if inline.is_empty() && all.get(at).is_some_and(is_indented) {
            let start = at;
            while all
                .get(at)
                .is_some_and(|line| line.is_empty() || is_indented(line))
            {
                at += 1;
            }
            let value = all[start..at].join("\n");
            let value = trim(&value);
            if !value.is_empty() {
                found.push(KeyLine {
                    key,
                    value: value.to_owned().into(),
                    is_inline: false,
                });
            }
            continue;
        }
        let value = repair::unquoted(inline);
        if !value.is_empty() {
            let is_block = repair::is_block_header(inline);
            found.push(KeyLine {
                key,
                value: value.into(),
                is_inline: !is_block,
            });
        }
    }
    found
}

/// Reads simple frontmatter without a YAML parser. Returns `None` if a YAML parser could read a
/// value as a number.
fn of_plain(map: &PlainMap<'_>, block: &str) -> Option<Plain> {
    let mut fields = Vec::new();
    for member in &map.members {
        let value = match &member.value {
            PlainValue::Scalar(PlainScalar::Text(text)) => trim(text).to_owned(),
            PlainValue::Scalar(PlainScalar::Bool(flag)) => flag.to_string(),
            // For a value of any other kind, the line reader and the YAML parser may find different values.
            _ => return structured(map, block),
        };
        fields.push((member.key.to_owned(), value));
    }
    Some(Plain { fields })
}

/// Reads simple frontmatter that contains a list, a mapping or an empty value, without a YAML
/// parser. Returns `None` if a YAML parser could read a value as a number.
fn structured(map: &PlainMap<'_>, block: &str) -> Option<Plain> {
    fn value_of(value: &PlainValue<'_>) -> Option<Value> {
        Some(match value {
            PlainValue::Nothing => Value::Null,
            PlainValue::Scalar(PlainScalar::Text(text)) => Value::Text(text.clone().into_owned()),
            PlainValue::Scalar(PlainScalar::Bool(flag)) => Value::Bool(*flag),
            PlainValue::Scalar(PlainScalar::Ambiguous(_)) => return None,
            PlainValue::List(items, _) => {
                Value::List(items.iter().map(value_of).collect::<Option<_>>()?)
            }
            PlainValue::Map(map) => Value::Map(members_of(map)?),
        })
    }
    fn members_of(map: &PlainMap<'_>) -> Option<Vec<(String, Value)>> {
        let members = map.members.iter();
        let members = members.map(|member| Some((member.key.to_owned(), value_of(&member.value)?)));
        members.collect()
    }
    Some(merged(members_of(map)?, block))
}

fn fields(
    plain: &Plain,
    matter: &SplitFile<'_>,
    at: &dyn Fn(&str) -> Place,
    ignored: &mut Vec<IgnoredField>,
) -> Fields {
    let known = table::fields();
    for (key, _) in &plain.fields {
        let field = known.iter().find(|field| field.key == key);
        if field.is_some_and(|field| field.status == FieldStatus::Ignored) {
            ignored.push(IgnoredField {
                place: Some(at(key)),
                ..IgnoredField::new(
                    Some(key),
                    format!("OpenClaw reads no {key}; it has no effect here"),
                )
            });
        }
    }
    for key in ["user-invocable", "disable-model-invocation"] {
        if let Some(value) = plain.trimmed(key)
            && plain.boolean(key).is_none()
        {
            ignored.push(IgnoredField {
                place: Some(at(key)),
                ..IgnoredField::new(
                    Some(key),
                    format!("{value:?} is not a boolean; the default is used"),
                )
            });
        }
    }
    let needs = metadata::read(plain, matter.body);
    if let Err(message) = &needs {
        ignored.push(IgnoredField {
            place: Some(at("metadata")),
            ..IgnoredField::new(Some("metadata"), message.clone())
        });
    }
    let needs = needs.unwrap_or_else(|_| metadata::outside(plain, matter.body));
    let name = plain.trimmed("name").map(str::to_owned);
    let description = plain.trimmed("description");
    let text = match description {
        Some(description) => Ok(Text {
            description: description.to_owned(),
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: Some(Box::new(Frontmatter {
                name: name.clone(),
                description: Some(description.to_owned()),
                user_invocable: plain.boolean("user-invocable"),
                disable_model_invocation: plain.boolean("disable-model-invocation"),
                license: plain.trimmed("license").map(str::to_owned),
                compatibility: plain.trimmed("compatibility").map(str::to_owned),
                version: plain.trimmed("version").map(str::to_owned),
                needs: Some(Box::new(needs)),
                ..Frontmatter::default()
            })),
        }),
        None if matter.block.is_empty() => Err(Fault {
            code: FaultCode::NoFrontmatter,
            message: "description is required".to_owned(),
            place: Some(Place::START),
            help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
                .to_owned(),
        }),
        None => Err(Fault {
            code: FaultCode::MissingDescription,
            message: "description is required".to_owned(),
            place: Some(at("description")),
            help: "Add `description:` with what the skill does and when to use it.".to_owned(),
        }),
    };
    Fields {
        name,
        name_place: at("name"),
        text,
    }
}

/// Builds the fault for invalid frontmatter, with OpenClaw's message.
fn broken(problem: &Problem, block: &str, original: &str) -> Fault {
    let before = block.get(..problem.start).unwrap_or(block);
    let line = before.matches('\n').count();
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count();
    Fault {
        code: FaultCode::InvalidYaml,
        message: format!("invalid frontmatter: {}: {}", problem.code, problem.message),
        // The frontmatter begins on the second line of the file.
        place: Some(Place::of_line(original, line + 2, column + 1)),
        help: help(problem).to_owned(),
    }
}

fn help(problem: &Problem) -> &'static str {
    let known = [
        (
            "BLOCK_AS_IMPLICIT_KEY",
            "A value that contains `: ` must be in quotes.",
        ),
        (
            "MULTILINE_IMPLICIT_KEY",
            "A line has no `key: value`; indent it to continue the value above, or put the value in quotes.",
        ),
        ("DUPLICATE_KEY", "Keep one of the two lines with that key."),
        ("TAB_AS_INDENT", "Indent with spaces, not with tabs."),
        (
            "BAD_ALIAS",
            "A value that begins with `*` or `&` must be in quotes.",
        ),
        (
            "YAML_EXCEPTION",
            "A value that begins with `*` must be in quotes.",
        ),
        (
            "BAD_SCALAR_START",
            "A value that begins with `@`, a backtick or `%` must be in quotes.",
        ),
        (
            "BAD_DQ_ESCAPE",
            "In double quotes a backslash begins an escape; use single quotes.",
        ),
        (
            "INVALID_ROOT",
            "Write the frontmatter as lines `key: value`.",
        ),
        (
            "MULTIPLE_DOCS",
            "Remove the line `...` or the second document from the frontmatter.",
        ),
    ];
    let known = known.iter().find(|(code, _)| *code == problem.code);
    match (known, problem.message.as_str()) {
        (Some((_, help)), _) => help,
        (None, message) if message.starts_with("Missing closing") => {
            "A quote is opened and not closed."
        }
        (None, message) => advice(message),
    }
}

/// Checks that the reader of simple frontmatter and the YAML parser return the same fields.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    let edition = super::editions::EDITIONS.last().expect("there are some");
    if let Some(plain) = plain_yaml::read(yaml, true).and_then(|map| of_plain(&map, yaml)) {
        let other = any_yaml(yaml, edition);
        assert_eq!(
            other.map(|other| other.fields),
            Ok(plain.fields),
            "{yaml:?}"
        );
    }
}
