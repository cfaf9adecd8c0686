//! Sets of known names. Each set is a file with one name on each line: `names/<set>.txt`. An array of texts would need
//! eight more bytes of the module for each name.

use std::sync::LazyLock;

use crate::hashing::HashSet;

/// A set of names. It is built when a name is looked up for the first time.
pub(super) type Words = LazyLock<HashSet<&'static str>>;

fn parse(names: &'static str) -> HashSet<&'static str> {
    names.lines().collect()
}

/// Commands of shells, and utilities that every Unix has. Such commands are not dependencies.
pub(super) static EVERYWHERE: Words = Words::new(|| parse(include_str!("names/everywhere.txt")));

/// Commands whose arguments are another command, such as `sudo` in `sudo apt install jq`.
pub(super) static RUNNERS: Words = Words::new(|| parse(include_str!("names/runners.txt")));

/// Programs that are recognized if a sentence names them.
pub(super) static PROGRAMS: Words = Words::new(|| parse(include_str!("names/programs.txt")));

/// Variables that the system, the shell or a host sets, so that users need not set them.
pub(super) static SET_ANYWAY: Words = Words::new(|| parse(include_str!("names/set_anyway.txt")));

/// Last words in the names of variables that users set, such as `KEY` in `OPENAI_API_KEY`.
pub(super) static SETTING_ENDS: Words =
    Words::new(|| parse(include_str!("names/setting_ends.txt")));

/// The last words in the names of environment variables, such as `KEY` in `OPENAI_API_KEY`. A name
/// in a sentence counts as a variable only if the name ends with one of these words. Each of these
/// words is also in [`SETTING_ENDS`].
pub(super) static SECRET_ENDS: Words = Words::new(|| parse(include_str!("names/secret_ends.txt")));

/// Words that patterns and examples use in place of the name of a server, plugin or skill.
pub(super) static PLACEHOLDERS: Words =
    Words::new(|| parse(include_str!("names/placeholders.txt")));

/// Words that texts put in backquotes next to "skill" but that are not the name of a skill.
pub(super) static NO_SKILLS: Words = Words::new(|| parse(include_str!("names/no_skills.txt")));

/// Words before a colon that are not the name of a plugin, such as `mode` in `mode:fast`.
pub(super) static NO_PLUGINS: Words = Words::new(|| parse(include_str!("names/no_plugins.txt")));

/// Returns true if every Unix has a command, so that the command is not a dependency.
pub(super) fn is_everywhere(program: &str) -> bool {
    EVERYWHERE.contains(program)
}

/// Returns true if Skillglass recognizes the program by its name in an ordinary sentence, without
/// any code around the name.
pub(super) fn is_known_program(program: &str) -> bool {
    PROGRAMS.contains(program)
}

/// Returns true if a word may be the name of a program: lowercase letters, digits and some
/// punctuation.
pub(super) fn is_program(word: &str) -> bool {
    // `11m` is a time or a color; `7z` is a program.
    let letters = word.trim_start_matches(|first: char| first.is_ascii_digit());
    let starts = letters.starts_with(|first: char| first.is_ascii_lowercase());
    let is_number =
        letters.len() < word.len() && matches!(letters, "d" | "h" | "m" | "s" | "ms" | "k");
    starts
        && !is_number
        && word.len() <= 40
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
        && word.bytes().all(|byte| {
            byte.is_ascii_lowercase()
                || byte.is_ascii_digit()
                || matches!(byte, b'-' | b'_' | b'.' | b'+')
        })
        && !word.ends_with(['.', '-'])
}

/// Returns true if a word has the form of an environment variable's name: uppercase letters, digits
/// and `_`. A word without `_` needs at least four characters.
pub(super) fn is_variable(word: &str) -> bool {
    word.len() >= 3
        && word.len() <= 80
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && (word.contains('_') || word.len() >= 4)
        && !word.ends_with('_')
        && (word.bytes())
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Returns true if a word looks like the name of an environment variable that the user may have to
/// set. Returns false for variables that the system, the shell or a host sets, and for placeholders
/// such as `YOUR_KEY`.
pub(super) fn is_users(variable: &str) -> bool {
    is_variable(variable)
        && !SET_ANYWAY.contains(variable)
        && !["XDG_", "BASH_", "LC_", "YOUR_", "MY_"]
            .iter()
            .any(|start| variable.starts_with(start))
}

/// Returns true if the last word of a variable is in `ends`, and at least one word precedes it.
/// Words are separated by `_`.
pub(super) fn is_setting(variable: &str, ends: &Words) -> bool {
    variable
        .rsplit_once('_')
        .is_some_and(|(_, last)| ends.contains(last))
}

/// Returns true if a word has the form of a skill's or plugin's name: lowercase words joined by
/// hyphens.
pub(super) fn is_kebab(word: &str) -> bool {
    word.len() >= 2
        && word.len() <= 64
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && !word.ends_with('-')
        && (word.bytes())
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
