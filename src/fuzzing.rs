//! What fuzzing reaches of the inside of the crate, where a whole workspace would be in the way.

use crate::hosts::{claude_code, codex, copilot_cli, openclaw, pi, standard, vscode};
use crate::text::{js_yaml, yaml};
use crate::tree::gitignore::{self, Pattern};

/// That the plain reader of frontmatter reads nothing otherwise than the parser of any host.
///
/// # Panics
/// When it does.
pub fn plain_reader_agrees(yaml: &str) {
    // Parsers refuse what only looks like a bomb of aliases; plain readers know that it is none.
    if yaml::check_aliases::<serde_yaml::Error>(yaml).is_err() {
        return;
    }
    codex::plain_reader_agrees(yaml);
    claude_code::fuzzing::plain_reader_agrees(yaml);
    js_yaml::plain_reader_agrees(yaml);
    copilot_cli::plain_reader_agrees(yaml);
    openclaw::plain_reader_agrees(yaml);
    pi::plain_reader_agrees(yaml);
    standard::plain_reader_agrees(yaml);
    standard::strict_reader_agrees(yaml);
    vscode::plain_reader_agrees(yaml);
}

/// Takes a command of a shell, a rule of permission and a list of tools apart, in all ways in which that is done.
pub fn shell(command: &str, rule: &str, tools: &str) {
    claude_code::fuzzing::shell(command, rule, tools);
}

/// Reads lines of patterns and compares them with a path.
pub fn globs(lines: &str, path: &str) {
    let patterns: Vec<_> = lines.lines().filter_map(Pattern::parse).collect();
    for is_directory in [false, true] {
        let _ = gitignore::verdict(&patterns, path, is_directory);
        let _ = gitignore::verdict_by_characters(&patterns, path, is_directory);
    }
    claude_code::fuzzing::globs(lines, path);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::plain_yaml::made_up;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn plain_frontmatter_is_what_every_parser_reads(yaml in made_up::frontmatter()) {
            plain_reader_agrees(&yaml);
        }
    }
}
