//! Splits and parses frontmatter like the JavaScript library gray-matter, which has other rules
//! than most parsers.

use crate::text::document::Document;
use crate::text::js_yaml::{self, JsYamlValue, Unread, Version};

/// The delimiter at which the frontmatter begins. The closing delimiter must be at the start of a line.
const DELIMITER: &str = "---";
const CLOSING: &str = "\n---";

/// A file, split into frontmatter and content like in gray-matter. A file has frontmatter only if
/// it begins with `---`. If there is no closing `---`, the frontmatter extends to the end of the
/// file.
pub(crate) struct GrayMatter<'t> {
    /// The language of the frontmatter: the text after `---` on the first line, without whitespace
    /// around it. Empty for YAML.
    pub(crate) language: &'t str,
    /// The frontmatter. None if the file has no frontmatter.
    pub(crate) frontmatter: Option<&'t str>,
    /// The text after the frontmatter, including whitespace at its start and end.
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
            // If there is no line end, the library's search returns -1. The slice up to -1 then lacks the last
            // character.
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

    /// Parses the frontmatter. If the file has no frontmatter, returns an empty mapping. Returns an
    /// error if the frontmatter cannot be parsed.
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

    /// Returns the frontmatter and the body as a [`Document`], which finds positions in them. Line
    /// 1 is the line of the opening `---`.
    pub(crate) fn document(&self) -> Document<'t> {
        Document {
            frontmatter: self.frontmatter.unwrap_or_default(),
            frontmatter_line: 1,
            body: self.content,
        }
    }
}
