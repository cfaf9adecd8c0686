//! A `SKILL.md` in other capitals.
//!
//! Fix: renames the file; safe, since it is only where no host has the file as it is or another skill of its name,
//! which the renamed one could take the place of; unsafe elsewhere.

use crate::lint::diagnostic::{Diagnostic, Fix};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "wrong-capitals",
    Severity::Error,
    "the file is named SKILL.md in other capitals",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>) -> Diagnostic {
    let name = path::file_name(context.path);
    let message = format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
    context
        .report(&RULE, 0..0, message)
        .help(format!("Rename it to {SKILL_FILE}."))
        .fix(renamed(context))
}

/// Gives the file the name that all hosts look for, where nothing else has it.
fn renamed(context: &SkillContext<'_>) -> Option<Fix> {
    let wanted = path::join(path::parent(context.path)?, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        // No host has a file of another name, and none has another skill that this one could take the place of.
        let names = context.names();
        let mut verdicts = context.verdicts.iter();
        let safe = verdicts.all(|one| !one.cell.loaded && one.namesake(&names).is_none());
        let fix = match safe {
            true => Fix::safe("Rename it to SKILL.md"),
            false => Fix::unsafe_("Rename it to SKILL.md"),
        };
        fix.rename(context.path, wanted)
    })
}
