//! Stage Assemble: builds the catalog from the parsed files. Of several skills with the same name,
//! the first is used (`docs/hosts/agent-framework.md#two-skills-of-one-name`).

use super::editions::AgentFramework;
use super::frontmatter::PATH;
use crate::host::Assemble;
use crate::host::load_stop;
use crate::host::stages::{Assembly, Considered, Fault};
use crate::model::catalog::{FaultCode, LeftOut, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::{Tree, path};

impl Assemble for AgentFramework {
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let root = Some(candidate.root.as_str());
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let error = |fault: Fault| SkillError {
                message: fault.message.replacen(PATH, path, 1),
                ..candidate.error_as_found(fault)
            };
            let fields = match &parsed.outcome {
                Ok(fields) => fields,
                // The exception ends the load of all skills.
                Err(fault) => {
                    return load_stop::stopped_by(considered, fault.clone(), candidates, assembly);
                }
            };
            let text = match &fields.text {
                Ok(text) => text,
                Err(fault) => {
                    assembly.errors.push(error(fault.clone()));
                    continue;
                }
            };
            let name = fields.name.clone().unwrap_or_default();
            let folder = path::folder_name(path);
            if name != folder {
                assembly.errors.push(error(Fault {
                    code: FaultCode::NameMismatch,
                    message: format!(
                        "SKILL.md at '{PATH}' has frontmatter name '{name}' that does not match the directory name '{folder}'; skipping."
                    ),
                    place: Some(fields.name_place),
                    help: format!("Rename the folder to {name}, or the skill to {folder}."),
                }));
                continue;
            }
            assembly.ignore_fields_of(parsed, path);
            let skill = Skill {
                name_source: NameSource::Frontmatter,
                user_invocable: false,
                ..candidate.skill(parsed.bytes, name, text)
            };
            let mut skills = assembly.skills.iter();
            match skills.find(|known| known.name == skill.name) {
                None => assembly.skills.push(skill),
                // The same file may be found twice.
                Some(known) if known.discovered_path == path => {}
                Some(known) => {
                    let message = format!(
                        "an earlier skill is named {:?}, too: {}",
                        skill.name, known.discovered_path
                    );
                    let words = (message, "Give one of the skills another name.".to_owned());
                    let left_out = LeftOut::new(path, root, LeftOutReason::Shadowed, words);
                    assembly.left_out.push(left_out);
                }
            }
        }
        assembly
    }
}
