//! Runs the examples of the pages in `docs/rules`: the rule has findings exactly where its page
//! shows them, and its fix has the result on the page.
//! After the fix, the hosts that did not load the skill do load it.
//!
//! `UPDATE_RULES=1` writes the findings into the pages. [`page`](super::page) describes the form of
//! a page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::page::{Kind, PAGES, examples, found, page, printed, workspace};
use crate::lost_words::lost_words;
use skillglass::Workspace;
use skillglass::compare::HostChoice;
use skillglass::lint::{self, Fix, RuleGroup, Severity, rules};
use skillglass::tree::{Entry, EntryKind};

/// The pages in `docs/rules` that describe no single rule: the index, the rules of other linters,
/// and the group on safety.
const OTHERS: [&str; 3] = ["README", "peers", "safety"];

/// Returns the text of each file of a workspace, by path.
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

/// Returns the text of each file after the first fix of each of the rule's findings, safe or not.
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
        for example in examples.into_iter().filter(|one| one.kind != Kind::Cases) {
            let workspace = workspace(&example);
            let found = found(&workspace, &example.hosts, rule.code);
            let where_ = format!("{}: {}: {found:#?}", rule.code, example.heading);
            assert_eq!(!found.is_empty(), example.kind == Kind::Fires, "{where_}");
            for one in found {
                assert!(
                    // The rule's own severity is that of its worst findings.
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
                Kind::Silent | Kind::Cases => {}
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
                        let errors = found(workspace, &aimed, "").into_iter();
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
            for one in found(&workspace, &example.hosts, "") {
                let lost = lost_words(&workspace, &one);
                assert_eq!(lost, None, "{}: {}: {one:#?}", rule.code, example.heading);
            }
        }
    }
}

#[test]
fn no_safe_fix_of_a_pages_example_changes_the_words_after_the_frontmatter() {
    // Two kinds of rules are left out. Rules on the structure move the delimiters of the
    // frontmatter, and the hosts test their safe fixes. A comment that ignores a rule is only for
    // the linter.
    let rules = rules().into_iter();
    for rule in
        rules.filter(|rule| rule.group != RuleGroup::Structure && rule.code != "unused-ignore")
    {
        for example in examples(&page(rule.code)) {
            let workspace = workspace(&example);
            for one in found(&workspace, &example.hosts, "") {
                let safe = one
                    .fixes
                    .iter()
                    .filter(|fix| fix.safe && one.code == rule.code);
                for edit in safe.flat_map(|fix| &fix.edits) {
                    let text = example.files.get(&edit.path);
                    // Without both delimiters, each host decides itself where the body begins.
                    let rest = text.and_then(|text| text.strip_prefix("---\n"));
                    let Some(end) = rest.and_then(|rest| rest.find("\n---")) else {
                        continue;
                    };
                    let end = "---\n".len() + end;
                    assert!(
                        edit.range.start.byte <= end,
                        "{}: {one:#?}",
                        example.heading
                    );
                }
            }
        }
    }
}

#[test]
fn a_page_has_the_findings_of_its_examples() {
    let mut stale = Vec::new();
    for rule in rules() {
        let text = page(rule.code);
        let printed = printed(rule.code, &text);
        if text == printed {
            continue;
        }
        if std::env::var_os("UPDATE_RULES").is_some() {
            fs::write(format!("{PAGES}/{}.md", rule.code), printed).unwrap();
            continue;
        }
        let lines = printed.lines().zip(text.lines());
        let first = lines.filter(|(new, old)| new != old).take(1);
        stale.extend(first.map(|(new, old)| format!("{}: {new}\n  in place of {old}", rule.code)));
    }
    let stale = stale.join("\n");
    assert!(stale.is_empty(), "UPDATE_RULES=1 writes these:\n{stale}");
}
