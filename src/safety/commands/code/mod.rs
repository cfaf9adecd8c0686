//! Programs in other languages than the shell's: what they fetch, decode, send and write.
//!
//! One [walk] goes over the calls of a program, whose kinds are in a [table](calls). [`origins`] follows what a call is given
//! back to the statements that gave names their values. Nothing is run.

mod calls;
mod origins;
mod program;
mod settings;
mod tokens;
mod walk;

use super::act::Effects;
use crate::safety::lists::is_in;
pub(super) use program::Code;
pub(super) use settings::{notebook, settings, yaml_commands};

/// Returns true if a text speaks PowerShell's words.
pub(super) fn is_powershell(text: &str) -> bool {
    const WORDS: &str = "iex invoke-expression invoke-webrequest invoke-restmethod iwr irm downloadstring downloadfile \
        frombase64string start-process new-object scriptblock";
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .any(|word| is_in(word, WORDS))
}

/// A program's name for a language of a fence or an ending of a file's name, where it is none of the shell's.
pub(super) fn program(language: &str) -> Option<&'static str> {
    Some(match language {
        "py" | "python" | "python3" | "ipython" | "pyw" => "python",
        "js" | "mjs" | "cjs" | "ts" | "tsx" | "jsx" | "javascript" | "typescript" | "node" => {
            "node"
        }
        "ps1" | "psm1" | "powershell" | "pwsh" | "ps" => "powershell",
        "rb" | "ruby" => "ruby",
        "pl" | "perl" => "perl",
        "php" => "php",
        "lua" => "lua",
        "applescript" | "scpt" => "osascript",
        "go" | "java" | "kotlin" | "kt" | "swift" | "rust" | "rs" | "csharp" | "cs" | "c"
        | "cpp" => "tsx",
        _ => return None,
    })
}

/// Reads code in a language by the name of its program.
pub(super) fn look(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    if program == "powershell" {
        effects.shell(text, start);
    }
    tokens_only(effects, program, text, start);
}

/// Reads code by its tokens only, and its lines not as commands.
pub(super) fn tokens_only(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    let code = Code::of(program, text);
    walk::calls(&code, effects, start);
    code.socket(effects, start);
}
