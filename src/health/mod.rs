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

pub(crate) use cache::HealthCache;
pub(crate) use findings::{RULES, lint_request};
pub use report::{HealthKind, HealthReport, HealthRequest, HealthSymptom, SkillHealth};

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::lint::Diagnostic;
use crate::model::argument::ArgumentError;
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::resources;
use crate::tree::{EntryId, Tree};

use cache::{HealthKey, Loading, RequestedSkill, SharedInputs, TextSymptoms};
use day::Day;
use fields::DroppedFields;
use models::Models;
use texts::SkillTexts;

/// The maximum number of symptoms of one kind that are reported for a skill. No host has this limit.
const MAX_SYMPTOMS: usize = 20;

/// The dates that decide whether the text of a skill is outdated: today's date, and the days on
/// which models stop working.
pub(crate) struct Judgement {
    today: Day,
    models: Models,
}

impl Judgement {
    /// Parses the current day and the models of a request. Returns an error if the current day, or
    /// the day on which a model stops working, is not a valid date such as `2026-11-26`.
    pub fn new(request: &HealthRequest) -> Result<Self, ArgumentError> {
        Ok(Self {
            today: Day::read("today", &request.today)?,
            models: Models::new(request)?,
        })
    }
}

/// Returns the symptoms of each skill, the most outdated skill first. `skills` are the paths of the
/// requested files; if there are none, all skills of the tree are checked. `found` are the
/// diagnostics of [`lint_request`].
pub(crate) fn report(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    request: &HealthRequest,
    judgement: &Judgement,
    (skills, found): (&[String], &[Rc<Diagnostic>]),
    cache: &HealthCache,
) -> HealthReport {
    let tree = inputs.tree;
    let loaded = cache.loaded(pipelines, inputs);
    cache.keep_for(SharedInputs::new(judgement.today, request, &loaded), tree);
    let requested = (tree.structure_revision(), skills.to_vec());
    let requested = (cache.skills).get_or_insert((), requested, || self::requested(tree, skills));
    let mut found = findings::by_skill(tree, found, cache);
    let of_skill = |(skill, loading): (&RequestedSkill, &Loading)| {
        let texts = cache.of_texts(tree, skill.file, &loading.hosts, || {
            let hosts = loaded.dropped.iter().zip(&*loading.hosts);
            let hosts = hosts.filter_map(|((host, _), is_loading)| is_loading.then_some(host));
            in_texts(tree, skill.file, judgement, &request.newest, hosts)
        });
        let key = HealthKey {
            name: Rc::clone(&loading.name),
            texts,
            found: found.remove(&skill.file).unwrap_or_default(),
        };
        if let Some(known) = cache.health.get(&skill.file, &key) {
            return known;
        }
        let health = ranked(skill.path.clone(), &key);
        // If an edit changes nothing about a skill's health, the report has the same object again.
        let before = cache
            .health
            .get_if(&skill.file, |_, known| **known == health);
        let health = before.unwrap_or_else(|| Rc::new(health));
        cache.health.insert(skill.file, key, Rc::clone(&health));
        health
    };
    let loadings = cache.loadings(&loaded, &requested);
    let mut skills: Vec<_> = requested.iter().zip(&*loadings).map(of_skill).collect();
    sort::by(&mut skills, |one, other| other.score.cmp(&one.score));
    HealthReport {
        today: request.today.clone(),
        skills,
    }
}

/// Returns the skills of a request, sorted by path: the skills at these paths, or all skills of the tree if there are
/// no paths.
fn requested(tree: &Tree, skills: &[String]) -> Rc<[RequestedSkill]> {
    let files = match skills {
        [] => resources::skills(tree),
        files => files.iter().filter_map(|path| tree.entry(path)).collect(),
    };
    let files = files.into_iter().map(|file| {
        let file = file.follow().unwrap_or(file);
        RequestedSkill {
            file: file.id(),
            path: file.path(),
        }
    });
    let mut files: Vec<_> = files.collect();
    sort::by(&mut files, |one, other| one.path.cmp(&other.path));
    files.into()
}

/// Returns the symptoms in the texts of a skill. Each item of `loading` belongs to a host that
/// loads the skill. The item has the frontmatter fields that this host no longer reads.
fn in_texts<'d>(
    tree: &Tree,
    file: EntryId,
    judgement: &Judgement,
    newest: &BTreeMap<String, String>,
    loading: impl Iterator<Item = &'d DroppedFields>,
) -> TextSymptoms {
    let Some(file) = tree.by_id(file) else {
        return TextSymptoms::default();
    };
    let texts = SkillTexts::new(file);
    let mut read = texts.files.clone();
    let mut symptoms = Vec::new();
    for text in &texts.texts {
        anchors::find(tree, text, &mut read, &mut symptoms);
        judgement.models.find(text, judgement.today, &mut symptoms);
        dates::find(text, judgement.today, &mut symptoms);
        versions::find(text, newest, &mut symptoms);
    }
    if let Some(own) = texts.own() {
        fields::find(own, loading, &mut symptoms);
        description::find(own, &texts, &mut symptoms);
    }
    TextSymptoms { symptoms, read }
}

/// Sorts the symptoms of a skill, and computes the score.
fn ranked(path: String, inputs: &HealthKey) -> SkillHealth {
    let found = inputs.found.iter().filter_map(|one| findings::symptom(one));
    let mut symptoms: Vec<HealthSymptom> = found.collect();
    symptoms.extend(inputs.texts.symptoms.iter().cloned());
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
        name: inputs.name.to_string(),
        score: (100.0 * (1.0 - sound)).round() as u32,
        symptoms,
    }
}
