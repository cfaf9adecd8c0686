//! The values in which the programs differ.

use crate::host::stages::View;
use crate::model::permission::Verdict;

/// The permission for folders outside of the project.
pub(crate) const EXTERNAL: &str = "external_directory";

/// The values in which the programs differ.
pub(crate) struct Program {
    /// The name of the program's folders for long outputs and temporary files.
    pub folder: &'static str,
    /// The tools that models get by default, as the program lists them.
    pub tools: &'static [&'static str],
    /// The tool that answers a call of a tool that the model does not have; none if such a call is only an error.
    pub invalid: Option<&'static str>,
    /// The permissions that the program denies, asks about and then allows by default.
    pub denied: &'static [&'static str],
    pub asked: &'static [&'static str],
    pub allowed: &'static [&'static str],
    /// The default rules on commands.
    pub commands: &'static [(&'static str, Verdict)],
    /// Further checks; none for opencode.
    pub guards: Option<Guards>,
}

/// The checks of Kilo in addition to the rules.
pub(crate) struct Guards {
    /// The tools whose calls were recorded. There is no decision on the others.
    pub known: &'static [&'static str],
    /// Returns true if a file has the program's own configuration, so that the user is asked about a change even if a rule
    /// allows it. The arguments are the absolute path and the path from the worktree.
    pub is_protected: fn(&View<'_>, &str, &str) -> bool,
}
