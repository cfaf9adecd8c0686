//! Runs the examples of the pages in `docs/rules`: each rule fires where its page says so, is silent where its page says
//! so, and its fix makes what its page says, after which the hosts that dropped the skill have it.
//!
//! An example is the tree of all fenced blocks below one heading whose fence names a language and a path:
//!
//! - `md /repo/.agents/skills/pdf/SKILL.md`: a file with that text;
//! - `md escaped /repo/…`: the same, with escapes such as `\u{feff}`, `\t` and `\r`;
//! - `md bytes /repo/…`: the same, with `\xe9` for a byte;
//! - `md repeated /repo/…`: the same, where a line `text × 500` stands for 500 lines, and `text ×× 500` for 500 in one;
//! - `unread /repo/…`: a file whose contents were not given;
//! - `folders /repo/…`: folders in that one, a line `name × 500` for 500 of them, numbered;
//! - `link /repo/…`: a symbolic link to what the block says.
//!
//! Headings are `Fires`, `Silent` and `Fixed` (what `Fires` is after its rule's first fixes), each perhaps with more words
//! behind it; a page may have several of each, `Fixed` being of the `Fires` before it. `Fires in codex 2026-05` is about that
//! edition of that host instead of the default ones of all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::lost_words::lost_words;
use skillglass::compare::HostChoice;
use skillglass::lint::{self, Diagnostic, Fix, LintRequest, Severity, rules};
use skillglass::tree::{Entry, EntryKind};
use skillglass::{Workspace, WorkspaceOptions, hosts};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules");

/// The pages that are about no rule: the list of all others, what other linters have, and what a group is good for.
const OTHERS: [&str; 3] = ["README", "peers", "safety"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Fires,
    Silent,
    Fixed,
}

/// A tree as a page shows it.
struct Example {
    kind: Kind,
    heading: String,
    /// Those aimed at; the default ones when there are none.
    hosts: Vec<HostChoice>,
    files: BTreeMap<String, String>,
    /// Files that are no text.
    bytes: BTreeMap<String, Vec<u8>>,
    folders: Vec<String>,
    links: BTreeMap<String, String>,
    /// Files without contents.
    unread: Vec<String>,
}

fn page(code: &str) -> String {
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

/// A text with `\xe9` for a byte.
fn with_bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).expect("two digits behind \\x"));
        out.extend(&part.as_bytes()[2..]);
    }
    out
}

/// The host that a heading names: `Fires in codex 2026-05`.
fn hosts(heading: &str) -> Vec<HostChoice> {
    let words: Vec<_> = heading.split(' ').collect();
    let known = hosts::hosts();
    match words[..] {
        [_, "in", id, edition, ..] if known.iter().any(|known| known.host == id) => {
            vec![HostChoice {
                host: id.to_owned(),
                edition: Some(edition.to_owned()),
            }]
        }
        _ => Vec::new(),
    }
}

/// A text before a sign for how often, and how often.
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

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            let kind = match heading.split(' ').next() {
                Some("Fires") => Some(Kind::Fires),
                Some("Silent") => Some(Kind::Silent),
                Some("Fixed") => Some(Kind::Fixed),
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

fn workspace(example: &Example) -> Workspace {
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

fn look(workspace: &Workspace, hosts: &[HostChoice]) -> Vec<Diagnostic> {
    let request = LintRequest {
        hosts: hosts.to_vec(),
        ..LintRequest::default()
    };
    workspace.lint(&request).unwrap()
}

fn found(workspace: &Workspace, hosts: &[HostChoice], code: &str) -> Vec<Diagnostic> {
    let all = look(workspace, hosts);
    all.into_iter().filter(|one| one.code == code).collect()
}

/// All text files of a workspace.
fn texts(workspace: &Workspace) -> BTreeMap<String, String> {
    let files = workspace
        .tree()
        .entries()
        .filter(|entry| matches!(entry.kind(), EntryKind::File(_)));
    let text = |file: Entry<'_>| {
        file.contents()
            .and_then(|contents| contents.text().ok().map(str::to_owned))
    };
    files
        .map(|file| (file.path(), text(file).unwrap()))
        .collect()
}

/// The files after a rule's first fixes, safe or not.
fn fixed(workspace: &Workspace, hosts: &[HostChoice], code: &str) -> BTreeMap<String, String> {
    let diagnostics = found(workspace, hosts, code);
    let fixes: Vec<&Fix> = diagnostics
        .iter()
        .filter_map(|one| one.fixes.first())
        .collect();
    let mut files = texts(workspace);
    let applied = lint::apply(|path| files.get(path).map(String::as_str), fixes);
    files.extend(applied.files);
    for rename in applied.renames {
        let moved = files.iter().map(|(path, text)| {
            let rest = path
                .strip_prefix(&rename.from)
                .filter(|rest| rest.is_empty() || rest.starts_with('/'));
            (
                rest.map_or_else(|| path.clone(), |rest| format!("{}{rest}", rename.to)),
                text.clone(),
            )
        });
        files = moved.collect();
    }
    files
}

#[test]
fn every_rule_has_a_page_and_every_page_a_rule() {
    let codes: BTreeSet<_> = rules().iter().map(|rule| rule.code.to_owned()).collect();
    let pages: BTreeSet<_> = fs::read_dir(PAGES)
        .unwrap()
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .filter(|name| !OTHERS.contains(&name.as_str()))
        .collect();
    assert_eq!(codes, pages);
}

#[test]
fn a_page_names_its_rule_with_group_and_severity() {
    for rule in rules() {
        let text = page(rule.code);
        let head: Vec<_> = text.lines().take(3).collect();
        let group = serde_json::to_value(rule.group).unwrap();
        let severity = serde_json::to_value(rule.severity).unwrap();
        let expected = format!(
            "*{} · {}*",
            group.as_str().unwrap(),
            severity.as_str().unwrap()
        );
        assert_eq!(
            head,
            [&format!("# {}", rule.code), "", &expected],
            "{}",
            rule.code
        );
    }
}

#[test]
fn a_rule_fires_and_is_silent_where_its_page_says_so() {
    for rule in rules() {
        let examples = examples(&page(rule.code));
        for kind in [Kind::Fires, Kind::Silent] {
            assert!(
                examples.iter().any(|example| example.kind == kind),
                "{}: no example {kind:?}",
                rule.code
            );
        }
        for example in examples {
            let workspace = workspace(&example);
            let found = found(&workspace, &example.hosts, rule.code);
            let where_ = format!("{}: {}: {found:#?}", rule.code, example.heading);
            assert_eq!(!found.is_empty(), example.kind == Kind::Fires, "{where_}");
            for one in found {
                assert!(
                    // The worst kind of what a rule finds may be worse than the rest.
                    one.severity <= rule.severity,
                    "{where_}"
                );
                assert!(
                    !one.message.is_empty() && !one.help.is_empty() && !one.hosts.is_empty(),
                    "{where_}"
                );
            }
        }
    }
}

#[test]
fn a_rule_with_a_fix_shows_it_and_a_dropped_skill_loads_afterwards() {
    for rule in rules() {
        let mut before: Option<(Workspace, Vec<HostChoice>)> = None;
        for example in examples(&page(rule.code)) {
            match example.kind {
                Kind::Silent => {}
                Kind::Fires => {
                    let unshown = before.filter(|(before, hosts)| {
                        found(before, hosts, rule.code)
                            .iter()
                            .any(|one| !one.fixes.is_empty())
                    });
                    assert!(
                        unshown.is_none(),
                        "{}: a fix that no example shows",
                        rule.code
                    );
                    before = Some((workspace(&example), example.hosts));
                }
                Kind::Fixed => {
                    let (before, aimed) = before.take().expect("a `Fires` before each `Fixed`");
                    assert_eq!(
                        fixed(&before, &aimed, rule.code),
                        example.files,
                        "{}: {}",
                        rule.code,
                        example.heading
                    );
                    let after = workspace(&example);
                    let hosts = |workspace: &Workspace| -> BTreeSet<String> {
                        let errors = look(workspace, &aimed).into_iter();
                        let errors = errors.filter(|one| one.severity == Severity::Error);
                        errors
                            .flat_map(|one| one.hosts)
                            .map(|host| host.host)
                            .collect()
                    };
                    let errors = found(&before, &aimed, rule.code)
                        .into_iter()
                        .filter(|one| one.severity == Severity::Error);
                    for host in errors.flat_map(|one| one.hosts) {
                        assert!(
                            !hosts(&after).contains(&host.host),
                            "{}: {} still drops it",
                            rule.code,
                            host.host
                        );
                    }
                }
            }
        }
        let unshown = before.filter(|(before, hosts)| {
            found(before, hosts, rule.code)
                .iter()
                .any(|one| !one.fixes.is_empty())
        });
        assert!(
            unshown.is_none(),
            "{}: a fix that no example shows",
            rule.code
        );
    }
}

#[test]
fn no_safe_fix_of_a_pages_example_loses_a_word() {
    for rule in rules() {
        for example in examples(&page(rule.code)) {
            let workspace = workspace(&example);
            for one in look(&workspace, &example.hosts) {
                let lost = lost_words(&workspace, &one);
                assert_eq!(lost, None, "{}: {}: {one:#?}", rule.code, example.heading);
            }
        }
    }
}
