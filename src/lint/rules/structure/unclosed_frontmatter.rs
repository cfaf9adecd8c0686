//! Frontmatter that no line ends.
//!
//! Fix: puts a line `---` behind the last member; safe where no host that has the skill sees another name, description
//! or body and the hosts that drop it no longer do so for this; unsafe elsewhere.

use super::frontmatter_lines::lines;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::fix_check::tried;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::{SkillContext, members};
use crate::lint::verdict::Verdict;
use crate::text::document::Unsplit;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "unclosed-frontmatter",
    Severity::Error,
    "no line of --- ends the frontmatter",
);

/// A file that hosts drop for it.
pub(super) fn find(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    if context.frontmatter.delimited != Err(Unsplit::NotClosed) {
        return None;
    }
    let text = context.text;
    let start = context.frontmatter.bytes.start;
    // The body begins with the first line that is no member and continues none.
    let body = lines(text, start).find(|(_, line)| {
        let is_member = !members(line, &(0..line.len())).is_empty();
        !is_member && !line.starts_with([' ', '\t', '-']) && !line.is_empty()
    });
    let end = body.map_or(text.len(), |(bytes, _)| bytes.start);
    let kept = text[..end].trim_end().len();
    let eol = context.line_end();
    let insert = match text[kept..].starts_with(['\n', '\r']) {
        true => format!("{eol}---"),
        false => format!("{eol}---{eol}"),
    };
    let diagnostic = context
        .report(
            &RULE,
            context.first_line(),
            "no line `---` ends the frontmatter that the first line begins",
        )
        .help("Put a line `---` behind the frontmatter.");
    if members(text, &(start..kept.max(start))).is_empty() {
        return Some(diagnostic);
    }
    let edits = [(kept..kept, insert)];
    Some(diagnostic.fix(tried(context, dropping, "End the frontmatter", &edits)))
}
