//! `unmeant-command`: a host runs text of the skill as a command, which the author did not intend.
//!
//! Fix: none, because there are several ways to rewrite the text.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "unmeant-command",
    Severity::Info,
    "a host runs text of the skill as a command",
    &[Run::Skill(check)],
);

/// Reports the first text that a host runs although the author did not intend a command. The
/// message contains the number of further such texts.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(substitutions) = &skill.substitutions else {
        return;
    };
    let commands = substitutions.commands.iter();
    let unmeant: Vec<_> = commands
        .filter(|((start, _), _)| !substitutions.is_meant(*start))
        .collect();
    let Some(((start, end), hosts)) = unmeant.first() else {
        return;
    };
    let bytes = *start..*end;
    let more = match unmeant.len() {
        1 => String::new(),
        2 => ", and 1 more text like it".to_owned(),
        count => format!(", and {} more texts like it", count - 1),
    };
    let names = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
    let message = format!(
        "{names} {} {:?} as a command{more}",
        names.verb("runs", "run"),
        substitutions.command_in(&bytes)
    );
    let text = substitutions.text;
    let diagnostic = Diagnostic::new(&RULE, skill.path, text.range(bytes), message)
        .help("Put a character between `!` and the backquote, or write the text another way.")
        .concerning(hosts.iter().map(|verdict| verdict.host_edition()));
    // Only a user who types the skill's name in such a host meets the command.
    let is_for_host = hosts.len() == skill.verdicts.len() || skill.path.contains("/.opencode/");
    let mut diagnostic = diagnostic;
    if is_for_host {
        diagnostic.severity = Severity::Warning;
    }
    let others = unmeant.iter().skip(1).take(MAX_FOUND);
    found.push(others.fold(diagnostic, |diagnostic, ((start, end), _)| {
        let bytes = *start..*end;
        let message = format!("{:?} runs, too", substitutions.command_in(&bytes));
        diagnostic.related(message, skill.path, text.range(bytes))
    }));
}
