//! Rows about fields of the frontmatter and of `agents/openai.yaml`, from the hosts' tables of
//! fields.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::probe::{Files, Probe};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup};
use super::words::{number, over};
use crate::host::Host;
use crate::host::topic::Topic;
use crate::model::catalog::FaultCode;
use crate::model::field::{Field, FieldFile, FieldKind, FieldStatus};
use crate::tree::Contents;

/// Returns a row for each field that any host knows, in the order of the hosts.
pub(super) fn rows(hosts: &[Arc<dyn Host>]) -> Vec<Row> {
    let mut fields: Vec<Field> = Vec::new();
    for field in hosts.iter().flat_map(|host| host.format().fields()) {
        match fields.iter_mut().find(|known| is_same(known, &field)) {
            // The row's description is from a host that acts on the field, because that host describes the field best.
            Some(known) if !known.is_read() && field.is_read() => *known = field,
            Some(_) => {}
            None => fields.push(field),
        }
    }
    let (side, own): (Vec<_>, Vec<_>) =
        (fields.into_iter()).partition(|field| field.file == FieldFile::OpenaiYaml);
    let all = own.into_iter().chain(side);
    all.map(|field| row(field, hosts)).collect()
}

fn is_same(one: &Field, other: &Field) -> bool {
    one.file == other.file && (one.is(other.key) || other.is(one.key))
}

fn row(field: Field, hosts: &[Arc<dyn Host>]) -> Row {
    let (group, prefix, topic) = match field.file {
        FieldFile::Frontmatter => (SupportGroup::Fields, "field", Topic::Fields),
        FieldFile::OpenaiYaml => (SupportGroup::SideFile, "openai-yaml", Topic::SideFile),
    };
    Row {
        id: format!("{prefix}/{}", field.key),
        group,
        title: format!("`{}`", field.key),
        summary: field.summary.to_owned(),
        topic,
        ask: Box::new(move |probe| cell(&field, probe)),
        example: example(&field, hosts),
    }
}

fn cell(asked: &Field, probe: &Probe) -> Answer {
    let fields = &probe.fields;
    if let Some(field) = fields.iter().find(|field| is_same(asked, field)) {
        return known(field);
    }
    let reads_file = |file| fields.iter().any(|field| field.file == file);
    if asked.file == FieldFile::OpenaiYaml {
        return Answer::ignored(if reads_file(asked.file) {
            "the file has no such field"
        } else {
            "the host does not read the file"
        });
    }
    let outcome = probe
        .host
        .parse(&Contents::from(sample(asked).as_str()))
        .outcome;
    match outcome.map(|fields| fields.text) {
        Err(fault) if fault.code == FaultCode::UnknownField => {
            Answer::breaks("the host does not know it, and refuses a skill with it")
        }
        Err(fault) | Ok(Err(fault)) => Answer::breaks(fault.message),
        Ok(Ok(_)) if probe.host.format().refuses_unknown_fields() => Answer::ignored(
            "the host does not know it; a validator refuses it, and the skill loads",
        ),
        Ok(Ok(_)) => Answer::ignored("the host does not know it"),
    }
}

/// Returns the table cell for a field that the host has in its list of known fields.
fn known(field: &Field) -> Answer {
    let answer = match field.status {
        FieldStatus::Read => Answer::works(field.summary),
        FieldStatus::Deprecated => {
            let instead = field.instead.map(|instead| format!("use `{instead}`"));
            let instead = instead.unwrap_or_default();
            Answer::partly(field.summary)
                .and("deprecated")
                .and(&instead)
        }
        FieldStatus::Kept | FieldStatus::Ignored => Answer::ignored(field.summary),
    };
    let mut answer = if field.required {
        answer.and("required")
    } else {
        answer
    };
    if let Some((key, value)) = field.with {
        answer = answer.and(&format!("has an effect only with `{key}: {value}`"));
    }
    match field.limit {
        Some(limit) => {
            let most = number(limit.characters);
            answer.and(&format!("at most {most} characters, {}", over(limit.over)))
        }
        None => answer,
    }
}

/// Returns the text of a skill that has the field with a valid value.
fn sample(field: &Field) -> String {
    let value = match field.kind {
        FieldKind::Boolean { .. } => "true",
        FieldKind::List | FieldKind::Texts { list: true, .. } => "[a]",
        FieldKind::Map { .. } | FieldKind::Hooks { .. } => "{}",
        _ => "a",
    };
    with_field("sample", field, value)
}

/// Returns the text of a skill with a name, a description and one more field. `value` is the field's value as YAML in
/// one line.
fn with_field(name: &str, field: &Field, value: &str) -> String {
    let line = match field.key.split_once('.') {
        Some((outer, inner)) => format!("{outer}:\n  {inner}"),
        None => field.key.to_owned(),
    };
    let with = field.with.map(|(key, value)| format!("{key}: {value}\n"));
    let own = own_fields(name, field);
    format!(
        "---\n{own}{}{line}: {value}\n---\nText.\n",
        with.unwrap_or_default()
    )
}

/// Returns an example tree with skills in which a field of the frontmatter exceeds the hosts' limits on its length.
pub(super) fn long_example(key: &str, hosts: &[Arc<dyn Host>]) -> Example {
    let mut fields = hosts.iter().flat_map(|host| host.format().fields());
    let field = fields.find(|field| field.file == FieldFile::Frontmatter && field.key == key);
    field.map_or_else(Example::default, |field| {
        Example::plain(long_files(&field, hosts))
    })
}

/// Returns an example tree for a field. The tree has a skill for each tested value, skills whose
/// value is longer than a host's limit, and a skill without the field.
fn example(field: &Field, hosts: &[Arc<dyn Host>]) -> Example {
    if field.file != FieldFile::Frontmatter {
        return Example::plain(beside(field));
    }
    let mut files = long_files(field, hosts);
    for (index, value) in values(field).iter().enumerate() {
        let name = format!("with-{index}");
        files.push((skill_file(&name), with_field(&name, field, value)));
    }
    let own = own_fields("without", field);
    files.push((skill_file("without"), format!("---\n{own}---\nText.\n")));
    Example::plain(files)
}

fn long_files(field: &Field, hosts: &[Arc<dyn Host>]) -> Files {
    let is_text = matches!(field.kind, FieldKind::Text { .. } | FieldKind::Hint);
    let limits = limits(field, hosts).into_iter().filter(|_| is_text);
    let files = limits.map(|most| {
        let value = "a".repeat(most + 1);
        let name = match field.key {
            "name" => value.clone(),
            _ => format!("long-{most}"),
        };
        (skill_file(&name), with_field(&name, field, &value))
    });
    files.collect()
}

fn skill_file(name: &str) -> String {
    format!("{name}/SKILL.md")
}

/// Returns the frontmatter lines `name` and `description` of a test skill. If `field` is one of
/// these two fields, its line is left out, because the caller adds this line itself.
fn own_fields(name: &str, field: &Field) -> String {
    let own = [("name", name), ("description", "A sample.")];
    let own = own.iter().filter(|(key, _)| *key != field.key);
    own.map(|(key, value)| format!("{key}: {value}\n"))
        .collect()
}

/// Returns the files of a test skill: a `SKILL.md`, and an `agents/openai.yaml` that sets `field`.
/// Returns no files if `field` belongs to an item of a list.
fn beside(field: &Field) -> Files {
    let Some(last) = values(field).pop().filter(|_| !field.key.contains('[')) else {
        return Files::new();
    };
    let text = match field.key.split_once('.') {
        Some((outer, inner)) => format!("{outer}:\n  {inner}: {last}\n"),
        None => format!("{}: {last}\n", field.key),
    };
    let skill = "---\nname: with-0\ndescription: A sample.\n---\nText.\n";
    vec![
        ("with-0/SKILL.md".to_owned(), skill.to_owned()),
        ("with-0/agents/openai.yaml".to_owned(), text),
    ]
}

/// Returns all different limits that hosts have on the length of a field.
fn limits(field: &Field, hosts: &[Arc<dyn Host>]) -> BTreeSet<usize> {
    let fields = hosts.iter().flat_map(|host| host.format().fields());
    let same = fields.filter(|other| is_same(field, other));
    same.filter_map(|other| Some(other.limit?.characters))
        .collect()
}

/// Returns the values with which a field is tested. Each value is YAML on one line.
fn values(field: &Field) -> Vec<String> {
    let values: Vec<&str> = match field.kind {
        FieldKind::Boolean { .. } => vec!["true", "false"],
        FieldKind::OneOf { values, .. } => values.to_vec(),
        FieldKind::Texts { list: true, .. } => vec!["[Read]"],
        FieldKind::List => vec!["[{ a: b }]"],
        FieldKind::Map { .. } => vec!["{ a: b }"],
        FieldKind::Hooks { events } => {
            let hooks = events.iter().map(|event| {
                format!(
                    "{{ {event}: [{{ matcher: Bash, hooks: [{{ type: command, command: ./check.sh }}] }}] }}"
                )
            });
            return hooks.collect();
        }
        _ => vec!["alpha"],
    };
    values.into_iter().map(str::to_owned).collect()
}
