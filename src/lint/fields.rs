//! Values of the frontmatter's fields: what hosts need, how long it may be, and what they make of what it says.
//!
//! What a host says of a name or a description is asked of the host itself, with a file that has nothing else in it.

use std::borrow::Cow;

use serde_yaml::Value;

use super::diagnostic::{Diagnostic, Fix, Severity};
use super::fix_check::FixCheck;
use super::frontmatter::{
    MISSING_NAME, NAME_NOT_FOLDER, NAME_REFUSED, NAME_TOO_LONG, missing, plain_name, refused_name,
    too_long,
};
use super::reading::{MAX_FINDINGS, Reading, TargetHost, labels, named, scalar};
use super::rule::{Rule, RuleGroup};
use super::rules::description::{description_too_long, missing_description};
use super::skill_context::{Member, SkillContext};
use crate::hosts::standard::{self, FindingCode};
use crate::model::field::{Field, FieldKind, FieldStatus, OverLimit, alternatives};
use crate::text::document::Range;

static FIELD_TOO_LONG: Rule = Rule::new(
    RuleGroup::Fields,
    "field-too-long",
    Severity::Warning,
    "another field is longer than a host allows",
);
static BOOLEAN_WORD: Rule = Rule::new(
    RuleGroup::Fields,
    "boolean-word",
    Severity::Warning,
    "a host does not take the word for yes or no",
);
static INVALID_VALUE: Rule = Rule::new(
    RuleGroup::Fields,
    "invalid-value",
    Severity::Warning,
    "a host reads the field and can do nothing with its value",
);
static TOOL_RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "tool-rule",
    Severity::Warning,
    "a rule on a tool cannot be read",
);
static TOOL_SEPARATOR: Rule = Rule::new(
    RuleGroup::Fields,
    "tool-separator",
    Severity::Hint,
    "the rules on tools are not separated as a host aimed at wants it",
);
static METADATA_VALUE: Rule = Rule::new(
    RuleGroup::Fields,
    "metadata-value",
    Severity::Hint,
    "an entry of metadata is no text",
);
static METADATA_JSON: Rule = Rule::new(
    RuleGroup::Fields,
    "metadata-json",
    Severity::Info,
    "metadata holds JSON",
);
static STRICT_YAML: Rule = Rule::new(
    RuleGroup::Yaml,
    "strict-yaml",
    Severity::Info,
    "the frontmatter is YAML, and not the simpler one that the standard's validator reads",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[
    &FIELD_TOO_LONG,
    &BOOLEAN_WORD,
    &INVALID_VALUE,
    &TOOL_RULE,
    &TOOL_SEPARATOR,
    &METADATA_VALUE,
    &METADATA_JSON,
    &STRICT_YAML,
];

/// What is to be said of the fields' values, besides what was said of drops for the same faults.
pub(super) fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    if reading.values.is_none() {
        return;
    }
    let path = reading.context.path;
    let drops: Vec<_> = (found.iter())
        .filter(|one| one.path == path && one.severity == Severity::Error)
        .map(|one| one.code.clone())
        .collect();
    let mut says = Vec::new();
    required(reading, &mut says);
    names(reading, &mut says);
    lengths(reading, &mut says);
    booleans(reading, &mut says);
    values(reading, &mut says);
    tools(reading, &mut says);
    strict(reading, &mut says);
    metadata(reading, &mut says);
    found.extend(says.into_iter().filter(|one| !drops.contains(&one.code)));
}

/// What hosts want to be there and put up with when it is not.
fn required(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    for key in ["name", "description"] {
        let is_missing = match reading.value(key) {
            None | Some(Value::Null) => true,
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(_) => false,
        };
        if !is_missing {
            continue;
        }
        // Of a description every host has a use, and a skill without one is hidden or badly described.
        let wants = |target: &TargetHost<'_>| {
            let field = target.field(key);
            field.is_some_and(|field| field.required || key == "description")
        };
        let who = reading.who(wants);
        if !who.is_empty() {
            let rule = match key {
                "name" => &MISSING_NAME,
                _ => &missing_description::RULE,
            };
            says.push(missing(reading.context, &[], key, rule).concerning(who));
        }
    }
}

/// The longest part of a host's complaints about a text alone in a file, and the hosts.
fn complaints<'r>(
    reading: &'r Reading<'_, '_>,
    key: &str,
    text: &str,
) -> Vec<(&'r TargetHost<'r>, Vec<String>)> {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    let mut file = "---\n".to_owned();
    for field in ["name", "description"] {
        if field != key {
            file.push_str(&format!("{field}: x\n"));
        }
    }
    file.push_str(&format!("{key}: {quoted}\n---\n"));
    let contents = file.as_str().into();
    let asked = reading.targets.iter().filter_map(|target| {
        let parsed = target.host().parse(&contents);
        let of_key = parsed.ignored.into_iter();
        let of_key: Vec<_> = of_key
            .filter(|ignored| ignored.field.as_deref() == Some(key))
            .map(|ignored| ignored.message)
            .collect();
        (!of_key.is_empty()).then_some((target, of_key))
    });
    asked.collect()
}

fn names(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let context = reading.context;
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let name = written.trim();
    if name.is_empty() {
        return;
    }
    let length = name.chars().count();
    let limit = |target: &TargetHost<'_>| {
        let limit = target.field("name")?.limit?.characters;
        (length > limit).then_some(limit)
    };
    if let Some(least) = reading.targets.iter().filter_map(limit).min() {
        let who = reading.who(|target| limit(target).is_some());
        says.push(over(&NAME_TOO_LONG, context, "name", length, least).concerning(who));
    }
    let is_plain = !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
        && (written.bytes())
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    // A long name has a rule of its own.
    if !is_plain && length <= 64 {
        let complaints = complaints(reading, "name", written);
        let loudest = complaints.iter().max_by_key(|(_, messages)| messages.len());
        if let Some((_, messages)) = loudest {
            let who = complaints.iter().map(|(target, _)| target.who());
            let words = (
                &*messages.join("; "),
                "Use lower-case letters, digits and single hyphens between them, for the folder, too.",
            );
            says.push(refused_name(context, &NAME_REFUSED, words).concerning(who));
        }
    }
    let folder = context.skill_folder();
    // The standard says it of every skill; other hosts call it by its folder.
    let minds = |target: &TargetHost<'_>| {
        let mut verdicts = context.verdicts.iter();
        target.host().id() == standard::ID
            || verdicts.any(|verdict| {
                verdict.who() == target.who() && verdict.cell.name.as_deref() == Some(folder)
            })
    };
    let who = reading.who(minds);
    // One in other characters than the folder's has that fault alone.
    let is_said =
        says.iter().any(|one| one.code == NAME_REFUSED.code) && plain_name(name) == folder;
    if !who.is_empty() && !is_said && standard::mismatch(name, folder).is_some() {
        let message = format!("the skill is named `{name}` and its folder `{folder}`");
        let words = (
            &*message,
            "Give both the same name: some hosts go by one, some by the other.",
        );
        says.push(refused_name(context, &NAME_NOT_FOLDER, words).concerning(who));
    }
}

/// A text that is so much over a limit.
fn over(
    rule: &Rule,
    context: &SkillContext<'_>,
    key: &str,
    length: usize,
    limit: usize,
) -> Diagnostic {
    let message = format!("`{key}` has {length} characters; {limit} are allowed");
    let more = length - limit;
    let help = match key {
        "description" => format!(
            "Shorten it by {more} characters: say what the skill does and when to use it, and leave the rest to the text."
        ),
        _ => format!("Shorten it by {more} characters."),
    };
    too_long(context, key, rule, (&message, &help))
}

/// Texts over a limit that hosts put up with, or for which they drop the field.
fn lengths(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let mut said: Vec<&str> = vec!["name"];
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if said.contains(&field.key) {
            continue;
        }
        let Some(Value::String(text)) = reading.value(field.key) else {
            continue;
        };
        let length = text.trim().chars().count();
        let limit = |target: &TargetHost<'_>| {
            let limit = target.field(field.key)?.limit?;
            let exceeded = limit.over != OverLimit::Shortened && length > limit.characters;
            exceeded.then_some(limit.characters)
        };
        let Some(least) = reading.targets.iter().filter_map(limit).min() else {
            continue;
        };
        said.push(field.key);
        let rule = match field.key {
            "description" => &description_too_long::RULE,
            _ => &FIELD_TOO_LONG,
        };
        let who = reading.who(|target| limit(target).is_some());
        says.push(over(rule, reading.context, field.key, length, least).concerning(who));
    }
}

fn booleans(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let mut said: Vec<&str> = Vec::new();
    for field in reading.targets.iter().flat_map(TargetHost::frontmatter) {
        if said.contains(&field.key) || !is_boolean(field) {
            continue;
        }
        let Some(value) = reading.value(field.key).filter(|value| !value.is_null()) else {
            continue;
        };
        let refuses = |target: &TargetHost<'_>| {
            let known = target.field(field.key).filter(|known| is_boolean(known));
            known.is_some_and(|known| match (value, known.kind) {
                (Value::Bool(_), _) => false,
                (Value::String(_) | Value::Number(_), FieldKind::Boolean { quoted: true, .. }) => {
                    scalar(value).is_none_or(|word| known.boolean(&word).is_none())
                }
                _ => true,
            })
        };
        let refusing: Vec<_> = reading
            .targets
            .iter()
            .filter(|target| refuses(target))
            .collect();
        let Some(first) = refusing.first() else {
            continue;
        };
        said.push(field.key);
        let words = first.field(field.key).map(Field::words).unwrap_or_default();
        let word = scalar(value).unwrap_or(Cow::Borrowed("a list or a map"));
        let message = format!(
            "{} does not take {word:?} for `{}`",
            labels(refusing.iter().copied()),
            field.key
        );
        let meaning = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" | "y" => Some("true"),
            "false" | "no" | "off" | "0" | "n" => Some("false"),
            _ => None,
        };
        let who = refusing.iter().map(|target| target.who());
        let fix = meaning.and_then(|meaning| rewritten(reading, field.key, meaning));
        says.push(
            Diagnostic::new(
                &BOOLEAN_WORD,
                reading.context.path,
                reading.place(field.key),
                message,
            )
            .help(format!("Write {}, without quotes.", alternatives(&words)))
            .concerning(who)
            .fix(fix),
        );
    }
}

fn is_boolean(field: &Field) -> bool {
    field.is_read() && matches!(field.kind, FieldKind::Boolean { .. })
}

/// Another value in place of one in a line of its own: a host that ignored it acts on it then.
fn rewritten(reading: &Reading<'_, '_>, key: &str, value: &str) -> Option<Fix> {
    let context = reading.context;
    let bytes = context.member(key)?.value_bytes.clone();
    if context.slice(&bytes).contains(['\n', '#']) || bytes.is_empty() {
        return None;
    }
    let fix = Fix::unsafe_(format!("Write `{value}`"));
    Some(fix.replace(context.path, &context.places, bytes, value))
}

/// What hosts say that they read and ignored, besides what other rules say.
fn values(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    // What a host makes of a value that it had to mend is not what the author wrote.
    if !reading.is_yaml {
        return;
    }
    /// A field with what the first host says of it, and the hosts.
    type Said<'r> = (&'r str, &'r str, Vec<(&'r str, &'r str)>);
    let mut by_field: Vec<Said<'_>> = Vec::new();
    for (target, parsed) in reading.targets.iter().zip(&reading.parsed) {
        let ignored = parsed.iter().flat_map(|parsed| &parsed.ignored);
        for ignored in ignored {
            let Some(key) = ignored.field.as_deref() else {
                continue;
            };
            let top = key.split(['.', '[']).next().unwrap_or(key);
            let field = target.field(key).or_else(|| target.field(top));
            let is_said = field.is_none_or(|field| {
                is_boolean(field)
                    || field.status == FieldStatus::Ignored
                    || field.limit.is_some() && reading.value(key).is_some_and(Value::is_string)
                    || field.required
            });
            if is_said || reading.value(top).is_none() {
                continue;
            }
            let message = ignored
                .message
                .strip_prefix("it ")
                .unwrap_or(&ignored.message);
            let is_full = by_field.len() >= MAX_FINDINGS;
            match by_field.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, _, who)) => who.push(target.who()),
                None if is_full => break,
                None => by_field.push((key, message, vec![target.who()])),
            }
        }
    }
    for (key, message, who) in by_field {
        // Hosts that drop the skill for the type of a value say so themselves.
        let drops = reading.context.verdicts.iter().any(|verdict| {
            let no = verdict.dropped();
            no.is_some_and(|no| {
                no.reason == "wrong-type" || reading.is_yaml && no.reason == "invalid-yaml"
            })
        });
        if drops && matches!(key, "name" | "description" | "metadata") {
            continue;
        }
        let words = {
            let top = key.split(['.', '[']).next().unwrap_or(key);
            let fields = reading
                .targets
                .iter()
                .filter_map(|target| target.field(top));
            fields.map(Field::words).max_by_key(Vec::len)
        };
        let help = match words.as_deref() {
            Some(words @ [_, ..]) => format!("Write {}.", alternatives(words)),
            _ => {
                "Write what the host reads, or take it out; the host goes on without it.".to_owned()
            }
        };
        says.push(
            Diagnostic::new(
                &INVALID_VALUE,
                reading.context.path,
                reading.place(key),
                format!("`{key}` {message}"),
            )
            .help(help)
            .concerning(who),
        );
    }
}

/// Rules on tools that a host cannot read, and what separates them.
fn tools(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let mut said: Vec<(&str, String)> = Vec::new();
    for (target, parsed) in reading.targets.iter().zip(&reading.parsed) {
        let fields = parsed.as_ref().and_then(|parsed| {
            let fields = parsed.outcome.as_ref().ok()?;
            fields.text.as_ref().ok()?.frontmatter.as_deref()
        });
        let Some(fields) = fields else {
            continue;
        };
        for (key, rules) in [
            ("allowed-tools", &fields.allowed_tools),
            ("disallowed-tools", &fields.disallowed_tools),
        ] {
            if !target.field(key).is_some_and(Field::is_read) {
                continue;
            }
            for rule in rules {
                let Some(fault) = target.host().format().tool_rule_fault(rule) else {
                    continue;
                };
                if said.contains(&(key, rule.clone())) {
                    continue;
                }
                if said.len() >= MAX_FINDINGS {
                    break;
                }
                let minds = |target: &TargetHost<'_>| {
                    target.field(key).is_some_and(Field::is_read)
                        && target.host().format().tool_rule_fault(rule).is_some()
                };
                let range = within(reading, key, rule);
                says.push(
                    Diagnostic::new(&TOOL_RULE, reading.context.path, range, fault)
                        .help("Write `Tool` or `Tool(what)`, with parentheses that close.")
                        .concerning(reading.who(minds)),
                );
                said.push((key, rule.clone()));
            }
        }
    }
    const KEY: &str = "allowed-tools";
    let Some(value) = reading.value(KEY) else {
        return;
    };
    let wants_other = |target: &TargetHost<'_>| {
        let field = target.field(KEY);
        field.is_some_and(|field| match (field.kind, value) {
            (FieldKind::Texts { list, .. }, Value::Sequence(_)) => !list,
            (
                FieldKind::Texts {
                    separators: Some(separators),
                    ..
                },
                Value::String(text),
            ) => !separators.contains(',') && outside_parentheses(text, ','),
            _ => false,
        })
    };
    let targets = || reading.targets.iter().filter(|target| wants_other(target));
    if targets().next().is_some() {
        let form = match value {
            Value::Sequence(_) => "a list",
            _ => "commas",
        };
        let message = format!(
            "{} wants one text with blanks between tools, not {form}",
            labels(targets())
        );
        says.push(
            Diagnostic::new(
                &TOOL_SEPARATOR,
                reading.context.path,
                reading.place(KEY),
                message,
            )
            .help("Write `allowed-tools: Read Bash(git *)`; every host that reads it takes that.")
            .concerning(reading.who(wants_other)),
        );
    }
}

fn outside_parentheses(text: &str, wanted: char) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == wanted
    })
}

/// Where a part of a value stands, or the value's first line.
fn within(reading: &Reading<'_, '_>, key: &str, part: &str) -> Range {
    let context = reading.context;
    let found = context.member(key).and_then(|member| {
        let at = context.slice(&member.value_bytes).find(part)?;
        let start = member.value_bytes.start + at;
        Some(context.range(start..start + part.len()))
    });
    found.unwrap_or_else(|| reading.place(key))
}

/// Frontmatter that is YAML and that the standard's validator does not read.
fn strict(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let context = reading.context;
    let is_aimed = |target: &TargetHost<'_>| target.host().id() == standard::ID;
    let who = reading.who(is_aimed);
    if who.is_empty() || !reading.is_yaml {
        return;
    }
    let Some(fault) = standard::validate(context.text, context.folder())
        .into_iter()
        .find(|finding| finding.code == FindingCode::InvalidYaml)
    else {
        return;
    };
    let at = fault.place.byte;
    let member = context
        .frontmatter
        .members
        .iter()
        .find(|member| member.bytes.contains(&at));
    let value = member.map(|member| context.slice(&member.value_bytes));
    let is_json = member.is_some_and(|member| member.key == "metadata")
        && context.text[at..].trim_start().starts_with('{');
    let line_end = context.text[at..]
        .find('\n')
        .map_or(context.text.len(), |end| at + end);
    let line = context.text[at..line_end].trim_end();
    let range = context.range(at..at + line.len());
    let (rule, message) = match is_json {
        true => (
            &METADATA_JSON,
            "`metadata` holds JSON, which the standard's validator refuses".to_owned(),
        ),
        false => (
            &STRICT_YAML,
            format!(
                "the standard's validator reads a simpler YAML: {}",
                fault.message
            ),
        ),
    };
    let help = match is_json {
        true => "Write `key: value` lines below `metadata:`, with texts for values.".to_owned(),
        false => fault.help,
    };
    let fix = member
        .zip(value)
        .filter(|(_, value)| value.starts_with('[') && !is_json)
        .and_then(|(member, value)| block_list(reading, member, value));
    says.push(
        Diagnostic::new(rule, context.path, range, message)
            .help(help)
            .concerning(who)
            .fix(fix),
    );
}

/// A list in brackets as one with a line for each entry; none unless YAML reads the same from it.
fn block_list(reading: &Reading<'_, '_>, member: &Member<'_>, value: &str) -> Option<Fix> {
    let context = reading.context;
    let entries = value.strip_prefix('[')?.strip_suffix(']')?;
    if entries.contains(['\n', '#']) || entries.trim().is_empty() {
        return None;
    }
    let line_end = context.line_end();
    let mut block = String::new();
    for entry in split_entries(entries) {
        // What lies in an entry would still be in brackets.
        if entry.trim_start().starts_with(['[', '{']) {
            return None;
        }
        block.push_str(&format!("{line_end}  - {}", entry.trim()));
    }
    let line = format!(
        "{}:{block}{line_end}",
        &context.text[member.key_bytes.clone()]
    );
    let before: Value = serde_yaml::from_str(context.slice(&member.bytes)).ok()?;
    let after: Value = serde_yaml::from_str(&line).ok()?;
    if before != after {
        return None;
    }
    let colon = member.key_bytes.end + context.text[member.key_bytes.end..].find(':')? + 1;
    let bytes = colon..member.value_bytes.end;
    let mut fix_check = FixCheck::new(context);
    let edits = [(bytes, block)];
    let safe = fix_check.run(&edits).keeps;
    Some(fix_check.fix("Write the list with a line for each entry", safe, &edits))
}

/// The parts between commas that stand in no quotes.
fn split_entries(entries: &str) -> Vec<&str> {
    let mut quote = None;
    entries
        .split(|character: char| {
            match (quote, character) {
                (None, '"' | '\'') => quote = Some(character),
                (Some(open), _) if open == character => quote = None,
                _ => {}
            }
            quote.is_none() && character == ','
        })
        .collect()
}

/// Entries of `metadata` that are no texts, where a host wants texts.
fn metadata(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    const KEY: &str = "metadata";
    let wants_texts = |target: &TargetHost<'_>| {
        target
            .field(KEY)
            .is_some_and(|field| field.kind == FieldKind::Map { texts: true })
    };
    let who = reading.who(wants_texts);
    let Some(value) = reading.value(KEY).filter(|_| !who.is_empty()) else {
        return;
    };
    let entries = match value {
        Value::Mapping(entries) => entries,
        Value::Null => return,
        // A host that reads it says so, or drops the skill.
        _ if says.iter().any(|one| one.code == INVALID_VALUE.code) => return,
        _ => {
            let message = "`metadata` is no block of `key: value` lines";
            let place = reading.place(KEY);
            says.push(
                Diagnostic::new(&METADATA_VALUE, reading.context.path, place, message)
                    .help(
                        "Write one text for each key, each in an indented line below `metadata:`.",
                    )
                    .concerning(who),
            );
            return;
        }
    };
    // JSON is one fault, not one for each entry.
    if says.iter().any(|one| one.code == METADATA_JSON.code) {
        return;
    }
    let is_collection = |value: &Value| matches!(value, Value::Mapping(_) | Value::Sequence(_));
    let keys: Vec<_> = (entries.iter())
        .filter(|(_, value)| is_collection(value))
        .filter_map(|(key, _)| key.as_str())
        .collect();
    let Some(first) = keys.first() else { return };
    says.push(
        Diagnostic::new(
            &METADATA_VALUE,
            reading.context.path,
            reading.place(&format!("{KEY}.{first}")),
            format!(
                "entries of `metadata` are texts, and {} is a list or a map",
                named(keys.iter().copied())
            ),
        )
        .help("Write one text for each key; hosts pass over anything else, or show it as JSON.")
        .concerning(who),
    );
}
