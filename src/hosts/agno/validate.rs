//! The validation of a skill file before the skill is loaded (`docs/hosts/agno.md#validation`).

use super::editions::AgnoEdition;
use super::fields::ALLOWED;
use crate::text::py_yaml::{self, Value};
use crate::text::{python, unicode};

/// The delimiter of the frontmatter. The second delimiter ends the frontmatter wherever it is in a
/// line.
const MARK: &str = "---";

/// The result of a failed validation.
pub(super) enum Invalid {
    /// The messages about the problems of the skill.
    Problems(Vec<String>),
    /// The message of the exception that the validation raises. In this case the loader returns no
    /// skills.
    Raised(String),
}

/// Returns the value of the field with this key; `None` if there is no such field.
pub(super) fn get<'v>(fields: &'v [(Value, Value)], wanted: &str) -> Option<&'v Value> {
    let is_wanted = |key: &Value| matches!(key, Value::Text(key) if key == wanted);
    (fields.iter()).find_map(|(key, value)| is_wanted(key).then_some(value))
}

/// Validates the text of a `SKILL.md`. If `folder` is given, the skill's name must be equal to it.
///
/// # Errors
/// Returns the skill's problems in the library's order. If the library raises an exception instead
/// of reporting problems, returns the message of the exception.
pub(super) fn validate(
    text: &str,
    folder: Option<&str>,
    edition: &AgnoEdition,
) -> Result<(), Invalid> {
    let problem = |message: &str| Err(Invalid::Problems(vec![message.to_owned()]));
    let Some(rest) = text.strip_prefix(MARK) else {
        return problem("SKILL.md must start with YAML frontmatter (---)");
    };
    let Some((frontmatter, _)) = rest.split_once(MARK) else {
        return problem("SKILL.md frontmatter not properly closed with ---");
    };
    let fields = match py_yaml::safe_load(frontmatter) {
        Ok(Value::Map(fields)) => fields,
        Ok(_) => return problem("SKILL.md frontmatter must be a YAML mapping"),
        Err(error) if error.is_yaml_error => {
            return problem(&format!("Invalid YAML in frontmatter: {}", error.text));
        }
        Err(error) => return problem(&format!("Error reading SKILL.md: {}", error.text)),
    };
    let mut problems = Vec::new();
    unexpected(&fields, &mut problems)?;
    match get(&fields, "name") {
        None => problems.push("Missing required field in frontmatter: name".to_owned()),
        Some(value) => name(value, folder, edition, &mut problems),
    }
    match get(&fields, "description") {
        None => problems.push("Missing required field in frontmatter: description".to_owned()),
        Some(Value::Text(text)) if !python::strip(text).is_empty() => {
            too_long("Description", text, edition.description, &mut problems);
        }
        Some(_) => problems.push("Field 'description' must be a non-empty string".to_owned()),
    }
    match get(&fields, "compatibility") {
        None => {}
        Some(Value::Text(text)) => {
            too_long("Compatibility", text, edition.compatibility, &mut problems);
        }
        Some(_) => problems.push("Field 'compatibility' must be a string".to_owned()),
    }
    if get(&fields, "license").is_some_and(|value| !matches!(value, Value::Text(_))) {
        problems.push("Field 'license' must be a string".to_owned());
    }
    let is_text = |item: &Value| matches!(item, Value::Text(_));
    match get(&fields, "allowed-tools") {
        None => {}
        Some(Value::List(items)) if items.iter().all(is_text) => {}
        Some(Value::List(_)) => {
            problems.push("Field 'allowed-tools' must be a list of strings".to_owned());
        }
        Some(_) => problems.push("Field 'allowed-tools' must be a list".to_owned()),
    }
    if get(&fields, "metadata").is_some_and(|value| !matches!(value, Value::Map(_))) {
        problems.push("Field 'metadata' must be a dictionary".to_owned());
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Invalid::Problems(problems))
    }
}

/// Adds the problem about frontmatter fields that agno does not allow.
fn unexpected(fields: &[(Value, Value)], problems: &mut Vec<String>) -> Result<(), Invalid> {
    let is_allowed =
        |key: &Value| matches!(key, Value::Text(key) if ALLOWED.contains(&key.as_str()));
    let extra: Vec<_> = fields
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !is_allowed(key))
        .collect();
    let odd = extra.iter().find(|key| !matches!(key, Value::Text(_)));
    if let Some(odd) = odd {
        let text = extra.iter().find(|key| matches!(key, Value::Text(_)));
        let message = match (text, extra.as_slice()) {
            (Some(_), _) => format!(
                "'<' not supported between instances of 'str' and '{}'",
                type_name(odd)
            ),
            (None, _) => format!(
                "sequence item 0: expected str instance, {} found",
                type_name(odd)
            ),
        };
        return Err(Invalid::Raised(message));
    }
    if !extra.is_empty() {
        let mut names: Vec<_> = extra.iter().map(|key| key.python_str()).collect();
        crate::sort::by(&mut names, Ord::cmp);
        problems.push(format!(
            "Unexpected fields in frontmatter: {}. Only ['{}'] are allowed.",
            names.join(", "),
            ALLOWED.join("', '")
        ));
    }
    Ok(())
}

fn name(value: &Value, folder: Option<&str>, edition: &AgnoEdition, problems: &mut Vec<String>) {
    let name = match value {
        Value::Text(name) if !python::strip(name).is_empty() => python::strip(name),
        _ => {
            problems.push("Field 'name' must be a non-empty string".to_owned());
            return;
        }
    };
    let name = unicode::nfkc(name);
    let length = name.chars().count();
    let most = edition.name;
    if length > most {
        problems.push(format!(
            "Skill name '{name}' exceeds {most} character limit ({length} chars)"
        ));
    }
    if name.to_lowercase() != *name {
        problems.push(format!("Skill name '{name}' must be lowercase"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        problems.push("Skill name cannot start or end with a hyphen".to_owned());
    }
    if name.contains("--") {
        problems.push("Skill name cannot contain consecutive hyphens".to_owned());
    }
    let is_accepted = |character| character == '-' || unicode::is_letter_or_number(character);
    if !name.chars().all(is_accepted) {
        problems.push(format!(
            "Skill name '{name}' contains invalid characters. Only letters, digits, and hyphens are allowed."
        ));
    }
    if let Some(folder) = folder
        && unicode::nfkc(folder) != name
    {
        problems.push(format!(
            "Directory name '{folder}' must match skill name '{name}'"
        ));
    }
}

fn too_long(field: &str, text: &str, most: usize, problems: &mut Vec<String>) {
    let length = text.chars().count();
    if length > most {
        problems.push(format!(
            "{field} exceeds {most} character limit ({length} chars)"
        ));
    }
}

/// Returns the name of a value's Python type. Types of dates and times have their module before the
/// name, such as `datetime.date`.
fn type_name(value: &Value) -> String {
    let name = value.python_type();
    if matches!(value, Value::Date(_) | Value::DateTime(_)) && !name.contains('.') {
        format!("datetime.{name}")
    } else {
        name.to_owned()
    }
}
