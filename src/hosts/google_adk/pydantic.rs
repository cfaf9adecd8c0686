//! Validation of frontmatter fields with the messages of the Python library pydantic
//! (`docs/hosts/google-adk.md#fields`).

use super::editions::GoogleAdkEdition;
use crate::model::catalog::FaultCode;
use crate::text::py_yaml::Value;
use crate::text::unicode;

/// The start of the web address of pydantic's page about an error.
const PAGES: &str = "https://errors.pydantic.dev/2.14/v/";

/// The maximum length, in bytes, of a value that a message shows in full.
const MAX_SHOWN: usize = 50;

const NAME_PATTERN: &str = "name must be lowercase kebab-case (a-z, 0-9, hyphens), with no leading, trailing, or consecutive delimiters";

/// A problem that the validation found in one field.
struct Problem {
    /// The path of the field, in pydantic's notation.
    location: String,
    /// The key of the field with the problem.
    field: &'static str,
    code: FaultCode,
    message: String,
    kind: &'static str,
    /// The value that pydantic refuses, in Python's `repr` form, and the name of its Python type.
    input: (String, String),
}

/// The fields of a skill's frontmatter after the validation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frontmatter<'v> {
    /// The name, normalized with NFKC.
    pub name: String,
    pub description: &'v str,
    pub license: Option<&'v str>,
    pub compatibility: Option<&'v str>,
    pub allowed_tools: Option<&'v str>,
    pub metadata: &'v [(Value, Value)],
    /// The other fields of the frontmatter, in the order of the file.
    pub others: Vec<(&'v str, &'v Value)>,
}

/// The reason why the validation of a skill's frontmatter fails.
pub(super) struct Refusal {
    /// The fault code of the first problem.
    pub code: FaultCode,
    /// The key of the field with the first problem.
    pub field: &'static str,
    /// The message of pydantic's `ValidationError`, with all problems.
    pub text: String,
}

/// Returns the value of the field with this key; `None` if there is no such field.
fn get<'v>(fields: &'v [(Value, Value)], wanted: &str) -> Option<&'v Value> {
    let is_wanted = |key: &Value| matches!(key, Value::Text(key) if key == wanted);
    (fields.iter()).find_map(|(key, value)| is_wanted(key).then_some(value))
}

/// Validates the frontmatter fields of a skill.
///
/// # Errors
/// Returns all problems as one message, in the order in which the library's model declares the
/// fields.
pub(super) fn validate<'v>(
    fields: &'v [(Value, Value)],
    edition: &GoogleAdkEdition,
) -> Result<Frontmatter<'v>, Refusal> {
    let mut problems = Vec::new();
    let name = required("name", fields, &mut problems).and_then(|name| {
        let normal = unicode::nfkc(name).into_owned();
        let why = if normal.chars().count() > edition.name {
            let message = format!("name must be at most {} characters", edition.name);
            (FaultCode::NameTooLong, message)
        } else if !is_kebab_case(&normal) {
            (FaultCode::NameInvalid, NAME_PATTERN.to_owned())
        } else {
            return Some(normal);
        };
        problems.push(refused("name", why, get(fields, "name")));
        None
    });
    let description = required("description", fields, &mut problems);
    let length = description.map_or(1, |description| description.chars().count());
    let why = if length == 0 {
        let message = "description must not be empty".to_owned();
        Some((FaultCode::MissingDescription, message))
    } else if length > edition.description {
        let message = format!(
            "description must be at most {} characters. Description length: {length}",
            edition.description
        );
        Some((FaultCode::DescriptionTooLong, message))
    } else {
        None
    };
    if let Some(why) = why {
        problems.push(refused("description", why, get(fields, "description")));
    }
    let license = optional(("license", "license"), fields, &mut problems);
    let compatibility = optional(("compatibility", "compatibility"), fields, &mut problems);
    if compatibility.is_some_and(|text| text.chars().count() > edition.compatibility) {
        let most = edition.compatibility;
        let message = format!("compatibility must be at most {most} characters");
        let why = (FaultCode::WrongType, message);
        problems.push(refused("compatibility", why, get(fields, "compatibility")));
    }
    let key = if get(fields, "allowed-tools").is_some() {
        "allowed-tools"
    } else {
        "allowed_tools"
    };
    let allowed_tools = optional((key, "allowed-tools"), fields, &mut problems);
    let metadata = metadata(fields, &mut problems);
    let mut others = Vec::new();
    for (name, value) in fields {
        match name {
            Value::Text(name) => {
                let known = [
                    "name",
                    "description",
                    "license",
                    "compatibility",
                    "metadata",
                ];
                if !known.contains(&name.as_str()) && name != key {
                    others.push((name.as_str(), value));
                }
            }
            _ => problems.push(Problem {
                location: location(name),
                field: "",
                code: FaultCode::WrongType,
                message: "Keys should be strings".to_owned(),
                kind: "invalid_key",
                input: shown(name),
            }),
        }
    }
    match (name, description, problems.first()) {
        (Some(name), Some(description), None) => Ok(Frontmatter {
            name,
            description,
            license,
            compatibility,
            allowed_tools,
            metadata,
            others,
        }),
        (_, _, first) => Err(Refusal {
            code: first.map_or(FaultCode::WrongType, |problem| problem.code),
            field: first.map_or("", |problem| problem.field),
            text: text(&problems),
        }),
    }
}

/// Returns true if a name consists of lowercase ASCII words with single hyphens between them. The
/// name may end with a line end, because Python's `$` also matches before a final line end.
fn is_kebab_case(name: &str) -> bool {
    let name = name.strip_suffix('\n').unwrap_or(name);
    let is_word = |word: &str| {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !word.is_empty() && word.bytes().all(is_letter)
    };
    name.split('-').all(is_word)
}

fn required<'v>(
    field: &'static str,
    fields: &'v [(Value, Value)],
    problems: &mut Vec<Problem>,
) -> Option<&'v str> {
    match get(fields, field) {
        Some(Value::Text(text)) => return Some(text),
        Some(other) => problems.push(not_text(field, field.to_owned(), other)),
        None => problems.push(Problem {
            location: field.to_owned(),
            field,
            code: if field == "name" {
                FaultCode::MissingName
            } else {
                FaultCode::MissingDescription
            },
            message: "Field required".to_owned(),
            kind: "missing",
            input: shown(&Value::Map(fields.to_vec())),
        }),
    }
    None
}

/// Returns the string in an optional field; `None` if the field is missing or null. For a value of
/// another type, adds a problem and returns `None`. `key` is the key that the file contains, such
/// as `allowed_tools`. `field` is the name that the problem reports, such as `allowed-tools`.
fn optional<'v>(
    (key, field): (&str, &'static str),
    fields: &'v [(Value, Value)],
    problems: &mut Vec<Problem>,
) -> Option<&'v str> {
    match get(fields, key) {
        Some(Value::Text(text)) => return Some(text),
        None | Some(Value::None) => {}
        Some(other) => problems.push(not_text(field, key.to_owned(), other)),
    }
    None
}

fn metadata<'v>(fields: &'v [(Value, Value)], problems: &mut Vec<Problem>) -> &'v [(Value, Value)] {
    const FIELD: &str = "metadata";
    let value = match get(fields, FIELD) {
        None => return &[],
        Some(value) => value,
    };
    let Value::Map(entries) = value else {
        problems.push(Problem {
            message: "Input should be a valid dictionary".to_owned(),
            kind: "dict_type",
            ..not_text(FIELD, FIELD.to_owned(), value)
        });
        return &[];
    };
    let before = problems.len();
    for (key, _) in entries {
        if !matches!(key, Value::Text(_)) {
            let location = format!("{FIELD}.{}.[key]", location(key));
            problems.push(not_text(FIELD, location, key));
        }
    }
    if problems.len() > before {
        return entries;
    }
    let tools = get(entries, "adk_additional_tools");
    let state = get(entries, "adk_inject_state");
    let why = if tools.is_some_and(|tools| !matches!(tools, Value::List(_))) {
        "adk_additional_tools must be a list of strings"
    } else if state.is_some_and(|state| !matches!(state, Value::Bool(_))) {
        "adk_inject_state must be a bool"
    } else {
        return entries;
    };
    let why = (FaultCode::WrongType, why.to_owned());
    problems.push(refused(FIELD, why, Some(value)));
    entries
}

fn not_text(field: &'static str, location: String, value: &Value) -> Problem {
    Problem {
        location,
        field,
        code: FaultCode::WrongType,
        message: "Input should be a valid string".to_owned(),
        kind: "string_type",
        input: shown(value),
    }
}

fn refused(
    field: &'static str,
    (code, message): (FaultCode, String),
    value: Option<&Value>,
) -> Problem {
    Problem {
        location: field.to_owned(),
        field,
        code,
        message: format!("Value error, {message}"),
        kind: "value_error",
        input: value.map(shown).unwrap_or_default(),
    }
}

/// Returns a key as pydantic writes it in the location of an error, such as the key `author` in the
/// location `metadata.author`.
fn location(key: &Value) -> String {
    let key = match key {
        Value::Bool(key) => return i32::from(*key).to_string(),
        Value::Int(digits) => return digits.clone(),
        Value::Text(key) => key.clone(),
        other => other.python_repr(),
    };
    if key.contains('.') {
        format!("`{key}`")
    } else {
        key
    }
}

/// Returns a value in Python's `repr` form, shortened, and the name of its Python type.
fn shown(value: &Value) -> (String, String) {
    let repr = value.python_repr();
    let kind = value.python_type();
    let kind = kind.rsplit('.').next().unwrap_or(kind).to_owned();
    if repr.len() <= MAX_SHOWN {
        return (repr, kind);
    }
    let mut head = MAX_SHOWN / 2;
    while !repr.is_char_boundary(head) {
        head -= 1;
    }
    let mut tail = repr.len() - (MAX_SHOWN / 2 - 1);
    while !repr.is_char_boundary(tail) {
        tail += 1;
    }
    (format!("{}...{}", &repr[..head], &repr[tail..]), kind)
}

fn text(problems: &[Problem]) -> String {
    let count = problems.len();
    let mut text = format!(
        "{count} validation error{} for Frontmatter",
        if count == 1 { "" } else { "s" }
    );
    for Problem {
        location,
        message,
        kind,
        input: (value, of),
        ..
    } in problems
    {
        text.push_str(&format!(
            "\n{location}\n  {message} [type={kind}, input_value={value}, input_type={of}]\n    For further information visit {PAGES}{kind}"
        ));
    }
    text
}
