//! Symptoms that lint rules find: missing files, replaced fields and similar descriptions.

use std::collections::BTreeMap;

use super::report::{HealthKind, HealthRequest, HealthSymptom};
use crate::lint::{self, Diagnostic, Level, LintRequest, Severity};
use crate::model::argument::ArgumentError;
use crate::tree::path;
use crate::workspace::Workspace;

/// The rules whose findings are symptoms, with the kind of symptom.
const RULES: [(&str, HealthKind); 3] = [
    ("missing-file", HealthKind::MissingFile),
    ("deprecated-field", HealthKind::DroppedField),
    ("near-duplicate-description", HealthKind::Overlap),
];

/// Extensions of scripts. A skill cannot work without its script, so a missing script has a greater weight.
const SCRIPTS: [&str; 8] = ["py", "sh", "js", "mjs", "ts", "rb", "ps1", "bash"];

/// Returns the symptoms by the path of the skill's file.
pub(super) fn symptoms(
    workspace: &Workspace,
    request: &HealthRequest,
) -> Result<BTreeMap<String, Vec<HealthSymptom>>, ArgumentError> {
    let kind_of = |code: &str| RULES.iter().find(|(known, _)| *known == code);
    let others = lint::rules().into_iter();
    let others = others.filter(|rule| kind_of(rule.code).is_none());
    let found = workspace.lint_shared(&LintRequest {
        hosts: request.hosts.clone(),
        skills: request.skills.clone(),
        rules: others
            .map(|rule| (rule.code.to_owned(), Level::Off))
            .collect(),
        fixes: false,
        ..LintRequest::default()
    })?;
    let mut symptoms: BTreeMap<String, Vec<HealthSymptom>> = BTreeMap::new();
    for one in &found {
        let Some((_, kind)) = kind_of(&one.code) else {
            continue;
        };
        let skill = skill_of(workspace, &one.path);
        symptoms.entry(skill).or_default().push(HealthSymptom {
            kind: *kind,
            weight: weight(*kind, one),
            message: one.message.clone(),
            path: one.path.clone(),
            range: one.range,
        });
    }
    Ok(symptoms)
}

/// Returns the path of the skill's file in the folder of `file` or in a parent folder, or `file` itself if there is
/// no such file.
fn skill_of(workspace: &Workspace, file: &str) -> String {
    let mut folders = path::ancestors(file);
    let skill = folders.find_map(|folder| {
        let skill = path::join(folder, "SKILL.md");
        workspace.tree().entry(&skill).map(|entry| entry.path())
    });
    skill.unwrap_or_else(|| file.to_owned())
}

fn weight(kind: HealthKind, found: &Diagnostic) -> u32 {
    let is_certain = found.severity <= Severity::Warning;
    match kind {
        HealthKind::MissingFile => {
            let is_script = SCRIPTS
                .iter()
                .any(|end| found.message.contains(&format!(".{end}")));
            match (is_certain, is_script) {
                (true, true) => 50,
                (true, false) => 40,
                (false, _) => 15,
            }
        }
        HealthKind::DroppedField => 25,
        _ => 20,
    }
}
