//! Checks whether a text warns of a command. The clause, the table, the list and the heading around
//! the command decide.

use std::ops::Range;
use std::sync::LazyLock;

use crate::safety::lists::{has_part, is_in};
use crate::text::markdown::SpanKind;
use crate::tree::skill_text::SkillText;

/// The maximum number of bytes before a command that are searched for the line that introduces the
/// command. No host has this limit.
const MAX_BACK: usize = 4_000;

/// Returns a table of words: the words between commas in the lines of a file, except lines that begin with `#`.
fn table(file: &'static str) -> Vec<&'static str> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let words = lines
        .flat_map(|line| line.split(','))
        .map(|word| word.trim().trim_matches('"'));
    words.filter(|word| !word.is_empty()).collect()
}

/// Words that forbid the action of the following verb.
static NOT: LazyLock<Vec<&str>> = LazyLock::new(|| table(include_str!("phrases/not.txt")));

/// Verbs that mean running a command.
static RUN: LazyLock<Vec<&str>> = LazyLock::new(|| table(include_str!("phrases/run.txt")));

/// Words in headings, tables and labels that mark commands as forbidden or dangerous.
static BAD: LazyLock<Vec<&str>> = LazyLock::new(|| table(include_str!("phrases/bad.txt")));

/// Returns true if a text warns of the command in a byte range.
pub(super) fn is_warned(text: &SkillText<'_>, bytes: &Range<usize>) -> bool {
    let all = text.text;
    let start = bytes.start.min(all.len());
    let line_start = all[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = all[bytes.end.min(all.len())..]
        .find('\n')
        .map_or(all.len(), |length| bytes.end.min(all.len()) + length);
    let before = &all[line_start..start];
    let after = &all[bytes.end.min(line_end)..line_end];
    let span = text.span_at(start);
    let is_block = !text.is_markdown || span.is_some_and(|span| span.kind == SpanKind::Block);
    if is_block {
        // A comment beside the command, or in the line above it, may warn of it.
        let comment = after
            .find('#')
            .or_else(|| after.find("//"))
            .map(|at| &after[at..]);
        let above = all[..line_start].trim_end_matches(['\n', '\r']);
        let above = above.rsplit('\n').next().unwrap_or_default().trim();
        let is_comment = above.starts_with(['#', '<', ';'])
            || above.starts_with("//")
            || above.to_ascii_lowercase().starts_with("rem ");
        let above = if is_comment && !above.starts_with("#!") {
            above
        } else {
            ""
        };
        if comment.is_some_and(is_bad)
            || is_bad(above)
            || forbids(above, true)
            || before.trim_start().starts_with('#')
        {
            return true;
        }
        let Some(span) = span.filter(|_| text.is_markdown) else {
            return false;
        };
        let lead = introducing_line(all, span.bytes.start, text.body.start);
        return is_lead_bad(lead) || heading_is_bad(text, span.bytes.start);
    }
    // In a table, the words in the same row and in the head of the table may warn of the command.
    if before.trim_start().starts_with('|') {
        return is_bad(before)
            || is_bad(after)
            || forbids(before, true)
            || is_bad(head(all, line_start))
            || heading_is_bad(text, start);
    }
    let sentence = sentence_before(all, text.body.start, line_start, start);
    let clause = clause(&sentence);
    let text_after = text_after(after);
    forbids(clause, true)
        || is_bad(clause)
        || is_bad(text_after)
        || is_label_bad(before)
        || is_list(before) && is_lead_bad(list_lead(all, line_start, text.body.start))
        || heading_is_bad(text, start)
}

/// Returns true if the model should only show a command to a person and not run the command. This
/// is assumed if the command is in quotes, or if the line before the command's code block contains
/// words such as "tell the user".
pub(super) fn is_shown(text: &SkillText<'_>, bytes: &Range<usize>) -> bool {
    const SHOWS: &str = "tell the user|ask the user|show the user|instruct the user|output these|print the following|告诉用户|提示用户";
    if !text.is_markdown {
        return false;
    }
    let block = text
        .span_at(bytes.start)
        .filter(|span| span.kind == SpanKind::Block);
    if let Some(block) = block {
        let lead = introducing_line(text.text, block.bytes.start, text.body.start).to_lowercase();
        return has_part(&lead, SHOWS);
    }
    let start = text.text[..bytes.start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let before = &text.text[start..bytes.start];
    before.matches('"').count() % 2 == 1
        || before.matches('“').count() > before.matches('”').count()
}

/// Returns true if a place is in a code block.
pub(super) fn is_in_block(text: &SkillText<'_>, at: usize) -> bool {
    text.span_at(at)
        .is_some_and(|span| span.kind == SpanKind::Block)
}

/// Returns the text before a command in the same paragraph, joined to one line. At most three lines
/// above are included. Marks of Markdown quotations are removed.
fn sentence_before(all: &str, from: usize, line_start: usize, start: usize) -> String {
    let above = all[from.min(line_start)..line_start].lines().rev();
    fn unquoted(line: &str) -> &str {
        line.trim_start_matches(['>', ' ', '\t'])
    }
    let is_start = |line: &&str| {
        let line = unquoted(line);
        !line.is_empty() && !line.starts_with(['#', '|', '`', '~'])
    };
    let mut lines: Vec<&str> = vec![unquoted(&all[line_start..start])];
    if !is_list(lines[0]) {
        for line in above.take_while(is_start).take(3) {
            lines.push(unquoted(line));
            if is_list(unquoted(line)) {
                break;
            }
        }
    }
    lines.reverse();
    lines.join(" ")
}

/// Returns the last clause of a text: the part after the end of the last sentence or semicolon.
fn clause(before: &str) -> &str {
    let ends = [". ", "! ", "? ", "; ", "。", "！", "？", "；"];
    let is_end = |at: &usize| {
        !["e.g", "i.e", "z.b"].iter().any(|short| {
            let word = &before.as_bytes()[..*at];
            word.len() >= 3 && word[word.len() - 3..].eq_ignore_ascii_case(short.as_bytes())
        })
    };
    let at = ends
        .iter()
        .filter_map(|end| {
            let mut ends = before.rmatch_indices(end).map(|(at, _)| at);
            ends.find(is_end).map(|at| at + end.len())
        })
        .max();
    &before[at.unwrap_or(0)..]
}

/// Returns the beginning of a text, up to the end of its first sentence or a semicolon.
fn text_after(after: &str) -> &str {
    let ends = [". ", "! ", "; ", "。", "！", "；"];
    let at = ends.iter().filter_map(|end| after.find(end)).min();
    &after[..at.unwrap_or(after.len())]
}

/// Returns the line that introduces a code block: the last line with words before the opening
/// fence. `inside` is the offset of a byte of the block. Only the text between the byte offset
/// `from` and the block is searched.
pub(super) fn introducing_line(all: &str, inside: usize, from: usize) -> &str {
    let fence = all[..inside]
        .trim_end_matches(['\n', '\r'])
        .rfind('\n')
        .unwrap_or(0)
        .max(from.min(inside));
    let before = all[from.min(fence)..fence].trim_end();
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    if line.starts_with("```") { "" } else { line }
}

fn is_lead_bad(lead: &str) -> bool {
    let clause = clause(lead);
    forbids(clause, true) || is_bad(clause)
}

/// Returns true if the text before a command on the same line is a warning label, such as `Bad: …`,
/// `❌ …` or `- **Never**: …`.
fn is_label_bad(before: &str) -> bool {
    let label = before.trim_start_matches([' ', '\t', '-', '*', '>', '+', '|']);
    let label = label.split([':', '：']).next().unwrap_or_default();
    label.len() < before.trim().len()
        && label.len() <= 60
        && (is_bad(label) || ends_with_not(label))
        || label.starts_with(['❌', '✗', '✘', '🚫', '⛔'])
}

fn ends_with_not(label: &str) -> bool {
    let label = label.trim_matches(['*', '_', ' ']).to_lowercase();
    NOT.iter().any(|word| label.ends_with(word.trim()))
}

fn is_list(before: &str) -> bool {
    let item = before.trim_start();
    item.starts_with(['-', '*', '+', '•', '|']) || item.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the line that introduces a list, such as `Never run these commands:`. `line_start` is
/// the byte offset in `all` at which the line of a list item begins. Lines are searched backwards
/// from this item to the byte offset `from`. Empty lines and list items are skipped. Returns an
/// empty text if no other line is found.
fn list_lead(all: &str, line_start: usize, from: usize) -> &str {
    let low = boundary(
        all,
        line_start
            .saturating_sub(MAX_BACK)
            .max(from.min(line_start)),
    );
    let mut lines = all[low..line_start].lines().rev().map(str::trim);
    lines
        .find(|line| !line.is_empty() && !is_list(line))
        .unwrap_or_default()
}

fn boundary(all: &str, mut at: usize) -> usize {
    while !all.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Returns the head of the Markdown table whose row begins at byte `line_start` of `all`. If a line
/// of text is directly above the table, the result includes that line.
fn head(all: &str, line_start: usize) -> &str {
    let low = boundary(all, line_start.saturating_sub(MAX_BACK));
    let mut start = line_start;
    let mut end = line_start;
    for line in all[low..line_start].split_inclusive('\n').rev() {
        end = start;
        start -= line.len();
        if !line.trim_start().starts_with('|') {
            let row = all[end..line_start]
                .split_inclusive('\n')
                .next()
                .map_or(0, str::len);
            return &all[if line.trim().is_empty() { end } else { start }..end + row];
        }
    }
    &all[start..end.max(start)]
}

/// Returns true if a heading above a byte warns of the text below it. Only the nearest heading and
/// the headings that contain it are checked.
fn heading_is_bad(text: &SkillText<'_>, at: usize) -> bool {
    let low = boundary(
        text.text,
        at.saturating_sub(MAX_BACK).max(text.body.start.min(at)),
    );
    let mut level = 7;
    let mut start = at;
    for line in text.text[low..at].split_inclusive('\n').rev() {
        start -= line.len();
        if !line.starts_with('#') {
            continue;
        }
        let marks = line.len() - line.trim_start_matches('#').len();
        let is_heading = marks < level && line[marks..].starts_with(' ');
        if !is_heading
            || text
                .span_at(start)
                .is_some_and(|span| span.kind == SpanKind::Block)
        {
            continue;
        }
        if is_bad(line) || ends_with_not(line) || forbids(line, true) {
            return true;
        }
        level = marks;
        if level <= 2 {
            return false;
        }
    }
    false
}

/// Returns true if a text contains a word for something forbidden or dangerous.
fn is_bad(text: &str) -> bool {
    if text.trim().is_empty() {
        return false;
    }
    let lower = text.to_lowercase();
    BAD.iter().any(|word| has_word(&lower, word))
}

/// Returns true if a text contains a word. The word must not be the end of a longer word, and no
/// negation may be directly before it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_free = !word.starts_with(|c: char| c.is_ascii_alphabetic())
            || !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        // A text such as "not dangerous" is not a warning.
        let is_denied = ["not ", "isn't ", "no ", "non-", "不"]
            .iter()
            .any(|no| text[..at].ends_with(no));
        is_free && !is_denied
    })
}

/// Words that may be between a forbidding word and the forbidden verb.
const SKIPPED: &str = "ever just blindly directly simply to be you please also manually silently automatically pipe-to";

/// Returns true if a clause forbids running something, as in "never run". The first verb after a
/// word such as "never" must be a verb for running. If no word follows the word "never", returns `at_end`.
fn forbids(clause: &str, at_end: bool) -> bool {
    let lower = clause.to_lowercase();
    NOT.iter().any(|not| {
        lower.match_indices(not).any(|(at, _)| {
            let is_latin = |c: char| c.is_alphanumeric();
            let begins_free = !is_spaced(not) || !lower[..at].ends_with(is_latin);
            let is_free = begins_free
                && (!is_spaced(not)
                    || !lower[at + not.len()..].starts_with(is_latin)
                    || not.ends_with('\''));
            let rest = lower[at + not.len()..].trim_start_matches(|c: char| !c.is_alphanumeric());
            if !is_free {
                return false;
            }
            if rest.is_empty() {
                return at_end;
            }
            // In languages without spaces, the verb may be anywhere after the forbidding word.
            if !is_spaced(not) {
                return RUN
                    .iter()
                    .any(|verb| !verb.is_ascii() && rest.contains(verb))
                    || rest.chars().count() <= 4;
            }
            let words = rest
                .split(|c: char| !c.is_alphanumeric() && c != '\'')
                .filter(|word| !word.is_empty());
            let mut words = words.filter(|word| !is_in(word, SKIPPED));
            words.next().is_none_or(is_verb) && !turns(rest)
        })
    })
}

/// Returns true if the rest of a clause asks to run something else instead, as in "do not use pip,
/// run …".
fn turns(rest: &str) -> bool {
    let at = [", ", ": ", "— ", "– ", " but ", "，", "："]
        .iter()
        .filter_map(|joint| rest.rfind(joint).map(|at| at + joint.len()))
        .max();
    let text_after = at.map_or("", |at| &rest[at..]);
    let word = text_after
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty() && !is_in(word, "just simply please then instead but"));
    word.is_some_and(is_verb)
}

fn is_verb(word: &str) -> bool {
    RUN.iter().any(|verb| {
        if verb.is_ascii() {
            word.starts_with(verb)
        } else {
            word.contains(verb)
        }
    })
}

/// Returns true if a word is in a script that separates words with spaces.
fn is_spaced(word: &str) -> bool {
    word.chars().all(|c| c < '\u{1100}')
}
