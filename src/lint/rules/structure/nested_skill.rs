//! `nested-skill`: the skill is in the folder of another skill, which a host does not search.
//!
//! If the outer skill names the file by its path, the file is a page of the outer skill. A file in
//! a folder such as `evals/` is a sample. In both cases the finding is not an error.
//!
//! Fix: moves the folder out of the outer skill, directly below the folder that the host searches.
//! The fix is unsafe, because paths to the skill change.

use crate::lint::prelude::*;
use crate::lint::skill_context::place_of;
use crate::model::catalog::LeftOutReason;
use crate::tree::Entry;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "nested-skill",
    Severity::Error,
    "the skill is in the folder of another, which a host does not search",
    &[Run::LeftOut(&[LeftOutReason::TooDeep], explain)],
);

/// Returns the finding for a skill that hosts do not load because the skill is in the folder of
/// another skill; `None` if the skill is not in such a folder.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let context = dropped.context;
    let (_, root) = dropped.passed_over()?;
    let outer = context.skills_above(root?);
    let nearest = outer.first()?;
    let one =
        in_host_words(dropped)?.related_file("the skill whose folder it is in", &nearest.path());
    if context.is_sample() {
        let help = "It is in a folder of samples or tests of the skill around it, so hosts need not list it. Move the folder up only if they should.";
        return Some(Diagnostic {
            severity: Severity::Info,
            ..one.help(help)
        });
    }
    let one = one.fix(dropped.moved_up());
    outer.iter().for_each(|outer| context.note_read(*outer));
    let help = if outer.iter().any(|outer| names_file(*outer, context.path)) {
        "The skill around it names this file, so an agent can read it from there. Move the folder up only if hosts should list it, too."
    } else if outer.iter().any(|outer| has_name_of(*outer, context)) {
        "The skill around it has the same name, so this file may be what it was made from. Move the folder up only under a name of its own."
    } else {
        return Some(one);
    };
    Some(Diagnostic {
        severity: Severity::Info,
        ..one.help(help)
    })
}

/// Returns true if the finding is about a nested skill that hosts need not list, because it belongs
/// to the outer skill. The outer skill names the file, has the same name, or has the file in a
/// folder of samples.
pub fn is_part_of_another(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == RULE.code && diagnostic.severity == Severity::Info
}

/// Returns true if the text of a skill names `file`, or the folder of `file`. The folder of `file`
/// is inside the skill's folder. The text may name `file` with only its last folder, as in
/// `forms/SKILL.md`.
fn names_file(skill: Entry<'_>, file: &str) -> bool {
    let text = skill.contents().and_then(|contents| contents.text().ok());
    let (Some(text), Some((folder, name))) = (text, file.rsplit_once('/')) else {
        return false;
    };
    let last = path::file_name(folder);
    let skill = skill.path();
    let outer = path::parent(&skill).unwrap_or("/");
    let relative = folder
        .strip_prefix(outer)
        .map_or(last, |rest| rest.trim_start_matches('/'));
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let has = |path: &str| {
        text.match_indices(path).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + path.len()..].chars().next();
            !before.is_some_and(|c| is_of_name(c) || c == '.') && !after.is_some_and(is_of_name)
        })
    };
    has(&format!("{last}/{name}"))
        || has(&format!("{relative}/"))
        || relative.contains('/') && has(relative)
}

/// Returns true if `skill` has the same name as the skill in `context`. The name of `skill` is the
/// field `name` in its frontmatter or the name of its folder.
fn has_name_of(skill: Entry<'_>, context: &SkillContext<'_>) -> bool {
    let path = skill.path();
    let folder = path::file_name(path::parent(&path).unwrap_or("/"));
    let text = skill.contents().and_then(|contents| contents.text().ok());
    let written = text.map(|text| {
        let range = place_of("name", text);
        text[range.start.byte..range.end.byte].trim_matches(['"', '\''])
    });
    let names = context.names();
    (names.get(1)).is_some_and(|name| *name == folder || written == Some(*name))
}
