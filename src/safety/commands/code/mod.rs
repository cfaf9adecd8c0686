//! Reads programs in languages other than the shell's, and finds the data that they fetch, decode,
//! send and write.
//!
//! [`walk`] visits the calls of a program. The kinds of calls are in the table [`calls`].
//! [`origins`] traces the arguments of a call back to the statements that assigned their values. No
//! program is run.

mod calls;
mod origins;
mod program;
mod settings;
mod tokens;
mod walk;

use std::sync::LazyLock;

use super::act::Effects;
use crate::text::needles::Needles;
pub(super) use program::Code;
pub(super) use settings::{notebook, settings, yaml_commands};

/// Returns true if a text contains words that only PowerShell has.
pub(super) fn is_powershell(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    POWERSHELL.places(text).into_iter().any(|(start, number)| {
        let end = start + POWERSHELL_WORDS[number].len();
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        !before.is_some_and(is_of_word) && !bytes.get(end).is_some_and(is_of_word)
    })
}

/// Words, in lowercase, that occur in PowerShell but not in other languages.
const POWERSHELL_WORDS: [&str; 12] = [
    "iex",
    "invoke-expression",
    "invoke-webrequest",
    "invoke-restmethod",
    "iwr",
    "irm",
    "downloadstring",
    "downloadfile",
    "frombase64string",
    "start-process",
    "new-object",
    "scriptblock",
];

static POWERSHELL: LazyLock<Needles<'static>> =
    LazyLock::new(|| Needles::ignoring_ascii_case(&POWERSHELL_WORDS));

/// Returns the program that runs code, given the language of a code fence or the extension of a
/// file. Returns `None` for shells and unknown languages.
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

/// Reads the code of a program, and records the effects of the code.
pub(super) fn read(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    if program == "powershell" {
        effects.shell(text, start);
    }
    tokens_only(effects, program, text, start);
}

/// Reads the calls in code, and records their effects. Unlike [`read`], this function does not read
/// lines as shell commands.
pub(super) fn tokens_only(effects: &mut dyn Effects, program: &str, text: &str, start: usize) {
    let code = Code::of(program, text);
    walk::calls(&code, effects, start);
    code.socket(effects, start);
}
