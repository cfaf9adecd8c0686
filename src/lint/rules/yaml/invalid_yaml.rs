//! `invalid-yaml`: a host cannot parse the frontmatter as YAML, for a cause that no other rule covers.
//!
//! Fix: none.

use crate::lint::prelude::*;
use crate::text::document::Range;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "invalid-yaml",
    Severity::Warning,
    "the host cannot read the frontmatter as YAML, for a cause that no other rule covers",
    &[Run::Search(Search::Yaml)],
);

/// Returns the finding for a skill that a host drops because of invalid YAML, with the host's
/// message; `None` if the host does not drop the skill.
pub fn explain(context: &SkillContext<'_>, verdict: &Verdict<'_>) -> Option<Diagnostic> {
    let no = verdict.dropped()?;
    let range = no
        .place
        .map_or_else(|| context.start(), |start| Range { start, end: start });
    let mut diagnostic = Diagnostic::new(&RULE, context.path, range, &no.message)
        .help(&no.change)
        .concerning([verdict.host_edition()]);
    diagnostic.severity = Severity::Error;
    Some(diagnostic)
}
