//! Frontmatter that is more than is read here.
//!
//! Fix: none.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::unreadable::Unreadable;
use crate::lint::skill_context::SkillContext;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Yaml,
    "frontmatter-too-large",
    Severity::Warning,
    "the frontmatter is more than is read here",
);

/// Frontmatter that no host is asked to read.
pub(in crate::lint) fn find(context: &SkillContext<'_>) -> Option<Unreadable> {
    let frontmatter = &context.frontmatter;
    frontmatter.delimited.ok()?;
    let problem = check_work(context.slice(&frontmatter.bytes), MAX_FRONTMATTER_BYTES).err()?;
    let range = context.range(frontmatter.bytes.start..frontmatter.bytes.start);
    let message = format!("the frontmatter is not read: {problem}");
    Some(Unreadable {
        diagnostic: Diagnostic::new(&RULE, context.path, range, message)
            .help("Keep the frontmatter to a few lines and put the rest into the body."),
        otherwise: "ignored",
    })
}
