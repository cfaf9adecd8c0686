//! `text-before-frontmatter`: the frontmatter is not at the start of the file.
//!
//! Fix: removes the text before the frontmatter. If this text opens a code fence, the closing fence
//! is also removed. The fix is safe if three conditions hold. The text contains no word, hosts that
//! load the skill see the same name, description and body, and hosts that drop the skill no longer
//! drop it for this reason.

use std::ops;

use crate::lint::helpers::frontmatter_lines::{closing, has_known, lines};
use crate::lint::helpers::loose_fields;
use crate::lint::prelude::*;
use crate::text::document::Unsplit;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "text-before-frontmatter",
    Severity::Error,
    "there is text before the frontmatter",
    &[Run::Search(Search::NoFrontmatter)],
);

/// The maximum number of lines that are read before the frontmatter. No host has this limit.
const MAX_LINES_BEFORE: usize = 40;

/// Returns the finding for frontmatter that follows other text; `None` if there is no such
/// frontmatter. The function is called only for files that hosts drop.
pub fn find(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
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
    let line = line.trim();
    let marks = line.len() - line.trim_start_matches(['`', '~']).len();
    if marks >= 3 {
        edits.extend(
            closing_fence(text, opening.end, &line[..marks]).map(|line| (line, String::new())),
        );
    }
    let message =
        "text before the frontmatter makes hosts read the frontmatter as part of the body";
    let title = "Remove the text before the frontmatter";
    let removed = || tried_losing(context, dropping, title, &edits, Loss::Frame);
    // A comment before the frontmatter may be moved into the frontmatter.
    let kept = loose_fields::fix(context, dropping).filter(|fix| fix.safe);
    let diagnostic = context
        .report(&RULE, mark..opening.start, message)
        .help("Begin the file with the line `---`.")
        .fix(kept.unwrap_or_else(removed));
    Some(diagnostic)
}

/// Returns the byte range of the line, including the line end, that closes a code block. The code
/// block begins before the frontmatter and contains the frontmatter. `marks` has the characters of
/// the opening fence, such as three backquotes. The frontmatter begins at byte `from`.
///
/// The body may contain other code blocks with the same fences. The closing line is the first of
/// these lines that exists:
///
/// - The first line of the body that is not empty, if this line is a fence.
/// - The last line of the file, if this line is a fence and the number of fences in the body is
///   odd.
/// - The first fence without a language in the body that does not close one of the other code
///   blocks.
///
/// Returns `None` if none of these lines exists.
fn closing_fence(text: &str, from: usize, marks: &str) -> Option<ops::Range<usize>> {
    let start = closing(text, from)?.end;
    let fences = || lines(text, start).filter(|(_, line)| line.trim_start().starts_with(marks));
    let is_bare = |line: &str| line.trim() == marks;
    let end = text.trim_end().len();
    let is_first = lines(text, start)
        .skip(1)
        .find(|(_, line)| !line.trim().is_empty())
        .is_some_and(|(_, line)| is_bare(line));
    let last = fences()
        .last()
        .filter(|(bytes, line)| bytes.end >= end && is_bare(line));
    let mut is_open = false;
    let bytes = match last {
        Some((bytes, _)) if !is_first && fences().count() % 2 == 1 => bytes,
        _ => {
            let mut fences = fences();
            let (bytes, _) = fences.find(|(_, line)| {
                let closes = is_bare(line) && !is_open;
                is_open = !is_bare(line);
                closes
            })?;
            bytes
        }
    };
    let newline = text[bytes.end..].find('\n').map_or(0, |at| at + 1);
    Some(bytes.start..bytes.end + newline)
}
