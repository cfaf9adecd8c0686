//! Gives fuzz targets access to private functions of the crate, so that the targets need not build a whole workspace.

use crate::hosts::{claude_code, codex, copilot_cli, openclaw, pi, standard, vscode};
use crate::text::{js_yaml, yaml};
use crate::tree::gitignore::{self, Pattern};

/// Checks that the fast reader of simple frontmatter returns the same value as the YAML parser of
/// every host.
///
/// # Panics
/// Panics if the fast reader and a parser disagree.
pub fn plain_reader_agrees(yaml: &str) {
    // Some parsers refuse texts that only look like an alias bomb. The fast reader accepts such texts, because it knows
    // that they contain no aliases.
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

/// Splits a shell command, a permission rule and a list of tools in every way that a host uses.
pub fn shell(command: &str, rule: &str, tools: &str) {
    claude_code::fuzzing::shell(command, rule, tools);
}

/// Parses each line as a glob pattern, and matches the patterns against a path.
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
