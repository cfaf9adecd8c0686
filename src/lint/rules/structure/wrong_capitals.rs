//! `wrong-capitals`: the name `SKILL.md` is in another case.
//!
//! Fix: renames the file. It is safe only if no host loads the file under its present name, and the renamed skill replaces no
//! other. It is unsafe elsewhere.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "wrong-capitals",
    Severity::Error,
    "the file is named SKILL.md in another case",
    &[Run::LeftOut(&[LeftOutReason::WrongSpelling], explain)],
);

/// Returns the finding for a skill that hosts drop because its file is named `SKILL.md` in another case.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let context = dropped.context;
    let name = path::file_name(context.path);
    let message = format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
    let one = context.report(&RULE, 0..0, message);
    let one = one.help(format!("Rename it to {SKILL_FILE}."));
    Some(one.fix(renamed(context)))
}

/// Returns a fix that gives the file the name that all hosts search for, unless another file has that name.
fn renamed(context: &SkillContext<'_>) -> Option<Fix> {
    let wanted = path::join(path::parent(context.path)?, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        // The fix is safe if no host loads the file with its present name, and no host has another skill with this
        // skill's name.
        let names = context.names();
        let mut verdicts = context.verdicts.iter();
        let safe =
            verdicts.all(|one| !one.cell.loaded && one.skill_with_same_name(&names).is_none());
        let fix = if safe {
            Fix::safe("Rename it to SKILL.md")
        } else {
            Fix::unsafe_("Rename it to SKILL.md")
        };
        fix.rename(context.path, wanted)
    })
}
