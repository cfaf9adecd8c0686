//! `missing-name`: the name is absent or empty.
//!
//! Fix: turns a name that is written in another form into a field, or adds the folder's name. The
//! fix is safe if no host loses a part of the skill, and the hosts that drop the skill no longer
//! drop it for this reason. It is unsafe
//!
//! - otherwise,
//! - if the file has a misspelt key for the name,
//! - if the folder is the top folder of a repository or the working directory, because users choose
//!   the name of such a folder.

use crate::lint::helpers::{absent_field, draft, loose_fields};
use crate::lint::prelude::*;
use crate::lint::verdict::FileKind;
use crate::model::catalog::FaultCode;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "missing-name",
    Severity::Warning,
    "there is no name",
    &[
        Run::Fault(FaultCode::MissingName, |drop| {
            explain(drop.context, drop.dropping)
        }),
        Run::Values(check),
    ],
);

const KEY: &str = "name";

/// Returns the finding about a missing name. `dropping` has the hosts that drop the skill for this reason.
pub fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let edits = absent_field::edits(context, KEY, None, context.skill_folder());
    let member = context.member(KEY);
    let is_text = member.is_some_and(|member| absent_field::is_text(context, member));
    let added = || {
        let fix = tried(context, dropping, "Add the folder's name", &edits);
        Fix {
            safe: fix.safe && !draft::is_written(context, &[KEY]) && !context.is_root(),
            ..fix
        }
    };
    let made = || loose_fields::fix_of(KEY, context, dropping);
    let fix = (!is_text).then(|| made().unwrap_or_else(added));
    absent_field::report(context, &RULE, KEY, "Add `name:` with the folder's name.").fix(fix)
}

/// Reports that a skill has no name, for hosts that load the skill although they require a name.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    // A command or a note is a skill only for the hosts that find it at its own location.
    let is_skill_for = |target: &TargetHost<'_>| {
        let mut verdicts = reading.context.verdicts.iter();
        let of_target = verdicts.find(|one| one.host_edition() == target.host_edition());
        of_target.is_some_and(|one| one.file == FileKind::Skill || one.cell.discovered)
    };
    let hosts = reading.hosts_where(|target| {
        target.field(KEY).is_some_and(|field| field.required) && is_skill_for(target)
    });
    if !hosts.is_empty() && absent_field::is_absent(reading, KEY) {
        found.push(explain(reading.context, &[]).concerning(hosts));
    }
}
