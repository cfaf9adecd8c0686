//! Stage Parse: reads the frontmatter fields of a file. VS Code loads a file even if it has a fault
//! (`docs/hosts/vscode.md#frontmatter`).

use std::borrow::Cow;

use super::editions::{Vscode, VscodeEdition};
use super::fields::{
    DESCRIPTION, FOR_USERS, FOR_USERS_BEFORE, HINT, NAME, NO_MODEL, is_elsewhere, is_known,
};
use super::yaml::{self, Read};
use crate::host::Parse;
use crate::host::stages::{Fields, IgnoredField, Parsed, Text};
use crate::model::skill::{DescriptionSource, Frontmatter};
use crate::text::document::{Place, PlaceIndex, utf16_len, with_line_feeds};
use crate::text::js;
use crate::tree::Contents;

/// The line before and after the frontmatter. Whitespace after the dashes has no effect.
const DELIMITER: &str = "---";

/// The byte order mark, which some UTF-8 files start with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The frontmatter of a file, and its position.
struct Header<'t> {
    /// The byte offset at which the frontmatter starts.
    start: usize,
    /// The text of the frontmatter; `None` if the first line is not `---`. Without a closing `---`,
    /// the frontmatter extends to the end of the file.
    frontmatter: Option<&'t str>,
}

impl<'t> Header<'t> {
    fn find(text: &'t str) -> Self {
        let is_delimiter = |line: &str| line.trim_end_matches(js::is_blank) == DELIMITER;
        // `\r\n` gives one more empty line, which the reader of YAML skips.
        let mut lines = text.split_inclusive(['\n', '\r']);
        let first = lines.next().unwrap_or_default();
        if !is_delimiter(first) {
            return Self {
                start: 0,
                frontmatter: None,
            };
        }
        let start = first.len();
        let inside = lines.take_while(|line| !is_delimiter(line));
        let end = start + inside.map(str::len).sum::<usize>();
        Self {
            start,
            frontmatter: Some(&text[start..end]),
        }
    }
}

/// Returns the text that VS Code sends if the user types a skill's name
/// (`docs/hosts/vscode.md#typed-names`). This text is the body of the file, and the three
/// characters that precede the body. VS Code sends these characters because it does not count the
/// first `---` when it calculates the start of the body.
pub(super) fn typed_text(text: &str) -> String {
    let text = with_one_line_end(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let body = text
        .strip_prefix(DELIMITER)
        .filter(|rest| rest.starts_with(js::is_blank))
        .and_then(|rest| rest.split_once("\n---"))
        .map(|(_, rest)| rest.trim_start_matches(js::is_blank));
    let start = body.and_then(|body| {
        let before = &text[..text.len() - body.len()];
        before.char_indices().nth_back(2)
    });
    text[start.map_or(0, |(start, _)| start)..].to_owned()
}

/// Returns a text in which all line ends are the same, as in VS Code's documents: `\r\n` if most
/// lines contain a carriage return, `\n` otherwise.
fn with_one_line_end(text: &str) -> Cow<'_, str> {
    let returns = text.matches('\r').count();
    if returns == 0 {
        return Cow::Borrowed(text);
    }
    let feeds = text.matches('\n').count();
    let all = returns + feeds - text.matches("\r\n").count();
    let text = with_line_feeds(text);
    if returns * 2 > all {
        Cow::Owned(text.replace('\n', "\r\n"))
    } else {
        text
    }
}

impl Parse for Vscode {
    fn parse(&self, contents: &Contents) -> Parsed {
        let text = contents.text_lossy();
        let file = Header::find(&text);
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

fn described(file: &Header<'_>, read: &Read, edition: &VscodeEdition) -> Text {
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

/// Removes tags from a text: each `<`, the next `>`, and the text between them. `<>` is not
/// removed.
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

/// Cuts a text to at most `units` UTF-16 units.
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
