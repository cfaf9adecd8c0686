//! A `SKILL.md` in other capitals.
//!
//! Fix: renames the file; safe, since it is only where no host has the file as it is or another skill of its name,
//! which the renamed one could take the place of; unsafe elsewhere.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "wrong-capitals",
    Severity::Error,
    "the file is named SKILL.md in other capitals",
    &[Run::LeftOut(&[LeftOutReason::WrongSpelling], explain)],
);

/// A skill that hosts drop for it.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let context = dropped.context;
    let name = path::file_name(context.path);
    let message = format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
    let one = context.report(&RULE, 0..0, message);
    let one = one.help(format!("Rename it to {SKILL_FILE}."));
    Some(one.fix(renamed(context)))
}

/// Gives the file the name that all hosts look for, where nothing else has it.
fn renamed(context: &SkillContext<'_>) -> Option<Fix> {
    let wanted = path::join(path::parent(context.path)?, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        // No host has a file of another name, and none has another skill that this one could take the place of.
        let names = context.names();
        let mut verdicts = context.verdicts.iter();
        let safe = verdicts.all(|one| !one.cell.loaded && one.namesake(&names).is_none());
        let fix = if safe {
            Fix::safe("Rename it to SKILL.md")
        } else {
            Fix::unsafe_("Rename it to SKILL.md")
        };
        fix.rename(context.path, wanted)
    })
}
