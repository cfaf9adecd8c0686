//! Where skills lie and what their files and folders are called.

use super::diagnostic::Diagnostic;
use super::rule::Rule;
use super::subject::Subject;
use super::verdict::Verdict;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[];

/// Why hosts do not find the skill where it lies, or another goes before it; none when it is no matter of this file.
pub(super) fn explain(
    _subject: &Subject<'_>,
    _reason: &str,
    _dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    None
}
