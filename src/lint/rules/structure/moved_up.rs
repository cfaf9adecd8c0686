//! The fix of skills that lie too deep.

use crate::lint::diagnostic::Fix;
use crate::lint::skill_context::SkillContext;
use crate::tree::path;

/// Moves the skill's folder right below the root, where nothing lies there. Unsafe, since paths that lead to the skill change.
pub(super) fn moved_up(context: &SkillContext<'_>, root: &str) -> Option<Fix> {
    let folder = path::parent(context.path)?;
    let wanted = path::join(root, path::file_name(folder));
    let is_free = context.tree.entry(&wanted).is_none() && path::is_within(folder, root);
    is_free.then(|| Fix::unsafe_(format!("Move the folder to {wanted}")).rename(folder, wanted))
}
