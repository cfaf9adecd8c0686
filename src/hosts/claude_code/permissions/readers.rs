//! Shell commands that only read, and shell commands that write to a file.

use super::wrappers::{Assignments, forms};

/// Programs that only read (docs/hosts/claude-code-use.md#rules-on-bash). The documentation's list is incomplete.
/// `find` and `git` only read with some arguments.
const READERS: [&str; 12] = [
    "ls", "cat", "echo", "pwd", "head", "tail", "grep", "wc", "which", "diff", "stat", "du",
];

/// Subcommands of git that only read, whatever their flags. The documentation mentions "read-only forms of git"; the
/// list is ours.
const GIT_READERS: [&str; 10] = [
    "status",
    "log",
    "show",
    "diff",
    "blame",
    "rev-parse",
    "ls-files",
    "describe",
    "shortlog",
    "rev-list",
];

/// Flags with which git's reading subcommands write or run something.
const GIT_WRITING_FLAGS: [&str; 3] = ["--output", "--ext-diff", "--textconv"];

/// Flags with which `find` runs or writes something.
const FIND_WRITING_FLAGS: [&str; 9] = [
    "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls",
];

/// Returns true if a part of a command is known to only read. `more` lists further programs that only read. A part that
/// redirects its output to a file other than `/dev/null` writes.
pub(super) fn only_reads(part: &str, more: &[&str]) -> bool {
    if writes_to_file(part) {
        return false;
    }
    forms(part, Assignments::Harmless).any(|form| {
        let mut words = form.split_whitespace();
        match words.next() {
            Some("find") => find_only_reads(form) && !form.contains(['*', '?', '[']),
            Some("git") => {
                words
                    .next()
                    .is_some_and(|subcommand| GIT_READERS.contains(&subcommand))
                    && !form.contains(['*', '?', '['])
                    && !words.any(|word| {
                        GIT_WRITING_FLAGS
                            .iter()
                            .any(|flag| word.split('=').next() == Some(flag))
                    })
            }
            Some(program) => READERS.contains(&program) || more.contains(&program),
            None => false,
        }
    })
}

pub(in crate::hosts::claude_code) fn find_only_reads(command: &str) -> bool {
    !command
        .split_whitespace()
        .any(|word| FIND_WRITING_FLAGS.contains(&word))
}

pub(super) fn writes_to_file(part: &str) -> bool {
    let mut quote = None;
    let mut characters = part.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (None | Some('"'), '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '>') => {
                let target = part[at + 1..].trim_start_matches(['>', '|']);
                let descriptor = target.starts_with('&')
                    && target[1..].starts_with(|next: char| next.is_ascii_digit());
                let target = target.trim_start();
                let nowhere = target
                    .strip_prefix("/dev/null")
                    .is_some_and(|rest| !rest.starts_with(|next: char| !next.is_whitespace()));
                if !descriptor && !nowhere {
                    return true;
                }
                // The other characters of `>>` and `>|` are skipped.
                while characters.as_str().starts_with(['>', '|']) {
                    characters.next();
                }
            }
            _ => {}
        }
    }
    false
}
