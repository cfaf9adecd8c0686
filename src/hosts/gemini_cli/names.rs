//! The constants and small predicates that more than one stage reads.

use crate::model::skill::{Scope, Skill};

/// The program's folder, in the home and in a project.
pub(super) const FOLDER: &str = ".gemini";

/// The folder of skills in it.
pub(super) const SKILLS: &str = "skills";

/// The tool that puts a skill to use.
pub(super) const ACTIVATE: &str = "activate_skill";

/// The tag around a skill that was activated (`docs/hosts/gemini-cli.md#the-tool`).
pub(super) const TAG: &str = "activated_skill";

/// The origin of the skills that the program brings along.
pub(super) const BUILT_IN: &str = "built-in";

/// True for the skills that the program brings along.
pub(super) fn is_built_in(skill: &Skill) -> bool {
    skill.scope == Scope::System
}
