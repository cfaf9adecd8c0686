//! A script that was taken apart.

use std::collections::BTreeSet;
use std::ops::Range;

/// A script that was taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    /// The simple commands. A command is followed by those in its substitutions, then by the next command.
    pub commands: Vec<Command>,
    /// The constructs that occur in the script.
    pub constructs: BTreeSet<Construct>,
    /// True if all constructs are closed, and none is nested too deep.
    pub is_whole: bool,
}

/// A construct that is more than a simple command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Construct {
    /// `a &`.
    Background,
    /// `( a )`.
    Subshell,
    /// `{ a; }`.
    Group,
    /// `if`, `while`, `until`, `for` and `select`.
    Control,
    /// `case`.
    Case,
    /// The definition of a function.
    Function,
    /// `$(a)` or backquotes.
    Substitution,
    /// `<(a)` or `>(a)`.
    Process,
    /// `[[ … ]]` or `(( … ))`.
    Test,
    /// `<<EOF`.
    Heredoc,
    /// `! a`.
    Negation,
}

/// The kind of a simple command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandKind {
    /// A program or a builtin with its arguments.
    Program,
    /// `[ … ]` or `[[ … ]]`.
    Test,
    /// `export`, `declare`, `typeset`, `readonly`, `local` or `unset`.
    Declaration,
    /// Only assignments or redirections.
    Bare,
}

/// A simple command. All places are bytes of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    pub kind: CommandKind,
    /// The assignments and words, without redirections at the end.
    pub bytes: Range<usize>,
    /// The assignments, words and redirections.
    pub whole: Range<usize>,
    /// The words after the assignments. The first names the program.
    pub words: Vec<Range<usize>>,
    pub assignments: Vec<Range<usize>>,
    pub redirects: Vec<Redirect>,
    /// The number of substitutions that contain the command.
    pub level: usize,
    /// True if the command ends a pipeline or a list of several commands.
    pub ends_list: bool,
}

/// A redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// The operator with the number of the descriptor, such as `2>`.
    pub operator: Range<usize>,
    /// The word after the operator: a file, a descriptor or a text, or for `<<` the delimiter.
    pub target: Range<usize>,
}
