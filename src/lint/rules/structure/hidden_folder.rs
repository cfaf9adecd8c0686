//! `hidden-folder`: the skill is in a folder whose name begins with a dot.
//!
//! Fix: removes the dots from the folder's name; unsafe, because all files in the folder move and paths to them change.

use crate::lint::prelude::*;
use crate::model::catalog::LeftOutReason;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "hidden-folder",
    Severity::Error,
    "the skill is in a folder whose name begins with a dot",
    &[Run::LeftOut(&[LeftOutReason::Hidden], explain)],
);

/// Returns the finding for a skill that hosts drop because its folder is hidden; `None` if no host
/// drops the skill.
pub fn explain(dropped: &Dropped<'_, '_>) -> Option<Diagnostic> {
    Some(in_host_words(dropped)?.fix(shown(dropped.context)))
}

/// Returns a fix that makes a hidden folder visible: the fix removes the dots at the start of the
/// folder's name. The folder is the innermost hidden folder that contains the skill. Returns `None`
/// if the new name is taken.
fn shown(context: &SkillContext<'_>) -> Option<Fix> {
    let folder = path::parent(context.path)?;
    let hidden = path::ancestors(folder).find(|above| path::file_name(above).starts_with('.'))?;
    let name = path::file_name(hidden).trim_start_matches('.');
    let wanted = path::join(path::parent(hidden)?, name);
    let is_free = !name.is_empty() && context.tree.entry(&wanted).is_none();
    is_free.then(|| Fix::unsafe_(format!("Rename the folder to {name}")).rename(hidden, wanted))
}
