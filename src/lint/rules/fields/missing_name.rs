//! A name that is not there, or is empty.
//!
//! Fix: adds the folder's name; safe where no line holds one in another spelling, no host that has the skill sees another
//! name, description or body and the hosts that drop it no longer do so for this; unsafe elsewhere.

use crate::lint::diagnostic::{Diagnostic, Fix};
use crate::lint::fix_check::tried;
use crate::lint::reading::Reading;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::rules::{absent_field, draft};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "missing-name",
    Severity::Warning,
    "there is no name",
);

const KEY: &str = "name";

/// A skill that hosts drop for it, if any do.
pub(in crate::lint) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let edits = absent_field::edits(context, KEY, None, context.skill_folder());
    let member = context.member(KEY);
    let is_text = member.is_some_and(|member| absent_field::is_text(context, member));
    let fix = (!is_text).then(|| {
        let fix = tried(context, dropping, "Add the folder's name", &edits);
        Fix {
            safe: fix.safe && !draft::begins_line(context, KEY),
            ..fix
        }
    });
    absent_field::report(context, &RULE, KEY, "Add `name:` with the folder's name.").fix(fix)
}

/// A skill that hosts have without one although they require it.
pub(in crate::lint) fn check(reading: &Reading<'_, '_>, says: &mut Vec<Diagnostic>) {
    let who = reading.who(|target| target.field(KEY).is_some_and(|field| field.required));
    if !who.is_empty() && absent_field::is_absent(reading, KEY) {
        says.push(explain(reading.context, &[]).concerning(who));
    }
}
