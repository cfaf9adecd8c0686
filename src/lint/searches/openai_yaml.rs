//! Runs the rules about `agents/openai.yaml`, for the hosts that read this file.

use crate::host::stages::Side;
use crate::lint::helpers::side_file::{SideFile, beside, read_by};
use crate::lint::prelude::*;
use crate::lint::rules::fields::{
    icon_path, openai_yaml_unknown, openai_yaml_unread, openai_yaml_value,
};
use crate::text::document::PlaceIndex;

/// Reports the faults of the `agents/openai.yaml` beside a skill.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let readers: Vec<_> = (reading.targets.iter())
        .filter(|target| target.side().next().is_some())
        .collect();
    let Some(entry) = beside(reading.context.file).filter(|_| !readers.is_empty()) else {
        return;
    };
    let Some(contents) = entry.contents() else {
        return;
    };
    let text = contents.text().unwrap_or_default();
    let file = SideFile {
        path: entry.path(),
        text,
        places: PlaceIndex::new(text),
    };
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for target in &readers {
        let side = read_by(reading, target, contents);
        let mut ignored_values = ignored(&file, target, &side);
        ignored_values.extend(icon_path::missing(&file, reading, &side));
        for one in ignored_values {
            let known = diagnostics.iter_mut().find(|known| {
                (&known.code, known.range, &known.message) == (&one.code, one.range, &one.message)
            });
            match known {
                Some(known) => *known = known.clone().concerning([target.host_edition()]),
                None => diagnostics.push(one.concerning([target.host_edition()])),
            }
        }
    }
    if diagnostics
        .iter()
        .all(|one| one.code != openai_yaml_unread::RULE.code)
    {
        diagnostics.extend(openai_yaml_unknown::find(&file, &readers));
    }
    found.extend(diagnostics);
}

/// Returns a finding for each part of `agents/openai.yaml` that a host ignores: the whole file, an
/// icon, or another value.
fn ignored(file: &SideFile<'_>, target: &TargetHost<'_>, side: &Side) -> Vec<Diagnostic> {
    let each = side.ignored.iter().take(MAX_FINDINGS);
    let each = each.map(|ignored| match ignored.field.as_deref() {
        None => openai_yaml_unread::report(file, target, &ignored.message),
        Some(key) if key.contains("icon") => icon_path::report(file, key, &ignored.message),
        Some(key) => openai_yaml_value::report(file, target, key, &ignored.message),
    });
    each.collect()
}
