//! Computes the changes for skills between two sides: two editions of a host, or two trees.

use std::collections::BTreeSet;

use super::lines::lines;
use super::moves::moves;
use super::report::{ChangedSkill, HostDiff, SkillChange, TogetherChange, TokenChange};
use super::side::{Side, tokens};
use super::uses::{Use, WAYS};
use crate::compare::ListedAs;
use crate::hosts;
use crate::model::catalog::LeftOutReason;
use crate::model::invocation::InvokedBy;
use crate::model::skill::Skill;
use crate::sort;

/// Returns how skills change from `before` to `after`: from one edition of a host to another
/// edition, or from one tree to another tree. If `asked` has paths of main files, only these skills
/// are compared. If `asked` is empty, all skills are compared.
pub(super) fn between(before: &Side<'_>, after: &Side<'_>, asked: &[String]) -> HostDiff {
    let files: BTreeSet<&str> = match asked {
        [] => {
            let before = before.place.files().into_iter();
            sort::collect_set(before.chain(after.place.files()))
        }
        asked => sort::collect_set(asked.iter().map(String::as_str)),
    };
    let mut skills = Vec::new();
    let mut same = 0;
    for file in files {
        let changes = changes(before, after, file);
        let name = after.place.skill(file).or(before.place.skill(file));
        if !changes.is_empty() {
            skills.push(ChangedSkill {
                path: file.to_owned(),
                name: name.map(|skill| skill.name.clone()),
                changes,
            });
        } else if name.is_some() {
            same += 1;
        }
    }
    let (from, to) = (before.pipeline.host(), after.pipeline.host());
    HostDiff {
        host: to.id().to_owned(),
        label: hosts::label(to.id()).to_owned(),
        from: from.edition().to_owned(),
        to: to.edition().to_owned(),
        moves: moves(before, after, &skills),
        skills,
        same,
        list: lines(before.list(), after.list()),
        tool: lines(&before.tool(), &after.tool()),
        together: together(before, after),
        tokens: TokenChange {
            before: before.tokens(),
            after: after.tokens(),
        },
    }
}

/// Returns the changes between `before` and `after` for one skill: the skill whose main file has
/// the path `file`. The two sides are two editions of a host, or one host with two trees.
fn changes(before: &Side<'_>, after: &Side<'_>, file: &str) -> Vec<SkillChange> {
    match (before.place.skill(file), after.place.skill(file)) {
        (Some(was), Some(is)) => of_loaded((before, was), (after, is)),
        (None, Some(is)) => vec![SkillChange::Appears {
            because: before.absent(file),
            listed: after.place.listed(is),
        }],
        (Some(_), None) => vec![SkillChange::Vanishes {
            because: after.absent(file),
        }],
        (None, None) => {
            let (before, after) = (before.absent(file), after.absent(file));
            let reason = |no: &Option<_>| {
                let no: Option<&crate::compare::Obstacle> = no.as_ref();
                let reason = no.map(|no| no.reason);
                // For a host, a file at a location that it does not search is the same as a missing file.
                reason.filter(|reason| *reason != LeftOutReason::OutsideRoots.into())
            };
            if reason(&before) == reason(&after) {
                return Vec::new();
            }
            vec![SkillChange::NotLoaded { before, after }]
        }
    }
}

/// Returns the changes of a skill that the host loads both before and after the change.
fn of_loaded(
    (before, was): (&Side<'_>, &Skill),
    (after, is): (&Side<'_>, &Skill),
) -> Vec<SkillChange> {
    let mut changes = Vec::new();
    let names = |skill: &Skill| -> Vec<String> { skill.names().map(str::to_owned).collect() };
    if names(was) != names(is) {
        changes.push(SkillChange::Names {
            before: names(was),
            after: names(is),
        });
    }
    let because = || after.obstacle(is).or_else(|| before.obstacle(was));
    let (was_listed, is_listed) = (before.place.listed(was), after.place.listed(is));
    if was_listed != is_listed {
        changes.push(SkillChange::Listed {
            before: was_listed,
            after: is_listed,
            because: because(),
        });
    }
    if let (Some(was), Some(is)) = (before.line(was), after.line(is))
        && was != is
    {
        changes.push(SkillChange::Line {
            before: was.to_owned(),
            after: is.to_owned(),
        });
    }
    let (was_typed, is_typed) = (before.place.typed(was), after.place.typed(is));
    if was_typed != is_typed {
        changes.push(SkillChange::Command {
            before: was_typed,
            after: is_typed,
        });
    }
    let (was_chosen, is_chosen) = (Side::is_for_model(was), Side::is_for_model(is));
    if was_chosen != is_chosen {
        changes.push(SkillChange::Model {
            before: was_chosen,
            after: is_chosen,
            because: because(),
        });
    }
    let (was_ignored, is_ignored) = (before.ignored(was), after.ignored(is));
    if was_ignored != is_ignored {
        changes.push(SkillChange::Ignored {
            before: was_ignored,
            after: is_ignored,
        });
    }
    changes.extend(of_uses((before, was), (after, is)));
    changes
}

/// Invokes a skill as the user and as the model, before and after a change, and returns how the
/// results differ. An invocation with arguments is compared only if the results without arguments
/// are equal.
fn of_uses(
    (before, was): (&Side<'_>, &Skill),
    (after, is): (&Side<'_>, &Skill),
) -> Vec<SkillChange> {
    let mut changes: Vec<SkillChange> = Vec::new();
    for (by, arguments) in WAYS {
        let has_change = changes.iter().any(|change| origin(change) == Some(by));
        if has_change {
            continue;
        }
        let used = (
            before.used(was, (by, arguments)),
            after.used(is, (by, arguments)),
        );
        // A command or tool that exists only on one side is reported as a change of its own.
        if let (Some(was), Some(is)) = used {
            changes.extend(of_use(by, arguments, was, is));
        }
    }
    changes
}

fn origin(change: &SkillChange) -> Option<InvokedBy> {
    match change {
        SkillChange::Text { by, .. } | SkillChange::Effects { by, .. } => Some(*by),
        _ => None,
    }
}

fn of_use(by: InvokedBy, arguments: &str, was: Use, is: Use) -> Vec<SkillChange> {
    let mut changes = Vec::new();
    if was.text != is.text {
        changes.push(SkillChange::Text {
            by,
            arguments: arguments.to_owned(),
            lines: lines(&was.text, &is.text),
            tokens: TokenChange {
                before: tokens(&was.text),
                after: tokens(&is.text),
            },
        });
    }
    if was.effects != is.effects {
        changes.push(SkillChange::Effects {
            by,
            arguments: arguments.to_owned(),
            before: was.effects,
            after: is.effects,
        });
    }
    changes
}

/// Compares how the host treats a message with the commands of two skills, such as `/pdf /docx`.
/// Returns the skills that this message invokes in `before` and in `after`; `None` if these skills
/// are the same. The two commands belong to the first two skills, by path, that users can invoke in
/// both `before` and `after`. If there are no two such skills, the result is `None`, too.
fn together(before: &Side<'_>, after: &Side<'_>) -> Option<TogetherChange> {
    let paths = sort::collect_set(before.place.skills().map(|skill| &*skill.path));
    let mut both = paths.into_iter().filter_map(|path| {
        let typed = |side: &Side<'_>| {
            let skill = side.place.skill(path)?;
            side.place.typed(skill)
        };
        Some((path, typed(before)?, typed(after)?))
    });
    let (first, second) = (both.next()?, both.next()?);
    let was = before.invoked(&format!("{} {}", first.1, second.1));
    let is = after.invoked(&format!("{} {}", first.2, second.2));
    (was != is).then(|| TogetherChange {
        skills: vec![first.0.to_owned(), second.0.to_owned()],
        before: was,
        after: is,
    })
}

impl HostDiff {
    /// Returns true if the report has no change: the host treats all skills the same before and
    /// after, and its list of skills and its tool stay the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
            && self.list.is_empty()
            && self.tool.is_empty()
            && self.together.is_none()
    }
}

impl SkillChange {
    /// Returns true if the host's list no longer shows the skill after this change.
    #[must_use]
    pub fn drops(&self) -> bool {
        match self {
            Self::Vanishes { .. } => true,
            Self::Listed { before, after, .. } => {
                *before != ListedAs::Nothing && *after == ListedAs::Nothing
            }
            _ => false,
        }
    }
}
