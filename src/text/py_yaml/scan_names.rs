//! Scans YAML directives, anchors, aliases and tags.

use super::characters::{Mark, is_blank, is_line_end, is_space, is_word};
use super::fault::{Fault, Outcome};
use super::python;
use super::reader::Reader;
use super::token::{Kind, Payload, Token};
use crate::text::python::decode;

const DIRECTIVE: &str = "while scanning a directive";

/// Creates the exception about a character that is not the expected character.
fn unexpected(
    reader: &Reader,
    context: &str,
    start: Mark,
    expected: &str,
    found: char,
) -> Box<Fault> {
    let problem = format!(
        "expected {expected}, but found {}",
        python::repr_char(found)
    );
    Fault::of_scanner(problem, reader.mark()).within(context, start)
}

/// Fails with the parser's exception if the next character does not satisfy `condition`.
fn expect(
    reader: &Reader,
    context: &str,
    start: Mark,
    expected: &str,
    condition: impl Fn(char) -> bool,
) -> Outcome<()> {
    match reader.peek() {
        c if condition(c) => Ok(()),
        c => Err(unexpected(reader, context, start, expected, c)),
    }
}

/// Scans a directive, such as `%YAML 1.1`, and the rest of its line.
pub(super) fn directive(reader: &mut Reader) -> Outcome<Token> {
    const NAME: &str = "alphabetic or numeric character";
    let start = reader.mark();
    reader.forward(1);
    let length = reader.count_while(is_word);
    if length == 0 {
        return Err(unexpected(reader, DIRECTIVE, start, NAME, reader.peek()));
    }
    let name = reader.take(length);
    expect(reader, DIRECTIVE, start, NAME, is_blank)?;
    let mut end = None;
    let payload = match name.as_str() {
        "YAML" => version(reader, start)?,
        "TAG" => tag_prefix(reader, start)?,
        _ => {
            end = Some(reader.mark());
            reader.skip_while(|c| !is_line_end(c));
            Payload::None
        }
    };
    let end = end.unwrap_or_else(|| reader.mark());
    reader.skip_while(|c| c == ' ');
    if reader.peek() == '#' {
        reader.skip_while(|c| !is_line_end(c));
    }
    expect(
        reader,
        DIRECTIVE,
        start,
        "a comment or a line break",
        is_line_end,
    )?;
    reader.line_break();
    Ok(Token {
        kind: Kind::Directive,
        start,
        end,
        payload,
    })
}

/// Scans the version in a `%YAML` directive.
fn version(reader: &mut Reader, start: Mark) -> Outcome<Payload> {
    let number = |reader: &mut Reader| -> Outcome<String> {
        expect(reader, DIRECTIVE, start, "a digit", |c| c.is_ascii_digit())?;
        let length = reader.count_while(|c| c.is_ascii_digit());
        Ok(reader.take(length))
    };
    reader.skip_while(|c| c == ' ');
    let major = number(reader)?;
    expect(reader, DIRECTIVE, start, "a digit or '.'", |c| c == '.')?;
    reader.forward(1);
    number(reader)?;
    expect(reader, DIRECTIVE, start, "a digit or ' '", is_blank)?;
    Ok(Payload::Version(major))
}

/// Scans the handle and the prefix in a `%TAG` directive.
fn tag_prefix(reader: &mut Reader, start: Mark) -> Outcome<Payload> {
    reader.skip_while(|c| c == ' ');
    let handle = tag_handle(reader, "directive", start)?;
    expect(reader, DIRECTIVE, start, "' '", |c| c == ' ')?;
    reader.skip_while(|c| c == ' ');
    let prefix = tag_uri(reader, "directive", start)?;
    expect(reader, DIRECTIVE, start, "' '", is_blank)?;
    Ok(Payload::TagPrefix { handle, prefix })
}

/// Scans an anchor (`&name`) or an alias (`*name`).
pub(super) fn anchor(reader: &mut Reader, kind: Kind) -> Outcome<Token> {
    const NAME: &str = "alphabetic or numeric character";
    let context = if kind == Kind::Alias {
        "while scanning an alias"
    } else {
        "while scanning an anchor"
    };
    let start = reader.mark();
    reader.forward(1);
    let length = reader.count_while(is_word);
    if length == 0 {
        return Err(unexpected(reader, context, start, NAME, reader.peek()));
    }
    let name = reader.take(length);
    let may_follow = |c| is_space(c) || matches!(c, '?' | ':' | ',' | ']' | '}' | '%' | '@' | '`');
    expect(reader, context, start, NAME, may_follow)?;
    let end = reader.mark();
    Ok(Token {
        kind,
        start,
        end,
        payload: Payload::Name(name),
    })
}

/// Scans a tag, such as `!!str`.
pub(super) fn tag(reader: &mut Reader) -> Outcome<Token> {
    let start = reader.mark();
    let after = reader.peek_at(1);
    let (handle, suffix);
    if after == '<' {
        reader.forward(2);
        handle = None;
        suffix = tag_uri(reader, "tag", start)?;
        expect(reader, "while parsing a tag", start, "'>'", |c| c == '>')?;
        reader.forward(1);
    } else if is_space(after) {
        reader.forward(1);
        handle = None;
        suffix = "!".to_owned();
    } else {
        // If another exclamation mark is before the next space, it ends a handle.
        let length = reader.count_while(|c| !is_blank(c));
        let has_handle = (1..length).any(|ahead| reader.peek_at(ahead) == '!');
        handle = Some(if has_handle {
            tag_handle(reader, "tag", start)?
        } else {
            reader.take(1)
        });
        suffix = tag_uri(reader, "tag", start)?;
    }
    expect(reader, "while scanning a tag", start, "' '", is_blank)?;
    let end = reader.mark();
    Ok(Token {
        kind: Kind::Tag,
        start,
        end,
        payload: Payload::Tag { handle, suffix },
    })
}

/// Scans the handle of a tag, such as `!`, `!!` or `!e!`.
fn tag_handle(reader: &mut Reader, name: &str, start: Mark) -> Outcome<String> {
    let context = format!("while scanning a {name}");
    expect(reader, &context, start, "'!'", |c| c == '!')?;
    let mut length = 1;
    if reader.peek_at(1) != ' ' {
        while is_word(reader.peek_at(length)) {
            length += 1;
        }
        if reader.peek_at(length) != '!' {
            reader.forward(length);
            return Err(unexpected(reader, &context, start, "'!'", reader.peek()));
        }
        length += 1;
    }
    Ok(reader.take(length))
}

/// Scans the characters of a URI in a tag.
fn tag_uri(reader: &mut Reader, name: &str, start: Mark) -> Outcome<String> {
    let mut uri = String::new();
    loop {
        let length = reader.count_while(|c| is_word(c) || ";/?:@&=+$,.!~*'()[]".contains(c));
        reader.take_into(length, &mut uri);
        if reader.peek() != '%' {
            break;
        }
        uri_escapes(reader, name, start, &mut uri)?;
    }
    if uri.is_empty() {
        let context = format!("while parsing a {name}");
        return Err(unexpected(reader, &context, start, "URI", reader.peek()));
    }
    Ok(uri)
}

/// Scans the escaped bytes of a URI (`%C3%A9`), and appends their characters. The bytes must be
/// UTF-8.
fn uri_escapes(reader: &mut Reader, name: &str, start: Mark, uri: &mut String) -> Outcome<()> {
    let context = format!("while scanning a {name}");
    let mark = reader.mark();
    let mut bytes = Vec::new();
    while reader.peek() == '%' {
        reader.forward(1);
        let mut byte = 0;
        for ahead in 0..2 {
            let c = reader.peek_at(ahead);
            let digit = c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let Some(digit) = digit else {
                let expected = "URI escape sequence of 2 hexadecimal numbers";
                return Err(unexpected(reader, &context, start, expected, c));
            };
            byte = byte << 4 | digit;
        }
        bytes.push(byte);
        reader.forward(2);
    }
    match decode(&bytes) {
        Ok(text) => uri.push_str(text),
        Err(problem) => {
            return Err(Fault::of_scanner(problem, mark).within(context, start));
        }
    }
    Ok(())
}
