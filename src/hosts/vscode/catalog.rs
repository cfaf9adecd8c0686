//! Stage Assemble: builds the catalog from the parsed files. The name of a skill is the name of its
//! folder (`docs/hosts/vscode.md#names`).

use super::editions::Vscode;
use super::frontmatter::without_tags;
use super::left_out::shadowed;
use super::options::VscodeExtensionSkill;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Considered, IgnoredField};
use crate::model::environment::Environment;
use crate::model::skill::{DescriptionSource, NameSource, Scope, Skill, Visibility};
use crate::tree::{Tree, path};

impl Assemble for Vscode {
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        let mut winners: HashMap<String, String> = HashMap::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let file = candidate.found.discovered_path.as_str();
            let root = candidate.root.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let folder = path::folder_name(file);
            if let Some(winner) = winners.get(folder) {
                assembly.left_out.push(shadowed(file, root, folder, winner));
                continue;
            }
            let Ok(fields) = &parsed.outcome else {
                continue;
            };
            let Ok(text) = &fields.text else {
                continue;
            };
            winners.insert(folder.to_owned(), file.to_owned());
            let ignored = parsed.ignored.iter().cloned();
            let label = fields.name.as_deref().filter(|label| !label.is_empty());
            let other_name = label
            .filter(|label| without_tags(label) != folder)
            .map(|label| IgnoredField {
                place: Some(fields.name_place),
                ..IgnoredField::new(
                    Some("name"),
                    format!("it is {label:?} and the folder {folder:?}; VS Code calls the skill as its folder"),
                )
            });
            (assembly.ignored).extend(ignored.chain(other_name).map(|field| field.at(file)));
            let mut skill = candidate.skill(parsed.bytes, folder.to_owned(), text);
            let fields = text.frontmatter.as_ref();
            if fields.is_some_and(|fields| fields.disable_model_invocation == Some(true)) {
                skill.model_invocable = false;
                skill.visibility = Visibility::UserInvocableOnly;
            }
            assembly.skills.push(skill);
        }
        let from_extensions = (self.options.extension_skills.iter())
            .filter(|skill| !winners.contains_key(&skill.name))
            .map(of_extension);
        assembly.skills.extend(from_extensions);
        assembly
    }
}

fn of_extension(skill: &VscodeExtensionSkill) -> Skill {
    Skill {
        name_source: NameSource::Folder,
        description: skill.description.clone(),
        description_source: if skill.description.is_empty() {
            DescriptionSource::None
        } else {
            DescriptionSource::Frontmatter
        },
        ..Skill::plain(skill.name.clone(), skill.file.clone(), Scope::System)
    }
}
