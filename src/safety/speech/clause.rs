//! Finds the start and end of clauses, the quotes around them, and the lines that introduce them.

use std::ops::Range;

use super::lexicon::is_letter;
use crate::text::document::floor_char_boundary;

/// The maximum number of bytes in a clause before and after the position that was passed to
/// `around`. A longer clause is cut.
const MAX_HALF: usize = 400;

/// The maximum distance, in bytes, from a word to the quotation mark that opens a quotation around
/// the word.
const MAX_QUOTATION: usize = 1_000;

/// The maximum length, in bytes, of the destination of a Markdown link. A longer destination is not
/// recognized.
const MAX_LINK: usize = 1_000;

/// The maximum length, in bytes, of a text that introduces a clause. The text is a heading, or the
/// sentence before a colon. The start of a longer heading is read, but not its end. Of a longer
/// sentence, only the end is read.
const MAX_LEAD: usize = 1_000;

/// The maximum distance, in bytes, from a clause to a line above that introduces the clause, such
/// as a heading.
const MAX_UP: usize = 16_000;

/// The maximum number of lines between a clause and a line above that introduces the clause, such
/// as a heading.
const MAX_LINES: usize = 80;

/// The format of a text: Markdown, YAML or a program. The format determines where a clause ends,
/// and which quotation marks are only syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// Markdown text. A sentence continues on the next line, unless an empty line, list, heading or
    /// table begins there.
    Prose,
    /// YAML text. A clause ends before a line that begins with a key or a list item. Quotation
    /// marks around a whole value are syntax of YAML.
    Values,
    /// Code of a program. A clause ends at the end of a line of code, but a sentence in a comment
    /// can continue in the comment on the next line. Straight quotation marks are syntax of the
    /// program.
    Program,
}

/// Returns the byte range of the clause that contains the byte `at`. Only the range `within` of the
/// text is read.
pub(super) fn around(text: &str, within: &Range<usize>, at: usize, lines: Lines) -> Range<usize> {
    let mut start = at;
    for (index, c) in text[within.start..at].char_indices().rev() {
        let index = within.start + index;
        if at - index > MAX_HALF || is_border(text, index, c, within.end, lines) {
            break;
        }
        start = index;
    }
    let mut end = at;
    for (index, c) in text[at..within.end].char_indices() {
        if index > MAX_HALF || is_border(text, at + index, c, within.end, lines) {
            break;
        }
        end = at + index + c.len_utf8();
    }
    start..end
}

/// Returns true if a character is the border between two clauses.
fn is_border(text: &str, at: usize, c: char, end: usize, lines: Lines) -> bool {
    // Most characters are letters and spaces.
    if c.is_ascii_alphanumeric() || c == ' ' {
        return false;
    }
    let rest = &text[at + c.len_utf8()..end];
    let next = rest.chars().next();
    let ends_word = || next.is_none_or(|next| !is_letter(next) && !"/._-=@".contains(next));
    match c {
        '.' | '!' | '?' => ends_word() && !is_abbreviation(&text[..at]),
        ',' if is_abbreviation(text[..at].trim_end_matches('.')) => false,
        ';' | ',' | ':' => {
            next.is_none_or(|next| next.is_whitespace() || "*_\"'”`".contains(next))
                || next.is_some_and(|next| !next.is_ascii())
        }
        '\n' => is_hard(text, at, rest, lines),
        '|' => lines == Lines::Prose,
        '(' => !text[..at].ends_with(']'),
        ')' => !ends_link(&text[..at]),
        '<' => rest.starts_with("!--"),
        '>' => text[..at].ends_with("--"),
        '-' => text[..at].ends_with([' ', '-']) && rest.starts_with(' '),
        '。' | '！' | '？' | '；' | '：' | '，' | '．' | '…' | '—' | '–' | '（' | '）' | '؛'
        | '؟' | '،' | '।' | '॥' | '→' | '•' => true,
        _ => false,
    }
}

/// Returns true if a text ends with the destination of a Markdown link.
fn ends_link(text: &str) -> bool {
    let text = &text[floor_char_boundary(text, text.len().saturating_sub(MAX_LINK))..];
    let opened = text.rfind(['(', ' ', '\n']);
    opened.is_some_and(|opened| text[..opened].ends_with(']') && text[opened..].starts_with('('))
}

/// Returns true if a text ends with an abbreviation such as `e.g` or `etc`. Callers pass the text
/// before a full stop, because the full stop of an abbreviation does not end a clause.
fn is_abbreviation(text: &str) -> bool {
    let tail = text.len() - 3.min(text.len());
    let tail = text.get(tail..).unwrap_or_default().to_ascii_lowercase();
    ["e.g", "i.e", " vs", "z.b", "p.e", " ej", "etc", "a.k"].contains(&tail.as_str())
}

/// Returns true if the line end at byte `at` also ends the clause. `rest` is the text after the
/// line end.
fn is_hard(text: &str, at: usize, rest: &str, lines: Lines) -> bool {
    let next = rest.split('\n').next().unwrap_or_default();
    let next = next.trim_start_matches([' ', '\t', '>']).trim_end();
    let line = line_start(text, at);
    let line = text[line..at].trim_start();
    match lines {
        _ if next.is_empty() || line.trim_end().is_empty() => true,
        Lines::Prose => {
            is_item(next)
                || next.starts_with(['#', '|', '<'])
                || next.starts_with("```")
                || line.starts_with(['#', '|'])
                || line.starts_with("```")
        }
        Lines::Values => {
            let key = next.split(": ").next().unwrap_or_default();
            is_item(next) || next.ends_with(':') || key.len() < next.len() && !key.contains(' ')
        }
        Lines::Program => {
            let is_code = |line: &str| line.contains(['=', '(', ')', '{', '}', ';']);
            let is_comment = |line: &str| line.starts_with(['#', '*']) || line.starts_with("//");
            let goes_on = is_comment(line) && is_comment(next);
            !goes_on && (is_code(line) || is_code(next))
        }
    }
}

/// Returns true if a line is the first line of a list item.
fn is_item(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &line[digits..];
    match digits {
        0 => {
            let text_after = rest.strip_prefix(['-', '*', '+', '•']);
            text_after.is_some_and(|text_after| text_after.starts_with([' ', '\t', '\u{a0}']))
        }
        _ => digits < 4 && (rest.starts_with(". ") || rest.starts_with(") ")),
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Returns true if a byte is between quotes. Only the range `within` of the text is read.
pub(super) fn is_quoted(text: &str, within: &Range<usize>, at: usize, lines: Lines) -> bool {
    let mut start = within.start.max(at.saturating_sub(MAX_QUOTATION));
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let paragraph = text[start..at]
        .rfind("\n\n")
        .map_or(start, |end| start + end + 2);
    let mut open: Option<(char, usize)> = None;
    for (index, c) in text[paragraph..at].char_indices() {
        let index = paragraph + index;
        match open {
            Some((close, _)) if is_closing(text, index, c, close) => open = None,
            Some(_) => {}
            None => open = closing_of(text, index, c, lines).map(|close| (close, index)),
        }
    }
    let Some((close, opened)) = open else {
        return false;
    };
    let limit = floor_char_boundary(text, at + MAX_QUOTATION + 1);
    let rest = &text[at..within.end.min(limit)];
    let rest = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
    at - opened <= MAX_QUOTATION
        && rest
            .char_indices()
            .any(|(index, c)| is_closing(text, at + index, c, close))
}

/// Returns the closing quote that belongs to an opening quote; `None` if the character opens no quotation.
fn closing_of(text: &str, at: usize, c: char, lines: Lines) -> Option<char> {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    let close = match c {
        '"' | '`' => c,
        '\'' if after.is_some_and(is_letter) => c,
        '“' => '”',
        '„' => '“',
        '«' => '»',
        '‹' => '›',
        '「' => '」',
        '『' => '』',
        '‘' => '’',
        '《' => '》',
        '”' => '”',
        _ => return None,
    };
    // Quotes around a whole value and quotes of a program belong to the syntax of the file.
    let is_straight = matches!(c, '"' | '\'' | '`');
    let last = text[..at].trim_end_matches([' ', '\t']).chars().next_back();
    let is_files = match lines {
        Lines::Prose => before == Some(c) || after == Some(c),
        Lines::Values => last.is_none_or(|last| ":-[{,\n".contains(last)),
        Lines::Program => true,
    };
    if is_straight && (before.is_some_and(is_letter) || is_files) {
        return None;
    }
    Some(close)
}

fn is_closing(text: &str, at: usize, c: char, close: char) -> bool {
    let after = || text[at + c.len_utf8()..].chars().next();
    match close {
        '\'' | '’' => c == close && !after().is_some_and(is_letter),
        '“' => matches!(c, '“' | '”'),
        _ => c == close,
    }
}

/// A text that introduces a clause, such as `Never do this:` before a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Introduction {
    /// The sentence before the clause, if a colon, dash or opening parenthesis ends this sentence,
    /// or the sentence above the list that contains the clause.
    Sentence(Range<usize>),
    /// A heading above the clause, or the head of the table that contains the clause.
    Heading(Range<usize>),
}

/// Returns the texts that introduce a clause, such as `Never do this:` before it or a heading above
/// it. The text that is nearest to the clause comes first.
pub(super) fn introductions(
    text: &str,
    within: &Range<usize>,
    clause: &Range<usize>,
    lines: Lines,
) -> Vec<Introduction> {
    let mut introductions = Vec::new();
    let before = &text[within.start..clause.start];
    let before = before.trim_end_matches([' ', '*', '_', '"', '“', '\'', '`']);
    if let Some(mark) = before.chars().next_back()
        && matches!(mark, ':' | '：' | '(' | '（' | '—' | '–')
    {
        let end = within.start + before.len() - mark.len_utf8();
        let start = line_start(text, end).max(within.start);
        introductions.push(Introduction::Sentence(around_before(
            text,
            start..end,
            lines,
        )));
    }
    if lines == Lines::Prose {
        above(text, within, clause.start, &mut introductions);
    }
    for lead in &mut introductions {
        match lead {
            // Only the end of the sentence counts as the introduction of the clause.
            Introduction::Sentence(bytes) => {
                let start = bytes.end.saturating_sub(MAX_LEAD).max(bytes.start);
                bytes.start = floor_char_boundary(text, start);
            }
            Introduction::Heading(bytes) => {
                let end = bytes.end.min(bytes.start + MAX_LEAD);
                bytes.end = floor_char_boundary(text, end);
            }
        }
    }
    introductions
}

/// Returns the byte range of the last clause in a range of the text.
fn around_before(text: &str, bytes: Range<usize>, lines: Lines) -> Range<usize> {
    let Some((last, _)) = text[bytes.clone()].char_indices().next_back() else {
        return bytes;
    };
    let at = bytes.start + last;
    let clause = around(text, &bytes, at, lines);
    clause.start..bytes.end
}

/// Searches the lines above a clause for texts that introduce the clause, and adds these texts to
/// `introductions`. Such a text is the sentence above the list that contains the clause, the
/// nearest heading, or the first row of the table that contains the clause.
fn above(text: &str, within: &Range<usize>, at: usize, introductions: &mut Vec<Introduction>) {
    let mut start = line_start(text, at).max(within.start);
    let own = &text[start..at];
    let indent = own.len() - own.trim_start().len();
    let line_end = |start: usize| {
        let end = text[start..].find('\n');
        end.map_or(text.len(), |end| start + end)
    };
    let own = text[start..line_end(start)].trim_start();
    let mut is_in_list = is_item(own);
    let is_in_table = own.starts_with('|');
    if own.starts_with('#') {
        return;
    }
    let mut table: Option<Range<usize>> = is_in_table.then(|| start..line_end(start));
    let mut lines = 0;
    while start > within.start && lines < MAX_LINES && at - start < MAX_UP {
        lines += 1;
        let end = start - 1;
        start = line_start(text, end).max(within.start);
        let whole = &text[start..end];
        let line = whole.trim_start();
        if line.starts_with('|') && table.is_some() {
            table = Some(start..end);
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with('#') {
            introductions.push(Introduction::Heading(start..end));
            break;
        }
        if is_in_list {
            let is_outer = whole.len() - line.len() < indent;
            if !is_item(line)
                && (is_outer || whole.len() == line.len() || line.trim_end().ends_with([':', '：']))
            {
                introductions.push(Introduction::Sentence(start..end));
                is_in_list = false;
            } else if is_item(line) && is_outer && line.trim_end().ends_with([':', '：']) {
                introductions.push(Introduction::Sentence(start..end));
            }
        }
    }
    if let Some(row) = table {
        introductions.push(Introduction::Heading(row));
        let row = line_start(text, at);
        introductions.push(Introduction::Heading(row..line_end(row)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause<'t>(text: &'t str, word: &str) -> &'t str {
        let at = text.find(word).unwrap();
        let clause = around(text, &(0..text.len()), at, Lines::Prose);
        text[clause].trim()
    }

    #[test]
    fn a_clause_ends_at_marks_of_its_script_and_goes_on_over_lines() {
        let cases = [
            ("One. Two x three! Four.", "x", "Two x three"),
            ("If one, two x three", "x", "two x three"),
            ("one\ntwo x\nthree\n\nfour", "x", "one\ntwo x\nthree"),
            ("- one\n- two x\n- three", "x", "- two x"),
            ("# one\ntwo x", "x", "two x"),
            (
                "see a.md, e.g. x at https://a.invalid/b: c",
                "x",
                "e.g. x at https://a.invalid/b",
            ),
            ("一。二x三，四", "x", "二x三"),
            ("एक। दो x तीन। चार", "x", "दो x तीन"),
            ("| one | two x |", "x", "two x"),
            ("one (two x) three", "x", "two x"),
            (
                "one [a](https://a.invalid/x) b",
                "one",
                "one [a](https://a.invalid/x) b",
            ),
            ("<!-- one x --> two", "x", "one x --"),
        ];
        for (text, word, expected) in cases {
            let found = clause(text, word);
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn quotes_of_all_kinds_are_known_and_those_of_a_file_are_none() {
        use Lines::{Program, Prose, Values};
        let cases = [
            ("say \"x y\" to", Prose, true),
            ("say \"y\" x \"z\"", Prose, false),
            ("don't x, user's", Prose, false),
            ("the 'x y' words", Prose, true),
            ("“x y”", Prose, true),
            ("„x y“", Prose, true),
            ("« x y »", Prose, true),
            ("「x y」", Prose, true),
            ("an open \"x y", Prose, false),
            ("a \"b\n\nx y\"", Prose, false),
            ("note: \"x y\"", Values, false),
            ("note: \"the words 'x y' are\"", Values, true),
            ("{\"a\": \"x y\", \"b\": 1}", Program, false),
        ];
        for (text, lines, expected) in cases {
            let at = text.find('x').unwrap();
            assert_eq!(
                is_quoted(text, &(0..text.len()), at, lines),
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_clause_stands_below_the_sentence_of_its_list_and_its_heading() {
        let text = "# Top\n\nNever do this:\n\n- one\n- two x\n";
        let at = text.find("two").unwrap();
        let found = introductions(text, &(0..text.len()), &(at..at + 5), Lines::Prose);
        let found: Vec<_> = (found.iter())
            .map(|lead| match lead {
                Introduction::Sentence(bytes) | Introduction::Heading(bytes) => {
                    &text[bytes.clone()]
                }
            })
            .collect();
        assert_eq!(found, ["Never do this:", "# Top"]);
    }
}
