//! `frontmatter-too-large`: the frontmatter is larger than the maximum that Skillglass parses.
//!
//! Fix: none.

use crate::lint::helpers::unreadable::Unreadable;
use crate::lint::prelude::*;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "frontmatter-too-large",
    Severity::Warning,
    "the frontmatter is too large to be read",
    &[Run::Unreadable(find)],
);

/// Returns the finding that no host can read the frontmatter because it is too large; `None` if its
/// size is allowed.
pub fn find(context: &SkillContext<'_>) -> Option<Unreadable> {
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
