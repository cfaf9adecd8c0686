//! Decides on shell commands: commands that the model calls, and commands in the text of a skill
//! (docs/hosts/claude-code-use.md#rules-on-bash).

use std::borrow::Cow;

use super::decider::{CommandDecision, Decider, Granted, Mode, allowed, asked, denied};
use super::file_rules::is_sensitive;
use super::pattern::{PREFIX_SUFFIX, WORD_SUFFIX, wildcard, word_wildcard};
use super::rule::Rule;
use super::wrappers::{Assignments, forms, harmless_rest};
use crate::hosts::claude_code::names::BASH;
use crate::model::permission::{PermissionSuggestion, ToolPermission, Verdict};
use crate::text::shell::{self, Command, CommandKind, Construct, Redirect, Script};

/// The maximum length, in characters, of a command line that is split into simple commands
/// (docs/hosts/claude-code-use.md#rules-on-bash).
const MAX_ANALYSED: usize = 10_000;

/// Programs that need no permission rule, because they change nothing. The list is based on
/// recorded answers of Claude Code and on docs/hosts/claude-code-use.md#rules-on-bash.
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
    "jq",
];

/// The flags with which `find` runs commands, or changes or deletes files.
const FIND_WRITING_FLAGS: [&str; 9] = [
    "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls",
];

/// Programs that run their arguments as a command. A permission rule with a pattern, such as
/// `Bash(watch *)`, does not allow these programs. They need a rule with the whole command.
const NEVER_BY_PATTERN: [&str; 4] = ["watch", "setsid", "ionice", "flock"];

/// Subcommands of Git that need no permission rule, unless a flag makes them write.
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

/// Programs whose arguments are files to read.
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

/// Programs whose arguments are files to change. Changes require a permission rule or the mode
/// `acceptEdits`.
const CHANGES_FILES: [&str; 7] = ["mkdir", "touch", "rm", "rmdir", "mv", "cp", "tee"];

/// Programs whose first argument is not a file, but for example a pattern.
const FIRST_IS_NO_FILE: [&str; 6] = ["grep", "rg", "sed", "awk", "jq", "chmod"];

/// Programs that run their arguments. Claude Code suggests no rule on the first words of such a
/// command, because the rule would allow anything.
const RUNNERS: [&str; 14] = [
    "bash", "sh", "zsh", "env", "xargs", "timeout", "nice", "nohup", "sudo", "exec", "eval",
    "time", "command", "stdbuf",
];

/// Claude Code's reason for asking the user about a command that no rule allows.
pub(in crate::hosts::claude_code) const NEEDS_APPROVAL: &str = "This command requires approval";

/// Claude Code's reason for asking the user about a command that changes files and contains a file
/// pattern such as `*.txt`.
const PATTERNS: &str =
    "Glob patterns are not allowed in write operations. Please specify an exact file path.";

/// Claude Code's reason for asking the user about a command with a construct that Claude Code
/// cannot check.
const UNCHECKED: &str = "This command can't be checked before it runs";

/// Claude Code's reason for asking the user about a command that only sets a variable.
const SETS_VARIABLE: &str = "A variable set in this command can't be checked before it runs";

/// The reason for asking the user about a file outside of the working directories. The wording is
/// Skillglass's own.
const OUTSIDE: &str = "a file is outside of the working directories";

/// A simple command of a command line, with the text that permission rules are compared with.
struct Part<'t> {
    command: &'t Command,
    /// The assignments and words of the command without redirections, separated by single spaces.
    text: String,
    words: Vec<&'t str>,
}

/// A file that a simple command changes.
struct Changed {
    file: String,
    /// True if the command's output is redirected to the file. False if the program itself changes
    /// the file.
    is_output: bool,
}

/// The reason why a simple command requires a question to the user.
struct Failure {
    reason: Cow<'static, str>,
    /// True if the reason is in Claude Code's words, not in Skillglass's.
    quotes_reason: bool,
    /// True if Claude Code asks because no permission rule allows the command. The question then
    /// suggests a permission rule for the command. False if Claude Code asks because of a file that
    /// the command uses.
    offers_rule: bool,
}

impl Failure {
    fn without_rule() -> Self {
        Self {
            reason: NEEDS_APPROVAL.into(),
            quotes_reason: true,
            offers_rule: true,
        }
    }

    fn of_file(reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            reason: reason.into(),
            quotes_reason: true,
            offers_rule: false,
        }
    }

    fn outside() -> Self {
        Self {
            quotes_reason: false,
            ..Self::of_file(OUTSIDE)
        }
    }
}

impl Decider<'_> {
    /// Returns the decision on a command line, according to the permission rules.
    pub(in crate::hosts::claude_code) fn by_rules_on_commands(
        &self,
        text: &str,
    ) -> CommandDecision {
        let written = text;
        let text = text.trim();
        let script = is_analysed(text).then(|| shell::read(text));
        let commands = script.iter().flat_map(|script| &script.commands);
        let parts: Vec<_> = commands.map(|command| part(text, command)).collect();
        if let Some(decided) = self.by_strict_rule(written, text, &parts) {
            return decided.into();
        }
        let mut allowing = self
            .allow
            .iter()
            .filter(|granted| granted.rule.tool == BASH);
        let is_whole = |granted: &&Granted| {
            let content = granted.rule.content.as_deref();
            content.is_none_or(|content| content == text)
        };
        if let Some(granted) = allowing.find(is_whole) {
            return allowed(granted).into();
        }
        let unchecked = match &script {
            Some(script) => unchecked(text, script, &parts),
            // The reason is inferred.
            None => Some(UNCHECKED.into()),
        };
        if let Some(reason) = unchecked {
            let is_pattern = reason == PATTERNS;
            let suggested = parts.iter().filter(|_| is_pattern);
            return ToolPermission {
                suggestions: suggested
                    .filter_map(|part| suggestion(text, part))
                    .collect(),
                ..ToolPermission::new(Verdict::Ask, reason)
            }
            .into();
        }
        let mut deciding = None;
        let mut failures = Vec::new();
        for part in &parts {
            match self.on_part(text, part) {
                Ok(granted) => deciding = deciding.or(granted),
                Err(failure) => failures.push((part, failure)),
            }
        }
        if let Some((_, failure)) = failures.first() {
            return CommandDecision {
                quotes_reason: failure.quotes_reason,
                permission: question(text, &parts, &failures, &failure.reason),
            };
        }
        let permission = match deciding {
            Some(granted) => allowed(granted),
            None if parts.is_empty() => ToolPermission::new(Verdict::Ask, NEEDS_APPROVAL),
            None => ToolPermission::new(Verdict::Allow, "the command only reads"),
        };
        permission.into()
    }

    /// Returns the decision of a deny or ask rule. None if no such rule matches. The rules are
    /// compared with each simple command, and with the files that the commands read or change.
    fn by_strict_rule(
        &self,
        written: &str,
        text: &str,
        parts: &[Part<'_>],
    ) -> Option<ToolPermission> {
        let rules = self.rules;
        let is_on_part = |part: &Part<'_>, content: &str| {
            if part.command.kind == CommandKind::Bare {
                return false;
            }
            // An assignment may contain spaces, so the words after all assignments are compared,
            // too.
            let words = part.words.join(" ");
            let mut forms = part_forms(&part.text).chain(part_forms(&words));
            forms.any(|form| is_on_command(content, form))
        };
        // A variable that is only set runs nothing, so that no rule counts.
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

    /// Returns the first rule in `rules` that matches a file that the commands read or change.
    /// `None` if no rule matches such a file. A rule that denies reading a file also denies changes
    /// of this file.
    fn on_files<'r>(&self, text: &str, parts: &[Part<'_>], rules: &'r [Rule]) -> Option<&'r Rule> {
        parts.iter().find_map(|part| {
            let (read, changed) = self.files(text, part);
            let denies = std::ptr::eq(rules, self.rules.deny.as_slice());
            let changed: Vec<_> = changed.iter().map(|changed| &changed.file).collect();
            let reading = read
                .iter()
                .chain(changed.iter().copied().filter(|_| denies));
            let mut reading = reading.filter_map(|file| self.on_file(rules, "Read", file));
            let mut changing = changed
                .iter()
                .filter_map(|file| self.on_file(rules, "Edit", file));
            reading.next().or_else(|| changing.next())
        })
    }

    /// Returns the absolute paths of the files that a simple command reads, and of the files that
    /// it changes.
    fn files(&self, text: &str, part: &Part<'_>) -> (Vec<String>, Vec<Changed>) {
        let (mut read, mut changed) = (Vec::new(), Vec::new());
        let program = part.words.first().copied().unwrap_or_default();
        let skipped = 1 + usize::from(FIRST_IS_NO_FILE.contains(&program));
        let files = part.words.iter().filter(|word| !word.starts_with('-'));
        let files = files
            .skip(skipped)
            .map(|word| self.places.absolute(unquoted(word)));
        let edits = program == "sed" && part.words.iter().any(|word| word.starts_with("-i"));
        if CHANGES_FILES.contains(&program) || edits {
            changed.extend(files.map(|file| Changed {
                file,
                is_output: false,
            }));
        } else if READS_FILES.contains(&program) {
            read.extend(files);
        }
        for redirect in &part.command.redirects {
            let operator = text[redirect.operator.clone()]
                .trim_start_matches(|next: char| next.is_ascii_digit());
            let target = &text[redirect.target.clone()];
            let file = self.places.absolute(unquoted(target));
            let is_descriptor = || {
                let mut bytes = target.bytes();
                bytes.all(|byte| byte.is_ascii_digit() || byte == b'-')
            };
            let writes = match operator {
                ">" | ">>" | ">|" | "&>" | "&>>" | "<>" => target != "/dev/null",
                ">&" => !is_descriptor(),
                _ => false,
            };
            if operator == "<" {
                read.push(file);
            } else if writes {
                changed.push(Changed {
                    file,
                    is_output: true,
                });
            }
        }
        (read, changed)
    }

    /// Returns the rule that allows a simple command. None if the command needs no rule. Fails if
    /// the user has to be asked.
    fn on_part(&self, text: &str, part: &Part<'_>) -> Result<Option<&Granted>, Failure> {
        let mut rules = self
            .allow
            .iter()
            .filter(|granted| granted.rule.tool == BASH);
        let by_rule = rules.find(|granted| {
            granted.rule.content.as_deref().is_some_and(|content| {
                forms(&part.text, Assignments::Harmless).any(|form| allows_part(content, form))
            })
        });
        let accepts = self.mode == Mode::AcceptEdits;
        let (read, changed) = self.files(text, part);
        for file in &read {
            let may = self.places.contains(file) || self.allows_file(&["Read"], file).is_some();
            if !may {
                return Err(Failure::outside());
            }
        }
        let redirected = !part.command.redirects.is_empty();
        let program = part.words.first().copied().unwrap_or_default();
        let by_program = CHANGES_FILES.contains(&program) || program == "sed";
        for Changed { file, is_output } in &changed {
            let is_inside = self.places.contains(file);
            let may = !is_sensitive(file)
                && (self.allows_file(&["Edit"], file).is_some()
                    || is_inside && (accepts || by_rule.is_some() && by_program && !redirected));
            if !may && is_inside {
                return Err(Failure::of_file(
                    self.why_changed(program, file, *is_output),
                ));
            } else if !may {
                return Err(Failure::outside());
            }
        }
        let words = part.text.split(' ').map(unquoted);
        let plain = words.collect::<Vec<_>>().join(" ");
        let is_accepted = accepts && by_program && program != "tee" && !changed.is_empty();
        match part.command.kind {
            CommandKind::Bare if redirected => Err(Failure::of_file(NEEDS_APPROVAL)),
            // Once a command has run in the session, the program allows this.
            CommandKind::Bare => Err(Failure::of_file(SETS_VARIABLE)),
            CommandKind::Test => Ok(None),
            _ if by_rule.is_some() => Ok(by_rule),
            _ if is_accepted || only_reads(&plain, has_open_pattern(part)) => Ok(None),
            _ if by_program && !changed.is_empty() => Err(Failure::of_file(NEEDS_APPROVAL)),
            _ => Err(Failure::without_rule()),
        }
    }

    /// Returns the reason why Claude Code asks the user before a command changes a file in a
    /// working directory. The wording was recorded from Claude Code for `mkdir`, `touch`, `rm` and
    /// `>`.
    fn why_changed(&self, program: &str, file: &str, is_output: bool) -> String {
        let what = if is_output {
            "Output redirection to".to_owned()
        } else {
            format!("{program} in")
        };
        format!(
            "{what} '{file}' needs approval. The path is inside the working directories for this session ('{}'), and Claude Code asks before a shell command creates, changes or removes files there.",
            self.places.directories.join("', '")
        )
    }
}

/// Returns the question to the user about the commands that no permission rule allows. The question
/// suggests rules that the user can save. If Claude Code asks only because the commands use certain
/// files, the question suggests a rule for the first command.
fn question(
    text: &str,
    parts: &[Part<'_>],
    failures: &[(&Part<'_>, Failure)],
    reason: &str,
) -> ToolPermission {
    let mut suggestions: Vec<_> = failures
        .iter()
        .filter(|(_, failure)| failure.offers_rule)
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

/// Returns the forms of a simple command that are compared with deny and ask rules. The forms are
/// the command with and without its assignments and wrappers. In further forms, the program's name
/// replaces its path.
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

/// Returns true if a command line is short enough to be split into simple commands.
fn is_analysed(text: &str) -> bool {
    text.chars().count() <= MAX_ANALYSED
}

/// Returns the reason why Claude Code cannot check a command line before the command line runs.
/// Returns `None` if the check is possible. Without a check, only a rule on the whole command line
/// or on all commands can allow the command line.
fn unchecked(text: &str, script: &Script, parts: &[Part<'_>]) -> Option<Cow<'static, str>> {
    if !script.is_whole && !prints_with_open_quote(text) {
        return Some("Parse error".into());
    }
    let sets_variable = (parts.first()).is_some_and(|part| part.command.kind == CommandKind::Bare);
    let nested = if sets_variable {
        SETS_VARIABLE
    } else if parts.iter().any(|part| {
        let mut words = part.words.iter();
        words.any(|word| word.starts_with('"') && word.contains(['`', '(']))
    }) {
        "Quoted text in this command can't be checked before it runs"
    } else {
        "A nested command in this command can't be checked before it runs"
    };
    let mut constructs = [
        (
            Construct::Function,
            "A function definition in this command can't be checked before it runs",
        ),
        (
            Construct::Case,
            "A case statement in this command can't be checked before it runs",
        ),
        (
            Construct::Group,
            "A group in braces or double parentheses in this command can't be checked before it runs",
        ),
        (Construct::Subshell, UNCHECKED),
        (Construct::Substitution, nested),
        (
            Construct::Process,
            "A command used as a file in this command can't be checked before it runs",
        ),
        (Construct::Background, UNCHECKED),
    ]
    .into_iter();
    if let Some((_, reason)) =
        constructs.find(|(construct, _)| script.constructs.contains(construct))
    {
        return Some(reason.into());
    }
    let redirects = || parts.iter().flat_map(|part| &part.command.redirects);
    let operator = |redirect: &Redirect| &text[redirect.operator.clone()];
    let writes = |redirect: &Redirect| operator(redirect).contains('>');
    if script.constructs.contains(&Construct::Heredoc) && redirects().any(writes) {
        return Some("A file redirect in this command can't be checked before it runs".into());
    }
    let is_open_heredoc = |redirect: &Redirect| {
        let is_quoted = text[redirect.target.clone()].contains(['\'', '"', '\\']);
        operator(redirect).contains("<<") && !operator(redirect).contains("<<<") && !is_quoted
    };
    if redirects().any(is_open_heredoc) {
        return Some("Heredoc with unquoted delimiter undergoes shell expansion".into());
    }
    if redirects().any(|redirect| redirect.target.is_empty()) {
        return Some("Unrecognized redirect shape".into());
    }
    parts.iter().find_map(unchecked_part)
}

/// Returns the reason why a simple command cannot be checked before it runs. None if it can be
/// checked.
fn unchecked_part(part: &Part<'_>) -> Option<Cow<'static, str>> {
    let outside_of_quotes = || part.words.iter().filter(|word| !word.starts_with('\''));
    if outside_of_quotes().any(|word| word.contains("${")) {
        return Some("A variable in braces in this command can't be checked before it runs".into());
    }
    let is_numbered = |word: &&&str| {
        let mut variables = word.split('$').skip(1);
        variables.any(|variable| variable.starts_with(|next: char| next.is_ascii_digit()))
    };
    if outside_of_quotes().any(|word| is_numbered(&word)) {
        return Some("A variable in this command can't be checked before it runs".into());
    }
    let program = part.words.first().copied().unwrap_or_default();
    match program {
        "eval" | "exec" | "source" | "." => {
            Some(format!("'{program}' evaluates arguments as shell code").into())
        }
        "find" => {
            let flag = find_writing_flag(&part.text)?;
            let reason = format!(
                "find with '{flag}' executes commands or modifies files — cannot be auto-allowed by a {BASH}(find:*) prefix rule"
            );
            Some(reason.into())
        }
        "rm" | "touch" | "mkdir" | "mv" | "cp" | "rmdir" if part.text.contains(['*', '?', '[']) => {
            Some(PATTERNS.into())
        }
        _ if NEVER_BY_PATTERN.contains(&program) => {
            Some(format!("What '{program}' starts can't be checked before it runs").into())
        }
        _ => None,
    }
}

/// Returns true if a command is `echo` with an unclosed single quote. Claude Code allows such
/// commands.
fn prints_with_open_quote(text: &str) -> bool {
    let is_open = |quote| text.matches(quote).count() % 2 == 1;
    text.starts_with("echo ") && is_open('\'') && !is_open('"')
}

/// Returns the first flag with which `find` runs commands or changes files. None if the command
/// only reads.
fn find_writing_flag(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    words.find(|word| FIND_WRITING_FLAGS.contains(word))
}

/// Returns true if the pattern of a permission rule matches a command. `git:*` also matches the
/// commands that `git *` matches.
fn is_on_command(content: &str, command: &str) -> bool {
    match content.strip_suffix(PREFIX_SUFFIX) {
        Some(prefix) => {
            wildcard(prefix, command) || wildcard(&format!("{prefix}{WORD_SUFFIX}"), command)
        }
        None => word_wildcard(content, command),
    }
}

/// Returns true if the pattern of an allow rule matches a simple command. For a program that runs
/// its arguments as a command, the rule must contain the whole command, without `*`.
fn allows_part(content: &str, part: &str) -> bool {
    let is_pattern = content.contains('*');
    let program = part.split_whitespace().next().unwrap_or_default();
    let runs_others = NEVER_BY_PATTERN.contains(&program)
        || program == "find" && find_writing_flag(part).is_some();
    (!is_pattern || !runs_others) && is_on_command(content, part)
}

/// Returns true if a simple command of the command line matches the pattern in a hook's `if`. Also
/// returns true if the command line cannot be split into simple commands. A command line with `$`
/// or a backquote matches every pattern that contains more than the name of a program
/// (docs/hosts/claude-code-hooks.md#if).
pub(in crate::hosts::claude_code) fn commands_match(content: &str, command: &str) -> bool {
    if !is_analysed(command) {
        return true;
    }
    let script = shell::read(command);
    let is_on_part = |each: &Command| {
        let part = part(command, each);
        part_forms(&part.text).any(|form| is_on_command(content, form))
    };
    let names_more = content
        .split_whitespace()
        .nth(1)
        .is_some_and(|word| word != "*");
    !script.is_whole
        || script.commands.iter().any(is_on_part)
        || is_on_command(content, command)
        || names_more && command.contains(['$', '`'])
}

/// Returns true if a simple command has a file pattern that the shell expands.
fn has_open_pattern(part: &Part<'_>) -> bool {
    let is_open = |word: &&str| !word.starts_with(['"', '\'']) && word.contains(['*', '?', '[']);
    part.words.iter().any(is_open)
}

/// Returns true if a command needs no permission rule because it only reads. `git` and `find` with
/// a file pattern need a rule, because the shell may replace the pattern by flags that write.
fn only_reads(text: &str, has_open_pattern: bool) -> bool {
    forms(text, Assignments::Harmless).any(|form| {
        let mut words = form.split_whitespace();
        let program = words.next().unwrap_or_default();
        let rest: Vec<_> = words.collect();
        match program {
            "git" | "find" if has_open_pattern => false,
            "git" => git_only_reads(&rest),
            "find" => find_writing_flag(form).is_none(),
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

/// Returns the rule that Claude Code offers to save. The rule has the first two words of the
/// command if the second word is a subcommand, otherwise the whole command. None if the command
/// only sets a variable.
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

#[cfg(test)]
mod tests {
    use super::super::file_rules::Places;
    use super::super::rule::split_tools;
    use super::super::rules::Rules;
    use super::super::wrappers::MAX_LAYERS;
    use super::*;
    use proptest::prelude::*;

    fn rules(texts: &[&str]) -> Vec<Rule> {
        texts
            .iter()
            .map(|text| Rule::parse(text).unwrap())
            .collect()
    }

    /// Returns the decision on a command by the rules of the settings (`rules`) and of a skill.
    fn decided(rules: &Rules, of_skill: &[Rule], command: &str) -> ToolPermission {
        let granted = |rule: &Rule, skill: Option<&str>| Granted {
            rule: rule.clone(),
            skill: skill.map(str::to_owned),
        };
        let own = rules.allow.iter().map(|rule| granted(rule, None));
        let of_skill = of_skill.iter().map(|rule| granted(rule, Some("s")));
        let decider = Decider {
            rules,
            allow: own.chain(of_skill).collect(),
            places: Places {
                cwd: "/repo",
                home: None,
                directories: &["/repo".to_owned()],
            },
            mode: Mode::Default,
        };
        decider.on_command(command).permission
    }

    fn verdict(rules: &Rules, of_skill: &[Rule], command: &str) -> Verdict {
        decided(rules, of_skill, command).decision.unwrap()
    }

    #[test]
    fn a_rule_on_commands_is_exact_a_prefix_or_a_pattern() {
        let cases = [
            ("Bash", "make x", true),
            ("Bash(npm run build)", "npm run build", true),
            ("Bash(npm run build)", "npm run build x", false),
            ("Bash(make *)", "make -j", true),
            ("Bash(make *)", "make", true),
            ("Bash(make *)", "makers", false),
            ("Bash(make:*)", "make -j", true),
            ("Bash(make:*)", "make", true),
            ("Bash(make:*)", "makers", false),
            ("Bash(make*)", "makers", true),
            ("Bash(make:* x)", "make x", false),
            ("Bash(* install)", "npm install", true),
            ("Bash(git * main)", "git push origin main", true),
            ("Bash(git * main)", "git push main x", false),
            ("Bash(make *)", "make; rm x", false),
            ("Bash(make *)", "make && rm x", false),
            ("Bash(make *)", "make || rm x", false),
            ("Bash(make *)", "make | rm x", false),
            ("Bash(make *)", "make |& rm x", false),
            ("Bash(make *)", "make & rm x", false),
            ("Bash(make *)", "make\nrm x", false),
            ("Bash(make *)", "make $(rm x)", false),
            ("Bash(make *)", "make \"`rm x`\"", false),
            ("Bash(make *)", "make <(rm x)", false),
            ("Bash(make *)", "(rm x); make", false),
            ("Bash(make *)", "make 'a; rm x' \"b && rm\" c\\;d", true),
            ("Bash(make *)", "make a && make b", true),
            ("Bash(make *)", "make $(make a)", false),
            ("Bash(make *)", "make a 2>&1", true),
            ("Bash(make *)", "make > out.txt", false),
            ("Bash(make *)", "make 2> /dev/null", true),
            ("Bash(make *)", "make 'unclosed", false),
            ("Bash(make *)", "make $(unclosed", false),
            ("Bash(a && b)", "a && b", true),
            ("Bash(make *)", "timeout -k 5 30 make x", true),
            ("Bash(make *)", "nice -n 5 nohup make x", true),
            ("Bash(make *)", "command -v make", false),
            ("Bash(make *)", "xargs make", true),
            ("Bash(make *)", "xargs -n1 make", false),
            ("Bash(make *)", "NODE_ENV=test make x", true),
            ("Bash(make *)", "PATH=/x make x", false),
            ("Bash(watch *)", "watch ls", false),
            ("Bash(find *)", "find . -delete", false),
            ("Bash(find . -delete)", "find . -delete", true),
            ("Read", "make", false),
        ];
        for (rule, command, is_allowed) in cases {
            let decided = decided(&Rules::default(), &rules(&[rule]), command);
            let by = decided.rule.map(|rule| rule.text);
            let expected = if is_allowed {
                (Verdict::Allow, Some(rule.to_owned()))
            } else {
                (Verdict::Ask, None)
            };
            assert_eq!(
                (decided.decision.unwrap(), by),
                expected,
                "{rule} on {command}"
            );
        }
    }

    #[test]
    fn an_output_file_needs_leave_to_edit() {
        let none = Rules::default();
        let command = "make >> out.txt";
        let only = rules(&["Bash(make *)"]);
        assert_eq!(verdict(&none, &only, command), Verdict::Ask);
        let both = rules(&["Bash(make *)", "Edit"]);
        assert_eq!(verdict(&none, &both, command), Verdict::Allow);
    }

    #[test]
    fn a_rule_against_any_part_of_a_command_beats_what_allows_it() {
        let strict = Rules {
            deny: rules(&["Bash(rm *)"]),
            ask: rules(&["Bash(git push:*)"]),
            allow: rules(&["Bash"]),
        };
        let of_skill = rules(&["Bash(rm *)", "Bash(git *)"]);
        let cases = [
            ("rm x", Verdict::Deny),
            ("ls && rm x", Verdict::Deny),
            ("echo $(rm x)", Verdict::Deny),
            ("echo \"`FOO=bar rm x`\"", Verdict::Deny),
            ("timeout 5 rm x", Verdict::Deny),
            ("git push", Verdict::Ask),
            ("ls; git push origin", Verdict::Ask),
            ("echo 'rm x'", Verdict::Allow),
        ];
        for (command, expected) in cases {
            assert_eq!(verdict(&strict, &of_skill, command), expected, "{command}");
        }
    }

    #[test]
    fn a_command_that_only_reads_needs_no_rule() {
        let cases = [
            ("ls -la", Verdict::Allow),
            ("git diff HEAD | head -5 && pwd", Verdict::Allow),
            ("git log --oneline 2>/dev/null", Verdict::Allow),
            ("find . -name x", Verdict::Allow),
            ("find . -name *.rs", Verdict::Ask),
            ("find . -name '*.rs'", Verdict::Allow),
            ("timeout 5 find . -name *.rs", Verdict::Ask),
            ("git diff *.rs", Verdict::Ask),
            ("grep find *.txt", Verdict::Allow),
            ("ls git *.txt", Verdict::Allow),
            ("find . -delete", Verdict::Ask),
            ("git push", Verdict::Ask),
            ("git diff --output=x", Verdict::Ask),
            ("cat x > y", Verdict::Ask),
            ("cat $(make)", Verdict::Ask),
            ("make", Verdict::Ask),
            ("", Verdict::Ask),
        ];
        for (command, expected) in cases {
            let decided = decided(&Rules::default(), &[], command);
            assert_eq!(decided.decision, Some(expected), "{command}");
            assert_eq!(decided.rule, None, "{command}");
        }
    }

    #[test]
    fn a_command_that_cannot_be_checked_is_refused_with_the_reason() {
        let cases = [
            (
                "echo $(date)",
                "A nested command in this command can't be checked before it runs",
            ),
            (
                "echo \"$(date)\"",
                "Quoted text in this command can't be checked before it runs",
            ),
            (
                "echo ${A}",
                "A variable in braces in this command can't be checked before it runs",
            ),
            (
                "echo $0",
                "A variable in this command can't be checked before it runs",
            ),
            ("echo <i>", "Unrecognized redirect shape"),
            ("echo \"open", "Parse error"),
            (
                "watch ls",
                "What 'watch' starts can't be checked before it runs",
            ),
            ("make", "This command requires approval"),
        ];
        for (command, expected) in cases {
            let decided = decided(&Rules::default(), &[], command);
            assert_eq!(decided.decision, Some(Verdict::Ask), "{command}");
            assert_eq!(decided.reason, expected, "{command}");
        }
        let cases = [
            ("echo 'open", Verdict::Allow, "the command only reads"),
            ("awk '{print $1 ${x}}' a", Verdict::Ask, NEEDS_APPROVAL),
        ];
        for (command, verdict, reason) in cases {
            let decided = decided(&Rules::default(), &[], command);
            assert_eq!(decided.decision, Some(verdict), "{command}");
            assert_eq!(decided.reason, reason, "{command}");
        }
    }

    #[test]
    fn a_command_too_long_to_take_apart_is_asked_for() {
        let none = Rules::default();
        let long = |count| format!("ls {}", "x".repeat(count - "ls ".len()));
        let (longest, too_long) = (long(MAX_ANALYSED), long(MAX_ANALYSED + 1));
        assert_eq!(verdict(&none, &[], &longest), Verdict::Allow);
        assert_eq!(verdict(&none, &[], &too_long), Verdict::Ask);
        assert_eq!(
            verdict(&none, &rules(&["Bash(ls *)"]), &too_long),
            Verdict::Ask
        );
        let nested = format!("ls {}{}", "$(ls ".repeat(100), ")".repeat(100));
        assert_eq!(verdict(&none, &[], &nested), Verdict::Ask);
        // A rule on the whole command still counts.
        let strict = Rules {
            deny: rules(&["Bash(ls *)"]),
            ..Rules::default()
        };
        assert_eq!(verdict(&strict, &[], &too_long), Verdict::Deny);
        assert!(!commands_match("rm *", &longest));
        assert!(commands_match("rm *", &too_long));
    }

    #[test]
    fn a_limited_number_of_wrappers_is_ignored() {
        let rules = rules(&["Bash(make *)"]);
        for (layers, expected) in [(MAX_LAYERS - 1, Verdict::Allow), (MAX_LAYERS, Verdict::Ask)] {
            let command = format!("{}make x", "nohup ".repeat(layers));
            assert_eq!(verdict(&Rules::default(), &rules, &command), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_result(
            command in r#"(a|b|\(|\)|\$\(|`|'|"|\\|&|\||;|>|<|/dev/null|\n| |é|rm|timeout|nice -n|A=){0,25}"#,
            rule in r"(Bash|Skill|\(|\)|\*|:| |a|b){0,8}",
        ) {
            let _ = split_tools(&command);
            let _ = commands_match(&rule, &command);
            let Ok(rule) = Rule::parse(&rule) else { return Ok(()) };
            let one = Rules { deny: vec![rule.clone()], ..Rules::default() };
            let _ = decided(&one, &[], &command);
            let _ = decided(&Rules::default(), std::slice::from_ref(&rule), &command);
            prop_assert_eq!(Rule::parse(&rule.to_string()), Ok(rule));
        }
    }
}
