//! `unnamed-file`: nothing that the model reads names a file of the skill.
//!
//! Fix: none, because only the author knows what the file is for.

use crate::hashing::HashSet;
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

/// Names of files that package managers and programming languages need, such as `package.json`. A
/// skill is complete even if no text of the skill names these files.
static HOUSEKEEPING: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/housekeeping.txt")));

/// Reports the files that no text of the skill names, in one finding. Reports nothing if the list
/// of files is incomplete.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let resources = &skill.resources;
    if !resources.complete || resources.files.is_empty() {
        return;
    }
    // If a text names a file in another case, `missing-file` reports the file.
    let missing: HashSet<_> = (resources.references.iter())
        .filter(|reference| reference.found == ReferenceTarget::Missing)
        .map(|reference| reference.target.to_lowercase())
        .collect();
    let mut unnamed: Vec<_> = (resources.files.iter())
        .filter(|file| {
            file.depth.is_none()
                && file.named_by.is_empty()
                && file.kind != ResourceKind::AgentsConfig
                && !is_housekeeping(&file.relative)
                && !is_for_people(&file.relative)
                && !missing.contains(&file.path.to_lowercase())
        })
        .collect();
    // Programs import each other by file names without extensions.
    let programs = unnamed.iter();
    let programs = programs.filter(|file| file.kind != ResourceKind::Reference);
    let imported = words_of(skill.texts, programs.map(|file| stem(file)).collect());
    unnamed.retain(|file| file.kind == ResourceKind::Reference || !imported.contains(stem(file)));
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

/// Returns the name of a file up to the first dot: `a` for `docs/a.test.js`.
fn stem(file: &ResourceFile) -> &str {
    let name = path::file_name(&file.relative);
    name.split('.').next().unwrap_or_default()
}

/// Returns the names in `names` that occur as words in the texts.
fn words_of<'n>(texts: &[SkillText<'_>], names: HashSet<&'n str>) -> HashSet<&'n str> {
    let mut found = HashSet::default();
    if names.is_empty() {
        return found;
    }
    // The lengths of all names. Most words have another length, and need no further comparison.
    let lengths: HashSet<usize> = names.iter().map(|name| name.len()).collect();
    let longest = lengths.iter().copied().max().unwrap_or_default();
    let is_length: Vec<bool> = (0..=longest)
        .map(|length| lengths.contains(&length))
        .collect();
    for text in texts {
        let words = text
            .text
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        for word in words.filter(|word| is_length.get(word.len()) == Some(&true)) {
            if let Some(name) = names.get(word) {
                found.insert(*name);
            }
        }
    }
    found
}

/// Returns true for a file that the skill's texts need not name, such as a lock file, a license or
/// a test.
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
