//! The stage that builds the catalog from the parsed files. It decides on names, duplicates and the
//! order of skills.

use super::editions::Standard;
use super::left_out::{explain, shadowed};
use super::validate;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::stages::{Assembly, Considered, IgnoredField};
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::model::skill::Skill;
use crate::tree::{Tree, path};

impl Assemble for Standard {
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        let mut loaded = HashSet::default();
        // For each name, the path of the skill that has the name. The roots are in order, so the
        // first skill with a name takes precedence.
        let mut winners: HashMap<String, String> = HashMap::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let file = &candidate.found;
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            if !loaded.insert(file.path.as_str()) {
                let (path, reason) = (&file.discovered_path, LeftOutReason::Duplicate);
                let left_out = explain(path, reason, Some(&candidate.root), &[], self.edition);
                assembly.left_out.push(left_out);
                continue;
            }
            let (fields, text) = match parsed.read() {
                Ok(parts) => parts,
                Err(fault) => {
                    assembly.errors.push(candidate.error(fault.clone()));
                    continue;
                }
            };
            let folder = path::folder_name(&file.path);
            // The guide does not mention skills without a name. A client that loads skills with wrong names has no
            // reason to refuse skills without names (`docs/hosts/standard.md#what-it-forgives`).
            let (name, name_source) = fields.name_or_folder(folder);
            if let Some(winner) = winners.get(&name) {
                let path = &file.discovered_path;
                let left_out = shadowed(path, &candidate.root, &name, winner);
                assembly.left_out.push(left_out);
                continue;
            }
            winners.insert(name.clone(), file.path.clone());
            let mismatch = validate::mismatch(&name, folder).map(|message| IgnoredField {
                field: Some("name".to_owned()),
                message,
                place: Some(fields.name_place),
            });
            let ignored = parsed.ignored.iter().cloned().chain(mismatch);
            (assembly.ignored).extend(ignored.map(|field| field.at(&file.path)));
            assembly.skills.push(Skill {
                name_source,
                ..candidate.skill(parsed.bytes, name, text)
            });
        }
        assembly
    }
}
