//! Stage Assemble: builds the catalog. Of several skills with the same name, the last is used, at
//! the position of the first (`docs/hosts/strands-agents.md#two-skills-of-one-name`).

use super::RULES;
use super::editions::StrandsAgents;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::sdk::{self, Listed, error_at, fault, warning};
use crate::host::stages::{Assembly, Considered, Fault};
use crate::model::catalog::{FaultCode, Ignored};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill};
use crate::tree::{Tree, path};

impl Assemble for StrandsAgents {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        for source in sdk::sources(environment, &self.options.sources) {
            let folders = sdk::folders(tree, &source, &RULES, &Listed::new());
            let is_file = candidates
                .iter()
                .any(|considered| considered.candidate.found.discovered_path == source);
            if folders.is_none() && !is_file {
                let message =
                    format!("path=<{source}> | skill source does not exist or is not a valid path");
                assembly.ignored.push(warning(&source, message));
            }
            for folder in folders.unwrap_or_default() {
                let file = path::join(
                    &folder.path,
                    RULES.files.first().copied().unwrap_or_default(),
                );
                if is_dangling(tree, &file) {
                    let message = format!("[Errno 2] No such file or directory: '{file}'");
                    let help = "Create the file to which the link leads.";
                    let fault = fault(FaultCode::NoFrontmatter, message, None, help);
                    assembly.errors.push(error_at(&file, fault));
                }
            }
        }
        let mut places: HashMap<String, usize> = HashMap::default();
        for considered in candidates {
            let path = considered.candidate.found.discovered_path.as_str();
            let skill = match self.loaded(considered, &mut assembly) {
                Some(Ok(skill)) => skill,
                Some(Err(fault)) => {
                    assembly.errors.push(error_at(path, fault));
                    continue;
                }
                None => {
                    assembly.left_out.push(considered.unread());
                    continue;
                }
            };
            let place = places.get(&skill.name).copied();
            match place.and_then(|place| assembly.skills.get_mut(place)) {
                None => {
                    places.insert(skill.name.clone(), assembly.skills.len());
                    assembly.skills.push(skill);
                }
                Some(earlier) => {
                    let message = format!(
                        "name=<{}> | duplicate skill name, overwriting previous skill",
                        skill.name
                    );
                    assembly.ignored.push(warning(path, message));
                    let loser = std::mem::replace(earlier, skill);
                    if loser.discovered_path != path {
                        assembly.left_out.push(sdk::replaced(&loser, path));
                    }
                }
            }
        }
        if assembly.skills.is_empty() {
            let source = sdk::sources(environment, &self.options.sources);
            let source = source.first().map(String::as_str).unwrap_or_default();
            let message = "no skills were loaded, the agent will have no skills available";
            assembly.ignored.push(warning(source, message.to_owned()));
        }
        assembly
    }
}

fn is_dangling(tree: &Tree, file: &str) -> bool {
    tree.entry(file)
        .is_some_and(|entry| entry.follow().is_err())
}

impl StrandsAgents {
    /// Returns the skill of a candidate, or the fault because of which it does not load. Adds
    /// warnings about the skill to `assembly`. Returns `None` if the contents of the skill file are
    /// not loaded yet.
    fn loaded(
        &self,
        considered: &Considered<'_>,
        assembly: &mut Assembly,
    ) -> Option<Result<Skill, Fault>> {
        let candidate = considered.candidate;
        let parsed = considered.parsed?;
        let path = candidate.found.discovered_path.as_str();
        assembly.ignore_fields_of(parsed, path);
        let (fields, text) = match parsed.read() {
            Ok(read) => read,
            Err(fault) => return Some(Err(fault.clone())),
        };
        let name = fields.name.clone().unwrap_or_default();
        let folder = path::folder_name(path);
        for (code, message) in self.warnings(&name, folder) {
            if self.options.strict {
                let help =
                    "Use lowercase letters, digits and single hyphens, and the folder's name.";
                let place = Some(fields.name_place);
                return Some(Err(fault(code, message, place, help)));
            }
            assembly.ignored.push(Ignored {
                field: Some("name".to_owned()),
                place: Some(fields.name_place),
                ..warning(path, message)
            });
        }
        Some(Ok(Skill {
            name_source: NameSource::Frontmatter,
            ..candidate.skill(parsed.bytes, name, text)
        }))
    }

    /// Returns a fault code and the library's warning for each naming rule that a name breaks.
    fn warnings(&self, name: &str, folder: &str) -> Vec<(FaultCode, String)> {
        let most = self.edition.name;
        let mut warnings = Vec::new();
        if name.chars().count() > most {
            let message = format!("name=<{name}> | skill name exceeds {most} character limit");
            warnings.push((FaultCode::NameTooLong, message));
        }
        // Python's `$` also matches before a final line break.
        let line = name.strip_suffix('\n').unwrap_or(name);
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_inside = |byte: u8| is_letter(byte) || byte == b'-';
        let is_valid = line.bytes().all(is_inside)
            && line.bytes().next().is_some_and(is_letter)
            && line.bytes().last().is_some_and(is_letter);
        if !is_valid {
            let message = format!(
                "name=<{name}> | skill name should be 1-{most} lowercase alphanumeric characters or hyphens, should not start/end with hyphen"
            );
            warnings.push((FaultCode::NameInvalid, message));
        }
        if name.contains("--") {
            let message = format!("name=<{name}> | skill name contains consecutive hyphens");
            warnings.push((FaultCode::NameInvalid, message));
        }
        if name != folder {
            let message = format!(
                "name=<{name}>, directory=<{folder}> | skill name does not match parent directory name"
            );
            warnings.push((FaultCode::NameMismatch, message));
        }
        warnings
    }
}
