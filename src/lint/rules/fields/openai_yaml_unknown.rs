//! `openai-yaml-unknown`: a key in `agents/openai.yaml` is unknown to the host.
//!
//! Fix: none.

use serde_yaml::Value;

use crate::lint::helpers::side_file::SideFile;
use crate::lint::prelude::*;
use crate::model::field::{FieldKind, alternatives};
use crate::text::yaml::check_work;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "openai-yaml-unknown",
    Severity::Info,
    "the host does not know a key in agents/openai.yaml",
    &[Run::Search(Search::OpenaiYaml)],
);

/// The maximum size in bytes of an `agents/openai.yaml` whose keys are checked. No host has this limit.
const MAX_BYTES: usize = 1 << 16;

/// Returns findings about the keys that are unknown to every host which reads the file.
pub fn find(file: &SideFile<'_>, readers: &[&TargetHost<'_>]) -> Vec<Diagnostic> {
    let value: Option<Value> = check_work(file.text, MAX_BYTES)
        .ok()
        .and_then(|()| serde_yaml::from_str(file.text).ok());
    let mut keys = Vec::new();
    if let Some(value) = &value {
        collect("", value, readers, &mut keys);
    }
    let known: Vec<_> = (readers.iter().flat_map(|target| target.side())).collect();
    let each = keys.into_iter().take(MAX_FINDINGS).map(|key| {
        let (parent, name) = match key.rsplit_once('.') {
            Some((parent, name)) => (Some(parent), name),
            None => (None, key.as_str()),
        };
        let siblings: Vec<_> = (known.iter())
            .filter(|field| field.key.rsplit_once('.').map(|(above, _)| above) == parent)
            .map(|field| field.name())
            .collect();
        file.report(&RULE, &key, format!("no target host reads `{name}` here"))
            .help(format!("Use {}, or take it out.", alternatives(&siblings)))
            .concerning(readers.iter().map(|target| target.host_edition()))
    });
    each.collect()
}

/// Collects the keys below the key `above` that none of the `readers` knows. Readers are the hosts
/// that read the file. Keys below an unknown key are skipped.
fn collect(above: &str, value: &Value, readers: &[&TargetHost<'_>], keys: &mut Vec<String>) {
    match value {
        Value::Mapping(members) => {
            for (name, value) in members {
                let Some(name) = name.as_str() else { continue };
                let key = match above {
                    "" => name.to_owned(),
                    above => format!("{above}.{name}"),
                };
                let field = readers
                    .iter()
                    .find_map(|target| target.side().find(|field| field.key == key));
                match field.map(|field| field.kind) {
                    None => keys.push(key),
                    Some(FieldKind::Map { .. } | FieldKind::List) => {
                        collect(&key, value, readers, keys);
                    }
                    Some(_) => {}
                }
            }
        }
        // Only the first entry of a list is inspected, because its entries are similar.
        Value::Sequence(entries) => {
            let key = format!("{above}[]");
            for entry in entries {
                let before = keys.len();
                collect(&key, entry, readers, keys);
                if keys.len() > before {
                    return;
                }
            }
        }
        _ => {}
    }
}
