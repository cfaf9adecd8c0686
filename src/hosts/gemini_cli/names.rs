//! Constants and small predicates that several stages use.

use crate::model::skill::{Scope, Skill};

/// The name of the program's folder in the home and in a project.
pub(super) const FOLDER: &str = ".gemini";

/// The name of the folder of skills inside the program's folder.
pub(super) const SKILLS: &str = "skills";

/// The name of the tool that invokes a skill.
pub(super) const ACTIVATE: &str = "activate_skill";

/// The tag around a skill that was activated (`docs/hosts/gemini-cli.md#the-tool`).
pub(super) const TAG: &str = "activated_skill";

/// The words that describe the origin of skills that are built into the program.
pub(super) const BUILT_IN: &str = "built-in";

/// Returns true if a skill is built into the program.
pub(super) fn is_built_in(skill: &Skill) -> bool {
    skill.scope == Scope::System
}
