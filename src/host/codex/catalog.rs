//! Stage 3: the catalog out of what was parsed: names, duplicates, order.

use std::collections::HashSet;

use super::left_out::explain;
use crate::host::{Assembly, Candidate, Parsed};
use crate::path;
use crate::skill::{LeftOutReason, NameSource, Scope, Skill, SkillError};

/// A rule that disables skills would be applied here.
pub(super) fn assemble(candidates: &[(&Candidate, Option<&Parsed>)]) -> Assembly {
    let mut assembly = Assembly::default();
    let mut loaded = HashSet::new();
    for (candidate, parsed) in candidates {
        let file = &candidate.found;
        let mut leave_out = |reason| {
            // Of a link's file the reader knows the path that led there.
            let path = &file.discovered_path;
            assembly
                .left_out
                .push(explain(path, reason, Some(&candidate.root), &[]));
        };
        let Some(parsed) = parsed else {
            leave_out(LeftOutReason::Unread);
            continue;
        };
        match &parsed.outcome {
            Err(_) if candidate.scope == Scope::System => {
                leave_out(LeftOutReason::SystemSkillInvalid);
            }
            // Errors are told once for each root that leads to them.
            Err(fault) => assembly.errors.push(SkillError {
                path: file.path.clone(),
                scope: candidate.scope,
                message: fault.message.clone(),
                place: fault.place,
                help: fault.help.clone(),
            }),
            Ok(_) if !loaded.insert(file.path.as_str()) => leave_out(LeftOutReason::Duplicate),
            Ok(fields) => {
                let (name, name_source) = match &fields.name {
                    Some(name) => (name.clone(), NameSource::Frontmatter),
                    None => (folder_name(&file.path), NameSource::Folder),
                };
                assembly.skills.push(Skill {
                    name,
                    name_source,
                    description: fields.description.clone(),
                    short_description: fields.short_description.clone(),
                    path: file.path.clone(),
                    discovered_path: file.discovered_path.clone(),
                    scope: candidate.scope,
                    root: candidate.root.clone(),
                    enabled: true,
                    bytes: parsed.bytes,
                });
            }
        }
    }
    // Host fact 10: scope, name, then path by component.
    assembly.skills.sort_by(|left, right| {
        left.scope
            .cmp(&right.scope)
            .then_with(|| left.name.cmp(&right.name))
            .then_with(|| path::compare(&left.path, &right.path))
    });
    assembly
}

fn folder_name(skill_file: &str) -> String {
    let folder = path::parent(skill_file).map_or("", path::file_name);
    folder.split_whitespace().collect::<Vec<_>>().join(" ")
}
