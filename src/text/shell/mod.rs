//! Shell commands in the syntax of bash: the simple commands that a script consists of, with their places. Nothing is run
//! or replaced.

mod parser;

use std::collections::BTreeSet;
use std::ops::Range;

pub(crate) use parser::read;

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
    /// The file, descriptor or text; the delimiter of `<<`.
    pub target: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn simple_commands_are_found_in_all_constructs() {
        let cases: [(&str, &[&str]); 16] = [
            ("make", &["make"]),
            (
                "a && b || c; d | e |& f & g\nh",
                &["a", "b", "c", "d", "e", "f", "g", "h"],
            ),
            ("a 'b; c' \"d && e\" f\\;g", &["a 'b; c' \"d && e\" f\\;g"]),
            ("a $(b) `c` <(d)", &["a $(b) `c` <(d)", "b", "c", "d"]),
            (
                "a \"$(b \"$(c)\")\"",
                &["a \"$(b \"$(c)\")\"", "b \"$(c)\"", "c"],
            ),
            ("(a; b); { c; }", &["a", "b", "c"]),
            (
                "if a; then b; elif c; then d; else e; fi",
                &["a", "b", "c", "d", "e"],
            ),
            (
                "while a; do b; done; for i in 1 $(c); do d; done",
                &["a", "b", "c", "d"],
            ),
            ("case x in a|b) c;; *) d; esac", &["c", "d"]),
            ("f() { a; }; f", &["a", "f"]),
            ("! a # b\n# c\nd", &["a", "d"]),
            ("A=1 B='x y' a > f 2>&1", &["A=1 B='x y' a > f 2>&1"]),
            ("cat << EOF | b\n$(c)\nEOF\nd", &["cat << EOF", "b", "d"]),
            ("a \\\n b", &["a \\\n b"]),
            (
                "echo ${x:-$(a)} $((1 + 2))",
                &["echo ${x:-$(a)} $((1 + 2))", "a"],
            ),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let script = read(text);
            let found = script
                .commands
                .iter()
                .map(|command| &text[command.whole.clone()]);
            let found: Vec<_> = found.collect();
            assert_eq!(found, expected, "{text}");
            assert!(script.is_whole, "{text}");
        }
    }

    #[test]
    fn an_open_construct_is_not_whole() {
        let deep = format!("{}a{}", "( ".repeat(100), ")".repeat(100));
        for text in [
            "a '",
            "a \"",
            "a $(b",
            "a `b",
            "(a",
            "if a; then b",
            "a ${b",
            "case x in",
            ")",
            deep.as_str(),
        ] {
            assert!(!read(text).is_whole, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_script(
            text in r#"(a|é|;|&|\||\(|\)|\{|\}|\$\(|\$\{|\$\(\(|`|'|"|\\|<|>|<<|EOF|\n| |#|if|then|fi|do|done|for|in|case|esac|A=|!|\[\[|\]\]){0,30}"#,
        ) {
            let script = read(&text);
            for command in &script.commands {
                prop_assert!(text.get(command.whole.clone()).is_some());
                for word in &command.words {
                    prop_assert!(text.get(word.clone()).is_some());
                }
            }
        }
    }
}
