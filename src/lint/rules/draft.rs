//! Fixes that need a description which nobody wrote.

use crate::lint::diagnostic::Fix;
use crate::lint::fix_check::{Edit, FixCheck};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

/// Descriptions that are tried where one is missing. The limit is ours.
const MAX_DESCRIPTIONS: usize = 4;

/// A fix with a description: the one that hosts show already, or else the first words of the text; the first that
/// changes nothing for a host is safe.
pub(super) fn described(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    title: &str,
    edits: impl Fn(&str) -> Vec<Edit>,
) -> Option<Fix> {
    let mut fix_check = FixCheck::new(context);
    let shown = fix_check.descriptions().into_iter();
    let mut candidates: Vec<String> = shown
        .filter(|text| is_prose(text) && is_written(context, text))
        .map(str::to_owned)
        .collect();
    candidates.extend(first_words(&context.text[context.body.clone()]));
    let mut best: Option<Vec<Edit>> = None;
    for candidate in candidates.iter().take(MAX_DESCRIPTIONS) {
        let edits = edits(candidate);
        let outcome = fix_check.run(&edits);
        if outcome.keeps && outcome.mends(dropping) {
            return Some(fix_check.fix(title, true, &edits));
        }
        best.get_or_insert(edits);
    }
    best.map(|edits| fix_check.fix(title, false, &edits))
}

/// Whether the words are the author's: neither a host's own filler nor cut by it.
fn is_written(context: &SkillContext<'_>, description: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    description == context.skill_folder()
        || words(&context.text[context.body.clone()]).contains(&words(description))
}

/// The first paragraph of a Markdown text, and its first heading.
fn first_words(body: &str) -> Vec<String> {
    let mut paragraph: Vec<&str> = Vec::new();
    let mut heading = None;
    let mut fence = false;
    for line in body.lines().map(str::trim) {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        fence ^= is_fence;
        let is_heading = line.starts_with('#');
        if is_heading && heading.is_none() && !fence {
            heading = Some(line.trim_matches(['#', ' ']).to_owned());
        }
        if !is_heading && !fence && !is_fence && is_prose(line) {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            break;
        }
    }
    let paragraph = (!paragraph.is_empty()).then(|| paragraph.join(" "));
    let heading = heading.filter(|heading| !heading.is_empty());
    paragraph.into_iter().chain(heading).collect()
}

/// Whether a line of Markdown says something: no rule, table, tag, picture, badge or fence.
fn is_prose(line: &str) -> bool {
    let marks = ["|", "<", "![", "[![", "```", "~~~"];
    line.contains(char::is_alphanumeric) && !marks.iter().any(|mark| line.starts_with(mark))
}
