//! Stage Assemble: builds the catalog from the parsed files, with the commands that users type. If
//! several skills have the same name, this stage decides which is used
//! (`docs/hosts/gemini-cli.md#two-skills-of-one-name`).

use std::borrow::Cow;

use super::body::extension;
use super::commands;
use super::editions::GeminiCli;
use super::hydrate::Variables;
use super::names::is_built_in;
use super::settings::Surroundings;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, IgnoredField, Parsed, Text};
use crate::model::catalog::{Ignored, LeftOut, LeftOutReason};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::Tree;

impl Assemble for GeminiCli {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let surroundings = Surroundings::read(tree, environment, self);
        let mut assembly = Assembly {
            ignored: surroundings.ignored.clone(),
            ..Assembly::default()
        };
        let mut skills: Vec<Skill> = Vec::new();
        // The index of the skill with each name. A skill that replaces another skill gets the index of the replaced
        // skill, and so its position in the list.
        let mut places: HashMap<String, usize> = HashMap::default();
        // The reports that the order of the folders decided which skill is used, by the path of the used skill.
        let mut chance: HashMap<String, Ignored> = HashMap::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let skill = match loaded(candidate, parsed, environment) {
                Ok(skill) => skill,
                Err(left_out) => {
                    assembly.left_out.push(*left_out);
                    continue;
                }
            };
            assembly.ignore_fields_of(parsed, path);
            match places.get(&skill.name) {
                None => {
                    places.insert(skill.name.clone(), skills.len());
                    skills.push(skill);
                }
                Some(place) => {
                    let loser = std::mem::replace(&mut skills[*place], skill);
                    let winner = &skills[*place];
                    chance.remove(&loser.discovered_path);
                    if loser.root == winner.root {
                        let ignored = left_to_chance(&loser, winner);
                        chance.insert(ignored.path.clone(), ignored);
                    }
                    assembly.left_out.push(shadowed(&loser, winner));
                }
            }
        }
        assembly.ignored.extend(chance.into_values());
        for skill in &mut skills {
            skill.enabled = !surroundings.disabled.contains(&skill.name.to_lowercase());
        }
        commands::assign(tree, environment, &surroundings, &mut skills, self.edition);
        assembly.skills = skills;
        assembly
    }
}

fn loaded(
    candidate: &Candidate,
    parsed: &Parsed,
    environment: &Environment,
) -> Result<Skill, Box<LeftOut>> {
    let (fields, text) = parsed
        .read()
        .map_err(|fault| Box::new(candidate.dropped_silently("Gemini CLI", fault)))?;
    let name = fields.name.clone().unwrap_or_default();
    let (name, text) = match candidate.plugin_id {
        None => (name, Cow::Borrowed(text)),
        Some(_) => {
            let variables = Variables {
                extension: extension(&candidate.root),
                workspace: &environment.cwd,
            };
            let text = Text {
                description: variables.fill(&text.description).into_owned(),
                ..text.clone()
            };
            (variables.fill(&name).into_owned(), Cow::Owned(text))
        }
    };
    Ok(Skill {
        name_source: NameSource::Frontmatter,
        ..candidate.skill(parsed.bytes, name, &text)
    })
}

/// Explains why a skill is not used: the skill `winner` replaced it. The message is Gemini CLI's
/// own, except for a built-in skill.
fn shadowed(loser: &Skill, winner: &Skill) -> LeftOut {
    let message = if is_built_in(loser) {
        format!(
            "another skill named {:?} takes precedence over the built-in skill: {}",
            loser.name, winner.discovered_path
        )
    } else {
        format!(
            "Skill conflict detected: \"{}\" from \"{}\" is overriding the same skill from \"{}\".",
            winner.name, winner.discovered_path, loser.discovered_path
        )
    };
    LeftOut::new(
        &loser.discovered_path,
        Some(&loser.root),
        LeftOutReason::Shadowed,
        (message, "Give one of the skills another name.".to_owned()),
    )
}

/// Reports that two skills in one skill root have the same name. The order of the folders in the
/// file system then decides which of them Gemini CLI uses.
fn left_to_chance(loser: &Skill, winner: &Skill) -> Ignored {
    let message = format!(
        "this skill and {} have the name {:?}; the order of the folders decides which of the two is used; on Linux it is the one whose folder is first by name",
        loser.discovered_path, winner.name
    );
    IgnoredField::new(Some("name"), message).at(&winner.discovered_path)
}
