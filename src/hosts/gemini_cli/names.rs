//! Names and small predicates that several stages of Gemini CLI use.

use crate::model::skill::{Scope, Skill};

/// The name of Gemini CLI's folder in the user's home directory and in a project.
pub(super) const FOLDER: &str = ".gemini";

/// The name of the skill folder in Gemini CLI's folder.
pub(super) const SKILLS: &str = "skills";

/// The name of the tool that invokes a skill.
pub(super) const ACTIVATE: &str = "activate_skill";

/// The name of the tag around the text of an activated skill (`docs/hosts/gemini-cli.md#the-tool`).
pub(super) const TAG: &str = "activated_skill";

/// The origin that the catalog gives for the skill root with Gemini CLI's built-in skills.
pub(super) const BUILT_IN: &str = "built-in";

/// Returns true if a skill is built into Gemini CLI.
pub(super) fn is_built_in(skill: &Skill) -> bool {
    skill.scope == Scope::System
}
