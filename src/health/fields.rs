//! Finds frontmatter fields that earlier editions of a host read, but the requested edition does
//! not read.

use std::collections::BTreeMap;

use super::report::{HealthKind, HealthSymptom};
use super::symptom::symptom;
use super::texts::Text;
use crate::hashing::HashSet;
use crate::hosts;
use crate::lint;
use crate::model::field::{Field, FieldFile, FieldStatus};
use crate::pipeline::{HostPipeline, Inputs};

const WEIGHT: u32 = 30;

/// The frontmatter fields that a host no longer reads, each with the last edition that reads the
/// field.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct DroppedFields {
    label: String,
    edition: String,
    fields: BTreeMap<&'static str, String>,
}

/// Returns, for each host, the frontmatter fields that an earlier edition read and the chosen
/// edition does not read. Each host also has the paths of the skills that it loads. Hosts without
/// such fields are left out.
pub(super) fn dropped(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
) -> Vec<(DroppedFields, HashSet<String>)> {
    let all = hosts::hosts();
    let mut dropped = Vec::new();
    for pipeline in pipelines {
        let (id, edition) = pipeline.key();
        let Some(host) = all.iter().find(|host| host.host == id) else {
            continue;
        };
        let now = pipeline.host().format().fields();
        let earlier = host.editions.iter().take_while(|known| *known != edition);
        let mut fields = BTreeMap::new();
        for earlier in earlier {
            for field in hosts::fields(id, Some(earlier)).unwrap_or_default() {
                let is_now = now
                    .iter()
                    .any(|known| known.key == field.key && is_read(known));
                if is_read(&field) && !is_now {
                    fields.insert(field.key, earlier.clone());
                }
            }
        }
        if !fields.is_empty() {
            let catalog = pipeline.catalog(inputs);
            let skills = catalog.skills.iter().map(|skill| skill.path.clone());
            let of_host = DroppedFields {
                label: host.label.clone(),
                edition: edition.to_owned(),
                fields,
            };
            dropped.push((of_host, skills.collect()));
        }
    }
    dropped
}

fn is_read(field: &Field) -> bool {
    field.file == FieldFile::Frontmatter
        && matches!(field.status, FieldStatus::Read | FieldStatus::Deprecated)
}

/// Reports the frontmatter fields in a skill's file that a host no longer reads. `loading` has one
/// item for each host that loads the skill and no longer reads some fields.
pub(super) fn find<'d>(
    own: &Text<'_>,
    loading: impl Iterator<Item = &'d DroppedFields>,
    symptoms: &mut Vec<HealthSymptom>,
) {
    let members = lint::frontmatter_keys(own.text);
    for host in loading {
        for (key, bytes) in &members {
            if let Some(last) = host.fields.get(key) {
                let message = format!(
                    "{} has not read `{key}` since the edition after {last}; this is {}",
                    host.label, host.edition
                );
                symptoms.push(symptom(
                    HealthKind::DroppedField,
                    WEIGHT,
                    own,
                    bytes.clone(),
                    message,
                ));
            }
        }
    }
}
