//! Tests which skills `gh skill` finds in a repository, publishes and installs.

use std::collections::BTreeMap;

use skillglass::install::gh_skill::{
    GhContent, GhPassedOverReason, GhRemote, GhSkillReport, GhSkillRequest, agents,
};
use skillglass::{Workspace, WorkspaceOptions};

type Files<'f> = &'f [(&'f str, &'f str)];

fn request() -> GhSkillRequest {
    GhSkillRequest {
        source: "/repo".to_owned(),
        project: "/project".to_owned(),
        home: Some("/home/me".to_owned()),
        ..GhSkillRequest::default()
    }
}

fn workspace(files: Files<'_>) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/project")).unwrap();
    workspace.make_directory("/repo").unwrap();
    for (path, text) in files {
        workspace.write(&format!("/repo/{path}"), *text).unwrap();
    }
    workspace
}

fn report(files: Files<'_>) -> GhSkillReport {
    workspace(files).gh_skill(&request()).unwrap()
}

fn shown(report: &GhSkillReport) -> Vec<&str> {
    report
        .skills
        .iter()
        .map(|skill| skill.shown.as_str())
        .collect()
}

/// Returns the report on a repository whose only skill `x` has this text.
fn lone(text: &str) -> GhSkillReport {
    report(&[("skills/x/SKILL.md", text)])
}

fn messages(report: &GhSkillReport) -> Vec<&str> {
    report
        .publish
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect()
}

/// Returns the text of the file that `gh skill` installs at a path.
fn text<'r>(report: &'r GhSkillReport, path: &str) -> &'r str {
    let entry = report
        .install
        .entries
        .iter()
        .find(|entry| entry.path == path);
    match &entry.unwrap().content {
        GhContent::Text { text } => text,
        other => panic!("{path} is {other:?}"),
    }
}

const SKILL: &str = "---\ndescription: d\nlicense: MIT\n---\n";

#[test]
fn a_skill_is_found_by_the_first_layout_that_matches() {
    let cases = [
        ("skills/a", Some("a")),
        ("skills/s/a", Some("s/a")),
        ("skills/s/t/a", None),
        ("plugins/p/skills/a", Some("[plugins] p/a")),
        ("plugins/p/skills/s/a", None),
        ("plugins/a", None),
        ("x/plugins/p/skills/a", None),
        ("x/skills/a", Some("a")),
        ("x/y/skills/s/a", Some("s/a")),
        ("x/skills/skills/a", Some("a")),
        ("skills/skills/a", Some("skills/a")),
        ("a", Some("[root] a")),
        ("skills", None),
        ("plugins", None),
        ("deep/a", None),
        ("node_modules/skills/a", Some("a")),
        (".x/skills/a", None),
        ("skills/-a", None),
        ("skills/a..b", None),
        ("skills/a b", Some("a b")),
        ("skills/_a", None),
        ("skills/имя", None),
        ("skills/.s/a", None),
    ];
    for (folder, expected) in cases {
        let report = report(&[(&format!("{folder}/SKILL.md"), SKILL)]);
        assert_eq!(
            shown(&report),
            expected.into_iter().collect::<Vec<_>>(),
            "{folder}"
        );
        assert_eq!(
            report.passed_over.len(),
            usize::from(expected.is_none()),
            "{folder}"
        );
    }
}

#[test]
fn hidden_folders_are_searched_only_on_request() {
    let cases = [
        (".claude/skills/a", "[hidden-dir] a"),
        (".claude/skills/s/a", "[hidden-dir] s/a"),
        ("x/.y/skills/a", "[hidden-dir] a"),
        ("plugins/.x/skills/a", "[hidden-dir] a"),
    ];
    for (folder, expected) in cases {
        let workspace = workspace(&[(&format!("{folder}/SKILL.md"), SKILL)]);
        let without = workspace.gh_skill(&request()).unwrap();
        assert_eq!(shown(&without), Vec::<&str>::new());
        assert_eq!(
            without.passed_over[0].reason,
            GhPassedOverReason::HiddenFolder
        );
        assert!(
            without
                .install
                .error
                .unwrap()
                .contains("exist in hidden directories")
        );
        let with = GhSkillRequest {
            hidden: true,
            ..request()
        };
        assert_eq!(shown(&workspace.gh_skill(&with).unwrap()), [expected]);
    }
}

#[test]
fn a_name_has_64_bytes_at_most() {
    for (length, count) in [(64, 1), (65, 0)] {
        let path = format!("skills/{}/SKILL.md", "n".repeat(length));
        assert_eq!(report(&[(&path, SKILL)]).skills.len(), count);
    }
}

#[test]
fn a_local_skill_has_the_name_of_its_frontmatter() {
    assert_eq!(shown(&lone("---\nname: other\n---\n")), ["other"]);
    let unsafe_name = lone("---\nname: a/b\n---\n");
    assert_eq!(
        unsafe_name.passed_over[0].reason,
        GhPassedOverReason::UnsafeName
    );
}

#[test]
fn a_skill_at_the_top_is_the_only_one() {
    let report = report(&[("SKILL.md", SKILL), ("skills/a/SKILL.md", SKILL)]);
    assert_eq!(shown(&report), ["repo"]);
    assert_eq!(
        report.passed_over[0].reason,
        GhPassedOverReason::InsideSkill
    );
}

#[test]
fn links_are_neither_skills_nor_copied() {
    let mut workspace = workspace(&[("skills/a/SKILL.md", SKILL), ("skills/a/run.sh", "x")]);
    workspace.link("/repo/skills/a/out", "../../../..").unwrap();
    workspace
        .link("/repo/skills/b/SKILL.md", "../a/SKILL.md")
        .unwrap();
    workspace.link("/repo/skills/c", "a").unwrap();
    let report = workspace.gh_skill(&request()).unwrap();
    assert_eq!(shown(&report), ["a"]);
    assert_eq!(report.passed_over[0].reason, GhPassedOverReason::Link);
    assert_eq!(report.install.left_out, ["/repo/skills/a/out"]);
}

#[test]
fn publish_reports_each_problem_of_a_skill_in_the_words_of_the_program() {
    let long = format!(
        "---\nname: x\ndescription: {}\nlicense:\n---\n",
        "é".repeat(600)
    );
    let lines = format!(
        "---\nname: x\ndescription: d\nlicense: MIT\n---\n{}",
        "x\n".repeat(501)
    );
    let cases: [(&str, &[&str]); 12] = [
        ("---\nname: x\ndescription: d\nlicense: MIT\n---\n", &[]),
        (
            "# x\n",
            &[
                "missing required field: name",
                "missing required field: description",
                "recommended field missing: license",
            ],
        ),
        (
            "\u{feff}---\nname: x\ndescription: d\nlicense: MIT\n---\n",
            &[
                "missing required field: name",
                "missing required field: description",
                "recommended field missing: license",
            ],
        ),
        (
            "---\nname: 12\ndescription: 7\nlicense: MIT\n---\n",
            &["name \"12\" does not match directory name \"x\""],
        ),
        (
            "---\nname: A\ndescription: d\nlicense: MIT\n---\n",
            &[
                "name \"A\" does not match directory name \"x\"",
                "name \"A\" does not follow agentskills.io naming convention (lowercase alphanumeric + hyphens)",
            ],
        ),
        (
            "---\nname: x\ndescription: d\nlicense: MIT\nallowed-tools: [Read]\n---\n",
            &["allowed-tools must be a string (space-delimited), not an array"],
        ),
        (
            "---\nname: x\ndescription: d\nlicense: MIT\nallowed-tools: 5\n---\n",
            &[],
        ),
        (
            &long,
            &["description is 1200 chars (recommended max: 1024)"],
        ),
        (
            &lines,
            &["skill body is 502 lines (recommended max: 500 for efficient context)"],
        ),
        (
            "---\nname: a: b\n---\n",
            &[
                "invalid frontmatter YAML: invalid frontmatter YAML: yaml: mapping values are not allowed in this context",
            ],
        ),
        (
            "---\nname: x\ndescription: [a]\n---\n",
            &[
                "invalid frontmatter YAML: invalid frontmatter YAML: yaml: unmarshal errors:\n  line 2: cannot unmarshal !!seq into string",
            ],
        ),
        (
            "---\nname: x\nname: y\n---\n",
            &[
                "invalid frontmatter YAML: invalid frontmatter YAML: yaml: unmarshal errors:\n  line 2: mapping key \"name\" already defined at line 1",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(messages(&lone(text)), expected, "{text:.60}");
    }
}

#[test]
fn a_finding_has_the_place_of_its_field() {
    let report = lone("---\ndescription: d\nlicense: MIT\nname: y\n---\n");
    let range = report.publish.findings[0].range.unwrap();
    assert_eq!(
        (range.start.line, range.start.column, range.end.column),
        (4, 1, 5)
    );
    let broken = lone("---\nname: x\ndescription: a: b\n---\n");
    assert_eq!(broken.publish.findings[0].range.unwrap().start.line, 3);
}

#[test]
fn fix_removes_what_an_installation_added() {
    let report = lone(
        "---\nname: x\nlicense: MIT\ndescription: d\nmetadata:\n  github-repo: r\n  keep: 1\n---\nB\n",
    );
    assert_eq!(
        messages(&report),
        ["contains install metadata that must be stripped: github-repo (use --fix)"]
    );
    let [fix] = &report.publish.fixes[..] else {
        panic!()
    };
    assert_eq!(
        fix.text,
        "---\ndescription: d\nlicense: MIT\nmetadata:\n    keep: 1\nname: x\n---\nB\n"
    );
}

#[test]
fn publish_reports_the_repository_as_far_as_the_tree_shows_it() {
    let valid = (
        "skills/x/SKILL.md",
        "---\nname: x\ndescription: d\nlicense: MIT\n---\n",
    );
    let origin =
        |url: &str| format!("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = {url}\n");
    let cases = [
        (
            "[core]\n".to_owned(),
            Some("no git remote found. Create a GitHub repository with: gh repo create"),
            None,
        ),
        (
            origin("https://gitlab.com/o/r"),
            Some(
                "remote \"https://gitlab.com/o/r\" is not a GitHub repository. Skills must be hosted on GitHub for discovery",
            ),
            None,
        ),
        (origin("git@github.com:o/r.git"), None, Some("o/r")),
        (origin("https://github.com/o/r"), None, Some("o/r")),
    ];
    for (config, message, repository) in cases {
        let report = report(&[valid, (".git/config", &config)]);
        assert_eq!(messages(&report), message.into_iter().collect::<Vec<_>>());
        assert_eq!(report.publish.repository.as_deref(), repository);
    }
    let without = GhSkillRequest {
        is_git: Some(false),
        ..request()
    };
    let report = workspace(&[valid]).gh_skill(&without).unwrap();
    assert_eq!(
        messages(&report),
        ["not a git repository. Initialize with: git init && gh repo create"]
    );
}

#[test]
fn installed_skills_of_agents_belong_into_gitignore() {
    let valid = (
        "skills/x/SKILL.md",
        "---\nname: x\ndescription: d\nlicense: MIT\n---\n",
    );
    for (ignored, count) in [
        ("", 1),
        (".claude\n", 0),
        (".claude/*\n", 0),
        ("skills/\n", 0),
        (".claude/skills/*\n", 1),
    ] {
        let report = report(&[
            valid,
            (".claude/skills/y/SKILL.md", SKILL),
            (".gitignore", ignored),
        ]);
        assert_eq!(messages(&report).len(), count, "{ignored:?}");
    }
}

#[test]
fn every_agent_has_a_folder_in_the_project_and_in_the_home() {
    assert_eq!(agents().count(), 48);
    let cases = [
        (
            "claude-code",
            "/project/.claude/skills",
            "/home/me/.claude/skills",
        ),
        (
            "codex",
            "/project/.agents/skills",
            "/home/me/.agents/skills",
        ),
        ("openclaw", "/project/skills", "/home/me/.openclaw/skills"),
    ];
    for (agent, project, home) in cases {
        for (user, expected) in [(false, project), (true, home)] {
            let request = GhSkillRequest {
                agent: Some(agent.to_owned()),
                user,
                ..request()
            };
            assert_eq!(
                workspace(&[]).gh_skill(&request).unwrap().install.target,
                expected
            );
        }
    }
    let unknown = GhSkillRequest {
        agent: Some("nobody".to_owned()),
        ..request()
    };
    assert_eq!(
        workspace(&[]).gh_skill(&unknown).unwrap_err().argument,
        "agent"
    );
    let homeless = GhSkillRequest {
        user: true,
        home: None,
        ..request()
    };
    assert_eq!(
        workspace(&[]).gh_skill(&homeless).unwrap_err().argument,
        "home"
    );
}

#[test]
fn an_installed_skill_is_flat_and_rewritten() {
    let report = report(&[(
        "skills/s/x/SKILL.md",
        "---\nname: x # c\nb: \"1\"\na: [y, 2026-01-02]\n---\n\nB",
    )]);
    assert_eq!(
        text(&report, "/project/.agents/skills/x/SKILL.md"),
        "---\na:\n    - \"y\"\n    - 2026-01-02T00:00:00Z\nb: \"1\"\nmetadata:\n    local-path: /repo/skills/s/x\nname: x\n---\nB\n"
    );
}

#[test]
fn skills_with_one_name_or_existing_ones_are_not_installed() {
    let same = report(&[("skills/a/SKILL.md", SKILL), ("skills/s/a/SKILL.md", SKILL)]);
    assert_eq!(
        same.install.error.as_deref(),
        Some(
            "cannot install skills with conflicting names; they would overwrite each other:\n  a: a, s/a"
        )
    );
    let mut workspace = workspace(&[("skills/a/SKILL.md", SKILL)]);
    workspace.put_gh_skill(&request()).unwrap();
    let again = workspace.gh_skill(&request()).unwrap();
    assert_eq!(
        again.install.error.as_deref(),
        Some("skills already installed: a (use --force to overwrite)")
    );
    let forced = GhSkillRequest {
        force: true,
        ..request()
    };
    assert_eq!(
        workspace.gh_skill(&forced).unwrap().install.installed,
        ["a"]
    );
}

#[test]
fn a_broken_file_ends_the_installation_and_the_skills_before_it_stay() {
    let report = report(&[
        ("skills/a/SKILL.md", SKILL),
        ("skills/b/SKILL.md", "---\na: b: c\n---\n"),
        ("skills/c/SKILL.md", SKILL),
    ]);
    assert_eq!(report.install.installed, ["a"]);
    assert_eq!(
        report.install.error.as_deref(),
        Some(
            "failed to install skill \"b\": could not inject metadata: invalid frontmatter YAML: yaml: mapping values are not allowed in this context"
        )
    );
}

#[test]
fn a_remote_installation_records_its_source() {
    let remote = GhRemote {
        repository: "o/r".to_owned(),
        reference: "refs/tags/v1".to_owned(),
        pinned: Some("v1".to_owned()),
        trees: BTreeMap::from([("skills/x".to_owned(), "abc".to_owned())]),
        at: Some("2026-11-25T12:00:00Z".to_owned()),
    };
    let remote = GhSkillRequest {
        remote: Some(remote),
        ..request()
    };
    let files: Files<'_> = &[
        (
            "skills/x/SKILL.md",
            "---\nname: other\nmetadata: {github-sha: 1}\n---\n",
        ),
        ("skills/x/scripts/a", ""),
    ];
    let report = workspace(files).gh_skill(&remote).unwrap();
    assert_eq!(shown(&report), ["x"]);
    assert_eq!(
        text(&report, "/project/.agents/skills/x/SKILL.md"),
        "---\nmetadata:\n    github-path: skills/x\n    github-pinned: v1\n    github-ref: refs/tags/v1\n    github-repo: https://github.com/o/r\n    github-tree-sha: abc\nname: other\n---\n"
    );
    let script = report
        .install
        .entries
        .iter()
        .find(|entry| entry.path.ends_with("scripts/a"));
    assert_eq!(script.unwrap().executable, Some(true));
    let lock: serde_json::Value =
        serde_json::from_str(text(&report, "/home/me/.agents/.skill-lock.json")).unwrap();
    assert_eq!(lock["version"], 3);
    assert_eq!(
        lock["skills"]["x"]["sourceUrl"],
        "https://github.com/o/r.git"
    );
    assert_eq!(lock["skills"]["x"]["skillFolderHash"], "abc");
}

#[test]
fn hostile_files_are_findings() {
    let bytes: [&[u8]; 6] = [
        b"---\nname: \xff\n---\n",
        b"---\nname: \xc3\n---\n",
        b"\xff\xfe",
        b"---\nname: \"\x00\"\n---\n",
        b"---\n? [a]\n: b\n---\n",
        b"---\na: *b\n---\n",
    ];
    for bytes in bytes {
        let mut workspace = workspace(&[]);
        workspace.write("/repo/skills/x/SKILL.md", bytes).unwrap();
        assert!(!workspace.gh_skill(&request()).unwrap().publish.accepted);
    }
    let deep = format!("---\na: {}\n---\n", "[".repeat(100_000));
    let large = format!("---\na: {}\n---\n", "x".repeat(10 << 20));
    for text in [deep, large] {
        assert!(!lone(&text).publish.accepted);
    }
}
