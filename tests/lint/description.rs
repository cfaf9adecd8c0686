//! Tests the rules on a skill's description.

use super::tree::{found, hosts, skill};
use skillglass::compare::{CompareRequest, ListedAs};
use skillglass::lint::{LintRequest, Severity};

#[test]
fn what_a_host_cuts_is_said_with_its_figures() {
    let long = "Fills in forms. ".repeat(70);
    let text = skill(long.trim(), "# Forms");
    let cut = &found("description-over-cap", &[("SKILL.md", &text)])[0];
    assert_eq!(hosts(cut), ["codex"]);
    assert!(cut.message.contains("1119"), "{}", cut.message);

    let longer = "Fills in forms. ".repeat(100);
    let text = skill(longer.trim(), "# Forms");
    let cut = found("description-over-cap", &[("SKILL.md", &text)]);
    let all: Vec<_> = cut.iter().map(hosts).collect();
    assert_eq!(all, [["codex"], ["claude-code"]]);
}

#[test]
fn a_description_that_is_too_long_and_cut_has_one_warning() {
    let long = "Fills in forms. ".repeat(70);
    let text = skill(long.trim(), "# Forms");
    let path = "/repo/.agents/skills/pdf/SKILL.md";
    for (hosts, expected) in [
        (
            &["codex", "standard"][..],
            &[
                ("description-too-long", Severity::Warning),
                ("description-over-cap", Severity::Info),
            ][..],
        ),
        (&["codex"], &[("description-over-cap", Severity::Warning)]),
    ] {
        let found = super::fields::lint(&[(path, &text)], hosts);
        let lengths = found
            .iter()
            .filter(|one| one.code.starts_with("description-"))
            .map(|one| (one.code.as_str(), one.severity));
        let mut lengths: Vec<_> = lengths.collect();
        lengths.sort_by_key(|(_, severity)| *severity);
        assert_eq!(lengths, expected);
    }
}

#[test]
fn what_a_host_cuts_of_the_text_that_stands_in_for_a_description_is_measured_there() {
    let text = format!(
        "---\nname: pdf\n---\n# {}\n",
        "Forms of all ".repeat(30).trim()
    );
    let found = super::fields::lint(
        &[("/repo/.claude/skills/pdf/SKILL.md", &text)],
        &["claude-code 2026-04"],
    );
    let mut cut = found
        .iter()
        .filter(|one| one.code == "description-over-cap");
    let message = cut.next().map(|one| one.message.as_str());
    assert_eq!(
        message,
        Some(
            "Claude Code cuts 140 of the 389 characters shown in place of a description, even without other skills"
        )
    );
}

#[test]
fn nothing_is_said_of_the_words_that_stand_in_for_a_description_that_a_host_cannot_read() {
    let text =
        "---\nname: pdf\ndescription: \"Fills in PDF forms. Use when there is one.\n---\nForms\n";
    let found = super::fields::lint(
        &[("/repo/.claude/skills/pdf/SKILL.md", text)],
        &["claude-code"],
    );
    let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["frontmatter-ignored"]);
}

#[test]
fn a_plugins_skill_without_a_description_is_not_listed_where_a_host_wants_one() {
    let said = |edition: &str| {
        let plugin = serde_json::json!({ "id": "office@market", "root": "/plugins/office" });
        let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
            host: Some("claude-code".to_owned()),
            cwd: "/repo".to_owned(),
            plugins: Some(vec![serde_json::from_value(plugin).unwrap()]),
            ..skillglass::WorkspaceOptions::default()
        })
        .unwrap();
        let manifest = "/plugins/office/.claude-plugin/plugin.json";
        workspace.write(manifest, r#"{"name":"office"}"#).unwrap();
        let skill = "/plugins/office/skills/pdf/SKILL.md";
        workspace
            .write(skill, "---\nname: pdf\n---\nFill in the form.\n")
            .unwrap();
        let request =
            serde_json::json!({ "hosts": [{ "host": "claude-code", "edition": edition }] });
        let found = workspace
            .lint(&serde_json::from_value(request).unwrap())
            .unwrap();
        let mut found = found
            .into_iter()
            .filter(|one| one.code == "missing-description");
        found.next().unwrap().message
    };
    let missing = "the frontmatter has no `description`";
    assert_eq!(said("2026-08"), missing);
    assert_eq!(
        said("2026-11"),
        format!("{missing}; Claude Code does not list the skill for its model")
    );
}

#[test]
fn skills_without_room_in_the_list_are_told_from_those_that_are_too_long() {
    let description = format!("{} Use when.", "Fills in one more kind of form.".repeat(20));
    let text = skill(&description, "# Forms");
    let folders: Vec<String> = (0..60)
        .map(|index| format!("../s{index}/SKILL.md"))
        .collect();
    let files: Vec<(String, String)> = (folders.iter().enumerate())
        .map(|(index, folder)| {
            (
                folder.replace("../", ""),
                text.replace("name: pdf", &format!("name: s{index}")),
            )
        })
        .collect();
    let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
        cwd: "/repo".to_owned(),
        context_window: Some(200_000),
        ..skillglass::WorkspaceOptions::default()
    })
    .unwrap();
    for (path, text) in &files {
        let path = format!("/repo/.agents/skills/{path}");
        workspace.write(&path, text.as_str()).unwrap();
    }
    let all = workspace
        .lint(&skillglass::lint::LintRequest::default())
        .unwrap();
    let codes = |code: &str| all.iter().filter(|one| one.code == code).count();
    assert_eq!(codes("description-over-cap"), 0);
    let budget = all.iter().find(|one| one.code == "description-over-budget");
    let budget = budget.unwrap();
    assert_eq!(codes("description-over-budget"), 1);
    assert_eq!((hosts(budget), budget.related.len()), (vec!["codex"], 59));
    assert_eq!(
        budget.message,
        "the list of Codex has no room for 23700 of the 37800 characters of 60 descriptions"
    );
    assert_eq!(
        budget.related[0].message,
        "there is no room for 396 of its description's 630 characters"
    );
}

#[test]
fn a_budget_without_a_window_is_information_unless_the_host_assumes_a_window() {
    let description = "Fills in one more kind of form. ".repeat(12);
    for (host, window, expected) in [
        ("codex", None, Severity::Info),
        ("codex", Some(200_000), Severity::Warning),
        ("claude-code", None, Severity::Warning),
    ] {
        let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
            cwd: "/repo".to_owned(),
            context_window: window,
            ..skillglass::WorkspaceOptions::default()
        })
        .unwrap();
        for index in 0..60 {
            let text = format!("---\nname: s{index}\ndescription: {description}\n---\nForms.\n");
            let folder = if host == "codex" {
                ".agents"
            } else {
                ".claude"
            };
            let path = format!("/repo/{folder}/skills/s{index}/SKILL.md");
            workspace.write(&path, text).unwrap();
        }
        let request = LintRequest {
            hosts: vec![host.into()],
            ..LintRequest::default()
        };
        let all = workspace.lint(&request).unwrap();
        let budget = all.iter().find(|one| one.code == "description-over-budget");
        assert_eq!(
            budget.map(|one| one.severity),
            Some(expected),
            "{host} {window:?}"
        );
    }
}

#[test]
fn a_window_too_small_for_any_description_leaves_skills_out_and_says_which() {
    let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
        host: Some("codex".to_owned()),
        cwd: "/repo".to_owned(),
        context_window: Some(1_000),
        ..skillglass::WorkspaceOptions::default()
    })
    .unwrap();
    for index in 0..20 {
        let description = "Fills in one more kind of form. ".repeat(10);
        let text = format!("---\nname: s{index:02}\ndescription: {description}\n---\nForms.\n");
        let path = format!("/repo/.agents/skills/s{index:02}/SKILL.md");
        workspace.write(&path, text).unwrap();
    }
    let listed = workspace.compare(&CompareRequest::default()).unwrap();
    let is_left_out = |path: &str| {
        let skill = listed.skills.iter().find(|skill| skill.path == path);
        skill.is_some_and(|skill| skill.cells[0].listed == ListedAs::Nothing)
    };
    let all = workspace.lint(&LintRequest::default()).unwrap();
    let budget = all
        .iter()
        .filter(|one| one.code == "description-over-budget");
    let budget: Vec<_> = budget
        .flat_map(|one| {
            let related = one.related.iter().map(|related| &*related.path);
            related.chain([&*one.path])
        })
        .collect();
    let left_out = listed
        .skills
        .iter()
        .filter(|skill| is_left_out(&skill.path));
    let left_out: Vec<_> = left_out.map(|skill| &*skill.path).collect();
    assert!(left_out.len() > 10, "{left_out:?}");
    for path in left_out {
        assert!(budget.contains(&path), "{path}");
    }
}

#[test]
fn a_skill_whose_comment_ignores_the_budget_is_no_part_of_what_is_said_of_it() {
    let settings = r#"{ "skillListingBudgetFraction": 0.00001 }"#;
    let text = |name: &str, comment: &str| {
        format!(
            "---\nname: {name}\n{comment}description: Fills in forms. Use when asked.\n---\nx\n"
        )
    };
    let comment = "# skillglass-ignore description-over-budget\n";
    let files = [
        ("/repo/.claude/settings.json", settings.to_owned()),
        ("/repo/.claude/skills/csv/SKILL.md", text("csv", "")),
        ("/repo/.claude/skills/doc/SKILL.md", text("doc", comment)),
        ("/repo/.claude/skills/pdf/SKILL.md", text("pdf", "")),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, &**text)).collect();
    let found = super::fields::lint(&files, &["claude-code"]);
    let found = found
        .iter()
        .filter(|one| one.code == "description-over-budget");
    let said: Vec<_> = found
        .map(|one| {
            let others = one.related.iter().map(|related| &*related.path);
            (&*one.path, &*one.message, others.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        said,
        [(
            "/repo/.claude/skills/csv/SKILL.md",
            "the list of Claude Code has no room for the 62 characters of 2 descriptions",
            vec!["/repo/.claude/skills/pdf/SKILL.md"]
        )]
    );
}

#[test]
fn a_near_duplicate_names_the_nearest_other() {
    let text = skill(
        "Fills in all the fields of a form from a table. Use when there is one.",
        "x",
    );
    let other = text.replace("name: pdf", "name: forms");
    let nearly = text
        .replace("name: pdf", "name: table")
        .replace("there is one", "there is a table");
    let all = found(
        "near-duplicate-description",
        &[
            ("SKILL.md", &text),
            ("../forms/SKILL.md".trim_start_matches("../"), "x"),
        ],
    );
    assert_eq!(all, []);
    let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
        cwd: "/repo".to_owned(),
        ..skillglass::WorkspaceOptions::default()
    })
    .unwrap();
    for (folder, text) in [("pdf", &text), ("forms", &other), ("table", &nearly)] {
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        workspace.write(&path, text.as_str()).unwrap();
    }
    let request = skillglass::lint::LintRequest {
        skills: vec!["/repo/.agents/skills/pdf/SKILL.md".to_owned()],
        ..Default::default()
    };
    let all = workspace.lint(&request).unwrap();
    let one: Vec<_> = all
        .iter()
        .filter(|one| one.code == "near-duplicate-description")
        .collect();
    assert_eq!(one.len(), 1);
    assert_eq!(
        one[0].related[0].path,
        "/repo/.agents/skills/forms/SKILL.md"
    );
    assert!(
        one[0].message.ends_with("(100 % alike)"),
        "{}",
        one[0].message
    );
}

#[test]
fn two_near_duplicates_are_one_finding_and_a_third_one_more() {
    let text = |name: &str, comment: &str| {
        format!(
            "---\nname: {name}\n{comment}description: Fills in all the fields of a form from a table. Use when there is one.\n---\nx\n"
        )
    };
    let path = |name: &str| format!("/repo/.agents/skills/{name}/SKILL.md");
    let comment = "# skillglass-ignore near-duplicate-description\n";
    for (skills, expected) in [
        (&[("csv", ""), ("doc", "")][..], &["csv"][..]),
        (&[("csv", comment), ("doc", "")], &["doc"]),
        (&[("csv", ""), ("doc", comment)], &["csv"]),
        (&[("csv", ""), ("doc", ""), ("pdf", "")], &["csv", "pdf"]),
    ] {
        let files: Vec<_> = (skills.iter())
            .map(|(name, comment)| (path(name), text(name, comment)))
            .collect();
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (&**path, &**text))
            .collect();
        let found = super::fields::lint(&files, &["codex"]);
        let told = found
            .iter()
            .filter(|one| one.code == "near-duplicate-description");
        let told: Vec<_> = told.map(|one| one.path.clone()).collect();
        let expected: Vec<_> = expected.iter().map(|name| path(name)).collect();
        assert_eq!(told, expected, "{skills:?}");
        let unused = found.iter().filter(|one| one.code == "unused-ignore");
        assert_eq!(unused.count(), 0, "{skills:?}");
    }
}

#[test]
fn a_note_beside_skills_has_no_description() {
    let description = "Fills in all the fields of a form from a table. Use when there is one.";
    let text = skill(description, "x");
    let long = "A notice of the licence. ".repeat(1_000);
    for note in [description, &long] {
        let mut workspace = skillglass::Workspace::new(&skillglass::WorkspaceOptions {
            cwd: "/repo".to_owned(),
            ..skillglass::WorkspaceOptions::default()
        })
        .unwrap();
        workspace
            .write("/repo/.agents/skills/pdf/SKILL.md", text.as_str())
            .unwrap();
        workspace
            .write("/repo/.agents/skills/NOTICES.md", note)
            .unwrap();
        let all = workspace
            .lint(&skillglass::lint::LintRequest::default())
            .unwrap();
        let of_description =
            |code: &str| ["description-over-cap", "near-duplicate-description"].contains(&code);
        assert!(!all.iter().any(|one| of_description(&one.code)), "{all:?}");
    }
}
