//! `extra-document`: a skill's folder contains a document that is meant for people.
//!
//! Fix: none, because the document may belong elsewhere.

use crate::lint::helpers::for_people::is_for_people;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "extra-document",
    Severity::Hint,
    "a skill's folder holds a document for people",
    &[Run::Skill(check)],
);

/// Reports documents for people, such as a README, that no text of the skill names. Reports nothing if the list of
/// files is incomplete.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    if !skill.resources.complete {
        return;
    }
    let files = skill.resources.files.iter();
    for file in files.filter(|file| file.depth.is_none() && is_for_people(&file.relative)) {
        let start = skill.texts.iter().find(|text| text.path == file.path);
        let range = start.map_or_else(|| skill.start(), |text| text.range(0..0));
        let message = format!(
            "{} is for people, and nothing tells the model about it",
            file.relative
        );
        found.push(
            Diagnostic::new(&RULE, &file.path, range, message)
                .help("Keep it outside of the skill's folder, or move what the model needs into references/.")
                .concerning(skill.all_hosts()),
        );
    }
}
