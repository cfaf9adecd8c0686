//! `link-as-text`: the file contains only the path of another file, because a symbolic link was converted to text.
//!
//! Fix: none.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "link-as-text",
    Severity::Error,
    "the file contains the path of another file: a symbolic link that was converted to text",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for a file whose only text is a path, the former target of a symbolic link;
/// `None` for other files. The function is called only for files that hosts drop.
pub fn find(context: &SkillContext<'_>) -> Option<Diagnostic> {
    let mark = context.mark_length();
    if !is_path(context.text[mark..].trim()) {
        return None;
    }
    let bytes = mark..context.text.trim_end().len();
    let message = "the file contains only a path, like a symbolic link that was checked out or packed as text";
    let diagnostic = context
        .report(&RULE, bytes, message)
        .help("Put the file itself there, or check it out where symbolic links are links.");
    Some(diagnostic)
}

fn is_path(text: &str) -> bool {
    text.contains('/')
        && !text.contains(char::is_whitespace)
        && !text.contains("://")
        && text.len() < 1024
        && (text.starts_with('.') || text.starts_with('/') || text.ends_with(".md"))
}
