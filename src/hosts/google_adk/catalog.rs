//! Stage Assemble: builds the catalog like the functions `list_skills_in_dir` and
//! `load_skills_from_dir` (`docs/hosts/google-adk.md#one-invalid-skill`).

use super::RULES;
use super::editions::GoogleAdk;
use super::frontmatter::is_fatal;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::sdk::{self, Folder, Listed, error_at, fault, lose, lose_all, warning};
use crate::host::stages::{Assembly, Considered, Fault};
use crate::model::catalog::{FaultCode, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::{Tree, path};

/// The remedy for a skill folder without a `SKILL.md`.
const ADD_FILE: &str = "Add a SKILL.md, or move the folder elsewhere.";

impl Assemble for GoogleAdk {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        let raised = self.add_skills(tree, environment, candidates, &mut assembly);
        let raised = raised.and_then(|()| {
            if self.options.load_all {
                without_duplicates(&assembly.skills)
            } else {
                Ok(())
            }
        });
        if let Err(error) = raised {
            lose_all(&mut assembly, candidates, &error.path, &error.message);
            assembly.errors.push(error);
        }
        assembly
    }
}

impl GoogleAdk {
    /// Adds the skills of all folders that the user's program passes to Google ADK. If
    /// `list_skills_in_dir` raises an exception for one of these folders, only the skills of that
    /// folder are missing.
    ///
    /// # Errors
    /// Returns the exception of `load_skills_from_dir`, which stops the load of all skills.
    fn add_skills(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
        assembly: &mut Assembly,
    ) -> Result<(), SkillError> {
        let by_folder = sdk::by_folder(candidates);
        let loads_all = self.options.load_all;
        for source in sdk::sources(environment, &self.options.sources) {
            let Some(folders) = sdk::folders(tree, &source, &RULES, &Listed::new()) else {
                let message = match tree.resolve(&source) {
                    Err(_) => format!("Skills directory '{source}' does not exist."),
                    Ok(_) => format!("'{source}' is not a directory."),
                };
                let help = "Create the folder, or give another one.";
                if loads_all {
                    let fault = fault(FaultCode::Configuration, message, None, help);
                    return Err(error_at(&source, fault));
                }
                let message = format!("Skills base path '{source}' is not a directory.");
                assembly.ignored.push(warning(&source, message));
                continue;
            };
            let first = assembly.skills.len();
            if let Err(error) = self.add_folders(&folders, &by_folder, assembly) {
                if loads_all {
                    return Err(error);
                }
                assembly.skills.truncate(first);
                let lost = candidates.iter().map(|considered| considered.candidate);
                let lost = lost.filter(|candidate| {
                    candidate.root == source && candidate.found.discovered_path != error.path
                });
                lose(assembly, lost, &error.path, &error.message);
                assembly.errors.push(error);
            }
        }
        Ok(())
    }

    /// Adds the skills in `folders`, the child folders of one folder that contains skills.
    ///
    /// # Errors
    /// Returns the exception of `load_skills_from_dir` or `list_skills_in_dir`.
    fn add_folders(
        &self,
        folders: &[Folder<'_>],
        by_folder: &HashMap<&str, &Considered<'_>>,
        assembly: &mut Assembly,
    ) -> Result<(), SkillError> {
        let loads_all = self.options.load_all;
        for folder in folders {
            let considered = by_folder.get(folder.path.as_str());
            let is_read = folder.folder_as_file(&RULES).is_none();
            let loaded = match considered.filter(|_| is_read) {
                None => without_file(folder, loads_all),
                Some(considered) => {
                    if considered.parsed.is_none() {
                        assembly.left_out.push(considered.unread());
                        continue;
                    }
                    loaded(considered, folder, loads_all).map(Some)
                }
            };
            match loaded {
                Ok(skill) => assembly.skills.extend(skill),
                Err((error, is_fatal)) if is_fatal || loads_all => return Err(*error),
                Err((error, _)) => assembly.errors.push(*error),
            }
        }
        Ok(())
    }
}

/// The error about a skill. The flag is true if `list_skills_in_dir` does not catch the error. That
/// function then lists no skill at all.
type Refused = (Box<SkillError>, bool);

/// Returns the error about a folder without a `SKILL.md`. If `loads_all` is true, returns
/// `Ok(None)`, because such a folder is skipped. A `SKILL.md` that is a folder is always an error.
fn without_file(folder: &Folder<'_>, loads_all: bool) -> Result<Option<Skill>, Refused> {
    if let Some(file) = folder.folder_as_file(&RULES) {
        let message = format!("[Errno 21] Is a directory: '{file}'");
        let fault = fault(FaultCode::NoFrontmatter, message, None, ADD_FILE);
        return Err((Box::new(error_at(&file, fault)), true));
    }
    if loads_all {
        return Ok(None);
    }
    let message = format!("SKILL.md not found in '{}'.", folder.entry.path());
    let fault = fault(FaultCode::NoFrontmatter, message, None, ADD_FILE);
    Err((Box::new(error_at(&folder.path, fault)), false))
}

fn loaded(
    considered: &Considered<'_>,
    folder: &Folder<'_>,
    loads_all: bool,
) -> Result<Skill, Refused> {
    let Considered {
        candidate, parsed, ..
    } = considered;
    let path = &candidate.found.discovered_path;
    let refused = |fault: &Fault| (Box::new(error_at(path, fault.clone())), is_fatal(fault));
    let Some(parsed) = parsed else {
        let fault = fault(FaultCode::NoFrontmatter, String::new(), None, ADD_FILE);
        return Err(refused(&fault));
    };
    let (fields, text) = parsed.read().map_err(refused)?;
    let name = fields.name.clone().unwrap_or_default();
    // `load_skills_from_dir` resolves links before it compares the names.
    let resolved = folder.entry.path();
    let directory = if loads_all {
        path::file_name(&resolved)
    } else {
        folder.name()
    };
    if name != directory {
        let message = format!("Skill name '{name}' does not match directory name '{directory}'.");
        let help = "Give the folder and the skill the same name.";
        let place = Some(fields.name_place);
        return Err(refused(&fault(
            FaultCode::NameMismatch,
            message,
            place,
            help,
        )));
    }
    Ok(Skill {
        name_source: NameSource::Frontmatter,
        ..candidate.skill(parsed.bytes, name, text)
    })
}

/// Returns an error if two skills have the same name.
fn without_duplicates(skills: &[Skill]) -> Result<(), SkillError> {
    let mut seen = HashSet::default();
    match skills.iter().find(|skill| !seen.insert(&skill.name)) {
        None => Ok(()),
        Some(skill) => {
            let message = format!("Duplicate skill name '{}'.", skill.name);
            let help = "Give one of the skills another name.";
            let fault = fault(FaultCode::NameInvalid, message, None, help);
            Err(error_at(&skill.discovered_path, fault))
        }
    }
}
