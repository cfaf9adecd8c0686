//! The differences between the programs that decide by rules with patterns.

use crate::host::stages::View;
use crate::model::permission::Verdict;

/// The permission for folders outside of the project.
pub(crate) const EXTERNAL: &str = "external_directory";

/// The tools, the default rules and the further checks of a program.
pub(crate) struct Program {
    /// The program's name, which its folders for long outputs and temporary files also have.
    pub name: &'static str,
    /// The tools that models get by default, as the program lists them.
    pub tools: &'static [&'static str],
    /// The tools for whose calls there is a decision; none if there is one for all tools.
    pub known: Option<&'static [&'static str]>,
    /// The tool that answers a call of a tool that the model does not have; none if such a call is only an error.
    pub invalid: Option<&'static str>,
    /// The permissions that the program denies by default.
    pub denied: &'static [&'static str],
    /// The permissions about which the program asks by default.
    pub asked: &'static [&'static str],
    /// The permissions that the program allows by default, even if `denied` contains them.
    pub allowed: &'static [&'static str],
    /// The default rules on commands.
    pub commands: &'static [(&'static str, Verdict)],
    /// True if the characters of a command that have no meaning for the shell are replaced before the command is compared
    /// with rules.
    pub masks_quoted: bool,
    /// True if a text that has no program, or that cannot be split into commands, is compared with rules as a whole.
    pub compares_whole_text: bool,
    /// True if a rule that denies everything has no effect on folders outside of the project.
    pub exempts_external: bool,
    /// True if the user is asked about reading a file of variables although a rule on everything allows it.
    pub guards_variables: bool,
    /// Returns true if a file has the program's own configuration, so that the user is asked about a change even if a rule
    /// allows it. The arguments are the absolute path and the path from the worktree. None if no file is protected.
    pub is_protected: Option<fn(&View<'_>, &str, &str) -> bool>,
}
