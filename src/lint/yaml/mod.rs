//! Frontmatter that is no YAML: which of its members a host cannot read, why, and what the author meant.
//!
//! Each member is put before the host by itself, so that a broken one is found whatever dialect the host reads.

use std::collections::HashMap;
use std::ops;

use serde::de::IgnoredAny;
use serde_yaml::Value;

use super::diagnostic::{Diagnostic, Fix, Related, Severity};
use super::frontmatter;
use super::rule::{Rule, RuleGroup};
use super::subject::{Member, Subject, members};
use super::trial::{Edit, Trial, edited};
use super::verdict::Verdict;
use crate::document::Range;
use crate::host::{self, Host};
use crate::skill::FaultCode;
use crate::yaml::{MAX_FRONTMATTER_BYTES, check_work};

static UNQUOTED_COLON: Rule = Rule::new(
    RuleGroup::Yaml,
    "unquoted-colon",
    Severity::Warning,
    "a value without quotes holds a colon that YAML takes for a key's",
);
static LEADING_INDICATOR: Rule = Rule::new(
    RuleGroup::Yaml,
    "leading-indicator",
    Severity::Warning,
    "a value begins with a character that means something else to YAML",
);
static TAB_INDENTATION: Rule = Rule::new(
    RuleGroup::Yaml,
    "tab-indentation",
    Severity::Warning,
    "a line is indented with tabs",
);
static BAD_ESCAPE: Rule = Rule::new(
    RuleGroup::Yaml,
    "bad-escape",
    Severity::Warning,
    "a backslash in double quotes begins no escape that YAML has",
);
static UNCLOSED_QUOTE: Rule = Rule::new(
    RuleGroup::Yaml,
    "unclosed-quote",
    Severity::Warning,
    "a quote is opened and not closed",
);
static TEXT_BEHIND_QUOTE: Rule = Rule::new(
    RuleGroup::Yaml,
    "text-behind-quote",
    Severity::Warning,
    "text stands behind the quote that ends a value",
);
static DUPLICATE_KEY: Rule = Rule::new(
    RuleGroup::Yaml,
    "duplicate-key",
    Severity::Warning,
    "a key stands twice",
);
static UNINDENTED_LINE: Rule = Rule::new(
    RuleGroup::Yaml,
    "unindented-line",
    Severity::Warning,
    "a line without a key goes on with a value and is not indented",
);
static LINE_WITHOUT_KEY: Rule = Rule::new(
    RuleGroup::Yaml,
    "line-without-key",
    Severity::Warning,
    "the frontmatter begins with a line that has no key",
);
static MISSING_BLANK: Rule = Rule::new(
    RuleGroup::Yaml,
    "missing-blank",
    Severity::Warning,
    "no blank follows a key's colon, so it is no key",
);
static WRONG_TYPE: Rule = Rule::new(
    RuleGroup::Yaml,
    "wrong-type",
    Severity::Warning,
    "a value is of another kind than the host reads",
);
static INVALID_YAML: Rule = Rule::new(
    RuleGroup::Yaml,
    "invalid-yaml",
    Severity::Warning,
    "the frontmatter is no YAML that the host reads, for a cause that no other rule names",
);
static FRONTMATTER_IGNORED: Rule = Rule::new(
    RuleGroup::Yaml,
    "frontmatter-ignored",
    Severity::Warning,
    "a host has the skill without anything that its frontmatter says",
);
static COMMENT_IN_VALUE: Rule = Rule::new(
    RuleGroup::Yaml,
    "comment-in-value",
    Severity::Warning,
    "a # cuts a value off, for YAML takes the rest for a comment",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &UNQUOTED_COLON,
    &LEADING_INDICATOR,
    &TAB_INDENTATION,
    &BAD_ESCAPE,
    &UNCLOSED_QUOTE,
    &TEXT_BEHIND_QUOTE,
    &DUPLICATE_KEY,
    &UNINDENTED_LINE,
    &LINE_WITHOUT_KEY,
    &MISSING_BLANK,
    &WRONG_TYPE,
    &INVALID_YAML,
    &FRONTMATTER_IGNORED,
    &COMMENT_IN_VALUE,
];

/// Members that are looked at by themselves at most. The limit is ours: each is put before every host.
const MAX_MEMBERS: usize = 128;

/// The keys whose values are texts that people write.
const TEXTS: [&str; 3] = ["name", "description", "when_to_use"];

/// Why YAML cannot read a member, in the order of preference with what would mend it.
struct Fault {
    rule: &'static Rule,
    bytes: ops::Range<usize>,
    message: String,
    help: &'static str,
    repairs: Vec<Repair>,
    related: Option<(ops::Range<usize>, &'static str)>,
}

struct Repair {
    title: &'static str,
    edits: Vec<Edit>,
    /// Whether nothing that the author wrote is lost.
    lossless: bool,
}

impl Repair {
    fn new(title: &'static str, edits: Vec<Edit>) -> Self {
        Self {
            title,
            edits,
            lossless: true,
        }
    }
}

/// Who reads YAML: a host, or the parser that most of them share, without any host's repair.
enum Reader<'a> {
    Host(Verdict<'a>, Box<dyn Host>),
    Parser,
}

impl Reader<'_> {
    /// Whether it reads a part of a frontmatter when nothing else but a name and a description is there.
    fn reads(&self, part: &str) -> bool {
        let Self::Host(verdict, host) = self else {
            return check_work(part, MAX_FRONTMATTER_BYTES).is_err() || parses(part);
        };
        let members = members(part, &(0..part.len()));
        let mut text = "---\n".to_owned();
        for key in ["name", "description"] {
            if !members.iter().any(|member| member.key == key) {
                text.push_str(key);
                text.push_str(": x\n");
            }
        }
        text.push_str(part.trim_end_matches('\n'));
        text.push_str("\n---\n");
        let parsed = host.parse(&text.as_str().into());
        // A host that takes no offence at what it cannot read says so.
        if verdict.ignores_frontmatter().is_some() {
            return !parsed.ignored.iter().any(|ignored| ignored.field.is_none());
        }
        let fault = parsed.outcome.and_then(|fields| fields.text).err();
        fault.is_none_or(|fault| {
            !matches!(fault.code, FaultCode::InvalidYaml | FaultCode::WrongType)
        })
    }
}

fn parses(yaml: &str) -> bool {
    serde_yaml::from_str::<Value>(yaml).is_ok()
}

/// A fault with whom it keeps from reading the frontmatter, and what mends it.
struct Cause {
    fault: Fault,
    /// Indices of the readers.
    readers: Vec<usize>,
    /// The lines that the readers must be able to read by themselves once they are mended.
    part: Option<ops::Range<usize>>,
    repair: Option<Repair>,
    /// Whether the repair changes nothing for hosts that have the skill.
    keeps: bool,
}

impl Cause {
    fn new(fault: Fault, readers: Vec<usize>, part: Option<ops::Range<usize>>) -> Self {
        Self {
            fault,
            readers,
            part,
            repair: None,
            keeps: false,
        }
    }
}

/// What keeps hosts from reading the frontmatter: those that drop the skill for it, those that ignore all of it, and
/// those that mend it each in their own way.
pub(super) fn check<'a>(
    subject: &Subject<'a>,
    dropping: &[Verdict<'a>],
    found: &mut Vec<Diagnostic>,
) {
    let ignoring = subject.verdicts.iter().copied();
    let ignoring: Vec<_> = ignoring
        .filter(|verdict| verdict.ignores_frontmatter().is_some())
        .collect();
    let mut readers: Vec<_> = (dropping.iter().chain(&ignoring))
        .filter_map(|verdict| {
            let host = host::open(Some(verdict.host), Some(verdict.edition)).ok()?;
            Some(Reader::Host(*verdict, host))
        })
        .collect();
    let yaml = subject.slice(&subject.frontmatter.bytes);
    let is_whole = subject.frontmatter.delimited.is_ok() && subject.glued_delimiter().is_none();
    if readers.is_empty() && is_whole && !Reader::Parser.reads(yaml) {
        readers.push(Reader::Parser);
    }
    if readers.is_empty() {
        return;
    }
    let mut trial = Trial::new(subject);
    let mut causes = causes(subject, &readers);
    for cause in &mut causes {
        choose(subject, &readers, cause, &mut trial);
    }
    let all: Vec<Edit> = (causes.iter())
        .filter_map(|cause| cause.repair.as_ref())
        .flat_map(|repair| repair.edits.iter().cloned())
        .collect();
    let whole = causes.iter().all(|cause| cause.repair.is_some());
    let outcome = trial.run(&all);
    let safe = outcome.keeps && (outcome.mends(dropping) || !whole);
    let fix = |cause: &Cause| {
        let repair = cause.repair.as_ref()?;
        let safe = safe && cause.keeps && repair.lossless;
        Some(trial.fix(repair.title, safe, &repair.edits))
    };
    for cause in &causes {
        let concerned = cause
            .readers
            .iter()
            .filter_map(|reader| match &readers[*reader] {
                Reader::Host(verdict, _) if verdict.dropped().is_some() => Some(verdict.who()),
                _ => None,
            });
        let concerned: Vec<_> = concerned.collect();
        let with_parser = matches!(readers[..], [Reader::Parser]);
        if concerned.is_empty() && !with_parser {
            continue;
        }
        let fault = &cause.fault;
        let mut diagnostic = Diagnostic::new(
            fault.rule,
            subject.path,
            subject.range(fault.bytes.clone()),
            &fault.message,
        )
        .help(fault.help)
        .fix(fix(cause));
        diagnostic
            .related
            .extend(fault.related.clone().map(|(bytes, message)| Related {
                message: message.to_owned(),
                path: subject.path.to_owned(),
                range: subject.range(bytes),
            }));
        found.push(if with_parser {
            diagnostic.concerning(subject.loading())
        } else {
            diagnostic.severity = Severity::Error;
            diagnostic.concerning(concerned)
        });
    }
    for verdict in dropping {
        let is_explained = causes.iter().any(|cause| {
            cause.readers.iter().any(|reader| {
                matches!(&readers[*reader], Reader::Host(known, _) if known.who() == verdict.who())
            })
        });
        let is_delimited =
            subject.frontmatter.delimited.is_ok() && subject.glued_delimiter().is_none();
        if !is_explained && !is_delimited {
            let diagnostic = frontmatter::explain(subject, "no-frontmatter", &[*verdict]);
            if let Some(diagnostic) = diagnostic {
                add(found, diagnostic.concerning([verdict.who()]));
            }
        } else if let (false, Some(no)) = (is_explained, verdict.dropped()) {
            let range = no
                .place
                .map_or_else(|| subject.start(), |start| Range { start, end: start });
            let mut diagnostic = Diagnostic::new(&INVALID_YAML, subject.path, range, &no.message)
                .help(&no.change)
                .concerning([verdict.who()]);
            diagnostic.severity = Severity::Error;
            add(found, diagnostic);
        }
    }
    if let Some(no) = ignoring.first().and_then(Verdict::ignores_frontmatter) {
        let range = match causes.first() {
            Some(cause) => subject.range(cause.fault.bytes.clone()),
            None => {
                let start = no.place.unwrap_or_else(|| subject.start().start);
                Range { start, end: start }
            }
        };
        let fits = edited(subject.text, &all).is_some();
        let fix = (whole && fits && !all.is_empty()).then(|| {
            let mut repairs = causes.iter().filter_map(|cause| cause.repair.as_ref());
            let lossless = repairs.all(|repair| repair.lossless);
            trial.fix("Mend the frontmatter", safe && lossless, &all)
        });
        let message = match causes.first() {
            Some(cause) => format!(
                "nothing that the frontmatter says counts, for {}",
                cause.fault.message
            ),
            None => no.message.clone(),
        };
        let help = causes
            .first()
            .map_or(no.change.as_str(), |cause| cause.fault.help);
        found.push(
            Diagnostic::new(&FRONTMATTER_IGNORED, subject.path, range, message)
                .help(help)
                .concerning(ignoring.iter().map(Verdict::who))
                .fix(fix),
        );
    }
}

/// Descriptions that end where YAML takes a `#` for the beginning of a comment.
pub(super) fn check_comments(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for key in ["description", "when_to_use"] {
        let Some(member) = subject.member(key) else {
            continue;
        };
        let value = &member.value_bytes;
        let written = subject.slice(value);
        let is_plain = !written.starts_with(['"', '\'', '|', '>', '[', '{', '#']);
        let Some(at) = written
            .find(" #")
            .filter(|_| is_plain && parses(subject.slice(&member.bytes)))
        else {
            continue;
        };
        let line_end = written[at..]
            .find('\n')
            .map_or(written.len(), |end| at + end);
        let cut = value.start + at + 1..value.start + line_end;
        let mut diagnostic = Diagnostic::new(
            &COMMENT_IN_VALUE,
            subject.path,
            subject.range(cut.clone()),
            format!(
                "YAML takes what stands behind ` #` for a comment, so `{key}` ends {} characters early",
                subject.slice(&cut).chars().count()
            ),
        )
        .help("Put the value in quotes if the rest belongs to it.")
        .concerning(subject.loading());
        if !written.contains('\n') {
            let edits = in_quotes(subject.text, value).into_iter();
            let fix = edits.fold(
                Fix::unsafe_("Put the value in quotes"),
                |fix, (bytes, text)| fix.replace(subject.path, &subject.places, bytes, text),
            );
            diagnostic = diagnostic.fix(fix);
        }
        if !diagnostic.hosts.is_empty() {
            found.push(diagnostic);
        }
    }
}

/// Adds a diagnostic, or its hosts to one that says the same.
fn add(found: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    let same = found.iter_mut().find(|known| {
        (&known.code, &known.path, &known.message)
            == (&diagnostic.code, &diagnostic.path, &diagnostic.message)
    });
    match same {
        Some(known) => known.hosts.extend(diagnostic.hosts),
        None => found.push(diagnostic),
    }
}

/// Chooses the first repair that all readers understand and that changes nothing for a host that has the skill; without
/// one, the first that they understand.
fn choose(
    subject: &Subject<'_>,
    readers: &[Reader<'_>],
    cause: &mut Cause,
    trial: &mut Trial<'_, '_>,
) {
    for repair in std::mem::take(&mut cause.fault.repairs) {
        if let Some(part) = &cause.part {
            let inside = repair.edits.iter().map(|(bytes, text)| {
                let bytes = bytes.start - part.start..bytes.end - part.start;
                (bytes, text.clone())
            });
            let mended = edited(subject.slice(part), &inside.collect::<Vec<_>>());
            let is_read = mended.is_some_and(|mended| {
                (cause.readers.iter()).all(|reader| readers[*reader].reads(&mended))
            });
            if !is_read {
                continue;
            }
        }
        let keeps = trial.run(&repair.edits).keeps;
        if keeps || cause.repair.is_none() {
            cause.repair = Some(repair);
            cause.keeps = keeps;
        }
        if keeps {
            return;
        }
    }
}

/// The causes in the text's order.
fn causes(subject: &Subject<'_>, readers: &[Reader<'_>]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    let failing = |part: &str| -> Vec<usize> {
        let all = readers.iter().enumerate();
        all.filter(|(_, reader)| !reader.reads(part))
            .map(|(index, _)| index)
            .collect()
    };
    let (before, members) = blocks(subject);
    if !subject.slice(&before).trim().is_empty() {
        let readers = failing(subject.slice(&before));
        if !readers.is_empty() {
            let fault = line_without_key(subject, &before);
            causes.push(Cause::new(fault, readers, Some(before)));
        }
    }
    for member in members.iter().take(MAX_MEMBERS) {
        let readers = failing(subject.slice(&member.bytes));
        if !readers.is_empty()
            && let Some(fault) = fault(subject, member)
        {
            causes.push(Cause::new(fault, readers, Some(member.bytes.clone())));
        }
    }
    // A host that mends some lines before it reads may break others by that, and takes each by itself.
    let explained: Vec<_> = causes
        .iter()
        .flat_map(|cause| &cause.readers)
        .copied()
        .collect();
    let unexplained: Vec<_> = (0..readers.len())
        .filter(|reader| !explained.contains(reader))
        .collect();
    for member in members.iter().take(MAX_MEMBERS) {
        let part = subject.slice(&member.bytes);
        if !unexplained.is_empty() && !Reader::Parser.reads(part) {
            match causes
                .iter_mut()
                .find(|cause| cause.part.as_ref() == Some(&member.bytes))
            {
                Some(cause) => cause.readers.extend(&unexplained),
                None => causes.extend(fault(subject, member).map(|fault| {
                    Cause::new(fault, unexplained.clone(), Some(member.bytes.clone()))
                })),
            }
        }
    }
    for (index, member) in members.iter().enumerate().take(MAX_MEMBERS) {
        let first = members[..index]
            .iter()
            .find(|other| other.key == member.key);
        let Some(first) = first else {
            continue;
        };
        let both = [first, member].map(|member| subject.slice(&member.bytes).trim_end());
        let readers = failing(&both.join("\n"));
        if !readers.is_empty() {
            let same = subject.slice(&first.value_bytes) == subject.slice(&member.value_bytes);
            let fault = Fault {
                rule: &DUPLICATE_KEY,
                bytes: member.key_bytes.clone(),
                message: format!("the key `{}` stands twice", member.key),
                help: "Keep one of the two lines.",
                repairs: vec![Repair {
                    title: "Remove the second of the two",
                    edits: vec![(member.bytes.clone(), String::new())],
                    lossless: same,
                }],
                related: Some((first.key_bytes.clone(), "it stands here first")),
            };
            causes.push(Cause::new(fault, readers, None));
        }
    }
    causes.sort_by_key(|cause| cause.fault.bytes.start);
    causes
}

/// What stands before the first member, and the members, each with the lines of prose behind it that only look like keys.
fn blocks<'a>(subject: &Subject<'a>) -> (ops::Range<usize>, Vec<Member<'a>>) {
    let mut bytes = subject.frontmatter.bytes.clone();
    if let Some(glued) = subject.glued_delimiter() {
        bytes.end = glued.start;
    }
    let members = members(subject.text, &bytes);
    let mut blocks: Vec<Member<'a>> = Vec::new();
    for member in &members {
        match blocks.last_mut() {
            Some(last) if is_prose(member.key) => {
                last.bytes.end = member.bytes.end;
                last.value_bytes.end = member.value_bytes.end;
            }
            None if is_prose(member.key) => {}
            _ => blocks.push(member.clone()),
        }
    }
    let first = blocks.first().map_or(bytes.end, |first| first.bytes.start);
    (bytes.start..first, blocks)
}

/// Whether what stands before a colon is more likely the beginning of a sentence than a key.
fn is_prose(key: &str) -> bool {
    let is_of_a_key = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | ' ')
    };
    !key.chars().all(is_of_a_key) || key.split(' ').count() > 3
}

fn line_without_key(subject: &Subject<'_>, before: &ops::Range<usize>) -> Fault {
    let all = lines(subject.text, before);
    let line = all
        .iter()
        .find(|line| !subject.slice(line).trim().is_empty());
    let line = line.unwrap_or(before).clone();
    if let Some(fault) = nearly_a_key(subject, &line) {
        return fault;
    }
    Fault {
        rule: &LINE_WITHOUT_KEY,
        bytes: line,
        message: "the frontmatter begins with a line that has no `key: value`".to_owned(),
        help: "Write `name:` and `description:`, and what is no field below the frontmatter.",
        repairs: Vec::new(),
        related: None,
    }
}

/// A line that lacks no more than a blank behind its colon, or has the colon of another script.
fn nearly_a_key(subject: &Subject<'_>, line: &ops::Range<usize>) -> Option<Fault> {
    let text = subject.slice(line);
    let at = text.find([':', '：'])?;
    let colon = text[at..].chars().next()?;
    let (key, rest) = (&text[..at], &text[at + colon.len_utf8()..]);
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let blank = rest
        .chars()
        .next()
        .filter(|next| matches!(next, '\u{a0}' | '\u{3000}'));
    if !is_key
        || rest.is_empty()
        || rest.starts_with("//")
        || rest.starts_with([' ', '\t']) && colon == ':'
    {
        return None;
    }
    let from = line.start + at;
    let bytes = from..from + colon.len_utf8() + blank.map_or(0, char::len_utf8);
    let message = match (colon, blank) {
        ('：', _) => {
            format!("the colon behind `{key}` is a full-width one, which YAML takes for a letter")
        }
        (_, Some(_)) => format!("the blank behind `{key}:` is one that YAML takes for a letter"),
        _ => format!("no blank follows `{key}:`, so it is no key"),
    };
    Some(Fault {
        rule: &MISSING_BLANK,
        message,
        help: "Write a colon and a blank behind the key.",
        repairs: vec![Repair::new(
            "Write a colon and a blank",
            vec![(
                bytes.clone(),
                if rest.starts_with(' ') { ":" } else { ": " }.to_owned(),
            )],
        )],
        bytes,
        related: None,
    })
}

/// What is wrong with a member that some reader cannot read.
fn fault(subject: &Subject<'_>, member: &Member<'_>) -> Option<Fault> {
    let text = subject.text;
    let value = member.value_bytes.clone();
    let first_line = text[member.bytes.clone()]
        .find('\n')
        .map_or(member.bytes.end, |at| member.bytes.start + at);
    let found = tabs(subject, member);
    if found.is_some() {
        return found;
    }
    if parses(&text[member.bytes.clone()]) {
        return wrong_type(subject, member);
    }
    if value.is_empty() {
        return None;
    }
    if value.start > first_line && !text[value.clone()].starts_with(['{', '[', '"', '\'']) {
        return nested(subject, member);
    }
    let mut fault = match text[value.clone()].chars().next()? {
        quote @ ('"' | '\'') => quoted(subject, member, quote),
        '{' | '[' => flow(subject, member),
        '|' | '>' => block_scalar(subject, member),
        first => plain(subject, member, first),
    };
    // Whatever it is, a text can stand in a block of its own.
    if TEXTS.contains(&member.key) && value.start <= first_line {
        let style = match indentations(text, &value).min() {
            Some(0) | None => "|-",
            Some(_) => ">-",
        };
        let edits = as_block(subject, &value, style);
        fault
            .repairs
            .push(Repair::new("Put the text into a block", edits));
    }
    Some(fault)
}

/// Lines that tabs indent.
fn tabs(subject: &Subject<'_>, member: &Member<'_>) -> Option<Fault> {
    let mut edits: Vec<Edit> = Vec::new();
    for line in lines(subject.text, &member.bytes) {
        let text = subject.slice(&line);
        let blank = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
        if blank.contains('\t') && blank.len() < text.len() {
            let blanks = blank.replace('\t', "  ");
            edits.push((line.start..line.start + blank.len(), blanks));
        }
    }
    let (bytes, _) = edits.first()?.clone();
    let shifted: Vec<Edit> = edits
        .iter()
        .map(|(bytes, text)| {
            (
                bytes.start - member.bytes.start..bytes.end - member.bytes.start,
                text.clone(),
            )
        })
        .collect();
    let mended = edited(subject.slice(&member.bytes), &shifted)?;
    (parses(&mended) && !parses(subject.slice(&member.bytes))).then(|| Fault {
        rule: &TAB_INDENTATION,
        bytes,
        message: format!(
            "a tab indents a line of `{}`, and YAML takes blanks only",
            member.key
        ),
        help: "Indent with blanks.",
        repairs: vec![Repair::new("Indent with two blanks for each tab", edits)],
        related: None,
    })
}

/// A value that is YAML, of a kind that a host does not read.
fn wrong_type(subject: &Subject<'_>, member: &Member<'_>) -> Option<Fault> {
    // Of other keys no host minds the kind.
    if !TEXTS.contains(&member.key) && member.key != "metadata" {
        return None;
    }
    let value = member.value_bytes.clone();
    let written = &subject.text[value.clone()];
    let parsed: Value = serde_yaml::from_str(&subject.text[member.bytes.clone()]).ok()?;
    let parsed = match parsed {
        Value::Mapping(members) if members.len() == 1 => members.into_iter().next()?.1,
        _ => return None,
    };
    let is = match &parsed {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Sequence(_) => "a list",
        Value::Mapping(_) | Value::Tagged(_) => "a mapping",
    };
    let mut repairs = Vec::new();
    let help = match &parsed {
        Value::String(text) if !TEXTS.contains(&member.key) => {
            if matches!(serde_yaml::from_str(text), Ok(Value::Mapping(_))) {
                let edits = vec![(value.clone(), text.trim().to_owned())];
                repairs.push(Repair::new("Take the quotes off the mapping", edits));
            }
            "Write the value as a mapping, not as text."
        }
        Value::Sequence(_) | Value::Number(_) | Value::Bool(_) if !written.contains('\n') => {
            repairs.push(Repair::new(
                "Put the value in quotes",
                in_quotes(subject.text, &value),
            ));
            "Put the value in quotes."
        }
        _ => "Write the value as text.",
    };
    Some(Fault {
        rule: &WRONG_TYPE,
        bytes: if value.is_empty() {
            member.key_bytes.clone()
        } else {
            value
        },
        message: format!(
            "the value of `{}` is {is}, which is not what belongs there",
            member.key
        ),
        help,
        repairs,
        related: None,
    })
}

/// A value in quotes.
fn quoted(subject: &Subject<'_>, member: &Member<'_>, quote: char) -> Fault {
    let text = subject.text;
    let value = member.value_bytes.clone();
    if let Some(fault) = escapes(subject, member, &value) {
        return fault;
    }
    let written = &text[value.clone()];
    let Some(closing) = closing_quote(written, quote) else {
        let mut edits = indented(text, &value);
        edits.push((value.end..value.end, quote.to_string()));
        return Fault {
            rule: &UNCLOSED_QUOTE,
            bytes: value.start..value.start + 1,
            message: format!(
                "the quote that the value of `{}` begins with is never closed",
                member.key
            ),
            help: "Close the quote at the end of the value.",
            repairs: vec![
                Repair::new("Close the quote", edits),
                Repair::new("Put the value in quotes", in_quotes(text, &value)),
            ],
            related: None,
        };
    };
    let behind = value.start + closing + 1;
    if text[behind..value.end].trim().is_empty() {
        // The quotes are in order, so it is the lines between them.
        return Fault {
            rule: &UNINDENTED_LINE,
            bytes: first_unindented(subject, &value).unwrap_or_else(|| value.clone()),
            message: format!(
                "a line goes on with the value of `{}` and is not indented",
                member.key
            ),
            help: "Indent the lines that go on with a value.",
            repairs: vec![Repair::new("Indent the lines", indented(text, &value))],
            related: None,
        };
    }
    let tail = &text[behind..value.end];
    let on_same_line = !tail
        .trim_start_matches([' ', '\t'])
        .starts_with(['\n', '\r']);
    let escaped = |part: ops::Range<usize>| -> Vec<Edit> {
        let inner = text[part.clone()].char_indices();
        inner
            .filter(|(at, character)| {
                *character == quote && !(quote == '"' && text[..part.start + at].ends_with('\\'))
            })
            .map(|(at, _)| {
                (
                    part.start + at..part.start + at,
                    if quote == '"' { "\\" } else { "'" }.to_owned(),
                )
            })
            .collect()
    };
    // A quote before a word opens one, a quote behind a word closes one.
    let opens = tail.starts_with(|next: char| next.is_alphanumeric());
    let mut repairs = Vec::new();
    if written.ends_with(quote) && written.len() > closing + 1 && opens {
        let mut edits = indented(text, &value);
        edits.extend(escaped(value.start + 1..value.end - 1));
        repairs.push(Repair::new("Escape the quotes inside", edits));
    }
    let mut moved = vec![(behind - 1..behind, String::new())];
    moved.extend(indented(text, &value));
    moved.extend(escaped(behind..value.end));
    moved.push((value.end..value.end, quote.to_string()));
    let moved = Repair::new("Move the closing quote to the end", moved);
    let around = Repair::new("Put all of it in quotes", in_quotes(text, &value));
    if on_same_line && closing < tail.trim().len() {
        repairs.extend([around, moved]);
    } else {
        repairs.extend([moved, around]);
    }
    Fault {
        rule: &TEXT_BEHIND_QUOTE,
        bytes: behind + (tail.len() - tail.trim_start().len())..value.end,
        message: format!(
            "text stands behind the quote that ends the value of `{}`",
            member.key
        ),
        help: "Put all of the text inside the quotes, with `\\\"` for each quote in it.",
        repairs,
        related: None,
    }
}

/// A list in square brackets or a mapping in braces.
fn flow(subject: &Subject<'_>, member: &Member<'_>) -> Fault {
    let text = subject.text;
    let value = member.value_bytes.clone();
    if let Some(fault) = escapes(subject, member, &value) {
        return fault;
    }
    let first = &text[value.start..value.start + 1];
    let mut repairs = Vec::new();
    if !text[value.clone()].contains('\n') {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let indent = indented(text, &value);
    if !indent.is_empty() {
        repairs.insert(0, Repair::new("Indent the lines", indent));
    }
    Fault {
        rule: &LEADING_INDICATOR,
        bytes: value.start..value.start + 1,
        message: format!(
            "the value of `{}` begins with `{first}`, which opens a {} to YAML, and is none",
            member.key,
            if first == "[" { "list" } else { "mapping" }
        ),
        help: "Put a value that is text in quotes.",
        repairs,
        related: None,
    }
}

/// A text that `|` or `>` announces.
fn block_scalar(subject: &Subject<'_>, member: &Member<'_>) -> Fault {
    let text = subject.text;
    let value = member.value_bytes.clone();
    let header_end = text[value.clone()]
        .find('\n')
        .map_or(value.end, |at| value.start + at);
    let header = text[value.start..header_end].trim_end();
    let mark = header.len()
        - header[1..]
            .trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            .len();
    let rest = header[mark..].trim_start();
    if !rest.is_empty() && !rest.starts_with('#') {
        let from = value.start + header.len() - rest.len();
        let gap = value.start + mark..from;
        let mut edits = vec![(gap, format!("{}  ", subject.line_end()))];
        edits.extend(indented(text, &(header_end..value.end)));
        return Fault {
            rule: &LEADING_INDICATOR,
            bytes: value.start..value.start + 1,
            message: format!(
                "text stands on the line of the `{}` that the value of `{}` begins with",
                &header[..1],
                member.key
            ),
            help: "Put the text on the lines below, indented, or put it in quotes.",
            repairs: vec![
                Repair::new("Begin the text on a line of its own", edits),
                Repair::new("Put the value in quotes", in_quotes(text, &value)),
            ],
            related: None,
        };
    }
    let body = header_end..value.end;
    let mut levels = indentations(text, &body);
    let wanted = levels.next().unwrap_or_default();
    let edits = if wanted == 0 {
        every_line(text, &body, "  ")
    } else {
        let below = lines(text, &body).into_iter().filter_map(|line| {
            let level = indentation(&text[line.clone()]);
            let is_less = !text[line.clone()].trim().is_empty() && level < wanted;
            is_less.then(|| (line.start..line.start, " ".repeat(wanted - level)))
        });
        below.collect()
    };
    Fault {
        rule: &UNINDENTED_LINE,
        bytes: first_unindented(subject, &body).unwrap_or_else(|| value.clone()),
        message: format!(
            "a line of the text of `{}` is not indented as its first",
            member.key
        ),
        help: "Indent all lines of the text alike.",
        repairs: vec![Repair::new("Indent the lines", edits)],
        related: None,
    }
}

/// A value without quotes.
fn plain(subject: &Subject<'_>, member: &Member<'_>, first: char) -> Fault {
    let text = subject.text;
    let value = member.value_bytes.clone();
    let written = &text[value.clone()];
    let is_one_line = !written.contains('\n');
    let mut repairs = Vec::new();
    if is_one_line {
        repairs.push(Repair::new(
            "Put the value in quotes",
            in_quotes(text, &value),
        ));
    }
    let alone = format!("k: {}", written.lines().next().unwrap_or_default());
    let meaning = match first {
        '*' => Some("refers to an anchor"),
        '&' => Some("defines an anchor"),
        '!' => Some("names a type"),
        '@' | '`' => Some("is kept for later"),
        '%' => Some("gives a directive"),
        ',' | ']' | '}' => Some("goes on with a list"),
        '-' | '?' | ':' => Some("begins an entry"),
        '#' => Some("begins a comment"),
        _ => None,
    };
    if let Some(meaning) = meaning.filter(|_| serde_yaml::from_str::<IgnoredAny>(&alone).is_err()) {
        return Fault {
            rule: &LEADING_INDICATOR,
            bytes: value.start..value.start + first.len_utf8(),
            message: format!(
                "the value of `{}` begins with `{first}`, which {meaning} to YAML",
                member.key
            ),
            help: "Put the value in quotes, or its lines indented below `|-`.",
            repairs,
            related: None,
        };
    }
    let colon = colon(text, &value);
    let unindented = first_unindented(subject, &value);
    if let Some(line) = &unindented
        && colon.as_ref().is_none_or(|colon| colon.start >= line.start)
    {
        if let Some(fault) = nearly_a_key(subject, line) {
            return fault;
        }
        repairs.push(Repair::new("Indent the lines", indented(text, &value)));
        let edits = as_block(subject, &value, "|-");
        repairs.insert(0, Repair::new("Put the text into a block", edits));
        return Fault {
            rule: &UNINDENTED_LINE,
            bytes: line.clone(),
            message: format!(
                "a line without a key stands below `{}`; what goes on with a value must be indented",
                member.key
            ),
            help: "Indent the line, or put the whole text indented below `|-`.",
            repairs,
            related: None,
        };
    }
    let bytes = colon.unwrap_or_else(|| value.clone());
    if !is_one_line {
        let style = if unindented.is_some() { "|-" } else { ">-" };
        repairs.push(Repair::new(
            "Put the text into a block",
            as_block(subject, &value, style),
        ));
    }
    Fault {
        rule: &UNQUOTED_COLON,
        message: format!(
            "the value of `{}` holds a colon before a blank and is in no quotes",
            member.key
        ),
        help: "Put the value in quotes, or its lines indented below `|-`.",
        bytes,
        repairs,
        related: None,
    }
}

/// Lists and mappings on lines of their own: each line's value by itself.
fn nested(subject: &Subject<'_>, member: &Member<'_>) -> Option<Fault> {
    let text = subject.text;
    let mut edits = Vec::new();
    let mut first: Option<(ops::Range<usize>, char)> = None;
    // The indentation of the key whose block of text is open.
    let mut block: Option<usize> = None;
    for line in lines(text, &member.bytes).into_iter().skip(1) {
        let content = text[line.clone()].trim_end();
        let level = indentation(content);
        if content.trim().is_empty() || block.is_some_and(|key| level > key) {
            continue;
        }
        block = None;
        let Some(start) = scalar_start(content) else {
            continue;
        };
        let scalar = &content[start..];
        if scalar.starts_with(['|', '>']) {
            block = Some(level);
            continue;
        }
        if scalar.is_empty()
            || parses(&format!("k: {scalar}"))
            || scalar.starts_with(['{', '[', '&']) && !scalar.ends_with([']', '}'])
        {
            continue;
        }
        let bytes = line.start + start..line.start + content.len();
        edits.extend(in_quotes(text, &bytes));
        let begin = scalar.chars().next()?;
        first.get_or_insert((bytes, begin));
    }
    let Some((bytes, begin)) = first else {
        return nested_duplicate(subject, member);
    };
    let (rule, what) = match begin {
        '"' | '\'' => (&TEXT_BEHIND_QUOTE, "does not end where its quote does"),
        '*' | '&' | '!' | '@' | '`' | '%' | ',' | '[' | '{' | ']' | '}' => (
            &LEADING_INDICATOR,
            "begins with a character that means something else to YAML",
        ),
        _ => (
            &UNQUOTED_COLON,
            "holds a colon before a blank and is in no quotes",
        ),
    };
    Some(Fault {
        rule,
        bytes,
        message: format!("a value below `{}` {what}", member.key),
        help: "Put all of the value in quotes.",
        repairs: vec![Repair::new("Put the value in quotes", edits)],
        related: None,
    })
}

/// A key that stands twice in a mapping below a member.
fn nested_duplicate(subject: &Subject<'_>, member: &Member<'_>) -> Option<Fault> {
    // The keys of the open mappings with their lines, by how far they are indented.
    let mut open: Vec<(usize, HashMap<&str, ops::Range<usize>>)> = Vec::new();
    for line in lines(subject.text, &member.bytes).into_iter().skip(1) {
        let content = subject.slice(&line);
        let level = indentation(content);
        let Some((key, value)) = content.trim().split_once(':') else {
            continue;
        };
        let is_entry = key.starts_with("- ");
        let ends = |known: usize| known > level || is_entry && known == level;
        while open.last().is_some_and(|(known, _)| ends(*known)) {
            open.pop();
        }
        if is_entry {
            continue;
        }
        if open.last().is_none_or(|(known, _)| *known < level) {
            open.push((level, HashMap::new()));
        }
        let Some((_, keys)) = open.last_mut() else {
            continue;
        };
        if let Some(first) = keys.get(key) {
            let after = &subject.text[line.end..member.bytes.end];
            let next = after.lines().skip(1).find(|next| !next.trim().is_empty());
            let same = subject.slice(first).trim_end() == content.trim_end()
                && !value.trim().is_empty()
                && next.is_none_or(|next| indentation(next) <= level);
            let end = (line.end + 1).min(subject.text.len());
            let end = end + usize::from(subject.text[line.end..].starts_with("\r\n"));
            let start = line.start + level;
            return Some(Fault {
                rule: &DUPLICATE_KEY,
                bytes: start..start + key.len(),
                message: format!("the key `{key}` stands twice below `{}`", member.key),
                help: "Keep one of the two lines.",
                repairs: vec![Repair {
                    title: "Remove the second of the two",
                    edits: vec![(line.start..end, String::new())],
                    lossless: same,
                }],
                related: Some((
                    first.start + level..first.start + level + key.len(),
                    "it stands here first",
                )),
            });
        }
        keys.insert(key, line);
    }
    None
}

/// Where the value of a line inside a list or mapping begins.
fn scalar_start(line: &str) -> Option<usize> {
    let mut at = indentation(line);
    while line[at..].starts_with("- ") {
        at += 2;
        at += indentation(&line[at..]);
    }
    let rest = &line[at..];
    if rest.starts_with('#') || rest == "-" {
        return None;
    }
    let key = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
        .count();
    if key > 0 && rest[key..].starts_with(": ") {
        at += key + 2;
        at += indentation(&line[at..]);
    } else if key > 0 && &rest[key..] == ":" {
        return None;
    }
    Some(at)
}

/// Escapes in double quotes that YAML does not have.
fn escapes(subject: &Subject<'_>, member: &Member<'_>, value: &ops::Range<usize>) -> Option<Fault> {
    let text = subject.text;
    let mut bad: Vec<(ops::Range<usize>, String)> = Vec::new();
    let mut good = 0;
    let mut quote: Option<char> = None;
    let mut at = value.start;
    while at < value.end {
        let character = text[at..].chars().next()?;
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some('"'), '\\') => {
                let (length, instead) = escape(&text[at..value.end]);
                match instead {
                    None => good += 1,
                    Some(instead) => bad.push((at..at + length, instead)),
                }
                at += length;
                continue;
            }
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        at += character.len_utf8();
    }
    let (mut bytes, _) = bad.first()?.clone();
    let mut repairs = Vec::new();
    let written = &text[value.clone()];
    let is_one_string = written.len() > 1
        && written.starts_with('"')
        && closing_quote(written, '"') == Some(written.len() - 1);
    let has_surrogates = text[bytes.clone()].starts_with("\\u");
    if is_one_string
        && !has_surrogates
        && (good == 0 || is_windows_path(&text[bytes.start.saturating_sub(2)..bytes.end]))
    {
        let inner = value.start + 1..value.end - 1;
        let doubled = text[inner.clone()].match_indices('\'');
        let mut edits = vec![(value.start..inner.start, "'".to_owned())];
        edits.extend(doubled.map(|(at, _)| (inner.start + at..inner.start + at, "'".to_owned())));
        edits.push((inner.end..value.end, "'".to_owned()));
        repairs.push(Repair::new("Put the value in single quotes", edits));
    }
    if bytes.len() == 1 {
        // With the letter that the escape would be.
        bytes.end += text[bytes.end..value.end]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
    }
    repairs.push(Repair::new(
        if has_surrogates {
            "Write the characters themselves"
        } else {
            "Double the backslashes"
        },
        bad,
    ));
    Some(Fault {
        rule: &BAD_ESCAPE,
        message: format!(
            "`{}` in `{}` is no escape that YAML has",
            &text[bytes.clone()],
            member.key
        ),
        help: if has_surrogates {
            "Write the character itself; YAML has no pairs of escapes for one character."
        } else {
            "Use single quotes, in which a backslash is a backslash, or double it."
        },
        bytes,
        repairs,
        related: None,
    })
}

/// The length of the escape that a text begins with, and what must stand there instead if YAML does not have it.
fn escape(text: &str) -> (usize, Option<String>) {
    let Some(letter) = text[1..].chars().next() else {
        return (1, Some("\\\\".to_owned()));
    };
    let digits = match letter {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\'
        | 'N' | '_' | 'L' | 'P' | '\n' | '\r' => {
            return (1 + letter.len_utf8(), None);
        }
        _ => return (1, Some("\\\\".to_owned())),
    };
    let code = |at: usize| {
        let digits = text.get(at..at + digits)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_number
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
    };
    let end = 2 + digits;
    match code(2) {
        None => (1, Some("\\\\".to_owned())),
        Some(number) if char::from_u32(number).is_some() => (end, None),
        Some(high @ 0xd800..0xdc00) if text[end..].starts_with("\\u") => match code(end + 2) {
            Some(low @ 0xdc00..0xe000) => {
                let joined = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                let joined = char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER);
                (end + 6, Some(joined.to_string()))
            }
            _ => (1, Some("\\\\".to_owned())),
        },
        Some(_) => (1, Some("\\\\".to_owned())),
    }
}

fn is_windows_path(text: &str) -> bool {
    text.contains(":\\")
}

/// Where the quote that a text begins with is closed.
fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        if quote == '"' && character == '\\' {
            characters.next();
        } else if character == quote {
            if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') {
                characters.next();
            } else {
                return Some(at);
            }
        }
    }
    None
}

/// The first colon that a blank or a line's end follows.
fn colon(text: &str, value: &ops::Range<usize>) -> Option<ops::Range<usize>> {
    let written = &text[value.clone()];
    let mut colons = written.match_indices(':');
    let (at, _) = colons.find(|(at, _)| {
        let rest = &written[at + 1..];
        rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r'])
    })?;
    Some(value.start + at..value.start + at + 1)
}

/// Quotes around a value: double ones unless something in it would have to be escaped.
pub(super) fn in_quotes(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let written = &text[value.clone()];
    if !written.contains(['"', '\\']) {
        return vec![
            (value.start..value.start, "\"".to_owned()),
            (value.end..value.end, "\"".to_owned()),
        ];
    }
    let mut edits: Vec<Edit> = vec![(value.start..value.start, "'".to_owned())];
    for (at, _) in written.match_indices('\'') {
        match (at, edits.first_mut()) {
            (0, Some((_, first))) => first.push('\''),
            _ => edits.push((value.start + at..value.start + at, "'".to_owned())),
        }
    }
    edits.push((value.end..value.end, "'".to_owned()));
    edits
}

/// A text as a block below its key.
fn as_block(subject: &Subject<'_>, value: &ops::Range<usize>, style: &str) -> Vec<Edit> {
    let text = subject.text;
    let level = indentations(text, value).min();
    let pad = level.filter(|level| *level > 0).unwrap_or(2);
    let opened = format!("{style}{}{}", subject.line_end(), " ".repeat(pad));
    let mut edits = vec![(value.start..value.start, opened)];
    if level == Some(0) {
        edits.extend(every_line(text, value, "  "));
    }
    edits
}

/// Two blanks before each line but the first that begins at the margin.
fn indented(text: &str, value: &ops::Range<usize>) -> Vec<Edit> {
    let at_margin = |line: &ops::Range<usize>| indentation(&text[line.clone()]) == 0;
    let mut edits = every_line(text, value, "  ");
    edits.retain(|(bytes, _)| at_margin(&(bytes.start..text.len())));
    edits
}

/// Blanks before each line but the first that is not empty.
fn every_line(text: &str, value: &ops::Range<usize>, blanks: &str) -> Vec<Edit> {
    let further = lines(text, value).into_iter().skip(1);
    let filled = further.filter(|line| !text[line.clone()].trim().is_empty());
    filled
        .map(|line| (line.start..line.start, blanks.to_owned()))
        .collect()
}

/// The first line but the first of a value that begins at the margin.
fn first_unindented(subject: &Subject<'_>, value: &ops::Range<usize>) -> Option<ops::Range<usize>> {
    let mut further = lines(subject.text, value).into_iter().skip(1);
    further.find(|line| {
        let text = subject.slice(line);
        !text.trim().is_empty() && !text.starts_with([' ', '\t'])
    })
}

/// How far each line but the first is indented that is not empty.
fn indentations<'t>(
    text: &'t str,
    value: &ops::Range<usize>,
) -> impl Iterator<Item = usize> + use<'t> {
    let further = lines(text, value).into_iter().skip(1);
    further
        .map(|line| &text[line])
        .filter(|line| !line.trim().is_empty())
        .map(indentation)
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines of some bytes, without their ends.
fn lines(text: &str, bytes: &ops::Range<usize>) -> Vec<ops::Range<usize>> {
    let mut at = bytes.start;
    let all = text[bytes.clone()].split_inclusive('\n');
    all.map(|line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
    .collect()
}
