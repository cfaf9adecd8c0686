//! The differences between opencode and Kilo, which both decide on tool calls by rules with
//! patterns.

use crate::host::stages::View;
use crate::model::permission::Verdict;

/// The name of the permission for files and folders outside of the project.
pub(crate) const EXTERNAL: &str = "external_directory";

/// A program, opencode or Kilo, with its tools, default rules and checks.
pub(crate) struct Program {
    /// The program's name. The program's folders for long outputs and temporary files have the same
    /// name.
    pub name: &'static str,
    /// The tools that a model gets by default, in the order in which opencode or Kilo lists them.
    pub tools: &'static [&'static str],
    /// The tools whose permission decisions Skillglass emulates. `None` if it emulates the
    /// decisions for all tools.
    pub known: Option<&'static [&'static str]>,
    /// The name of the tool that answers a call to an unavailable tool with an error. `None` if the
    /// program (opencode or Kilo) has no such tool.
    pub invalid: Option<&'static str>,
    /// The permissions that opencode or Kilo denies by default.
    pub denied: &'static [&'static str],
    /// The permissions for which opencode or Kilo asks the user by default.
    pub asked: &'static [&'static str],
    /// The permissions that opencode or Kilo allows by default. They take precedence over `denied`.
    pub allowed: &'static [&'static str],
    /// The default rules on shell commands: a pattern and its verdict.
    pub commands: &'static [(&'static str, Verdict)],
    /// True if shell characters in quotes, such as the `>` in `'a > b'`, are replaced with `_`
    /// before a command is compared with rules. In quotes, these characters have no special
    /// meaning.
    pub masks_quoted: bool,
    /// True if the host compares a whole shell text with its rules when the text cannot be split
    /// completely into commands, or when no command in the text runs a program.
    pub compares_whole_text: bool,
    /// True if a rule that denies everything does not apply to files and folders outside of the
    /// project.
    pub exempts_external: bool,
    /// True if the user is asked before the model reads an `.env` file, even if a rule allows all
    /// files.
    pub guards_variables: bool,
    /// A function that returns true if a file is part of opencode's or Kilo's own configuration.
    /// The user is asked about changes of such a file, even if a rule allows the change. The
    /// arguments are the view, the file's absolute path, and its path relative to the worktree.
    /// `None` if no files are protected in this way.
    pub is_protected: Option<fn(&View<'_>, &str, &str) -> bool>,
}
