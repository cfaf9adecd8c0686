//! `unused-ignore`: an ignore comment names a rule that reports nothing on that line, or a rule
//! that does not exist.
//!
//! Fix: removes the code or the comment, or replaces a misspelt code with the most similar code.
//! The fix is safe in the frontmatter of a `SKILL.md`, where every host reads a comment. It is
//! unsafe
//!
//! - elsewhere, because models read the text or programs run it,
//! - if the word is not a code, because it may be a reason that the author gives,
//! - if it replaces a code, because the author may have meant another code.

use std::ops;

use crate::lint::comments::{Code, Comment, Comments, is_between};
use crate::lint::nearest::nearest;
use crate::lint::prelude::*;
use crate::text::document::PlaceIndex;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "unused-ignore",
    Severity::Hint,
    "an ignore comment names a rule that reports nothing there, or a rule that does not exist",
    &[Run::Search(Search::Comments)],
);

/// Reports ignore comments that have no effect. Each code in a comment is checked separately: a
/// code has no effect if its rule is on and reports nothing that the comment covers, or if no rule
/// has this code. A comment without codes is reported, too.
pub fn find(
    comments: &Comments<'_>,
    path: &str,
    known: &[Rule],
    is_asked_for: impl Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let places = PlaceIndex::new(comments.text);
    let mut found = Vec::new();
    for (_, comment) in &comments.comments {
        if comment.codes.is_empty() {
            let message = "the comment names no rule to ignore";
            let help = "Name the rules, or take the comment out.";
            let one = Diagnostic::new(&RULE, path, places.range(comment.bytes.clone()), message);
            let fix = without(comments, path, &places, comment, None);
            found.push(one.help(help).fix(fix));
        }
        for code in &comment.codes {
            let is_known = known.iter().any(|rule| rule.code == code.code);
            if code.ignores || is_known && !is_asked_for(&code.code) {
                continue;
            }
            let range = places.range(code.bytes.clone());
            let meant = nearest(&code.code, known.iter().map(|rule| rule.code));
            let (message, help, fix) = match meant.filter(|_| !is_known) {
                _ if is_known => (
                    format!(
                        "there is nothing to ignore: `{}` finds nothing here",
                        code.code
                    ),
                    "Take it out.".to_owned(),
                    without(comments, path, &places, comment, Some(code)),
                ),
                Some(meant) => (
                    format!("there is no rule `{}`", code.code),
                    format!("Did you mean `{meant}`?"),
                    Fix::unsafe_(format!("Change it to `{meant}`")).replace(
                        path,
                        &places,
                        code.bytes.clone(),
                        meant,
                    ),
                ),
                None => (
                    format!("there is no rule `{}`", code.code),
                    "Take it out.".to_owned(),
                    Fix {
                        safe: false,
                        ..without(comments, path, &places, comment, Some(code))
                    },
                ),
            };
            let one = Diagnostic::new(&RULE, path, range, message);
            found.push(one.help(help).fix(fix));
        }
    }
    found
}

/// Returns a fix that removes a rule's code from an ignore comment. If the comment has no other
/// code, the fix removes the whole comment.
fn without(
    comments: &Comments<'_>,
    path: &str,
    places: &PlaceIndex<'_>,
    comment: &Comment,
    code: Option<&Code>,
) -> Fix {
    let (title, bytes) = match code.filter(|_| comment.codes.len() > 1) {
        Some(code) => {
            let before = &comments.text[comment.bytes.start..code.bytes.start];
            let blank = before.len() - before.trim_end_matches(is_between).len();
            let title = format!("Take out `{}`", code.code);
            (title, code.bytes.start - blank..code.bytes.end)
        }
        None => (
            "Take out the comment".to_owned(),
            all_of(comments.text, comment),
        ),
    };
    Fix::safe(title).replace_losing(Loss::IgnoreComment, path, places, bytes, "")
}

/// Returns the byte range of a comment and of the whitespace before it. If the comment is the only
/// text on its line, returns the range of the line.
fn all_of(text: &str, comment: &Comment) -> ops::Range<usize> {
    let line = line_around(text, comment.bytes.start);
    let before = &text[line.start..comment.bytes.start];
    let after = &text[comment.bytes.end..line.end.max(comment.bytes.end)];
    if before.trim().is_empty() && after.trim().is_empty() {
        return line.start..line.end.max(comment.bytes.end);
    }
    let blank = before.len() - before.trim_end_matches([' ', '\t']).len();
    comment.bytes.start - blank..comment.bytes.end
}

/// Returns the byte range of the line that contains a byte, including the line end.
fn line_around(text: &str, byte: usize) -> ops::Range<usize> {
    let start = text[..byte].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[byte..]
        .find('\n')
        .map_or(text.len(), |newline| byte + newline + 1);
    start..end
}
