//! `encoded-payload`: an encoded text decodes to a command, or to instructions for the model.
//!
//! Fix: none, because code that decodes the text would fail without it.

use super::harm::Harm;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::run::{LintRule, Run, Search};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::safety::{self, PayloadKind, payloads};
use crate::text::encoding;

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "encoded-payload",
    Severity::Info,
    "a text that nobody can read decodes to a command, or to orders for the model",
    &[Run::Search(Search::Deeds)],
);

/// The maximum number of characters of a decoded text that a message shows. No host has this limit.
const MAX_QUOTED: usize = 100;

/// Reports encoded texts in a skill. If a command decodes and runs the text, [`super::decoded_then_run`] reports it.
pub(super) fn check(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    harm: &Harm<'_, '_>,
    found: &mut Vec<Diagnostic>,
) {
    let payloads = payloads(text).filter(|payload| {
        let mut runs = harm.acts(|kind| kind.runs());
        let bytes = &payload.bytes;
        !runs.any(|act| act.bytes.start <= bytes.start && bytes.end <= act.bytes.end)
    });
    for payload in payloads.take(MAX_FOUND) {
        let shown = encoding::quoted(&payload.text, MAX_QUOTED);
        let hides = match payload.kind {
            PayloadKind::Document => "the text of this document is an order to the model",
            PayloadKind::Order => "what nobody can read here decodes to an order to the model",
            PayloadKind::Command => "what nobody can read here decodes to a command",
        };
        let is_document = payload.kind == PayloadKind::Document;
        let help = if is_document {
            "Take it out. Instructions belong into Markdown, where people read them."
        } else {
            "Write it so that people can read it, or take it out."
        };
        let mut one = text.finding(
            context,
            &RULE,
            payload.bytes,
            format!("{hides}: {shown}"),
            help,
        );
        if payload.kind != PayloadKind::Command {
            one.severity = Severity::Warning;
        }
        if !is_document && safety::is_example(harm.topic, text) {
            one.severity = RULE.severity.softened();
        }
        found.push(one);
    }
}
