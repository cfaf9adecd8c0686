//! Emulates the reference validator, skills-ref: finds the faults in a `SKILL.md`, in the
//! validator's order (`docs/hosts/standard.md#the-validator`).
//!
//! The messages are Skillglass's own. The codes agree with recorded answers of the validator.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fields::FIELDS;
use super::names::{MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME};
use super::strict_yaml::{self, Node, Pair};
use crate::sort;
use crate::text::document::Place;
use crate::text::unicode;

/// The delimiter of the frontmatter. The closing delimiter may be anywhere in the text, even inside
/// of a line.
const DELIMITER: &str = "---";

/// The maximum size of frontmatter that is read, in bytes. Skillglass sets this limit.
const MAX_FRONTMATTER_BYTES: usize = 1 << 20;

/// The code of a fault that the reference validator finds in a `SKILL.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FindingCode {
    /// The text of `SKILL.md` does not begin with `---`.
    NoFrontmatter,
    /// The frontmatter is not closed, because the text has no second `---`.
    UnclosedFrontmatter,
    /// The frontmatter is not valid StrictYAML, for example because of brackets, anchors, tags or
    /// duplicate keys.
    InvalidYaml,
    /// The frontmatter is a list, a text or empty. It must be a map.
    NotAMapping,
    /// The frontmatter has keys that the standard does not define.
    UnexpectedFields,
    /// The field `name` is missing.
    NameMissing,
    /// The name is empty, or not a text.
    NameEmpty,
    /// The name has more than 64 characters.
    NameTooLong,
    /// The name is not in lowercase.
    NameNotLowercase,
    /// The name begins or ends with a hyphen.
    NameHyphenEdge,
    /// The name has two hyphens in a row.
    NameDoubleHyphen,
    /// The name contains characters other than letters, digits and hyphens.
    NameInvalidCharacters,
    /// The name differs from the folder's name.
    NameFolderMismatch,
    /// The field `description` is missing.
    DescriptionMissing,
    /// The description is empty, or not a text.
    DescriptionEmpty,
    /// The description has more than 1,024 characters.
    DescriptionTooLong,
    /// The field `compatibility` is a list or a map. It must be a text.
    CompatibilityNotAString,
    /// The field `compatibility` has more than 500 characters.
    CompatibilityTooLong,
}

/// A fault that the reference validator finds in a `SKILL.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Finding {
    /// The fault, as a code.
    pub code: FindingCode,
    /// The field with the fault. None if the whole frontmatter has the fault.
    pub field: Option<String>,
    /// The description of the fault, in words.
    pub message: String,
    /// The position of the fault in the file.
    pub place: Place,
    /// How to fix the fault, in words.
    pub help: String,
}

/// The properties that the reference library reads from the `SKILL.md` of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillProperties {
    /// The field `name`, without whitespace at its ends.
    pub name: String,
    /// The field `description`, without whitespace at its ends.
    pub description: String,
    /// The field `license`. None if the field is missing or not a text.
    pub license: Option<String>,
    /// The field `compatibility`. None if the field is missing or not a text.
    pub compatibility: Option<String>,
    /// The field `allowed-tools`. None if the field is missing or not a text.
    pub allowed_tools: Option<String>,
    /// The entries of `metadata` whose values are texts, by key.
    pub metadata: BTreeMap<String, String>,
}

/// Returns all findings about the text of a `SKILL.md`, in the order of the reference validator.
/// `folder` is the name of the skill's folder. A valid text has no findings. A text whose
/// frontmatter cannot be read has exactly one finding.
///
/// ```
/// use skillglass::hosts::standard::{FindingCode, validate};
///
/// assert_eq!(validate("---\nname: pdf\ndescription: Fill in forms.\n---\n", "pdf"), []);
/// let findings = validate("---\nname: pdf\ndescription: Fill in [forms].\ntags: [a]\n---\n", "pdf");
/// assert_eq!(findings[0].code, FindingCode::InvalidYaml);
/// assert_eq!(findings[0].place.line, 4);
/// ```
#[must_use]
pub fn validate(text: &str, folder: &str) -> Vec<Finding> {
    findings(text, Some(folder))
}

/// Returns the faults in the text of a `SKILL.md`. If `folder` is none, faults that depend on the
/// folder's name are omitted.
pub(super) fn findings(text: &str, folder: Option<&str>) -> Vec<Finding> {
    let fields = match Fields::read(text) {
        Ok(fields) => fields,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    fields.check_keys(&mut findings);
    fields.check_name(folder, &mut findings);
    fields.check_description(&mut findings);
    fields.check_compatibility(&mut findings);
    findings
}

/// Returns the message that the skill's name differs from its folder's name. None if the two names
/// are equal.
pub(crate) fn mismatch(name: &str, folder: &str) -> Option<String> {
    (unicode::nfkc(folder) != unicode::nfkc(strip(name)))
        .then(|| format!("the folder is named {folder}, and the skill {name}"))
}

/// Returns the properties that the reference library reads from the text of a `SKILL.md`. The text
/// is not validated. It needs only a name and a description.
///
/// # Errors
/// Returns the first [`Finding`] that prevents the library from reading the text.
pub fn read_properties(text: &str) -> Result<SkillProperties, Finding> {
    let fields = Fields::read(text)?;
    for (field, code) in [
        ("name", FindingCode::NameMissing),
        ("description", FindingCode::DescriptionMissing),
    ] {
        if fields.get(field).is_none() {
            return Err(fields.missing(code, field));
        }
    }
    let required = |field, code| {
        let pair = fields.get(field);
        match pair.map(|pair| &pair.value) {
            Some(Node::Text(text)) if !strip(text).is_empty() => Ok(strip(text).to_owned()),
            _ => Err(fields.empty(code, field)),
        }
    };
    let optional = |field| match fields.get(field).map(|pair| &pair.value) {
        Some(Node::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let metadata = match fields.get("metadata").map(|pair| &pair.value) {
        Some(Node::Map(pairs)) => {
            sort::collect_map(pairs.iter().filter_map(|pair| match &pair.value {
                Node::Text(text) => Some((pair.key.clone(), text.clone())),
                _ => None,
            }))
        }
        _ => BTreeMap::new(),
    };
    Ok(SkillProperties {
        name: required("name", FindingCode::NameEmpty)?,
        description: required("description", FindingCode::DescriptionEmpty)?,
        license: optional("license"),
        compatibility: optional("compatibility"),
        allowed_tools: optional("allowed-tools"),
        metadata,
    })
}

/// The fields of a `SKILL.md` whose frontmatter could be parsed.
struct Fields<'t> {
    text: &'t str,
    pairs: Vec<Pair>,
}

impl<'t> Fields<'t> {
    fn read(text: &'t str) -> Result<Self, Finding> {
        let finding = |code, message: &str, at, help: &str| Finding {
            code,
            field: None,
            message: message.to_owned(),
            place: Place::of_byte(text, at),
            help: help.to_owned(),
        };
        let rest = text.strip_prefix(DELIMITER).ok_or_else(|| {
            finding(
                FindingCode::NoFrontmatter,
                "the file does not begin with `---`",
                0,
                "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.",
            )
        })?;
        // The closing delimiter may be anywhere, even inside a value.
        let length = rest.find(DELIMITER).ok_or_else(|| {
            finding(
                FindingCode::UnclosedFrontmatter,
                "the frontmatter is not closed by a second `---`",
                0,
                "Put a line `---` after the fields.",
            )
        })?;
        if length > MAX_FRONTMATTER_BYTES {
            return Err(finding(
                FindingCode::InvalidYaml,
                "the frontmatter is larger than Skillglass reads",
                0,
                "Keep the frontmatter to a few lines and put the rest into the body.",
            ));
        }
        match strict_yaml::parse(&rest[..length]) {
            Err(problem) => Err(finding(
                FindingCode::InvalidYaml,
                problem.message,
                DELIMITER.len() + problem.at,
                problem.help,
            )),
            Ok(Node::Map(pairs)) => Ok(Self { text, pairs }),
            Ok(_) => Err(finding(
                FindingCode::NotAMapping,
                "the frontmatter is not a list of fields",
                DELIMITER.len(),
                "Write `key: value` lines. Three hyphens within a value end the frontmatter early.",
            )),
        }
    }

    fn get(&self, field: &str) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.key == field)
    }

    fn check_keys(&self, findings: &mut Vec<Finding>) {
        let unexpected = || {
            let keys = self.pairs.iter();
            keys.filter(|pair| !FIELDS.iter().any(|field| field.is(&pair.key)))
        };
        let Some(first) = unexpected().next() else {
            return;
        };
        let mut keys: Vec<_> = unexpected().map(|pair| format!("`{}`", pair.key)).collect();
        sort::by(&mut keys, Ord::cmp);
        findings.push(Finding {
            code: FindingCode::UnexpectedFields,
            field: None,
            message: format!("the standard has no field {}", keys.join(", ")),
            place: self.place(first.at),
            help: "Put it below `metadata`, or leave it out.".to_owned(),
        });
    }

    /// Adds all faults of the name, after Unicode normalization
    /// (`docs/hosts/standard.md#the-validator`).
    fn check_name(&self, folder: Option<&str>, findings: &mut Vec<Finding>) {
        let Some(pair) = self.get("name") else {
            findings.push(self.missing(FindingCode::NameMissing, "name"));
            return;
        };
        let name = match &pair.value {
            Node::Text(name) if !strip(name).is_empty() => unicode::nfkc(strip(name)),
            _ => {
                findings.push(self.empty(FindingCode::NameEmpty, "name"));
                return;
            }
        };
        let mut find = |code, message: String, help: String| {
            findings.push(self.at_field(code, "name", message, help));
        };
        let length = name.chars().count();
        if length > MAX_NAME {
            find(
                FindingCode::NameTooLong,
                format!("the name has {length} characters; {MAX_NAME} are allowed"),
                format!("Shorten it by {} characters.", length - MAX_NAME),
            );
        }
        let lower = name.to_lowercase();
        if name != lower {
            find(
                FindingCode::NameNotLowercase,
                "the name is not in lower case".to_owned(),
                format!("Write it as {lower}, and rename the folder."),
            );
        }
        if name.starts_with('-') || name.ends_with('-') {
            find(
                FindingCode::NameHyphenEdge,
                "the name begins or ends with a hyphen".to_owned(),
                "Take the hyphen away, and rename the folder.".to_owned(),
            );
        }
        if name.contains("--") {
            find(
                FindingCode::NameDoubleHyphen,
                "the name holds two hyphens in a row".to_owned(),
                "Leave one hyphen, and rename the folder.".to_owned(),
            );
        }
        if let Some(bad) = name
            .chars()
            .find(|character| !unicode::is_letter_or_number(*character) && *character != '-')
        {
            find(
                FindingCode::NameInvalidCharacters,
                format!("the name holds {bad:?}; letters, digits and hyphens are allowed"),
                "Replace spaces and other characters by hyphens, and rename the folder.".to_owned(),
            );
        }
        if let Some(message) = folder.and_then(|folder| mismatch(&name, folder)) {
            find(
                FindingCode::NameFolderMismatch,
                message,
                "Give both the same name.".to_owned(),
            );
        }
    }

    fn check_description(&self, findings: &mut Vec<Finding>) {
        let Some(pair) = self.get("description") else {
            findings.push(self.missing(FindingCode::DescriptionMissing, "description"));
            return;
        };
        match &pair.value {
            Node::Text(text) if !strip(text).is_empty() => {
                let code = FindingCode::DescriptionTooLong;
                findings.extend(self.too_long(code, "description", text, MAX_DESCRIPTION));
            }
            _ => findings.push(self.empty(FindingCode::DescriptionEmpty, "description")),
        }
    }

    fn check_compatibility(&self, findings: &mut Vec<Finding>) {
        let field = "compatibility";
        match self.get(field).map(|pair| &pair.value) {
            None => {}
            Some(Node::Text(text)) => {
                let code = FindingCode::CompatibilityTooLong;
                findings.extend(self.too_long(code, field, text, MAX_COMPATIBILITY));
            }
            Some(_) => findings.push(self.at_field(
                FindingCode::CompatibilityNotAString,
                field,
                "`compatibility` is a list or a map".to_owned(),
                "Write it as one text.".to_owned(),
            )),
        }
    }

    fn too_long(
        &self,
        code: FindingCode,
        field: &str,
        text: &str,
        limit: usize,
    ) -> Option<Finding> {
        let length = text.chars().count();
        (length > limit).then(|| {
            let message = format!("`{field}` has {length} characters; {limit} are allowed");
            let help = format!("Shorten it by {} characters.", length - limit);
            self.at_field(code, field, message, help)
        })
    }

    fn missing(&self, code: FindingCode, field: &str) -> Finding {
        let message = format!("there is no `{field}`");
        let help = match code {
            FindingCode::NameMissing => "Add `name:` with the folder's name.",
            _ => "Add `description:` with what the skill does and when to use it.",
        };
        self.at_field(code, field, message, help.to_owned())
    }

    fn empty(&self, code: FindingCode, field: &str) -> Finding {
        let message = format!("`{field}` is empty or no text");
        self.at_field(code, field, message, "Write a text after it.".to_owned())
    }

    /// Returns a fault at the position of a field. If the field is missing, the position is the
    /// start of the text.
    fn at_field(&self, code: FindingCode, field: &str, message: String, help: String) -> Finding {
        Finding {
            code,
            field: Some(field.to_owned()),
            message,
            place: self
                .get(field)
                .map_or(Place::START, |pair| self.place(pair.at)),
            help,
        }
    }

    fn place(&self, at: usize) -> Place {
        Place::of_byte(self.text, DELIMITER.len() + at)
    }
}

/// Removes whitespace at both ends of a text. As in Python, the ASCII separators (U+001C to U+001F)
/// count as whitespace.
fn strip(text: &str) -> &str {
    text.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
    })
}
