//! Finds the shell commands in a skill's text that run before the model gets the text.
//!
//! Skillglass runs no commands. The caller runs the commands that Skillglass finds, and the outputs
//! replace the commands in the text (docs/hosts/claude-code-use.md#commands-of-the-shell).

use std::ops::Range;

use crate::sort;

/// A shell command in a skill's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShellCommand {
    /// The command to run, without whitespace at its ends.
    pub command: String,
    /// The byte range that the output replaces, including the characters that mark the command,
    /// such as `` !` `` and `` ` ``.
    pub bytes: Range<usize>,
    /// The byte range of the command itself, without the characters that mark it.
    pub inside: Range<usize>,
    /// The command as written in the skill's text, including the characters that mark the command,
    /// such as `` !`git status` ``. Claude Code quotes this text in error messages.
    pub pattern: String,
}

/// The beginning of a fenced block of commands.
const FENCE_OPEN: &str = "```!";

/// The line that closes a fenced block of commands.
const FENCE: &str = "```";

/// The text that replaces each command if a setting disables commands.
pub(super) const DISABLED: &str = "[shell command execution disabled by policy]";

/// The text that replaces an empty output, as in recorded answers of Claude Code.
pub(super) const NO_OUTPUT: &str = "(Bash completed with no output)";

/// Returns the error message of an invocation if a shell command in the skill's text fails.
/// `pattern` is the command with the characters that mark it in the text. The command's output
/// follows the message.
pub(super) fn failed(pattern: &str) -> String {
    format!("Shell command failed for pattern \"{pattern}\"")
}

/// Returns the error message of an invocation if a shell command in the skill's text may not run.
/// `pattern` is the command with the characters that mark it in the text.
pub(super) fn refused(pattern: &str) -> String {
    format!("Shell command permission check failed for pattern \"{pattern}\"")
}

/// Returns the shell commands in a skill's text, in order.
pub(super) fn find(text: &str) -> Vec<ShellCommand> {
    let mut found = Vec::new();
    // Inline commands and blocks both begin with a `!`, which most texts do not contain.
    if !text.contains('!') {
        return found;
    }
    // If no line closes a block, no line closes a later block either, so the search for blocks
    // ends.
    let mut may_close = true;
    let mut line_start = 0;
    while line_start < text.len() {
        let line_end = line_end(text, line_start);
        if may_close && opens_block(&text[line_start..line_end]) {
            match block(text, line_start, line_end) {
                Some(command) => {
                    line_start = self::line_end(text, command.bytes.end) + 1;
                    found.extend((!command.command.is_empty()).then_some(command));
                    continue;
                }
                None => may_close = false,
            }
        }
        inline(text, line_start..line_end, &mut found);
        line_start = line_end + 1;
    }
    found
}

/// Returns the byte offset at which the line that contains `at` ends.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

fn opens_block(line: &str) -> bool {
    line.trim_start()
        .strip_prefix(FENCE_OPEN)
        .is_some_and(|rest| rest.trim().is_empty())
}

/// Returns the fenced block of commands whose first line starts at `line_start`. None if no line
/// closes the block.
fn block(text: &str, line_start: usize, first_line_end: usize) -> Option<ShellCommand> {
    let line = &text[line_start..first_line_end];
    let start = line_start + (line.len() - line.trim_start().len());
    let mut at = first_line_end + 1;
    while at < text.len() {
        let end = line_end(text, at);
        let line = &text[at..end];
        if line.trim() == FENCE {
            let bytes = start..at + line.trim_end().len();
            let inside = first_line_end + 1..at;
            return Some(ShellCommand {
                command: text[inside.clone()].trim().to_owned(),
                pattern: text[bytes.clone()].to_owned(),
                bytes,
                inside,
            });
        }
        at = end + 1;
    }
    None
}

/// Adds the inline commands (`` !`command` ``) of a line to `found`.
fn inline(text: &str, line: Range<usize>, found: &mut Vec<ShellCommand>) {
    const OPEN: &str = "!`";
    let mut at = line.start;
    while let Some(start) = text[at..line.end].find(OPEN).map(|offset| at + offset) {
        at = start + OPEN.len();
        // An inline command is at the start of a line or after whitespace; `KEY=!`cmd`` is not an
        // inline command.
        let stands_free = text[line.start..start]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace);
        let Some(length) = text[at..line.end].find('`').filter(|_| stands_free) else {
            continue;
        };
        let inside = at..at + length;
        let command = text[inside.clone()].trim();
        at += length + 1;
        if !command.is_empty() {
            found.push(ShellCommand {
                command: command.to_owned(),
                bytes: start..at,
                inside,
                pattern: text[start..at].to_owned(),
            });
        }
    }
}

/// Replaces each byte range of a text by an output. Commands in outputs are not replaced.
pub(super) fn fill(text: &str, outputs: &[(Range<usize>, &str)]) -> String {
    let mut outputs: Vec<_> = outputs.iter().collect();
    sort::by_key(&mut outputs, |(bytes, _)| bytes.start);
    let mut filled = String::with_capacity(text.len());
    let mut copied = 0;
    for (bytes, output) in outputs {
        let (Some(kept), Some(_)) = (text.get(copied..bytes.start), text.get(bytes.clone())) else {
            continue;
        };
        filled.push_str(kept);
        filled.push_str(output);
        copied = bytes.end;
    }
    filled.push_str(&text[copied..]);
    filled
}

/// Bash commands whose exit code 1 is not a failure
/// (docs/hosts/claude-code-use.md#commands-of-the-shell). Exit code 1 of these commands means that
/// nothing was found or that something differs. According to the documentation, `cmp` and `pgrep`
/// do not belong to this list.
const ANSWER_WITH_ONE: [&str; 8] = ["grep", "rg", "egrep", "fgrep", "find", "diff", "test", "["];

/// PowerShell commands whose exit code 1 is not a failure. Exit code 1 of these commands means that
/// nothing was found.
const ANSWER_WITH_ONE_IN_POWERSHELL: [&str; 5] = ["grep", "rg", "egrep", "fgrep", "findstr"];

/// Subcommands of Git whose exit code 1 is not a failure, neither in bash nor in PowerShell. Exit
/// code 1 of these subcommands means that nothing was found or that something differs.
const GIT_ANSWERS_WITH_ONE: [&str; 2] = ["diff", "grep"];

/// The highest exit code of `robocopy` that is not a failure.
const ROBOCOPY_INFORMS: i32 = 7;

/// Returns true if a bash command with this exit code succeeded, so that its output is inserted.
pub(super) fn succeeds(command: &str, exit_code: i32) -> bool {
    exit_code == 0 || exit_code == 1 && answers_with_one(command, &ANSWER_WITH_ONE)
}

/// Returns true if a PowerShell command with this exit code succeeded, so that its output is
/// inserted.
pub(super) fn succeeds_in_powershell(command: &str, exit_code: i32) -> bool {
    exit_code == 0
        || exit_code == 1 && answers_with_one(command, &ANSWER_WITH_ONE_IN_POWERSHELL)
        || (1..=ROBOCOPY_INFORMS).contains(&exit_code) && program(command) == "robocopy"
}

fn answers_with_one(command: &str, programs: &[&str]) -> bool {
    let command = last_command(command);
    let program = program(command);
    programs.contains(&program)
        || program == "git"
            && command
                .split_whitespace()
                .nth(1)
                .is_some_and(|subcommand| GIT_ANSWERS_WITH_ONE.contains(&subcommand))
}

/// Returns the last of several joined commands, because its exit code is the exit code of the whole
/// command line. Quotes are ignored, because no source describes how Claude Code handles them.
fn last_command(command: &str) -> &str {
    command
        .trim_end_matches([';', '\n', ' '])
        .rsplit(['|', ';', '&', '\n'])
        .next()
        .unwrap_or_default()
        .trim()
}

/// Returns the first word of a command, which is the program's name.
fn program(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_are_found_after_whitespace_and_at_line_starts() {
        let cases: [(&str, &[(&str, &str)]); 15] = [
            ("!`git diff HEAD`", &[("git diff HEAD", "!`git diff HEAD`")]),
            (
                "- Diff: !`a` and !` b `.",
                &[("a", "!`a`"), ("b", "!` b `")],
            ),
            ("x\n\t!`a`", &[("a", "!`a`")]),
            ("KEY=!`cmd`", &[]),
            ("(!`cmd`)", &[]),
            ("!`a`!`b`", &[("a", "!`a`")]),
            ("!``", &[]),
            ("!` `", &[]),
            ("!`a\nb`", &[]),
            ("! `a`", &[]),
            ("```!\na\nb\n```", &[("a\nb", "```!\na\nb\n```")]),
            ("  ```!  \n  a\n  ``` \nx", &[("a", "```!  \n  a\n  ```")]),
            (
                "```!\n!`a`\n```\n!`b`",
                &[("!`a`", "```!\n!`a`\n```"), ("b", "!`b`")],
            ),
            ("```!\na !`b`", &[("b", "!`b`")]),
            ("```!\n\n```\n``` !\na\n```\n```!sh\nb\n```", &[]),
        ];
        for (text, expected) in cases {
            let found = find(text);
            let found: Vec<_> = found
                .iter()
                .map(|found| (found.command.as_str(), found.pattern.as_str()))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_command_is_known_with_and_without_its_marks() {
        let text = "é !` a`\n```!\n!\n```\n";
        let found = find(text);
        let bytes: Vec<_> = (found.iter())
            .map(|found| (&text[found.bytes.clone()], &text[found.inside.clone()]))
            .collect();
        assert_eq!(bytes, [("!` a`", " a"), ("```!\n!\n```", "!\n")]);
    }

    #[test]
    fn outputs_replace_commands_and_are_not_searched() {
        let text = "A !`a` B !`b`!";
        let found = find(text);
        let outputs = [
            (found[1].bytes.clone(), "2"),
            (found[0].bytes.clone(), "!`b`"),
        ];
        assert_eq!(fill(text, &outputs), "A !`b` B 2!");
        assert_eq!(
            fill("aé", &[(0..1, "x"), (0..1, "y"), (2..3, "z"), (9..10, "z")]),
            "xé"
        );
    }

    #[test]
    fn exit_code_one_is_an_answer_of_searches_and_comparisons_only() {
        let cases = [
            ("false", 0, true),
            ("false", 1, false),
            ("grep x y", 1, true),
            ("grep x y", 2, false),
            ("cat y | rg x", 1, true),
            ("rg x | cat", 1, false),
            ("cd a && git diff --quiet;", 1, true),
            ("git status", 1, false),
            ("[ -f x ]", 1, true),
            ("test -f x", 1, true),
            ("cmp a b", 1, false),
            ("pgrep x", 1, false),
            ("", 1, false),
        ];
        for (command, exit_code, expected) in cases {
            assert_eq!(
                succeeds(command, exit_code),
                expected,
                "{command} {exit_code}"
            );
        }
    }

    #[test]
    fn powershell_has_its_own_list() {
        let cases = [
            ("findstr x y", 1, true),
            ("find x", 1, false),
            ("diff a b", 1, false),
            ("git diff", 1, true),
            ("robocopy a b", 7, true),
            ("robocopy a b", 8, false),
        ];
        for (command, exit_code, expected) in cases {
            assert_eq!(
                succeeds_in_powershell(command, exit_code),
                expected,
                "{command} {exit_code}"
            );
        }
    }

    #[test]
    fn messages_name_the_pattern() {
        assert_eq!(failed("!`a`"), "Shell command failed for pattern \"!`a`\"");
        assert_eq!(
            refused("!`a`"),
            "Shell command permission check failed for pattern \"!`a`\""
        );
    }

    proptest! {
        #[test]
        fn any_text_gives_a_result(text in r"(!|`|```|```!| |\n|a|é|\r){0,40}") {
            let found = find(&text);
            let mut end = 0;
            for command in &found {
                prop_assert!(end <= command.bytes.start);
                prop_assert_eq!(&text[command.bytes.clone()], &command.pattern);
                end = command.bytes.end;
            }
            let outputs: Vec<_> = found.iter().map(|found| (found.bytes.clone(), found.pattern.as_str())).collect();
            prop_assert_eq!(fill(&text, &outputs), text);
        }

        #[test]
        fn any_places_give_a_result(text in "[aé]{0,10}", places in prop::collection::vec((0usize..12, 0usize..12), 0..5)) {
            let outputs: Vec<_> = places.iter().map(|(start, end)| (*start..*end, "x")).collect();
            let _ = fill(&text, &outputs);
        }

        #[test]
        fn a_text_without_exclamation_marks_has_no_commands(text in "[^!]{0,60}") {
            prop_assert_eq!(find(&text), []);
        }
    }
}
