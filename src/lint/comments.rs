//! Comments by which authors ignore findings of rules.
//!
//! The forms are `<!-- skillglass-ignore CODE… -->` in Markdown and `# skillglass-ignore CODE…` (or `//`) elsewhere.
//! Such a comment ignores findings that begin on the comment's line. If the comment is the only text on its line, it
//! also ignores findings on the next line. A comment with `skillglass-ignore-file` ignores findings in the whole file.

use std::ops;

use super::diagnostic::Diagnostic;
use crate::text::document::{Document, Place, lines_with_ends};
use crate::tree::Entry;

/// The word that begins every comment that ignores findings.
const WORD: &str = "skillglass-ignore";

/// The suffix that is added to [`WORD`] in a comment for the whole file.
const FILE: &str = "-file";

/// The maximum number of ignore comments that are read in a file. No host has this limit.
const MAX_COMMENTS: usize = 200;

/// The maximum number of rules that are read in one ignore comment. No host has this limit.
const MAX_CODES: usize = 100;

/// An ignore comment: a comment that ignores the findings of some rules.
pub(super) struct Comment {
    /// The byte range of the whole comment.
    pub bytes: ops::Range<usize>,
    /// The line of the comment, from 1.
    pub line: usize,
    /// True if the comment is the only text on its line.
    pub is_alone: bool,
    /// True if the comment ignores findings in the whole file.
    pub of_file: bool,
    pub codes: Vec<Code>,
}

/// The code of a rule in an ignore comment.
pub(super) struct Code {
    pub code: String,
    pub bytes: ops::Range<usize>,
    /// True if the comment has ignored a finding of this rule in the current run.
    pub ignores: bool,
}

/// The ignore comments of a file.
pub(super) struct Comments<'t> {
    pub text: &'t str,
    /// The comments, each with the lines (from 1) that it covers; `None` instead of lines if the comment covers the
    /// whole file.
    pub comments: Vec<(Option<ops::RangeInclusive<usize>>, Comment)>,
}

impl<'t> Comments<'t> {
    /// Returns true if the text of a file contains `skillglass-ignore`, the word with which each
    /// ignore comment begins.
    pub fn may_be_in(file: Entry<'_>) -> bool {
        let text = file.contents().and_then(|contents| contents.text().ok());
        text.is_some_and(|text| text.contains(WORD))
    }

    /// Returns the ignore comments of a file; `None` if the file does not contain the word
    /// `skillglass-ignore`.
    pub fn read(file: Entry<'t>) -> Option<Self> {
        let text = file.contents()?.text().ok()?;
        if !text.contains(WORD) {
            return None;
        }
        let mut comments = if file.name().to_ascii_lowercase().ends_with(".md") {
            let body = body(text);
            let comments = of_lines(text, 0..body, &["#"]);
            with(comments, of_markdown(text, body..text.len()))
        } else {
            of_lines(text, 0..text.len(), &["#", "//"])
        };
        comments.truncate(MAX_COMMENTS);
        let lines = lines_of(&comments);
        Some(Self {
            text,
            comments: lines.into_iter().zip(comments).collect(),
        })
    }

    /// Returns true if an ignore comment of this file ignores the finding. Marks the code in that
    /// comment as used.
    pub fn ignore(&mut self, one: &Diagnostic) -> bool {
        let mut ignored = false;
        let line = one.range.start.line;
        for (lines, comment) in &mut self.comments {
            if lines.as_ref().is_none_or(|lines| lines.contains(&line)) {
                for code in &mut comment.codes {
                    if code.code == one.code {
                        code.ignores = true;
                        ignored = true;
                    }
                }
            }
        }
        ignored
    }
}

fn with(mut some: Vec<Comment>, others: Vec<Comment>) -> Vec<Comment> {
    some.extend(others);
    some
}

/// Returns the byte at which the body of a Markdown text begins.
fn body(text: &str) -> usize {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let document = Document::split(&text[mark..], |line| line.trim_end() == "---");
    document.map_or(0, |document| text.len() - document.body.len())
}

/// Returns the ignore comments that extend to the end of their line. `marks` has the characters
/// that begin a comment, such as `#`. In a YAML block scalar or a quoted value, a `#` is text and
/// begins no comment.
fn of_lines(text: &str, bytes: ops::Range<usize>, marks: &[&str]) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    let mut at = bytes.start;
    let first = Place::of_byte(text, at).line;
    // The indentation of the key whose block scalar contains the current line.
    let mut block: Option<usize> = None;
    for (number, line) in (first..).zip(lines_with_ends(&text[bytes])) {
        let content = line.trim_end();
        let indent = content.len() - content.trim_start().len();
        if block.is_some_and(|key| !content.is_empty() && indent <= key) {
            block = None;
        }
        if block.is_none()
            && let Some((start, word)) = comment_at(content, marks)
        {
            let codes = at + word;
            let bytes = at + start..at + content.len();
            comments.extend(comment(text, (number, content), bytes, codes));
        }
        if block.is_none() && opens_block(content) {
            block = Some(indent);
        }
        at += line.len();
    }
    comments
}

/// Finds an ignore comment in a line. Returns the byte at which the comment begins, and the byte at
/// which its word `skillglass-ignore` begins. Returns `None` if the line has no ignore comment.
fn comment_at(line: &str, marks: &[&str]) -> Option<(usize, usize)> {
    let word = line.find(WORD)?;
    let before = line[..word].trim_end();
    let mark = marks.iter().find(|mark| before.ends_with(**mark))?;
    let start = before.trim_end_matches(mark).len();
    let opens = line[..start]
        .chars()
        .next_back()
        .is_none_or(char::is_whitespace);
    (opens && !ends_in_quotes(&line[..start])).then_some((start, word))
}

/// Returns true if a quoted value is still open at the end of `text`, the part of a line before a
/// comment.
fn ends_in_quotes(text: &str) -> bool {
    let value = text.split_once(": ").map_or(text, |(_, value)| value);
    let mut rest = value.trim_start().chars();
    let Some(quote @ ('"' | '\'')) = rest.next() else {
        return false;
    };
    while let Some(character) = rest.next() {
        match character {
            '\\' if quote == '"' => _ = rest.next(),
            _ if character == quote => return false,
            _ => {}
        }
    }
    true
}

/// Returns true if a line ends with the indicator of a YAML block scalar.
fn opens_block(line: &str) -> bool {
    let sign = line.rsplit([' ', '\t']).next().unwrap_or_default();
    let sign = sign.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    matches!(sign, "|" | ">") && line.contains(':')
}

/// Returns the ignore comments in a Markdown text that are HTML comments outside fenced code.
fn of_markdown(text: &str, bytes: ops::Range<usize>) -> Vec<Comment> {
    const OPEN: &str = "<!--";
    const CLOSE: &str = "-->";
    let mut comments = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = bytes.start;
    let first = Place::of_byte(text, at).line;
    for (number, line) in (first..).zip(lines_with_ends(&text[bytes])) {
        let content = line.trim();
        let marks = content.len() - content.trim_start_matches(['`', '~']).len();
        let mark = &content[..marks];
        match fence {
            Some(open) if mark.starts_with(open) && marks == content.len() => fence = None,
            None if mark.starts_with("```") || mark.starts_with("~~~") => fence = Some(mark),
            Some(_) => {}
            None => {
                for (start, _) in line.match_indices(OPEN) {
                    let inside = start + OPEN.len();
                    let word = line[inside..].trim_start();
                    if !word.starts_with(WORD) {
                        continue;
                    }
                    let Some(end) = line[inside..].find(CLOSE) else {
                        break;
                    };
                    let bytes = at + start..at + inside + end + CLOSE.len();
                    let codes = at + line.len() - word.len();
                    comments.extend(comment(text, (number, line), bytes, codes));
                }
            }
        }
        at += line.len();
    }
    comments
}

/// Returns true if a character may separate two rule codes in an ignore comment.
pub(super) fn is_between(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// Parses the ignore comment in a byte range of the text. `line` has the number (from 1) and the
/// text of the comment's line. `word` is the byte offset at which `skillglass-ignore` begins.
/// Returns `None` if this word is only the beginning of a longer word, such as
/// `skillglass-ignored`.
fn comment(
    text: &str,
    line: (usize, &str),
    bytes: ops::Range<usize>,
    word: usize,
) -> Option<Comment> {
    let end = bytes.start + text[bytes.clone()].trim_end_matches("-->").len();
    let rest = &text[word + WORD.len()..end];
    let (of_file, rest) = match rest.strip_prefix(FILE) {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let mut codes = Vec::new();
    let mut at = end - rest.len();
    for code in rest.split(is_between) {
        if !code.is_empty() && codes.len() < MAX_CODES {
            codes.push(Code {
                code: code.to_owned(),
                bytes: at..at + code.len(),
                ignores: false,
            });
        }
        at += code.len()
            + text[at + code.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
    }
    let (number, line) = line;
    Some(Comment {
        is_alone: line.trim() == text[bytes.clone()].trim(),
        line: number,
        bytes,
        of_file,
        codes,
    })
}

/// Returns the lines that each comment covers; `None` for a comment that covers the whole file. A
/// comment that is the only text on its line also covers the next line. If several such comments
/// follow each other, each of them covers the lines up to the line after the last comment.
fn lines_of(comments: &[Comment]) -> Vec<Option<ops::RangeInclusive<usize>>> {
    let mut lines = Vec::with_capacity(comments.len());
    // The line of the next comment in the file, and the last line that the next comment covers.
    let mut after: Option<(usize, usize)> = None;
    for comment in comments.iter().rev() {
        let next = comment.line + 1;
        let last = match after {
            _ if !comment.is_alone => comment.line,
            Some((line, last)) if line == next => last,
            _ => next,
        };
        after = comment.is_alone.then_some((comment.line, last));
        lines.push((!comment.of_file).then_some(comment.line..=last));
    }
    lines.reverse();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// Returns the last line that each ignore comment covers (0 for the whole file), with the codes
    /// in the comment.
    fn read(name: &str, text: &str) -> Vec<(usize, Vec<String>)> {
        let mut tree = Tree::new();
        tree.write(name, Some(text.into())).unwrap();
        let comments = Comments::read(tree.entry(name).unwrap());
        let comments = comments.into_iter().flat_map(|read| read.comments);
        comments
            .map(|(lines, comment)| {
                for code in &comment.codes {
                    assert_eq!(text[code.bytes.clone()], code.code);
                }
                let codes = comment.codes.into_iter().map(|code| code.code);
                (lines.map_or(0, |lines| *lines.end()), codes.collect())
            })
            .collect()
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next_or_the_file() {
        /// A test case: a text, and the ignore comments in the text. Each comment has the number of
        /// the last line that the comment covers (0 for the whole file), and the codes of the
        /// rules.
        type Case<'t> = (&'t str, &'t [(usize, &'t [&'t str])]);
        let cases: &[Case<'_>] = &[
            ("---\n# skillglass-ignore a\nb: c\n---\n", &[(3, &["a"])]),
            (
                "\u{feff}---\r\nb: c # skillglass-ignore a, b\r\n---\r\n",
                &[(2, &["a", "b"])],
            ),
            (
                "---\nb: >\n  c\nd: e # skillglass-ignore a\n---\n",
                &[(4, &["a"])],
            ),
            (
                "---\n# skillglass-ignore a\n  #skillglass-ignore-file b\n# skillglass-ignore\tc\nd: e\n---\n",
                &[(5, &["a"]), (0, &["b"]), (5, &["c"])],
            ),
            (
                "---\n---\n<!--skillglass-ignore a-->\nText\n",
                &[(4, &["a"])],
            ),
            (
                "Text <!-- skillglass-ignore a --> and <!-- skillglass-ignore-file b c --> more",
                &[(1, &["a"]), (0, &["b", "c"])],
            ),
            (
                "```\n~~~\n```\n<!-- skillglass-ignore a -->",
                &[(5, &["a"])],
            ),
            ("<!-- skillglass-ignore -->\n", &[(2, &[])]),
            ("a\rb\r<!-- skillglass-ignore a -->\rc\n", &[(4, &["a"])]),
        ];
        for (text, expected) in cases {
            let expected: Vec<(usize, Vec<String>)> = (expected.iter())
                .map(|(line, codes)| (*line, codes.iter().map(|code| (*code).to_owned()).collect()))
                .collect();
            assert_eq!(read("/SKILL.md", text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_only_looks_like_a_comment_is_none() {
        for text in [
            // In the frontmatter: block scalars, quoted values, and a `#` without a space before it.
            "---\nx: |\n  # skillglass-ignore a\n---\n",
            "---\nx:\n  y: >-\n\n    # skillglass-ignore a\n---\n",
            "---\nx: a#skillglass-ignore a\n---\n",
            "---\nx: skillglass-ignore a\n---\n",
            // In the body: headings and fenced code.
            "---\n---\n# skillglass-ignore a\n",
            "````md\n```\n<!-- skillglass-ignore a -->\n````\n",
            // Other words, and a comment that is not closed.
            "<!-- skillglass-ignored a -->\n<!-- skillglass-ignore-files a -->\n<!-- skillglass -->\n",
            "<!-- skillglass-ignore a\n-->\n",
        ] {
            assert_eq!(read("/SKILL.md", text), [], "{text:?}");
        }
    }

    #[test]
    fn other_files_have_comments_of_their_own_kind() {
        for (name, text, count) in [
            ("/a.yaml", "# skillglass-ignore a\nb: c\n", 1),
            ("/a.js", "x(); // skillglass-ignore a\n", 1),
            ("/a.js", "const x = 'https://skillglass-ignore a'\n", 0),
            ("/a.sh", "<!-- skillglass-ignore a -->\n", 0),
            ("/a.MD", "<!-- skillglass-ignore a -->\n", 1),
        ] {
            assert_eq!(read(name, text).len(), count, "{name}");
        }
    }
}
