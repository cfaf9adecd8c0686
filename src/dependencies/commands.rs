//! Collects the dependencies of shell commands: the programs, the variables, and the packages that
//! installers install.

use std::ops::Range;

use super::collector::{Collector, line_at};
use super::names::{
    self, PLACEHOLDERS, RUNNERS, SETTING_ENDS, is_everywhere, is_program, is_setting, is_users,
};
use super::optional::{says_optional, says_required};
use super::report::{DependencyKind, NeedSource};
use crate::hashing::HashSet;
use crate::text::shell::{self, Command, CommandKind};

/// The names of shells. A script for one of these shells is searched for commands.
const SHELLS: [&str; 5] = ["bash", "dash", "ksh", "sh", "zsh"];

/// The programs that install packages, each with its subcommand. The flag is true if the subcommand
/// installs a program only with `-g` or `--global`.
const INSTALLERS: [(&str, &str, bool); 26] = [
    ("apk", "add", false),
    ("apt", "install", false),
    ("apt-get", "install", false),
    ("brew", "install", false),
    ("bun", "add", true),
    ("bun", "install", true),
    ("cargo", "install", false),
    ("choco", "install", false),
    ("conda", "install", false),
    ("dnf", "install", false),
    ("gem", "install", false),
    ("go", "install", false),
    ("npm", "i", true),
    ("npm", "install", true),
    ("pacman", "-S", false),
    ("pip", "install", false),
    ("pip3", "install", false),
    ("pipx", "install", false),
    ("pnpm", "add", true),
    ("pnpm", "install", true),
    ("port", "install", false),
    ("scoop", "install", false),
    ("snap", "install", false),
    ("uv", "install", false),
    ("winget", "install", false),
    ("yum", "install", false),
];

/// Programs that can register MCP servers and install plugins.
const AGENTS: [&str; 5] = ["claude", "codex", "copilot", "gemini", "qwen"];

/// Returns true for the name of a shell.
pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

/// Returns the interpreter in the `#!` line of a script, and the byte range of the interpreter's
/// name. Returns none if there is no such line.
pub(super) fn interpreter(text: &str) -> Option<(&str, Range<usize>)> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = words(line).map(|word| word.start + 2..word.end + 2);
    let first = words.next()?;
    let name = |word: Range<usize>| {
        let path = &text[word.clone()];
        let start = path.rfind('/').map_or(0, |slash| slash + 1);
        (&path[start..], word.start + start..word.end)
    };
    let (program, place) = name(first);
    if program != "env" {
        return Some((program, place));
    }
    let is_option = |word: &Range<usize>| {
        let word = &text[word.clone()];
        word.starts_with('-') || word.contains('=')
    };
    words.find(|word| !is_option(word)).map(name)
}

/// Returns the byte range of each word of a line.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let start = at + rest.find(|c: char| !c.is_whitespace())?;
        let rest = &line[start..];
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        at = end;
        Some(start..end)
    })
}

/// Collects the interpreter in the `#!` line of a script.
pub(super) fn read_shebang(collector: &mut Collector<'_>) {
    if let Some((program, place)) = interpreter(collector.text)
        && is_program(program)
        && !is_everywhere(program)
    {
        collector.need(
            DependencyKind::Program,
            program,
            place,
            NeedSource::Shebang,
            false,
        );
    }
}

/// Collects the dependencies of a shell script.
pub(super) fn read_script(collector: &mut Collector<'_>) {
    read_shebang(collector);
    let text = collector.text;
    let assigned = assigned(text);
    let functions = functions(text);
    read_commands(collector, 0, text, NeedSource::Script, &functions);
    read_variables(collector, 0..text.len(), NeedSource::Script, &assigned);
}

/// Collects the dependencies of a shell code block in Markdown. `assigned` has the variables that
/// the shell blocks of the same text assign.
pub(super) fn read_block(
    collector: &mut Collector<'_>,
    bytes: Range<usize>,
    assigned: &HashSet<&str>,
) {
    let text = collector.text;
    let block = &text[bytes.clone()];
    let functions = functions(block);
    let is_prompt = |line: &str| line.trim_start().starts_with("$ ");
    if block.lines().any(is_prompt) {
        // Lines without a prompt are output, so they are skipped.
        let mut at = bytes.start;
        for line in block.split_inclusive('\n') {
            if let Some(prompt) = line.find("$ ").filter(|_| is_prompt(line)) {
                let start = prompt + 2;
                let source = NeedSource::ShellBlock;
                read_commands(collector, at + start, &line[start..], source, &functions);
            }
            at += line.len();
        }
    } else {
        let source = NeedSource::ShellBlock;
        read_commands(collector, bytes.start, block, source, &functions);
    }
    read_variables(collector, bytes, NeedSource::ShellBlock, assigned);
}

/// Collects the dependencies of the commands in `script`, which begins at byte `start` of the text.
pub(super) fn read_commands(
    collector: &mut Collector<'_>,
    start: usize,
    script: &str,
    source: NeedSource,
    functions: &HashSet<&str>,
) {
    for command in shell::read(script).commands {
        if command.kind == CommandKind::Program {
            read_command(collector, start, script, &command, source, functions);
        }
    }
}

fn read_command(
    collector: &mut Collector<'_>,
    start: usize,
    script: &str,
    command: &Command,
    source: NeedSource,
    functions: &HashSet<&str>,
) {
    let mut words = &command.words[..];
    let word = |at: &Range<usize>| script[at.clone()].trim_matches(['"', '\'']);
    // A program that a script only looks up (`command -v`) may be absent.
    let mut is_lookup = false;
    while let [first, rest @ ..] = words {
        let name = word(first);
        if matches!(name, "which" | "type" | "hash")
            || name == "command"
                && rest
                    .first()
                    .is_some_and(|next| word(next).starts_with("-v"))
        {
            is_lookup = true;
        } else if !RUNNERS.contains(name) {
            break;
        }
        words = rest;
        while let [first, rest @ ..] = words {
            let word = word(first);
            let is_setting = word.starts_with(['-', '$']) || word.contains('=');
            if !is_setting && !word.starts_with(|c: char| c.is_ascii_digit()) {
                break;
            }
            words = rest;
        }
    }
    let Some((first, arguments)) = words.split_first() else {
        return;
    };
    let written = &script[first.clone()];
    let program = word(first);
    if !is_program(program)
        || is_everywhere(program)
        || functions.contains(program)
        // A file with one of these extensions is in the folder, not in `PATH`.
        || [".sh", ".py", ".js", ".ts", ".md", ".txt", ".json"].iter().any(|end| program.ends_with(end))
    {
        return;
    }
    let arguments: Vec<&str> = arguments.iter().map(word).collect();
    let is_text = source == NeedSource::ShellBlock;
    if is_text
        && (is_part_of_text(script, first.start)
            || !is_command_line(program, &arguments, script, first.end))
    {
        return;
    }
    let quote = usize::from(written.len() > program.len());
    let from = start + first.start + quote;
    let place = from..from + program.len();
    let installs = read_installs(collector, program, &arguments);
    read_agent(collector, program, &arguments, &place, source);
    let line = &script[line_at(script, first.start)];
    let is_conditional = line.trim_start().starts_with("if ") || line.contains("||");
    let optional =
        is_lookup || installs || is_conditional || is_text && says_optional(collector.text, from);
    collector.need(DependencyKind::Program, program, place, source, optional);
}

/// Returns true if the word at a byte of a code block is not a command, although the shell would
/// run it: an alternative such as `b` in `<a|b>`, a remark in parentheses, or the language of a
/// fence.
fn is_part_of_text(script: &str, at: usize) -> bool {
    let line = &script[line_at(script, at).start..at];
    if let Some(before) = line.strip_suffix('|') {
        let word = before.rsplit(char::is_whitespace).next();
        return word.is_some_and(|word| word.contains(['{', '<', '[']));
    }
    if let Some(before) = line.strip_suffix(" (") {
        let word = before.rsplit(char::is_whitespace).next();
        let is_plain = |word: &str| !is_everywhere(word) && word.ends_with(char::is_alphanumeric);
        return word.is_some_and(is_plain);
    }
    line.trim_start().starts_with("```")
}

/// Returns true if a line of a code block is likely a command, not output or a sentence.
fn is_command_line(program: &str, arguments: &[&str], script: &str, end: usize) -> bool {
    if script[end..].starts_with([':', ',', '=', '(']) {
        return false;
    }
    if names::is_known_program(program) || program.contains('-') {
        return true;
    }
    // Words without options, paths or quotes are a sentence.
    let is_sentence = arguments.len() >= 3
        && (arguments.iter()).all(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    !is_sentence && program.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Collects the packages that an installer installs. Returns true if the command installs
/// something.
fn read_installs(collector: &mut Collector<'_>, program: &str, arguments: &[&str]) -> bool {
    let is_global = arguments
        .iter()
        .any(|word| matches!(*word, "-g" | "--global" | "global"));
    let found = INSTALLERS.iter().find_map(|(installer, verb, globally)| {
        let at = arguments.iter().position(|word| word == verb)?;
        (*installer == program && at <= 2).then_some((*installer, at, *globally))
    });
    let Some((installer, at, globally)) = found else {
        return false;
    };
    if globally && !is_global {
        return true;
    }
    let targets = arguments[at + 1..].iter();
    for target in targets.filter(|word| !word.starts_with(['-', '.', '$', '<', '>'])) {
        let last = target.rsplit('/').next().unwrap_or_default();
        let end = last
            .find(['@', '=', '[', '<', '>', '~'])
            .unwrap_or(last.len());
        collector.way(&last[..end], installer, target);
    }
    true
}

/// Collects the MCP servers and plugins that a command such as `claude mcp add` adds.
fn read_agent(
    collector: &mut Collector<'_>,
    program: &str,
    arguments: &[&str],
    place: &Range<usize>,
    source: NeedSource,
) {
    if !AGENTS.contains(&program) {
        return;
    }
    let [group, verb, rest @ ..] = arguments else {
        return;
    };
    let kind = match (*group, *verb) {
        ("mcp", "add") => DependencyKind::Server,
        ("plugin" | "plugins" | "extensions", "install") => DependencyKind::Plugin,
        _ => return,
    };
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        // The options of these commands have a value.
        if word.starts_with('-') {
            if !word.contains('=') {
                rest.next();
            }
            continue;
        }
        let name = word.split('@').next().unwrap_or_default();
        if is_name(name) {
            collector.need(kind, name, place.clone(), source, false);
        }
        return;
    }
}

/// Returns true if a word may be the name of a server or plugin and is not a placeholder.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    name.len() >= 2
        && name.len() <= 64
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.bytes().all(is_part)
        && !PLACEHOLDERS.contains(&*name.to_ascii_lowercase())
}

/// Returns the names of the functions that a script defines.
fn functions(script: &str) -> HashSet<&str> {
    let lines = script.lines().filter_map(|line| {
        let line = line.trim_start();
        let (named, is_keyword) = match line.strip_prefix("function ") {
            Some(rest) => (rest.trim_start(), true),
            None => (line, false),
        };
        let end = named.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))?;
        let rest = named[end..].trim_start();
        (end > 0 && (is_keyword || rest.starts_with("()"))).then_some(&named[..end])
    });
    lines.collect()
}

/// Returns the variables that a script assigns. A line that only gives a default (`X="${X:-y}"`)
/// assigns nothing.
pub(super) fn assigned(script: &str) -> HashSet<&str> {
    let mut assigned = HashSet::default();
    for line in script.lines() {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix("for ") {
            assigned.extend(rest.split_whitespace().next());
        }
        if let Some(at) = line.find("read ") {
            let words = line[at + 5..].split([' ', ';', '<']);
            assigned.extend(words.filter(|word| names::is_variable(word)));
        }
        for (at, _) in line.match_indices('=') {
            let before = line[..at].trim_end_matches('+');
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let start = before.trim_end_matches(is_part).len();
            let name = &before[start..];
            // An option such as `--KEY=x` is not an assignment, and a comparison is not one either.
            let is_start =
                before[..start].is_empty() || before[..start].ends_with([' ', ';', '(', '\t']);
            let value = &line[at..line_at(line, at).end];
            let has_default = value.contains(&format!("${{{name}:"));
            // The user may set a variable after `export`, unless its value is computed.
            if is_start && !name.is_empty() && !has_default {
                assigned.insert(name);
            }
        }
    }
    assigned
}

/// Collects the variables that commands use: `$NAME` and `${NAME}`, and in Markdown also
/// `export NAME=…`.
fn read_variables(
    collector: &mut Collector<'_>,
    bytes: Range<usize>,
    source: NeedSource,
    assigned: &HashSet<&str>,
) {
    let text = collector.text;
    let script = &text[bytes.clone()];
    let in_markdown = source == NeedSource::ShellBlock;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, _) in script.match_indices('$') {
        let is_escaped = script[..at].ends_with(['\\', '$']);
        let rest = &script[at + 1..];
        let (inside, brace) = match rest.strip_prefix('{') {
            Some(inside) => (inside, 1),
            None => (rest, 0),
        };
        let name = &inside[..inside.find(|c| !is_part(c)).unwrap_or(inside.len())];
        let after = &inside[name.len()..];
        if is_escaped || !is_users(name) || assigned.contains(name) || is_comment(script, at) {
            continue;
        }
        // The model fills in values such as `$BRANCH`, so only the names of settings are needs.
        if in_markdown && !is_setting(name, &SETTING_ENDS) {
            continue;
        }
        let has_default = brace == 1
            && [":-", "-", ":+", "+"]
                .iter()
                .any(|mark| after.starts_with(mark));
        // Commands in a Markdown text are often examples, in which the user fills in a value.
        let optional = has_default || in_markdown && !says_required(text, bytes.start + at);
        let start = bytes.start + at + 1 + brace;
        let place = start..start + name.len();
        collector.need(DependencyKind::Variable, name, place, source, optional);
    }
    if !in_markdown {
        return;
    }
    for (at, export) in script.match_indices("export ") {
        let rest = &script[at + export.len()..];
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let Some(value) = rest[name.len()..].strip_prefix('=') else {
            continue;
        };
        let is_computed = value.trim_start_matches('"').starts_with(['$', '`']);
        if is_users(name) && !is_computed && !is_comment(script, at) {
            let start = bytes.start + at + export.len();
            let place = start..start + name.len();
            let optional = says_optional(text, start);
            collector.need(DependencyKind::Variable, name, place, source, optional);
        }
    }
}

/// Returns true if a byte of a script is on a comment line.
fn is_comment(script: &str, at: usize) -> bool {
    let line = line_at(script, at).start;
    script[line..at].trim_start().starts_with('#')
}
