//! Comments that ignore findings of rules.
//!
//! `<!-- skillglass-ignore CODE… -->` in Markdown and `# skillglass-ignore CODE…` (or `//`) elsewhere ignore what begins on
//! their line, and on the next one where they stand alone; `skillglass-ignore-file` ignores it in all of the file.

use std::ops;

use super::diagnostic::Diagnostic;
use crate::text::document::Document;
use crate::tree::Entry;

/// The word that every such comment begins with.
const WORD: &str = "skillglass-ignore";

/// The end of the word for a whole file.
const FILE: &str = "-file";

/// Comments of a file, and rules that one names. The limits are ours.
const MAX_COMMENTS: usize = 200;
const MAX_CODES: usize = 100;

/// A comment that ignores rules. Ranges are bytes of the file.
pub(super) struct Comment {
    /// All of it.
    pub bytes: ops::Range<usize>,
    /// Its line, from 1.
    pub line: usize,
    /// Whether nothing else stands on its line.
    pub is_alone: bool,
    /// Whether it ignores findings in all of the file.
    pub of_file: bool,
    pub codes: Vec<Code>,
}

/// A rule that a comment names.
pub(super) struct Code {
    pub code: String,
    pub bytes: ops::Range<usize>,
    /// Whether a finding of the rule was taken out for it.
    pub ignores: bool,
}

/// The comments of a file.
pub(super) struct Comments<'t> {
    pub text: &'t str,
    /// Each with the lines that it ignores findings on, from 1, if those are not all.
    pub comments: Vec<(Option<ops::RangeInclusive<usize>>, Comment)>,
}

impl<'t> Comments<'t> {
    /// Whether the word of such comments is in a file.
    pub fn may_be_in(file: Entry<'_>) -> bool {
        let text = file.contents().and_then(|contents| contents.text().ok());
        text.is_some_and(|text| text.contains(WORD))
    }

    /// The comments of a file, if it has some.
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

    /// Whether a comment ignores a finding of this file.
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

/// Where a Markdown text's body begins.
fn body(text: &str) -> usize {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let document = Document::split(&text[mark..], |line| line.trim_end() == "---");
    document.map_or(0, |document| text.len() - document.body.len())
}

/// Comments that go on to the end of their line. Those in a block of YAML text, or in the quotes of a value, are text.
fn of_lines(text: &str, bytes: ops::Range<usize>, marks: &[&str]) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    let mut at = bytes.start;
    let first = first_line(text, at);
    // The indentation of the key whose block of text goes on.
    let mut block: Option<usize> = None;
    for (number, line) in (first..).zip(text[bytes].split_inclusive('\n')) {
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

/// Where a line's comment begins, and its word.
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

/// Whether a quote that the value of a key begins with is still open where the text ends.
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

/// Whether a line ends in the sign that a block of text follows.
fn opens_block(line: &str) -> bool {
    let sign = line.rsplit([' ', '\t']).next().unwrap_or_default();
    let sign = sign.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    matches!(sign, "|" | ">") && line.contains(':')
}

/// The comments of HTML in a Markdown text, outside fenced code.
fn of_markdown(text: &str, bytes: ops::Range<usize>) -> Vec<Comment> {
    const OPEN: &str = "<!--";
    const CLOSE: &str = "-->";
    let mut comments = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = bytes.start;
    let first = first_line(text, at);
    for (number, line) in (first..).zip(text[bytes].split_inclusive('\n')) {
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

/// Whether a character stands between codes.
pub(super) fn is_between(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// The comment at these bytes of a line (from 1), whose word begins at `word`; none when it is some other word.
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

/// The lines that each comment is about; none for all of the file. One that stands alone is about its own and the next,
/// past further ones that do.
fn lines_of(comments: &[Comment]) -> Vec<Option<ops::RangeInclusive<usize>>> {
    let mut lines = Vec::with_capacity(comments.len());
    // The line of the comment behind, and the last that it is about.
    let mut behind: Option<(usize, usize)> = None;
    for comment in comments.iter().rev() {
        let next = comment.line + 1;
        let last = match behind {
            _ if !comment.is_alone => comment.line,
            Some((line, last)) if line == next => last,
            _ => next,
        };
        behind = comment.is_alone.then_some((comment.line, last));
        lines.push((!comment.of_file).then_some(comment.line..=last));
    }
    lines.reverse();
    lines
}

/// The line that begins at a byte, from 1.
fn first_line(text: &str, byte: usize) -> usize {
    1 + text[..byte].bytes().filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// The last lines that a file's comments are about, 0 for all of the file, with their codes.
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
        /// A text with its comments: the last line that each is about (0 for the file) and its codes.
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
            // Text of the frontmatter.
            "---\nx: |\n  # skillglass-ignore a\n---\n",
            "---\nx:\n  y: >-\n\n    # skillglass-ignore a\n---\n",
            "---\nx: a#skillglass-ignore a\n---\n",
            "---\nx: skillglass-ignore a\n---\n",
            // Headings and code of the body.
            "---\n---\n# skillglass-ignore a\n",
            "````md\n```\n<!-- skillglass-ignore a -->\n````\n",
            // Other words, and not closed.
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
