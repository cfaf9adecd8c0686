//! The result of parsing a shell script.

use std::collections::BTreeSet;
use std::ops::Range;

/// A parsed shell script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    /// The simple commands of the script. The commands in the substitutions of a command follow
    /// directly after it.
    pub commands: Vec<Command>,
    /// The kinds of constructs that occur in the script.
    pub constructs: BTreeSet<Construct>,
    /// True if the script was parsed to its end: every construct is closed, and none is nested too
    /// deeply.
    pub is_whole: bool,
}

/// A construct of a shell script that is more than a simple command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Construct {
    /// A command in the background: `a &`.
    Background,
    /// A subshell: `( a )`.
    Subshell,
    /// A group of commands: `{ a; }`.
    Group,
    /// A condition or loop: `if`, `while`, `until`, `for` or `select`.
    Control,
    /// A `case`.
    Case,
    /// The definition of a function.
    Function,
    /// A command substitution: `$(a)`, or backquotes.
    Substitution,
    /// A process substitution: `<(a)` or `>(a)`.
    Process,
    /// A condition `[[ … ]]`, or arithmetic in `(( … ))`.
    Test,
    /// A here-document: `<<EOF`.
    Heredoc,
    /// A negation: `! a`.
    Negation,
}

/// The kind of a simple command in a shell script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandKind {
    /// A program or a builtin of the shell, with its arguments.
    Program,
    /// A condition: `[ … ]` or `[[ … ]]`.
    Test,
    /// A declaration: `export`, `declare`, `typeset`, `readonly`, `local` or `unset`.
    Declaration,
    /// A command without a program: only assignments or redirections.
    Bare,
}

/// A simple command in a shell script. All places are byte ranges in the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    pub kind: CommandKind,
    /// The byte range of the assignments and words. Redirections at the end are not included.
    pub bytes: Range<usize>,
    /// The byte range of the assignments, words and redirections.
    pub whole: Range<usize>,
    /// The byte range of each word after the assignments. The first word names the program.
    pub words: Vec<Range<usize>>,
    pub assignments: Vec<Range<usize>>,
    pub redirects: Vec<Redirect>,
    /// The number of substitutions, such as `$(…)`, that contain the command.
    pub level: usize,
    /// True if the command is the last of a pipeline or list with several commands.
    pub ends_list: bool,
}

/// A redirection of a command's input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// The byte range of the operator, such as `2>`, including the number of the file descriptor.
    pub operator: Range<usize>,
    /// The byte range of the word after the operator. For `<<` the word is the delimiter. Otherwise
    /// the word is a file, a file descriptor or a text.
    pub target: Range<usize>,
}
