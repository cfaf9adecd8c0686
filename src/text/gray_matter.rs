//! Frontmatter as the JavaScript library gray-matter splits and parses it. Its rules differ from those of most parsers.

use crate::text::document::Document;
use crate::text::js_yaml::{self, JsYamlValue, Unread, Version};

/// The delimiter of the frontmatter. The closing delimiter must be at the start of a line.
const DELIMITER: &str = "---";
const CLOSING: &str = "\n---";

/// A file as gray-matter splits it. Frontmatter begins only with a delimiter at the very start of the file. Frontmatter
/// without a closing delimiter extends to the end.
pub(crate) struct GrayMatter<'t> {
    /// The text after the delimiter on the first line, without whitespace at its ends. It names the language of the
    /// frontmatter; empty means YAML.
    pub(crate) language: &'t str,
    /// The frontmatter; none if the file has none.
    pub(crate) frontmatter: Option<&'t str>,
    /// The text after the frontmatter, with whitespace at its ends.
    pub(crate) content: &'t str,
}

impl<'t> GrayMatter<'t> {
    pub(crate) fn split(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(opened) = text
            .strip_prefix(DELIMITER)
            .filter(|rest| !rest.starts_with('-'))
        else {
            return Self {
                language: "",
                frontmatter: None,
                content: text,
            };
        };
        let line = opened.split('\n').next().unwrap_or_default();
        let line = if line.len() < opened.len() {
            line.strip_suffix('\r').unwrap_or(line)
        } else {
            // Without a line end, the library's search returns -1. The slice up to -1 then lacks the last character.
            line.char_indices()
                .last()
                .map_or("", |(last, _)| &line[..last])
        };
        let language = line.trim();
        let rest = if language.is_empty() {
            opened
        } else {
            &opened[line.len()..]
        };
        let (frontmatter, content) = match rest.split_once(CLOSING) {
            Some((frontmatter, content)) => {
                let content = content.strip_prefix('\r').unwrap_or(content);
                (frontmatter, content.strip_prefix('\n').unwrap_or(content))
            }
            None => (rest, ""),
        };
        Self {
            language,
            frontmatter: Some(frontmatter),
            content,
        }
    }

    /// Returns the value of the frontmatter. Without frontmatter, returns an empty mapping.
    pub(crate) fn data(&self) -> Result<JsYamlValue, Unread> {
        let Some(frontmatter) = self.frontmatter.filter(|text| !text.trim().is_empty()) else {
            return Ok(JsYamlValue::Mapping(Vec::new()));
        };
        match self.language.to_lowercase().as_str() {
            "" | "yaml" | "yml" => js_yaml::yaml(frontmatter, Version::V3),
            _ if self.language == "json" => js_yaml::json(frontmatter),
            _ => Err(Unread {
                message: format!(
                    "the first line has {:?} after its delimiter, which names a language that the program does not read",
                    self.language
                ),
                at: None,
            }),
        }
    }

    /// Returns the parts of the file for finding places in it. Lines are counted from the line of the first delimiter.
    pub(crate) fn document(&self) -> Document<'t> {
        Document {
            frontmatter: self.frontmatter.unwrap_or_default(),
            frontmatter_line: 1,
            body: self.content,
        }
    }
}
