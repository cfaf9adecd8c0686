//! Computes the text of YAML scalars: folds lines, replaces escapes, and reads block scalars.

use super::compose::Composer;
use super::token::TokenKind;
use super::tree::Node;

impl Composer<'_> {
    /// Returns the text of a plain or quoted scalar.
    pub(super) fn flow_scalar(&mut self, node: &Node, kind: TokenKind) -> String {
        let text = node.text(self.source);
        let is_closed = |quote: char| text.len() > 1 && text.ends_with(quote);
        match kind {
            TokenKind::SingleQuoted => {
                if !is_closed('\'') {
                    self.error_at(node.text_end, "MISSING_CHAR", "Missing closing 'quote");
                }
                unfold(inner(text)).replace("''", "'")
            }
            TokenKind::DoubleQuoted => {
                let value = self.double_quoted(text, node.start);
                if !is_closed('"') {
                    self.error_at(node.text_end, "MISSING_CHAR", "Missing closing \"quote");
                }
                value
            }
            _ => {
                let bad = match text.chars().next() {
                    Some('\t') => "a tab character".to_owned(),
                    Some(',') => "flow indicator character ,".to_owned(),
                    Some('%') => "directive indicator character %".to_owned(),
                    Some(character @ ('|' | '>')) => format!("block scalar indicator {character}"),
                    Some(character @ ('@' | '`')) => format!("reserved character {character}"),
                    _ => String::new(),
                };
                if !bad.is_empty() {
                    let message = format!("Plain value cannot start with {bad}");
                    self.error_at(node.start, "BAD_SCALAR_START", &message);
                }
                unfold(text)
            }
        }
    }

    fn double_quoted(&mut self, text: &str, start: usize) -> String {
        let bytes = text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied();
        let end = last_start(text);
        let mut value = String::with_capacity(text.len());
        let mut at = 1;
        while at < end {
            match bytes[at] {
                b'\r' if byte(at + 1) == Some(b'\n') => {}
                b'\n' => at = fold_newlines(bytes, at, &mut value),
                b'\\' => at = self.escape(text, at, start, &mut value),
                b' ' | b'\t' => {
                    let from = at;
                    while matches!(byte(at + 1), Some(b' ' | b'\t')) {
                        at += 1;
                    }
                    let ends_line = byte(at + 1) == Some(b'\n')
                        || byte(at + 1) == Some(b'\r') && byte(at + 2) == Some(b'\n');
                    if !ends_line {
                        value.push_str(&text[from..=at]);
                    }
                }
                _ => {
                    let length = text[at..].chars().next().map_or(1, char::len_utf8);
                    value.push_str(&text[at..at + length]);
                    at += length - 1;
                }
            }
            at += 1;
        }
        value
    }

    /// Appends the character of an escape sequence, which begins with a backslash, to `value`.
    /// Returns the offset of the sequence's last byte.
    fn escape(&mut self, text: &str, at: usize, start: usize, value: &mut String) -> usize {
        const CODES: &[(u8, &str)] = &[
            (b'0', "\0"),
            (b'a', "\u{7}"),
            (b'b', "\u{8}"),
            (b'e', "\u{1b}"),
            (b'f', "\u{c}"),
            (b'n', "\n"),
            (b'r', "\r"),
            (b't', "\t"),
            (b'v', "\u{b}"),
            (b'N', "\u{85}"),
            (b'_', "\u{a0}"),
            (b'L', "\u{2028}"),
            (b'P', "\u{2029}"),
            (b' ', " "),
            (b'"', "\""),
            (b'/', "/"),
            (b'\\', "\\"),
            (b'\t', "\t"),
        ];
        let bytes = text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied();
        let next = at + 1;
        let skip_spaces = |mut at: usize| {
            while matches!(byte(at + 1), Some(b' ' | b'\t')) {
                at += 1;
            }
            at
        };
        match byte(next) {
            Some(b'\n') => skip_spaces(next),
            Some(b'\r') if byte(next + 1) == Some(b'\n') => skip_spaces(next + 1),
            Some(kind @ (b'x' | b'u' | b'U')) => {
                let length = match kind {
                    b'x' => 2,
                    b'u' => 4,
                    _ => 8,
                };
                let code = text.get(next + 1..next + 1 + length);
                let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
                let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                match code {
                    Some(high @ 0xd800..=0xdbff) if kind == b'u' => {
                        // JavaScript joins two escaped surrogates to one character.
                        let low = text.get(next + 5..next + 11);
                        let low = low.and_then(|low| low.strip_prefix("\\u"));
                        let low = low.and_then(|low| u32::from_str_radix(low, 16).ok());
                        if let Some(low @ 0xdc00..=0xdfff) = low {
                            let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                            value.extend(char::from_u32(code));
                            return next + 10;
                        }
                        value.push('\u{fffd}');
                    }
                    Some(0xd800..=0xdfff) => value.push('\u{fffd}'),
                    Some(code) if char::from_u32(code).is_some() => {
                        value.extend(char::from_u32(code));
                    }
                    _ => {
                        let raw: String = text[at..].chars().take(length + 2).collect();
                        let message = format!("Invalid escape sequence {raw}");
                        self.error_at(start + at, "BAD_DQ_ESCAPE", &message);
                        value.push_str(&raw);
                        return at + raw.len() - 1;
                    }
                }
                next + length
            }
            other => {
                let known = CODES.iter().find(|(code, _)| Some(*code) == other);
                if let Some((_, known)) = known {
                    value.push_str(known);
                    return next;
                }
                let raw: String = text[at..].chars().take(2).collect();
                let message = format!("Invalid escape sequence {raw}");
                self.error_at(start + at, "BAD_DQ_ESCAPE", &message);
                value.push_str(&raw);
                at + raw.len() - 1
            }
        }
    }

    /// Returns the text of a block scalar, and the length of its header.
    pub(super) fn block_scalar(&mut self, node: &Node) -> (String, usize) {
        let (header, length) = self.block_header(node);
        let source = node.block.map(|token| token.text(self.source));
        let source = source.unwrap_or_default();
        let mut lines: Vec<(&str, &str)> = Vec::new();
        if !source.is_empty() {
            lines.extend(source.split('\n').map(|line| {
                let content = line.trim_start_matches(' ');
                (&line[..line.len() - content.len()], content)
            }));
        }
        let is_empty = |content: &str| content.is_empty() || content == "\r";
        let filled = lines.iter().rposition(|(_, content)| !is_empty(content));
        let Some(last) = filled else {
            let value = if header.keeps && !lines.is_empty() {
                "\n".repeat((lines.len() - 1).max(1))
            } else {
                String::new()
            };
            return (value, length);
        };
        let mut chomp = last + 1;
        let mut trim = node.indent + header.indent;
        let mut offset = node.start + length;
        let mut first = 0;
        for (index, (indent, content)) in lines[..chomp].iter().enumerate() {
            if is_empty(content) {
                if header.indent == 0 && indent.len() > trim {
                    trim = indent.len();
                }
            } else {
                if indent.len() < trim {
                    self.error_at(
                        offset + indent.len(),
                        "MISSING_CHAR",
                        "Block scalars with more-indented leading empty lines must use an explicit indentation indicator",
                    );
                }
                if header.indent == 0 {
                    trim = indent.len();
                }
                first = index;
                if trim == 0 && !self.at_root {
                    self.error_at(
                        offset,
                        "BAD_INDENT",
                        "Block scalar values in collections must be indented",
                    );
                }
                break;
            }
            offset += indent.len() + content.len() + 1;
        }
        // Spaces beyond the block's indentation are part of the text.
        for index in (chomp..lines.len()).rev() {
            if lines[index].0.len() > trim {
                chomp = index + 1;
            }
        }
        let beyond = |indent: &'_ str| indent.get(trim..).unwrap_or_default().to_owned();
        let mut value = String::with_capacity(source.len());
        for (indent, _) in &lines[..first] {
            value.push_str(&beyond(indent));
            value.push('\n');
        }
        let mut separator = "";
        let mut was_deeper = false;
        for (indent, content) in &lines[first..chomp] {
            offset += indent.len() + content.len() + 1;
            let mut indent = *indent;
            let is_crlf = content.ends_with('\r');
            let content = content.strip_suffix('\r').unwrap_or(content);
            if !content.is_empty() && indent.len() < trim {
                let after = match header.indent {
                    0 => "first line",
                    _ => "explicit indentation indicator",
                };
                let message =
                    format!("Block scalar lines must not be less indented than their {after}");
                let at = offset - content.len() - 1 - usize::from(is_crlf);
                self.error_at(at, "BAD_INDENT", &message);
                indent = "";
            }
            if !header.folds {
                value.push_str(separator);
                value.push_str(&beyond(indent));
                value.push_str(content);
                separator = "\n";
            } else if indent.len() > trim || content.starts_with('\t') {
                if separator == " " {
                    separator = "\n";
                } else if !was_deeper && separator == "\n" {
                    separator = "\n\n";
                }
                value.push_str(separator);
                value.push_str(&beyond(indent));
                value.push_str(content);
                separator = "\n";
                was_deeper = true;
            } else if content.is_empty() {
                if separator == "\n" {
                    value.push('\n');
                } else {
                    separator = "\n";
                }
            } else {
                value.push_str(separator);
                value.push_str(content);
                separator = " ";
                was_deeper = false;
            }
        }
        if header.keeps {
            for (indent, _) in &lines[chomp..] {
                value.push('\n');
                value.push_str(&beyond(indent));
            }
            if !value.ends_with('\n') {
                value.push('\n');
            }
        } else if !header.strips {
            value.push('\n');
        }
        (value, length)
    }

    fn block_header(&mut self, node: &Node) -> (Header, usize) {
        let mut header = Header::default();
        let Some((first, rest)) = node.props.split_first() else {
            return (header, 0);
        };
        let text = first.text(self.source);
        header.folds = text.starts_with('>');
        let mut bad = None;
        for (at, character) in text.char_indices().skip(1) {
            match character {
                '-' | '+' if !header.strips && !header.keeps => {
                    header.strips = character == '-';
                    header.keeps = character == '+';
                }
                '1'..='9' if header.indent == 0 => {
                    header.indent = character.to_digit(10).map_or(0, |digit| digit as usize);
                }
                _ => bad = bad.or(Some(first.start + at)),
            }
        }
        if let Some(at) = bad {
            let message = format!("Block scalar header includes extra characters: {text}");
            self.error_at(at, "UNEXPECTED_TOKEN", &message);
        }
        let mut length = text.len();
        let mut has_space = false;
        for token in rest {
            length += token.end - token.start;
            match token.kind {
                TokenKind::Space => has_space = true,
                TokenKind::Newline => {}
                TokenKind::Comment if has_space => {}
                TokenKind::Comment => self.error(
                    (token.start, token.end),
                    "MISSING_CHAR",
                    super::compose::COMMENT_WITHOUT_BLANK,
                ),
                _ => {
                    let message = format!("Not a YAML token: {}", token.text(self.source));
                    self.error((token.start, token.end), "UNEXPECTED_TOKEN", &message);
                }
            }
        }
        (header, length)
    }
}

#[derive(Default)]
struct Header {
    folds: bool,
    keeps: bool,
    strips: bool,
    indent: usize,
}

/// Returns the byte offset of the last character of a text.
fn last_start(text: &str) -> usize {
    text.char_indices().next_back().map_or(0, |(at, _)| at)
}

/// Returns a text without its first and last character.
fn inner(text: &str) -> &str {
    text.get(1..last_start(text).max(1)).unwrap_or_default()
}

/// Folds the line end at the offset `at` and the empty lines after it. Appends a space to `value`
/// if there are no empty lines, and otherwise one line end for each empty line. Returns the offset
/// of the last byte that was read.
fn fold_newlines(bytes: &[u8], mut at: usize, value: &mut String) -> usize {
    let mut empty = 0;
    while let Some(byte @ (b' ' | b'\t' | b'\n' | b'\r')) = bytes.get(at + 1) {
        if *byte == b'\r' && bytes.get(at + 2) != Some(&b'\n') {
            break;
        }
        empty += usize::from(*byte == b'\n');
        at += 1;
    }
    match empty {
        0 => value.push(' '),
        _ => value.extend(std::iter::repeat_n('\n', empty)),
    }
    at
}

/// Joins the lines of a quoted or plain scalar. Spaces and tabs at the start and end of lines are
/// removed. A single line end becomes a space, and each empty line becomes a line end.
fn unfold(text: &str) -> String {
    const BLANKS: [char; 2] = [' ', '\t'];
    let Some((first, mut rest)) = text.split_once('\n') else {
        return text.to_owned();
    };
    let without_return = |line: &'_ str| line.strip_suffix('\r').unwrap_or(line).to_owned();
    let mut value = without_return(first).trim_end_matches(BLANKS).to_owned();
    let mut separator = " ";
    while let Some((line, more)) = rest.split_once('\n') {
        let line = without_return(line);
        let line = line.trim_matches(BLANKS);
        if line.is_empty() {
            if separator == "\n" {
                value.push('\n');
            } else {
                separator = "\n";
            }
        } else {
            value.push_str(separator);
            value.push_str(line);
            separator = " ";
        }
        rest = more;
    }
    value.push_str(separator);
    value.push_str(rest.trim_start_matches(BLANKS));
    value
}
