//! The parsing stage: finds the faults in a `SKILL.md` for which claude.ai refuses an upload
//! (`docs/hosts/claude-ai.md#what-an-upload-must-have`).

use std::collections::BTreeMap;

use super::editions::{ClaudeAi, ClaudeAiEdition};
use super::fields::{COMPATIBILITY, DESCRIPTION, KEYS, NAME};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::DescriptionSource;
use crate::text::document::{Document, Place};
use crate::text::tag::first_tag;
use crate::text::yaml::{self, place_of_key};
use crate::text::yaml_scalar::Scalar;
use crate::tree::Contents;

/// The maximum number of unknown keys in an error message.
const MAX_KEYS: usize = 5;

impl Parse for ClaudeAi {
    fn parse(&self, contents: &Contents) -> Parsed {
        Parsed::of_text(contents, |text, ignored| read(text, self.edition, ignored))
    }
}

fn read(
    text: &str,
    edition: &ClaudeAiEdition,
    ignored: &mut Vec<IgnoredField>,
) -> Result<Fields, Fault> {
    let fault = |code, place, message: &str, help: &str| Fault {
        code,
        message: message.to_owned(),
        place,
        help: help.to_owned(),
    };
    let document = Document::split(text, |line| line.trim_end() == "---").map_err(|_| {
        fault(
            FaultCode::NoFrontmatter,
            Some(Place::START),
            "SKILL.md must begin with frontmatter between two lines `---`",
            "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.",
        )
    })?;
    Fault::check_work(document.frontmatter)?;
    let members = yaml::read::<Option<BTreeMap<String, Scalar>>>(document.frontmatter);
    let mut members = members
        .map_err(|error| Fault::invalid_yaml(&error, text, &document))?
        .unwrap_or_default();
    let at = |key: &str| place_of_key(key, text, &document);
    let at_key =
        |code, key: &str, message: &str, help: &str| fault(code, Some(at(key)), message, help);

    let unknown: Vec<_> = (members.keys())
        .filter(|key| !KEYS.contains(&key.as_str()))
        .collect();
    if let [first, ..] = unknown[..] {
        let named = unknown.iter().take(MAX_KEYS);
        let mut keys: Vec<_> = named.map(|key| format!("`{key}`")).collect();
        if unknown.len() > MAX_KEYS {
            keys.push(format!("{} more", unknown.len() - MAX_KEYS));
        }
        return Err(at_key(
            FaultCode::UnknownField,
            first,
            &format!(
                "claude.ai and the Claude API refuse the {} {}: only {} may be there",
                if unknown.len() == 1 { "key" } else { "keys" },
                keys.join(", "),
                KEYS.join(", ")
            ),
            "Put it below `metadata`, or leave it out of the copy that you upload.",
        ));
    }
    let mut text_of = |key: &str| members.remove(key).unwrap_or_default().text();
    let Some(name) = text_of(NAME) else {
        return Err(at_key(
            FaultCode::MissingName,
            NAME,
            "there is no `name`",
            "Add `name:` with the folder's name.",
        ));
    };
    check_name(&name, edition)
        .map_err(|(code, message, help)| at_key(code, NAME, &message, &help))?;
    let Some(description) = text_of(DESCRIPTION) else {
        return Err(at_key(
            FaultCode::MissingDescription,
            DESCRIPTION,
            "there is no description",
            "Add `description:` with what the skill does and when to use it.",
        ));
    };
    let length = description.chars().count();
    if length > edition.max_description {
        return Err(at_key(
            FaultCode::DescriptionTooLong,
            DESCRIPTION,
            &format!(
                "`description` has {length} characters; {} are allowed",
                edition.max_description
            ),
            &format!(
                "Shorten it by {} characters.",
                length - edition.max_description
            ),
        ));
    }
    if let Some(tag) = first_tag(&description) {
        return Err(at_key(
            FaultCode::DescriptionInvalid,
            DESCRIPTION,
            &format!("claude.ai and the Claude API refuse a tag in the description: {tag}"),
            "Write it without angle brackets, such as `NAME` for `<name>`.",
        ));
    }

    let mut note = |key: &str, message: String| {
        ignored.push(IgnoredField {
            place: Some(at(key)),
            ..IgnoredField::new(Some(key), message)
        });
    };
    if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        note(
            NAME,
            "the standard and Anthropic's packager allow only single hyphens between letters or digits"
                .to_owned(),
        );
    }
    if description.contains(['<', '>']) {
        note(
            DESCRIPTION,
            "Anthropic's packager refuses `<` and `>` in the description".to_owned(),
        );
    }
    let needs = text_of(COMPATIBILITY).map_or(0, |needs| needs.chars().count());
    if needs > edition.max_compatibility {
        note(
            COMPATIBILITY,
            format!(
                "`compatibility` has {needs} characters; {} are allowed",
                edition.max_compatibility
            ),
        );
    }
    Ok(Fields {
        name: Some(name),
        name_place: at(NAME),
        text: Ok(Text {
            description,
            description_source: DescriptionSource::Frontmatter,
            short_description: None,
            frontmatter: None,
        }),
    })
}

fn check_name(name: &str, edition: &ClaudeAiEdition) -> Result<(), (FaultCode, String, String)> {
    let length = name.chars().count();
    if length > edition.max_name {
        return Err((
            FaultCode::NameTooLong,
            format!(
                "the name has {length} characters; {} are allowed",
                edition.max_name
            ),
            format!("Shorten it by {} characters.", length - edition.max_name),
        ));
    }
    let is_taken = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.bytes().all(is_taken) {
        return Err((
            FaultCode::NameInvalid,
            "claude.ai and the Claude API take only lowercase letters, digits and hyphens in a name"
                .to_owned(),
            "Write the name with these characters, and rename the folder.".to_owned(),
        ));
    }
    let mut reserved = edition.reserved_words.iter();
    if let Some(word) = reserved.find(|word| name.contains(**word)) {
        return Err((
            FaultCode::NameInvalid,
            format!("claude.ai and the Claude API refuse the reserved word `{word}` in a name"),
            format!("Remove `{word}` from the name, and from the folder's name."),
        ));
    }
    Ok(())
}
