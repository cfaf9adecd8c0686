//! `inline-command`: a host runs a command in the text, but other hosts do not run it.
//!
//! Fix: none, because the author intended the command.

use crate::lint::helpers::substitutions::others;
use crate::lint::prelude::*;
use crate::text::markdown::SpanKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "inline-command",
    Severity::Info,
    "a host runs a command in the text, and others do not",
    &[Run::Skill(check)],
);

/// Reports commands in a skill's text that a host runs before the model reads the text. Only
/// commands that the author most likely wrote for this purpose are reported.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(substitutions) = &skill.substitutions else {
        return;
    };
    let commands = substitutions.commands.iter();
    let meant = commands.filter(|((start, _), _)| substitutions.is_meant(*start));
    for ((start, end), hosts) in meant.take(MAX_FOUND) {
        let bytes = *start..*end;
        let running = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
        let runs = format!(
            "{running} {} {:?} and {} its output there",
            running.verb("runs", "run"),
            substitutions.command_in(&bytes),
            running.verb("puts", "put")
        );
        let others = others(skill, hosts);
        let message = if others.is_empty() {
            runs
        } else {
            let showing = HostNames::of(others.iter().map(|verdict| verdict.host_edition()));
            let shows = showing.verb("shows", "show");
            format!("{runs}; {showing} {shows} it as it is")
        };
        let text = substitutions.text;
        let (message, help) = if is_example(text, *start) {
            (
                format!("code that may be an example runs: {message}"),
                "If it is an example, write it without `!`, because a fence around it does not prevent that. If it is meant, make sure that it is quick and changes nothing.",
            )
        } else {
            (
                message,
                "Make sure that it is quick and changes nothing, and tell a model that sees the command to run it itself.",
            )
        };
        found.push(text.finding(skill, &RULE, bytes, message, help));
    }
}

/// Returns true if the command that begins at byte `start` is in a fenced code block. Such a
/// command is only an example.
fn is_example(text: &SkillText<'_>, start: usize) -> bool {
    let span = text.span_at(start);
    span.is_some_and(|span| span.kind == SpanKind::Block)
}
