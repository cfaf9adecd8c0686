//! `flat-file`: the skill is a single file, and a host requires a folder with a `SKILL.md`.
//!
//! Fix: moves the file into a folder with the name of the file. The fix is unsafe, because hosts
//! that load single files, for example as commands, no longer load the skill.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "flat-file",
    Severity::Error,
    "the skill is a single file where a host requires a folder with a SKILL.md",
    &[Run::LeftOut(&[LeftOutReason::FlatFile], explain)],
);

/// Returns the finding for a skill that hosts drop because it is a single file; `None` if no host
/// drops the skill.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    Some(in_host_words(dropped)?.fix(in_folder(dropped.context)))
}

/// Returns a fix that moves a skill's file into a new folder: `pdf.md` becomes `pdf/SKILL.md`.
/// Returns `None` if the new path already exists, or if the file is already named `SKILL.md`.
fn in_folder(context: &SkillContext<'_>) -> Option<Fix> {
    let name = path::file_name(context.path);
    let (stem, _) = name
        .rsplit_once('.')
        .filter(|_| !is_skill_file_name(name))?;
    let folder = path::join(path::parent(context.path)?, stem);
    let wanted = path::join(&folder, SKILL_FILE);
    context.tree.entry(&wanted).is_none().then(|| {
        Fix::unsafe_(format!("Move it to {stem}/{SKILL_FILE}")).rename(context.path, wanted)
    })
}
