//! The check that a `SKILL.md` conforms to the Agent Skills specification (§7.1): its fields, their
//! types and their limits.

use super::frontmatter::{Source, split};
use super::problem::PluginProblemKind;
use crate::host::stages::{Fault, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::sort;
use crate::text::document::{Place, utf16_len};
use crate::text::js;
use crate::text::js_value::Value;
use crate::text::unicode::{is_letter_or_number, nfkc};

const NAME: &str = "name";
const DESCRIPTION: &str = "description";

/// The frontmatter fields that a skill may have.
const FIELDS: [&str; 6] = [
    NAME,
    DESCRIPTION,
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// The maximum length of a skill's name, in UTF-16 units.
const MAX_NAME: usize = 64;

/// The maximum length of a skill's description, in UTF-16 units.
const MAX_DESCRIPTION: usize = 1024;

/// The maximum length of `compatibility`, in UTF-16 units.
const MAX_COMPATIBILITY: usize = 500;

/// The keys of `metadata` below which a skill has settings of one host, as a mapping that this host
/// documents. The first four are names that OpenClaw has had.
const VENDORS: [&str; 6] = [
    "openclaw", "clawdbot", "clawdis", "moltbot", "hermes", "nanobot",
];

/// A fault of a `SKILL.md`, with the kind of the problem that it is for a plugin.
pub(crate) struct SkillFault {
    pub fault: Fault,
    pub kind: PluginProblemKind,
}

impl From<Fault> for SkillFault {
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            kind: PluginProblemKind::Content,
        }
    }
}

/// Reads the text of a `SKILL.md` in a folder with the name `folder`. Returns the skill's name and
/// texts, or the first fault if the file does not conform to the specification.
pub(crate) fn read(text: &str, folder: &str) -> Result<(String, Text), SkillFault> {
    let file = split(text, true);
    let Some(block) = file.frontmatter else {
        return Err(SkillFault::from(Fault {
            code: FaultCode::NoFrontmatter,
            message: "SKILL.md must start with YAML frontmatter delimited by '---'.".to_owned(),
            place: Some(Place::START),
            help: "Begin the file with a line `---`, then the fields, then another line `---`."
                .to_owned(),
        }));
    };
    let source = Source::new(text, Some(block));
    let fields = source.yaml()?;
    if !matches!(fields, Value::Map(_)) {
        return Err(SkillFault::from(Fault {
            code: FaultCode::InvalidYaml,
            message: "SKILL.md frontmatter must be a YAML mapping.".to_owned(),
            place: Some(Place::of_line(text, 2, 1)),
            help: "Write fields, such as `name: my-skill`.".to_owned(),
        }));
    }
    check_keys(&source, &fields)?;
    let field = |key, most| string(&source, &fields, key, most);
    let name = field(NAME, Some(MAX_NAME))?;
    let name = name.ok_or_else(|| missing(&source, NAME))?;
    let name = nfkc(required(&source, NAME, name)?).into_owned();
    check_name(&name, folder).map_err(|fault| Fault {
        place: Some(source.place(NAME)),
        ..fault
    })?;
    let description = field(DESCRIPTION, Some(MAX_DESCRIPTION))?;
    let description = description.ok_or_else(|| missing(&source, DESCRIPTION))?;
    let description = required(&source, DESCRIPTION, description)?.to_owned();
    field("license", None)?;
    if let Some(text) = field("compatibility", Some(MAX_COMPATIBILITY))? {
        required(&source, "compatibility", text)?;
    }
    field("allowed-tools", None)?;
    check_metadata(&source, &fields)?;
    let frontmatter = Frontmatter {
        name: Some(name.clone()),
        description: Some(description.clone()),
        ..Frontmatter::default()
    };
    let text = Text {
        description,
        description_source: DescriptionSource::Frontmatter,
        short_description: None,
        frontmatter: Some(Box::new(frontmatter)),
    };
    Ok((name, text))
}

/// Checks that the frontmatter has only fields that the specification defines.
fn check_keys(source: &Source<'_>, fields: &Value) -> Result<(), Fault> {
    let keys = fields.members().iter().map(|(key, _)| key.as_str());
    let mut unknown: Vec<_> = keys.filter(|key| !FIELDS.contains(key)).collect();
    sort::by(&mut unknown, |one, other| {
        one.encode_utf16().cmp(other.encode_utf16())
    });
    let Some(first) = unknown.first() else {
        return Ok(());
    };
    let plural = if unknown.len() == 1 { "" } else { "s" };
    Err(Fault {
        code: FaultCode::UnknownField,
        message: format!(
            "Unexpected frontmatter field{plural}: {}.",
            unknown.join(", ")
        ),
        place: Some(source.place(first)),
        help: "Remove the field, or put it below `metadata:`.".to_owned(),
    })
}

/// Returns the string in a field, without whitespace at its ends; `None` if the field is absent.
/// Returns a fault if the value is not a string or is longer than `most` UTF-16 units.
fn string<'v>(
    source: &Source<'_>,
    fields: &'v Value,
    key: &str,
    most: Option<usize>,
) -> Result<Option<&'v str>, Fault> {
    let Some(value) = fields.get(key) else {
        return Ok(None);
    };
    let text = value
        .text()
        .ok_or_else(|| source.wrong_type(key, "string"))?;
    let text = js::trim(text);
    match most {
        Some(most) if utf16_len(text) > most => Err(Fault {
            code: match key {
                NAME => FaultCode::NameTooLong,
                DESCRIPTION => FaultCode::DescriptionTooLong,
                _ => FaultCode::WrongType,
            },
            message: format!("Frontmatter field '{key}' exceeds {most} characters."),
            place: Some(source.place(key)),
            help: format!("Shorten it to {most} characters."),
        }),
        _ => Ok(Some(text)),
    }
}

fn missing(source: &Source<'_>, key: &str) -> Fault {
    Fault {
        code: match key {
            NAME => FaultCode::MissingName,
            _ => FaultCode::MissingDescription,
        },
        message: format!("Missing required frontmatter field '{key}'."),
        place: Some(source.place(key)),
        help: format!("Add `{key}:` to the frontmatter."),
    }
}

/// Returns the text of a field if it is not empty; otherwise returns a fault.
fn required<'v>(source: &Source<'_>, key: &str, text: &'v str) -> Result<&'v str, Fault> {
    if text.is_empty() {
        return Err(Fault {
            code: match key {
                NAME => FaultCode::MissingName,
                DESCRIPTION => FaultCode::MissingDescription,
                _ => FaultCode::WrongType,
            },
            message: format!("Frontmatter field '{key}' cannot be empty."),
            place: Some(source.place(key)),
            help: format!("Write a text after `{key}:`."),
        });
    }
    Ok(text)
}

fn check_name(name: &str, folder: &str) -> Result<(), Fault> {
    let is_of_name = |character: char| character == '-' || is_letter_or_number(character);
    let (code, message) = if utf16_len(name) > MAX_NAME {
        let message = format!("Skill name must be between 1 and {MAX_NAME} characters.");
        (FaultCode::NameTooLong, message)
    } else if name != name.to_lowercase() {
        let message = format!("Skill name '{name}' must be lowercase.");
        (FaultCode::NameInvalid, message)
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        let rule = "cannot start or end with a hyphen or contain consecutive hyphens";
        (
            FaultCode::NameInvalid,
            format!("Skill name '{name}' {rule}."),
        )
    } else if !name.chars().all(is_of_name) {
        let rule = "may contain only lowercase letters, numbers, and hyphens";
        (
            FaultCode::NameInvalid,
            format!("Skill name '{name}' {rule}."),
        )
    } else if nfkc(folder) != name {
        let message = format!("Skill directory '{folder}' must match frontmatter name '{name}'.");
        (FaultCode::NameMismatch, message)
    } else {
        return Ok(());
    };
    Err(Fault {
        help: match code {
            FaultCode::NameMismatch => "Give the folder and the skill one name.".to_owned(),
            _ => "Use lowercase letters, digits and single hyphens.".to_owned(),
        },
        code,
        message,
        place: None,
    })
}

/// Checks that `metadata` is a mapping of texts. Returns the fault for the first entry that is not a
/// text. The help is about the entries that no host documents as mappings.
fn check_metadata(source: &Source<'_>, fields: &Value) -> Result<(), SkillFault> {
    let fault = |message: String, help: String| Fault {
        code: FaultCode::WrongType,
        message,
        place: Some(source.place("metadata")),
        help,
    };
    let members = match fields.get("metadata") {
        None => return Ok(()),
        Some(Value::Map(members)) => members,
        Some(_) => {
            let message = "Frontmatter field 'metadata' must be an object.".to_owned();
            let help = "Write each value of `metadata` as text, in quotes.".to_owned();
            return Err(fault(message, help).into());
        }
    };
    let faulty: Vec<_> = (members.iter())
        .filter(|(_, value)| value.text().is_none())
        .collect();
    let Some((first, _)) = faulty.first() else {
        return Ok(());
    };
    let message = format!("Frontmatter metadata value '{first}' must be a string.");
    let is_of_vendor =
        |key: &str, value: &Value| VENDORS.contains(&key) && matches!(value, Value::Map(_));
    let others: Vec<_> = (faulty.iter())
        .filter(|(key, value)| !is_of_vendor(key, value))
        .map(|(key, _)| format!("`{key}`"))
        .collect();
    let (kind, help) = if others.is_empty() {
        let help = format!(
            "Leave `{first}` as it is if the skill is for its host, which reads only a mapping. For a strict client, publish a copy without it."
        );
        (PluginProblemKind::VendorMetadata, help)
    } else if others.len() == faulty.len() {
        let help = "Write each value of `metadata` as text, in quotes.".to_owned();
        (PluginProblemKind::Content, help)
    } else {
        let help = format!(
            "Write the value of {} as text, in quotes.",
            others.join(", ")
        );
        (PluginProblemKind::Content, help)
    };
    let fault = fault(message, help);
    Err(SkillFault { fault, kind })
}
