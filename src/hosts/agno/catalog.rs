//! Stage Assemble: builds the catalog. Of several skills with the same name, the last is used, at
//! the position of the first (`docs/hosts/agno.md#two-skills-of-one-name`).

use super::RULES;
use super::editions::Agno;
use super::frontmatter::{Refused, text_of};
use crate::host::Assemble;
use crate::host::sdk::{self, Folder, error_at, fault, lose_all, warning};
use crate::host::stages::{Assembly, Considered};
use crate::model::catalog::{FaultCode, SkillError};
use crate::model::environment::Environment;
use crate::model::skill::Skill;
use crate::tree::Tree;

/// The start of agno's log message when a skill loader raises an exception.
const LOADER: &str =
    "Error loading skills from <agno.skills.loaders.local.LocalSkills object at 0x0>: ";

const HELP: &str = "Make SKILL.md a file.";

impl Assemble for Agno {
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        for source in self.sources(tree, environment) {
            let loaded = self.load(tree, &source, candidates, &mut assembly);
            match loaded {
                Ok(skills) => {
                    let raised = skills.raised.clone();
                    self.add(skills, &source, &mut assembly);
                    if let Some((path, message)) = raised {
                        let of_loader = candidates.iter().map(|considered| considered.candidate);
                        let of_loader = of_loader.filter(|candidate| candidate.root == source);
                        sdk::lose(&mut assembly, of_loader, &path, &message);
                    }
                }
                Err(error) => {
                    lose_all(&mut assembly, candidates, &error.path, &error.message);
                    assembly.errors.push(error);
                    break;
                }
            }
        }
        assembly
    }
}

/// The skills that a loader returns for one folder, and the path and message of the exception that
/// stopped the loader, if any.
struct LoaderSkills {
    skills: Vec<Skill>,
    raised: Option<(String, String)>,
}

impl Agno {
    /// Returns the folders of skills that the user's program gives to agno, with links resolved.
    pub(super) fn sources(&self, tree: &Tree, environment: &Environment) -> Vec<String> {
        let sources = sdk::sources(environment, &self.options.sources).into_iter();
        let resolve = |source: String| tree.resolve(&source).map_or(source, |entry| entry.path());
        sources.map(resolve).collect()
    }

    /// Loads the skills of one folder with a loader of agno.
    ///
    /// # Errors
    /// Returns the error about the first invalid skill, which stops the load of all skills.
    fn load(
        &self,
        tree: &Tree,
        source: &str,
        candidates: &[Considered<'_>],
        assembly: &mut Assembly,
    ) -> Result<LoaderSkills, SkillError> {
        let by_folder = sdk::by_folder(candidates);
        let mut skills = Vec::new();
        let raised = |message: String| Some((source.to_owned(), message));
        let Some(folders) = sdk::folders(tree, source, &RULES, &self.options.listed) else {
            let message = match tree.resolve(source) {
                Err(_) => format!("Skills path does not exist: {source}"),
                Ok(_) => format!("[Errno 20] Not a directory: '{source}'"),
            };
            let raised = raised(message);
            return Ok(LoaderSkills { skills, raised });
        };
        for folder in folders {
            let Some(considered) = by_folder.get(folder.path.as_str()) else {
                if let Some(file) = folder.folder_as_file(&RULES) {
                    let error = self.is_a_directory(&file);
                    if self.options.validates() {
                        return Err(error);
                    }
                    assembly.errors.push(error);
                }
                continue;
            };
            match self.loaded(tree, considered, &folder, assembly) {
                Ok(skill) => skills.extend(skill),
                Err((path, refused)) => {
                    let error = error_at(&path, refused.fault());
                    match refused {
                        Refused::Invalid(_) => return Err(error),
                        Refused::Skill(_) => assembly.errors.push(error),
                        Refused::Loader(message) => {
                            // A name that cannot be a key is detected only after all files are loaded.
                            if self.options.validates() {
                                skills.clear();
                            }
                            let raised = Some((path, message));
                            return Ok(LoaderSkills { skills, raised });
                        }
                    }
                }
            }
        }
        Ok(LoaderSkills {
            skills,
            raised: None,
        })
    }

    /// Returns the error about a `SKILL.md` that is a folder.
    fn is_a_directory(&self, file: &str) -> SkillError {
        let message = format!("[Errno 21] Is a directory: '{file}'");
        let message = if self.options.validates() {
            format!("Error reading SKILL.md: {message}")
        } else {
            message
        };
        error_at(file, fault(FaultCode::NoFrontmatter, message, None, HELP))
    }

    /// Returns the skill of a folder; `None` if the contents of its `SKILL.md` are not loaded yet.
    /// If the skill does not load, returns the path of the file and the reason as an error.
    fn loaded(
        &self,
        tree: &Tree,
        considered: &Considered<'_>,
        folder: &Folder<'_>,
        assembly: &mut Assembly,
    ) -> Result<Option<Skill>, (String, Refused)> {
        let candidate = considered.candidate;
        let path = candidate.found.discovered_path.as_str();
        let contents = tree.entry(&candidate.found.path);
        let contents = contents.and_then(|file| file.contents());
        let (Some(parsed), Some(contents)) = (considered.parsed, contents) else {
            assembly.left_out.push(considered.unread());
            return Ok(None);
        };
        if let Err(fault) = &parsed.outcome
            && fault.code == FaultCode::TooLarge
        {
            assembly.errors.push(error_at(path, fault.clone()));
            return Ok(None);
        }
        let text = text_of(contents);
        let refused = |refused| (path.to_owned(), refused);
        self.read(&text, Some(folder.name())).map_err(refused)?;
        let Ok((fields, text)) = parsed.read() else {
            return Ok(None);
        };
        assembly.ignore_fields_of(parsed, path);
        let (name, name_source) = fields.name_or_folder(folder.name());
        Ok(Some(Skill {
            name_source,
            ..candidate.skill(parsed.bytes, name, text)
        }))
    }

    /// Adds to the catalog the skills that a loader of agno returns for the folder `source`.
    fn add(&self, loaded: LoaderSkills, source: &str, assembly: &mut Assembly) {
        for skill in loaded.skills {
            let mut skills = assembly.skills.iter_mut();
            let Some(earlier) = skills.find(|earlier| earlier.name == skill.name) else {
                assembly.skills.push(skill);
                continue;
            };
            let message = format!(
                "Duplicate skill name '{}', overwriting with newer version",
                skill.name
            );
            assembly
                .ignored
                .push(warning(&skill.discovered_path, message));
            let winner = skill.discovered_path.clone();
            let loser = std::mem::replace(earlier, skill);
            if loser.discovered_path != winner {
                assembly.left_out.push(sdk::replaced(&loser, &winner));
            }
        }
        if let Some((path, message)) = loaded.raised {
            let message = format!("{LOADER}{message}");
            if path == source {
                assembly.ignored.push(warning(source, message));
            } else {
                let help = "Write every key as text, and the name as text.";
                let fault = fault(FaultCode::WrongType, message, None, help);
                assembly.errors.push(error_at(&path, fault));
            }
        }
    }
}
