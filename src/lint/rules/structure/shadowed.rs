//! `shadowed`: another skill with the same name takes precedence over this skill.
//!
//! Fix: none, because only the author knows which of the two skills is meant.

use crate::hashing::HashMap;
use crate::lint::prelude::*;
use crate::lint::skill_context::place_of;
use crate::model::catalog::LeftOutReason;
use crate::tree::path;
use crate::tree::skill_file::is_skill_file_name;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "shadowed",
    Severity::Error,
    "another skill with the same name takes precedence",
    &[Run::LeftOut(&[LeftOutReason::Shadowed], explain)],
);

const READ_BY_OTHER: &str = "The other skill tells the model to read this one, so both lead to the same instructions. Give one of them another name only if they are two skills.";

const USES_OTHER: &str = "This file tells the model to use the other skill, so both lead to the same instructions. Remove this file, or give it another name if hosts should list it.";

const ALIKE: &str = "Both have nearly the same text, as copies for several hosts have. Keep the texts the same, or give one of them another name if they are two skills.";

const FOR_ANOTHER_AGENT: &str = "Both are in the folders of different agents, so each agent has its own version. Give one of them another name if they are two skills.";

/// The share of equal lines, in hundredths, from which two texts are nearly the same.
const SHARED: usize = 80;

/// The number of folders in a path by which another skill names the file of a skill, such as the
/// three folders in `.claude/skills/pdf/SKILL.md`.
const NAMED_FOLDERS: usize = 3;

/// Returns the finding for a skill that hosts drop because another skill has the same name; `None`
/// if no host drops the skill. The other skill is a related place of the finding. The finding is
/// information if both lead to the same instructions: the other skill tells the model to read this
/// skill, this file is a command that tells the model to use the other, the two have nearly the same
/// text, or they are the versions of one skill for two agents.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let mut one = in_host_words(dropped)?;
    let first = dropped.dropping.first()?;
    Some(match first.skill_with_same_name(&dropped.context.names()) {
        Some(winner) => {
            if let Some(help) = no_loss(dropped.context, winner) {
                one.severity = Severity::Info;
                one = one.help(help);
            }
            one.related_file("the skill that takes precedence", winner)
        }
        None => one,
    })
}

/// Returns true if the finding is about a skill whose instructions the model gets through the other
/// skill.
pub fn is_no_loss(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == RULE.code && diagnostic.severity == Severity::Info
}

/// Returns advice if the model gets the instructions of this skill through the skill `other`;
/// `None` if it does not.
fn no_loss(context: &SkillContext<'_>, other: &str) -> Option<&'static str> {
    if are_for_two_agents(context.path, other) {
        return Some(FOR_ANOTHER_AGENT);
    }
    let file = context.tree.resolve(other).ok()?;
    context.note_read(file);
    let text = file.contents()?.text().ok()?;
    let skill = format!("`{}` skill", context.skill_folder());
    // The text of a `SKILL.md` may name the skill itself.
    let is_command = !is_skill_file_name(path::file_name(context.path));
    if names_file(text, context.path) {
        Some(READ_BY_OTHER)
    } else if is_command && context.text.contains(&skill) {
        Some(USES_OTHER)
    } else {
        are_alike(text, context.text).then_some(ALIKE)
    }
}

/// Returns true if a text names the file of this skill, by a path such as
/// `.claude/skills/pdf/SKILL.md`. Authors write such a skill for hosts that do not search the folder
/// of this skill.
fn names_file(text: &str, file: &str) -> bool {
    let folders = file.rmatch_indices('/').nth(NAMED_FOLDERS);
    folders.is_some_and(|(at, _)| text.contains(&file[at + 1..]))
}

/// Returns true if the paths of two skills differ only in the agent whose folder contains them, such
/// as `.claude/skills/pdf/SKILL.md` and `.agents/skills/pdf/SKILL.md` in the same folder.
fn are_for_two_agents(one: &str, other: &str) -> bool {
    let around = |path| {
        let (before, skill) = str::rsplit_once(path, "/skills/")?;
        let (folder, agent) = before.rsplit_once('/')?;
        agent.starts_with('.').then_some((folder, skill))
    };
    around(one).is_some_and(|folder| around(other) == Some(folder))
}

/// Returns true if two skills have the same description, and at least [`SHARED`] hundredths of the
/// lines of the longer text are in the other, too. Empty lines do not count.
fn are_alike(one: &str, other: &str) -> bool {
    if description(one) != description(other) {
        return false;
    }
    let lines = |text| {
        str::lines(text)
            .map(str::trim)
            .filter(|line| !line.is_empty())
    };
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for line in lines(one) {
        *counts.entry(line).or_default() += 1;
    }
    let shared = lines(other).filter(|line| {
        let count = counts.get_mut(line).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    });
    let shared = shared.count();
    let longer = lines(one).count().max(lines(other).count());
    shared * 100 >= longer * SHARED
}

fn description(text: &str) -> &str {
    let range = place_of("description", text);
    &text[range.start.byte..range.end.byte]
}
