//! `unknown-tool`: a rule names a tool that a host does not have, so the rule has no effect.
//!
//! Fix: writes the host's name of the tool, or adds it beside the name in another host; unsafe,
//! because the host then allows or forbids more than before.

use std::ops;

use crate::lint::nearest::nearest;
use crate::lint::prelude::*;
use crate::model::field::Field;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "unknown-tool",
    Severity::Warning,
    "a rule names a tool that a host does not have",
    &[Run::Values(check)],
);

/// Names of tools in other hosts, without hyphens and in lowercase. Each is followed by the name of
/// the same tool in Claude Code.
const ELSEWHERE: [(&str, &str); 32] = [
    ("readfile", "Read"),
    ("fileread", "Read"),
    ("viewfile", "Read"),
    ("view", "Read"),
    ("openfile", "Read"),
    ("writefile", "Write"),
    ("filewrite", "Write"),
    ("createfile", "Write"),
    ("editfile", "Edit"),
    ("fileedit", "Edit"),
    ("strreplace", "Edit"),
    ("strreplaceeditor", "Edit"),
    ("replace", "Edit"),
    ("applypatch", "Edit"),
    ("shell", "Bash"),
    ("terminal", "Bash"),
    ("execute", "Bash"),
    ("exec", "Bash"),
    ("runshell", "Bash"),
    ("runshellcommand", "Bash"),
    ("runcommand", "Bash"),
    ("runterminalcmd", "Bash"),
    ("executecommand", "Bash"),
    ("executebash", "Bash"),
    ("listdirectory", "LS"),
    ("listdir", "LS"),
    ("listfiles", "LS"),
    ("searchfiles", "Grep"),
    ("grepsearch", "Grep"),
    ("searchfilecontent", "Grep"),
    ("fetch", "WebFetch"),
    ("websearchtool", "WebSearch"),
];

/// Reports tools that a host does not have, in the fields that allow or forbid tools.
pub fn check(reading: &Reading<'_, '_>, diagnostics: &mut Vec<Diagnostic>) {
    let known = |target: &TargetHost<'_>, key: &str| match target.field(key) {
        Some(field) if Field::is_read(field) => target.host().format().tool_names(),
        _ => &[],
    };
    for key in ["allowed-tools", "disallowed-tools"] {
        let mut reported: Vec<String> = Vec::new();
        for (target, parsed) in reading.targets.iter().zip(&reading.parsed) {
            let names = known(target, key);
            let fields = parsed
                .as_ref()
                .filter(|_| !names.is_empty())
                .and_then(|parsed| {
                    let fields = parsed.outcome.as_ref().ok()?;
                    fields.text.as_ref().ok()?.frontmatter.as_deref()
                });
            let rules = match (fields, key) {
                (None, _) => continue,
                (Some(fields), "allowed-tools") => &fields.allowed_tools,
                (Some(fields), _) => &fields.disallowed_tools,
            };
            for rule in rules {
                let name = tool_of(rule);
                let Some(Meant { tool, is_elsewhere }) = meant(name, names) else {
                    continue;
                };
                // A list may have the name for each of several hosts.
                if is_elsewhere && rules.iter().any(|rule| tool_of(rule) == tool) {
                    continue;
                }
                if reported.iter().any(|reported| reported == name)
                    || diagnostics.len() >= MAX_FINDINGS
                {
                    continue;
                }
                reported.push(name.to_owned());
                let context = reading.context;
                let bytes = context
                    .member(key)
                    .and_then(|member| place(context.text, &member.value_bytes, name));
                let range = bytes
                    .clone()
                    .map_or_else(|| reading.place(key), |bytes| context.range(bytes));
                let hosts = reading.hosts_where(|target| {
                    let names = known(target, key);
                    !names.is_empty() && !names.contains(&name)
                });
                let labels = HostNames::of(hosts.iter().copied());
                let has = labels.verb("has", "have");
                let message = format!(
                    "{labels} {has} no tool `{name}`, so the rule has no effect; `{tool}` is one"
                );
                let fix = bytes.and_then(|bytes| {
                    if !is_elsewhere {
                        let fix = Fix::unsafe_(format!("Write `{tool}`"));
                        return Some(fix.replace(context.path, &context.places, bytes, tool));
                    }
                    let end = bytes.start + rule.len();
                    let is_there = context.text.get(bytes.start..end) == Some(rule);
                    let between = is_there.then(|| separator(context, bytes.start..end))??;
                    let fix = Fix::unsafe_(format!("Add `{tool}`"));
                    // The new rule allows the same calls.
                    let calls = rule.find('(').map_or("", |at| &rule[at..]);
                    let added = format!("{between}{tool}{calls}");
                    Some(fix.replace(context.path, &context.places, end..end, added))
                });
                let help = if is_elsewhere {
                    format!("Add `{tool}`; keep `{name}` for a host that has this tool.")
                } else {
                    format!("Write `{tool}`, if that is meant.")
                };
                diagnostics.push(
                    Diagnostic::new(&RULE, context.path, range, message)
                        .help(help)
                        .concerning(hosts)
                        .fix(fix),
                );
            }
        }
    }
}

/// Returns the tool of a rule, such as `Bash` for `Bash(git *)`.
fn tool_of(rule: &str) -> &str {
    rule.split('(').next().unwrap_or(rule).trim()
}

/// Returns the text that must be between an item of a list and a new item after it. Returns `None`
/// if the item is in quotes, because the quotes may be around the item or around the whole list.
fn separator(context: &SkillContext<'_>, item: ops::Range<usize>) -> Option<String> {
    let text = context.text;
    let start = text[..item.start].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[start..item.start];
    let rest = text[item.end..].lines().next().unwrap_or_default();
    let is_last = rest.trim().is_empty();
    if before.trim() == "-" && is_last {
        return Some(format!("{}{before}", context.line_end()));
    }
    if rest.starts_with(',') {
        return Some(", ".to_owned());
    }
    (is_last || rest.starts_with(' ')).then(|| " ".to_owned())
}

/// A tool that an unknown name most likely means.
struct Meant {
    tool: &'static str,
    /// True if the unknown name is the name of the same tool in another host.
    is_elsewhere: bool,
}

/// Returns the known tool that an unknown name most likely means; `None` if there is no such tool.
/// The name may differ in case, be misspelt, or be the name of the same tool in another host.
fn meant(name: &str, known: &[&'static str]) -> Option<Meant> {
    if known.contains(&name) || name.contains(['*', ':']) || name.starts_with("mcp__") {
        return None;
    }
    let plain = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.collect::<String>().to_ascii_lowercase()
    };
    let folded = plain(name);
    let same = known.iter().find(|known| plain(known) == folded);
    let tool = |tool: &'static str, is_elsewhere| Meant { tool, is_elsewhere };
    if let Some(same) = same {
        // Only in other hosts, the words of a tool's name have underscores between them.
        return Some(tool(same, name.contains('_')));
    }
    if let Some((_, here)) = ELSEWHERE.iter().find(|(there, _)| *there == folded) {
        let here = known.iter().find(|known| *known == here);
        return here.map(|here| tool(here, true));
    }
    // One letter of the name may be added, missing or moved.
    let lower: Vec<String> = known
        .iter()
        .map(|known| known.to_ascii_lowercase())
        .collect();
    let near = nearest(name, lower.iter().map(String::as_str))?;
    let is_near = folded.len() >= 4 && strsim::osa_distance(&folded, near) == 1;
    let at = lower.iter().position(|known| known == near)?;
    is_near.then(|| tool(known[at], false))
}

/// Returns the byte range of a name within a value; `None` if the value does not contain the name
/// as a whole word.
fn place(text: &str, within: &ops::Range<usize>, name: &str) -> Option<ops::Range<usize>> {
    let value = &text[within.clone()];
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut found = value.match_indices(name);
    let (at, _) = found.find(|(at, _)| {
        !value[..*at].ends_with(is_part) && !value[at + name.len()..].starts_with(is_part)
    })?;
    let start = within.start + at;
    Some(start..start + name.len())
}
