//! Stage Assemble: builds the catalog from the parsed files. This stage decides which skills
//! replace others, which skills are eligible, and which commands the skills have.

use super::commands;
use super::discover::ORIGIN_FILE;
use super::editions::Openclaw;
use super::gate::Gate;
use super::left_out::explain;
use super::names::{self, compact, is_bundled};
use super::options::OpenclawOptions;
use super::roots::{Links, Planned, roots};
use super::setup::Setup;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fault, Parsed};
use crate::model::catalog::{FaultCode, LeftOut, LeftOutReason, SkillError};
use crate::model::eligibility::Needs;
use crate::model::environment::Environment;
use crate::model::skill::{Skill, Visibility};
use crate::sort;
use crate::text::js::trim;
use crate::text::js_value::Value;
use crate::text::json5;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{EntryKind, Tree, path};

/// A loaded skill, with the skill root in which it was found.
struct Placed<'p> {
    skill: Skill,
    planned: &'p Planned,
}

impl Assemble for Openclaw {
    /// Returns true, because the assembly needs the texts of skill files: it compares the texts of
    /// skills with the same name.
    fn assembles_texts(&self) -> bool {
        true
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let setup = Setup::read(tree, environment, self);
        let planned = roots(environment, self, &setup);
        let by_path: HashMap<_, _> = (planned.iter())
            .map(|planned| (planned.root.path.as_str(), planned))
            .collect();
        let mut assembly = Assembly::default();
        let mut loaded: Vec<Placed<'_>> = Vec::new();
        // The number of skills that each root loaded, and the roots that are skills themselves.
        let mut counts: HashMap<&str, usize> = HashMap::default();
        let mut own = HashSet::default();
        for Considered {
            candidate, parsed, ..
        } in candidates
        {
            let path = candidate.found.discovered_path.as_str();
            let root = candidate.root.as_str();
            let Some(planned) = by_path.get(root).copied() else {
                continue;
            };
            let mut leave_out = |reason| {
                assembly
                    .left_out
                    .push(explain(path, reason, Some(root), &[]));
            };
            if own.contains(root) {
                leave_out(LeftOutReason::HiddenBySkill);
                continue;
            }
            if counts
                .get(root)
                .is_some_and(|count| *count >= setup.limits.loaded)
            {
                leave_out(LeftOutReason::EntryLimit);
                continue;
            }
            match load(tree, &self.options, &setup, candidate, *parsed, planned) {
                Ok(skill) => {
                    if is_own(tree, candidate, planned) {
                        own.insert(root);
                    }
                    *counts.entry(root).or_default() += 1;
                    let ignored = parsed.iter().flat_map(|parsed| &parsed.ignored);
                    assembly
                        .ignored
                        .extend(ignored.map(|field| field.clone().at(path)));
                    loaded.push(Placed { skill, planned });
                }
                Err(Refused::Error(error)) => assembly.errors.push(error),
                Err(Refused::LeftOut(left_out)) => assembly.left_out.push(left_out),
            }
        }
        let placed = winners(tree, &setup, loaded, &mut assembly);
        let gate = Gate {
            tree,
            environment,
            options: &self.options,
            setup: &setup,
        };
        let mut skills: Vec<Skill> = placed
            .into_iter()
            .map(|placed| judged(tree, &gate, placed))
            .collect();
        commands::name_commands(&mut skills);
        assembly.skills = skills;
        assembly
    }
}

/// Returns true if a candidate is the `SKILL.md` directly in its skill root, and the root may
/// itself be a skill.
fn is_own(tree: &Tree, candidate: &Candidate, planned: &Planned) -> bool {
    let root = &planned.root.path;
    let file = candidate.found.discovered_path.as_str();
    let folder = path::parent(file).unwrap_or_default();
    planned.takes_root
        && (folder == root || tree.resolve(root).is_ok_and(|entry| entry.path() == folder))
}

/// The reason why a file does not load as a skill.
enum Refused {
    Error(SkillError),
    LeftOut(LeftOut),
}

fn load(
    tree: &Tree,
    options: &OpenclawOptions,
    setup: &Setup,
    candidate: &Candidate,
    parsed: Option<&Parsed>,
    planned: &Planned,
) -> Result<Skill, Refused> {
    let found = &candidate.found;
    let path = found.discovered_path.as_str();
    let shown = compact(path, &setup.homes);
    let invalid = |reason, words: String| {
        let mut left_out = explain(path, reason, Some(&candidate.root), &[]);
        left_out.message = format!("Skipping invalid skill: file={shown} error={words}");
        Refused::LeftOut(left_out)
    };
    let error = |fault| Refused::Error(candidate.error_as_found(fault));
    match tree.by_id(found.entry).map(|entry| entry.kind()) {
        Some(EntryKind::Link(_)) | None => {
            let folder = compact(path::parent(path).unwrap_or_default(), &setup.homes);
            let words = format!("Symlink escapes skill root ({folder}): {shown}");
            return Err(invalid(LeftOutReason::DanglingLink, words));
        }
        Some(EntryKind::Directory) => {
            let words = "path does not have the required file type".to_owned();
            return Err(invalid(LeftOutReason::NotAFile, words));
        }
        Some(EntryKind::File(_)) => {}
    }
    if leads_out_of_linked_root(tree, candidate, planned) {
        let words = format!("symlink prefix resolves outside the root ancestry: {path}");
        return Err(invalid(LeftOutReason::LinkNotFollowed, words));
    }
    let hard = options.hardlinked.as_deref().unwrap_or_default();
    if hard.contains(&found.path) && !is_bundled(&planned.root.origin) {
        let words = "path must not be hardlinked".to_owned();
        let mut refused = explain(
            path,
            LeftOutReason::LinkNotFollowed,
            Some(&candidate.root),
            &[],
        );
        refused.message = format!("Skipping invalid skill: file={shown} error={words}");
        "Make it a file of its own: copy it, and put the copy in its place."
            .clone_into(&mut refused.help);
        return Err(Refused::LeftOut(refused));
    }
    let Some(parsed) = parsed else {
        let reason = LeftOutReason::Unread;
        return Err(Refused::LeftOut(explain(
            path,
            reason,
            Some(&candidate.root),
            &[],
        )));
    };
    let limit = setup.limits.file_bytes;
    if parsed.bytes > limit {
        return Err(error(Fault {
            code: FaultCode::TooLarge,
            message: format!("File exceeds {limit} bytes"),
            place: None,
            help: "Move parts of the text into files beside it, or raise skills.limits.maxSkillFileBytes.".to_owned(),
        }));
    }
    let fields = parsed.outcome.as_ref();
    let fields = fields.map_err(|fault| error(fault.clone()))?;
    let text = fields.text.as_ref().map_err(|fault| error(fault.clone()))?;
    // If links of the root may lead anywhere, the path of a skill is its real path. Errors still have the discovered
    // path.
    let real = match planned.links {
        Links::Anywhere => path::parent(path).and_then(|folder| tree.resolve(folder).ok()),
        Links::Inside | Links::Allowed => None,
    };
    let real = real.map(|folder| path::join(&folder.path(), SKILL_FILE));
    let path = real.as_deref().unwrap_or(path);
    let folder = path::folder_name(path);
    let (name, name_source) = fields.name_or_folder(folder);
    Ok(Skill {
        name_source,
        discovered_path: path.to_owned(),
        ..candidate.skill(parsed.bytes, name, text)
    })
}

/// Returns true if the skill root is a link to a folder, and the skill's file is not in that
/// folder. OpenClaw always rejects such a file, even if the skill root may contain links to any
/// target.
fn leads_out_of_linked_root(tree: &Tree, candidate: &Candidate, planned: &Planned) -> bool {
    let real = tree.resolve(&planned.root.path).map(|root| root.path());
    real.is_ok_and(|real| {
        real != planned.root.path && !path::is_within(&candidate.found.path, &real)
    })
}

/// Returns one skill for each name. If several skills have the same name, the skill root with the
/// highest precedence decides (`docs/hosts/openclaw.md#two-skills-of-one-name`).
fn winners<'p>(
    tree: &Tree,
    setup: &Setup,
    mut loaded: Vec<Placed<'p>>,
    assembly: &mut Assembly,
) -> Vec<Placed<'p>> {
    sort::by(&mut loaded, |left, right| {
        let key = |placed: &Placed<'_>| (placed.planned.is_last, placed.planned.tier);
        let bundled = |placed: &Placed<'_>| is_bundled(&placed.planned.root.origin);
        key(left).cmp(&key(right)).then_with(|| {
            if bundled(left) && bundled(right) {
                names::compare(&left.skill.name, &right.skill.name)
                    .then_with(|| left.planned.root.origin.cmp(&right.planned.root.origin))
            } else {
                std::cmp::Ordering::Equal
            }
        })
    });
    let mut order: Vec<Placed<'p>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::default();
    for placed in loaded {
        match places.get(&placed.skill.name) {
            None => {
                places.insert(placed.skill.name.clone(), order.len());
                order.push(placed);
            }
            // A skill in the session's folder never replaces another skill.
            Some(place) if placed.planned.is_last => {
                assembly
                    .left_out
                    .extend(shadowed(tree, setup, &placed, &order[*place]));
            }
            Some(place) => {
                let loser = std::mem::replace(&mut order[*place], placed);
                assembly
                    .left_out
                    .extend(shadowed(tree, setup, &loser, &order[*place]));
            }
        }
    }
    sort::by(&mut order, |left, right| {
        (left.planned.is_last.cmp(&right.planned.is_last))
            .then_with(|| names::compare(&left.skill.name, &right.skill.name))
    });
    order
}

/// Explains why a skill is not used: the skill `winner` replaced it. Returns `None` if both skills
/// have the same path.
fn shadowed(
    tree: &Tree,
    setup: &Setup,
    loser: &Placed<'_>,
    winner: &Placed<'_>,
) -> Option<LeftOut> {
    let (lost, won) = (&loser.skill, &winner.skill);
    if lost.discovered_path == won.discovered_path {
        return None;
    }
    let contents = |skill: &Skill| {
        tree.resolve(&skill.path)
            .ok()
            .and_then(|entry| entry.contents())
    };
    let is_same = contents(lost) == contents(won);
    let at = |placed: &Placed<'_>| {
        let path = compact(&placed.skill.discovered_path, &setup.homes);
        format!("{}:{path}", placed.planned.root.origin)
    };
    let mut left_out = explain(
        &lost.discovered_path,
        LeftOutReason::Shadowed,
        Some(&lost.root),
        &[],
    );
    left_out.message = if is_same {
        format!("the same skill is read from {}", won.discovered_path)
    } else {
        format!(
            "Skill precedence collision: skill={} winner={} loser={}",
            crate::text::js_value::json_text(&lost.name),
            at(winner),
            at(loser)
        )
    };
    "Give one of the skills another name.".clone_into(&mut left_out.help);
    Some(left_out)
}

/// Returns a skill after OpenClaw has decided whether it is enabled, and whether the model and the
/// user may invoke it.
fn judged(tree: &Tree, gate: &Gate<'_>, placed: Placed<'_>) -> Skill {
    let Placed { mut skill, planned } = placed;
    let none = Needs::default();
    let fields = skill.frontmatter.as_deref();
    let needs = fields
        .and_then(|fields| fields.needs.as_deref())
        .unwrap_or(&none);
    let key = needs.key.clone().or_else(|| slug(tree, &skill));
    let key = key.unwrap_or_else(|| skill.name.clone());
    let verdict = gate.judge(&skill.name, &planned.root.origin, key, needs);
    let is_offered = verdict.offered && !verdict.blocked_by_agent;
    skill.enabled = !verdict.disabled && !verdict.blocked_by_allowlist && !verdict.blocked_by_agent;
    let hidden = fields.and_then(|fields| fields.disable_model_invocation) == Some(true);
    let typed = fields.and_then(|fields| fields.user_invocable) != Some(false);
    skill.model_invocable = is_offered && !hidden;
    skill.user_invocable = is_offered && typed;
    skill.visibility = match (is_offered, hidden) {
        (true, false) => Visibility::On,
        (true, true) => Visibility::UserInvocableOnly,
        (false, _) => Visibility::Off,
    };
    skill.eligibility = Some(Box::new(verdict));
    skill
}

/// Returns the name under which a skill was installed; `None` if no installation recorded a name.
fn slug(tree: &Tree, skill: &Skill) -> Option<String> {
    let file = path::join(path::parent(&skill.path)?, ORIGIN_FILE);
    let contents = tree.resolve(&file).ok()?.contents()?;
    let value = json5::read(&contents.text_lossy())?;
    let slug = trim(value.get("slug").and_then(Value::text)?);
    (!slug.is_empty()).then(|| slug.to_owned())
}
