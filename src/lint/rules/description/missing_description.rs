//! `missing-description`: the description is absent or empty.
//!
//! The fix
//!
//! - turns a list, a mapping or a comment that contains the description into text, or corrects a
//!   misspelt key. This fix is safe if no host loses a part of the skill and the hosts that drop
//!   the skill no longer drop it for this reason.
//! - adds the first sentences of the text, if the file has no description in any spelling; unsafe.

use crate::lint::helpers::{absent_field, draft, loose_fields};
use crate::lint::prelude::*;
use crate::lint::quoting::{as_text, as_value};
use crate::model::catalog::FaultCode;
use crate::model::obstacle::UseObstacle;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "missing-description",
    Severity::Warning,
    "there is no description, or an empty one",
    &[
        Run::Fault(FaultCode::MissingDescription, |drop| {
            explain(drop.context, drop.dropping)
        }),
        Run::Values(check),
    ],
);

const KEY: &str = "description";

/// Returns the finding about a missing description. `dropping` has the hosts that drop the skill for this reason.
pub fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let drafted = || {
        let title = "Add the first words as the description";
        draft::described(context, title, |value| {
            absent_field::edits(context, KEY, context.member("name"), value)
        })
    };
    let member = context.member(KEY);
    let filled = member.filter(|member| {
        let written = context.slice(&member.value_bytes);
        written.contains(char::is_alphanumeric)
    });
    let fix = match filled {
        Some(member) if absent_field::is_text(context, member) => None,
        Some(member) => kept(context, member, dropping),
        None => (respelt(context, dropping))
            .or_else(|| loose_fields::fix_of(KEY, context, dropping))
            .or_else(drafted),
    };
    let help = "Add `description:` with what the skill does and when to use it; the model sees nothing else of it before it chooses.";
    absent_field::report(context, &RULE, KEY, help).fix(fix)
}

/// Returns a fix that turns a description of another type, such as a list, into text. If the value
/// is only a comment, the text of the comment becomes the description. Returns `None` if a host
/// that drops the skill would still drop the skill after the fix.
fn kept(context: &SkillContext<'_>, member: &Member<'_>, dropping: &[Verdict<'_>]) -> Option<Fix> {
    let value = &member.value_bytes;
    let written = context.slice(value);
    if let Some(comment) = written.strip_prefix('#') {
        let comment = as_value(comment.trim_start_matches('#').trim());
        let fix = Fix::unsafe_("Make a description of the comment");
        return Some(fix.replace(context.path, &context.places, value.clone(), comment));
    }
    let (title, edits) = as_text(context.text, member);
    let mut fix_check = FixCheck::new(context);
    let outcome = fix_check.run(&edits);
    let is_safe = outcome.keeps && outcome.resolves(dropping);
    (!outcome.is_in_vain(dropping)).then(|| fix_check.fix(title, is_safe, &edits))
}

/// Returns a fix that corrects a misspelt key of the description; `None` if there is no such key.
fn respelt(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Fix> {
    if context.member(KEY).is_some() {
        return None;
    }
    let member = draft::misspelt(context, KEY)?;
    let edits = [(member.key_bytes.clone(), KEY.to_owned())];
    let title = "Write `description`";
    Some(tried_losing(
        context,
        dropping,
        title,
        &edits,
        Loss::KeySpelling,
    ))
}

/// Reports a skill that hosts load without a description. The model chooses skills by their descriptions, so it cannot
/// choose such a skill well.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let hosts = reading.hosts_where(|target| target.field(KEY).is_some());
    if !hosts.is_empty() && absent_field::is_absent(reading, KEY) {
        let mut diagnostic = explain(reading.context, &[]);
        let not_listing = reading.context.verdicts.iter().filter(|verdict| {
            let mut obstacles = verdict.cell.obstacles.iter();
            obstacles.any(|no| no.reason == UseObstacle::NotListed.into())
        });
        let not_listing: Vec<_> = not_listing.map(Verdict::host_edition).collect();
        if !not_listing.is_empty() {
            let list = hosts_and_verb(not_listing, "does not list", "do not list");
            let more = format!("; {list} the skill for its model");
            diagnostic.message.push_str(&more);
        }
        found.push(diagnostic.concerning(hosts));
    }
}
