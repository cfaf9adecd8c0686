//! Stage Assemble: builds the catalog from the parsed files. Of several skills with the same name,
//! the first is used (`docs/hosts/qwen-code.md#two-skills-of-one-name`).

use super::commands;
use super::conditions;
use super::editions::QwenCode;
use super::settings::Settings;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Parsed};
use crate::model::catalog::{LeftOut, LeftOutReason};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::Tree;

impl Assemble for QwenCode {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let settings = Settings::read(tree, environment, self);
        let mut assembly = Assembly {
            ignored: settings.ignored.clone(),
            ..Assembly::default()
        };
        let mut winners: HashMap<String, String> = HashMap::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let root = Some(candidate.root.as_str());
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let mut skill = match loaded(candidate, parsed) {
                Ok(skill) => skill,
                Err(fault) => {
                    let left_out = candidate.dropped_silently("Qwen Code", fault);
                    assembly.left_out.push(left_out);
                    continue;
                }
            };
            assembly.ignore_fields_of(parsed, path);
            if let Some(winner) = winners.get(&skill.name) {
                let message = format!(
                    "another skill named {:?} takes precedence: {winner}",
                    skill.name
                );
                let words = (message, "Give one of the skills another name.".to_owned());
                let left_out = LeftOut::new(path, root, LeftOutReason::Shadowed, words);
                assembly.left_out.push(left_out);
                continue;
            }
            winners.insert(skill.name.clone(), path.to_owned());
            skill.enabled = !is_off(&skill, &settings);
            if let Some(fields) = &skill.frontmatter {
                skill.model_invocable = fields.disable_model_invocation != Some(true);
                skill.user_invocable = fields.user_invocable != Some(false);
                skill.active = fields.paths.is_empty()
                    || conditions::is_touched(tree, environment, &fields.paths);
            }
            assembly.skills.push(skill);
        }
        let taken = commands::all(tree, environment, &settings);
        for skill in &mut assembly.skills {
            skill.user_invocable &= !taken.contains_key(&skill.name);
        }
        assembly
    }
}

/// Returns true if the settings disable a skill. The settings may name the skill of an extension
/// with or without the extension's name.
fn is_off(skill: &Skill, settings: &Settings) -> bool {
    let is_named = |name: &str| settings.disabled.contains(&name.to_lowercase());
    let short = skill
        .name
        .split_once(':')
        .filter(|_| skill.plugin_id.is_some());
    is_named(&skill.name) || short.is_some_and(|(_, name)| is_named(name))
}

fn loaded<'p>(candidate: &Candidate, parsed: &'p Parsed) -> Result<Skill, &'p Fault> {
    let fields = parsed.outcome.as_ref()?;
    let text = fields.text.as_ref()?;
    let name = fields.name.clone().unwrap_or_default();
    let name = match &candidate.plugin_id {
        Some(extension) => format!("{extension}:{name}"),
        None => name,
    };
    Ok(Skill {
        name_source: NameSource::Frontmatter,
        ..candidate.skill(parsed.bytes, name, text)
    })
}
