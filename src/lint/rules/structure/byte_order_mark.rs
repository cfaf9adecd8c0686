//! `byte-order-mark`: a byte order mark is before the frontmatter.
//!
//! Fix: removes the mark. The fix is safe if two conditions hold. Hosts that load the skill see the
//! same name, description and body, and hosts that drop the skill no longer drop it for this
//! reason.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "byte-order-mark",
    Severity::Error,
    "the file begins with a byte order mark",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding about a byte order mark that causes hosts to drop the file; `None` if there is no such mark.
pub fn find(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    let mark = context.mark_length();
    if mark == 0 || context.frontmatter.delimited.is_err() {
        return None;
    }
    let edits = [(0..mark, String::new())];
    let message = "the file begins with a byte order mark, so its first line is not `---`";
    let diagnostic = context
        .report(&RULE, 0..mark, message)
        .help("Save the file as UTF-8 without a byte order mark.")
        .fix(tried(
            context,
            dropping,
            "Remove the byte order mark",
            &edits,
        ));
    Some(diagnostic)
}
