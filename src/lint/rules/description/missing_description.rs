//! A description that is not there, or is empty.
//!
//! Fix: adds the description that hosts show already, or the first words of the text; safe where no host that has the skill
//! sees another name, description or body and the hosts that drop it no longer do so for this; unsafe elsewhere.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::Reading;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::{absent_field, draft};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{Verdict, hosts_and_verb};
use crate::model::obstacle::UseObstacle;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "missing-description",
    Severity::Warning,
    "there is no description, or an empty one",
);

const KEY: &str = "description";

/// A skill that hosts drop for it, if any do.
pub(in crate::lint) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let title = "Add the first words as the description";
    let fix = draft::described(context, dropping, title, |value| {
        absent_field::edits(context, KEY, context.member("name"), value)
    });
    absent_field::report(context, &RULE, KEY)
        .help("Add `description:` with what the skill does and when to use it; the model sees nothing else of it before it chooses.")
        .fix(fix)
}

/// A skill that hosts have without one. Every host has a use for it: the skill is hidden or badly described.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let who = reading.who(|target| target.field(KEY).is_some());
    if !who.is_empty() && absent_field::is_absent(reading, KEY) {
        let mut diagnostic = explain(reading.context, &[]);
        let not_listing = reading.context.verdicts.iter().filter(|verdict| {
            let mut obstacles = verdict.cell.obstacles.iter();
            obstacles.any(|no| no.reason == UseObstacle::NotListed.into())
        });
        let not_listing: Vec<_> = not_listing.map(Verdict::who).collect();
        if !not_listing.is_empty() {
            let list = hosts_and_verb(not_listing, "does not list", "do not list");
            let more = format!("; {list} the skill for its model");
            diagnostic.message.push_str(&more);
        }
        says.push(diagnostic.concerning(who));
    }
}
