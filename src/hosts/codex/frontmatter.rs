//! The parsing stage for `SKILL.md`: returns the fields, or Codex's error message.

use std::borrow::Cow;

use serde::Deserialize;

use super::editions::{Codex, CodexEdition};
use super::{openai_yaml, repair};
use crate::host::Parse;
use crate::host::stages::{Candidate, Fault, Fields, Parsed, Side, Text};
use crate::model::catalog::FaultCode;
use crate::model::environment::Environment;
use crate::model::skill::DescriptionSource;
use crate::text::document::{Document, Place};
use crate::text::plain_yaml::{self, PlainMap, PlainValue};
use crate::text::yaml::{fold, place_of_key};
use crate::tree::Contents;

/// The fields that Codex reads from the frontmatter. The type has this name because Codex's error
/// messages contain it.
#[derive(Debug, PartialEq, Deserialize)]
struct SkillFrontmatter {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    metadata: SkillFrontmatterMetadata,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct SkillFrontmatterMetadata {
    #[serde(default, rename = "short-description")]
    short_description: Option<String>,
}

impl Parse for Codex {
    fn parse(&self, contents: &Contents) -> Parsed {
        Parsed {
            bytes: contents.bytes().len(),
            outcome: parse(contents, self.edition),
            ignored: Vec::new(),
        }
    }

    fn parse_side(
        &self,
        contents: &Contents,
        candidate: &Candidate,
        environment: &Environment,
    ) -> Side {
        openai_yaml::parse(contents, candidate, environment, self.edition)
    }
}

fn parse(contents: &Contents, edition: &CodexEdition) -> Result<Fields, Fault> {
    let text = contents.text().map_err(|error| Fault {
        code: FaultCode::NotUtf8,
        message: format!("failed to read file: {error}"),
        place: None,
        help: "Save the file as UTF-8.".to_owned(),
    })?;
    // Frontmatter that is an empty block is treated as missing.
    let document = Document::split(text, |line| line.trim() == "---")
        .ok()
        .filter(|document| !document.frontmatter.is_empty())
        .ok_or_else(|| missing_frontmatter(text))?;
    let frontmatter = without_carriage_returns(document.frontmatter);
    let frontmatter = frontmatter.trim_end_matches('\n');
    let raw = deserialize(frontmatter, text, &document, edition)?;

    let name = raw
        .name
        .as_deref()
        .map(fold)
        .filter(|name| !name.is_empty());
    if name.is_none() && !edition.name_may_be_missing {
        return Err(missing_field(RequiredField::Name, text, &document));
    }
    Ok(Fields {
        name,
        name_place: place_of_key("name", text, &document),
        text: described(&raw, text, &document, edition),
    })
}

/// Removes the carriage return from each line end, because Codex splits the text into lines and
/// joins them with `\n`.
fn without_carriage_returns(frontmatter: &str) -> Cow<'_, str> {
    if frontmatter.contains('\r') {
        frontmatter.replace("\r\n", "\n").into()
    } else {
        frontmatter.into()
    }
}

fn described(
    raw: &SkillFrontmatter,
    text: &str,
    document: &Document<'_>,
    edition: &CodexEdition,
) -> Result<Text, Fault> {
    let description = raw.description.as_deref().map(fold).unwrap_or_default();
    let short_description = raw
        .metadata
        .short_description
        .as_deref()
        .map(fold)
        .filter(|short| !short.is_empty());
    if description.is_empty() {
        return Err(missing_field(RequiredField::Description, text, document));
    }
    if let Some(limit) = edition.max_description {
        let short = short_description.as_deref().unwrap_or_default();
        for (field, value) in [
            (LimitedField::Description, description.as_str()),
            (LimitedField::ShortDescription, short),
        ] {
            if value.chars().count() > limit {
                let place = place_of_key(field.text(), text, document);
                return Err(too_long(field, value, limit, place));
            }
        }
    }
    Ok(Text {
        description,
        description_source: DescriptionSource::Frontmatter,
        short_description,
        frontmatter: None,
    })
}

/// Parses the frontmatter. If this fails and the edition repairs frontmatter, the repaired text is
/// parsed once. If the repaired text cannot be parsed either, the first error is returned.
fn deserialize(
    frontmatter: &str,
    text: &str,
    document: &Document<'_>,
    edition: &CodexEdition,
) -> Result<SkillFrontmatter, Fault> {
    Fault::check_work(frontmatter)?;
    if let Some(read) = plain(frontmatter) {
        return Ok(read);
    }
    serde_yaml::from_str(frontmatter).or_else(|error: serde_yaml::Error| {
        edition
            .repairs_yaml
            .then(|| repair::repair(frontmatter))
            .and_then(|repaired| serde_yaml::from_str(&repaired).ok())
            .ok_or_else(|| Fault::invalid_yaml(&error, text, document))
    })
}

/// Returns the fields of frontmatter that is simple enough to be read without a YAML parser.
/// Otherwise returns none.
fn plain(frontmatter: &str) -> Option<SkillFrontmatter> {
    let map = plain_yaml::read(frontmatter, false)?;
    let text = |map: &PlainMap<'_>, key: &str| match map.get(key) {
        None | Some(PlainValue::Nothing) => Some(None),
        Some(PlainValue::Scalar(scalar)) => Some(Some(scalar.text()?.to_owned())),
        Some(PlainValue::List(..) | PlainValue::Map(_)) => None,
    };
    let short_description = match map.get("metadata") {
        None => None,
        Some(PlainValue::Map(metadata)) => text(metadata, "short-description")?,
        Some(_) => return None,
    };
    Some(SkillFrontmatter {
        name: text(&map, "name")?,
        description: text(&map, "description")?,
        metadata: SkillFrontmatterMetadata { short_description },
    })
}

fn missing_frontmatter(text: &str) -> Fault {
    let help = if text.starts_with('\u{feff}') {
        "Save the file without a byte order mark; `---` must be the first thing in it."
    } else if text.lines().next().is_none_or(|line| line.trim() != "---") {
        "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
    } else {
        "Put `name:` and `description:` below the first line `---`, and another line `---` after them."
    };
    Fault {
        code: FaultCode::NoFrontmatter,
        message: "missing YAML frontmatter delimited by ---".to_owned(),
        place: Some(Place::of_byte(text, 0)),
        help: help.to_owned(),
    }
}

/// A field that a skill must have.
#[derive(Debug, Clone, Copy)]
enum RequiredField {
    Name,
    Description,
}

fn missing_field(field: RequiredField, text: &str, document: &Document<'_>) -> Fault {
    let (key, code, help) = match field {
        RequiredField::Name => (
            "name",
            FaultCode::MissingName,
            "Add `name:` with the folder's name.",
        ),
        RequiredField::Description => (
            "description",
            FaultCode::MissingDescription,
            "Add `description:` with what the skill does and when to use it; the model sees no other text of the skill.",
        ),
    };
    Fault {
        code,
        message: format!("missing field `{key}`"),
        place: Some(place_of_key(key, text, document)),
        help: help.to_owned(),
    }
}

/// A field of a skill whose length is limited.
#[derive(Debug, Clone, Copy)]
pub(super) enum LimitedField {
    /// The name of the skill. If the edition has a separate limit for the name with its namespace
    /// ([`Self::QualifiedName`]), this is the name without its namespace.
    Name,
    /// The name with its namespace, if the edition has a separate limit for such names.
    QualifiedName,
    Description,
    ShortDescription,
}

impl LimitedField {
    /// Returns the word for the field in Codex's error messages.
    fn text(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::QualifiedName => "qualified name",
            Self::Description => "description",
            Self::ShortDescription => "metadata.short-description",
        }
    }
}

/// Returns the fault of a field whose value is longer than its limit.
pub(super) fn too_long(field: LimitedField, value: &str, limit: usize, place: Place) -> Fault {
    let length = value.chars().count();
    Fault {
        code: match field {
            LimitedField::Name | LimitedField::QualifiedName => FaultCode::NameTooLong,
            LimitedField::Description | LimitedField::ShortDescription => {
                FaultCode::DescriptionTooLong
            }
        },
        message: format!(
            "invalid {}: exceeds maximum length of {limit} characters",
            field.text()
        ),
        place: Some(place),
        help: format!(
            "Shorten it by {} characters; it has {length}.",
            length - limit
        ),
    }
}

/// Checks that the simple reader and the YAML parser return the same fields. Tests and fuzzing call
/// this function.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    let yaml = yaml.trim_end_matches('\n');
    if let Some(ours) = plain(yaml) {
        let theirs: Option<SkillFrontmatter> = serde_yaml::from_str(yaml).ok();
        assert_eq!(Some(ours), theirs, "{yaml:?}");
    }
}
