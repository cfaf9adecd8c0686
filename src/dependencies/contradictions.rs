//! Finds statements about a dependency in which skills contradict themselves or each other.

use std::collections::BTreeSet;

use super::report::{
    Contradiction, ContradictionReason, Dependency, DependencyKind, NeedSource, NeededBy,
};
use super::skill_facts::{Key, SkillFacts, SkillPart, title};
use crate::sort;
use crate::text::document::Document;
use crate::tree::Tree;

/// Adds the contradictions between the files of one skill.
pub(super) fn add(tree: &Tree, skill: &mut SkillFacts) {
    let is_for_two_hosts = declares_for_two_hosts(skill);
    let mut found = Vec::new();
    for (key, part) in &skill.by_dependency {
        let Some(needed_by) = &part.needed_by else {
            continue;
        };
        let for_one = is_for_two_hosts
            .then(|| declared_for_one_host(skill, key, needed_by))
            .flatten();
        let all = [
            declared_unused(tree, skill, key, needed_by),
            for_one,
            not_allowed(skill, key, needed_by),
        ];
        found.push((key.clone(), all.into_iter().flatten().collect()));
    }
    for (key, contradictions) in found {
        skill.by_dependency.entry(key).or_default().contradictions = contradictions;
    }
}

/// Returns the contradictions about a dependency, within one skill or between two skills. Each item
/// of `parts` is a skill that names the dependency, with the skill's statements about the
/// dependency.
pub(super) fn of_dependency(
    dependency: &Dependency,
    parts: &[(&SkillFacts, &SkillPart)],
) -> Vec<Contradiction> {
    let in_skills = parts.iter().flat_map(|(_, part)| &part.contradictions);
    let mut found: Vec<_> = in_skills.cloned().collect();
    if dependency.kind == DependencyKind::Server {
        found.extend(different_address(dependency, parts));
    }
    found.extend(different_package(dependency));
    found
}

/// Returns true for the kinds of dependencies that a skill can declare separately for several
/// hosts.
fn is_checked(kind: DependencyKind) -> bool {
    matches!(kind, DependencyKind::Program | DependencyKind::Variable)
}

/// Returns a contradiction if a skill declares a dependency, but no text or program of the skill
/// names the dependency. Otherwise returns none.
fn declared_unused(
    tree: &Tree,
    skill: &SkillFacts,
    (kind, name): &Key,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let is_only_declared = needed_by.places.iter().all(|place| {
        matches!(
            place.source,
            NeedSource::Metadata | NeedSource::OpenaiYaml | NeedSource::EnvExample
        )
    });
    if !is_checked(*kind) || !is_only_declared || !needed_by.or_else.is_empty() {
        return None;
    }
    let declares = |file: &str| needed_by.places.iter().any(|place| place.path == file);
    let is_named = skill.files.iter().any(|file| {
        let Some(entry) = tree.by_id(file.entry) else {
            return false;
        };
        let text = entry.contents().and_then(|contents| contents.text().ok());
        let text = text.unwrap_or_default();
        // The skill's own file counts without its frontmatter, because the frontmatter may declare the need.
        let is_own = *file.path == skill.path;
        let body = Document::split(text, |line| line.trim_end() == "---");
        let text = body.map_or(text, |document| document.body);
        (is_own || !declares(&file.path)) && text.contains(name)
    });
    (!is_named).then(|| Contradiction {
        reason: ContradictionReason::DeclaredUnused,
        message: format!(
            "{} declares {name}, and no text or program of the skill names it; remove the declaration, or say what it is for",
            title(&skill.path)
        ),
        skills: vec![skill.path.clone()],
    })
}

/// Returns true if a skill declares dependencies for OpenClaw and also for Codex.
fn declares_for_two_hosts(skill: &SkillFacts) -> bool {
    let has = |source| skill.needs().any(|need| need.source == source);
    has(NeedSource::Metadata) && has(NeedSource::OpenaiYaml)
}

/// Returns a contradiction if a skill declares a dependency for OpenClaw but not for Codex, or the
/// reverse. Otherwise returns none.
fn declared_for_one_host(
    skill: &SkillFacts,
    (kind, name): &Key,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let of_need = |source| needed_by.places.iter().any(|place| place.source == source);
    let (metadata, openai) = (
        of_need(NeedSource::Metadata),
        of_need(NeedSource::OpenaiYaml),
    );
    if metadata == openai || !is_checked(*kind) {
        return None;
    }
    let (has, lacks) = if metadata {
        ("`metadata`", "`agents/openai.yaml`")
    } else {
        ("`agents/openai.yaml`", "`metadata`")
    };
    Some(Contradiction {
        reason: ContradictionReason::DeclaredForOneHost,
        message: format!(
            "{} declares {name} in {has} and not in {lacks}; add it there",
            title(&skill.path)
        ),
        skills: vec![skill.path.clone()],
    })
}

/// Returns a contradiction if `allowed-tools` allows only some commands, and a code block of the
/// skill runs another command. Otherwise returns none.
fn not_allowed(
    skill: &SkillFacts,
    (kind, name): &Key,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let file = skill.files.first()?;
    let allowed = file.facts.allowed_programs.as_ref()?;
    let runs = (needed_by.places.iter())
        .any(|place| place.source == NeedSource::ShellBlock && !place.optional);
    let is_allowed = allowed.contains(name);
    (*kind == DependencyKind::Program && runs && !is_allowed).then(|| Contradiction {
        reason: ContradictionReason::NotAllowed,
        message: format!(
            "{} runs {name}, and its allowed-tools do not allow it, so hosts ask; add Bash({name}:*)",
            title(&skill.path)
        ),
        skills: vec![skill.path.clone()],
    })
}

/// Returns a contradiction if skills name different addresses of one server.
fn different_address(
    dependency: &Dependency,
    parts: &[(&SkillFacts, &SkillPart)],
) -> Option<Contradiction> {
    let addresses = parts.iter().flat_map(|(_, part)| &part.addresses);
    let addresses: BTreeSet<&str> = sort::collect_set(addresses.map(String::as_str));
    (addresses.len() > 1).then(|| {
        let known: Vec<&str> = addresses.into_iter().collect();
        let naming = parts.iter().filter(|(_, part)| !part.addresses.is_empty());
        let skills: BTreeSet<&str> = sort::collect_set(naming.map(|(skill, _)| &*skill.path));
        Contradiction {
            reason: ContradictionReason::DifferentAddress,
            message: format!(
                "the server {} has different addresses: {}; use one of them everywhere",
                dependency.name,
                known.join(", ")
            ),
            skills: skills.into_iter().map(str::to_owned).collect(),
        }
    })
}

/// Returns a contradiction if skills install one program from different packages of the same
/// installer. Otherwise returns none.
fn different_package(dependency: &Dependency) -> Option<Contradiction> {
    // The ways are sorted by installer.
    let of_installers = (dependency.ways).chunk_by(|one, other| one.installer == other.installer);
    let (installer, ways, targets) = of_installers.into_iter().find_map(|ways| {
        let installer = &ways.first()?.installer;
        let targets = ways
            .iter()
            .filter_map(|way| way.target.split(['@', '=']).next());
        let targets: BTreeSet<&str> = sort::collect_set(targets);
        (targets.len() > 1 && installer != "url").then_some((installer, ways, targets))
    })?;
    let targets: Vec<&str> = targets.into_iter().collect();
    let skills: BTreeSet<&str> = sort::collect_set(ways.iter().map(|way| &*way.skill));
    Some(Contradiction {
        reason: ContradictionReason::DifferentPackage,
        message: format!(
            "{installer} gets {} from different packages: {}; name one of them everywhere",
            dependency.name,
            targets.join(", ")
        ),
        skills: skills.into_iter().map(str::to_owned).collect(),
    })
}
