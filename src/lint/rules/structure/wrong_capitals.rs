//! `wrong-capitals`: the name of the file differs from `SKILL.md` only in case.
//!
//! Fix: renames the file. It is unsafe in these cases:
//!
//! - A host loads the file under its present name, or another skill has the name of this skill.
//! - A target host is an SDK, and the file has no name or no description.
//! - A text of the skill, or the manifest of a plugin, has the present name.
//! - Another Markdown file in the folder may be a skill, because hosts skip such a file beside a `SKILL.md`.

use crate::host::agent_plugins;
use crate::hosts;
use crate::lint::helpers::elsewhere::names;
use crate::lint::helpers::plugin_files;
use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, path};

/// The maximum number of files and folders that are inspected below the skill's folder. No host has this limit.
const MAX_ENTRIES: usize = 500;

/// The maximum number of folders above the file in which manifests of plugins are searched for. No host has this limit.
const MAX_ABOVE: usize = 8;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "wrong-capitals",
    Severity::Error,
    "the file is named SKILL.md in another case",
    &[Run::LeftOut(&[LeftOutReason::WrongSpelling], explain)],
);

/// Returns the finding for a skill that hosts drop because the name of its file differs from
/// `SKILL.md` in case.
fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    let context = dropped.context;
    if is_page_of_skill(context) {
        return None;
    }
    let name = path::file_name(context.path);
    let message = format!("the file is named {name}, and hosts look for exactly {SKILL_FILE}");
    let one = context.report(&RULE, 0..0, message);
    let one = one.help(format!("Rename it to {SKILL_FILE}."));
    Some(one.fix(renamed(context)))
}

/// Returns true if the file is a page of another skill: a `SKILL.md` in a folder above names the file
/// by its path, in the present case.
fn is_page_of_skill(context: &SkillContext<'_>) -> bool {
    let own = context.file.parent();
    let above = std::iter::successors(own, |folder| folder.parent()).skip(1);
    above.take(MAX_ABOVE).any(|folder| {
        let Some(file) = folder.child(SKILL_FILE) else {
            return false;
        };
        context.note_read(file);
        let inside = context.path.strip_prefix(&*folder.path());
        let inside = inside.map(|inside| inside.trim_start_matches('/'));
        let text = file.contents().and_then(|contents| contents.text().ok());
        inside
            .zip(text)
            .is_some_and(|(path, text)| names(text, path))
    })
}

/// Returns a fix that renames the file to `SKILL.md`, which all hosts search for; `None` if the
/// folder already has a file with this name.
fn renamed(context: &SkillContext<'_>) -> Option<Fix> {
    let wanted = path::join(path::parent(context.path)?, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        // The fix is safe if no host loads the file under its present name, and no host has another skill with the name
        // of this skill.
        let names = context.names();
        let mut verdicts = context.verdicts.iter();
        let safe = verdicts
            .all(|one| !one.cell.loaded && one.skill_with_same_name(&names).is_none())
            && !may_stop_sdks(context)
            && !may_have_skill_within(context)
            && !is_named(context);
        let fix = if safe {
            Fix::safe("Rename it to SKILL.md")
        } else {
            Fix::unsafe_("Rename it to SKILL.md")
        };
        fix.rename(context.path, wanted)
    })
}

/// Returns true if an SDK is a target host and the file has no name or no description. Some SDKs
/// load no skill at all if one file lacks a name or a description.
fn may_stop_sdks(context: &SkillContext<'_>) -> bool {
    let frontmatter = &context.frontmatter;
    let has = |key: &str| frontmatter.members.iter().any(|member| member.key == key);
    let is_complete = frontmatter.delimited.is_ok() && has("name") && has("description");
    !is_complete
        && context
            .verdicts
            .iter()
            .any(|verdict| hosts::is_sdk(verdict.host))
}

/// Returns true if a text of the skill, or the manifest of a plugin in a folder above, contains the
/// file's present name.
fn is_named(context: &SkillContext<'_>) -> bool {
    let name = path::file_name(context.path);
    let has_name = |file: Entry<'_>| {
        context.note_read(file);
        let text = file.contents().and_then(|contents| contents.text().ok());
        text.is_some_and(|text| text.contains(name))
    };
    let files = context.resources.files.iter();
    let mut files = files.filter_map(|file| context.tree.resolve(&file.path).ok());
    let above = std::iter::successors(context.file.parent(), |folder| folder.parent());
    let mut manifests = above.take(MAX_ABOVE).flat_map(|folder| {
        let own = folder.child(agent_plugins::MANIFEST);
        plugin_files::lists(folder).chain(own)
    });
    has_name(context.file) || files.any(has_name) || manifests.any(has_name)
}

/// Returns true if another skill may be in the skill's folder or in a subfolder. A Markdown file
/// other than the skill's own file counts as another skill if it begins with `---` or cannot be
/// read.
fn may_have_skill_within(context: &SkillContext<'_>) -> bool {
    let mut folders: Vec<_> = context.file.parent().into_iter().collect();
    let mut left = MAX_ENTRIES;
    while let Some(folder) = folders.pop() {
        for child in folder.children() {
            if left == 0 {
                return true;
            }
            left -= 1;
            match child.kind() {
                EntryKind::Directory => folders.push(child),
                EntryKind::File(contents) if is_other_page(context, child) => {
                    context.note_read(child);
                    let text = contents.and_then(|contents| contents.text().ok());
                    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
                    if text.is_none_or(|text| text.trim_start_matches(is_space).starts_with("---"))
                    {
                        return true;
                    }
                }
                EntryKind::File(_) => {}
                // A link may lead to a skill.
                _ => return true,
            }
        }
    }
    false
}

fn is_other_page(context: &SkillContext<'_>, file: Entry<'_>) -> bool {
    file.id() != context.file.id() && file.name().to_ascii_lowercase().ends_with(".md")
}
