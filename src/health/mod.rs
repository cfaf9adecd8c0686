//! Health: the symptoms of outdated skills, each with its place and its weight. No network is used.
//!
//! No host has such a check. Symptoms about files, fields and similar skills are findings of [`lint`](crate::lint)
//! rules, so health and lint agree.
//!
//! ```
//! use skillglass::health::{HealthKind, HealthRequest};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! let text = "---\nname: ask\ndescription: Ask another model.\n---\nCall the model `claude-2.1`.\n";
//! workspace.write("/repo/.agents/skills/ask/SKILL.md", text)?;
//!
//! let health = workspace.health(&HealthRequest {
//!     today: "2026-11-26".to_owned(),
//!     ..HealthRequest::default()
//! })?;
//! let symptom = &health.skills[0].symptoms[0];
//! assert_eq!((symptom.kind, symptom.range.start.line), (HealthKind::RetiredModel, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anchors;
mod cache;
mod dates;
mod day;
mod description;
mod fields;
mod findings;
mod models;
mod report;
mod symptom;
mod texts;
mod versions;

pub use report::{HealthKind, HealthReport, HealthRequest, HealthSymptom, SkillHealth};

use std::collections::BTreeMap;

use crate::model::argument::ArgumentError;
use crate::sort;
use crate::tree::resources;
use crate::tree::{Entry, Tree, path};
use crate::workspace::Workspace;

use cache::{HealthCache, SharedInputs, TextSymptoms};
use day::Day;
use fields::DroppedFields;
use models::Models;
use texts::SkillTexts;

/// The maximum number of symptoms of one kind in a skill. The limit is ours.
const MAX_SYMPTOMS: usize = 20;

impl Workspace {
    /// Returns the symptoms of outdated skills, the most outdated skill first. The [module](crate::health) has an
    /// example.
    ///
    /// Symptoms are cached. After an edit only the texts of the changed skill are searched again.
    ///
    /// # Errors
    /// Returns an error if a day is not a date such as `2026-11-26`, or if a host, edition or file is unknown.
    pub fn health(&self, request: &HealthRequest) -> Result<HealthReport, ArgumentError> {
        let today = Day::read("today", &request.today)?;
        let models = Models::new(request)?;
        let requested = self.requested_files(&request.skills)?;
        let files = match &requested[..] {
            [] => resources::skills(self.tree()),
            files => files
                .iter()
                .filter_map(|path| self.tree().entry(path))
                .collect(),
        };
        let mut found = findings::symptoms(self, request)?;
        let names = self.with_pipelines(&request.hosts, |pipelines| {
            let mut names: BTreeMap<String, String> = BTreeMap::new();
            for pipeline in pipelines {
                for skill in &pipeline.catalog(self.inputs()).skills {
                    names
                        .entry(skill.path.clone())
                        .or_insert_with(|| skill.name.clone());
                }
            }
            names
        })?;
        let (dropped, loaded): (Vec<_>, Vec<_>) =
            fields::dropped(self, &request.hosts)?.into_iter().unzip();
        let tree = self.tree();
        let fresh = HealthCache::default();
        let cache = self.health_cache().get_or_default().unwrap_or(&fresh);
        cache.keep_for(SharedInputs::new(today, request, dropped.clone()), tree);
        let mut skills = Vec::new();
        for file in files {
            let file = file.follow().unwrap_or(file);
            let skill = file.path();
            let loading: Vec<bool> = loaded.iter().map(|paths| paths.contains(&skill)).collect();
            let of_texts = cache.of_skill(tree, file.id(), loading.clone(), || {
                let hosts = dropped.iter().zip(loading);
                let hosts = hosts.filter_map(|(host, is_loading)| is_loading.then_some(host));
                in_texts(tree, file, (today, &models, &request.newest), hosts)
            });
            let mut symptoms = found.remove(&skill).unwrap_or_default();
            symptoms.extend(of_texts.symptoms.iter().cloned());
            let folder = path::parent(&skill)
                .map(path::file_name)
                .unwrap_or_default();
            skills.push(ranked(
                names.get(&skill).map_or(folder, String::as_str).to_owned(),
                skill,
                symptoms,
            ));
        }
        sort::by(&mut skills, |one, other| {
            (other.score, &one.path).cmp(&(one.score, &other.path))
        });
        Ok(HealthReport {
            today: request.today.clone(),
            skills,
        })
    }
}

/// Returns the symptoms in the texts of a skill. `loading` has the dropped fields of the hosts that load the skill.
fn in_texts<'d>(
    tree: &Tree,
    file: Entry<'_>,
    (today, models, newest): (Day, &Models, &BTreeMap<String, String>),
    loading: impl Iterator<Item = &'d DroppedFields>,
) -> TextSymptoms {
    let texts = SkillTexts::new(file);
    let mut read = texts.files.clone();
    let mut symptoms = Vec::new();
    for text in &texts.texts {
        anchors::find(tree, text, &mut read, &mut symptoms);
        models.find(text, today, &mut symptoms);
        dates::find(text, today, &mut symptoms);
        versions::find(text, newest, &mut symptoms);
    }
    if let Some(own) = texts.own() {
        fields::find(own, loading, &mut symptoms);
        description::find(own, &texts, &mut symptoms);
    }
    TextSymptoms { symptoms, read }
}

/// Sorts the symptoms of a skill, and computes the score.
fn ranked(name: String, path: String, mut symptoms: Vec<HealthSymptom>) -> SkillHealth {
    sort::by(&mut symptoms, |one, other| {
        let place = |symptom: &HealthSymptom| {
            (symptom.path.clone(), symptom.range.start.byte, symptom.kind)
        };
        (other.weight.cmp(&one.weight)).then_with(|| place(one).cmp(&place(other)))
    });
    let mut counts: BTreeMap<HealthKind, usize> = BTreeMap::new();
    symptoms.retain(|symptom| {
        let count = counts.entry(symptom.kind).or_default();
        *count += 1;
        *count <= MAX_SYMPTOMS
    });
    // Each symptom adds a share of what is still missing to 100. Further symptoms of the same kind add less, because
    // they often have the same cause.
    let mut counts: BTreeMap<HealthKind, u32> = BTreeMap::new();
    let mut sound = 1.0;
    for symptom in &symptoms {
        let count = counts.entry(symptom.kind).or_default();
        *count += 1;
        sound *= 1.0 - f64::from(symptom.weight) / 100.0 / f64::from(*count);
    }
    SkillHealth {
        path,
        name,
        score: (100.0 * (1.0 - sound)).round() as u32,
        symptoms,
    }
}
