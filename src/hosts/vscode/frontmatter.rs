//! Parse: reads the fields of a file. VS Code loads a file whatever fault it has (`docs/hosts/vscode.md#frontmatter`).

use super::editions::{Vscode, VscodeEdition};
use super::fields::{
    DESCRIPTION, FOR_USERS, FOR_USERS_BEFORE, HINT, NAME, NO_MODEL, is_elsewhere, is_known,
};
use super::yaml::{self, Read};
use crate::host::Parse;
use crate::host::stages::{Fields, IgnoredField, Parsed, Text};
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Place, PlaceIndex, utf16_len};
use crate::tree::Contents;

/// The line before and after the frontmatter. Whitespace after the dashes is ignored.
const DELIMITER: &str = "---";

/// The frontmatter and body of a file.
struct SplitFile<'t> {
    /// The byte offset of the frontmatter.
    start: usize,
    /// The frontmatter; none if the first line is not the delimiter. Without a closing delimiter, the frontmatter
    /// extends to the end of the file.
    frontmatter: Option<&'t str>,
    body: &'t str,
}

impl<'t> SplitFile<'t> {
    fn split(whole: &'t str) -> Self {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        let mark = whole.len() - text.len();
        let mut lines = text.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        if first.trim_end() != DELIMITER {
            return Self {
                start: mark,
                frontmatter: None,
                body: text,
            };
        }
        let start = first.len();
        let mut end = start;
        for line in lines {
            if line.trim_end() == DELIMITER {
                return Self {
                    start: mark + start,
                    frontmatter: Some(&text[start..end]),
                    body: &text[end + line.len()..],
                };
            }
            end += line.len();
        }
        Self {
            start: mark + start,
            frontmatter: Some(&text[start..]),
            body: "",
        }
    }
}

/// Returns the text after the frontmatter. If there is no frontmatter, returns the whole text.
pub(super) fn body(text: &str) -> &str {
    SplitFile::split(text).body
}

impl Parse for Vscode {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_lossy();
        let file = SplitFile::split(&text);
        let read = yaml::read(file.frontmatter.unwrap_or_default());
        let places = PlaceIndex::new(&text);
        let place = |key: &str| {
            let member = read.members.iter().find(|member| member.key == key);
            member.map_or(Place::START, |member| places.place(file.start + member.at))
        };
        let mut ignored = Vec::new();
        let mut ignore = |key: &str, message: String| {
            ignored.push(IgnoredField {
                place: Some(place(key)),
                ..IgnoredField::new(Some(key), message)
            });
        };
        for member in &read.members {
            if is_elsewhere(&member.key) {
                ignore(
                    &member.key,
                    format!("VS Code reads no {}; it has no effect here", member.key),
                );
            }
        }
        for key in [DESCRIPTION, HINT] {
            if read.get(key).is_some() && read.text(key).is_none() {
                ignore(
                    key,
                    "the value is not a text, so the field is treated as absent".to_owned(),
                );
            }
        }
        for key in [NO_MODEL, FOR_USERS, FOR_USERS_BEFORE] {
            if read.get(key).is_some() && boolean(&read, key).is_none() {
                ignore(
                    key,
                    "the value is neither `true` nor `false` in lowercase, so the field is treated as absent"
                        .to_owned(),
                );
            }
        }
        if let Some(stopped) = read.stopped {
            ignored.push(IgnoredField {
                place: Some(places.place(file.start + stopped)),
                ..IgnoredField::new(
                    None,
                    "VS Code's reader of YAML stops here; what follows is lost",
                )
            });
        }
        if let Some(cut) = read.cut {
            ignored.push(IgnoredField {
                place: Some(places.place(file.start + cut)),
                ..IgnoredField::new(
                    None,
                    "the frontmatter is longer than Skillglass reads; the rest is ignored",
                )
            });
        }
        Parsed {
            bytes: contents.bytes().len(),
            outcome: Ok(Fields {
                name: read.text(NAME).map(str::to_owned),
                name_place: place(NAME),
                text: Ok(described(&file, &read, self.edition)),
            }),
            ignored,
        }
    }
}

fn described(file: &SplitFile<'_>, read: &Read, edition: &VscodeEdition) -> Text {
    let own = |key| read.text(key).map(str::to_owned);
    let written = own(DESCRIPTION);
    let description = written.as_deref().map(without_tags).unwrap_or_default();
    let description = cut(&description, edition.max_description).to_owned();
    Text {
        description_source: if description.is_empty() {
            DescriptionSource::None
        } else {
            DescriptionSource::Frontmatter
        },
        description,
        short_description: None,
        frontmatter: file.frontmatter.map(|_| {
            Box::new(Frontmatter {
                name: own(NAME),
                description: written,
                argument_hint: own(HINT),
                disable_model_invocation: boolean(read, NO_MODEL),
                user_invocable: boolean(read, FOR_USERS)
                    .or_else(|| boolean(read, FOR_USERS_BEFORE)),
                unknown: (read.members.iter().map(|member| member.key.clone()))
                    .filter(|key| !is_known(key))
                    .collect(),
                ..Frontmatter::default()
            })
        }),
    }
}

fn boolean(read: &Read, key: &str) -> Option<bool> {
    match read.text(key)? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Removes tags: each `<`, the next `>`, and the text between these two characters. `<>` stays.
pub(super) fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        kept.push_str(before);
        match tag.find('>') {
            Some(1) => {
                kept.push_str("<>");
                rest = &tag[2..];
            }
            Some(close) => rest = &tag[close + 1..],
            None => {
                rest = tag;
                break;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Returns the first `units` UTF-16 units of a text.
fn cut(text: &str, units: usize) -> &str {
    if utf16_len(text) <= units {
        return text;
    }
    let mut left = units;
    let end = text.char_indices().find_map(|(at, character)| {
        match left.checked_sub(character.len_utf16()) {
            Some(rest) => {
                left = rest;
                None
            }
            None => Some(at),
        }
    });
    &text[..end.unwrap_or(text.len())]
}
