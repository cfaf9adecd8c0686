//! `not-markdown`: a document in another format than Markdown has the name of a skill's file.
//!
//! Fix: none.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "not-markdown",
    Severity::Error,
    "the file is a document in another format",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for a `SKILL.md` in another format than Markdown; `None` if the file is
/// Markdown. The function is called only for files that hosts drop.
pub fn find(context: &SkillContext<'_>) -> Option<Diagnostic> {
    let kind = other_kind(&context.text[context.mark_length()..])?;
    let message = format!("the file is {kind}, not Markdown");
    let diagnostic = context
        .report(&RULE, 0..0, message)
        .help("Save the text as plain Markdown.");
    Some(diagnostic)
}

/// Returns the format of a document that is not Markdown, such as `rich text` or `a web page`.
/// Returns `None` for other documents. For example, a failed download of a Markdown file may leave
/// a web page.
fn other_kind(text: &str) -> Option<&'static str> {
    let start = text
        .trim_start()
        .get(..14)
        .unwrap_or(text)
        .to_ascii_lowercase();
    let kinds = [
        ("{\\rtf", "rich text"),
        ("<!doctype html", "a web page"),
        ("<html", "a web page"),
        ("%pdf-", "a PDF"),
        (
            "404: not found",
            "the answer of a server that had no such file",
        ),
    ];
    let kind = kinds.iter().find(|(mark, _)| start.starts_with(mark));
    kind.map(|(_, kind)| *kind)
}
