//! `unnamed-file`: nothing that the model reads names a file of the skill.
//!
//! Fix: none, because only the author knows what the file is for.

use std::collections::HashSet;

use crate::lint::helpers::for_people::is_for_people;
use crate::lint::prelude::*;
use crate::tree::path;
use crate::tree::resources::{ReferenceTarget, ResourceFile, ResourceKind};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "unnamed-file",
    Severity::Hint,
    "nothing that the model reads names a file of the skill",
    &[Run::Skill(check)],
);

/// Files of package managers and programming languages.
static HOUSEKEEPING: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/housekeeping.txt")));

/// Finds the files that no text of the skill names, in one finding. Reports nothing if the list of files is incomplete.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let resources = &skill.resources;
    if !resources.complete || resources.files.is_empty() {
        return;
    }
    // Programs name one another without their extensions.
    let words: HashSet<&str> = (skill.texts.iter())
        .flat_map(|text| {
            text.text
                .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        })
        .collect();
    let is_imported = |file: &ResourceFile| {
        let name = path::file_name(&file.relative);
        let stem = name.split('.').next().unwrap_or_default();
        file.kind != ResourceKind::Reference && words.contains(stem)
    };
    // A name in another case is a missing file.
    let missing: HashSet<_> = (resources.references.iter())
        .filter(|reference| reference.found == ReferenceTarget::Missing)
        .map(|reference| reference.target.to_lowercase())
        .collect();
    let unnamed: Vec<_> = (resources.files.iter())
        .filter(|file| {
            file.depth.is_none()
                && file.named_by.is_empty()
                && file.kind != ResourceKind::AgentsConfig
                && !is_housekeeping(&file.relative)
                && !is_for_people(&file.relative)
                && !is_imported(file)
                && !missing.contains(&file.path.to_lowercase())
        })
        .collect();
    let Some(first) = unnamed.first() else {
        return;
    };
    let message = match unnamed.len() {
        1 => format!("nothing names {}", first.relative),
        2 => format!("nothing names {} and 1 more file", first.relative),
        count => format!(
            "nothing names {} and {} more files",
            first.relative,
            count - 1
        ),
    };
    let mut diagnostic = Diagnostic::new(&RULE, skill.path, skill.start(), message)
        .help("Say in SKILL.md what it is for and when to use it, or remove it.")
        .concerning(skill.all_hosts());
    for file in unnamed.iter().take(MAX_FOUND) {
        let text = skill.texts.iter().find(|text| text.path == file.path);
        let range = text.map_or_else(|| skill.start(), |text| text.range(0..0));
        diagnostic = diagnostic.related("named nowhere", &file.path, range);
    }
    found.push(diagnostic);
}

/// Returns true for a file that may be in any folder, such as a lock file.
fn is_housekeeping(relative: &str) -> bool {
    let name = path::file_name(relative).to_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    relative.split('/').any(|segment| segment.starts_with('.'))
        || ["license", "licence", "notice", "copying"].contains(&stem)
        || name.starts_with("test_")
        || relative.starts_with("tests/")
        || relative.starts_with("evals/")
        || relative.starts_with("evaluations/")
        || relative.contains("node_modules/")
        || relative.contains("__pycache__/")
        || HOUSEKEEPING.contains(&name.as_str())
}
