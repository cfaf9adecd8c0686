//! Scans YAML scalars: block scalars, quoted scalars and plain scalars.

use super::characters::{Mark, is_blank, is_break, is_line_end, is_space};
use super::fault::{Fault, Outcome};
use super::python;
use super::reader::Reader;
use super::token::{Kind, Payload, Token};
use super::value::Text;
use crate::text::yaml_scalar::escaped;

/// The rule for the line breaks at the end of a block scalar: which of them belong to the scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    /// The indicator `-`: no line break belongs to the scalar.
    Strip,
    /// No indicator: only the line break of the last line belongs to the scalar.
    Clip,
    /// The indicator `+`: all line breaks belong to the scalar.
    Keep,
}

/// Scans a block scalar. If the scalar is folded (`>`), a single line break between lines of text
/// becomes a space.
pub(super) fn block(reader: &mut Reader, is_folded: bool, parent: isize) -> Outcome<Token> {
    let start = reader.mark();
    reader.forward(1);
    let (chomping, increment) = block_header(reader, start)?;
    let least = usize::try_from(parent + 1).unwrap_or_default().max(1);
    let mut breaks = String::new();
    let (indent, mut end) = match increment {
        Some(increment) => {
            let indent = least + increment - 1;
            (indent, block_breaks(reader, indent, &mut breaks))
        }
        None => {
            let (deepest, end) = leading_lines(reader, &mut breaks);
            (least.max(deepest), end)
        }
    };
    let mut text = String::new();
    let mut line_break = None;
    let has_line = |reader: &Reader| reader.mark().column == indent && reader.peek() != '\0';
    let mut goes_on = has_line(reader);
    while goes_on {
        text.push_str(&breaks);
        breaks.clear();
        let starts_with_text = !matches!(reader.peek(), ' ' | '\t');
        let length = reader.count_while(|c| !is_line_end(c));
        reader.take_into(length, &mut text);
        line_break = reader.line_break();
        end = block_breaks(reader, indent, &mut breaks);
        goes_on = has_line(reader);
        if goes_on {
            let folds = is_folded
                && line_break == Some('\n')
                && starts_with_text
                && !matches!(reader.peek(), ' ' | '\t');
            if !folds {
                text.extend(line_break);
            } else if breaks.is_empty() {
                text.push(' ');
            }
        }
    }
    if chomping != Chomping::Strip {
        text.extend(line_break);
    }
    if chomping == Chomping::Keep {
        text.push_str(&breaks);
    }
    let payload = Payload::Scalar {
        text: text.into(),
        is_plain: false,
    };
    Ok(Token {
        kind: Kind::Scalar,
        start,
        end,
        payload,
    })
}

/// Scans the rest of the line after the `|` or `>` of a block scalar, such as `+2 # comment`.
/// Returns how the line breaks at the end of the scalar are treated (`+` or `-`), and the
/// indentation (the digit). The indentation is none if there is no digit.
fn block_header(reader: &mut Reader, start: Mark) -> Outcome<(Chomping, Option<usize>)> {
    let fault = |reader: &Reader, problem: String| {
        Fault::of_scanner(problem, reader.mark()).within("while scanning a block scalar", start)
    };
    let mut chomping = chomping_indicator(reader);
    let mut increment = None;
    if let Some(digit) = reader.peek().to_digit(10) {
        if digit == 0 {
            let problem = "expected indentation indicator in the range 1-9, but found 0";
            return Err(fault(reader, problem.to_owned()));
        }
        increment = usize::try_from(digit).ok();
        reader.forward(1);
        chomping = chomping.or_else(|| chomping_indicator(reader));
    }
    let found = |reader: &Reader| python::repr_char(reader.peek());
    if !is_blank(reader.peek()) {
        let problem = format!(
            "expected chomping or indentation indicators, but found {}",
            found(reader)
        );
        return Err(fault(reader, problem));
    }
    reader.skip_while(|c| c == ' ');
    if reader.peek() == '#' {
        reader.skip_while(|c| !is_line_end(c));
    }
    if !is_line_end(reader.peek()) {
        let problem = format!(
            "expected a comment or a line break, but found {}",
            found(reader)
        );
        return Err(fault(reader, problem));
    }
    reader.line_break();
    Ok((chomping.unwrap_or(Chomping::Clip), increment))
}

fn chomping_indicator(reader: &mut Reader) -> Option<Chomping> {
    let chomping = match reader.peek() {
        '+' => Chomping::Keep,
        '-' => Chomping::Strip,
        _ => return None,
    };
    reader.forward(1);
    Some(chomping)
}

/// Scans the empty lines before a block scalar's first line of text. Returns the largest
/// indentation of these lines, and the position of their end.
fn leading_lines(reader: &mut Reader, breaks: &mut String) -> (usize, Mark) {
    let mut deepest = 0;
    let mut end = reader.mark();
    loop {
        if let Some(line_break) = reader.line_break() {
            breaks.push(line_break);
            end = reader.mark();
        } else if reader.peek() == ' ' {
            reader.forward(1);
            deepest = deepest.max(reader.mark().column);
        } else {
            return (deepest, end);
        }
    }
}

/// Scans empty lines in a block scalar, and the indentation of the line after them. Returns the
/// position at which the empty lines end.
fn block_breaks(reader: &mut Reader, indent: usize, breaks: &mut String) -> Mark {
    let mut end = reader.mark();
    loop {
        while reader.mark().column < indent && reader.peek() == ' ' {
            reader.forward(1);
        }
        let Some(line_break) = reader.line_break() else {
            return end;
        };
        breaks.push(line_break);
        end = reader.mark();
    }
}

/// Scans a scalar in single or double quotes.
pub(super) fn quoted(reader: &mut Reader) -> Outcome<Token> {
    let start = reader.mark();
    let quote = reader.peek();
    reader.forward(1);
    let mut text = Text::default();
    quoted_text(reader, quote, start, &mut text)?;
    while reader.peek() != quote {
        quoted_space(reader, start, &mut text.text)?;
        quoted_text(reader, quote, start, &mut text)?;
    }
    reader.forward(1);
    let end = reader.mark();
    let payload = Payload::Scalar {
        text,
        is_plain: false,
    };
    Ok(Token {
        kind: Kind::Scalar,
        start,
        end,
        payload,
    })
}

/// Scans a quoted text up to whitespace or the closing quote.
fn quoted_text(reader: &mut Reader, quote: char, start: Mark, text: &mut Text) -> Outcome<()> {
    let is_double = quote == '"';
    loop {
        let length = reader.count_while(|c| !matches!(c, '\'' | '"' | '\\') && !is_space(c));
        reader.take_into(length, &mut text.text);
        match reader.peek() {
            '\'' if !is_double && reader.peek_at(1) == '\'' => {
                text.text.push('\'');
                reader.forward(2);
            }
            '\\' if is_double => {
                reader.forward(1);
                escape(reader, start, text)?;
            }
            c @ ('\'' | '"' | '\\') if c != quote => {
                text.text.push(c);
                reader.forward(1);
            }
            _ => return Ok(()),
        }
    }
}

/// Scans an escape sequence. The backslash was already read.
fn escape(reader: &mut Reader, start: Mark, text: &mut Text) -> Outcome<()> {
    const CONTEXT: &str = "while scanning a double-quoted scalar";
    let c = reader.peek();
    if let Some(meaning) = escaped(c) {
        text.text.push(meaning);
        reader.forward(1);
        return Ok(());
    }
    let length = match c {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        c if is_break(c) => {
            reader.line_break();
            return quoted_breaks(reader, start, &mut text.text);
        }
        c => {
            let problem = format!("found unknown escape character {}", python::repr_char(c));
            return Err(Fault::of_scanner(problem, reader.mark()).within(CONTEXT, start));
        }
    };
    reader.forward(1);
    let mut code = 0;
    for ahead in 0..length {
        let c = reader.peek_at(ahead);
        let Some(digit) = c.to_digit(16) else {
            let problem = format!(
                "expected escape sequence of {length} hexadecimal numbers, but found {}",
                python::repr_char(c)
            );
            return Err(Fault::of_scanner(problem, reader.mark()).within(CONTEXT, start));
        };
        code = code << 4 | digit;
    }
    if i32::try_from(code).is_err() {
        let problem = "Python int too large to convert to C int";
        return Err(Fault::of_python("OverflowError", problem));
    }
    if !text.push_code(code) {
        let problem = "chr() arg not in range(0x110000)";
        return Err(Fault::of_python("ValueError", problem));
    }
    reader.forward(length);
    Ok(())
}

/// Scans whitespace inside of quotes. A single line break becomes a space. Of several line breaks,
/// the first is dropped.
fn quoted_space(reader: &mut Reader, start: Mark, text: &mut String) -> Outcome<()> {
    let spaces = reader.count_while(|c| matches!(c, ' ' | '\t'));
    let spaces = reader.take(spaces);
    if reader.peek() == '\0' {
        let fault = Fault::of_scanner("found unexpected end of stream", reader.mark());
        return Err(fault.within("while scanning a quoted scalar", start));
    }
    let Some(line_break) = reader.line_break() else {
        text.push_str(&spaces);
        return Ok(());
    };
    let mut breaks = String::new();
    quoted_breaks(reader, start, &mut breaks)?;
    push_folded(text, line_break, &breaks);
    Ok(())
}

/// Appends the line breaks between two lines of text after folding: a single line break becomes a
/// space.
fn push_folded(text: &mut String, line_break: char, breaks: &str) {
    if line_break != '\n' {
        text.push(line_break);
    } else if breaks.is_empty() {
        text.push(' ');
    }
    text.push_str(breaks);
}

/// Scans empty lines inside of quotes, and the indentation of the line after them.
fn quoted_breaks(reader: &mut Reader, start: Mark, breaks: &mut String) -> Outcome<()> {
    loop {
        if reader.at_document_marker() {
            let fault = Fault::of_scanner("found unexpected document separator", reader.mark());
            return Err(fault.within("while scanning a quoted scalar", start));
        }
        reader.skip_while(|c| matches!(c, ' ' | '\t'));
        match reader.line_break() {
            Some(line_break) => breaks.push(line_break),
            None => return Ok(()),
        }
    }
}

/// Scans a plain scalar and the whitespace after it. Returns the text, its start and end, and true
/// if a line break follows the scalar.
pub(super) fn plain(
    reader: &mut Reader,
    is_flow: bool,
    parent: isize,
) -> (String, Mark, Mark, bool) {
    let start = reader.mark();
    let mut end = start;
    let mut text = String::new();
    let mut space = String::new();
    let mut crossed_line = false;
    while reader.peek() != '#' {
        let length = plain_length(reader, is_flow);
        if length == 0 {
            break;
        }
        text.push_str(&space);
        space.clear();
        reader.take_into(length, &mut text);
        end = reader.mark();
        crossed_line = plain_space(reader, &mut space);
        let leaves_block = !is_flow && reader.mark().column.cast_signed() <= parent;
        if space.is_empty() || leaves_block {
            break;
        }
    }
    (text, start, end, crossed_line)
}

/// Returns the number of characters that belong to a plain scalar, up to whitespace.
fn plain_length(reader: &Reader, is_flow: bool) -> usize {
    let mut length = 0;
    loop {
        let c = reader.peek_at(length);
        let after = || reader.peek_at(length + 1);
        let ends_flow = |c| is_flow && matches!(c, ',' | '[' | ']' | '{' | '}');
        let is_end = is_space(c)
            || c == ':' && (is_space(after()) || ends_flow(after()))
            || ends_flow(c)
            || is_flow && c == '?';
        if is_end {
            return length;
        }
        length += 1;
    }
}

/// Scans the whitespace after a word of a plain scalar into `space`. Leaves `space` empty if the
/// scalar ends there. Returns true if the whitespace contains a line break.
fn plain_space(reader: &mut Reader, space: &mut String) -> bool {
    let count = reader.count_while(|c| c == ' ');
    reader.take_into(count, space);
    let Some(line_break) = reader.line_break() else {
        return false;
    };
    space.clear();
    let mut breaks = String::new();
    if reader.at_document_marker() {
        return true;
    }
    loop {
        if reader.peek() == ' ' {
            reader.forward(1);
        } else if let Some(line_break) = reader.line_break() {
            breaks.push(line_break);
            if reader.at_document_marker() {
                return true;
            }
        } else {
            break;
        }
    }
    push_folded(space, line_break, &breaks);
    true
}
