//! `replaced-text`: a host replaces text of the skill with an argument.
//!
//! Fix: none, because code has to move into a file, and an amount has several other spellings.

use crate::lint::prelude::*;
use crate::model::skill::Frontmatter;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "replaced-text",
    Severity::Warning,
    "a host replaces text of the skill with an argument",
    &[Run::Skill(check)],
);

/// Finds the first place of a numbered argument, unless the skill shows that it takes arguments.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(substitutions) = &skill.substitutions else {
        return;
    };
    let is_named = |bytes: &(usize, usize)| substitutions.is_named(*bytes);
    let arguments = &substitutions.arguments;
    let takes_arguments = arguments.keys().any(is_named)
        || ["argument-hint", "arguments"]
            .iter()
            .any(|key| skill.member(key).is_some());
    if takes_arguments {
        return;
    }
    // If the skill has no named argument, all are numbered.
    let Some(((start, end), hosts)) = arguments.first_key_value() else {
        return;
    };
    let text = substitutions.text;
    let written = &text.text[*start..*end];
    let more = match arguments.len() {
        1 => String::new(),
        2 => " (and 1 more text like it)".to_owned(),
        count => format!(" (and {} more texts like it)", count - 1),
    };
    let names = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
    let message = format!(
        "{names} {} `{written}`{more} with what the user types after the skill's name",
        names.verb("replaces", "replace")
    );
    let range = text.range(*start..*end);
    let diagnostic = Diagnostic::new(&RULE, skill.path, range, message)
        .help(help(written, hosts))
        .concerning(hosts.iter().map(|verdict| verdict.host_edition()));
    let others = arguments.keys().skip(1).take(MAX_FOUND);
    found.push(others.fold(diagnostic, |diagnostic, (start, end)| {
        let message = format!("`{}` is replaced, too", &text.text[*start..*end]);
        diagnostic.related(message, skill.path, text.range(*start..*end))
    }));
}

/// Returns advice: a backslash is enough for the hosts that keep an escaped `$`.
fn help(written: &str, hosts: &[&Verdict<'_>]) -> String {
    let help = "Move the code into a file beside SKILL.md, or write amounts without `$`";
    let escaped = format!("\\{written}");
    let leaves = |verdict: &&&Verdict<'_>| {
        let format = verdict.pipeline.host().format();
        format
            .replaces(&escaped, &Frontmatter::default())
            .is_empty()
    };
    let leaving: Vec<_> = hosts.iter().filter(leaves).collect();
    if leaving.is_empty() {
        return format!("{help}.");
    }
    let names = HostNames::of(leaving.iter().map(|verdict| verdict.host_edition()));
    let shows = names.verb("shows", "show");
    if leaving.len() == hosts.len() {
        format!("{help}, or write `{escaped}`, which {names} {shows} as `{written}`.")
    } else {
        format!("{help}; `{escaped}` is enough for {names}, which {shows} `{written}` then.")
    }
}
