//! The description that the author wrote, and where it stands.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::text::document::Range;

/// The description as the first host that reads the frontmatter has it, without blanks around it. The text that a host makes of the body is none of
/// the author's.
pub(super) fn description<'a>(context: &SkillContext<'a>) -> Option<&'a str> {
    let reading =
        (context.verdicts.iter()).filter(|verdict| verdict.ignores_frontmatter().is_none());
    let mut cells = reading.map(|verdict| verdict.cell);
    let description = cells.find_map(|cell| {
        let description = cell.description.as_deref()?;
        Some(description.trim()).filter(|description| !description.is_empty())
    });
    context.member("description").and(description)
}

/// The range of its value; the start of the text where there is none.
fn place(context: &SkillContext<'_>) -> Range {
    let member = context.member("description");
    member.map_or_else(
        || context.start(),
        |member| context.range(member.value_bytes.clone()),
    )
}

/// A finding at the description.
pub(super) fn at_description(
    context: &SkillContext<'_>,
    rule: &Rule,
    message: impl Into<String>,
    help: &str,
) -> Diagnostic {
    Diagnostic::new(rule, context.path, place(context), message).help(help)
}
