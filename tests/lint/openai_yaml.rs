//! Tests the rules on `agents/openai.yaml`: cases with a finding, and cases without one.

use super::fields::lint;

const SKILL: &str = "/repo/.agents/skills/pdf/SKILL.md";
const FILE: &str = "/repo/.agents/skills/pdf/agents/openai.yaml";
const ICON: &str = "/repo/.agents/skills/pdf/assets/a.png";
const TEXT: &str = "---\nname: pdf\ndescription: Fills in PDF forms.\n---\n";

/// Returns the code and the line of each finding in a skill's `agents/openai.yaml`.
fn found(yaml: &str, hosts: &[&str]) -> Vec<(String, usize)> {
    let files = [(SKILL, TEXT), (FILE, yaml), (ICON, "")];
    let found = lint(&files, hosts).into_iter();
    found
        .filter(|one| one.path == FILE)
        .map(|one| (one.code, one.range.start.line))
        .collect()
}

#[test]
fn a_product_that_an_edition_does_not_know_voids_the_file_there_alone() {
    let yaml = "policy:\n  products: [else]\n";
    assert_eq!(found(yaml, &["codex"]), []);
    assert_eq!(
        found(yaml, &["codex 2026-05"]),
        [("openai-yaml-unread".to_owned(), 1)]
    );
}

#[test]
fn a_host_that_does_not_read_the_file_has_nothing_to_say() {
    let hosts = ["claude-code", "opencode", "standard"];
    assert_eq!(found("interface:\n  brand_color: red\n", &hosts), []);
}
