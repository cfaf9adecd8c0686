//! Collects the dependencies in files with a fixed form: `agents/openai.yaml`, `.mcp.json` and
//! `.env.example`.

use std::ops::Range;

use serde_yaml::Value;

use super::collector::Collector;
use super::names::{is_program, is_users};
use super::report::{DependencyKind, NeedSource};
use crate::text::placed_json::PlacedJson;
use crate::text::yaml;

/// The largest YAML file that is parsed, in bytes. No host has this limit.
const MAX_YAML: usize = 1 << 16;

/// Collects the dependencies that Codex reads from `agents/openai.yaml`
/// (docs/hosts/codex.md#agentsopenaiyaml).
pub(super) fn read_openai_yaml(collector: &mut Collector<'_>) {
    let text = collector.text;
    if yaml::check_work(text, MAX_YAML).is_err() {
        return;
    }
    let Ok(value) = yaml::read::<Value>(text) else {
        return;
    };
    let tools = value.get("dependencies").and_then(|one| one.get("tools"));
    let Some(tools) = tools.and_then(Value::as_sequence) else {
        return;
    };
    let mut from = text.find("dependencies").unwrap_or(0);
    for tool in tools {
        let member = |key: &str| tool.get(key).and_then(Value::as_str).map(str::trim);
        let (Some(kind), Some(name)) = (member("type"), member("value")) else {
            continue;
        };
        let kind = match kind {
            "mcp" => DependencyKind::Server,
            "env_var" => DependencyKind::Variable,
            "cli" => DependencyKind::Program,
            _ => continue,
        };
        let found = text[from..].find(name).map(|at| from + at);
        let bytes = found.map_or(from..from, |start| start..start + name.len());
        from = bytes.end;
        collector.need(kind, name, bytes, NeedSource::OpenaiYaml, false);
        let address = member("url").or_else(|| member("command"));
        if let (DependencyKind::Server, Some(address)) = (kind, address) {
            let server = (name.to_owned(), address.to_owned());
            collector.facts.servers.push(server);
        }
    }
}

/// Collects the MCP servers that a `.mcp.json` beside a skill configures.
pub(super) fn read_mcp_json(collector: &mut Collector<'_>) {
    let whole = 0..collector.text.len();
    read_servers(collector, whole, NeedSource::Code);
}

/// Collects the MCP servers that a JSON text lists below `mcpServers` or `servers`.
pub(super) fn read_servers(collector: &mut Collector<'_>, bytes: Range<usize>, source: NeedSource) {
    let text = &collector.text[bytes.clone()];
    let Ok(json) = PlacedJson::read(text) else {
        return;
    };
    let Some(members) = json.members() else {
        return;
    };
    for servers in members {
        if servers.key != "mcpServers" && servers.key != "servers" {
            continue;
        }
        for server in servers.value.members().unwrap_or_default() {
            let start = bytes.start + server.bytes.start;
            let range = start..bytes.start + server.bytes.end;
            let is_placeholder = super::names::PLACEHOLDERS.contains(server.key.as_str());
            if is_placeholder {
                continue;
            }
            collector.need(DependencyKind::Server, &server.key, range, source, false);
            let fields = server.value.members().unwrap_or_default();
            for field in fields {
                let Some(value) = field.value.string() else {
                    continue;
                };
                match field.key.as_str() {
                    "url" => collector.facts.servers.push((server.key.clone(), value)),
                    "command" if is_program(&value) => {
                        let at = field.value.bytes();
                        let at = bytes.start + at.start..bytes.start + at.end;
                        collector.need(DependencyKind::Program, &value, at, source, false);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Collects the variables in a file with example settings, such as `.env.example`.
pub(super) fn read_env_example(collector: &mut Collector<'_>) {
    let text = collector.text;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // A line that is commented out shows an optional variable.
        let inside = line.trim_start_matches(['#', ' ', '\t']);
        let inside = inside.strip_prefix("export ").unwrap_or(inside);
        let optional = line.trim_start().starts_with('#');
        let Some((name, _)) = inside.split_once('=') else {
            continue;
        };
        if is_users(name) {
            let start = start + line.len() - inside.len();
            let bytes = start..start + name.len();
            let source = NeedSource::EnvExample;
            collector.need(DependencyKind::Variable, name, bytes, source, optional);
        }
    }
}
