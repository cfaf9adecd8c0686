//! Rules on the description.

use super::tree::{found, hosts, skill};
use skillglass::compare::{CompareRequest, ListedAs};
use skillglass::lint::LintRequest;

fn fires(code: &str, description: &str) -> bool {
    let text = skill(description, "# Forms");
    let found = found(code, &[("SKILL.md", &text)]);
    assert!(found.len() <= 1);
    !found.is_empty()
}

#[test]
fn a_description_says_when_in_english_and_chinese_or_is_passed_over() {
    let cases = [
        ("Fills in the fields of PDF forms.", true),
        ("Fills in PDF forms. Use when there is a form.", false),
        (
            "Fills in the forms of the user. Triggers on \"fill\".",
            false,
        ),
        ("Used for filling in the fields of forms.", false),
        ("Fills in forms before the user prints them.", false),
        ("Format the output of a tool.", true),
        // Hardly a word tells the language.
        ("PDF forms.", false),
        (
            "Remplit les champs des formulaires PDF et les enregistre.",
            false,
        ),
        (
            "Preenche os formulários de PDF com os dados da tabela.",
            false,
        ),
        ("PDF フォームに表の値を入力します。", false),
        ("PDF 양식을 채웁니다.", false),
        ("填写表单，用于 PDF 文件。", false),
        ("当用户要填写表单时。", false),
        ("填写 PDF 表单并保存副本。", true),
    ];
    for (description, expected) in cases {
        assert_eq!(
            fires("no-when-to-use", description),
            expected,
            "{description}"
        );
    }
    let text = "---\nname: pdf\ndescription: Fills in the fields of forms.\nwhen_to_use: With a form.\n---\nx\n";
    assert_eq!(found("no-when-to-use", &[("SKILL.md", text)]), []);
}

#[test]
fn the_person_is_that_of_a_sentences_start_outside_of_quotes() {
    let cases = [
        ("I can fill in the forms of the user.", true),
        (
            "Fills in forms. You can use it with any of the files.",
            true,
        ),
        ("You are an expert in the filling of forms.", true),
        ("I’ll fill in the form when it is there.", true),
        ("Use when the user says “I will fill in the form”.", false),
        (
            "Use when the user says they cannot, and I/O is slow.",
            false,
        ),
        (
            "Type I and type II errors of the tests. When in doubt, use it.",
            false,
        ),
        ("Ich kann die Formulare ausfüllen.", false),
    ];
    for (description, expected) in cases {
        assert_eq!(
            fires("description-person", description),
            expected,
            "{description}"
        );
    }
}

#[test]
fn a_description_that_ends_too_soon_is_told_from_a_short_one() {
    let cases = [
        ("Fills in forms (those of", Some("unfinished-description")),
        ("Fills in forms, ...", Some("unfinished-description")),
        ("\"Fills in these forms:\"", Some("unfinished-description")),
        ("'[TODO: what it does]'", Some("unfinished-description")),
        ("Fills in forms :)", None),
        ("Fills in forms (all of them)", None),
        ("Fills in TODO lists.", None),
        ("pdf", Some("short-description")),
        ("Forms.", Some("short-description")),
        ("填表", Some("short-description")),
        ("填写表单", None),
        ("Fill in forms", None),
    ];
    for (description, expected) in cases {
        for code in ["unfinished-description", "short-description"] {
            assert_eq!(
                fires(code, description),
                expected == Some(code),
                "{code}: {description}"
            );
        }
    }
}

#[test]
fn a_description_is_vague_without_two_words_that_tell_it_from_others() {
    let cases = [
        ("A useful skill for finance", true),
        ("Handles various stuff", true),
        (
            "Helps with documents. Use when the user needs help with documents.",
            true,
        ),
        (
            "This skill should be used when the user asks to process data.",
            true,
        ),
        ("Fill in forms", false),
        ("Processes invoices of suppliers", false),
        (
            "Compares budgets of a company. Use for its yearly report.",
            false,
        ),
        // Neither is English.
        ("Outils utiles", false),
        ("A skill für Formulare", false),
        ("处理各种任务 skill", false),
    ];
    for (description, expected) in cases {
        assert_eq!(
            fires("vague-description", description),
            expected,
            "{description}"
        );
        assert!(
            !(expected && fires("no-when-to-use", description)),
            "{description}"
        );
    }
}

#[test]
fn a_name_is_vague_by_itself_and_not_as_a_part_of_one() {
    for (name, expected) in [("thing", 1), ("Utils", 1), ("pdf", 0), ("thing-finder", 0)] {
        let text = format!("---\nname: {name}\ndescription: Fills in forms.\n---\nx\n");
        let found = found("vague-name", &[("SKILL.md", &text)]);
        assert_eq!(found.len(), expected, "{name}");
    }
}

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
fn a_tag_concerns_the_hosts_whose_list_is_made_of_tags() {
    let cases = [
        ("Use when there is a <form>.", true),
        ("Use when there is </form> left.", true),
        ("Use when a < b and c > d.", false),
        ("Use when x <3 y> z.", false),
    ];
    for (description, expected) in cases {
        assert_eq!(
            fires("tag-in-description", description),
            expected,
            "{description}"
        );
    }
    let text = skill("Use when there is a <form>.", "x");
    let one = &found("tag-in-description", &[("SKILL.md", &text)])[0];
    assert!(!hosts(one).contains(&"standard"));
    // Claude Code escapes angle brackets in its list since 2026-11.
    for (edition, expected) in [("2026-08", 1), ("2026-11", 0)] {
        let all = super::fields::lint(
            &[("/repo/.claude/skills/pdf/SKILL.md", &text)],
            &[&format!("claude-code {edition}")],
        );
        let tags = all.iter().filter(|one| one.code == "tag-in-description");
        assert_eq!(tags.count(), expected, "{edition}");
    }
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

#[test]
fn verbs_agree_with_the_hosts_whose_list_is_made_of_tags() {
    let text = skill("Use when there is a <form>.", "x");
    let one = &found("tag-in-description", &[("SKILL.md", &text)])[0];
    assert_eq!(
        one.message,
        "the description holds <form>, and Codex and opencode put it between tags as it is"
    );
}
