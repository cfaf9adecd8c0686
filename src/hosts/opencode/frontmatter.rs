//! Stage Parse: reads the frontmatter fields of a file, which opencode splits with the library
//! gray-matter.

use std::borrow::Cow;

use super::editions::{Identity, Opencode, OpencodeEdition};
use super::names::{DOCUMENTED_DESCRIPTION, DOCUMENTED_NAME};
use super::{fields as table, repair};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::field::Field;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::sort;
use crate::text::document::Place;
use crate::text::gray_matter::GrayMatter;
use crate::text::js_yaml::{JsYamlValue, Unread};
use crate::text::yaml::{advice, fold, place_of_key};
use crate::tree::Contents;

/// The maximum number of lines in a skill's text that the source of edition `2026-03` recommends.
/// The only source of this edition is the description of opencode in a Chinese textbook on agents
/// (`docs/hosts/opencode.md#frontmatter`).
const ADVISED_LINES: usize = 500;

/// Returns the text of a skill: everything after the frontmatter, including whitespace at its ends.
#[must_use]
pub fn content(text: &str) -> &str {
    GrayMatter::split(text).content
}

/// Returns the text of a file. Bytes that are not UTF-8 become replacement characters, as in
/// JavaScript.
pub(super) fn text_of(contents: &Contents) -> Cow<'_, str> {
    contents.text_lossy()
}

impl Parse for Opencode {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = text_of(contents);
        let matter = GrayMatter::split(&text);
        let mut ignored = Vec::new();
        let data = matter.data().or_else(|unread| {
            // The repair is tried once. If the repaired text does not parse, the first error is reported
            // (`docs/hosts/opencode.md#frontmatter`).
            let repaired = self
                .edition
                .repairs_yaml
                .then(|| repair::repair(&text))
                .flatten();
            repaired
                .and_then(|repaired| GrayMatter::split(&repaired).data().ok())
                .ok_or(unread)
        });
        let outcome = match data {
            Err(unread) => Err(broken(&unread, &text)),
            Ok(data) => Ok(fields(&data, &text, &matter, self.edition, &mut ignored)),
        };
        Parsed {
            bytes: contents.bytes().len(),
            outcome,
            ignored,
        }
    }
}

fn fields(
    data: &JsYamlValue,
    text: &str,
    matter: &GrayMatter<'_>,
    edition: &OpencodeEdition,
    ignored: &mut Vec<IgnoredField>,
) -> Fields {
    let place = |key: &str| place_of_key(key, text, &matter.document());
    let name = data
        .get("name")
        .and_then(JsYamlValue::text)
        .map(str::to_owned);
    let fields = Fields {
        name_place: place("name"),
        text: described(data, text, matter, edition),
        name,
    };
    let mut ignore = |field: &str, message: String| {
        let key = field.split('[').next().unwrap_or(field);
        ignored.push(IgnoredField {
            place: Some(place(key)),
            ..IgnoredField::new(Some(field), message)
        });
    };
    if edition.identity == Identity::StrictName {
        for (field, message) in without_use(data) {
            ignore(&field, message);
        }
    }
    if edition.identity == Identity::Name {
        for field in Field::ignored_keys(table::fields(edition)) {
            if data.get(field).is_some() {
                ignore(
                    field,
                    format!("opencode reads no {field}; it has no effect here"),
                );
            }
        }
        if let Some(name) = &fields.name
            && let Some(problem) = undocumented_name(name)
        {
            ignore(
                "name",
                format!(
                    "{problem}; opencode's documentation asks for another and the program does not look"
                ),
            );
        }
        let long = fields
            .text
            .as_ref()
            .map(|text| text.description.chars().count());
        if let Ok(long @ DOCUMENTED_DESCRIPTION..) = long
            && long > DOCUMENTED_DESCRIPTION
        {
            ignore(
                "description",
                format!(
                    "it has {long} characters; opencode's documentation allows {DOCUMENTED_DESCRIPTION} and the program does not look"
                ),
            );
        }
    }
    let lines = matter.content.lines().count();
    if edition.identity == Identity::StrictName && lines > ADVISED_LINES {
        ignored.push(IgnoredField::new(
            None,
            format!("the text has {lines} lines; {ADVISED_LINES} are advised, because the model reads all of them"),
        ));
    }
    fields
}

/// Returns the fields whose values edition `2026-03` reads but cannot use, each with the reason.
fn without_use(data: &JsYamlValue) -> Vec<(String, String)> {
    const TOOLS: &str = "allowed-tools";
    let mut found = Vec::new();
    match data.get(TOOLS) {
        None | Some(JsYamlValue::Null | JsYamlValue::Text(_)) => {}
        Some(JsYamlValue::Sequence(tools)) => {
            let wrong = tools.iter().enumerate();
            let wrong = wrong.filter(|(_, tool)| tool.text().is_none());
            found.extend(wrong.map(|(index, tool)| {
                let message = format!("it is {}, not the name of a tool", tool.kind());
                (format!("{TOOLS}[{index}]"), message)
            }));
        }
        Some(other) => {
            let message = format!("it is {}, not a list of tools", other.kind());
            found.push((TOOLS.to_owned(), message));
        }
    }
    for key in ["disable-model-invocation", "user-invocable"] {
        match data.get(key) {
            None | Some(JsYamlValue::Null | JsYamlValue::Bool(_)) => {}
            Some(other) => {
                let message = format!("it is {}, not `true` or `false`", other.kind());
                found.push((key.to_owned(), message));
            }
        }
    }
    found
}

/// Returns the description and all other fields except the name. Returns a fault if opencode
/// rejects the file because of one of these fields.
fn described(
    data: &JsYamlValue,
    text: &str,
    matter: &GrayMatter<'_>,
    edition: &OpencodeEdition,
) -> Result<Text, Fault> {
    let at = |key| Some(place_of_key(key, text, &matter.document()));
    let lacks_frontmatter = matter.frontmatter.is_none();
    if edition.identity != Identity::Folder {
        match data.get("name") {
            Some(JsYamlValue::Text(_)) => {}
            None if lacks_frontmatter => {
                return Err(Fault {
                    code: FaultCode::NoFrontmatter,
                    message: "it has no frontmatter".to_owned(),
                    place: Some(Place::START),
                    help: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`."
                        .to_owned(),
                });
            }
            None => {
                return Err(Fault {
                    code: FaultCode::MissingName,
                    message: "its frontmatter has no `name`".to_owned(),
                    place: at("name"),
                    help: "Add `name:` with the folder's name.".to_owned(),
                });
            }
            Some(other) => {
                return Err(Fault {
                    code: FaultCode::WrongType,
                    message: format!("its `name` is {}, not text", other.kind()),
                    place: at("name"),
                    help: "Put the name in quotes.".to_owned(),
                });
            }
        }
    }
    let description = match data.get("description") {
        Some(JsYamlValue::Text(description))
            if edition.identity == Identity::StrictName && description.trim().is_empty() =>
        {
            return Err(Fault {
                code: FaultCode::MissingDescription,
                message: "its `description` is empty".to_owned(),
                place: at("description"),
                help: "Say what the skill does and when to use it.".to_owned(),
            });
        }
        Some(JsYamlValue::Text(description)) => Some(description),
        None if edition.description_may_be_missing => None,
        None => {
            return Err(Fault {
                code: FaultCode::MissingDescription,
                message: "its frontmatter has no `description`".to_owned(),
                place: at("description"),
                help: "Add `description:` with what the skill does and when to use it.".to_owned(),
            });
        }
        Some(_) if edition.identity == Identity::Folder => None,
        Some(other) => {
            return Err(Fault {
                code: FaultCode::WrongType,
                message: format!("its `description` is {}, not text", other.kind()),
                place: at("description"),
                help: "Put the description in quotes, or leave the line out.".to_owned(),
            });
        }
    };
    Ok(Text {
        description: description.cloned().unwrap_or_default(),
        description_source: match description {
            Some(_) => DescriptionSource::Frontmatter,
            None => DescriptionSource::None,
        },
        short_description: None,
        frontmatter: Some(Box::new(frontmatter(data))),
    })
}

/// Returns the frontmatter fields that at least one edition of opencode reads. Also returns the
/// fields that authors expect opencode to read.
fn frontmatter(data: &JsYamlValue) -> Frontmatter {
    let text = |key| data.get(key).and_then(JsYamlValue::text).map(str::to_owned);
    let switch = |key| match data.get(key) {
        Some(JsYamlValue::Bool(on)) => Some(*on),
        _ => None,
    };
    let tools = match data.get("allowed-tools") {
        Some(JsYamlValue::Text(tools)) => tools.split([',', ' ']).map(str::to_owned).collect(),
        Some(tools) => (tools.items().iter())
            .filter_map(|tool| tool.text().map(str::to_owned))
            .collect(),
        None => Vec::new(),
    };
    let metadata = data
        .get("metadata")
        .map(JsYamlValue::entries)
        .unwrap_or_default();
    Frontmatter {
        name: text("name"),
        description: text("description"),
        disable_model_invocation: switch("disable-model-invocation"),
        user_invocable: switch("user-invocable"),
        allowed_tools: tools.into_iter().filter(|tool| !tool.is_empty()).collect(),
        license: text("license"),
        compatibility: text("compatibility"),
        metadata: sort::collect_map(metadata.iter().filter_map(|(key, value)| {
            let value = match value {
                JsYamlValue::Text(text) => text.clone(),
                JsYamlValue::Bool(on) => on.to_string(),
                _ => return None,
            };
            Some((key.clone(), value))
        })),
        ..Frontmatter::default()
    }
}

/// Returns the reason why a name does not follow opencode's documentation; `None` if it does. A
/// name must match `^[a-z0-9]+(-[a-z0-9]+)*$` and have 1 to 64 characters.
pub(super) fn undocumented_name(name: &str) -> Option<String> {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let length = name.chars().count();
    if length > DOCUMENTED_NAME {
        Some(format!(
            "the name has {length} characters, more than {DOCUMENTED_NAME}"
        ))
    } else if name.split('-').all(is_part) {
        None
    } else {
        Some("the name is not made of lower-case letters, digits and single hyphens".to_owned())
    }
}

/// Builds the fault for frontmatter that cannot be parsed. opencode's own message is not known, so
/// Skillglass has its own wording (`docs/hosts/opencode.md#what-is-ours`).
fn broken(unread: &Unread, text: &str) -> Fault {
    let first = fold(&unread.message);
    Fault {
        code: FaultCode::InvalidYaml,
        help: advice(&first).to_owned(),
        message: format!("the frontmatter cannot be read: {first}"),
        // The text after the dashes on the line with the opening delimiter is the first line of the frontmatter.
        place: unread
            .at
            .map(|(line, column)| Place::of_line(text, line, column)),
    }
}
