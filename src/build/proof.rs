//! The proof of a build: how each emulated host lists each skill in the tree after the build.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::report::{BuildConflict, BuildConflictReason, BuildProof};
use crate::compare::{CompareStage, InPlace, ListedAs, Obstacle};
use crate::host::Host;
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::model::obstacle::{ObstacleReason, UseObstacle};
use crate::model::skill::{DescriptionSource, Skill};
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::yaml::fold;
use crate::tree::Tree;

/// A source skill, and the paths at which hosts may find the skill.
pub(super) struct Placed {
    /// The path of the main file in the folder from which the skill is built, such as `SKILL.md`.
    pub skill: String,
    /// The paths of the skill's main file in the source and in the built folders.
    pub files: Vec<String>,
}

/// The result of one host for one skill: the file that is loaded, and the skill's state in the
/// host's list.
struct Answer {
    path: Option<String>,
    listed: ListedAs,
    times: usize,
    description: Option<String>,
    /// True if the host reads the description in the skill's frontmatter.
    is_read: bool,
    because: Option<Obstacle>,
}

/// Returns a row for each skill and each host: how the host loads and lists the skill.
pub(super) fn prove(
    tree: &Tree,
    environment: &Environment,
    hosts: &[Arc<dyn Host>],
    skills: &[Placed],
) -> Vec<BuildProof> {
    let columns: Vec<Vec<Answer>> = hosts
        .iter()
        .map(|host| {
            let pipeline = HostPipeline::new(Arc::clone(host));
            let inputs = Inputs {
                tree,
                environment,
                refused: &BTreeMap::new(),
            };
            let place = InPlace::new(&pipeline, inputs);
            skills
                .iter()
                .map(|skill| answer(&place, tree, &skill.files))
                .collect()
        })
        .collect();
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    let mut proof = Vec::new();
    for skill in skills {
        let row: Vec<Answer> = columns.iter_mut().filter_map(Iterator::next).collect();
        let usual = usual(&row);
        for (host, answer) in hosts.iter().zip(row) {
            // Hosts change whitespace in different ways.
            let folded = answer.description.as_deref().map(fold);
            proof.push(BuildProof {
                host: host.id().to_owned(),
                edition: host.edition().to_owned(),
                skill: skill.skill.clone(),
                path: answer.path,
                listed: answer.listed,
                times: answer.times,
                same: folded.is_some() && folded == usual,
                description: answer.description,
                because: answer.because,
            });
        }
    }
    proof
}

fn answer(place: &InPlace<'_>, tree: &Tree, files: &[String]) -> Answer {
    let mut resolved: Vec<String> = Vec::new();
    for file in files {
        if let Ok(entry) = tree.resolve(file) {
            let path = entry.path();
            if !resolved.contains(&path) {
                resolved.push(path);
            }
        }
    }
    let loaded: Vec<&Skill> = resolved
        .iter()
        .filter_map(|file| place.skill(file))
        .collect();
    let listed = |skill: &&&Skill| place.listed(skill) != ListedAs::Nothing;
    let times = loaded.iter().filter(listed).count();
    let Some(skill) = loaded.iter().find(listed).or(loaded.first()) else {
        // A reason about a built file helps more than the fact that the host does not search the source.
        let reasons = resolved.iter().rev().filter_map(|file| place.absent(file));
        let reasons: Vec<Obstacle> = reasons.collect();
        let outside = ObstacleReason::LeftOut(LeftOutReason::OutsideRoots);
        let because = reasons.iter().find(|one| one.reason != outside);
        return Answer {
            path: None,
            listed: ListedAs::Nothing,
            times: 0,
            description: None,
            is_read: false,
            because: because.or(reasons.first()).cloned(),
        };
    };
    let listed = place.listed(skill);
    let is_whole = listed == ListedAs::Whole && skill.model_invocable;
    let obstacles = place.obstacles(skill).into_iter();
    let mut obstacles = obstacles.filter(|one| one.stage != CompareStage::User);
    Answer {
        path: Some(skill.path.clone()),
        because: obstacles.next().filter(|_| !is_whole),
        listed,
        times,
        description: Some(skill.description.clone()),
        is_read: skill.description_source == DescriptionSource::Frontmatter,
    }
}

/// Returns the description that most hosts read in the frontmatter. If several descriptions are
/// equally frequent, returns the first. Returns none if no host reads a description there.
fn usual(row: &[Answer]) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for answer in row.iter().filter(|answer| answer.is_read) {
        let text = answer.description.as_deref().map(fold).unwrap_or_default();
        match counts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, count)) => *count += 1,
            None => counts.push((text, 1)),
        }
    }
    let mut best: Option<(String, usize)> = None;
    for (text, count) in counts {
        if best.as_ref().is_none_or(|(_, most)| count > *most) {
            best = Some((text, count));
        }
    }
    best.map(|(text, _)| text)
}

/// Returns true if a host drops the skill, does not list the skill, or reads another description,
/// because of the skill's main file. A changed copy of this file may help.
pub(super) fn is_unreadable(proof: &BuildProof) -> bool {
    let because = proof.because.as_ref().map(|one| one.reason);
    match because {
        Some(ObstacleReason::Fault(_)) => true,
        Some(ObstacleReason::LeftOut(reason)) => matches!(
            reason,
            LeftOutReason::Unreadable | LeftOutReason::WrongSpelling
        ),
        Some(ObstacleReason::Use(reason)) => matches!(
            reason,
            UseObstacle::FrontmatterIgnored | UseObstacle::NoDescription | UseObstacle::NotListed
        ),
        None => proof.path.is_some() && !proof.same,
    }
}

/// Returns a conflict for each skill that a host does not list. If the author hides a skill, or if
/// the skill exceeds the budget of the host's list, there is no conflict. If several hosts do not
/// list a skill for the same reason, they share one conflict. `none` has the hosts that read no
/// folder that the build fills. There is no conflict for these hosts.
pub(super) fn not_listed(proof: &[BuildProof], none: &[String]) -> Vec<BuildConflict> {
    let mut conflicts: Vec<BuildConflict> = Vec::new();
    for row in proof {
        let Some(because) = &row.because else {
            continue;
        };
        let is_loaded = row.path.is_some();
        let is_unlisted = row.listed == ListedAs::Nothing
            && because.stage == CompareStage::List
            && because.reason != UseObstacle::OverBudget.into()
            && because.reason != UseObstacle::NoList.into();
        if (is_loaded && !is_unlisted) || none.contains(&row.host) {
            continue;
        }
        // The answers about a skill follow each other, so only the latest conflicts are searched.
        let mut last = conflicts.iter_mut().rev();
        let mut last = last.by_ref().take_while(|one| one.path == row.skill);
        let same = last.find(|one| one.message == because.message);
        if let Some(same) = same {
            same.hosts.push(row.host.clone());
            continue;
        }
        conflicts.push(BuildConflict {
            path: row.skill.clone(),
            reason: BuildConflictReason::NotListed,
            message: because.message.clone(),
            help: because.change.clone(),
            hosts: vec![row.host.clone()],
        });
    }
    conflicts
}
