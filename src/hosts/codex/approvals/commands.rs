//! Splits a shell script into the commands that permission rules are compared with, and finds
//! dangerous commands.

use crate::text::shell::{self, CommandKind};
use crate::tree::path;

/// The largest depth to which scripts inside of scripts are checked. Skillglass sets this limit.
const MAX_NESTING: usize = 8;

/// The names of shells. If a command runs a script with one of these shells, the commands in the
/// script are checked.
const SHELLS: [&str; 3] = ["bash", "sh", "zsh"];

/// Words that begin a construct of the shell, such as `if`. A script with such a word has more than
/// plain commands. The list was derived from recorded answers of Codex.
const RESERVED: [&str; 19] = [
    "!", "[", "[[", "case", "declare", "export", "for", "function", "if", "local", "readonly",
    "select", "typeset", "unset", "unsetenv", "until", "while", "{", "}",
];

/// Characters that a word without quotes must not contain, because they begin variables,
/// substitutions, patterns or escapes. The list was derived from recorded answers of Codex.
const SPECIAL: &[char] = &[
    '(', ')', '<', '>', '`', '$', '*', '?', '~', '{', '}', '[', ']', '^', '#', '\\',
];

/// Characters at which the reading of an unquoted word stops.
const ENDS: &[char] = &[' ', '\t', '\r', '\n', ';', '|', '&', '\'', '"'];

/// Returns the script if the command runs a script with a shell, such as `bash -c SCRIPT`.
/// Otherwise returns none.
fn script(command: &[String]) -> Option<&str> {
    let [shell, flag, script] = command else {
        return None;
    };
    let is_shell = SHELLS.contains(&path::file_name(shell));
    (is_shell && matches!(flag.as_str(), "-lc" | "-c")).then_some(script)
}

/// Returns true if the command runs a script with a shell, such as `bash -c SCRIPT`.
pub(super) fn is_script(command: &[String]) -> bool {
    script(command).is_some()
}

/// Returns the commands in the script of a shell command, each as its words. None if the script has
/// more than plain commands connected by `&&`, `||`, `|`, `;` or line ends. A plain command has
/// only words and quoted texts, without variables or substitutions.
pub(super) fn plain(command: &[String]) -> Option<Vec<Vec<String>>> {
    let script = script(command)?;
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    // True if the last operator requires another command.
    let mut is_open = false;
    let mut rest = script;
    loop {
        rest = skip_spaces(rest);
        let Some(first) = rest.chars().next() else {
            break;
        };
        let current = commands.last_mut()?;
        let operator = ["&&", "||", "|", ";", "\n"].into_iter();
        let operator = operator
            .into_iter()
            .find(|operator| rest.starts_with(operator));
        match operator {
            Some("\n") if current.is_empty() => rest = &rest[1..],
            Some(_) if current.is_empty() => return None,
            Some(operator) => {
                rest = &rest[operator.len()..];
                if rest.starts_with(['&', '|']) || operator == ";" && rest.starts_with(';') {
                    return None;
                }
                is_open = !matches!(operator, ";" | "\n");
                commands.push(Vec::new());
            }
            None if matches!(first, '#' | '&') => return None,
            None => {
                let (word, after) = word(rest, current.is_empty())?;
                current.push(word);
                is_open = false;
                rest = after;
            }
        }
    }
    if commands.last().is_some_and(Vec::is_empty) {
        commands.pop();
    }
    (!is_open && !commands.is_empty()).then_some(commands)
}

fn skip_spaces(mut rest: &str) -> &str {
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t', '\r']);
        let trimmed = trimmed.strip_prefix("\\\n").unwrap_or(trimmed);
        if trimmed.len() == rest.len() {
            return rest;
        }
        rest = trimmed;
    }
}

/// Reads the first word of a script's text. Returns the word and the text after it, or none if the
/// word is not plain. `is_first` is true if the word is the name of a program, which must have no
/// quotes.
fn word(text: &str, is_first: bool) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut rest = text;
    let mut parts = 0;
    while let Some(first) = rest.chars().next() {
        let (part, after) = match first {
            '\'' => rest[1..].split_once('\'')?,
            '"' => rest[1..].split_once('"').filter(|(inside, _)| {
                // Quoted text with a backslash is not plain, even if the backslash escapes a quote.
                !inside.contains(['$', '`', '\\'])
            })?,
            _ if ENDS.contains(&first) => break,
            _ => {
                let (part, after) = rest.split_at(rest.find(ENDS).unwrap_or(rest.len()));
                if part.contains(SPECIAL) || parts == 0 && part.starts_with('=') {
                    return None;
                }
                (part, after)
            }
        };
        word.push_str(part);
        rest = after;
        parts += 1;
    }
    let is_quoted = text.len() - rest.len() != word.len();
    let is_refused = if is_first {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        is_quoted || is_number || is_assignment(&word) || RESERVED.contains(&word.as_str())
    } else {
        parts > 1 && word.is_empty()
    };
    (!is_refused).then_some((word, rest))
}

/// Returns true if a word sets a shell variable, such as `NAME=value`.
fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    let name = name.strip_suffix('+').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns true if the command, or a command in its script, removes files by force (`rm -f`). Codex
/// asks the user before such a command, or refuses the command, unless a rule matches.
pub(super) fn dangerous(command: &[String]) -> bool {
    is_dangerous(command, 0)
}

fn is_dangerous(command: &[String], depth: usize) -> bool {
    if removes_by_force(command) {
        return true;
    }
    let Some(text) = script(command).filter(|_| depth < MAX_NESTING) else {
        return false;
    };
    let script = shell::read(text);
    let programs = script.commands.iter();
    script.is_whole
        && programs
            .filter(|it| it.kind == CommandKind::Program)
            .any(|it| {
                let words = it.words.iter().map(|word| unquoted(&text[word.clone()]));
                is_dangerous(&words.collect::<Vec<_>>(), depth + 1)
            })
}

/// Returns a word without its quotes. Backslashes outside of quotes are not removed.
fn unquoted(word: &str) -> String {
    let mut inside = String::with_capacity(word.len());
    let mut open = None;
    for character in word.chars() {
        match open {
            None if matches!(character, '"' | '\'') => open = Some(character),
            Some(quote) if character == quote => open = None,
            _ => inside.push(character),
        }
    }
    inside
}

fn removes_by_force(command: &[String]) -> bool {
    let mut command = command;
    // This is a loop, because a command may have any number of these words at its start.
    while let Some(("sudo" | "env", rest)) = command
        .split_first()
        .map(|(program, rest)| (path::file_name(program), rest))
    {
        command = rest;
    }
    let Some((program, arguments)) = command.split_first() else {
        return false;
    };
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    path::file_name(program) == "rm"
        && options.any(|argument| {
            argument == "--force"
                || argument
                    .strip_prefix('-')
                    .is_some_and(|flags| !flags.starts_with('-') && flags.contains('f'))
        })
}
