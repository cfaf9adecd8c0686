//! `shadowed`: another skill with the same name takes precedence over this skill.
//!
//! Fix: none, because only the author knows which of the two skills is meant.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill with the same name takes precedence",
    &[Run::LeftOut(&[LeftOutReason::Shadowed], explain)],
);

const READ_BY_OTHER: &str = "The other skill tells the model to read this one, so both lead to the same instructions. Give one of them another name only if they are two skills.";

/// The number of folders in a path by which another skill names the file of a skill, such as the
/// three folders in `.claude/skills/pdf/SKILL.md`.
const NAMED_FOLDERS: usize = 3;

/// Returns the finding for a skill that hosts drop because another skill has the same name; `None`
/// if no host drops the skill. The other skill is a related place of the finding. The finding is
/// information if the other skill tells the model to read this skill.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let mut one = in_host_words(dropped)?;
    let first = dropped.dropping.first()?;
    Some(match first.skill_with_same_name(&dropped.context.names()) {
        Some(winner) => {
            if names_file_of(dropped.context, winner) {
                one.severity = Severity::Info;
                one = one.help(READ_BY_OTHER);
            }
            one.related_file("the skill that takes precedence", winner)
        }
        None => one,
    })
}

/// Returns true if the finding is about a skill that the other skill tells the model to read.
pub fn is_read_by_other(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == RULE.code && diagnostic.severity == Severity::Info
}

/// Returns true if the text of the skill `other` names the file of this skill, by a path such as
/// `.claude/skills/pdf/SKILL.md`. Authors write such a skill for hosts that do not search the folder
/// of this skill.
fn names_file_of(context: &SkillContext<'_>, other: &str) -> bool {
    let folders = context.path.rmatch_indices('/').nth(NAMED_FOLDERS);
    let Some((at, _)) = folders else {
        return false;
    };
    let file = context.tree.resolve(other).ok();
    if let Some(file) = file {
        context.note_read(file);
    }
    let contents = file.and_then(|file| file.contents());
    let text = contents.and_then(|contents| contents.text().ok());
    text.is_some_and(|text| text.contains(&context.path[at + 1..]))
}
