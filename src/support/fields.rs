//! Fields of the frontmatter and of `agents/openai.yaml`, from the hosts' tables.

use std::sync::Arc;

use super::probe::Probe;
use super::row::Row;
use super::table::{Answer, SupportGroup};
use super::words::{number, over};
use crate::host::Host;
use crate::host::topic::Topic;
use crate::model::catalog::FaultCode;
use crate::model::field::{Field, FieldFile, FieldKind, FieldStatus};
use crate::tree::Contents;

/// Returns the union of all hosts' fields, in the order of the hosts.
pub(super) fn rows(hosts: &[Arc<dyn Host>]) -> Vec<Row> {
    let mut fields: Vec<Field> = Vec::new();
    for field in hosts.iter().flat_map(|host| host.format().fields()) {
        match fields.iter_mut().find(|known| is_same(known, &field)) {
            // A host that acts on the field describes it best.
            Some(known) if !known.is_read() && field.is_read() => *known = field,
            Some(_) => {}
            None => fields.push(field),
        }
    }
    let (side, own): (Vec<_>, Vec<_>) =
        (fields.into_iter()).partition(|field| field.file == FieldFile::OpenaiYaml);
    own.into_iter().chain(side).map(row).collect()
}

fn is_same(one: &Field, other: &Field) -> bool {
    one.file == other.file && (one.is(other.key) || other.is(one.key))
}

fn row(field: Field) -> Row {
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

/// Returns the cell of a field that a host has in its table.
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

/// Returns the text of a skill with a field.
fn sample(field: &Field) -> String {
    let value = match field.kind {
        FieldKind::Boolean { .. } => "true",
        FieldKind::List | FieldKind::Texts { list: true, .. } => "[a]",
        FieldKind::Map { .. } | FieldKind::Hooks { .. } => "{}",
        _ => "a",
    };
    let line = match field.key.split_once('.') {
        Some((outer, inner)) => format!("{outer}:\n  {inner}"),
        None => field.key.to_owned(),
    };
    format!("---\nname: sample\ndescription: A sample.\n{line}: {value}\n---\nText.\n")
}
