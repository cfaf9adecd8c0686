//! Portability: the verdict on whether a skill works in every compared host.

use std::collections::{BTreeMap, BTreeSet};

use super::cache::Inspection;
use super::column::Column;
use super::comparison::{
    BoundFeature, CompareStage, Obstacle, Portability, PortabilityFix, PortabilityVerdict,
    SkillInHost,
};
use crate::model::catalog::LeftOutReason;
use crate::model::feature::Feature;
use crate::model::obstacle::{ObstacleReason, UseObstacle};
use crate::sort;

impl Portability {
    pub(super) fn of(columns: &[Column<'_>], inspections: &[Inspection]) -> Self {
        let names: Vec<_> = columns.iter().map(|column| column.name(columns)).collect();
        let ids: Vec<_> = names.iter().map(String::as_str).collect();
        let mut fixes: Vec<PortabilityFix> = Vec::new();
        for (id, inspection) in ids.iter().zip(inspections) {
            for no in inspection
                .cell
                .obstacles
                .iter()
                .filter(|no| counts(no, inspection))
            {
                let known = fixes.iter_mut().find(|fix| fix.change == no.change);
                match known {
                    Some(fix) if !fix.hosts.iter().any(|host| host == id) => {
                        fix.hosts.push((*id).to_owned());
                    }
                    Some(_) => {}
                    None => fixes.push(PortabilityFix {
                        change: no.change.clone(),
                        hosts: vec![(*id).to_owned()],
                    }),
                }
            }
        }
        let features = bound(&ids, inspections);
        let verdict = if features.iter().any(|feature| feature.essential) {
            PortabilityVerdict::Bound
        } else if fixes.is_empty() {
            PortabilityVerdict::Portable
        } else {
            PortabilityVerdict::AfterFixes
        };
        Self {
            verdict,
            fixes,
            features,
        }
    }
}

/// Returns true if an obstacle counts against the skill's portability, because the skill itself
/// causes the obstacle. An obstacle does not count if the skill's location, other files or the
/// author's intention cause it.
fn counts(no: &Obstacle, inspection: &Inspection) -> bool {
    match no.stage {
        CompareStage::Parse => no.reason != LeftOutReason::Unread.into(),
        CompareStage::List if no.reason == UseObstacle::DisableModelInvocation.into() => {
            is_for_nobody(&inspection.cell)
        }
        CompareStage::List => matches!(
            no.reason,
            ObstacleReason::Use(
                UseObstacle::NotListed
                    | UseObstacle::NoDescription
                    | UseObstacle::FrontmatterIgnored
            )
        ),
        // The host does not find the skill even at the usual location of skills, for example because of the file's
        // name.
        CompareStage::Discover => {
            let is_place = no.reason == LeftOutReason::OutsideRoots.into();
            inspection.cell.as_if_at.is_some() && !inspection.cell.loaded && !is_place
        }
        CompareStage::User | CompareStage::Model => is_for_nobody(&inspection.cell),
        CompareStage::Load => false,
    }
}

/// Returns true if the author prevents both users and the model from using a skill. Either restriction may be intended,
/// but both together are a mistake.
pub(crate) fn is_for_nobody(cell: &SkillInHost) -> bool {
    let has = |reason: UseObstacle| cell.obstacles.iter().any(|no| no.reason == reason.into());
    let not_for_model = has(UseObstacle::DisableModelInvocation)
        || has(UseObstacle::ImplicitInvocationOff)
        || has(UseObstacle::AutoinvokeOff);
    cell.loaded && has(UseObstacle::NotUserInvocable) && not_for_model
}

/// Returns the features that some of the hosts support and others do not.
fn bound(ids: &[&str], inspections: &[Inspection]) -> Vec<BoundFeature> {
    let mut by_name: BTreeMap<&str, (&Feature, BTreeSet<&str>)> = BTreeMap::new();
    for (id, inspection) in ids.iter().zip(inspections) {
        for feature in &inspection.features {
            let known = by_name
                .entry(&feature.name)
                .or_insert_with(|| (feature, BTreeSet::new()));
            known.1.insert(id);
        }
    }
    let all = sort::collect_set(ids.iter().copied());
    by_name
        .into_iter()
        .filter(|(_, (_, hosts))| *hosts != all)
        .map(|(name, (feature, hosts))| BoundFeature {
            name: name.to_owned(),
            effect: feature.effect.clone(),
            essential: feature.essential,
            others: all.difference(&hosts).map(|id| (*id).to_owned()).collect(),
            hosts: hosts.into_iter().map(str::to_owned).collect(),
        })
        .collect()
}
