//! The commands of a script that rules are compared with, and the commands that may be dangerous.

use crate::text::shell::{self, CommandKind};
use crate::tree::path;

/// The names of shells whose scripts are taken apart.
const SHELLS: [&str; 3] = ["bash", "sh", "zsh"];

/// Words that begin more than a plain command.
const RESERVED: [&str; 26] = [
    "!", "[", "[[", "((", "{", "}", "case", "declare", "do", "done", "elif", "else", "esac",
    "export", "fi", "for", "function", "if", "local", "readonly", "select", "then", "typeset",
    "unset", "until", "while",
];

/// Returns the script of a command that starts a shell with it.
fn script(command: &[String]) -> Option<&str> {
    let [shell, flag, script] = command else {
        return None;
    };
    let is_shell = SHELLS.contains(&path::file_name(shell));
    (is_shell && matches!(flag.as_str(), "-lc" | "-c")).then_some(script)
}

/// Returns the commands of a shell's script, each as its words, if the script has only plain commands that `&&`, `||`,
/// `|`, `;` and line ends connect. A plain command has only words and quoted texts without variables or substitutions.
pub(super) fn plain(command: &[String]) -> Option<Vec<Vec<String>>> {
    let script = script(command)?;
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    // True if an operator requires another command.
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
            None if first == '#' => return None,
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

/// Reads one word, and returns it with the text after it. `is_first` is true for the name of a program, which has no
/// quotes.
fn word(text: &str, is_first: bool) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut rest = text;
    let mut parts = 0;
    let mut is_quoted = false;
    loop {
        let Some(first) = rest.chars().next() else {
            break;
        };
        match first {
            ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' => break,
            '(' | ')' | '<' | '>' | '`' | '$' => return None,
            '\'' => {
                let (inside, after) = rest[1..].split_once('\'')?;
                word.push_str(inside);
                rest = after;
                (parts, is_quoted) = (parts + 1, true);
            }
            '"' => {
                let (inside, after) = double_quoted(&rest[1..])?;
                word.push_str(inside);
                rest = after;
                (parts, is_quoted) = (parts + 1, true);
            }
            _ => {
                let end = bare(rest)?;
                word.push_str(&rest[..end]);
                rest = &rest[end..];
                parts += 1;
            }
        }
    }
    let is_assignment = || {
        let name = word.split(['=', '+', '[']).next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        word.contains('=')
            && !name.is_empty()
            && name.chars().all(is_name)
            && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_number = || word.bytes().all(|byte| byte.is_ascii_digit());
    let is_refused = if is_first {
        is_quoted || RESERVED.contains(&word.as_str()) || is_assignment() || is_number()
    } else {
        parts > 1 && word.is_empty()
    };
    (!is_refused).then_some((word, rest))
}

/// Returns the length of the text without quotes at the start of a word. Backslashes stay in the word.
fn bare(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                let (_, escaped) = characters.next()?;
                if escaped == '\n' {
                    return Some(at);
                }
            }
            ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' | '(' | ')' | '<' | '>' | '`' | '$'
            | '\'' | '"' => {
                return Some(at);
            }
            _ => {}
        }
    }
    Some(text.len())
}

/// Returns the text in double quotes as it is written, and the text after it; none if it contains a variable or a
/// substitution.
fn double_quoted(text: &str) -> Option<(&str, &str)> {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((&text[..at], &text[at + 1..])),
            '\\' => {
                characters.next()?;
            }
            '$' | '`' => return None,
            _ => {}
        }
    }
    None
}

/// Returns true if the program always asks about a command that no rule matches: it removes files by force, also in the
/// script of a shell.
pub(super) fn dangerous(command: &[String]) -> bool {
    if removes_by_force(command) {
        return true;
    }
    let Some(text) = script(command) else {
        return false;
    };
    let script = shell::read(text);
    let programs = script.commands.iter();
    script.is_whole
        && programs
            .filter(|it| it.kind == CommandKind::Program)
            .any(|it| {
                let words = it.words.iter().map(|word| unquoted(&text[word.clone()]));
                removes_by_force(&words.collect::<Vec<_>>())
            })
}

/// Returns a word without quotes that surround it.
fn unquoted(word: &str) -> String {
    let quotes = ['"', '\''].into_iter();
    let mut inside = quotes.filter_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote));
    inside.next().unwrap_or(word).to_owned()
}

fn removes_by_force(command: &[String]) -> bool {
    let Some((program, arguments)) = command.split_first() else {
        return false;
    };
    match path::file_name(program) {
        "sudo" => removes_by_force(arguments),
        "rm" => {
            let mut options = arguments.iter().take_while(|argument| *argument != "--");
            options.any(|argument| {
                argument == "--force"
                    || argument
                        .strip_prefix('-')
                        .is_some_and(|flags| !flags.starts_with('-') && flags.contains('f'))
            })
        }
        _ => false,
    }
}
