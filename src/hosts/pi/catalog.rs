//! Stage Assemble: builds the catalog from the parsed files, with the names of skills. If several
//! skills have the same name, this stage decides which is used
//! (`docs/hosts/pi.md#two-skills-of-one-name`).

use super::editions::{Pi, PiEdition};
use super::frontmatter::warnings;
use super::left_out::explain;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, IgnoredField, Parsed};
use crate::model::catalog::{FaultCode, LeftOut, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill, Visibility};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Tree, path};

impl Assemble for Pi {
    fn assemble(&self, _: &Tree, _: &Environment, candidates: &[Considered<'_>]) -> Assembly {
        let mut assembly = Assembly::default();
        let mut seen = HashSet::default();
        let mut failed = HashSet::default();
        let mut by_name: HashMap<String, usize> = HashMap::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let file = &candidate.found;
            let path = file.discovered_path.as_str();
            let left = |reason| explain(path, reason, Some(&candidate.root), &[]);
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let skill = match loaded(candidate, parsed) {
                Ok(skill) => skill,
                // A Markdown file without a description is treated as a note, not as a skill.
                Err(error) if is_note(path, error.code) => {
                    assembly.left_out.push(left(LeftOutReason::FlatFile));
                    continue;
                }
                Err(error) => {
                    // A file with an error fails for each path that leads to the file, but the error is reported once.
                    if failed.insert(file.entry) {
                        let fields = parsed.outcome.as_ref().ok();
                        warn(
                            candidate,
                            parsed,
                            fields.map(|fields| &fields.name),
                            self.edition,
                            &mut assembly,
                        );
                        assembly.errors.push(error);
                    }
                    continue;
                }
            };
            if seen.contains(&file.path) {
                assembly.left_out.push(left(LeftOutReason::Duplicate));
                continue;
            }
            if let Some(winner) = by_name.get(&skill.name) {
                let winner = &assembly.skills[*winner];
                assembly.left_out.push(shadowed(&skill, winner));
                continue;
            }
            let named = (skill.name_source == NameSource::Frontmatter).then(|| skill.name.clone());
            warn(candidate, parsed, Some(&named), self.edition, &mut assembly);
            seen.insert(file.path.clone());
            by_name.insert(skill.name.clone(), assembly.skills.len());
            assembly.skills.push(skill);
        }
        assembly
    }
}

/// Adds the warnings about a file to `assembly`. If the skill takes its name from its folder, also
/// adds the warnings about this name.
fn warn(
    candidate: &Candidate,
    parsed: &Parsed,
    name: Option<&Option<String>>,
    edition: &PiEdition,
    assembly: &mut Assembly,
) {
    let path = candidate.found.discovered_path.as_str();
    assembly.ignore_fields_of(parsed, path);
    if let Some(None) = name {
        let warnings = warnings(path::folder_name(path), edition).into_iter();
        let warnings = warnings.map(|warning| IgnoredField::new(Some("name"), warning).at(path));
        assembly.ignored.extend(warnings);
    }
}

/// Returns true if a file with this fault is probably an ordinary Markdown file and not meant as a
/// skill.
fn is_note(path: &str, code: FaultCode) -> bool {
    path::file_name(path) != SKILL_FILE
        && matches!(
            code,
            FaultCode::NoFrontmatter | FaultCode::MissingDescription | FaultCode::WrongType
        )
}

fn loaded(candidate: &Candidate, parsed: &Parsed) -> Result<Skill, SkillError> {
    let refused = |fault: &Fault| candidate.error_as_found(fault.clone());
    let (fields, text) = parsed.read().map_err(refused)?;
    let folder = path::folder_name(&candidate.found.discovered_path);
    let (name, name_source) = fields.name_or_folder(folder);
    let frontmatter = text.frontmatter.as_ref();
    let hidden = frontmatter.is_some_and(|it| it.disable_model_invocation == Some(true));
    Ok(Skill {
        name_source,
        model_invocable: !hidden,
        visibility: if hidden {
            Visibility::UserInvocableOnly
        } else {
            Visibility::On
        },
        ..candidate.skill(parsed.bytes, name, text)
    })
}

/// Explains, in pi's words, why a skill is not used: the skill `winner` has the same name.
fn shadowed(loser: &Skill, winner: &Skill) -> LeftOut {
    let message = format!(
        "name \"{}\" collision: {} takes precedence",
        loser.name, winner.discovered_path
    );
    LeftOut::new(
        &loser.discovered_path,
        Some(&loser.root),
        LeftOutReason::Shadowed,
        (message, "Give one of the skills another name.".to_owned()),
    )
}
