//! Finds statements about a dependency in which skills contradict themselves or each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::report::{
    Contradiction, ContradictionReason, Dependency, DependencyKind, NeedSource, NeededBy,
};
use super::skill_facts::{SkillFacts, title};
use crate::text::document::Document;
use crate::tree::Tree;

/// Sets the contradictions of each dependency.
pub(super) fn add(tree: &Tree, skills: &[&SkillFacts], dependencies: &mut [Dependency]) {
    let by_path: HashMap<&str, &SkillFacts> = (skills.iter())
        .map(|skill| (skill.path.as_str(), *skill))
        .collect();
    let addresses = addresses(skills);
    let for_two: HashSet<&str> = (skills.iter())
        .filter(|skill| declares_for_two_hosts(skill))
        .map(|skill| skill.path.as_str())
        .collect();
    for dependency in dependencies {
        let mut found = Vec::new();
        for needed_by in &dependency.needed_by {
            let Some(skill) = by_path.get(needed_by.skill.as_str()) else {
                continue;
            };
            found.extend(declared_unused(tree, skill, dependency, needed_by));
            if for_two.contains(skill.path.as_str()) {
                found.extend(declared_for_one_host(skill, dependency, needed_by));
            }
            found.extend(not_allowed(skill, dependency, needed_by));
        }
        if dependency.kind == DependencyKind::Server {
            found.extend(different_address(dependency, &addresses));
        }
        found.extend(different_package(dependency));
        dependency.contradictions = found;
    }
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
    dependency: &Dependency,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let declares = |source| {
        matches!(
            source,
            NeedSource::Metadata | NeedSource::OpenaiYaml | NeedSource::EnvExample
        )
    };
    let is_only_declared = needed_by.places.iter().all(|place| declares(place.source));
    if !is_checked(dependency.kind) || !is_only_declared || !needed_by.or_else.is_empty() {
        return None;
    }
    let declaring: BTreeSet<&str> = (needed_by.places.iter())
        .map(|place| place.path.as_str())
        .collect();
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
        (is_own || !declaring.contains(&*file.path)) && text.contains(&dependency.name)
    });
    (!is_named).then(|| Contradiction {
        reason: ContradictionReason::DeclaredUnused,
        message: format!(
            "{} declares {}, and no text or program of the skill names it; remove the declaration, or say what it is for",
            title(&skill.path),
            dependency.name
        ),
        skills: vec![skill.path.clone()],
    })
}

/// Returns true if a skill declares dependencies both for OpenClaw and for Codex.
fn declares_for_two_hosts(skill: &SkillFacts) -> bool {
    let has = |source| skill.needs().any(|need| need.source == source);
    has(NeedSource::Metadata) && has(NeedSource::OpenaiYaml)
}

/// Returns a contradiction if only one of a skill's declarations, for OpenClaw and for Codex, has
/// the dependency. Otherwise returns none.
fn declared_for_one_host(
    skill: &SkillFacts,
    dependency: &Dependency,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let of_need = |source| needed_by.places.iter().any(|place| place.source == source);
    let (metadata, openai) = (
        of_need(NeedSource::Metadata),
        of_need(NeedSource::OpenaiYaml),
    );
    if metadata == openai || !is_checked(dependency.kind) {
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
            "{} declares {} in {has} and not in {lacks}; add it there",
            title(&skill.path),
            dependency.name
        ),
        skills: vec![skill.path.clone()],
    })
}

/// Returns a contradiction if `allowed-tools` allows only some commands, and a code block of the
/// skill runs another command. Otherwise returns none.
fn not_allowed(
    skill: &SkillFacts,
    dependency: &Dependency,
    needed_by: &NeededBy,
) -> Option<Contradiction> {
    let file = skill.files.first()?;
    let allowed = file.facts.allowed_programs.as_ref()?;
    let runs = (needed_by.places.iter())
        .any(|place| place.source == NeedSource::ShellBlock && !place.optional);
    let is_allowed = allowed.contains(&dependency.name);
    (dependency.kind == DependencyKind::Program && runs && !is_allowed).then(|| Contradiction {
        reason: ContradictionReason::NotAllowed,
        message: format!(
            "{} runs {}, and its allowed-tools do not allow it, so hosts ask; add Bash({}:*)",
            title(&skill.path),
            dependency.name,
            dependency.name
        ),
        skills: vec![skill.path.clone()],
    })
}

/// The paths of the skills that give an address for an MCP server, by the server's name and the
/// address.
type Addresses<'f> = HashMap<&'f str, BTreeMap<&'f str, Vec<&'f str>>>;

fn addresses<'f>(skills: &[&'f SkillFacts]) -> Addresses<'f> {
    let mut addresses = Addresses::new();
    for skill in skills {
        for (server, address) in skill.files.iter().flat_map(|file| &file.facts.servers) {
            let of_server = addresses.entry(server).or_default();
            of_server.entry(address).or_default().push(&skill.path);
        }
    }
    addresses
}

fn different_address(dependency: &Dependency, addresses: &Addresses<'_>) -> Option<Contradiction> {
    let of_server = addresses.get(dependency.name.as_str())?;
    (of_server.len() > 1).then(|| {
        let known: Vec<&str> = of_server.keys().copied().collect();
        let skills: BTreeSet<&str> = of_server.values().flatten().copied().collect();
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
    let mut packages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for way in &dependency.ways {
        let target = way.target.split(['@', '=']).next().unwrap_or_default();
        packages.entry(&way.installer).or_default().insert(target);
    }
    let (installer, targets) = packages
        .iter()
        .find(|(installer, targets)| targets.len() > 1 && **installer != "url")?;
    let targets: Vec<&str> = targets.iter().copied().collect();
    let skills: BTreeSet<&str> = (dependency.ways.iter())
        .filter(|way| way.installer == *installer)
        .map(|way| way.skill.as_str())
        .collect();
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
