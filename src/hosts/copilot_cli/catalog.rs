//! Stage Assemble: builds the catalog from the parsed files, with the names of skills. If several
//! skills have the same name, this stage decides which is used.

use super::editions::{CopilotCli, CopilotCliEdition};
use super::frontmatter::{bare, named};
use super::left_out::{explain, shadowed};
use super::names::{BUILT_IN, COMMAND_ENDING};
use super::options::CopilotBuiltInSkill;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Fields, Parsed};
use crate::model::catalog::{FaultCode, LeftOutReason};
use crate::model::environment::Environment;
use crate::model::skill::{DescriptionSource, NameSource, Scope, Skill, SkillKind, Visibility};
use crate::text::document::Place;
use crate::tree::{Entry, Tree, path};

impl Assemble for CopilotCli {
    /// Returns true, because Copilot CLI needs the text of a command without frontmatter for the
    /// command's description.
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(&self, tree: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let plugins = self.plugin_folders(tree).into_iter();
        let mut assembly = Assembly {
            ignored: plugins.flat_map(|plugin| plugin.warnings).collect(),
            ..Assembly::default()
        };
        let mut winners: HashMap<String, (String, String)> = HashMap::default();
        let is_command =
            |considered: &&Considered<'_>| considered.candidate.kind == SkillKind::Command;
        let skills = candidates.iter().filter(|one| !is_command(one));
        let commands = candidates.iter().filter(is_command);
        let mut add = |assembly: &mut Assembly, considered: &Considered<'_>| {
            let candidate = considered.candidate;
            let file = &candidate.found;
            let path = file.discovered_path.as_str();
            let root = candidate.root.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                return;
            };
            let skill = match loaded(tree, candidate, parsed, self.edition) {
                Ok(skill) => skill,
                Err(fault) => {
                    assembly.errors.push(candidate.error_as_found(fault));
                    return;
                }
            };
            if let Some((winner, target)) = winners.get(&skill.name) {
                assembly.left_out.push(if *target == file.path {
                    explain(path, LeftOutReason::Duplicate, Some(root), &[])
                } else {
                    shadowed(path, root, &skill.name, winner)
                });
                return;
            }
            winners.insert(skill.name.clone(), (path.to_owned(), file.path.clone()));
            assembly.ignore_fields_of(parsed, path);
            assembly.skills.push(skill);
        };
        for considered in skills {
            add(&mut assembly, considered);
        }
        let names: Vec<_> = (assembly.skills.iter().map(|skill| skill.name.clone())).collect();
        let built_in = (self.options.built_in.iter()).filter(|skill| !names.contains(&skill.name));
        let built_in: Vec<_> = built_in.map(self::built_in).collect();
        assembly.skills.extend(built_in);
        for considered in commands {
            add(&mut assembly, considered);
        }
        assembly
    }
}

fn loaded(
    tree: &Tree,
    candidate: &Candidate,
    parsed: &Parsed,
    edition: &CopilotCliEdition,
) -> Result<Skill, Fault> {
    let file = &candidate.found;
    let is_command = candidate.kind == SkillKind::Command;
    let bare = |fault: &Fault| {
        // A command may have no frontmatter (`docs/hosts/copilot-cli.md#commands`).
        let contents = tree.by_id(file.entry).and_then(Entry::contents);
        let text = contents.and_then(|contents| contents.text().ok());
        let text = text.filter(|_| is_command && fault.code == FaultCode::NoFrontmatter);
        text.map(|text| Fields {
            name: None,
            name_place: Place::START,
            text: Ok(bare(text, edition)),
        })
    };
    let fields = match &parsed.outcome {
        Ok(fields) => fields.clone(),
        Err(fault) => bare(fault).ok_or_else(|| fault.clone())?,
    };
    let (name, name_source) = match fields.name {
        Some(name) if !is_command => (name, NameSource::Frontmatter),
        _ => {
            let name = derived(candidate, fields.name_place, edition)?;
            (name, NameSource::Folder)
        }
    };
    let mut text = fields.text?;
    if let Some(frontmatter) = &mut text.frontmatter {
        frontmatter.name = (name_source == NameSource::Frontmatter).then(|| name.clone());
    }
    let mut skill = Skill {
        name_source,
        ..candidate.skill(parsed.bytes, name, &text)
    };
    if let Some(frontmatter) = &text.frontmatter {
        skill.user_invocable = frontmatter.user_invocable != Some(false);
        if frontmatter.disable_model_invocation == Some(true) {
            skill.model_invocable = false;
            skill.visibility = Visibility::UserInvocableOnly;
        }
    }
    Ok(skill)
}

/// Returns the name of a skill that has no name in its frontmatter: the name of its folder or
/// command file (`docs/hosts/copilot-cli.md#names`). Returns a fault if this name is not valid.
fn derived(
    candidate: &Candidate,
    place: Place,
    edition: &CopilotCliEdition,
) -> Result<String, Fault> {
    let file = &candidate.found.discovered_path;
    let name = match candidate.kind {
        SkillKind::Command => path::file_name(file).strip_suffix(COMMAND_ENDING),
        _ => path::parent(file).map(path::file_name),
    };
    named(name.unwrap_or_default(), place, edition).map_err(|fault| Fault {
        code: match fault.code {
            FaultCode::MissingName => FaultCode::NameInvalid,
            code => code,
        },
        message: "could not derive a valid skill name from the folder path".to_owned(),
        help: "Add `name:` with Latin letters, digits and hyphens, or rename the folder."
            .to_owned(),
        ..fault
    })
}

fn built_in(skill: &CopilotBuiltInSkill) -> Skill {
    Skill {
        name_source: NameSource::Frontmatter,
        description: skill.description.clone(),
        description_source: DescriptionSource::Frontmatter,
        root: BUILT_IN.to_owned(),
        bytes: skill.content.len(),
        ..Skill::plain(skill.name.clone(), BUILT_IN.to_owned(), Scope::System)
    }
}
