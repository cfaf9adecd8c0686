//! Programs in other languages than the shell's: the data that they fetch, decode, send and write.
//!
//! One [walk] visits the calls of a program, whose kinds are in a [table](calls). [`origins`] traces the arguments of a
//! call back to the statements that assigned their values. No program is run.

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

/// Returns true if a text has words of PowerShell.
pub(super) fn is_powershell(text: &str) -> bool {
    const WORDS: &str = "iex invoke-expression invoke-webrequest invoke-restmethod iwr irm downloadstring downloadfile \
        frombase64string start-process new-object scriptblock";
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .any(|word| is_in(word, WORDS))
}

/// Returns the program for the language of a code fence or the extension of a file; `None` for the shell.
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

/// Reads code for a program and records its effects.
pub(super) fn read(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    if program == "powershell" {
        effects.shell(text, start);
    }
    tokens_only(effects, program, text, start);
}

/// Reads code by its tokens only, and not its lines as commands.
pub(super) fn tokens_only(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    let code = Code::of(program, text);
    walk::calls(&code, effects, start);
    code.socket(effects, start);
}
