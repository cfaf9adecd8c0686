//! The frontmatter of a skill in a plugin: YAML between two lines `---`.

use crate::host::stages::Fault;
use crate::model::catalog::FaultCode;
use crate::text::document::{Document, Place};
use crate::text::js;
use crate::text::js_value::Value;
use crate::text::npm_yaml;
use crate::text::yaml::place_of_key;

const OPENING: [&str; 2] = ["---\n", "---\r\n"];
const CLOSING: &str = "\n---";

/// The frontmatter of a skill file, and the text after the frontmatter. The text has no whitespace
/// at its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SplitFile<'t> {
    pub frontmatter: Option<&'t str>,
    pub body: &'t str,
}

/// Splits a file into the frontmatter and the text. The first line must be `---`, and the next line
/// that begins with `---` ends the frontmatter. If `whole_line` is true, this closing line may
/// contain nothing else. If there is no frontmatter, the whole file is the text.
pub(crate) fn split(text: &str, whole_line: bool) -> SplitFile<'_> {
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

/// The text of a skill file, with methods that find the line and column of a key.
pub(crate) struct Source<'t> {
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

    /// Parses the frontmatter as YAML. Returns a fault if the YAML is invalid.
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

    /// Builds the fault for a field whose value is not of the type `wanted`, such as `boolean`.
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
}
