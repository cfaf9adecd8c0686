//! Runs the examples of the pages in `docs/rules`: each rule fires where its page says so, is silent where its page says
//! so, and its fix makes what its page says, after which the hosts that dropped the skill have it.
//!
//! An example is the tree of all fenced blocks below one heading whose fence names a language and a path:
//!
//! - `md /repo/.agents/skills/pdf/SKILL.md`: a file with that text;
//! - `md escaped /repo/…`: the same, with escapes such as `\u{feff}`, `\t` and `\r`;
//! - `link /repo/…`: a symbolic link to what the block says.
//!
//! Headings are `Fires`, `Silent` and `Fixed` (what `Fires` is after its rule's first fixes), each perhaps with more words
//! behind it; a page may have several of each, `Fixed` being of the `Fires` before it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use skillglass::lint::{self, Diagnostic, Fix, LintRequest, Severity, rules};
use skillglass::tree::{Entry, EntryKind};
use skillglass::{Workspace, WorkspaceOptions};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules");

/// The page that lists all others.
const INDEX: &str = "README";

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
    files: BTreeMap<String, String>,
    links: BTreeMap<String, String>,
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
                files: BTreeMap::new(),
                links: BTreeMap::new(),
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

fn workspace(files: &BTreeMap<String, String>, links: &BTreeMap<String, String>) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        context_window: Some(200_000),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    for (path, text) in files {
        workspace.write(path, text.as_str()).unwrap();
    }
    for (path, target) in links {
        workspace.link(path, target).unwrap();
    }
    workspace
}

fn found(workspace: &Workspace, code: &str) -> Vec<Diagnostic> {
    let all = workspace.lint(&LintRequest::default()).unwrap();
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
fn fixed(workspace: &Workspace, code: &str) -> BTreeMap<String, String> {
    let diagnostics = found(workspace, code);
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
        .filter(|name| name != INDEX)
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
            let workspace = workspace(&example.files, &example.links);
            let found = found(&workspace, rule.code);
            let where_ = format!("{}: {}: {found:#?}", rule.code, example.heading);
            assert_eq!(!found.is_empty(), example.kind == Kind::Fires, "{where_}");
            for one in found {
                assert!(
                    one.severity == rule.severity || one.severity == Severity::Error,
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
        let mut before: Option<Workspace> = None;
        for example in examples(&page(rule.code)) {
            match example.kind {
                Kind::Silent => {}
                Kind::Fires => {
                    let unshown = before.filter(|before| {
                        found(before, rule.code)
                            .iter()
                            .any(|one| !one.fixes.is_empty())
                    });
                    assert!(
                        unshown.is_none(),
                        "{}: a fix that no example shows",
                        rule.code
                    );
                    before = Some(workspace(&example.files, &example.links));
                }
                Kind::Fixed => {
                    let before = before.take().expect("a `Fires` before each `Fixed`");
                    assert_eq!(
                        fixed(&before, rule.code),
                        example.files,
                        "{}: {}",
                        rule.code,
                        example.heading
                    );
                    let after = workspace(&example.files, &example.links);
                    let hosts = |workspace: &Workspace| -> BTreeSet<String> {
                        let errors = workspace.lint(&LintRequest::default()).unwrap().into_iter();
                        let errors = errors.filter(|one| one.severity == Severity::Error);
                        errors
                            .flat_map(|one| one.hosts)
                            .map(|host| host.host)
                            .collect()
                    };
                    let errors = found(&before, rule.code)
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
        let unshown = before.filter(|before| {
            found(before, rule.code)
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
