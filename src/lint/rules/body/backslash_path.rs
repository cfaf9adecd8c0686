//! `backslash-path`: a path of the skill is written with backslashes.
//!
//! Fix: writes slashes; unsafe, because the text may show the wrong spelling on purpose.

use crate::lint::prelude::*;
use crate::tree::resources::{ReferenceTarget, ResourceReference};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "backslash-path",
    Severity::Info,
    "a path of the skill is written with backslashes",
    &[Run::Skill(check)],
);

/// Finds paths with backslashes that lead to files of the skill, or to missing files in the skill's folder.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let is_ours = |reference: &&ResourceReference| {
        reference.written.contains('\\')
            && reference.found != ReferenceTarget::Folder
            && !skill.for_people.contains(&*reference.path)
    };
    let references = skill.resources.references.iter().filter(is_ours);
    for reference in references.take(MAX_FOUND) {
        let text = skill.texts.iter().find(|text| text.path == reference.path);
        let Some(text) = text.filter(|text| text.is_markdown) else {
            continue;
        };
        let bytes = reference.range.start.byte..reference.range.end.byte;
        let slashed = reference.written.replace('\\', "/");
        let message = format!("{} is a path on Windows only", reference.written);
        let fix = Fix::unsafe_(format!("Write {slashed}"));
        let help = format!("Write {slashed}, which is a path everywhere.");
        let fix = fix.replace(&text.path, &text.places, bytes.clone(), slashed);
        found.push(text.finding(skill, &RULE, bytes, message, help).fix(fix));
    }
}
