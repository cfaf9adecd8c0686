//! `download-to-shell`: a download runs without a look.
//!
//! Fix: none, since a safe way to install differs from program to program.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::tree::path;
use std::ops;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "download-to-shell",
    Severity::Warning,
    "a download runs without a look",
);

/// Commands that fetch something.
const FETCHES: [&str; 8] = [
    "curl ",
    "wget ",
    "iwr ",
    "irm ",
    "Invoke-WebRequest",
    "Invoke-RestMethod",
    "DownloadString",
    "base64 -d",
];

/// Words of lines that warn against what they show.
static WARNINGS: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/warnings.txt")));

/// Finds lines of code that run what they fetch.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let fetching = text.lines_with(&text.text[text.body.clone()], &FETCHES);
    let run = fetching.filter_map(|(start, line)| {
        let fetch = FETCHES.iter().find_map(|fetch| line.find(fetch))?;
        let bytes = runs_what_it_fetches(line, fetch)?;
        let lower = line.to_lowercase();
        let is_warning = WARNINGS.iter().any(|word| lower.contains(word));
        let is_commented = text.kind.is_some() && line.trim_start().starts_with('#');
        let bytes = start + bytes.start..start + bytes.end;
        (text.is_code(bytes.start) && !is_warning && !is_commented).then_some(bytes)
    });
    for bytes in run.take(MAX_FOUND) {
        let message = "a download runs without anybody having looked at it";
        let help = "Download it to a file, check it against a known checksum and run that; or name a package and its version.";
        found.push(text.say(context, &RULE, bytes, message, help));
    }
}

/// The part of a line that runs what it fetches from `fetch` on.
fn runs_what_it_fetches(line: &str, fetch: usize) -> Option<ops::Range<usize>> {
    const SHELLS: [&str; 11] = [
        "sh",
        "bash",
        "zsh",
        "fish",
        "python",
        "python3",
        "node",
        "perl",
        "ruby",
        "iex",
        "invoke-expression",
    ];
    fn program(text: &str) -> Option<&str> {
        let ends = |c: char| c.is_whitespace() || "`'\");&|".contains(c);
        let mut words = text
            .split(ends)
            .filter(|word| !word.is_empty() && !word.starts_with('-'));
        let mut word = words.next()?;
        if word == "sudo" {
            word = words.next()?;
        }
        let name = path::file_name(word).to_ascii_lowercase();
        SHELLS.contains(&name.as_str()).then_some(word)
    }
    let piped = line[fetch..].match_indices('|').find_map(|(at, _)| {
        let rest = &line[fetch + at + 1..];
        let is_or = rest.starts_with('|') || line[..fetch + at].ends_with('|');
        let word = program(rest).filter(|_| !is_or)?;
        let end = word.as_ptr().addr() - line.as_ptr().addr() + word.len();
        // `| python3 -m json.tool` and `| node -e …` run what stands behind them.
        let given = line[end..].trim_start();
        let is_own = ["python", "python3", "node", "perl", "ruby"].contains(&word)
            && (given.starts_with('-') && !given.starts_with("- ") && given != "-"
                || given.starts_with(|c: char| c.is_alphanumeric() || c == '/'));
        (!is_own).then_some(fetch..end)
    });
    let inside = || {
        let before = line[..fetch].trim_end();
        let opened = [
            "bash <(",
            "sh <(",
            "-c \"$(",
            "-c '$(",
            "-c $(",
            "eval \"$(",
            "eval $(",
            "iex (",
            "IEX (",
            "iex((",
            "source <(",
        ];
        let opened = opened.iter().find(|opened| before.ends_with(*opened))?;
        Some(before.len() - opened.len()..line.len())
    };
    let powershell = || {
        // `IEX (New-Object Net.WebClient).DownloadString(…)`
        let lower = line[..fetch].to_ascii_lowercase();
        let at = lower.find("iex ")?;
        line[fetch..]
            .starts_with("DownloadString")
            .then_some(at..line.len())
    };
    piped.or_else(inside).or_else(powershell)
}
