//! Constants and small predicates that several stages use.

use crate::model::skill::Scope;

/// The name of the program's folder in the home and in a project.
pub(super) const FOLDER: &str = ".qwen";

/// The name of a folder that several hosts read.
pub(super) const SHARED: &str = ".agents";

/// The name of the folder of skills inside the program's folder.
pub(super) const SKILLS: &str = "skills";

/// Returns the program's name for a scope, which the list shows.
pub(super) fn level(scope: Scope) -> &'static str {
    match scope {
        Scope::Repo => "project",
        Scope::User => "user",
        Scope::Plugin => "extension",
        Scope::System | Scope::Admin | Scope::Mcp => "bundled",
    }
}
