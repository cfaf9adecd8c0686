//! Frontmatter that hosts do not find, and names and descriptions that are missing or that a host does not take.

use std::ops;

use super::diagnostic::{Diagnostic, Fix, Severity};
use super::fix_check::{Edit, FixCheck};
use super::rule::{Rule, RuleGroup};
use super::rules::description::{description_too_long, missing_description};
use super::skill_context::{SkillContext, members};
use super::verdict::Verdict;
use super::yaml::in_quotes;
use crate::text::document::Unsplit;
use crate::tree::path;

static NO_FRONTMATTER: Rule = Rule::new(
    RuleGroup::Structure,
    "no-frontmatter",
    Severity::Error,
    "the file does not begin with a block between two lines of ---",
);
static UNCLOSED_FRONTMATTER: Rule = Rule::new(
    RuleGroup::Structure,
    "unclosed-frontmatter",
    Severity::Error,
    "no line of --- ends the frontmatter",
);
static FRONTMATTER_DELIMITER: Rule = Rule::new(
    RuleGroup::Structure,
    "frontmatter-delimiter",
    Severity::Error,
    "a line that should be --- and no more is something else",
);
static TEXT_BEFORE_FRONTMATTER: Rule = Rule::new(
    RuleGroup::Structure,
    "text-before-frontmatter",
    Severity::Error,
    "something stands before the frontmatter",
);
static BYTE_ORDER_MARK: Rule = Rule::new(
    RuleGroup::Structure,
    "byte-order-mark",
    Severity::Error,
    "the file begins with a byte order mark",
);
static EMPTY_FILE: Rule = Rule::new(
    RuleGroup::Structure,
    "empty-file",
    Severity::Error,
    "the file has no text in it",
);
static LINK_AS_TEXT: Rule = Rule::new(
    RuleGroup::Structure,
    "link-as-text",
    Severity::Error,
    "the file holds the path of another: a symbolic link that became a text",
);
static NOT_MARKDOWN: Rule = Rule::new(
    RuleGroup::Structure,
    "not-markdown",
    Severity::Error,
    "the file is a document of another kind",
);
pub(super) static MISSING_NAME: Rule = Rule::new(
    RuleGroup::Fields,
    "missing-name",
    Severity::Warning,
    "there is no name",
);
pub(super) static NAME_TOO_LONG: Rule = Rule::new(
    RuleGroup::Fields,
    "name-too-long",
    Severity::Warning,
    "the name is longer than a host takes",
);
pub(super) static NAME_REFUSED: Rule = Rule::new(
    RuleGroup::Fields,
    "name-refused",
    Severity::Warning,
    "the name has characters that a host does not take",
);
pub(super) static NAME_NOT_FOLDER: Rule = Rule::new(
    RuleGroup::Fields,
    "name-not-folder",
    Severity::Warning,
    "the name is not the folder's where a host wants them the same",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &NO_FRONTMATTER,
    &UNCLOSED_FRONTMATTER,
    &FRONTMATTER_DELIMITER,
    &TEXT_BEFORE_FRONTMATTER,
    &BYTE_ORDER_MARK,
    &EMPTY_FILE,
    &LINK_AS_TEXT,
    &NOT_MARKDOWN,
    &MISSING_NAME,
    &NAME_TOO_LONG,
    &NAME_REFUSED,
    &NAME_NOT_FOLDER,
];

/// Lines before the frontmatter that are looked through for it.
const MAX_LINES_BEFORE: usize = 40;

/// Descriptions that are tried where one is missing.
const MAX_DESCRIPTIONS: usize = 4;

/// Why hosts drop the skill for that reason; none when it is no matter of this file.
pub(super) fn explain(
    context: &SkillContext<'_>,
    reason: &str,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    let no = dropping.iter().find_map(Verdict::dropped);
    let words = no.map_or(("", ""), |no| (&no.message, &no.change));
    let found = match reason {
        "no-frontmatter" | "byte-order-mark" => unfound(context, dropping),
        "missing-name" => missing(context, dropping, "name", &MISSING_NAME),
        "missing-description" => {
            missing(context, dropping, "description", &missing_description::RULE)
        }
        "name-too-long" => too_long(context, "name", &NAME_TOO_LONG, words),
        "description-too-long" => {
            too_long(context, "description", &description_too_long::RULE, words)
        }
        "name-invalid" => refused_name(context, &NAME_REFUSED, words),
        "name-mismatch" => refused_name(context, &NAME_NOT_FOLDER, words),
        _ => return None,
    };
    Some(found)
}

fn at_start(context: &SkillContext<'_>, rule: &Rule, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(rule, context.path, context.start(), message).help(help)
}

/// Why a host finds no frontmatter.
fn unfound(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let text = context.text;
    let frontmatter = &context.frontmatter;
    let unmarked = text.trim_start_matches('\u{feff}');
    let mark = text.len() - unmarked.len();
    if unmarked.trim().is_empty() {
        return at_start(
            context,
            &EMPTY_FILE,
            "the file has no text in it",
            "Write the skill: frontmatter with a name and a description, and instructions below it.",
        );
    }
    if mark > 0 && frontmatter.delimited.is_ok() {
        let edits = [(0..mark, String::new())];
        return at(
            context,
            &BYTE_ORDER_MARK,
            0..mark,
            "the file begins with a byte order mark, so its first line is not `---`",
        )
        .help("Save the file as UTF-8 without a byte order mark.")
        .fix(tried(
            context,
            dropping,
            "Remove the byte order mark",
            &edits,
        ));
    }
    if is_path(unmarked.trim()) {
        return at(
            context,
            &LINK_AS_TEXT,
            mark..text.trim_end().len(),
            "the file holds nothing but a path, as a symbolic link does that was checked out or packed as a text",
        )
        .help("Put the file itself there, or check it out where symbolic links are links.");
    }
    if let Some(kind) = other_kind(unmarked) {
        return at_start(
            context,
            &NOT_MARKDOWN,
            &format!("the file is {kind}, not Markdown"),
            "Save the text as plain Markdown.",
        );
    }
    if let Some(bytes) = context.glued_delimiter() {
        return delimiter(context, dropping, bytes.clone(), context.slice(&bytes));
    }
    match frontmatter.delimited {
        Err(Unsplit::NotClosed) => unclosed(context, dropping),
        Err(Unsplit::NotOpened) => unopened(context, dropping, mark),
        Ok(()) => absent(context, dropping, frontmatter.bytes.start, false),
    }
}

/// What a file is that programs save under any name: rich text, or the page that a download came with instead.
fn other_kind(text: &str) -> Option<&'static str> {
    let start = text
        .trim_start()
        .get(..14)
        .unwrap_or(text)
        .to_ascii_lowercase();
    let kinds = [
        ("{\\rtf", "rich text"),
        ("<!doctype html", "a web page"),
        ("<html", "a web page"),
        ("%pdf-", "a PDF"),
        (
            "404: not found",
            "the answer of a server that had no such file",
        ),
    ];
    let kind = kinds.iter().find(|(mark, _)| start.starts_with(mark));
    kind.map(|(_, kind)| *kind)
}

fn is_path(text: &str) -> bool {
    text.contains('/')
        && !text.contains(char::is_whitespace)
        && !text.contains("://")
        && text.len() < 1024
        && (text.starts_with('.') || text.starts_with('/') || text.ends_with(".md"))
}

fn at(
    context: &SkillContext<'_>,
    rule: &Rule,
    bytes: ops::Range<usize>,
    message: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(rule, context.path, context.range(bytes), message)
}

/// A fix, safe where the hosts say so.
fn tried(context: &SkillContext<'_>, dropping: &[Verdict<'_>], title: &str, edits: &[Edit]) -> Fix {
    let mut fix_check = FixCheck::new(context);
    let outcome = fix_check.run(edits);
    fix_check.fix(title, outcome.keeps && outcome.mends(dropping), edits)
}

/// The lines of the text from some byte on, without their ends.
fn lines(text: &str, from: usize) -> impl Iterator<Item = (ops::Range<usize>, &str)> {
    let mut at = from;
    text[from..].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        (start..start + line.len(), line)
    })
}

/// A line that begins as a delimiter does and goes on as none.
fn is_nearly_delimiter(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("---")
}

/// Frontmatter that no line ends.
fn unclosed(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let text = context.text;
    let start = context.frontmatter.bytes.start;
    // What is no member and continues none begins the body.
    let body = lines(text, start).find(|(_, line)| {
        let is_member = !members(line, &(0..line.len())).is_empty();
        !is_member && !line.starts_with([' ', '\t', '-']) && !line.is_empty()
    });
    let end = body.map_or(text.len(), |(bytes, _)| bytes.start);
    let kept = text[..end].trim_end().len();
    let eol = context.line_end();
    let insert = match text[kept..].starts_with(['\n', '\r']) {
        true => format!("{eol}---"),
        false => format!("{eol}---{eol}"),
    };
    let diagnostic = at(
        context,
        &UNCLOSED_FRONTMATTER,
        0..text.lines().next().map_or(0, str::len),
        "no line `---` ends the frontmatter that the first line begins",
    )
    .help("Put a line `---` behind the frontmatter.");
    if members(text, &(start..kept.max(start))).is_empty() {
        return diagnostic;
    }
    diagnostic.fix(tried(
        context,
        dropping,
        "End the frontmatter",
        &[(kept..kept, insert)],
    ))
}

/// A line that should be a delimiter.
fn delimiter(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    bytes: ops::Range<usize>,
    line: &str,
) -> Diagnostic {
    let rest = line.trim().trim_start_matches('-');
    let title = "Make the line `---`";
    let edit = match rest {
        "" => (bytes.clone(), "---".to_owned()),
        rest => {
            let cut = bytes.end - (line.len() - line.trim_end().len()) - rest.len();
            (bytes.start..cut, format!("---{}", context.line_end()))
        }
    };
    let message = if rest.is_empty() {
        format!("{line:?} is not the line `---` that delimits frontmatter")
    } else {
        "text stands on the line `---` that delimits the frontmatter".to_owned()
    };
    at(context, &FRONTMATTER_DELIMITER, bytes, message)
        .help("Write `---` at the left margin, and nothing else on the line.")
        .fix(tried(context, dropping, title, &[edit]))
}

/// A text that does not begin with a delimiter.
fn unopened(context: &SkillContext<'_>, dropping: &[Verdict<'_>], mark: usize) -> Diagnostic {
    let text = context.text;
    let is_known = |key: &str| matches!(key, "name" | "description");
    let has_known = |from: usize| {
        let until = lines(text, from).find(|(_, line)| line.trim() == "---");
        let bytes = from..until.map_or(from, |(bytes, _)| bytes.start);
        members(text, &bytes)
            .iter()
            .any(|member| is_known(member.key))
    };
    let Some((first, line)) = lines(text, mark).find(|(_, line)| !line.trim().is_empty()) else {
        return absent(context, dropping, mark, true);
    };
    if first.start == mark && is_nearly_delimiter(line) && has_known(first.end) {
        return delimiter(context, dropping, first, line);
    }
    let key = members(line, &(0..line.len()))
        .first()
        .map(|member| member.key);
    if key.is_some_and(is_known) && has_known(first.start) {
        let edits = [(mark..first.start, format!("---{}", context.line_end()))];
        return at(
            context,
            &FRONTMATTER_DELIMITER,
            first,
            "no line `---` stands before the frontmatter",
        )
        .help("Begin the file with a line `---`.")
        .fix(tried(context, dropping, "Begin the frontmatter", &edits));
    }
    let mut before = lines(text, mark).take(MAX_LINES_BEFORE);
    let opening = before.find(|(bytes, line)| line.trim() == "---" && has_known(bytes.end));
    if let Some((opening, _)) = opening {
        let mut edits = vec![(mark..opening.start, String::new())];
        let fence = line
            .trim()
            .chars()
            .take_while(|mark| matches!(mark, '`' | '~'))
            .count();
        let end = text.trim_end();
        let last = end.rfind('\n').map_or(0, |newline| newline + 1);
        if fence >= 3 && end[last..] == line.trim()[..fence] && last > opening.end {
            edits.push((last..end.len(), String::new()));
        }
        return at(
            context,
            &TEXT_BEFORE_FRONTMATTER,
            mark..opening.start,
            "something stands before the frontmatter, so hosts take it for part of the text",
        )
        .help("Begin the file with the line `---`.")
        .fix(tried(
            context,
            dropping,
            "Remove what stands before the frontmatter",
            &edits,
        ));
    }
    absent(context, dropping, mark, true)
}

/// A text without frontmatter, or with one that is empty.
fn absent(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    at_byte: usize,
    with_delimiters: bool,
) -> Diagnostic {
    let eol = context.line_end();
    let frontmatter = |description: &str| {
        let name = scalar(context.skill_folder());
        let fields = format!("name: {name}{eol}description: {}{eol}", scalar(description));
        if !with_delimiters {
            return fields;
        }
        let gap = match context.text[at_byte..].starts_with(['\n', '\r']) {
            true => "",
            false => eol,
        };
        format!("---{eol}{fields}---{eol}{gap}")
    };
    let title = "Begin with the folder's name and the first paragraph";
    // A byte order mark before it goes with it.
    let start = if with_delimiters { 0 } else { at_byte };
    let fix = described(context, dropping, title, |description| {
        vec![(start..at_byte, frontmatter(description))]
    });
    let first = context.text[at_byte..].lines().next().map_or(0, str::len);
    let message = if with_delimiters {
        "the file does not begin with frontmatter, so it has no name and no description"
    } else {
        "the frontmatter is empty, so there is no name and no description"
    };
    at(context, &NO_FRONTMATTER, at_byte..at_byte + first, message)
        .help("Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.")
        .fix(fix)
}

/// A fix that needs a description: that which hosts show already, or else the first words of the text; the first that
/// changes nothing for a host is safe.
fn described(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: impl Fn(&str) -> Vec<Edit>,
) -> Option<Fix> {
    let mut fix_check = FixCheck::new(context);
    let shown = fix_check.descriptions().into_iter();
    let mut candidates: Vec<String> = shown
        .filter(|text| is_prose(text))
        .map(str::to_owned)
        .collect();
    candidates.extend(first_words(&context.text[context.body.clone()]));
    let mut best: Option<Vec<Edit>> = None;
    for candidate in candidates.iter().take(MAX_DESCRIPTIONS) {
        let edits = edits(candidate);
        let outcome = fix_check.run(&edits);
        if outcome.keeps && outcome.mends(dropping) {
            return Some(fix_check.fix(title, true, &edits));
        }
        best.get_or_insert(edits);
    }
    best.map(|edits| fix_check.fix(title, false, &edits))
}

/// The first paragraph of a Markdown text, and its first heading.
fn first_words(body: &str) -> Vec<String> {
    let mut paragraph: Vec<&str> = Vec::new();
    let mut heading = None;
    let mut fence = false;
    for line in body.lines().map(str::trim) {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        fence ^= is_fence;
        let is_heading = line.starts_with('#');
        if is_heading && heading.is_none() && !fence {
            heading = Some(line.trim_matches(['#', ' ']).to_owned());
        }
        if !is_heading && !fence && !is_fence && is_prose(line) {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            break;
        }
    }
    let paragraph = (!paragraph.is_empty()).then(|| paragraph.join(" "));
    let heading = heading.filter(|heading| !heading.is_empty());
    paragraph.into_iter().chain(heading).collect()
}

/// Whether a line of Markdown says something: no rule, table, tag, picture, badge or fence.
fn is_prose(line: &str) -> bool {
    let marks = ["|", "<", "![", "[![", "```", "~~~"];
    line.contains(char::is_alphanumeric) && !marks.iter().any(|mark| line.starts_with(mark))
}

/// A field that is not there, or is there without a value.
pub(super) fn missing(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    key: &str,
    rule: &Rule,
) -> Diagnostic {
    let eol = context.line_end();
    let known = context.member(key);
    let other = match key {
        "description" => context.member("name"),
        _ => None,
    };
    let start = context.frontmatter.bytes.start;
    let edit = |value: &str| -> Vec<Edit> {
        let value = scalar(value);
        match (known, other) {
            (Some(known), _) if known.value_bytes.is_empty() => {
                let at = known.value_bytes.start.min(context.text.len());
                let at = context.text[..at].trim_end().len();
                vec![(at..at, format!(" {value}"))]
            }
            (Some(known), _) => vec![(known.value_bytes.clone(), value)],
            (None, Some(other)) => {
                let end = other.bytes.end;
                vec![(end..end, format!("{key}: {value}{eol}"))]
            }
            (None, None) => vec![(start..start, format!("{key}: {value}{eol}"))],
        }
    };
    let fix = match key {
        "name" => {
            let edits = edit(context.skill_folder());
            Some(tried(context, dropping, "Add the folder's name", &edits))
        }
        _ => described(
            context,
            dropping,
            "Add the first paragraph as the description",
            edit,
        ),
    };
    let bytes = match known {
        Some(known) => known.key_bytes.clone(),
        None => 0..context.text.lines().next().map_or(0, str::len),
    };
    let message = match known {
        Some(_) => format!("`{key}` has no text"),
        None => format!("the frontmatter has no `{key}`"),
    };
    at(context, rule, bytes, message)
        .help(match key {
            "name" => "Add `name:` with the folder's name.",
            _ => "Add `description:` with what the skill does and when to use it; the model sees nothing else of it before it chooses.",
        })
        .fix(fix)
}

/// A field that is longer than a host takes, with message and help.
pub(super) fn too_long(
    context: &SkillContext<'_>,
    key: &str,
    rule: &Rule,
    (message, help): (&str, &str),
) -> Diagnostic {
    let bytes = context.member(key).map_or(0..0, |member| {
        if member.value_bytes.is_empty() {
            member.key_bytes.clone()
        } else {
            member.value_bytes.clone()
        }
    });
    at(context, rule, bytes, message).help(help)
}

/// A name that a host refuses for what it is or for not being the folder's, with message and help.
pub(super) fn refused_name(
    context: &SkillContext<'_>,
    rule: &Rule,
    (message, help): (&str, &str),
) -> Diagnostic {
    let member = context.member("name");
    let bytes = member.map_or(0..0, |member| member.value_bytes.clone());
    let diagnostic = at(context, rule, bytes.clone(), message).help(help);
    if bytes.is_empty() {
        return diagnostic;
    }
    let parent = path::parent(context.path).unwrap_or("/");
    let folder = context.skill_folder();
    let written = context.slice(&bytes).trim_matches(['"', '\'']);
    let wanted = plain_name(written);
    let is_plain = |name: &str| plain_name(name) == name && !name.is_empty();
    // Whoever calls the skill by its name has to learn the new one, so no host need be asked whether that is safe.
    let renaming = |title: &str, name: &str| {
        let fix = Fix::unsafe_(title);
        fix.replace(context.path, &context.places, bytes.clone(), scalar(name))
    };
    if is_plain(folder) && folder != written {
        let fix = renaming("Give it the folder's name", folder);
        let moved = path::parent(parent).map(|above| path::join(above, written));
        let moved = moved.filter(|moved| is_plain(written) && context.tree.entry(moved).is_none());
        let renamed = moved.map(|moved| {
            Fix::unsafe_(format!("Rename the folder to {written}")).rename(parent, moved)
        });
        return diagnostic.fix(fix).fix(renamed);
    }
    let Some(above) = path::parent(parent).filter(|_| is_plain(&wanted)) else {
        return diagnostic;
    };
    let title = "Write the name in the characters that hosts take";
    let mut fix = renaming(title, &wanted);
    if folder != wanted {
        fix = fix.rename(parent, path::join(above, &wanted));
    }
    diagnostic.fix(fix)
}

/// A name in lower-case letters and digits, with single hyphens between them.
pub(super) fn plain_name(name: &str) -> String {
    let plain: String = (name.chars())
        .map(|character| match character.to_ascii_lowercase() {
            plain if plain.is_ascii_alphanumeric() => plain,
            _ => '-',
        })
        .collect();
    let parts: Vec<_> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// A text as YAML: as it is where it can be nothing but text, in quotes otherwise.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if is_plain {
        return text.to_owned();
    }
    if text.contains(char::is_control) {
        return serde_json::to_string(text).unwrap_or_default();
    }
    let edits = in_quotes(text, &(0..text.len()));
    super::fix_check::edited(text, &edits).unwrap_or_default()
}
