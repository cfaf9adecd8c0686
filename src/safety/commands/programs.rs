//! The names of programs, and the words that may come before a command.

use std::sync::LazyLock;

use super::words::Word;
use crate::hashing::HashMap;
use crate::safety::lists::is_in;

/// Programs that run shell commands.
pub(super) const SHELLS: &str = "sh bash zsh dash ksh fish ash csh tcsh rbash";

/// Programs that execute their input, other than shells.
const INTERPRETERS: [&str; 14] = [
    "python",
    "node",
    "perl",
    "ruby",
    "php",
    "lua",
    "deno",
    "bun",
    "tsx",
    "ts-node",
    "osascript",
    "Rscript",
    "pypy",
    "tclsh",
];

/// Programs that run the command in their arguments, such as `sudo`. Each has the letters of its
/// options that take a value.
const WRAPPERS: &str = "sudo ugphCTRD|doas uC|env uC|nohup|exec a|command|builtin|time fo|nice n|ionice cn|setsid|stdbuf ioe|timeout ks|\
    gtimeout ks|xargs IindLPsEa|busybox|caffeinate tw|unbuffer|noglob|arch|rlwrap";

/// Words that may come before a command on the same line: words of the shell's grammar such as
/// `then`, the prompts of shells such as `$`, and instructions of a `Dockerfile` such as `RUN`.
pub(super) const LEADS: &str =
    "{ } ! if then else elif do while until fi done esac $ % ❯ ➜ - * RUN CMD ENTRYPOINT &";

/// Returns the name of a program in lowercase, without its folder, its version and its Windows extension.
pub(super) fn name(word: &str) -> String {
    let name = file_name(word).to_ascii_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    match name
        .strip_prefix("python")
        .or_else(|| name.strip_prefix("pypy"))
    {
        Some(version)
            if version
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            "python".to_owned()
        }
        _ => name.to_owned(),
    }
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns true if a path is that of a data file, which no program executes.
pub(super) fn is_data(path: &str) -> bool {
    const ENDINGS: &str = "json jsonl yaml yml toml csv md txt html xml log onnx etlt pt pth safetensors gguf parquet npz zip tar gz \
        tgz bz2 xz png jpg jpeg svg gif pdf mp4 wav";
    let name = file_name(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    is_in(&ending.to_ascii_lowercase(), ENDINGS)
}

pub(super) fn is_shell(name: &str) -> bool {
    is_in(name, SHELLS)
}

pub(super) fn is_interpreter(name: &str) -> bool {
    let mut known = INTERPRETERS.iter();
    known.any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns a path in the form in which paths are compared: without quotes, braces and a leading
/// `./`.
pub(super) fn path(name: &str) -> String {
    let name = name.trim_matches(['"', '\'', '{', '}']);
    let mut name = name
        .strip_prefix("./")
        .or_else(|| name.strip_prefix(".\\"))
        .unwrap_or(name);
    while let Some(rest) = name.strip_prefix("./") {
        name = rest;
    }
    name.to_owned()
}

/// Returns the texts of words, joined by spaces.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

/// Returns the operands of a command: the words that are not options.
pub(super) fn operands(words: &[Word]) -> impl Iterator<Item = &Word> {
    words.iter().filter(|word| !word.text.starts_with('-'))
}

/// Parses an assignment `NAME=value` into the name and the value; `None` if the word is not an assignment.
pub(super) fn assignment(word: &Word) -> Option<(&str, &str)> {
    let (name, value) = word.text.split_once('=')?;
    let name = name.strip_prefix("$env:").unwrap_or(name);
    let name = name.strip_suffix('+').unwrap_or(name);
    let is_name = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value))
}

/// Returns the letters of a wrapper's options that take a value; `None` if the program is not a
/// wrapper. A wrapper is a program that runs the command in its arguments, such as `sudo`.
pub(super) fn wrapper(name: &str) -> Option<&'static str> {
    OPTIONS_OF_WRAPPERS.get(name).copied()
}

/// For each wrapper, such as `sudo`, the letters of its options that take a value.
static OPTIONS_OF_WRAPPERS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = WRAPPERS.split('|');
    rows.map(|row| row.split_once(' ').unwrap_or((row, "")))
        .collect()
});

/// Returns the number of words that are a wrapper's own options and operands. A wrapper, such as
/// `sudo`, runs the command after these words.
pub(super) fn wrapped(rest: &[Word], with_value: &str, has_duration: bool) -> usize {
    let mut at = 0;
    let mut needs_duration = has_duration;
    while let Some(word) = rest.get(at) {
        let text = word.text.as_str();
        if text.starts_with('-') && text.len() > 1 {
            let takes =
                !text.starts_with("--") && text.len() == 2 && with_value.contains(&text[1..]);
            at += 1 + usize::from(takes);
        } else if assignment(word).is_some() {
            at += 1;
        } else if needs_duration {
            needs_duration = false;
            at += 1;
        } else {
            break;
        }
    }
    at.min(rest.len())
}
