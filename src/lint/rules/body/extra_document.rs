//! `extra-document`: a skill's folder holds a document for people.
//!
//! Fix: none, since the document may belong elsewhere.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::tree::path;
use std::collections::HashSet;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "extra-document",
    Severity::Hint,
    "a skill's folder holds a document for people",
);

/// Names of documents for people, without their endings.
static NAMES: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/for_people.txt")));

/// Finds documents for people that no text of the skill names; where not all files are known, it is silent.
pub(super) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    if !context.resources.complete {
        return;
    }
    let files = context.resources.files.iter();
    for file in files.filter(|file| file.depth.is_none() && is_for_people(&file.relative)) {
        let start = texts.iter().find(|text| text.path == file.path);
        let range = start.map_or_else(|| context.start(), |text| text.range(0..0));
        let message = format!(
            "{} is for people; the model is never told of it",
            file.relative
        );
        found.push(
            Diagnostic::new(&RULE, &file.path, range, message)
                .help("Keep it outside of the skill's folder, or move what the model needs into references/.")
                .concerning(context.all_hosts()),
        );
    }
}

/// The documents for people that no text of the skill names: whatever they say, no model reads it.
pub(super) fn for_people<'s>(context: &'s SkillContext<'_>) -> HashSet<&'s str> {
    let unnamed = (context.resources.files.iter()).filter(|file| file.depth.is_none());
    let for_people = unnamed.filter(|file| is_for_people(path::file_name(&file.relative)));
    for_people.map(|file| file.path.as_str()).collect()
}

/// A document for people who look at the folder: no host shows it, and the model does not need it.
pub(super) fn is_for_people(relative: &str) -> bool {
    let name = relative.to_lowercase();
    let stem = name
        .strip_suffix(".md")
        .or_else(|| name.strip_suffix(".txt"));
    let stem = stem.unwrap_or(&name).replace('-', "_");
    NAMES.contains(&stem.as_str())
}
