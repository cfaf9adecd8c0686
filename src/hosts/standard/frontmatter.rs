//! The parsing stage: reads a `SKILL.md` as a lenient client does
//! (`docs/hosts/standard.md#what-it-forgives`).

use serde::Deserialize;

use super::editions::Standard;
use super::validate;
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::DescriptionSource;
use crate::text::document::{Document, Place};
use crate::text::plain_yaml::{self, PlainScalar, PlainValue};
use crate::text::yaml::{place_of_key, quote_values};
use crate::text::yaml_scalar::Scalar;
use crate::tree::Contents;

/// The fields that the client reads from the frontmatter. The client ignores other fields.
#[derive(Debug, Default, PartialEq, Deserialize)]
struct Frontmatter {
    #[serde(default)]
    name: Scalar,
    #[serde(default)]
    description: Scalar,
}

impl Parse for Standard {
    fn parse(&self, contents: &Contents) -> Parsed {
        Parsed::of_text(contents, |text, ignored| {
            ignored.extend(findings(text));
            read(text, ignored)
        })
    }
}

/// Returns the faults that the reference validator finds. A lenient client nevertheless loads the
/// skill.
fn findings(text: &str) -> impl Iterator<Item = IgnoredField> {
    let findings = validate::findings(text, None).into_iter();
    findings.map(|finding| IgnoredField {
        field: finding.field,
        message: finding.message,
        place: Some(finding.place),
    })
}

/// Returns the text after the frontmatter, or the whole text if there is no frontmatter. Whitespace
/// at both ends is removed.
pub(super) fn body(text: &str) -> &str {
    split(text).map_or(text, |document| document.body).trim()
}

fn split(text: &str) -> Option<Document<'_>> {
    Document::split(text, |line| line.trim_end() == "---").ok()
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let document = split(text).ok_or_else(|| Fault {
        code: FaultCode::NoFrontmatter,
        message: "there is no frontmatter between two lines `---`".to_owned(),
        place: Some(Place::START),
        help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
            .to_owned(),
    })?;
    Fault::check_work(document.frontmatter)?;
    let (frontmatter, repaired) = deserialize(&document, text)?;
    if repaired {
        ignored.push(IgnoredField::new(
            None,
            "the frontmatter is YAML only after values with a colon are quoted, which the client did",
        ));
    }
    let name = frontmatter.name.text();
    let place = |field| place_of_key(field, text, &document);
    let described = (frontmatter.description.text())
        .map(|description| Text {
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: None,
        })
        .ok_or_else(|| Fault {
            code: FaultCode::MissingDescription,
            message: "there is no description".to_owned(),
            place: Some(place("description")),
            help: "Add `description:` with what the skill does and when to use it; the model sees no other text of the skill."
                .to_owned(),
        });
    Ok(Fields {
        name,
        name_place: place("name"),
        text: described,
    })
}

/// Parses the frontmatter, if necessary after a repair. Returns the fields, and true if a repair
/// was necessary. If the repaired text cannot be parsed either, returns the first error.
fn deserialize(document: &Document<'_>, text: &str) -> Result<(Frontmatter, bool), Fault> {
    let frontmatter = document.frontmatter;
    if let Some(read) = plain(frontmatter) {
        return Ok((read, false));
    }
    let error = match serde_yaml::from_str(frontmatter) {
        Ok(Some(read)) => return Ok((read, false)),
        // The frontmatter has no value, because it contains only comments.
        Ok(None) => return Ok((Frontmatter::default(), false)),
        Err(error) => error,
    };
    let repaired = quote_values(frontmatter, |value| {
        value.contains(": ") || value.ends_with(':')
    });
    serde_yaml::from_str(&repaired).map_or_else(
        |_| Err(Fault::invalid_yaml(&error, text, document)),
        |read| Ok((read, true)),
    )
}

/// Returns the fields of frontmatter that is simple enough to be read without a YAML parser.
/// Otherwise returns none, for example because a YAML parser could read a field as a number.
fn plain(frontmatter: &str) -> Option<Frontmatter> {
    let map = plain_yaml::read(frontmatter, false)?;
    let scalar = |key: &str| match map.get(key) {
        Some(PlainValue::Scalar(PlainScalar::Ambiguous(_))) => None,
        Some(PlainValue::Scalar(scalar)) => Some(Scalar::of(scalar.written())),
        _ => Some(Scalar::default()),
    };
    Some(Frontmatter {
        name: scalar("name")?,
        description: scalar("description")?,
    })
}

/// Checks that the simple reader and the YAML parser return the same fields. Tests and fuzzing call
/// this function.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    if let Some(ours) = plain(yaml) {
        let theirs: Option<Frontmatter> = serde_yaml::from_str(yaml).ok();
        assert_eq!(Some(ours), theirs, "{yaml:?}");
    }
}
