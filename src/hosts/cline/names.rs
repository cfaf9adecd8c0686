//! The forms of a skill's name in Cline (`docs/hosts/cline.md#names`).

use std::borrow::Cow;

use crate::model::skill::Skill;

/// The name of the tool that loads a skill.
pub(super) const TOOL: &str = "skills";

/// Returns the id for a skill's name. Cline treats two skills with the same id as one skill.
pub(super) fn id(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the name of a skill. If the name begins with the id of the skill's Agent Plugin and a
/// colon, this prefix is removed.
pub(super) fn bare(skill: &Skill) -> &str {
    let plugin = skill.plugin_id.as_deref();
    let rest = plugin.and_then(|plugin| skill.name.strip_prefix(plugin)?.strip_prefix(':'));
    rest.unwrap_or(&skill.name)
}

/// Returns the name under which the list of skills shows a skill.
pub(super) fn listed(skill: &Skill) -> Cow<'_, str> {
    if skill.name.contains(':') {
        Cow::Owned(id(&skill.name))
    } else {
        Cow::Borrowed(&skill.name)
    }
}
