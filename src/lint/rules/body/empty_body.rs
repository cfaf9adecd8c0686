//! `empty-body`: there are no instructions after the frontmatter.
//!
//! Fix: none, since only the author knows the instructions.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "empty-body",
    Severity::Warning,
    "there are no instructions after the frontmatter",
);

/// Finds a body of blanks. Without frontmatter the file has other faults.
pub(super) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let is_blank = context.slice(&context.body).trim().is_empty();
    if is_blank && context.frontmatter.delimited.is_ok() {
        let range = context.range(context.body.clone());
        let message = "there are no instructions after the frontmatter";
        found.push(
            Diagnostic::new(&RULE, context.path, range, message)
                .help("Write what the model is to do once it has chosen the skill.")
                .concerning(context.all_hosts()),
        );
    }
}
