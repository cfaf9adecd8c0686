//! Converts findings of lint rules to symptoms: missing files, replaced fields and similar
//! descriptions.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::report::{HealthKind, HealthRequest, HealthSymptom};
use crate::lint::{Diagnostic, LintRequest, RuleCodes, Severity};
use crate::tree::{Tree, path};

/// The lint rules whose findings become symptoms, each with the kind of symptom.
const SYMPTOMS: [(&str, HealthKind); 3] = [
    ("missing-file", HealthKind::MissingFile),
    ("deprecated-field", HealthKind::DroppedField),
    ("near-duplicate-description", HealthKind::Overlap),
];

/// The codes of the lint rules whose findings become symptoms.
pub(crate) const RULES: RuleCodes = &[SYMPTOMS[0].0, SYMPTOMS[1].0, SYMPTOMS[2].0];

/// The file extensions of scripts. A skill cannot work without its script, so a missing script has
/// a greater weight.
const SCRIPTS: [&str; 8] = ["py", "sh", "js", "mjs", "ts", "rb", "ps1", "bash"];

/// Returns the lint request whose diagnostics become symptoms.
pub(crate) fn lint_request(request: &HealthRequest) -> LintRequest {
    LintRequest {
        hosts: request.hosts.clone(),
        skills: request.skills.clone(),
        fixes: false,
        ..LintRequest::default()
    }
}

/// Returns the kind of symptom that a lint rule finds; `None` if the rule's findings do not become
/// symptoms.
fn kind_of(code: &str) -> Option<HealthKind> {
    let symptom = SYMPTOMS.iter().find(|(known, _)| *known == code);
    symptom.map(|(_, kind)| *kind)
}

/// Converts diagnostics to symptoms. The symptoms are returned by the path of the skill's file.
pub(super) fn symptoms(
    tree: &Tree,
    found: &[Rc<Diagnostic>],
) -> BTreeMap<String, Vec<HealthSymptom>> {
    let mut symptoms: BTreeMap<String, Vec<HealthSymptom>> = BTreeMap::new();
    for one in found {
        let Some(kind) = kind_of(&one.code) else {
            continue;
        };
        let skill = skill_of(tree, &one.path);
        symptoms.entry(skill).or_default().push(HealthSymptom {
            kind,
            weight: weight(kind, one),
            message: one.message.clone(),
            path: one.path.clone(),
            range: one.range,
        });
    }
    symptoms
}

/// Returns the path of the skill's file in the folder of `file` or in a parent folder, or `file` itself if there is
/// no such file.
fn skill_of(tree: &Tree, file: &str) -> String {
    let mut folders = path::ancestors(file);
    let skill = folders.find_map(|folder| {
        let skill = path::join(folder, "SKILL.md");
        tree.entry(&skill).map(|entry| entry.path())
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
