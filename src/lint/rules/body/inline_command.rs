//! `inline-command`: a host runs a command in the text, and others do not.
//!
//! Fix: none, since the command is meant.

use super::substitutions::{Substitutions, others};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::lint::verdict::HostNames;
use crate::text::markdown::SpanKind;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "inline-command",
    Severity::Info,
    "a host runs a command in the text, and others do not",
);

/// Finds the commands that somebody meant.
pub(super) fn check(
    context: &SkillContext<'_>,
    substitutions: &Substitutions<'_, '_>,
    found: &mut Vec<Diagnostic>,
) {
    let commands = substitutions.commands.iter();
    let meant = commands.filter(|((start, _), _)| substitutions.is_meant(*start));
    for ((start, end), hosts) in meant.take(MAX_FOUND) {
        let bytes = *start..*end;
        let running = HostNames::of(hosts.iter().map(|verdict| verdict.who()));
        let runs = format!(
            "{running} {} {:?} and {} its output there",
            running.verb("runs", "run"),
            substitutions.command_in(&bytes),
            running.verb("puts", "put")
        );
        let others = others(context, hosts);
        let message = match others.is_empty() {
            true => runs,
            false => {
                let showing = HostNames::of(others.iter().map(|verdict| verdict.who()));
                let shows = showing.verb("shows", "show");
                format!("{runs}; {showing} {shows} it as it is")
            }
        };
        let text = substitutions.text;
        let (message, help) = match is_example(text, *start) {
            true => (
                format!("code that may be an example runs: {message}"),
                "If it is an example, write it without `!`: a fence around it keeps it from nothing. If it is meant, make sure that it is quick and changes nothing.",
            ),
            false => (
                message,
                "Make sure that it is quick and changes nothing, and tell a model that sees the command to run it itself.",
            ),
        };
        found.push(text.say(context, &RULE, bytes, message, help));
    }
}

/// True where the command stands between two fences.
fn is_example(text: &SkillText<'_>, start: usize) -> bool {
    let span = text.span_at(start);
    span.is_some_and(|span| span.kind == SpanKind::Block)
}
