//! Parse: reads the fields of a file (`docs/hosts/cline.md#frontmatter`). Skills of Agent Plugins have a parser of
//! their own, `strict`.

use super::editions::Cline;
use super::fields::{DESCRIPTION, DISABLED, ELSEWHERE, ENABLED, NAME};
use crate::host::Parse;
use crate::host::stages::{Fault, Fields, IgnoredField, Parsed, Text};
use crate::model::catalog::FaultCode;
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Document, Place};
use crate::text::js;
use crate::text::js_value::Value;
use crate::text::npm_yaml;
use crate::text::yaml::place_of_key;
use crate::tree::Contents;

const OPENING: [&str; 2] = ["---\n", "---\r\n"];
const CLOSING: &str = "\n---";

/// The frontmatter and the text of a file. The text has no whitespace at its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SplitFile<'t> {
    pub frontmatter: Option<&'t str>,
    pub body: &'t str,
}

/// Splits a file at the first line that begins with the dashes. If `whole_line` is true, the line must end after the
/// dashes. Without frontmatter, the whole file is the text.
pub(super) fn split(text: &str, whole_line: bool) -> SplitFile<'_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = SplitFile {
        frontmatter: None,
        body: js::trim(text),
    };
    let Some(rest) = OPENING.iter().find_map(|open| text.strip_prefix(open)) else {
        return whole;
    };
    let ends =
        |after: &str| after.is_empty() || after.starts_with('\n') || after.starts_with("\r\n");
    let mut closings = rest.match_indices(CLOSING);
    let closing = closings.find(|(at, _)| !whole_line || ends(&rest[at + CLOSING.len()..]));
    closing.map_or(whole, |(at, _)| {
        let frontmatter = &rest[..at];
        SplitFile {
            frontmatter: Some(frontmatter.strip_suffix('\r').unwrap_or(frontmatter)),
            body: js::trim(&rest[at + CLOSING.len()..]),
        }
    })
}

/// The file in which a fault is, to find the fault's place.
pub(super) struct Source<'t> {
    text: &'t str,
    document: Document<'t>,
}

impl<'t> Source<'t> {
    pub fn new(text: &'t str, frontmatter: Option<&'t str>) -> Self {
        Self {
            text,
            document: Document {
                frontmatter: frontmatter.unwrap_or_default(),
                frontmatter_line: 2,
                body: "",
            },
        }
    }

    pub fn place(&self, key: &str) -> Place {
        place_of_key(key, self.text, &self.document)
    }

    /// Returns the value of the frontmatter.
    pub fn yaml(&self) -> Result<Value, Fault> {
        let yaml = npm_yaml::read(self.document.frontmatter);
        match yaml.thrown(self.document.frontmatter) {
            None => Ok(yaml.value),
            Some((message, (line, column))) => Err(Fault {
                code: FaultCode::InvalidYaml,
                help: npm_yaml::advice(&message),
                message: format!("Failed to parse YAML frontmatter: {message}"),
                place: Some(Place::of_line(
                    self.text,
                    self.document.frontmatter_line - 1 + line,
                    column,
                )),
            }),
        }
    }

    /// Returns the fault of a field whose value has the wrong type.
    pub fn wrong_type(&self, key: &str, wanted: &str) -> Fault {
        Fault {
            code: FaultCode::WrongType,
            message: format!("Frontmatter field '{key}' must be a {wanted}."),
            place: Some(self.place(key)),
            help: match wanted {
                "boolean" => "Write `true` or `false`, without quotes.".to_owned(),
                _ => "Put the value in quotes.".to_owned(),
            },
        }
    }

    /// Returns a text without whitespace at its ends; none if the text is absent or empty.
    fn text(&self, fields: &Value, key: &str) -> Result<Option<String>, Fault> {
        match fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => {
                Ok(Some(js::trim(text).to_owned()).filter(|it| !it.is_empty()))
            }
            Some(_) => Err(self.wrong_type(key, "string")),
        }
    }

    fn boolean(&self, fields: &Value, key: &str) -> Result<Option<bool>, Fault> {
        match fields.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.wrong_type(key, "boolean")),
        }
    }
}

impl Parse for Cline {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_lossy();
        let mut ignored = Vec::new();
        Parsed {
            bytes: contents.bytes().len(),
            outcome: read(&text, &mut ignored),
            ignored,
        }
    }
}

fn read(text: &str, ignored: &mut Vec<IgnoredField>) -> Result<Fields, Fault> {
    let file = split(text, false);
    let source = Source::new(text, file.frontmatter);
    let fields = source.yaml()?;
    if file.body.is_empty() {
        return Err(Fault {
            code: FaultCode::MissingBody,
            message: "Missing instructions body in skill file.".to_owned(),
            place: None,
            help: "Write the instructions after the frontmatter.".to_owned(),
        });
    }
    let name = source.text(&fields, NAME)?;
    let description = source.text(&fields, DESCRIPTION)?;
    // The second field is read, and can be at fault, only if the first one is absent.
    let disabled = match source.boolean(&fields, DISABLED)? {
        Some(disabled) => Some(disabled),
        None => source.boolean(&fields, ENABLED)?.map(|enabled| !enabled),
    };
    for (key, _) in fields.members() {
        if ELSEWHERE.contains(&key.as_str()) {
            ignored.push(IgnoredField {
                place: Some(source.place(key)),
                ..IgnoredField::new(
                    Some(key),
                    format!("Cline reads no {key}; it has no effect here"),
                )
            });
        }
    }
    let frontmatter = file.frontmatter.map(|_| {
        Box::new(Frontmatter {
            name: name.clone(),
            description: description.clone(),
            disabled,
            ..Frontmatter::default()
        })
    });
    Ok(Fields {
        name_place: source.place(NAME),
        name,
        text: Ok(Text {
            description_source: match description {
                Some(_) => DescriptionSource::Frontmatter,
                None => DescriptionSource::None,
            },
            description: description.unwrap_or_default(),
            short_description: None,
            frontmatter,
        }),
    })
}
