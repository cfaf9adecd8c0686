//! Decides on calls of the shell (docs/hosts/claude-code-use.md#calls-of-tools).

use super::decider::{Decider, Granted, allowed, asked, denied};
use crate::hosts::claude_code::file_rules::is_sensitive;
use crate::hosts::claude_code::names::BASH;
use crate::hosts::claude_code::permissions::{
    Assignments, Rule, allows_part, find_only_reads, forms, harmless_rest, is_on_command,
};
use crate::hosts::claude_code::settings::Mode;
use crate::model::permission::{PermissionSuggestion, ToolPermission, Verdict};
use crate::text::shell::{self, Command, CommandKind, Construct, Script};

/// Programs that need no rule, because they only read (recorded, and docs/hosts/claude-code-use.md#rules-on-bash).
const READERS: &[&str] = &[
    "ls",
    "cat",
    "echo",
    "pwd",
    "head",
    "tail",
    "grep",
    "rg",
    "wc",
    "which",
    "diff",
    "stat",
    "du",
    "sort",
    "uniq",
    "cut",
    "date",
    "whoami",
    "id",
    "hostname",
    "uname",
    "true",
    "false",
    "sleep",
    "tree",
    "file",
    "basename",
    "dirname",
    "realpath",
    "md5sum",
    "sha256sum",
    "cd",
    "test",
    "printf",
    "tr",
    "nl",
    "column",
    "paste",
    "comm",
    "cmp",
    "ps",
    "[",
    "builtin",
];

/// Subcommands of git that need no rule, unless they have a flag that writes.
const GIT_READERS: [&str; 12] = [
    "status",
    "log",
    "show",
    "diff",
    "blame",
    "rev-parse",
    "ls-files",
    "describe",
    "shortlog",
    "rev-list",
    "reflog",
    "grep",
];

/// Programs whose arguments are files that they read.
const READS_FILES: [&str; 24] = [
    "ls",
    "cat",
    "head",
    "tail",
    "grep",
    "rg",
    "wc",
    "diff",
    "stat",
    "du",
    "sort",
    "uniq",
    "cut",
    "file",
    "cd",
    "find",
    "tree",
    "md5sum",
    "sha256sum",
    "sed",
    "awk",
    "nl",
    "realpath",
    "jq",
];

/// Programs whose arguments are files that they change. Their changes need a rule, or the mode `acceptEdits`.
const CHANGES_FILES: [&str; 7] = ["mkdir", "touch", "rm", "rmdir", "mv", "cp", "tee"];

/// Programs whose first argument is not a file, although the following arguments are files.
const FIRST_IS_NO_FILE: [&str; 6] = ["grep", "rg", "sed", "awk", "jq", "chmod"];

/// Programs that run their arguments. A rule on the first words of such a command would allow anything.
const RUNNERS: [&str; 14] = [
    "bash", "sh", "zsh", "env", "xargs", "timeout", "nice", "nohup", "sudo", "exec", "eval",
    "time", "command", "stdbuf",
];

/// The reason for a question about a part of a command that no rule allows.
const NO_RULE: &str = "no rule allows the command";

/// The reason for a question about a pattern for files.
const PATTERNS: &str = "patterns are not allowed in commands that change files";

/// Decides on a call of the shell.
pub(super) struct ShellCalls<'d> {
    pub decider: &'d Decider<'d>,
}

/// A simple command, with the text that rules are compared with.
struct Part<'t> {
    command: &'t Command,
    /// The command's words without its redirections, joined by single spaces.
    text: String,
    words: Vec<&'t str>,
}

impl ShellCalls<'_> {
    pub(super) fn decide(&self, text: &str) -> ToolPermission {
        let written = text;
        let text = text.trim();
        let script = shell::read(text);
        let parts: Vec<_> = script
            .commands
            .iter()
            .map(|command| part(text, command))
            .collect();
        if let Some(decided) = self.by_strict_rule(written, text, &parts) {
            return decided;
        }
        let allowing = || {
            self.decider
                .allow
                .iter()
                .filter(|granted| granted.rule.tool == BASH)
        };
        let is_whole = |granted: &&Granted| {
            let content = granted.rule.content.as_deref();
            content.is_none_or(|content| content == text)
        };
        if let Some(granted) = allowing().find(is_whole) {
            return allowed(granted);
        }
        if let Some(reason) = unchecked(text, &script, &parts) {
            let is_pattern = reason == PATTERNS;
            let suggested = parts.iter().filter(|_| is_pattern);
            return ToolPermission {
                suggestions: suggested
                    .filter_map(|part| suggestion(text, part))
                    .collect(),
                ..ToolPermission::new(Verdict::Ask, reason)
            };
        }
        let mut deciding = None;
        let mut failures = Vec::new();
        for part in &parts {
            match self.on_part(text, part) {
                Ok(granted) => deciding = deciding.or(granted),
                Err(reason) => failures.push((part, reason)),
            }
        }
        if let Some((_, reason)) = failures.first() {
            return question(text, &parts, &failures, reason);
        }
        match deciding {
            Some(granted) => allowed(granted),
            None if parts.is_empty() => ToolPermission::new(Verdict::Ask, "there is no command"),
            None => ToolPermission::new(Verdict::Allow, "the command only reads"),
        }
    }

    /// Returns the decision of a rule that denies or asks; none if no such rule matches. The rules apply to every part
    /// of the command. Rules on files apply to the files that a part reads or writes.
    fn by_strict_rule(
        &self,
        written: &str,
        text: &str,
        parts: &[Part<'_>],
    ) -> Option<ToolPermission> {
        let rules = self.decider.rules;
        let is_on_part = |part: &Part<'_>, content: &str| {
            if part.command.kind == CommandKind::Bare {
                return false;
            }
            // An assignment may contain spaces, so the words after all assignments are also compared with the rules.
            let words = part.words.join(" ");
            let mut forms = part_forms(&part.text).chain(part_forms(&words));
            forms.any(|form| is_on_command(content, form))
        };
        // A part that only sets a variable runs nothing, so no rule applies.
        let is_bare =
            !parts.is_empty() && (parts.iter()).all(|part| part.command.kind == CommandKind::Bare);
        let is_on = |rule: &&Rule| {
            rule.is_against(BASH)
                && rule.content.as_deref().is_none_or(|content| {
                    !is_bare && is_on_command(content, text)
                        || parts.iter().any(|part| is_on_part(part, content))
                })
        };
        let message = format!("Permission to use {BASH} with command {written} has been denied.");
        if let Some(rule) = rules.deny.iter().find(is_on) {
            return Some(denied(rule, &message));
        }
        if let Some(rule) = self.on_files(text, parts, &rules.deny) {
            return Some(denied(rule, &message));
        }
        if let Some(rule) = rules.ask.iter().find(is_on) {
            return Some(asked(rule));
        }
        let rule = self.on_files(text, parts, &rules.ask)?;
        Some(ToolPermission {
            suggestions: parts
                .iter()
                .filter_map(|part| suggestion(text, part))
                .collect(),
            ..asked(rule)
        })
    }

    /// Returns the first rule on a file that a part reads or writes. A rule that denies reading also denies changes.
    fn on_files<'r>(&self, text: &str, parts: &[Part<'_>], rules: &'r [Rule]) -> Option<&'r Rule> {
        parts.iter().find_map(|part| {
            let (read, changed) = self.files(text, part);
            let denies = std::ptr::eq(rules, self.decider.rules.deny.as_slice());
            let reading = read.iter().chain(changed.iter().filter(|_| denies));
            let mut reading = reading.filter_map(|file| self.decider.on_file(rules, "Read", file));
            let mut changing = changed
                .iter()
                .filter_map(|file| self.decider.on_file(rules, "Edit", file));
            reading.next().or_else(|| changing.next())
        })
    }

    /// Returns the files that a part reads, and the files that it changes, as absolute paths.
    fn files(&self, text: &str, part: &Part<'_>) -> (Vec<String>, Vec<String>) {
        let (mut read, mut changed) = (Vec::new(), Vec::new());
        let program = part.words.first().copied().unwrap_or_default();
        let skipped = 1 + usize::from(FIRST_IS_NO_FILE.contains(&program));
        let files = part.words.iter().filter(|word| !word.starts_with('-'));
        let files = files
            .skip(skipped)
            .map(|word| self.decider.places.absolute(unquoted(word)));
        let edits = program == "sed" && part.words.iter().any(|word| word.starts_with("-i"));
        if CHANGES_FILES.contains(&program) || edits {
            changed.extend(files);
        } else if READS_FILES.contains(&program) {
            read.extend(files);
        }
        for redirect in &part.command.redirects {
            let operator = text[redirect.operator.clone()]
                .trim_start_matches(|next: char| next.is_ascii_digit());
            let target = &text[redirect.target.clone()];
            let file = self.decider.places.absolute(unquoted(target));
            match operator {
                "<" => read.push(file),
                ">" | ">>" | ">|" | "&>" | "&>>" | "<>" if target != "/dev/null" => {
                    changed.push(file)
                }
                ">&" if !target
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-') =>
                {
                    changed.push(file)
                }
                _ => {}
            }
        }
        (read, changed)
    }

    /// Returns the rule that allows a part; none if the part needs no rule. The error is the reason for a question.
    fn on_part(&self, text: &str, part: &Part<'_>) -> Result<Option<&Granted>, &'static str> {
        const OUTSIDE: &str = "a file is outside of the working directories";
        let decider = self.decider;
        let mut rules = decider
            .allow
            .iter()
            .filter(|granted| granted.rule.tool == BASH);
        let by_rule = rules.find(|granted| {
            granted.rule.content.as_deref().is_some_and(|content| {
                forms(&part.text, Assignments::Harmless).any(|form| allows_part(content, form))
            })
        });
        let accepts = decider.mode == Mode::AcceptEdits;
        let (read, changed) = self.files(text, part);
        for file in &read {
            let may =
                decider.places.contains(file) || decider.allows_file(&["Read"], file).is_some();
            if !may {
                return Err(OUTSIDE);
            }
        }
        let redirected = !part.command.redirects.is_empty();
        let by_program = part
            .words
            .first()
            .is_some_and(|program| CHANGES_FILES.contains(program) || *program == "sed");
        for file in &changed {
            let is_inside = decider.places.contains(file);
            let may = !is_sensitive(file)
                && (decider.allows_file(&["Edit"], file).is_some()
                    || is_inside && (accepts || by_rule.is_some() && by_program && !redirected));
            if !may {
                return Err(if is_inside {
                    "the command changes a file"
                } else {
                    OUTSIDE
                });
            }
        }
        let words = part.text.split(' ').map(unquoted);
        let plain = words.collect::<Vec<_>>().join(" ");
        let is_accepted =
            accepts && by_program && part.words.first() != Some(&"tee") && !changed.is_empty();
        match part.command.kind {
            CommandKind::Bare if redirected => Err("the command changes a file"),
            // Once a command has run in the session, the program allows a part that only sets a variable.
            CommandKind::Bare => Err("a variable that is set cannot be checked before it runs"),
            CommandKind::Test => Ok(None),
            _ if by_rule.is_some() => Ok(by_rule),
            _ if is_accepted || only_reads(&plain) => Ok(None),
            _ if by_program && !changed.is_empty() => Err("the command changes a file"),
            _ => Err(NO_RULE),
        }
    }
}

/// Returns the question about the parts that need a question. If a part is asked about because of a file, the program
/// offers no rule for it, unless it is the only part.
fn question(
    text: &str,
    parts: &[Part<'_>],
    failures: &[(&Part<'_>, &str)],
    reason: &str,
) -> ToolPermission {
    let without_rule = failures.iter().filter(|(_, reason)| *reason == NO_RULE);
    let mut suggestions: Vec<_> = without_rule
        .filter_map(|(part, _)| suggestion(text, part))
        .collect();
    if suggestions.is_empty() {
        suggestions.extend(parts.first().and_then(|part| suggestion(text, part)));
    }
    ToolPermission {
        suggestions,
        ..ToolPermission::new(Verdict::Ask, reason)
    }
}

fn part<'t>(text: &'t str, command: &'t Command) -> Part<'t> {
    let of = |bytes: &std::ops::Range<usize>| &text[bytes.clone()];
    let words: Vec<_> = command.words.iter().map(of).collect();
    let all = command
        .assignments
        .iter()
        .map(of)
        .chain(words.iter().copied());
    Part {
        command,
        text: all.collect::<Vec<_>>().join(" "),
        words,
    }
}

/// Returns the texts of a part that are compared with deny and ask rules: the part without assignments and wrappers,
/// and with a program's name in place of the program's path.
fn part_forms(text: &str) -> impl Iterator<Item = &str> {
    forms(text, Assignments::All).flat_map(|form| {
        let form = form.strip_prefix("exec ").unwrap_or(form);
        let end = form.find(' ').unwrap_or(form.len());
        let name = form[..end].rfind('/').map(|slash| &form[slash + 1..]);
        [Some(form), name].into_iter().flatten()
    })
}

fn unquoted(word: &str) -> &str {
    let quotes = ['"', '\''].into_iter();
    let mut inside = quotes.filter_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote));
    inside.next().unwrap_or(word)
}

/// Returns the reason why a command cannot be checked before it runs; none if it can be checked. Only a rule on the
/// whole command or on all commands allows an unchecked command.
fn unchecked(text: &str, script: &Script, parts: &[Part<'_>]) -> Option<&'static str> {
    if !script.is_whole {
        return Some("the command is not closed, or is too long");
    }
    for (construct, reason) in [
        (
            Construct::Function,
            "a function cannot be checked before it runs",
        ),
        (
            Construct::Case,
            "a case statement cannot be checked before it runs",
        ),
        (
            Construct::Group,
            "a group in braces cannot be checked before it runs",
        ),
        (
            Construct::Subshell,
            "a subshell cannot be checked before it runs",
        ),
        (
            Construct::Substitution,
            "a nested command cannot be checked before it runs",
        ),
        (
            Construct::Process,
            "a command used as a file cannot be checked before it runs",
        ),
        (
            Construct::Background,
            "a command in the background runs after the check",
        ),
    ] {
        if script.constructs.contains(&construct) {
            return Some(reason);
        }
    }
    let writes = |part: &Part<'_>| {
        let mut redirects = part.command.redirects.iter();
        redirects.any(|redirect| text[redirect.operator.clone()].contains('>'))
    };
    if script.constructs.contains(&Construct::Heredoc) && parts.iter().any(writes) {
        return Some("a file redirect cannot be checked before it runs");
    }
    let is_open_heredoc = |part: &Part<'_>| {
        let mut redirects = part.command.redirects.iter();
        redirects.any(|redirect| {
            let operator = &text[redirect.operator.clone()];
            let is_quoted = text[redirect.target.clone()].contains(['\'', '"', '\\']);
            operator.contains("<<") && !operator.contains("<<<") && !is_quoted
        })
    };
    if parts.iter().any(is_open_heredoc) {
        return Some("the text after << is expanded, and cannot be checked before it runs");
    }
    parts.iter().find_map(|part| {
        let program = part.words.first().copied().unwrap_or_default();
        match program {
            "eval" | "exec" | "source" | "." => {
                Some("the command evaluates its arguments as shell code")
            }
            "watch" | "setsid" | "ionice" | "flock" => {
                Some("the command that it starts cannot be checked")
            }
            "find" if !find_only_reads(&part.text) => Some("find runs commands or changes files"),
            "rm" | "touch" | "mkdir" | "mv" | "cp" | "rmdir"
                if part.text.contains(['*', '?', '[']) =>
            {
                Some(PATTERNS)
            }
            _ => None,
        }
    })
}

/// Returns true if a part needs no rule because it only reads.
fn only_reads(text: &str) -> bool {
    forms(text, Assignments::Harmless).any(|form| {
        let mut words = form.split_whitespace();
        let program = words.next().unwrap_or_default();
        let rest: Vec<_> = words.collect();
        match program {
            "git" => git_only_reads(&rest),
            "find" => find_only_reads(form),
            "sed" => rest.first() == Some(&"-n") && !form.contains("-i"),
            "node" | "python" | "python3" | "npm" => rest == ["--version"] || rest == ["-v"],
            _ => READERS.contains(&program),
        }
    })
}

fn git_only_reads(arguments: &[&str]) -> bool {
    let writes = |word: &&str| {
        ["--output", "--ext-diff", "--textconv"].contains(&word.split('=').next().unwrap_or(word))
    };
    match arguments {
        ["branch"] | ["branch", "-a" | "-v" | "-vv" | "-r" | "--list", ..] => true,
        ["remote"] | ["remote", "-v"] | ["stash", "list"] | ["tag"] => true,
        ["config", "--get" | "--list" | "-l", ..] => true,
        [subcommand, rest @ ..] => GIT_READERS.contains(subcommand) && !rest.iter().any(writes),
        [] => false,
    }
}

/// Returns the rule that the program offers to save: the first two words of the command if the second word names a
/// subcommand, otherwise the whole command.
fn suggestion(text: &str, part: &Part<'_>) -> Option<PermissionSuggestion> {
    if part.command.kind == CommandKind::Bare && part.command.redirects.is_empty() {
        return None;
    }
    let text = match part.text.as_str() {
        "" => &text[part.command.whole.clone()],
        text => harmless_rest(text),
    };
    let mut words = text.split(' ');
    let program = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let is_subcommand = second.starts_with(|first: char| first.is_ascii_lowercase())
        && second.split('-').all(|piece| {
            !piece.is_empty()
                && piece
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
    let content = if is_subcommand && !RUNNERS.contains(&program) && !program.contains('=') {
        format!("{program} {second} *")
    } else {
        text.to_owned()
    };
    Some(PermissionSuggestion {
        label: format!("Always allow {content}"),
        rule: format!("{BASH}({content})"),
    })
}
