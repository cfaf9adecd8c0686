//! Collects the dependencies in Markdown texts: commands in code blocks, and names in code spans,
//! links and sentences.

use std::ops::Range;

use super::collector::{Collector, line_at};
use super::commands::{assigned, is_name, read_block};
use super::names::{
    NO_PLUGINS, NO_SKILLS, PLACEHOLDERS, SECRET_ENDS, is_kebab, is_setting, is_users,
};
use super::optional::{is_below, line_of, says_optional, says_required, says_server_is_optional};
use super::report::{DependencyKind, NeedSource};
use super::{code, side_files};
use crate::hashing::HashSet;
use crate::text::document::Document;
use crate::text::markdown::{self, Span, SpanKind};

/// The languages of Markdown code blocks that contain shell commands.
const SHELL: [&str; 8] = [
    "bash",
    "console",
    "sh",
    "shell",
    "shell-session",
    "shellscript",
    "terminal",
    "zsh",
];

/// The prefix of the names of MCP tools, such as `mcp__github__create_issue`.
const TOOL: &str = "mcp__";

/// Collects the dependencies in a Markdown text. The frontmatter is left out.
pub(super) fn read(collector: &mut Collector<'_>) {
    let text = collector.text;
    let document = Document::split(text, |line| line.trim_end() == "---");
    let start = document.map_or(0, |document| text.len() - document.body.len());
    let spans = markdown::spans(&text[start..]);
    let spans: Vec<Span> = (spans.into_iter())
        .map(|span| Span {
            bytes: span.bytes.start + start..span.bytes.end + start,
            ..span
        })
        .collect();
    let shell_blocks: Vec<&str> = (spans.iter())
        .filter(|span| span.kind == SpanKind::Block && SHELL.contains(&language(text, span)))
        .map(|span| &text[span.bytes.clone()])
        .collect();
    let mut known: HashSet<&str> = HashSet::default();
    for block in shell_blocks {
        known.extend(assigned(block));
    }
    for span in &spans {
        match span.kind {
            SpanKind::Block => read_code_block(collector, span, &known),
            SpanKind::Code => read_code(collector, span.bytes.clone()),
            SpanKind::Link => read_link(collector, span.bytes.clone()),
            SpanKind::Image | SpanKind::Comment => {}
        }
    }
    servers_of_tools(collector, start..text.len(), NeedSource::Text);
    read_plugins(collector, start);
}

/// Returns the language that the opening fence of a code block names, such as `bash`. Empty if the
/// fence names no language.
fn language<'t>(text: &'t str, span: &Span) -> &'t str {
    let before = text[..span.bytes.start].trim_end_matches(['\n', '\r']);
    let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
    let info = line.trim().trim_start_matches(['`', '~']).trim_start();
    let end = info.find([' ', '{', ',', ':']).unwrap_or(info.len());
    &info[..end]
}

fn read_code_block(collector: &mut Collector<'_>, span: &Span, known: &HashSet<&str>) {
    let text = collector.text;
    let bytes = span.bytes.clone();
    let block = &text[bytes.clone()];
    let language = language(text, span);
    if SHELL.contains(&language) {
        read_block(collector, bytes, known);
    } else if block.contains("\"mcpServers\"") {
        side_files::read_servers(collector, bytes, NeedSource::Text);
    } else if !matches!(language, "" | "text" | "markdown" | "md" | "json" | "yaml") {
        code::read_variables(collector, bytes, NeedSource::Text);
    }
}

/// Collects the dependency that a text between backquotes names: a variable, a skill, a skill of a
/// plugin, or a server.
fn read_code(collector: &mut Collector<'_>, bytes: Range<usize>) {
    let text = collector.text;
    let name = text[bytes.clone()].trim_start_matches('$');
    let start = bytes.end - name.len();
    let bytes = start..bytes.end;
    // Most skills and variables that a text names are only suggestions.
    let optional = || !says_required(text, start);
    let source = NeedSource::Text;
    if is_users(name) {
        if is_setting(name, &SECRET_ENDS) {
            collector.need(DependencyKind::Variable, name, bytes, source, optional());
        }
        return;
    }
    if let Some((plugin, skill)) = name.split_once(':') {
        let line = line_of(text, start).to_lowercase();
        // In `server:tool` the first word names an MCP server. `mode:fast` is an argument.
        let before = text[..start].trim_end_matches('`').to_ascii_lowercase();
        let is_other = line.contains("mcp")
            || line.contains(" tool")
            || is_below(text, start, &["tool", "mcp"])
            || before.ends_with("with ")
            || before.ends_with("call ");
        let is_skill = is_kebab(plugin)
            && is_kebab(skill)
            && skill.contains('-')
            && !NO_PLUGINS.contains(plugin)
            && !PLACEHOLDERS.contains(plugin)
            && line.contains("skill")
            && !is_other;
        if is_skill {
            let before = start..start + plugin.len();
            collector.need(DependencyKind::Plugin, plugin, before, source, optional());
            collector.need(DependencyKind::Skill, name, bytes, source, optional());
        }
        return;
    }
    let after = text[bytes.end..]
        .trim_start_matches('`')
        .trim_start_matches('*');
    let before = text[..start].trim_end_matches('`').trim_end_matches('*');
    let before = before.strip_suffix('$').unwrap_or(before);
    let is_tool = after.starts_with(" MCP tool");
    if is_name(name) && (after.starts_with(" MCP") || after.starts_with(" mcp server")) {
        if !is_tool && !says_no(line_of(text, start)) {
            let optional = says_server_is_optional(text, start);
            collector.need(DependencyKind::Server, name, bytes, source, optional);
        }
        return;
    }
    let is_called_skill = [" skill", " Skill", "skill", " 技能", "技能"]
        .iter()
        .any(|word| {
            (after.strip_prefix(word))
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric) || !word.is_ascii())
        })
        || [" skill ", " skill: ", "Skill: ", "Skill "]
            .iter()
            .any(|word| before.ends_with(word));
    let is_skill = is_kebab(name) && !NO_SKILLS.contains(name) && !PLACEHOLDERS.contains(name);
    let is_example = line_of(text, start).trim_start().starts_with("Example");
    if is_skill && is_called_skill && !is_example {
        collector.need(DependencyKind::Skill, name, bytes, source, optional());
    }
}

/// Returns true if a line denies that something exists, or forbids its use.
fn says_no(line: &str) -> bool {
    let line = line.to_lowercase();
    [
        "never ",
        "do not use",
        "don't use",
        "there is no ",
        "there are no ",
    ]
    .iter()
    .any(|word| line.contains(word))
}

/// Collects the skill to which a link such as `../other/SKILL.md` leads.
fn read_link(collector: &mut Collector<'_>, bytes: Range<usize>) {
    let text = collector.text;
    let link = &text[bytes.clone()];
    let target = link.split(['#', '?']).next().unwrap_or_default();
    let Some(folder) = target.strip_suffix("/SKILL.md") else {
        return;
    };
    let name = folder.rsplit('/').next().unwrap_or_default();
    if !link.contains("://") && is_kebab(name) {
        let optional = !says_required(text, bytes.start);
        collector.need(
            DependencyKind::Skill,
            name,
            bytes,
            NeedSource::Text,
            optional,
        );
    }
}

/// Collects the MCP servers whose tools a text names, such as `github` in
/// `mcp__github__create_issue`.
pub(super) fn servers_of_tools(
    collector: &mut Collector<'_>,
    bytes: Range<usize>,
    source: NeedSource,
) {
    let text = collector.text;
    for (at, _) in text[bytes.clone()].match_indices(TOOL) {
        let start = bytes.start + at + TOOL.len();
        let rest = &text[start..line_at(text, start).end.min(bytes.end).max(start)];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let tool = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let name = tool.split("__").next().unwrap_or_default();
        let is_pattern = rest[tool.len()..].starts_with(['<', '{', '[']) && name == tool;
        let is_out = source == NeedSource::Text && says_no(line_of(text, start));
        if is_name(name) && !is_pattern && !is_out {
            let place = start..start + name.len();
            let optional = source == NeedSource::Text && says_server_is_optional(text, start);
            collector.need(DependencyKind::Server, name, place, source, optional);
        }
    }
}

/// Collects the plugins in chat commands that install plugins, such as
/// `/plugin install name@marketplace`.
fn read_plugins(collector: &mut Collector<'_>, from: usize) {
    const INSTALL: &str = "/plugin install ";
    let text = collector.text;
    for (at, _) in text[from..].match_indices(INSTALL) {
        let start = from + at + INSTALL.len();
        let rest = &text[start..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')));
        let name = &rest[..end.unwrap_or(rest.len())];
        if is_name(name) {
            let optional = says_optional(text, start);
            let place = start..start + name.len();
            collector.need(
                DependencyKind::Plugin,
                name,
                place,
                NeedSource::Text,
                optional,
            );
        }
    }
}
