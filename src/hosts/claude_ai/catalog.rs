//! The stage that builds the catalog of the skills which, according to Anthropic's documents, can
//! be uploaded. No document requires unique names, so the catalog may have several skills with the
//! same name.

use super::discover::explain;
use super::editions::ClaudeAi;
use crate::hashing::HashSet;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Considered};
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::Tree;

impl Assemble for ClaudeAi {
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        let mut loaded = HashSet::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let file = &candidate.found;
            let left_out = |reason| explain(&file.discovered_path, reason, Some(&candidate.root));
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            if !loaded.insert(file.path.as_str()) {
                assembly.left_out.push(left_out(LeftOutReason::Duplicate));
                continue;
            }
            match parsed.read() {
                Err(fault) => assembly.errors.push(candidate.error(fault.clone())),
                Ok((fields, text)) => {
                    assembly.ignore_fields_of(parsed, &file.path);
                    // The name is present, because the parser refuses a file without a name.
                    let name = fields.name.clone().unwrap_or_default();
                    assembly.skills.push(Skill {
                        name_source: NameSource::Frontmatter,
                        user_invocable: false,
                        ..candidate.skill(parsed.bytes, name, text)
                    });
                }
            }
        }
        assembly
    }
}
