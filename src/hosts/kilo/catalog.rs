//! Stage Assemble: builds the catalog from the parsed files. Of several skills with the same name,
//! the last is used (`docs/hosts/kilo.md#two-skills-of-one-name`).

use std::collections::BTreeMap;

use super::command;
use super::config::Surroundings;
use super::editions::Kilo;
use super::permission;
use super::text::{content_of, origin};
use crate::hashing::HashSet;
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Parsed};
use crate::model::catalog::{FaultCode, LeftOut, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::permission::Verdict;
use crate::model::skill::{NameSource, Scope, Skill, Visibility};
use crate::sort;
use crate::text::collation;
use crate::tree::Tree;

impl Assemble for Kilo {
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let surroundings = Surroundings::read(tree, environment);
        let mut assembly = Assembly {
            ignored: surroundings.ignored.clone(),
            ..Assembly::default()
        };
        let mut by_name: BTreeMap<String, Skill> = BTreeMap::new();
        let mut failed = HashSet::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let loaded = loaded(candidate, parsed, &surroundings)
                .and_then(|skill| checked(tree, environment, &surroundings, candidate, skill));
            let skill = match loaded {
                Ok(skill) => skill,
                Err(Refused::Error(error)) => {
                    // A file with an error fails for each root that leads to the file, but the error is reported once.
                    if failed.insert(error.path.clone()) {
                        assembly.errors.push(error);
                    }
                    continue;
                }
                Err(Refused::Quiet(fault)) => {
                    let left_out = candidate.dropped_silently("Kilo", &fault);
                    assembly.left_out.push(left_out);
                    continue;
                }
            };
            assembly.ignore_fields_of(parsed, path);
            let name = skill.name.clone();
            if let Some(loser) = by_name.insert(name.clone(), skill)
                && loser.discovered_path != path
            {
                let message = format!("another skill named {name:?} takes precedence: {path}");
                let words = (message, "Give one of the skills another name.".to_owned());
                let left_out = LeftOut::new(
                    &loser.discovered_path,
                    Some(&loser.root),
                    LeftOutReason::Shadowed,
                    words,
                );
                assembly.left_out.push(left_out);
            }
        }
        let rules = permission::rules(&surroundings, environment);
        let taken = command::taken_names(tree, &surroundings);
        let mut skills: Vec<_> = by_name.into_values().collect();
        for skill in &mut skills {
            if !rules.has_tool() || rules.of(&skill.name).verdict == Verdict::Deny {
                skill.model_invocable = false;
                skill.visibility = Visibility::UserInvocableOnly;
            }
            if taken.contains(&skill.name) {
                skill.aliases = vec![format!("{}:skill", skill.name)];
            }
        }
        sort::by(&mut skills, |left, right| {
            collation::compare(&left.name, &right.name)
        });
        assembly.skills = skills;
        assembly
    }
}

/// The reason why a file does not load as a skill.
enum Refused {
    /// Kilo shows this error to the user.
    Error(SkillError),
    /// Kilo drops the file without a message because of this fault.
    Quiet(Fault),
}

/// Builds the error that Kilo shows about a file.
fn error(candidate: &Candidate, message: String, fault: Fault) -> Refused {
    Refused::Error(SkillError {
        message,
        ..candidate.error_as_found(fault)
    })
}

fn loaded(
    candidate: &Candidate,
    parsed: &Parsed,
    surroundings: &Surroundings,
) -> Result<Skill, Refused> {
    let path = &candidate.found.discovered_path;
    if candidate.scope == Scope::Repo && !surroundings.is_of_project(&candidate.found.path) {
        let fault = Fault {
            code: FaultCode::BlockedReference,
            message: String::new(),
            place: None,
            help: "Move the skill's folder into the project, or into ~/.kilo/skills.".to_owned(),
        };
        return Err(error(
            candidate,
            format!("Failed to parse skill {path}"),
            fault,
        ));
    }
    let fields = parsed.outcome.as_ref().map_err(|fault| {
        let message = format!("{path}: {}", fault.message);
        error(candidate, message, fault.clone())
    })?;
    let text = fields.text.as_ref();
    let text = text.map_err(|fault| Refused::Quiet(fault.clone()))?;
    Ok(Skill {
        name_source: NameSource::Frontmatter,
        ..candidate.skill(parsed.bytes, fields.name.clone().unwrap_or_default(), text)
    })
}

/// Returns the skill. If Kilo refuses to insert a variable in the skill's text, returns an error
/// instead.
fn checked(
    tree: &Tree,
    environment: &Environment,
    surroundings: &Surroundings,
    candidate: &Candidate,
    skill: Skill,
) -> Result<Skill, Refused> {
    let Ok(text) = content_of(tree, &skill) else {
        return Ok(skill);
    };
    let refused = origin(tree, environment, surroundings, &skill).fill(&text);
    let Err(refused) = refused else {
        return Ok(skill);
    };
    let fault = Fault {
        code: FaultCode::BlockedReference,
        message: String::new(),
        place: None,
        help: format!(
            "Take {} out of the text, because Kilo inserts it only in skills outside of projects.",
            refused.0
        ),
    };
    let path = &candidate.found.discovered_path;
    let message = format!("{path}: Failed to parse YAML frontmatter: ConfigInvalidError");
    Err(error(candidate, message, fault))
}
