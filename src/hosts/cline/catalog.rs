//! Stage Assemble: builds the catalog from the parsed files, with the names of skills. If several
//! skills have the same name, this stage decides which is used
//! (`docs/hosts/cline.md#two-skills-of-one-name`).

use super::editions::Cline;
use super::left_out::shadowed;
use super::names::id;
use super::plugins::AgentPlugins;
use super::select::assign;
use super::settings::Settings;
use crate::hashing::HashMap;
use crate::host::Assemble;
use crate::host::agent_plugins::skill;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Parsed};
use crate::model::catalog::{FaultCode, Ignored};
use crate::model::environment::Environment;
use crate::model::skill::{NameSource, Skill, Visibility};
use crate::text::js;
use crate::tree::{Entry, Tree, path};

impl Assemble for Cline {
    /// Returns true, because the catalog needs the texts of skill files. Cline parses the skills of
    /// Agent Plugins by separate rules, which need the text of the skill file and the name of its
    /// folder.
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let settings = Settings::read(tree, environment, self);
        let mut assembly = Assembly {
            ignored: AgentPlugins::read(tree, environment, &settings, self.edition).ignored,
            ..Assembly::default()
        };
        let mut by_id: HashMap<String, usize> = HashMap::default();
        let mut loaded: Vec<(Skill, Vec<Ignored>)> = Vec::new();
        let mut losers = Vec::new();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            let skill = match load(tree, candidate, parsed) {
                Ok(skill) => skill,
                Err(fault) => {
                    assembly.errors.push(candidate.error_as_found(fault));
                    continue;
                }
            };
            let ignored = match candidate.plugin_id {
                Some(_) => Vec::new(),
                None => parsed
                    .ignored
                    .iter()
                    .map(|it| it.clone().at(path))
                    .collect(),
            };
            // If several skills have one id, the last skill is used, at the position of the first.
            match by_id.get(&id(&skill.name)) {
                Some(&at) => {
                    let (loser, _) = std::mem::replace(&mut loaded[at], (skill, ignored));
                    losers.push((loser, at));
                }
                None => {
                    by_id.insert(id(&skill.name), loaded.len());
                    loaded.push((skill, ignored));
                }
            }
        }
        let losers = losers
            .iter()
            .map(|(loser, at)| shadowed(loser, &loaded[*at].0));
        assembly.left_out.extend(losers);
        for (skill, ignored) in loaded {
            assembly.skills.push(skill);
            assembly.ignored.extend(ignored);
        }
        assign(&mut assembly.skills);
        assembly
    }
}

fn load(tree: &Tree, candidate: &Candidate, parsed: &Parsed) -> Result<Skill, Fault> {
    let folder = path::folder_name(&candidate.found.discovered_path);
    if let Some(plugin) = &candidate.plugin_id {
        let contents = tree.by_id(candidate.found.entry).and_then(Entry::contents);
        let text = contents.map(|contents| contents.text_lossy());
        let read = skill::read(&text.unwrap_or_default(), folder);
        let (name, text) = read.map_err(|error| Fault {
            message: format!(
                "Skipping invalid Agent Plugin skill '{folder}': {}",
                error.fault.message
            ),
            ..error.fault
        })?;
        return Ok(Skill {
            name_source: NameSource::Frontmatter,
            visibility: Visibility::NameOnly,
            ..candidate.skill(parsed.bytes, format!("{plugin}:{name}"), &text)
        });
    }
    let fields = parsed.outcome.clone()?;
    let text = fields.text?;
    let (name, name_source) = match fields.name {
        Some(name) => (name, NameSource::Frontmatter),
        None => (js::trim(folder).to_owned(), NameSource::Folder),
    };
    if name.is_empty() {
        return Err(Fault {
            code: FaultCode::MissingName,
            message: "Missing skill name.".to_owned(),
            place: Some(fields.name_place),
            help: "Add `name:` to the frontmatter.".to_owned(),
        });
    }
    let frontmatter = text.frontmatter.as_ref();
    let is_off = frontmatter.is_some_and(|fields| fields.disabled == Some(true));
    Ok(Skill {
        name_source,
        enabled: !is_off,
        model_invocable: !is_off,
        visibility: if is_off {
            Visibility::Off
        } else {
            Visibility::NameOnly
        },
        ..candidate.skill(parsed.bytes, name, &text)
    })
}
