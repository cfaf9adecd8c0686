//! Tests `skillglass.json`, the options of a request for findings, and how the two combine.

use std::collections::BTreeSet;

use skillglass::compare::HostChoice;
use skillglass::lint::{Diagnostic, Level, LintRequest, Severity};
use skillglass::{Workspace, WorkspaceOptions};

use super::support::{BROKEN, SKILL, lint, repository, said};

const FILE: &str = "/repo/skillglass.json";

fn hosts(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| &*host.host).collect()
}

fn yaml(found: &[Diagnostic]) -> &Diagnostic {
    found.iter().find(|one| one.path == SKILL).unwrap()
}

fn choice(host: &str) -> HostChoice {
    HostChoice {
        host: host.to_owned(),
        edition: None,
    }
}

#[test]
fn what_cannot_be_used_is_reported_with_its_place() {
    let cases: &[(&str, &[&str])] = &[
        ("{}", &[]),
        ("\u{feff}{ \"$schema\": \"x\" }", &[]),
        (
            "",
            &["1:1 the file is not valid JSON: EOF while parsing a value at line 1 column 0"],
        ),
        (
            "{\n  \"rules\": {},\n}",
            &["3:1 the file is not valid JSON: key must be a string at line 3 column 1"],
        ),
        ("[]", &["1:1 the file must be an object"]),
        ("{ \"rule\": {} }", &["1:3 there is no setting \"rule\""]),
        ("{ \"rules\": [] }", &["1:12 `rules` must be an object"]),
        (
            "{ \"rules\": { \"ü\": 1, \"invalid-yml\": \"off\" } }",
            &[
                "1:14 there is no rule \"ü\"",
                "1:22 there is no rule \"invalid-yml\"",
            ],
        ),
        (
            "{ \"rules\": { \"not-loaded\": \"warn\", \"invalid-yaml\": 2 } }",
            &[
                "1:28 there is no level \"warn\"",
                "1:52 there is no level \"2\"",
            ],
        ),
        (
            "{ \"hosts\": \"codex\" }",
            &["1:12 `hosts` must be an array"],
        ),
        (
            "{ \"hosts\": [\"claud-code\", 3, {}, { \"host\": \"codex\", \"edition\": \"1999\" }] }",
            &[
                "1:13 there is no host \"claud-code\"",
                "1:27 a host must be an object",
                "1:30 a host has no name",
                "1:64 there is no edition of codex \"1999\"",
            ],
        ),
        (
            "{ \"ignore\": [\"a/**\", 3, \"{a\"] }",
            &[
                "1:22 a glob must be a string",
                "1:25 the glob cannot be read: ",
            ],
        ),
    ];
    for (text, expected) in cases {
        let found = lint(&repository(&[(FILE, text)]));
        let said = said(&found, &["configuration"]);
        assert_eq!(said.len(), expected.len(), "{text}: {said:#?}");
        for (said, expected) in said.iter().zip(*expected) {
            let said = said.strip_prefix("configuration ").unwrap();
            assert!(said.starts_with(expected), "{text}: {said}");
        }
        assert!(
            found
                .iter()
                .all(|one| one.path == FILE && one.severity == Severity::Warning)
        );
    }
}

#[test]
fn a_file_that_is_no_text_is_reported_and_one_that_is_not_read_is_not() {
    let mut workspace = repository(&[]);
    workspace.write(FILE, b"\xff").unwrap();
    assert_eq!(
        said(&lint(&workspace), &["configuration"]),
        ["configuration 1:1 the file is not UTF-8 text"]
    );
    workspace.write_unread(FILE).unwrap();
    assert!(lint(&workspace).is_empty());
}

#[test]
fn a_misspelt_name_has_the_nearest_known_one_as_an_unsafe_fix() {
    let cases = [
        (
            "{ \"rules\": { \"invalid-yml\": \"off\" } }",
            "\"invalid-yaml\"",
        ),
        ("{ \"rules\": { \"invalid-yaml\": \"eror\" } }", "\"error\""),
        ("{ \"hosts\": [\"Codex\"] }", "\"codex\""),
        (
            "{ \"hosts\": [{ \"host\": \"codex\", \"edtion\": \"2026-05\" }] }",
            "\"edition\"",
        ),
        ("{ \"ignored\": [] }", "\"ignore\""),
    ];
    for (text, meant) in cases {
        let found = lint(&repository(&[(FILE, text)]));
        let [one] = &found[..] else {
            panic!("{text}: {found:#?}");
        };
        assert_eq!(one.help, format!("Did you mean {meant}?"), "{text}");
        let [fix] = &one.fixes[..] else {
            panic!("{text}: {one:#?}");
        };
        assert_eq!((fix.safe, &*fix.edits[0].text), (false, meant), "{text}");
    }
}

#[test]
fn what_can_be_used_counts_beside_what_cannot() {
    let text =
        r#"{ "hosts": ["vi", "opencode"], "rules": { "x": "off", "no-frontmatter": "hint" } }"#;
    let found = lint(&repository(&[(FILE, text), (SKILL, BROKEN)]));
    assert_eq!(said(&found, &["configuration"]).len(), 2);
    let one = yaml(&found);
    assert_eq!(
        (hosts(one), one.severity),
        (vec!["opencode"], Severity::Hint)
    );
}

#[test]
fn the_nearest_file_up_to_the_top_of_the_repository_counts() {
    let off = r#"{ "rules": { "no-frontmatter": "off" } }"#;
    let cases: &[(&[&str], &str, bool)] = &[
        (&["/repo/skillglass.json"], "/repo/.git/HEAD", true),
        (&["/skillglass.json"], "/repo/.git/HEAD", false),
        (&["/repo/a/skillglass.json"], "/repo/.git/HEAD", true),
        (&["/repo/a/b/skillglass.json"], "/repo/.git/HEAD", false),
        // In a worktree or a submodule, `.git` is a file.
        (&["/repo/skillglass.json"], "/repo/a/.git", false),
        // Outside a repository, only the file in the working directory counts.
        (&["/repo/skillglass.json"], "/other", false),
        (&["/repo/a/skillglass.json"], "/other", true),
    ];
    for (files, git, counts) in cases {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            cwd: "/repo/a".to_owned(),
            ..WorkspaceOptions::default()
        })
        .unwrap();
        workspace.write(git, "").unwrap();
        workspace
            .write("/repo/a/.agents/skills/pdf/SKILL.md", BROKEN)
            .unwrap();
        for file in *files {
            workspace.write(file, off).unwrap();
        }
        assert_eq!(lint(&workspace).is_empty(), *counts, "{files:?} {git}");
    }
}

#[test]
fn a_requests_hosts_replace_the_files_and_its_levels_go_before_them_one_by_one() {
    let text = r#"{ "hosts": ["codex"], "rules": { "no-frontmatter": "hint", "wrong-capitals": "info" } }"#;
    let workspace = repository(&[
        (FILE, text),
        (SKILL, BROKEN),
        (
            "/repo/.agents/skills/csv/skill.md",
            "---\nname: csv\ndescription: b\n---\n",
        ),
    ]);
    let request = LintRequest {
        hosts: vec![choice("opencode"), choice("standard")],
        rules: [("no-frontmatter".to_owned(), Level::Info)].into(),
        ..LintRequest::default()
    };
    let found = workspace.lint(&request).unwrap();
    let one = yaml(&found);
    assert_eq!(
        (hosts(one), one.severity),
        (vec!["opencode", "standard"], Severity::Info)
    );
    let other = found
        .iter()
        .find(|one| one.code == "wrong-capitals")
        .unwrap();
    assert_eq!(other.severity, Severity::Info);
}

#[test]
fn globs_are_relative_to_the_file_and_a_requests_are_added_relative_to_the_working_directory() {
    let other = "/repo/a/.agents/skills/pdf/SKILL.md";
    let third = "/repo/.agents/skills/third/SKILL.md";
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo/a".to_owned(),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    for path in [SKILL, other, third] {
        workspace.write(path, BROKEN).unwrap();
    }
    let paths = |workspace: &Workspace, ignore: &[&str]| -> Vec<String> {
        let request = LintRequest {
            ignore: ignore.iter().map(|glob| (*glob).to_owned()).collect(),
            ..LintRequest::default()
        };
        let found = workspace.lint(&request).unwrap().into_iter();
        let paths: BTreeSet<_> = found.map(|one| one.path).collect();
        paths.into_iter().collect()
    };
    assert_eq!(paths(&workspace, &[]), [SKILL, third, other]);
    let text = r#"{ "ignore": [".agents/**/pdf/*"] }"#;
    workspace.write(FILE, text).unwrap();
    assert_eq!(paths(&workspace, &[]), [third, other]);
    assert_eq!(paths(&workspace, &["**/pdf/**"]), [third]);
    assert_eq!(paths(&workspace, &["../**"]), [third, other]);
}

#[test]
fn a_request_that_makes_no_sense_is_refused_by_the_name_of_its_argument() {
    let workspace = repository(&[(SKILL, BROKEN)]);
    let cases = [
        (
            LintRequest {
                rules: [("invalid-yml".to_owned(), Level::Off)].into(),
                ..LintRequest::default()
            },
            "rules[\"invalid-yml\"]: there is no rule \"invalid-yml\"; did you mean \"invalid-yaml\"?",
        ),
        (
            LintRequest {
                ignore: vec!["a".to_owned(), "[".to_owned()],
                ..LintRequest::default()
            },
            "ignore[1]: the glob cannot be read: ",
        ),
        (
            LintRequest {
                hosts: vec![choice("vi")],
                ..LintRequest::default()
            },
            "hosts[0].host: there is no host \"vi\"",
        ),
        (
            LintRequest {
                skills: vec!["/nowhere".to_owned()],
                ..LintRequest::default()
            },
            "skills[0]: there is no file \"/nowhere\"",
        ),
    ];
    for (request, expected) in cases {
        let error = workspace.lint(&request).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn what_is_wrong_with_the_file_concerns_all_hosts_and_can_be_switched_off() {
    let workspace = repository(&[(FILE, "[]")]);
    let [one] = &lint(&workspace)[..] else {
        panic!();
    };
    let usual = skillglass::hosts::hosts().into_iter();
    assert_eq!(one.hosts.len(), usual.filter(|host| host.usual).count());
    let request = LintRequest {
        rules: [("configuration".to_owned(), Level::Off)].into(),
        ..LintRequest::default()
    };
    assert!(workspace.lint(&request).unwrap().is_empty());
}
