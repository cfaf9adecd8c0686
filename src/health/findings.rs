//! Converts findings of lint rules to symptoms: missing files, replaced fields and similar
//! descriptions.

use std::rc::Rc;

use super::cache::HealthCache;
use super::report::{HealthKind, HealthRequest, HealthSymptom};
use crate::hashing::HashMap;
use crate::lint::{Diagnostic, LintRequest, RuleCodes, Severity};
use crate::tree::{Entry, EntryId, Tree, path};

/// The lint rules whose findings become symptoms, each with the kind of symptom. Only rules that
/// need no host's list of skills can be added, because the lists are not created for a health
/// report.
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

/// Returns the lint request for the findings that are reported as symptoms.
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

/// Returns the findings of each skill, by the skill's file.
pub(super) fn by_skill(
    tree: &Tree,
    found: &[Rc<Diagnostic>],
    cache: &HealthCache,
) -> HashMap<EntryId, Vec<Rc<Diagnostic>>> {
    let mut before = cache.owners.borrow_mut();
    let mut owners: Vec<(Rc<Diagnostic>, Option<EntryId>)> = Vec::with_capacity(found.len());
    for (index, one) in found.iter().enumerate() {
        // An edit inserts or removes a few findings, so the others keep their position from the start or from the end.
        let from_end = (index + before.len()).wrapping_sub(found.len());
        let known = [index, from_end].into_iter().find_map(|place| {
            let (known, owner) = before.get(place)?;
            Rc::ptr_eq(known, one).then_some(*owner)
        });
        let last = owners.last().filter(|(last, _)| last.path == one.path);
        let owner = known
            .or_else(|| last.map(|(_, owner)| *owner))
            .unwrap_or_else(|| skill_of(tree, &one.path));
        owners.push((Rc::clone(one), owner));
    }
    let mut by_skill: HashMap<EntryId, Vec<Rc<Diagnostic>>> = HashMap::default();
    for (one, owner) in &owners {
        if let Some(owner) = owner {
            by_skill.entry(*owner).or_default().push(Rc::clone(one));
        }
    }
    *before = owners;
    by_skill
}

/// Converts a finding to a symptom; `None` if the findings of its rule are not symptoms.
pub(super) fn symptom(found: &Diagnostic) -> Option<HealthSymptom> {
    let kind = kind_of(&found.code)?;
    Some(HealthSymptom {
        kind,
        weight: weight(kind, found),
        message: found.message.clone(),
        path: found.path.clone(),
        range: found.range,
    })
}

/// Returns the main file of the skill that contains `file`: the `SKILL.md` in the folder of `file`,
/// or in the nearest parent folder that has a `SKILL.md`. Without such a `SKILL.md`, returns `file`
/// itself; `None` if the tree does not contain `file`.
fn skill_of(tree: &Tree, file: &str) -> Option<EntryId> {
    let mut folders = path::ancestors(file);
    let skill = folders.find_map(|folder| tree.entry(&path::join(folder, "SKILL.md")));
    skill.or_else(|| tree.entry(file)).map(Entry::id)
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
