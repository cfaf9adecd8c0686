//! Frontmatter that does not begin the file.
//!
//! Fix: removes what stands before the frontmatter, and a fence around all of the file; safe where no host that has the
//! skill sees another name, description or body and the hosts that drop it no longer do so for this; unsafe elsewhere.

use super::frontmatter_lines::{has_known, lines};
use crate::lint::diagnostic::Diagnostic;
use crate::lint::fix_check::tried;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::text::document::Unsplit;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "text-before-frontmatter",
    Severity::Error,
    "something stands before the frontmatter",
);

/// Lines before the frontmatter that are looked through for it. The limit is ours.
const MAX_LINES_BEFORE: usize = 40;

/// A file that hosts drop for it.
pub(super) fn find(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    if context.frontmatter.delimited != Err(Unsplit::NotOpened) {
        return None;
    }
    let text = context.text;
    let mark = context.mark_length();
    let mut before = lines(text, mark).take(MAX_LINES_BEFORE);
    let (opening, _) =
        before.find(|(bytes, line)| line.trim() == "---" && has_known(text, bytes.end))?;
    let (_, line) = lines(text, mark).find(|(_, line)| !line.trim().is_empty())?;
    let mut edits = vec![(mark..opening.start, String::new())];
    let fence = line
        .trim()
        .chars()
        .take_while(|mark| matches!(mark, '`' | '~'))
        .count();
    let end = text.trim_end();
    let last = end.rfind('\n').map_or(0, |newline| newline + 1);
    if fence >= 3 && end[last..] == line.trim()[..fence] && last > opening.end {
        edits.push((last..end.len(), String::new()));
    }
    let message = "something stands before the frontmatter, so hosts take it for part of the text";
    let title = "Remove what stands before the frontmatter";
    let diagnostic = context
        .report(&RULE, mark..opening.start, message)
        .help("Begin the file with the line `---`.")
        .fix(tried(context, dropping, title, &edits));
    Some(diagnostic)
}
