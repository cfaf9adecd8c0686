//! Commands in the values of JSON and YAML, and in the cells of notebooks.

use std::ops::Range;

use super::program::{MAX_ARGUMENTS, MAX_CALLS};
use super::tokens::{Language, Token, TokenKind, tokens};
use crate::safety::commands::act::Effects;
use crate::safety::lists::is_in;

/// Keys whose values are commands, in lowercase.
const KEYS: &str = "command cmd run script install exec shell preinstall postinstall prepare entrypoint setup bash step steps \
    start build test ci do task action program before after";

/// Interprets the commands in JSON or YAML. A command is the value of a key such as `command`,
/// together with the arguments in the list `args` after it.
pub(in crate::safety::commands) fn settings(effects: &mut dyn Effects, text: &str, start: usize) {
    let tokens = tokens(text, Language::JavaScript);
    let tokens: Vec<_> = tokens
        .iter()
        .filter(|token| token.kind != TokenKind::End)
        .collect();
    let mut program: Option<(String, Range<usize>)> = None;
    for (at, token) in tokens.iter().enumerate() {
        let key = token.text.to_ascii_lowercase();
        let is_key = tokens
            .get(at + 1)
            .is_some_and(|next| next.kind == TokenKind::Sign(b':'))
            && (key == "args" || is_in(&key, KEYS));
        let Some(value) = tokens.get(at + 2).filter(|_| is_key) else {
            continue;
        };
        let place = |token: &Token<'_>| start + token.bytes.start..start + token.bytes.end;
        if value.kind == TokenKind::Text {
            effects.setting(&key, &value.text, place(value));
            program = (token.text == "command").then(|| (value.text.to_string(), place(value)));
        } else if value.kind == TokenKind::Sign(b'[') {
            let listed = tokens[at + 3..]
                .iter()
                .take_while(|token| token.kind != TokenKind::Sign(b']'));
            let listed = listed.filter(|token| token.kind == TokenKind::Text);
            let listed = listed.map(|token| (token.text.to_string(), place(token)));
            if key != "args" {
                for (text, place) in listed.clone().filter(|(text, _)| text.contains(' ')) {
                    effects.nested(&text, place);
                }
            }
            let program = program.take().filter(|_| token.text == "args");
            let listed: Vec<_> = program.into_iter().chain(listed).collect();
            effects.list(&listed);
        }
    }
}

/// Interprets the commands in YAML. A command is on the line of its key, or on the following lines
/// with more indentation.
pub(in crate::safety::commands) fn yaml_commands(effects: &mut dyn Effects, text: &str) {
    let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut at = 0;
    // The indentation of the key whose commands are on the next lines, and the byte at which these commands begin.
    let mut open: Option<(usize, usize)> = None;
    for line in text.split_inclusive('\n').chain([""]) {
        let is_end = !line.trim().is_empty() || line.is_empty();
        if let Some((_, start)) = open.filter(|(key, _)| is_end && depth(line) <= *key) {
            effects.shell(&text[start..at], start);
            open = None;
        }
        if let Some((key, value)) = line.split_once(':').filter(|_| open.is_none()) {
            let name = key.trim_matches([' ', '-', '"', '\'']).to_ascii_lowercase();
            let start = at + line.len() - value.trim_start().len();
            let value = value.trim();
            let is_known = is_in(&name, KEYS);
            if is_known && (value.is_empty() || value.starts_with(['|', '>'])) {
                open = Some((depth(line), at + line.len()));
            } else if is_known && !value.starts_with(['"', '\'', '[', '{']) {
                effects.shell(value, start);
            }
        }
        at += line.len();
    }
}

/// Interprets the code in the cells of a notebook. Lines that begin with `!` or `%` are shell
/// commands; other lines are Python.
pub(in crate::safety::commands) fn notebook(effects: &mut dyn Effects, text: &str) {
    let tokens = tokens(text, Language::JavaScript);
    let mut sources = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.text == "source" && token.kind == TokenKind::Text);
    for (at, _) in sources.by_ref().take(MAX_CALLS) {
        let cell = tokens[at + 1..].iter().take(MAX_ARGUMENTS);
        let cell = cell.skip_while(|token| matches!(token.kind, TokenKind::Sign(b':' | b'[')));
        let cell: Vec<_> = cell
            .take_while(|token| {
                matches!(
                    token.kind,
                    TokenKind::Text | TokenKind::Sign(b',') | TokenKind::End
                )
            })
            .filter(|token| token.kind == TokenKind::Text)
            .collect();
        let (Some(first), Some(last)) = (cell.first(), cell.last()) else {
            continue;
        };
        let code: String = cell.iter().map(|token| &*token.text).collect();
        let place = first.bytes.start..last.bytes.end;
        let (commands, code): (Vec<_>, Vec<_>) =
            code.lines().partition(|line| line.starts_with(['!', '%']));
        let commands: Vec<_> = commands
            .iter()
            .map(|line| line.trim_start_matches(['!', '%']))
            .collect();
        effects.nested(&commands.join("\n"), place.clone());
        effects.code("python", &code.join("\n"), place);
    }
}
