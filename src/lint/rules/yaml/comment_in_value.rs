//! `comment-in-value`: a `#` truncates a value, because YAML reads the rest as a comment.
//!
//! Fix: puts the value in quotes; unsafe, because hosts then show the text that was a comment.

use crate::lint::helpers::yaml::parser::parses;
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "comment-in-value",
    Severity::Warning,
    "a # truncates a value, because YAML reads the rest as a comment",
    &[Run::Frontmatter(check)],
);

/// Reports descriptions that end before a `#` because YAML reads the rest as a comment.
pub fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    for key in ["description", "when_to_use"] {
        let Some(member) = context.member(key) else {
            continue;
        };
        let value = &member.value_bytes;
        let written = context.slice(value);
        let is_plain = !written.starts_with(['"', '\'', '|', '>', '[', '{', '#']);
        let Some(at) = written
            .find(" #")
            .filter(|_| is_plain && parses(context.slice(&member.bytes)))
        else {
            continue;
        };
        let line_end = written[at..]
            .find('\n')
            .map_or(written.len(), |end| at + end);
        let cut = value.start + at + 1..value.start + line_end;
        let mut diagnostic = Diagnostic::new(
            &RULE,
            context.path,
            context.range(cut.clone()),
            format!(
                "YAML reads the text after ` #` as a comment, so `{key}` ends {} characters early",
                context.slice(&cut).chars().count()
            ),
        )
        .help("Put the value in quotes if the rest belongs to it.")
        .concerning(context.loading());
        if !written.contains('\n') {
            let edits = in_quotes(context.text, value).into_iter();
            let fix = edits.fold(
                Fix::unsafe_("Put the value in quotes"),
                |fix, (bytes, text)| fix.replace(context.path, &context.places, bytes, text),
            );
            diagnostic = diagnostic.fix(fix);
        }
        if !diagnostic.hosts.is_empty() {
            found.push(diagnostic);
        }
    }
}
