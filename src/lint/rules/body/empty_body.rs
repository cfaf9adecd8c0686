//! `empty-body`: there are no instructions after the frontmatter.
//!
//! Fix: none, because only the author knows the instructions.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "empty-body",
    Severity::Warning,
    "there are no instructions after the frontmatter",
    &[Run::Skill(check)],
);

/// Reports a body that is empty or has only whitespace. A file without frontmatter has other findings.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let is_blank = skill.slice(&skill.body).trim().is_empty();
    if is_blank && skill.frontmatter.delimited.is_ok() {
        let range = skill.range(skill.body.clone());
        let message = "there are no instructions after the frontmatter";
        found.push(
            Diagnostic::new(&RULE, skill.path, range, message)
                .help("Write what the model is to do once it has chosen the skill.")
                .concerning(skill.all_hosts()),
        );
    }
}
