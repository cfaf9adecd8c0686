//! `unclosed-frontmatter`: no line ends the frontmatter.
//!
//! Fix: adds a line `---` after the last field. The fix is safe if two conditions hold. Hosts that
//! load the skill see the same name, description and body, and hosts that drop the skill no longer
//! drop it for this reason.

use crate::lint::helpers::frontmatter_lines::end_of_members;
use crate::lint::prelude::*;
use crate::lint::skill_context::members;
use crate::text::document::Unsplit;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "unclosed-frontmatter",
    Severity::Error,
    "no line of --- ends the frontmatter",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for frontmatter without a closing delimiter; `None` if the frontmatter is
/// closed. The function is called only for files that hosts drop.
pub fn find(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    if context.frontmatter.delimited != Err(Unsplit::NotClosed) {
        return None;
    }
    let text = context.text;
    let start = context.frontmatter.bytes.start;
    let edit = end_edit(context, start);
    let kept = edit.0.start;
    let diagnostic = context
        .report(
            &RULE,
            context.first_line(),
            "no line `---` ends the frontmatter that the first line begins",
        )
        .help("Add a line `---` after the frontmatter.");
    if members(text, &(start..kept.max(start))).is_empty() {
        return Some(diagnostic);
    }
    Some(diagnostic.fix(tried(context, dropping, "End the frontmatter", &[edit])))
}

/// Returns an edit that adds a line `---` after the fields of the frontmatter that begins at byte
/// `start`.
pub fn end_edit(context: &SkillContext<'_>, start: usize) -> Edit {
    let text = context.text;
    let kept = text[..end_of_members(text, start)].trim_end().len();
    let eol = context.line_end();
    let insert = if text[kept..].starts_with(['\n', '\r']) {
        format!("{eol}---")
    } else {
        format!("{eol}---{eol}")
    };
    (kept..kept, insert)
}
