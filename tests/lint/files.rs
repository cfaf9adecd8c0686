//! Tests findings in single files, without a workspace.

use std::collections::BTreeMap;

use skillglass::lint::LintRequest;
use skillglass::workspace::lint_files;

use super::support::{BROKEN, BROKEN_CODE};

fn paths(files: &[(&str, &str)], request: &LintRequest) -> Vec<(String, String)> {
    let files: BTreeMap<_, _> = (files.iter())
        .map(|(path, text)| ((*path).to_owned(), Some((*text).into())))
        .collect();
    let found = lint_files(files, request).unwrap().into_iter();
    found.map(|one| (one.code, one.path)).collect()
}

fn broken_at(path: &str) -> (String, String) {
    (BROKEN_CODE.to_owned(), path.to_owned())
}

#[test]
fn paths_come_back_as_they_were_given() {
    for path in [
        "SKILL.md",
        "pdf/SKILL.md",
        ".agents/skills/pdf/SKILL.md",
        "skills/pdf/SKILL.md",
        "/repo/.claude/skills/pdf/SKILL.md",
        "/pdf/SKILL.md",
        "/SKILL.md",
    ] {
        let found = paths(
            &[(path, BROKEN), ("README.md", "# x\n")][..1],
            &LintRequest::default(),
        );
        assert!(found.contains(&broken_at(path)), "{path}: {found:?}");
    }
}

#[test]
fn a_skill_by_itself_lies_in_a_folder_of_its_own_name() {
    for name in ["pdf", "'pdf'", "a/b", "..", ""] {
        let text = format!("---\nname: {name}\ndescription: Fills in forms.\n---\n# Forms\n");
        let found = paths(&[("SKILL.md", &text)], &LintRequest::default());
        assert!(
            found.iter().all(|(_, path)| path == "SKILL.md"),
            "{found:?}"
        );
    }
}

#[test]
fn the_configuration_of_the_project_counts() {
    let off = r#"{ "rules": { "no-frontmatter": "off" } }"#;
    for (config, skill) in [
        ("skillglass.json", "SKILL.md"),
        ("skillglass.json", ".claude/skills/pdf/SKILL.md"),
        ("/repo/skillglass.json", "/repo/.claude/skills/pdf/SKILL.md"),
    ] {
        let found = paths(&[(config, off), (skill, BROKEN)], &LintRequest::default());
        assert!(!found.contains(&broken_at(skill)), "{skill}: {found:?}");
    }
}

#[test]
fn what_is_asked_for_is_named_as_it_was_given() {
    let files = [("a/SKILL.md", BROKEN), ("b/SKILL.md", BROKEN)];
    let asked = |skill: &str| LintRequest {
        skills: vec![skill.to_owned()],
        ..LintRequest::default()
    };
    let found = paths(&files, &asked("b/SKILL.md"));
    assert!(
        found.iter().all(|(_, path)| path == "b/SKILL.md"),
        "{found:?}"
    );
    let files = BTreeMap::from([("a/SKILL.md".to_owned(), None)]);
    let error = lint_files(files, &asked("c/SKILL.md")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "skills[0]: there is no file \"c/SKILL.md\" in the tree"
    );
    let error = lint_files(
        BTreeMap::from([("a//b".to_owned(), None)]),
        &LintRequest::default(),
    );
    assert!(error.unwrap_err().to_string().contains("empty segment"));
}

#[test]
fn no_message_names_a_folder_that_was_made_up() {
    for path in [
        "pdf/skill.md",
        ".claude/skill/pdf/SKILL.md",
        ".claude/skills/office/pdf/SKILL.md",
    ] {
        let files = BTreeMap::from([(path.to_owned(), Some(BROKEN.into()))]);
        let found = lint_files(files, &LintRequest::default()).unwrap();
        assert!(!found.is_empty());
        for one in found {
            assert!(!format!("{one:?}").contains("/project"), "{one:#?}");
        }
    }
}
