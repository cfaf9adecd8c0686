//! Names and small predicates that several stages of Qwen Code use.

use crate::model::skill::Scope;

/// The name of Qwen Code's folder in the user's home directory and in a project.
pub(super) const FOLDER: &str = ".qwen";

/// The name of the folder that several hosts share.
pub(super) const SHARED: &str = ".agents";

/// The name of the skill folder in Qwen Code's folder.
pub(super) const SKILLS: &str = "skills";

/// Returns the level under which Qwen Code's list shows a skill of this scope.
pub(super) fn level(scope: Scope) -> &'static str {
    match scope {
        Scope::Repo => "project",
        Scope::User => "user",
        Scope::Plugin => "extension",
        Scope::System | Scope::Admin | Scope::Mcp => "bundled",
    }
}
