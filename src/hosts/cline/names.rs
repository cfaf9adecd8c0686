//! The forms of a skill's name that several stages use (`docs/hosts/cline.md#names`).

use std::borrow::Cow;

use crate::model::skill::Skill;

/// The name of the tool that loads a skill.
pub(super) const TOOL: &str = "skills";

/// Returns the id of a name. Two skills with one id are one skill for the program.
pub(super) fn id(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the skill's name without the prefix of the Agent Plugin that contains the skill.
pub(super) fn bare(skill: &Skill) -> &str {
    let plugin = skill.plugin_id.as_deref();
    let rest = plugin.and_then(|plugin| skill.name.strip_prefix(plugin)?.strip_prefix(':'));
    rest.unwrap_or(&skill.name)
}

/// Returns the name by which the list shows a skill.
pub(super) fn listed(skill: &Skill) -> Cow<'_, str> {
    if skill.name.contains(':') {
        Cow::Owned(id(&skill.name))
    } else {
        Cow::Borrowed(&skill.name)
    }
}
