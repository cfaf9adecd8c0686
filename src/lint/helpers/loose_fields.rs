//! Fields at the start of a file that no host reads, because they are not written as frontmatter.
//!
//! A tolerant parser finds the name and the description in lines with bullets, emphasis, headings, unusual separators
//! or unusual delimiters. The parser returns the edits that turn these lines into frontmatter. No word is changed.

use std::ops;

use crate::lint::fixes::Fix;
use crate::lint::fixes::check::{Edit, tried_losing};
use crate::lint::fixes::kept_words::Loss;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::sort;

/// The maximum number of lines that are searched for fields. No host has this limit.
const MAX_LINES: usize = 60;

/// The maximum length of a key, in bytes. No host has this limit.
const MAX_KEY: usize = 40;

/// The title of the fix that writes the fields as frontmatter.
pub const TITLE: &str = "Write the fields as frontmatter";

/// The keys of the two fields that every skill's frontmatter has.
const KNOWN: [&str; 2] = ["name", "description"];

/// The fields at the start of a file, with the edits that turn them into frontmatter.
pub struct LooseFields {
    pub edits: Vec<Edit>,
    /// The byte range of the first field's line.
    pub first: ops::Range<usize>,
    /// The keys that the new frontmatter will have: `name`, `description` or both.
    keys: Vec<&'static str>,
    /// True if the fields may only be an example: they are in a code fence, and the name in them
    /// differs from the folder's name.
    may_be_example: bool,
}

impl LooseFields {
    /// Returns the fix that turns the fields at the start of the file into frontmatter, by putting
    /// them between two lines `---`. `dropping` has the verdicts of the hosts that drop the skill.
    pub fn fix(&self, context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Fix {
        let fix = tried_losing(context, dropping, TITLE, &self.edits, Loss::Frame);
        Fix {
            safe: fix.safe && !self.may_be_example,
            ..fix
        }
    }
}

/// Returns the fix that turns the fields at the start of a file into frontmatter; `None` if there are no such fields.
pub fn fix(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Fix> {
    Some(read(context)?.fix(context, dropping))
}

/// Returns the fix that turns the fields at the start of a file into frontmatter; `None` if the new
/// frontmatter would not have the field `key`.
pub fn fix_of(key: &str, context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Fix> {
    let fields = read(context).filter(|fields| fields.keys.contains(&key))?;
    Some(fields.fix(context, dropping))
}

/// A line without its line end, with its byte range.
struct Line<'t> {
    bytes: ops::Range<usize>,
    text: &'t str,
}

/// A line with a key and a value, and the characters around the key.
struct Field<'t> {
    /// The characters before the key on its line.
    prefix: &'t str,
    key: &'t str,
    /// The characters between the key and the value, such as a colon.
    sign: &'t str,
    value: &'t str,
}

/// Returns the fields at the start of a file. Returns `None` if there are no fields, if they are already frontmatter,
/// or if it is uncertain which lines are fields.
pub fn read(context: &SkillContext<'_>) -> Option<LooseFields> {
    let text = context.text;
    if has_one_line(text) {
        let first = text.find('\r')?;
        let end = text.rfind('\r')? + 1;
        let edits = vec![(first..end, text[first..end].replace('\r', "\n"))];
        let first = first..first + 1;
        let keys = KNOWN.to_vec();
        return Some(LooseFields {
            edits,
            first,
            keys,
            may_be_example: false,
        });
    }
    let mark = context.mark_length();
    let eol = context.line_end();
    let lines: Vec<Line<'_>> = lines(text, mark);
    // A line with another key is a field only if the characters around its key are the same as around the name or the
    // description.
    let styles: Vec<_> = lines
        .iter()
        .filter_map(known)
        .map(|it| style(&it))
        .collect();
    let is_field = |line: &Line<'_>| {
        field(line.text).is_some_and(|field| field.is_yaml() || styles.contains(&style(&field)))
    };
    let whole = |line: &Line<'_>| {
        let end = text[line.bytes.end..].find('\n');
        line.bytes.start..end.map_or(text.len(), |end| line.bytes.end + end + 1)
    };
    let mut edits: Vec<Edit> = Vec::new();

    let first = lines.iter().position(is_field)?;
    let mut open = None;
    for line in &lines[..first] {
        if is_delimiter(line.text) && open.is_none() {
            open = Some(line);
            if line.bytes.start > mark {
                edits.push((whole(line), String::new()));
            } else if line.text != "---" {
                edits.push((line.bytes.clone(), "---".to_owned()));
            }
        } else if is_delimiter(line.text) || line.text.trim().is_empty() {
            edits.push((whole(line), String::new()));
        } else if is_comment(line.text) {
            edits.push((line.bytes.start..line.bytes.start, "# ".to_owned()));
        } else {
            return None;
        }
    }
    if open.is_none_or(|line| line.bytes.start > mark) {
        edits.insert(0, (mark..mark, format!("---{eol}")));
    }

    let is_fenced = open.is_some_and(|line| is_fence(line.text));
    let mut may_be_example = false;
    let mut found: Vec<&'static str> = Vec::new();
    let mut end = None;
    let mut last: Option<Field<'_>> = None;
    let mut at = first;
    while let Some(line) = lines.get(at) {
        let next = lines[at + 1..]
            .iter()
            .find(|line| !line.text.trim().is_empty());
        let goes_on = || {
            let next = next.and_then(known);
            next.is_some_and(|next| !found.contains(&next.key))
        };
        if is_delimiter(line.text) {
            if !goes_on() {
                end = Some(at);
                break;
            }
            edits.push((whole(line), String::new()));
        } else if line.text.trim().is_empty() {
            if !goes_on() && !next.is_some_and(|next| is_delimiter(next.text)) {
                break;
            }
        } else if let Some(field) = is_field(line).then(|| field(line.text)).flatten() {
            let is_parent = field.value.is_empty()
                && field.prefix.is_empty()
                && (next.and_then(known)).is_some_and(|next| next.prefix.starts_with([' ', '\t']));
            if is_parent {
                edits.push((line.bytes.start..line.bytes.start, "# ".to_owned()));
            } else {
                field.edits(line.bytes.start, &mut edits);
            }
            may_be_example |= is_fenced && field.key == "name" && {
                let name = field.value.trim_matches(['"', '\'', ',']);
                name != context.skill_folder()
            };
            found.extend(KNOWN.iter().find(|key| **key == field.key));
            let other = KNOWN
                .iter()
                .find(|key| !found.contains(key) && field.key == KNOWN[0]);
            let is_free = |key: &&&str| !lines.iter().filter_map(known).any(|it| it.key == **key);
            if let Some(key) = other.filter(is_free)
                && let Some(at) = field.value.find(&format!(" {key}: "))
            {
                let start = line.bytes.start + line.text.find(field.value).unwrap_or_default() + at;
                edits.push((start..start + 1, eol.to_owned()));
                found.push(key);
            }
            last = (!is_parent).then_some(field);
        } else if line.text.starts_with([' ', '\t']) {
            // The line continues the previous value, and has the same indentation as that value's key.
            let prefix = last.as_ref().map_or("", |last| last.prefix);
            let is_blank = !prefix.is_empty() && prefix.trim().is_empty();
            if is_blank && line.text.starts_with(prefix) {
                edits.push((
                    line.bytes.start..line.bytes.start + prefix.len(),
                    String::new(),
                ));
            }
        } else if last.as_ref().is_some_and(|last| last.value.is_empty()) {
            // The value of the key begins on this line, not on the line of the key.
            let before = lines[at - 1].bytes.end;
            edits.push((before..line.bytes.start, " ".to_owned()));
            last = None;
        } else if !line.text.starts_with('#') {
            // If there is an opening delimiter, this text may belong to the frontmatter, so nothing is certain.
            if open.is_some() {
                return None;
            }
            break;
        }
        at += 1;
    }
    match end {
        Some(end) => {
            let line = &lines[end];
            if line.text != "---" {
                edits.push((line.bytes.clone(), "---".to_owned()));
            }
            // The next line may be a second closing delimiter.
            let after = lines.get(end + 1).filter(|line| is_closing(line.text));
            edits.extend(after.map(|line| (whole(line), String::new())));
        }
        None if context.frontmatter.delimited.is_ok() => return None,
        None => {
            let after = lines.get(at).map_or(text.len(), |line| line.bytes.start);
            let end = text[..after].trim_end().len();
            let gap = if text[end..].starts_with(['\n', '\r']) {
                ""
            } else {
                eol
            };
            edits.push((end..end, format!("{eol}---{gap}")));
        }
    }
    let is_sure = match context.frontmatter.delimited {
        Ok(()) => !found.is_empty(),
        Err(_) => KNOWN.iter().all(|key| found.contains(key)),
    };
    let first = lines[first].bytes.clone();
    (is_sure && !edits.is_empty()).then(|| LooseFields {
        edits: apart(edits),
        first,
        keys: found,
        may_be_example,
    })
}

/// Returns true if a text has carriage returns but no line feeds. Most hosts read such a text as
/// one line.
pub fn has_one_line(text: &str) -> bool {
    text.contains('\r') && !text.contains('\n')
}

impl Field<'_> {
    /// Returns true if the field's line is already valid YAML, so that it needs no edit.
    fn is_yaml(&self) -> bool {
        self.prefix.is_empty()
            && (self.sign.starts_with(": ") || self.sign == ":" && self.value.is_empty())
    }

    /// Adds the edits that turn this field into a line of YAML. The field's line begins at byte
    /// `start`.
    fn edits(&self, start: usize, edits: &mut Vec<Edit>) {
        if self.is_yaml() {
            return;
        }
        let key = start + self.prefix.len();
        let sign = key + self.key.len();
        let value = sign + self.sign.len();
        if !self.prefix.is_empty() {
            edits.push((start..key, String::new()));
        }
        let colon = if self.value.is_empty() { ":" } else { ": " };
        if self.sign != colon {
            edits.push((sign..value, colon.to_owned()));
        }
        // As in JSON, the key is in quotes, and a comma after the value is removed.
        let is_quoted = self.prefix.ends_with('"') && self.sign.starts_with('"');
        if is_quoted && self.value.ends_with("\",") {
            let end = value + self.value.len();
            edits.push((end - 1..end, String::new()));
        }
    }
}

/// Parses a line whose key is `name` or `description`; `None` for any other line.
fn known<'t>(line: &Line<'t>) -> Option<Field<'t>> {
    field(line.text).filter(|field| KNOWN.contains(&field.key))
}

/// Returns the characters on both sides of a field's key: the text before the key, such as `- **`,
/// and the text between the key and the value, such as `**:`. Spaces at the end of each text are
/// removed.
fn style<'t>(field: &Field<'t>) -> (&'t str, &'t str) {
    let without_spaces = |text: &'t str| text.trim_end_matches(' ');
    (without_spaces(field.prefix), without_spaces(field.sign))
}

/// Sorts edits, and combines two edits that begin at the same byte.
fn apart(mut edits: Vec<Edit>) -> Vec<Edit> {
    sort::by_key(&mut edits, |(bytes, _)| (bytes.start, bytes.end));
    edits.dedup_by(|(bytes, text), (last, put_in)| {
        let meet = last.start == bytes.start;
        if meet {
            last.end = bytes.end;
            put_in.push_str(text);
        }
        meet
    });
    edits
}

fn lines(text: &str, from: usize) -> Vec<Line<'_>> {
    let mut at = from;
    let lines = text[from..].split_inclusive('\n').take(MAX_LINES);
    lines
        .map(|line| {
            let start = at;
            at += line.len();
            let text = line.trim_end_matches(['\n', '\r']);
            Line {
                bytes: start..start + text.len(),
                text,
            }
        })
        .collect()
}

/// Parses a line with a key and a value, with any characters around the key; `None` if the line has
/// no key.
fn field(line: &str) -> Option<Field<'_>> {
    const BEFORE: [char; 11] = [' ', '\t', '-', '*', '+', '#', '>', '"', '\'', '`', '\u{a0}'];
    const AFTER: [char; 7] = [' ', '\t', '*', '"', '\'', '`', '\u{a0}'];
    let rest = line.trim_start_matches(BEFORE);
    let prefix = &line[..line.len() - rest.len()];
    let is_of_key =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let length = rest.find(|character| !is_of_key(character))?;
    let (key, after) = rest.split_at(length);
    // The dash at the end may belong to an arrow (`->`), not to the key.
    let key = key.trim_end_matches('-');
    let after = &rest[key.len()..after.len() + length];
    let sign = after.trim_start_matches(AFTER);
    let sign = ["->", "=>", ":", "：", "="]
        .iter()
        .find_map(|mark| sign.strip_prefix(mark))?;
    // The bold text that begins before the key may end after the colon.
    let is_bold = prefix.ends_with("**");
    let value = match sign.strip_prefix("**").filter(|_| is_bold) {
        Some(value) => value,
        None => sign,
    };
    let value = value.trim_start_matches([' ', '\t', '\u{a0}', '\u{3000}']);
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.len() <= MAX_KEY
        && !value.starts_with("//");
    is_key.then(|| Field {
        prefix,
        key,
        sign: &rest[key.len()..rest.len() - value.len()],
        value: value.trim_end(),
    })
}

/// Returns true if a line can only be a delimiter. Delimiters are a row of equal punctuation
/// characters, a code fence, a brace, and the start or end of an HTML comment.
fn is_delimiter(line: &str) -> bool {
    const MARKS: [char; 9] = ['-', '–', '—', '+', '*', '_', '=', '~', '.'];
    let line = line.trim();
    let first = line.chars().next();
    let is_row = line.chars().all(|c| Some(c) == first && MARKS.contains(&c))
        && (line.len() > 1 && !line.is_empty());
    is_row || is_fence(line) || matches!(line, "<!--" | "-->" | "{" | "}")
}

/// Returns true if a line opens or closes a code block.
fn is_fence(line: &str) -> bool {
    let line = line.trim();
    (line.starts_with("```") || line.starts_with("~~~")) && !line.contains(' ')
}

/// Returns true if a line after the fields may be a closing delimiter, such as the end of a code
/// fence around the fields.
fn is_closing(line: &str) -> bool {
    matches!(line.trim(), "---" | "```" | "~~~" | "-->" | "}")
}

/// Returns true if a line consists only of an HTML comment.
fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("<!--") && line.find("-->").is_some_and(|at| at + 3 == line.len())
}
