//! Collects the dependencies in a frontmatter: the rules of `allowed-tools`, the sentence of
//! `compatibility`, and OpenClaw's requirements in `metadata` (docs/hosts/openclaw.md#metadata).

use std::ops::Range;

use serde_yaml::Value;

use super::collector::{Collector, line_at};
use super::names::{self, is_known_program, is_users};
use super::optional::says_optional;
use super::prose;
use super::report::{DependencyKind, NeedSource};
use crate::text::document::Document;
use crate::text::yaml;

/// The largest field that is parsed, in bytes. No host has this limit.
const MAX_FIELD: usize = 1 << 16;

/// The maximum number of names that are read from a skill's list of requirements. No host has this
/// limit.
const MAX_NAMES: usize = 100;

/// The keys in `metadata` that may contain OpenClaw's requirements. The first key that exists is
/// used.
const KEYS: [&str; 2] = ["openclaw", "clawdbot"];

/// Names of programs that are also English words, such as `make`. In a sentence, such a name counts
/// as a program only if it is formatted as code.
const WORDS: [&str; 12] = [
    "bat", "claude", "codex", "convert", "dot", "go", "gs", "identify", "just", "make", "op",
    "swift",
];

/// Collects the dependencies in the frontmatter of a skill's main file.
pub(super) fn read(collector: &mut Collector<'_>) {
    let text = collector.text;
    let Ok(document) = Document::split(text, |line| line.trim_end() == "---") else {
        return;
    };
    let start = document.frontmatter.as_ptr() as usize - text.as_ptr() as usize;
    let fields = Fields {
        text: document.frontmatter,
        start,
    };
    if let Some(bytes) = fields.field("name") {
        let value = text[bytes].trim().trim_matches(['"', '\'']);
        collector.facts.name = (!value.is_empty()).then(|| value.to_owned());
    }
    for key in ["allowed-tools", "allowed_tools", "tools"] {
        if let Some(bytes) = fields.field(key) {
            allowed_tools(collector, bytes);
        }
    }
    if let Some(bytes) = fields.field("compatibility") {
        compatibility(collector, bytes);
    }
    if let Some(bytes) = fields.block("metadata") {
        metadata(collector, bytes);
    }
}

/// A frontmatter whose fields are found line by line, so that an error in one field does not hide
/// the others.
struct Fields<'t> {
    text: &'t str,
    /// The byte offset in the file at which the frontmatter begins.
    start: usize,
}

impl Fields<'_> {
    /// Returns the byte range of a field's lines, including the key. Returns none if the field is
    /// absent.
    fn block(&self, key: &str) -> Option<Range<usize>> {
        let mut at = self.start;
        let mut found: Option<usize> = None;
        for line in self.text.split_inclusive('\n') {
            let is_key = line
                .strip_prefix(key)
                .is_some_and(|rest| rest.starts_with(':'));
            let continues = line.starts_with([' ', '\t', '-', '#', '{', '}', '[', ']'])
                || line.trim().is_empty();
            match found {
                Some(start) if !continues => return Some(start..at),
                None if is_key => found = Some(at),
                _ => {}
            }
            at += line.len();
        }
        found.map(|start| start..at)
    }

    /// Returns the byte range of a field's value, without the key. Returns none if the field is
    /// absent.
    fn field(&self, key: &str) -> Option<Range<usize>> {
        let block = self.block(key)?;
        Some(block.start + key.len() + 1..block.end)
    }
}

/// Collects the dependencies in the rules of `allowed-tools`: programs in `Bash(…)`, skills in
/// `Skill(…)`, and tools of MCP servers.
fn allowed_tools(collector: &mut Collector<'_>, value: Range<usize>) {
    let text = collector.text;
    let rules = &text[value.clone()];
    let mut allowed = Vec::new();
    let mut limits = true;
    for (tool, kind) in [
        ("Bash", DependencyKind::Program),
        ("Skill", DependencyKind::Skill),
    ] {
        for (at, _) in rules.match_indices(tool) {
            let is_word = !rules[..at].ends_with(|before: char| before.is_alphanumeric());
            let after = at + tool.len();
            let rest = &rules[after..line_at(rules, after).end];
            if !is_word {
                continue;
            }
            let Some(inside) = rest.strip_prefix('(') else {
                limits &= tool != "Bash" || rest.starts_with(|c: char| c.is_alphanumeric());
                continue;
            };
            let inside = inside.split([')', '\n']).next().unwrap_or_default();
            let end = inside.find([' ', ':', '*', ',']).unwrap_or(inside.len());
            let name = &inside[..end];
            let start = value.start + at + tool.len() + 1;
            let is_name = match kind {
                DependencyKind::Program => {
                    if name.is_empty() {
                        limits = false;
                    }
                    allowed.push(name.to_owned());
                    names::is_program(name) && !names::is_everywhere(name)
                }
                _ => names::is_kebab(name),
            };
            if is_name {
                let bytes = start..start + end;
                collector.need(kind, name, bytes, NeedSource::AllowedTools, false);
            }
        }
    }
    if limits && !allowed.is_empty() {
        collector.facts.allowed_programs = Some(allowed);
    }
    prose::servers_of_tools(collector, value, NeedSource::AllowedTools);
}

/// Collects the programs that are named in the text of the field `compatibility`.
fn compatibility(collector: &mut Collector<'_>, value: Range<usize>) {
    let text = collector.text;
    let sentence = &text[value.clone()];
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    // In "A or B" neither program is required.
    let is_optional = |at: usize| sentence.contains(" or ") || says_optional(text, at);
    let mut at = 0;
    while at < sentence.len() {
        let Some(skip) = sentence[at..].find(is_part) else {
            break;
        };
        let start = at + skip;
        let rest = &sentence[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let written = rest[..end].trim_end_matches(['.', '-']);
        at = start + end;
        let bytes = value.start + start..value.start + start + written.len();
        if is_users(written) && names::is_setting(written, &names::SETTING_ENDS) {
            let optional = is_optional(bytes.start);
            let source = NeedSource::Compatibility;
            collector.need(DependencyKind::Variable, written, bytes, source, optional);
            continue;
        }
        let lowercase = written.to_ascii_lowercase();
        let name = match lowercase.as_str() {
            "node.js" | "nodejs" => "node",
            other => other,
        };
        let in_code = sentence[..start].ends_with('`');
        let is_named = is_known_program(name) && (in_code || !WORDS.contains(&name));
        let is_address = sentence[..start].ends_with(['/', '@', '$']);
        if is_named && !is_address {
            let optional = is_optional(bytes.start);
            let source = NeedSource::Compatibility;
            collector.need(DependencyKind::Program, name, bytes, source, optional);
        }
    }
}

/// Collects OpenClaw's requirements from the field `metadata`. Only this field is parsed, so the
/// requirements are read even if another field has an error.
fn metadata(collector: &mut Collector<'_>, block: Range<usize>) {
    let field = &collector.text[block.clone()];
    if !KEYS.iter().any(|key| field.contains(key)) || yaml::check_work(field, MAX_FIELD).is_err() {
        return;
    }
    let Ok(Value::Mapping(fields)) = yaml::read::<Value>(field) else {
        return;
    };
    let metadata = match fields.get("metadata") {
        // The whole value may be a text that contains JSON.
        Some(Value::String(text)) => match yaml::read::<Value>(text) {
            Ok(value) => value,
            Err(_) => return,
        },
        Some(value) => value.clone(),
        None => return,
    };
    let Some(own) = KEYS.iter().find_map(|key| metadata.get(key)) else {
        return;
    };
    let requires = own.get("requires");
    let list = |key: &str| requires.map_or_else(Vec::new, |requires| texts(requires.get(key)));
    let mut needs: Vec<(DependencyKind, String)> = Vec::new();
    needs.extend(
        list("bins")
            .into_iter()
            .map(|name| (DependencyKind::Program, name)),
    );
    needs.extend(
        list("env")
            .into_iter()
            .map(|name| (DependencyKind::Variable, name)),
    );
    needs.extend(
        texts(own.get("primaryEnv"))
            .into_iter()
            .map(|name| (DependencyKind::Variable, name)),
    );
    for (kind, name) in needs.into_iter().take(MAX_NAMES) {
        let bytes = place(collector.text, &block, &name);
        collector.need(kind, &name, bytes, NeedSource::Metadata, false);
    }
    let mut any = list("anyBins");
    any.truncate(MAX_NAMES);
    let first = collector.facts.needs.len();
    for name in &any {
        let bytes = place(collector.text, &block, name);
        let kind = DependencyKind::Program;
        collector.need(kind, name, bytes, NeedSource::Metadata, false);
    }
    for need in &mut collector.facts.needs[first..] {
        need.any_of.clone_from(&any);
    }
    if let Some(Value::Sequence(items)) = own.get("install") {
        for item in items {
            installer(collector, item);
        }
    }
}

/// Records how to install programs, as `item` describes. `item` is an entry of OpenClaw's list
/// `install`, with an installer such as `brew`, a package, and the programs in this package.
fn installer(collector: &mut Collector<'_>, item: &Value) {
    let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::trim);
    let installer = match text("kind").or_else(|| text("type")) {
        Some("brew") => "brew",
        Some("node") => "npm",
        Some("go") => "go",
        Some("uv") => "uv",
        Some("download") => "url",
        _ => return,
    };
    let target = ["formula", "cask", "package", "module", "url"];
    let Some(target) = target.iter().find_map(|key| text(key)) else {
        return;
    };
    for program in texts(item.get("bins")) {
        collector.way(&program, installer, target);
    }
}

/// Returns the texts of a YAML list, or the segments of a text between commas.
fn texts(value: Option<&Value>) -> Vec<String> {
    let parts: Vec<&str> = match value {
        Some(Value::Sequence(items)) => items.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(text)) => text.split(',').collect(),
        _ => Vec::new(),
    };
    let trimmed = parts.into_iter().map(str::trim);
    trimmed
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the range of a name in OpenClaw's requirements. If the name does not occur as a whole
/// word, returns the range of the whole field.
fn place(text: &str, block: &Range<usize>, name: &str) -> Range<usize> {
    let field = &text[block.clone()];
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let from = field.find("requires").unwrap_or(0);
    let found = field[from..].match_indices(name).find(|(at, _)| {
        let (before, after) = (&field[..from + at], &field[from + at + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    });
    match found {
        Some((at, _)) => {
            let start = block.start + from + at;
            start..start + name.len()
        }
        None => block.start..block.start + field.trim_end().len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_after_the_limit_change_no_other_need() {
        let tools: Vec<_> = (0..3000).map(|at| format!("Bash(tool{at}:*)")).collect();
        let metadata = "metadata: {openclaw: {requires: {anyBins: [rg, ag]}}}";
        let text = format!("---\nallowed-tools: {}\n{metadata}\n---\n", tools.join(" "));
        let mut collector = Collector::new(&text);
        read(&mut collector);
        let needs = collector.facts.needs;
        assert_eq!(needs.last().map(|need| &*need.name), Some("tool1999"));
        assert!(needs.iter().all(|need| need.any_of.is_empty()));
    }
}
