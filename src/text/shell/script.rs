//! The result of parsing a script.

use std::collections::BTreeSet;
use std::ops::Range;

/// A parsed script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    /// The simple commands. Each command is followed by the commands in its substitutions, then by the next command.
    pub commands: Vec<Command>,
    /// The constructs that occur in the script.
    pub constructs: BTreeSet<Construct>,
    /// True if all constructs are closed and no construct is nested too deeply.
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
    /// A command that consists only of assignments or redirections.
    Bare,
}

/// A simple command. All places are byte ranges in the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    pub kind: CommandKind,
    /// The range of assignments and words. Redirections at the end are not included.
    pub bytes: Range<usize>,
    /// The range of assignments, words and redirections.
    pub whole: Range<usize>,
    /// The ranges of the words after the assignments. The first word names the program.
    pub words: Vec<Range<usize>>,
    pub assignments: Vec<Range<usize>>,
    pub redirects: Vec<Redirect>,
    /// The number of substitutions around the command.
    pub level: usize,
    /// True if the command ends a pipeline or a list of several commands.
    pub ends_list: bool,
}

/// A redirection of a command's input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// The range of the operator, including the number of the descriptor, such as `2>`.
    pub operator: Range<usize>,
    /// The range of the word after the operator. For `<<` the word is the delimiter. Otherwise it is a file, a
    /// descriptor or a text.
    pub target: Range<usize>,
}
