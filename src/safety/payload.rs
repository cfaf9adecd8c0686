//! Finds texts that people cannot read, and that decode to a command or to an instruction for a
//! model.

use std::ops::Range;
use std::sync::LazyLock;

use super::speech;
use crate::text::encoding;
use crate::text::needles::Needles;
use crate::tree::skill_text::SkillText;

/// The lengths, in bytes, of the encoded texts that are decoded. Longer texts are skipped, because
/// they are probably pictures or programs.
const LENGTHS: Range<usize> = 24..16_000;

/// The maximum number of tags in a document that are read. No host has this limit.
const MAX_TAGS: usize = 20_000;

/// Parts of commands, in lowercase and separated by semicolons. A command that contains such a part
/// is reported if it is encoded, because there is no good reason to encode it.
const COMMANDS: &str = "curl ;wget ;| sh;|sh;| bash;|bash;bash -c;bash -i;sh -c;/bin/sh;/bin/bash;powershell;invoke-webrequest;\
    invoke-expression;iex(;iex ;/dev/tcp/;rm -rf;chmod +x;base64 -;nc -e;python -c;python3 -c;os.system;subprocess;\
    exec(;eval(;child_process;urlopen(;requests.;crontab;scp ";

static FOUND: LazyLock<Needles<'static>> = LazyLock::new(|| {
    static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| COMMANDS.split(';').collect());
    Needles::ignoring_ascii_case(&PARTS)
});

/// A text that is hidden from people: a command or an instruction for a model.
pub(crate) struct Payload {
    pub bytes: Range<usize>,
    pub text: String,
    pub kind: PayloadKind,
}

/// The kind of a text that is hidden from people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PayloadKind {
    /// An encoded instruction to a model.
    Order,
    /// An encoded command.
    Command,
    /// An unencoded instruction to a model, in the text of a document or a picture such as an SVG
    /// file.
    Document,
}

/// Returns the texts in a file that people do not see. They are encoded commands, encoded
/// instructions to a model, and an unencoded instruction inside of a document or picture, such as
/// an SVG file. The unencoded instruction is returned first.
pub(crate) fn payloads<'t>(text: &'t SkillText<'_>) -> impl Iterator<Item = Payload> + 't {
    let encoded = encoded(text.text).into_iter().filter_map(|bytes| {
        let decoded = decoded(&text.text[bytes.clone()])?;
        let kind = if speech::has_order(&decoded) {
            PayloadKind::Order
        } else if is_command(&decoded) {
            PayloadKind::Command
        } else {
            return None;
        };
        Some(Payload {
            bytes,
            text: decoded,
            kind,
        })
    });
    document(text).into_iter().chain(encoded)
}

/// Returns true if a decoded text is a command with arguments. The name of a program without
/// arguments is not reported.
fn is_command(decoded: &str) -> bool {
    decoded.trim().contains(char::is_whitespace) && !FOUND.places(decoded).is_empty()
}

/// Returns an instruction to a model that is hidden in a document or a picture, such as an SVG
/// file. `None` if there is no such instruction. The instruction is hidden if programs do not
/// display it to people.
fn document(text: &SkillText<'_>) -> Option<Payload> {
    let ending = text.path.rsplit_once('.').map(|(_, ending)| ending)?;
    if !matches!(ending, "xml" | "svg" | "rels" | "fodt" | "drawio") {
        return None;
    }
    let mut at = 0;
    let mut shown = String::new();
    let mut first = None;
    for part in text.text.split('<').take(MAX_TAGS) {
        let start = part.find('>').map_or(part.len(), |end| end + 1);
        let inside = &part[start..];
        if !inside.trim().is_empty() {
            first.get_or_insert(at + start);
            shown.push_str(inside);
            shown.push(' ');
        }
        at += part.len() + 1;
    }
    let start = first.filter(|_| speech::has_order(&shown))?;
    let length = text.text[start..].find('<');
    let end = length.map_or(text.text.len(), |length| start + length);
    Some(Payload {
        bytes: start..end,
        text: shown,
        kind: PayloadKind::Document,
    })
}

/// Returns the byte ranges that may be encoded data: Base64 or hexadecimal digits. A range can
/// cover several lines, because programs break encoded data into lines. Each line except the last
/// must have at least 56 digits, because shorter lines are most likely separate words.
fn encoded(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut start = 0;
    // The search begins at the last byte of the shortest possible range, so that shorter ranges are skipped.
    while let Some(shortest) = bytes.get(start..start + LENGTHS.start) {
        if let Some(other) = shortest.iter().rposition(|byte| !is_digit(*byte)) {
            start += other + 1;
            continue;
        }
        let (mut at, mut line) = (start + LENGTHS.start, start);
        loop {
            let byte = bytes.get(at).copied().unwrap_or_default();
            let goes_on = byte == b'\n'
                && at - line >= 56
                && bytes.get(at + 1).is_some_and(|next| is_digit(*next));
            if goes_on {
                line = at + 1;
            } else if !is_digit(byte) {
                break;
            }
            at += 1;
        }
        if LENGTHS.contains(&(at - start)) && !is_path(&bytes[start..at]) {
            found.push(start..at);
        }
        start = at + 1;
    }
    found
}

/// Returns true if a byte may be in encoded data: a character of Base64, or the backslash of an
/// escape such as `\x41`.
fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'\\')
}

/// Returns true if a sequence of letters and digits is probably a path or a name, and not an
/// encoded text. Such a sequence is not hexadecimal, and does not mix uppercase and lowercase
/// letters.
fn is_path(stretch: &[u8]) -> bool {
    let is_hex = stretch
        .iter()
        .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'\\' | b'x'));
    let any = |of: fn(&u8) -> bool| stretch.iter().any(of);
    let is_mixed = any(u8::is_ascii_uppercase) && any(u8::is_ascii_lowercase);
    !is_hex && !is_mixed
}

/// Returns the decoded text of a range; `None` if the range does not decode to readable text.
fn decoded(stretch: &str) -> Option<String> {
    let is_hex = |c: char| c.is_ascii_hexdigit() || matches!(c, '\\' | 'x' | '\n');
    if stretch.chars().all(is_hex) {
        return encoding::readable(&encoding::hex(stretch)?);
    }
    let digits = stretch.trim_start_matches(['=', '-', '/', '\\']);
    encoding::readable(&encoding::base64(digits)?)
}
