//! Stage Assemble: builds the catalog from the parsed files. A later skill replaces an earlier
//! skill with the same name, at the position of the earlier skill
//! (`docs/hosts/deep-agents.md#two-skills-of-one-name`).

use super::discover::shown;
use super::editions::DeepAgents;
use super::frontmatter::PATH;
use crate::host::Assemble;
use crate::host::load_stop;
use crate::host::stages::{Assembly, Considered};
use crate::model::catalog::{LeftOut, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::Tree;

impl Assemble for DeepAgents {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
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
                    let shown = shown(tree, environment, &self.options, path);
                    assembly.errors.push(SkillError {
                        message: fault.message.replacen(PATH, &shown, 1),
                        ..candidate.error_as_found(fault.clone())
                    });
                    continue;
                }
            };
            assembly.ignore_fields_of(parsed, path);
            let name = fields.name.clone().unwrap_or_default();
            let skill = Skill {
                name_source: NameSource::Frontmatter,
                user_invocable: false,
                ..candidate.skill(parsed.bytes, name, text)
            };
            let mut skills = assembly.skills.iter_mut();
            let Some(known) = skills.find(|known| known.name == skill.name) else {
                assembly.skills.push(skill);
                continue;
            };
            let loser = std::mem::replace(known, skill);
            if loser.discovered_path != path {
                let message = format!("a later skill named {:?} replaces it: {path}", loser.name);
                let words = (message, "Give one of the skills another name.".to_owned());
                assembly.left_out.push(LeftOut::new(
                    &loser.discovered_path,
                    Some(&loser.root),
                    LeftOutReason::Shadowed,
                    words,
                ));
            }
        }
        assembly
    }
}
