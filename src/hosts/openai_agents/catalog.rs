//! Stage Assemble: builds the catalog from the parsed files, sorted by name. If several skills have
//! the same name, all of them are in the catalog
//! (`docs/hosts/openai-agents.md#two-skills-of-one-name`).

use super::discover::source;
use super::editions::OpenaiAgents;
use super::tool::first_link;
use crate::host::Assemble;
use crate::host::load_stop;
use crate::host::stages::{Assembly, Considered};
use crate::model::environment::Environment;
use crate::model::skill::Skill;
use crate::sort;
use crate::tree::{Tree, path};

impl Assemble for OpenaiAgents {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        if self.options.eager {
            let source = source(environment, &self.options);
            let link = tree.entry(&source).and_then(first_link);
            if let Some(link) = link {
                let message = format!(
                    "no skill loads, because the start of the session raises LocalDirReadError: failed to read local dir artifact: {source} (symlink_not_supported: {link})"
                );
                let help = format!("Replace the link {link} by a copy of its target.");
                load_stop::leave_out_all(candidates, &message, &help, &mut assembly.left_out);
                return assembly;
            }
        }
        for considered in candidates {
            let candidate = considered.candidate;
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            match parsed.read() {
                // The exception ends the load of all skills.
                Err(fault) => {
                    return load_stop::stopped_by(considered, fault.clone(), candidates, assembly);
                }
                Ok((fields, text)) => {
                    let folder = path::folder_name(&candidate.found.discovered_path);
                    let (name, name_source) = fields.name_or_folder(folder);
                    assembly.skills.push(Skill {
                        name_source,
                        user_invocable: false,
                        ..candidate.skill(parsed.bytes, name, text)
                    });
                }
            }
        }
        sort::by(&mut assembly.skills, |one, other| one.name.cmp(&other.name));
        assembly
    }
}
