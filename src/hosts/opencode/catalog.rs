//! Stage Assemble: builds the catalog from the parsed files. This stage decides on names, on which
//! of several skills with the same name is used, and on who may invoke a skill.

use std::collections::BTreeMap;

use super::command::TakenNames;
use super::config::Surroundings;
use super::editions::{Identity, Opencode, OpencodeEdition, Sources};
use super::frontmatter::undocumented_name;
use super::names::{AUTOINVOKE, BUILT_IN};
use super::options::BuiltInSkill;
use super::permission;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::pattern_rules::Rules;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Fields, IgnoredField, Parsed};
use crate::model::catalog::{FaultCode, Ignored, LeftOut, LeftOutReason, SkillError};
use crate::model::environment::Environment;
use crate::model::permission::Verdict;
use crate::model::skill::{DescriptionSource, NameSource, Scope, Skill, Visibility};
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Tree, path};

impl Assemble for Opencode {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let mut assembly = Assembly::default();
        let surroundings = Surroundings::read(tree, environment, &self.options);
        assembly
            .ignored
            .extend(surroundings.ignored.iter().cloned());
        let mut skills: Vec<_> = self.options.built_in.iter().map(built_in).collect();
        let mut failed = HashSet::default();
        for considered in candidates {
            let candidate = considered.candidate;
            let path = candidate.found.discovered_path.as_str();
            let Some(parsed) = considered.parsed else {
                assembly.left_out.push(considered.unread());
                continue;
            };
            match loaded(candidate, parsed, self.edition) {
                Ok(skill) => {
                    assembly.ignore_fields_of(parsed, path);
                    skills.push(skill);
                }
                Err(Refused::Error(error)) => {
                    // A file with an error fails for each root that leads to the file, but the error is reported once.
                    if failed.insert((error.path.clone(), error.message.clone())) {
                        assembly.errors.push(error);
                    }
                }
                Err(Refused::Quiet(left_out)) => assembly.left_out.push(left_out),
            }
        }
        let mut kept = winners(skills, self.edition, &mut assembly);
        let rules = permission::rules(&surroundings, &self.options);
        let taken = TakenNames::read(tree, &surroundings);
        for skill in &mut kept {
            decide(skill, &rules, &taken, self.edition);
        }
        order(&mut kept, self.edition);
        assembly.skills = kept;
        assembly
    }
}

/// The reason why a file does not load as a skill.
enum Refused {
    /// opencode reports this error.
    Error(SkillError),
    /// opencode drops the file without a message.
    Quiet(LeftOut),
}

fn loaded(
    candidate: &Candidate,
    parsed: &Parsed,
    edition: &OpencodeEdition,
) -> Result<Skill, Refused> {
    let file = &candidate.found;
    let error = |fault| Refused::Error(candidate.error_as_found(fault));
    let Fields {
        name,
        name_place,
        text,
    } = (parsed.outcome.as_ref()).map_err(|fault| error(fault.clone()))?;
    let text = text.as_ref().map_err(|fault| {
        if edition.identity == Identity::StrictName {
            return error(fault.clone());
        }
        Refused::Quiet(candidate.dropped_silently("opencode", fault))
    })?;
    let folder = folder_name(&file.discovered_path);
    let (name, name_source) = match edition.identity {
        Identity::Folder => (folder.to_owned(), NameSource::Folder),
        Identity::Name | Identity::StrictName => {
            (name.clone().unwrap_or_default(), NameSource::Frontmatter)
        }
    };
    if edition.identity == Identity::StrictName {
        let problem = undocumented_name(&name).map(|problem| (FaultCode::NameInvalid, problem));
        let mismatch = || {
            let message = format!("the name is {name:?} and its folder {folder:?}");
            (name != folder).then_some((FaultCode::NameMismatch, message))
        };
        if let Some((code, message)) = problem.or_else(mismatch) {
            let help =
                "Name folder and skill alike, with lower-case letters, digits and single hyphens.";
            return Err(error(Fault {
                code,
                message,
                place: Some(*name_place),
                help: help.to_owned(),
            }));
        }
    }
    Ok(Skill {
        aliases: aliases(&name, candidate),
        name_source,
        ..candidate.skill(parsed.bytes, name, text)
    })
}

/// Returns the name of the folder of a `SKILL.md`. For a skill in any other Markdown file, returns
/// the name of the file without its extension.
fn folder_name(file: &str) -> &str {
    let name = path::file_name(file);
    if name == SKILL_FILE {
        path::folder_name(file)
    } else {
        name.strip_suffix(".md").unwrap_or(name)
    }
}

/// Returns the second names of a skill. A skill of a plugin has one: the plugin's name, a colon and
/// the skill's name (`docs/hosts/opencode.md#where-it-looks`).
fn aliases(name: &str, candidate: &Candidate) -> Vec<String> {
    let plugin = candidate.plugin_id.as_deref();
    let plugin = plugin.and_then(|id| id.split('@').next());
    plugin
        .map(|plugin| format!("{plugin}:{name}"))
        .into_iter()
        .collect()
}

fn built_in(skill: &BuiltInSkill) -> Skill {
    Skill {
        name_source: NameSource::Frontmatter,
        description: skill.description.clone(),
        description_source: DescriptionSource::Frontmatter,
        root: BUILT_IN.to_owned(),
        bytes: skill.content.len(),
        ..Skill::plain(skill.name.clone(), BUILT_IN.to_owned(), Scope::System)
    }
}

/// Returns one skill for each name. Edition `1.18` loads all files in parallel and uses the one
/// that finishes last, so its choice is random. This function uses the last file in search order,
/// which is the most common result (`docs/hosts/opencode.md#two-skills-of-one-name`).
fn winners(skills: Vec<Skill>, edition: &OpencodeEdition, assembly: &mut Assembly) -> Vec<Skill> {
    let mut by_name: BTreeMap<String, Vec<Skill>> = BTreeMap::new();
    // If two roots lead to one path, either root may be used.
    let mut seen = HashSet::default();
    for skill in skills.into_iter().rev() {
        if seen.insert((skill.name.clone(), skill.discovered_path.clone())) {
            by_name.entry(skill.name.clone()).or_default().push(skill);
        }
    }
    let mut kept = Vec::new();
    for (name, mut rivals) in by_name {
        rivals.reverse();
        let winner = match edition.sources {
            Sources::Levels => {
                let winner = rivals.remove(0);
                kept.extend(isolated(&winner, &mut rivals));
                winner
            }
            Sources::Scan | Sources::Ordered => match rivals.pop() {
                Some(winner) => winner,
                None => continue,
            },
        };
        // A built-in skill is registered before any file is read, so a file always replaces it, and chance has no
        // effect.
        let by_chance = edition.sources == Sources::Scan
            && rivals.iter().any(|rival| rival.discovered_path != BUILT_IN);
        for rival in &rivals {
            assembly.left_out.push(shadowed(rival, &winner, edition));
        }
        if by_chance {
            assembly
                .ignored
                .push(left_to_chance(&name, &winner, &rivals));
        }
        kept.push(winner);
    }
    kept
}

/// Returns the plugins' skills that opencode loads under their second names, because another skill,
/// `winner`, takes their usual name. The second name of a plugin's skill begins with the plugin's
/// name, as in `pdf-tools:pdf` (`docs/hosts/opencode.md#where-it-looks`).
///
/// `rivals` has the other skills with the usual name of `winner`. If `winner` is a plugin's skill, each
/// rival with a second name is removed from `rivals` and returned. A rival stays in `rivals` if
/// `winner` or a returned skill already has the rival's second name.
fn isolated(winner: &Skill, rivals: &mut Vec<Skill>) -> Vec<Skill> {
    if winner.scope != Scope::Plugin {
        return Vec::new();
    }
    let mut taken: HashSet<String> = winner.aliases.iter().cloned().collect();
    let is_apart = |rival: &mut Skill| rival.aliases.iter().any(|name| taken.insert(name.clone()));
    let apart = rivals.extract_if(.., is_apart).map(|mut rival| {
        rival.name = rival.aliases.remove(0);
        rival
    });
    apart.collect()
}

fn shadowed(loser: &Skill, winner: &Skill, edition: &OpencodeEdition) -> LeftOut {
    let message = match edition.sources {
        Sources::Scan if loser.discovered_path != BUILT_IN => format!(
            "another skill is named {:?}, and opencode leaves to chance which one it keeps; here it is {}",
            loser.name, winner.discovered_path
        ),
        _ => format!(
            "another skill named {:?} takes precedence: {}",
            loser.name, winner.discovered_path
        ),
    };
    let help = match loser.aliases.first() {
        Some(alias) => format!(
            "Give one of the skills another name; {alias} does not reach this skill, either."
        ),
        None => "Give one of the skills another name.".to_owned(),
    };
    LeftOut {
        fault: None,
        path: loser.discovered_path.clone(),
        root: Some(loser.root.clone()),
        reason: LeftOutReason::Shadowed,
        message,
        help,
    }
}

/// The maximum number of other skills with the same name that a message lists.
const MAX_RIVALS: usize = 4;

/// Reports that several skills have this name, so opencode may use a different one each time.
fn left_to_chance(name: &str, winner: &Skill, rivals: &[Skill]) -> Ignored {
    let rivals: Vec<_> = (rivals.iter())
        .map(|rival| rival.discovered_path.as_str())
        .take(MAX_RIVALS)
        .collect();
    let message = format!(
        "opencode leaves to chance which skill named {name:?} it keeps, this one or {}; Skillglass takes the last in the order of the scan",
        rivals.join(" or ")
    );
    IgnoredField::new(Some("name"), message).at(&winner.discovered_path)
}

/// Sets whether the model and the user may invoke a skill.
fn decide(skill: &mut Skill, rules: &Rules, taken: &TakenNames, edition: &OpencodeEdition) {
    let is_denied = !rules.has_tool() || rules.of(&skill.name).verdict == Verdict::Deny;
    if is_denied {
        skill.model_invocable = false;
        skill.visibility = Visibility::UserInvocableOnly;
    }
    // A skill is a command only if no command has the same name (`docs/hosts/opencode.md#typed-commands`).
    skill.user_invocable = !taken.contains(&skill.name);
    let Some(frontmatter) = &skill.frontmatter else {
        return;
    };
    let forbids_model = frontmatter.disable_model_invocation == Some(true);
    match edition.identity {
        Identity::Name => {}
        Identity::StrictName => {
            // This edition reads both `disable-model-invocation` and `user-invocable`
            // (`docs/hosts/opencode.md#editions`).
            if forbids_model {
                skill.model_invocable = false;
                skill.visibility = Visibility::UserInvocableOnly;
            }
            skill.user_invocable &= frontmatter.user_invocable != Some(false);
        }
        Identity::Folder => {
            // The list does not show the skill, but the tool still loads it (`docs/hosts/opencode.md#the-list`).
            let autoinvoke = frontmatter.metadata.get(AUTOINVOKE);
            if forbids_model || autoinvoke.is_some_and(|value| value == "false") {
                skill.visibility = Visibility::UserInvocableOnly;
            }
        }
    }
}

/// Sorts the skills by name. In an edition that has levels of skills (administrator, user,
/// project), sorts the skills by level first.
fn order(skills: &mut [Skill], edition: &OpencodeEdition) {
    let level = |skill: &Skill| match (edition.sources, skill.scope) {
        (Sources::Levels, Scope::Admin) => 0,
        (Sources::Levels, Scope::User) => 1,
        (Sources::Levels, Scope::Repo) => 2,
        (Sources::Levels, _) => 3,
        _ => 0,
    };
    let keys: HashMap<String, _> = (skills.iter())
        .map(|skill| (skill.name.clone(), collation_key(&skill.name)))
        .collect();
    sort::by(skills, |left, right| {
        level(left)
            .cmp(&level(right))
            .then_with(|| keys.get(&left.name).cmp(&keys.get(&right.name)))
            .then_with(|| left.name.cmp(&right.name))
    });
}

/// Returns a sort key that orders names almost like JavaScript's `localeCompare`: punctuation, then
/// digits, then letters. If names differ only in case, lowercase comes first. Unlike in JavaScript,
/// characters beyond ASCII are sorted by code point.
fn collation_key(name: &str) -> (Vec<(u8, u32)>, Vec<bool>) {
    const PUNCTUATION: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";
    let rank = |character: char| {
        let punctuation = PUNCTUATION.find(character);
        match character {
            _ if character.is_whitespace() => (0, u32::from(character)),
            _ if character.is_ascii_digit() => (2, u32::from(character)),
            _ => match punctuation {
                Some(position) => (1, u32::try_from(position).unwrap_or_default()),
                None => (3, character.to_lowercase().next().map_or(0, u32::from)),
            },
        }
    };
    (
        name.chars().map(rank).collect(),
        name.chars().map(char::is_uppercase).collect(),
    )
}
