//! Checks that the index pages about rules name every rule.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use skillglass::lint::{Rule, RuleGroup, rules};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");

fn read(page: &str) -> String {
    let path = format!("{DOCS}/{page}");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn word(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap();
    value.as_str().unwrap().to_owned()
}

/// Returns true if the rule's page shows an example after a fix, under a heading `Fixed`.
fn has_fix(rule: &Rule) -> bool {
    let page = read(&format!("rules/{}.md", rule.code));
    page.lines().any(|line| line.starts_with("## Fixed"))
}

/// Returns the tables of rules in `docs/rules/README.md`, one for each group of rules.
fn tables() -> String {
    let mut tables = String::new();
    let mut group: Option<RuleGroup> = None;
    for rule in rules() {
        if group != Some(rule.group) {
            group = Some(rule.group);
            let title = word(rule.group);
            let (first, rest) = title.split_at(1);
            let first = first.to_uppercase();
            write!(tables, "\n## {first}{rest}\n\n| rule | severity | fix | finds |\n| --- | --- | --- | --- |\n")
                .unwrap();
        }
        let (code, severity) = (rule.code, word(rule.severity));
        let fix = if has_fix(&rule) { "yes" } else { "" };
        let summary = rule.summary.replace('|', "\\|");
        writeln!(
            tables,
            "| [`{code}`]({code}.md) | {severity} | {fix} | {summary} |"
        )
        .unwrap();
    }
    tables
}

#[test]
fn the_index_lists_every_rule_with_its_severity_and_whether_it_has_a_fix() {
    let index = read("rules/README.md");
    let expected = tables();
    let start = index.find("\n## ").unwrap_or(index.len());
    if std::env::var_os("UPDATE_RULES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules/README.md");
        fs::write(path, index[..start].to_owned() + &expected).unwrap();
        return;
    }
    assert_eq!(
        &index[start..],
        expected,
        "UPDATE_RULES=1 writes the tables of docs/rules/README.md"
    );
}

/// Checks that `docs/rules/peers.md` links only to rules of Skillglass that exist. The links are in
/// the third column.
#[test]
fn every_rule_named_beside_a_peers_rule_is_there() {
    let known: BTreeSet<_> = rules().iter().map(|rule| rule.code).collect();
    let page = read("rules/peers.md");
    let mut named = 0;
    for row in page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"))
    {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 3, "{row}");
        for link in cells[2].split("](").skip(1) {
            let page = link.split(')').next().unwrap();
            let code = page.strip_suffix(".md").unwrap_or(page);
            assert!(known.contains(code), "{row}: there is no rule {code}");
            named += 1;
        }
    }
    assert!(named > 0, "the table names no rules");
}
