//! The pages in `docs/rules` as trees of files, and the findings of the rules in them.
//!
//! An example is the tree of all fenced blocks below one heading whose fence names a language and a path:
//!
//! - `md /repo/.agents/skills/pdf/SKILL.md`: a file with that text;
//! - `md escaped /repo/…`: the same, with escapes such as `\u{feff}`, `\t` and `\r`;
//! - `md bytes /repo/…`: the same, with `\xe9` for a byte;
//! - `md repeated /repo/…`: the same, with a line `text × 500` for 500 lines, and `text ×× 500` for 500 in one line;
//! - `unread /repo/…`: a file whose contents were not given;
//! - `folders /repo/…`: folders in that folder, with a line `name × 500` for 500 of them, numbered;
//! - `link /repo/…`: a symbolic link to the path in the block.
//!
//! Headings are `Fires`, `Silent`, `Fixed` (the files of `Fires` after the first fixes of its rule) and `Cases`. More
//! words may follow each. A page may have several of each; `Fixed` belongs to the `Fires` before it.
//! `Fires in codex 2026-05` uses that edition of that host instead of the default editions of all; `Cases in codex`
//! uses its default edition.
//!
//! The test prints two blocks:
//!
//! - `diagnostics`, the last block of an example that fires, has the findings of the rule with their places;
//! - `cases NAME` has a text in each line, and after ` ⇒ ` the findings of the rule if the text is that part of a
//!   skill: its `body`, its `description`, `fields` besides name and description, all of its `frontmatter`, its `path`,
//!   or the `openai.yaml` beside it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use skillglass::compare::HostChoice;
use skillglass::lint::{Diagnostic, Fix, LintRequest};
use skillglass::text::document::Range;
use skillglass::{Workspace, WorkspaceOptions, hosts};

use super::support::SKILL;

pub const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Fires,
    Silent,
    Fixed,
    Cases,
}

/// An example from a page about a rule: a tree of files and folders.
pub struct Example {
    pub kind: Kind,
    pub heading: String,
    /// The hosts that are checked. If the list is empty, these are the usual hosts.
    pub hosts: Vec<HostChoice>,
    pub files: BTreeMap<String, String>,
    /// The bytes of each file that is not valid UTF-8, by path.
    bytes: BTreeMap<String, Vec<u8>>,
    folders: Vec<String>,
    links: BTreeMap<String, String>,
    /// The paths of the files whose contents are not given to the workspace.
    unread: Vec<String>,
}

pub fn page(code: &str) -> String {
    let path = format!("{PAGES}/{code}.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (character, length) = match escape.chars().next() {
            Some('n') => ('\n', 1),
            Some('t') => ('\t', 1),
            Some('r') => ('\r', 1),
            Some('\\') => ('\\', 1),
            Some('u') => {
                let end = escape.find('}').expect("an escape \\u{…} is closed");
                let code = u32::from_str_radix(&escape[2..end], 16).expect("a number in \\u{…}");
                (
                    char::from_u32(code).expect("a character in \\u{…}"),
                    end + 1,
                )
            }
            other => panic!("no escape: \\{other:?}"),
        };
        out.push(character);
        rest = &escape[length..];
    }
    out + rest
}

/// Returns a text as bytes. Each `\x` with two digits, such as `\xe9`, becomes one byte.
fn with_bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).expect("two digits behind \\x"));
        out.extend(&part.as_bytes()[2..]);
    }
    out
}

/// Returns the hosts that a heading names, such as `Fires in codex 2026-05`. The list is empty if
/// it names none.
fn hosts(heading: &str) -> Vec<HostChoice> {
    let words: Vec<_> = heading.split(' ').collect();
    let known = hosts::hosts();
    match words[..] {
        [_, "in", id, ref rest @ ..] if known.iter().any(|known| known.host == id) => {
            vec![HostChoice {
                host: id.to_owned(),
                edition: rest.first().map(|edition| (*edition).to_owned()),
            }]
        }
        _ => Vec::new(),
    }
}

/// Splits a line at `sign` into the text before it and the number after it. Returns `None` if one
/// is missing.
fn times<'l>(line: &'l str, sign: &str) -> Option<(&'l str, usize)> {
    let (text, times) = line.rsplit_once(sign)?;
    Some((text, times.parse().ok()?))
}

fn repeated(line: &str) -> String {
    if let Some((text, times)) = times(line, " ×× ") {
        return text.repeat(times) + "\n";
    }
    let (text, times) = times(line, " × ").unwrap_or((line, 1));
    format!("{text}\n").repeat(times)
}

fn numbered(line: &str) -> Vec<String> {
    let (name, times) = times(line, " × ").unwrap_or((line, 1));
    (1..=times)
        .map(|number| format!("{name}{number}"))
        .collect()
}

pub fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            let kind = match heading.split(' ').next() {
                Some("Fires") => Some(Kind::Fires),
                Some("Silent") => Some(Kind::Silent),
                Some("Fixed") => Some(Kind::Fixed),
                Some("Cases") => Some(Kind::Cases),
                _ => None,
            };
            open = kind.is_some();
            examples.extend(kind.map(|kind| Example {
                kind,
                heading: heading.to_owned(),
                hosts: hosts(heading),
                files: BTreeMap::new(),
                bytes: BTreeMap::new(),
                folders: Vec::new(),
                links: BTreeMap::new(),
                unread: Vec::new(),
            }));
        } else if line.starts_with("```") {
            let info = line.trim_start_matches('`');
            let fence = &line[..line.len() - info.len()];
            let content: Vec<_> = lines.by_ref().take_while(|line| *line != fence).collect();
            let words: Vec<_> = info.split(' ').collect();
            let path = words.last().filter(|word| word.starts_with('/'));
            if let (true, Some(path)) = (open, path) {
                let example = examples.last_mut().unwrap();
                let text: String = content.iter().map(|line| format!("{line}\n")).collect();
                if words[0] == "link" {
                    example
                        .links
                        .insert((*path).to_owned(), text.trim().to_owned());
                } else if words[0] == "unread" {
                    example.unread.push((*path).to_owned());
                } else if words[0] == "folders" {
                    let names = content.iter().flat_map(|line| numbered(line));
                    let paths = names.map(|name| format!("{path}/{name}"));
                    example.folders.extend(paths);
                } else if words.contains(&"bytes") {
                    let bytes = with_bytes(&text);
                    example.bytes.insert((*path).to_owned(), bytes);
                } else if words.contains(&"repeated") {
                    let text = content.iter().map(|line| repeated(line)).collect();
                    example.files.insert((*path).to_owned(), text);
                } else if words.contains(&"escaped") {
                    example.files.insert((*path).to_owned(), unescaped(&text));
                } else {
                    example.files.insert((*path).to_owned(), text);
                }
            }
        }
    }
    examples
}

pub fn workspace(example: &Example) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        context_window: Some(200_000),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    for (path, text) in &example.files {
        workspace.write(path, text.as_str()).unwrap();
    }
    for (path, bytes) in &example.bytes {
        workspace.write(path, bytes.as_slice()).unwrap();
    }
    for path in &example.unread {
        workspace.write_unread(path).unwrap();
    }
    for path in &example.folders {
        workspace.make_directory(path).unwrap();
    }
    for (path, target) in &example.links {
        workspace.link(path, target).unwrap();
    }
    workspace
}

/// Returns the findings of the rule `code`, or all findings if `code` is empty. The usual hosts are
/// named, because a finding of an unnamed host may be information. `unused-ignore` finds nothing if
/// hosts are named.
pub fn found(workspace: &Workspace, hosts: &[HostChoice], code: &str) -> Vec<Diagnostic> {
    let has_config = workspace.tree().entry("/repo/skillglass.json").is_some();
    let usual = hosts::hosts().into_iter().filter(|host| host.usual);
    let usual = usual.map(|host| HostChoice::from(&*host.host));
    let request = LintRequest {
        hosts: match hosts {
            [] if !has_config && code != "unused-ignore" => usual.collect(),
            hosts => hosts.to_vec(),
        },
        ..LintRequest::default()
    };
    let mut found = workspace.lint(&request).unwrap();
    found.retain(|one| code.is_empty() || one.code == code);
    found
}

/// Returns the text of a rule's page with the blocks that the test writes: findings, and results of
/// cases.
pub fn printed(code: &str, text: &str) -> String {
    let mut sections = text.split_inclusive('\n').peekable();
    let mut out = String::new();
    while sections.peek().is_some() {
        let mut section = sections.next().unwrap().to_owned();
        while let Some(line) = sections.next_if(|line| !line.starts_with("## ")) {
            section.push_str(line);
        }
        match &examples(&section)[..] {
            [example] if example.kind == Kind::Fires => {
                out.push_str(&with_diagnostics(&section, example, code));
            }
            [example] if example.kind == Kind::Cases => {
                out.push_str(&with_cases(&section, example, code));
            }
            _ => out.push_str(&section),
        }
    }
    out
}

const DIAGNOSTICS: &str = "```diagnostics\n";

/// Returns a section of a page with the findings in its example as the section's last block.
fn with_diagnostics(section: &str, example: &Example, code: &str) -> String {
    let (before, rest) = match section.split_once(DIAGNOSTICS) {
        Some((before, rest)) => (before, rest.split_once("```\n").expect("it is closed").1),
        None => {
            let end = section.rfind("```\n").expect("a file") + "```\n".len();
            section.split_at(end)
        }
    };
    let workspace = workspace(example);
    let mut out = before.trim_end().to_owned() + "\n\n" + DIAGNOSTICS;
    for one in found(&workspace, &example.hosts, code) {
        let place = place(&one.path, one.range);
        let severity = format!("{:?}", one.severity).to_lowercase();
        let hosts = ids(&one).join(", ");
        let _ = writeln!(out, "{place} {severity}: {}", one.message);
        let _ = writeln!(out, "  hosts: {hosts}");
        let _ = writeln!(out, "  help: {}", one.help);
        for fix in &one.fixes {
            let kind = if fix.safe { "safe fix" } else { "fix" };
            let _ = writeln!(out, "  {kind}: {}", fix.title);
        }
        for related in one.related.iter().take(3) {
            let place = self::place(&related.path, related.range);
            let _ = writeln!(out, "  {place}: {}", related.message);
        }
        if one.related.len() > 3 {
            let _ = writeln!(out, "  and {} more places", one.related.len() - 3);
        }
    }
    out + "```\n" + rest
}

/// Returns a file and a range in it as text, such as `SKILL.md:3:1-5`.
fn place(path: &str, range: Range) -> String {
    let (start, end) = (range.start, range.end);
    let at = format!("{path}:{}:{}", start.line, start.column);
    if start.line != end.line {
        format!("{at}-{}:{}", end.line, end.column)
    } else if start.column != end.column {
        format!("{at}-{}", end.column)
    } else {
        at
    }
}

fn ids(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| host.host.as_str()).collect()
}

/// Returns a section of a page in which each line of a `cases` block ends with the rule's findings.
fn with_cases(section: &str, example: &Example, code: &str) -> String {
    let mut out = String::new();
    let mut part: Option<&str> = None;
    for line in section.lines() {
        match part {
            Some(part) if line != "```" => {
                let text = line.split(" ⇒").next().unwrap();
                let result = case(example, part, &unescaped(text), code);
                let _ = writeln!(out, "{text} ⇒ {result}");
            }
            _ => {
                let _ = writeln!(out, "{line}");
                part = line.strip_prefix("```cases ");
            }
        }
    }
    out
}

/// The usual hosts. The result of a case names its hosts only if they are others than these.
const ALL: [&str; 4] = ["codex", "claude-code", "opencode", "standard"];

const OPENAI_YAML: &str = "/repo/.agents/skills/pdf/agents/openai.yaml";

/// Returns the rule's findings in a skill with this text as its body, description or another
/// `part`, or `silent`.
fn case(example: &Example, part: &str, text: &str, code: &str) -> String {
    let described = |description: &str, body: &str| {
        format!("---\nname: pdf\ndescription: {description}\n---\n{body}\n")
    };
    let (path, text) = match part {
        "body" => (
            SKILL,
            described("Fills in forms. Use when there is a form.", text),
        ),
        "description" => (SKILL, described(text, "# Forms")),
        "fields" => {
            let fields = "name: pdf\ndescription: Fills in PDF forms.\n";
            (
                SKILL,
                format!("---\n{fields}{text}\n---\nUse the script.\n"),
            )
        }
        "frontmatter" => (SKILL, format!("---\n{text}\n---\nUse the script.\n")),
        "openai.yaml" => (OPENAI_YAML, text.to_owned()),
        "path" => (text, described("Fills in PDF forms.", "Use the script.")),
        other => panic!("no part of a skill: {other}"),
    };
    let mut workspace = workspace(example);
    workspace.write(path, text.as_str()).unwrap();
    let found = found(&workspace, &example.hosts, code);
    if found.is_empty() {
        return "silent".to_owned();
    }
    let each = found.iter().map(|one| {
        let bytes = one.range.start.byte..one.range.end.byte;
        let marked = text
            .get(bytes)
            .filter(|marked| !marked.is_empty() && one.path == path);
        let at = marked.map_or(String::new(), |marked| format!(" at {marked:?}"));
        let severity = format!("{:?}", one.severity).to_lowercase();
        let hosts = ids(one);
        let hosts = if hosts == ALL || !example.hosts.is_empty() {
            String::new()
        } else {
            format!(" for {}", hosts.join(", "))
        };
        let fixes: Vec<_> = one.fixes.iter().map(fix).collect();
        format!("{severity}{at}{hosts}{}", fixes.concat())
    });
    each.collect::<Vec<_>>().join("; ")
}

/// Returns a fix as text: whether it is safe, and the texts and paths that it writes.
fn fix(fix: &Fix) -> String {
    let texts = fix.edits.iter().map(|edit| format!("{:?}", edit.text));
    let names = fix.renames.iter().map(|rename| rename.to.clone());
    let kind = if fix.safe { "safe fix" } else { "fix" };
    let written: Vec<_> = texts.chain(names).collect();
    format!(", {kind} {}", written.join(" "))
}
