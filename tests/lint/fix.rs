//! Tests the application of fixes: to single texts, and repeatedly to a tree until no fix is left.

use std::collections::BTreeMap;

use skillglass::compare::HostChoice;
use skillglass::hosts::hosts;
use skillglass::lint::{
    self, Applied, Diagnostic, FileRename, Fix, FixRequest, LintRequest, Severity, TextEdit,
};
use skillglass::text::document::PlaceIndex;
use skillglass::{Workspace, WorkspaceOptions};

use super::support::{SKILL, lint, repository, said};

const TEXT: &str = "0123456789";

fn fix(edits: &[(usize, usize, &str)]) -> Fix {
    let places = PlaceIndex::new(TEXT);
    Fix {
        title: "Change it".to_owned(),
        safe: true,
        edits: (edits.iter())
            .map(|(start, end, text)| TextEdit {
                path: "/a".to_owned(),
                range: places.range(*start..*end),
                text: (*text).to_owned(),
            })
            .collect(),
        renames: Vec::new(),
    }
}

fn rename(from: &str, to: &str) -> Fix {
    Fix {
        renames: vec![FileRename {
            from: from.to_owned(),
            to: to.to_owned(),
        }],
        ..fix(&[])
    }
}

fn apply(fixes: &[Fix]) -> Applied {
    lint::apply(|path| (path == "/a").then_some(TEXT), fixes)
}

#[test]
fn fixes_that_do_not_meet_are_applied_in_any_order() {
    /// The edits of each fix, the text after the fixes, and the number of fixes that were skipped.
    type Case<'t> = (&'t [&'t [(usize, usize, &'t str)]], &'t str, usize);
    let cases: &[Case<'_>] = &[
        (&[&[(8, 9, "b")], &[(1, 2, "a")]], "0a234567b9", 0),
        // Edits that touch each other do not overlap.
        (
            &[&[(1, 3, "a")], &[(3, 5, "b")], &[(5, 5, "c")]],
            "0abc56789",
            0,
        ),
        // An edit that two fixes have is made once.
        (
            &[&[(1, 2, "a")], &[(1, 2, "a"), (4, 5, "b")]],
            "0a23b56789",
            0,
        ),
        // If two fixes overlap, the first one is applied.
        (&[&[(1, 4, "a")], &[(3, 6, "b")]], "0a456789", 1),
        (&[&[(1, 4, "a")], &[(2, 3, "b")]], "0a456789", 1),
        (&[&[(2, 3, "b")], &[(1, 4, "a")]], "01b3456789", 1),
        (&[&[(2, 2, "b")], &[(2, 2, "a")]], "01b23456789", 1),
        // A fix is applied completely or not at all.
        (
            &[&[(1, 2, "a")], &[(5, 6, "b"), (1, 3, "c")]],
            "0a23456789",
            1,
        ),
        (
            &[&[(1, 4, "a"), (3, 5, "b")], &[(9, 10, "c")]],
            "012345678c",
            1,
        ),
        // Ranges that are not inside the text.
        (&[&[(9, 10, "c")]], "012345678c", 0),
    ];
    for (fixes, text, skipped) in cases {
        let fixes: Vec<_> = fixes.iter().map(|edits| fix(edits)).collect();
        let applied = apply(&fixes);
        assert_eq!(applied.files["/a"], *text, "{fixes:#?}");
        assert_eq!(
            (applied.applied, applied.skipped),
            (fixes.len() - skipped, *skipped)
        );
    }
}

#[test]
fn a_fix_that_does_not_fit_the_text_is_skipped() {
    let mut beyond = fix(&[(9, 10, "a")]);
    beyond.edits[0].range.end.byte = 11;
    let mut elsewhere = fix(&[(9, 10, "a")]);
    elsewhere.edits[0].path = "/b".to_owned();
    let applied = apply(&[beyond, elsewhere]);
    assert_eq!(
        applied,
        Applied {
            skipped: 2,
            ..Applied::default()
        }
    );
}

#[test]
fn renames_that_touch_each_other_wait() {
    let applied = apply(&[
        rename("/a/b", "/a/c"),
        rename("/a/b", "/a/c"),
        rename("/a/b", "/a/d"),
        rename("/a", "/e"),
        rename("/a/b/x", "/a/b/y"),
        rename("/f", "/a/c"),
        rename("/ab", "/ac"),
    ]);
    let from: Vec<_> = applied.renames.iter().map(|rename| &*rename.from).collect();
    assert_eq!(from, ["/a/b", "/ab"]);
    assert_eq!((applied.applied, applied.skipped), (3, 4));
}

#[test]
fn many_fixes_of_one_file_take_no_longer_each() {
    let text = "x".repeat(50_000);
    let places = PlaceIndex::new(&text);
    let fixes: Vec<_> = (0..50_000)
        .map(|at| Fix {
            edits: vec![TextEdit {
                path: "/a".to_owned(),
                range: places.range(at..at + 1),
                text: "y".to_owned(),
            }],
            ..fix(&[])
        })
        .collect();
    let applied = lint::apply(|_| Some(&text), &fixes);
    assert_eq!(applied.files["/a"], "y".repeat(50_000));
}

#[test]
fn fixes_go_round_until_none_are_left() {
    let text = "---\nname: pdf\ndescription: A.\n# skillglass-ignore invalid-yaml\n---\n";
    let body = "---\nname: b\ndescription: B.\n---\n<!-- skillglass-ignore invalid-yaml -->\n";
    let workspace = repository(&[(SKILL, text), ("/repo/.agents/skills/b/SKILL.md", body)]);
    let codes = vec!["unused-ignore".to_owned()];
    let request = FixRequest {
        codes,
        ..FixRequest::default()
    };
    let fixed = workspace.fix(&request).unwrap();
    let expected = text.replace("# skillglass-ignore invalid-yaml\n", "");
    assert_eq!(fixed.files, BTreeMap::from([(SKILL.to_owned(), expected)]));
    assert_eq!((fixed.rounds, fixed.renames.len()), (1, 0));
    assert_eq!(
        fixed.applied,
        BTreeMap::from([("unused-ignore".to_owned(), 1)])
    );
    assert_eq!(said(&fixed.left, &["unused-ignore"]).len(), 1);
    assert_eq!(
        said(&lint(&workspace), &["unused-ignore"]).len(),
        2,
        "nothing is written"
    );

    let fixed = workspace
        .fix(&FixRequest {
            unsafe_fixes: true,
            ..request
        })
        .unwrap();
    assert_eq!(fixed.files.len(), 2);
    assert_eq!(said(&fixed.left, &["unused-ignore"]), Vec::<String>::new());
}

#[test]
fn a_second_round_mends_what_the_first_brings_to_light() {
    // Because the level `offf` is misspelt, the linter does not see that the rule is off. The
    // comment about the rule can be judged only after the first round.
    let config = r#"{ "hosts": ["Codex"], "rules": { "invalid-yml": "offf" } }"#;
    let workspace = repository(&[("/repo/skillglass.json", config)]);
    let request = FixRequest {
        unsafe_fixes: true,
        ..FixRequest::default()
    };
    let fixed = workspace.fix(&request).unwrap();
    let expected = r#"{ "hosts": ["codex"], "rules": { "invalid-yaml": "off" } }"#;
    assert_eq!(fixed.files["/repo/skillglass.json"], expected);
    assert_eq!((fixed.rounds, fixed.applied["configuration"]), (2, 3));
    assert!(fixed.left.is_empty(), "{:#?}", fixed.left);
}

#[test]
fn without_fixes_there_are_no_rounds() {
    let workspace = repository(&[(SKILL, "---\nname: pdf\ndescription: A.\n---\n")]);
    let fixed = workspace.fix(&FixRequest::default()).unwrap();
    assert_eq!(
        (fixed.rounds, fixed.files.len(), fixed.applied.len()),
        (0, 0, 0)
    );
    let request = FixRequest {
        codes: vec!["unused-ignore".to_owned(), "unused".to_owned()],
        ..FixRequest::default()
    };
    let error = workspace.fix(&request).unwrap_err().to_string();
    assert!(
        error.starts_with("codes[1]: there is no rule \"unused\""),
        "{error}"
    );
}

/// Returns the code of each rule that has a fix in this file, and true if the rule's first fix is
/// safe.
fn safe_at(workspace: &Workspace, path: &str, hosts: &[(&str, &str)]) -> Vec<(String, bool)> {
    let hosts = hosts.iter().map(|(host, edition)| HostChoice {
        host: (*host).to_owned(),
        edition: Some((*edition).to_owned()),
    });
    let request = LintRequest {
        hosts: hosts.collect(),
        ..LintRequest::default()
    };
    let found = workspace.lint(&request).unwrap();
    let found = found.iter().filter(|one| one.path == path);
    let fixes = found.filter_map(|one| Some((one.code.clone(), one.fixes.first()?.safe)));
    fixes.collect()
}

#[test]
fn a_fix_by_which_a_host_comes_to_have_two_skills_of_a_name_is_not_safe() {
    const BROKEN: &str = "---\nname: pdf\ndescription: Fill in: forms.\n---\nUse it.\n";
    const OTHER: &str = "/home/me/.agents/skills/pdf/SKILL.md";
    let cases = [
        (
            "---\nname: pdf\ndescription: Another.\n---\nUse it.\n",
            false,
        ),
        (
            "---\nname: csv\ndescription: Another.\n---\nUse it.\n",
            true,
        ),
        // The other file is not a skill yet either.
        (BROKEN, true),
    ];
    for (other, safe) in cases {
        let workspace = repository(&[(SKILL, BROKEN), (OTHER, other)]);
        let colon = ("unquoted-colon".to_owned(), safe);
        let found = safe_at(&workspace, SKILL, &[("codex", "2026-05")]);
        assert!(found.contains(&colon), "{other}");
    }
    for (other, safe) in &cases[..2] {
        let misspelt = "/repo/.agents/skills/pdf/skill.md";
        let text = "---\nname: pdf\ndescription: Fills in forms.\n---\nUse it.\n";
        let workspace = repository(&[(misspelt, text), (OTHER, *other)]);
        let capitals = ("wrong-capitals".to_owned(), *safe);
        let found = safe_at(&workspace, misspelt, &[]);
        assert!(found.contains(&capitals), "{other}");
    }
}

#[test]
fn a_new_name_of_a_file_that_hides_another_skill_is_not_safe() {
    let misspelt = "/repo/.agents/skills/pdf/skill.md";
    let page = "/repo/.agents/skills/pdf/references/guide.md";
    // pi treats any Markdown file with a description as a skill. So it loads the guide, but not
    // this file.
    let text = "---\nname: pdf\n---\nUse it.\n";
    let hosts = [("codex", "2026-11"), ("pi", "2026-11")];
    for (guide, safe) in [
        ("# Guide\n", true),
        ("---\nname: guide\ndescription: A guide.\n---\n", false),
    ] {
        let workspace = repository(&[(misspelt, text), (page, guide)]);
        let capitals = ("wrong-capitals".to_owned(), safe);
        let found = safe_at(&workspace, misspelt, &hosts);
        assert!(found.contains(&capitals), "{guide}: {found:?}");
    }
}

#[test]
fn a_new_name_that_makes_an_incomplete_file_a_skill_is_not_safe_for_sdks() {
    let of_sdk = "/repo/skills/pdf/skill.md";
    let of_agent = "/repo/.agents/skills/pdf/skill.md";
    for (host, misspelt, text, safe) in [
        (
            "openai-agents",
            of_sdk,
            "---\nname: pdf\ndescription: Forms.\n---\n",
            true,
        ),
        ("openai-agents", of_sdk, "---\nname: pdf\n---\n", false),
        ("openai-agents", of_sdk, "---\n---\n", false),
        ("codex", of_agent, "---\nname: pdf\n---\n", true),
    ] {
        let known = hosts().into_iter().find(|known| known.host == host);
        let edition = known.unwrap().default;
        let workspace = repository(&[(misspelt, text)]);
        let capitals = ("wrong-capitals".to_owned(), safe);
        let found = safe_at(&workspace, misspelt, &[(host, &edition)]);
        assert!(found.contains(&capitals), "{host}: {text}: {found:?}");
    }
}

#[test]
fn a_new_name_of_a_file_that_a_text_names_is_not_safe() {
    let misspelt = "/repo/.agents/skills/pdf/skill.md";
    let text = "---\nname: pdf\ndescription: Fills in forms.\n---\nUse it.\n";
    let naming = text.replace("Use it.", "Read skill.md again.");
    let page = "/repo/.agents/skills/pdf/references/a.md";
    let manifest = "/repo/.claude-plugin/plugin.json";
    let listed = r#"{ "skills": ["./.agents/skills/pdf/skill.md"] }"#;
    for (text, other, contents, safe) in [
        (text, page, "# Forms\n", true),
        (text, page, "Go back to [the skill](../skill.md).\n", false),
        (
            text,
            page,
            "\u{feff}---\nname: a\ndescription: A form.\n---\n",
            false,
        ),
        (
            text,
            manifest,
            r#"{ "skills": ["./.agents/skills"] }"#,
            true,
        ),
        (text, manifest, listed, false),
        (&naming, page, "# Forms\n", false),
    ] {
        let workspace = repository(&[(misspelt, text), (other, contents)]);
        let capitals = ("wrong-capitals".to_owned(), safe);
        let found = safe_at(&workspace, misspelt, &[]);
        assert!(found.contains(&capitals), "{text}: {contents}: {found:?}");
    }
}

#[test]
fn the_name_of_a_folder_that_users_choose_is_no_safe_name() {
    let text = "---\ndescription: Fills in forms.\n---\nUse it.\n";
    for (path, git, safe) in [
        ("/repo/SKILL.md", "/other/.git/HEAD", false),
        ("/repo/.agents/skills/pdf/SKILL.md", "/repo/.git/HEAD", true),
        (
            "/repo/.agents/skills/pdf/SKILL.md",
            "/repo/.agents/skills/pdf/.git/HEAD",
            false,
        ),
    ] {
        let workspace = repository(&[(path, text), (git, "ref: x\n")]);
        let name = ("missing-name".to_owned(), safe);
        let found = safe_at(&workspace, path, &[]);
        assert!(found.contains(&name), "{path} {git}: {found:?}");
    }
}

#[test]
fn no_fix_of_a_skill_in_tests_is_safe() {
    for (folder, safe) in [
        ("tests/skills/pdf", false),
        ("src/__fixtures__/pdf", false),
        ("src/testcases/pdf", false),
        ("mocks/pdf", false),
        ("forms/pdf", true),
    ] {
        let path = format!("/repo/{folder}/SKILL.md");
        let text = "---\nname: pdf\ndescription: Fill in: forms.\n---\nUse it.\n";
        let workspace = repository(&[(&path, text)]);
        let fixes = safe_at(&workspace, &path, &[]);
        assert!(!fixes.is_empty(), "{folder}");
        let is_safe = fixes.iter().any(|(_, is_safe)| *is_safe);
        assert_eq!(is_safe, safe, "{folder}: {fixes:?}");
    }
}

#[test]
fn an_example_in_a_fence_is_frontmatter_only_with_the_name_of_the_folder() {
    for (name, safe) in [("pdf", true), ("my-skill", false)] {
        let fields = format!("name: {name}\ndescription: Fills in forms.\n");
        for text in [
            format!("```yaml\n{fields}```\nUse it.\n"),
            format!("```yaml\n{}```\nUse it.\n", fields.replace(": ", " = ")),
        ] {
            let workspace = repository(&[(SKILL, &text)]);
            let fence = ("frontmatter-delimiter".to_owned(), safe);
            let found = safe_at(&workspace, SKILL, &[]);
            assert!(found.contains(&fence), "{text}: {found:?}");
        }
    }
}

#[test]
fn a_command_needs_no_name_for_hosts_that_do_not_find_it() {
    let command = "/repo/.claude/commands/build.md";
    let workspace = repository(&[(command, "---\ndescription: Builds it.\n---\nBuild it.\n")]);
    let hosts = [("claude-code", "2026-11"), ("opencode", "1.18")];
    assert_eq!(safe_at(&workspace, command, &hosts), []);
}

#[test]
fn a_fix_by_which_a_plugin_calls_a_skill_otherwise_is_not_safe() {
    // Claude Code reads nothing in it and takes the folder's name. After the fix, it takes the written name.
    let broken =
        |name: &str| format!("---\nname: {name}\ndescription: \"Fills in forms.\n---\nUse it.\n");
    for (name, safe) in [("pdf", true), ("forms", false)] {
        let plugin = serde_json::from_value(
            serde_json::json!({ "id": "office@market", "root": "/plugins/office" }),
        )
        .unwrap();
        let mut workspace = Workspace::new(&WorkspaceOptions {
            host: Some("claude-code".to_owned()),
            edition: Some("2026-08".to_owned()),
            cwd: "/repo".to_owned(),
            plugins: Some(vec![plugin]),
            ..WorkspaceOptions::default()
        })
        .unwrap();
        let path = "/plugins/office/skills/pdf/SKILL.md";
        workspace
            .write(
                "/plugins/office/.claude-plugin/plugin.json",
                r#"{"name":"office"}"#,
            )
            .unwrap();
        workspace.write(path, broken(name)).unwrap();
        let found = safe_at(&workspace, path, &[]);
        assert_eq!(
            found.first().map(|(_, safe)| *safe),
            Some(safe),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn a_fix_in_a_skill_beside_another_in_other_capitals_is_not_safe() {
    let text =
        |description: &str| format!("---\nname: pdf\ndescription: {description}\n---\nUse it.\n");
    let other = "/repo/.agents/skills/pdf/Skill.md";
    let workspace = repository(&[
        (SKILL, &text("Fills in\u{200b} forms.")),
        (other, &text("Fills in\u{200b} forms, too.")),
    ]);
    for path in [SKILL, other] {
        let found = safe_at(&workspace, path, &[]);
        let invisible: Vec<_> = (found.iter())
            .filter(|(code, _)| code == "invisible-character")
            .map(|(_, safe)| *safe)
            .collect();
        assert!(
            !invisible.is_empty() && !invisible.contains(&true),
            "{path}: {invisible:?}"
        );
    }
}

#[test]
fn a_safe_fix_leaves_bodies_references_and_scripts_as_they_are() {
    let skill = |body: &str| format!("---\nname: pdf\ndescription: Fills in forms.\n---\n{body}");
    let texts = [
        "Use `scripts/a.py`, not `scripts\\a.py`.\n",
        "✓ `scripts/a.py`\n✗ **Avoid**: `scripts\\a.py`\n",
        "```powershell\n& scripts\\a.py\n```\n",
        "ZWSP is `\u{200b}`.\n",
        "````md\n\u{200b}```sh\nls\n\u{200b}```\n````\n",
        "The key is `\u{feff}id`, not `id`.\n",
        "[Guide](A.md)\n",
        "<!-- skillglass-ignore invalid-yaml -->\n",
    ];
    let folder = "/repo/.agents/skills/pdf";
    for text in texts {
        let files = [
            (SKILL.to_owned(), skill(text)),
            (format!("{folder}/references/b.md"), text.to_owned()),
            (format!("{folder}/references/a.md"), "# A\n".to_owned()),
            (
                format!("{folder}/scripts/a.py"),
                "assert width(\"\u{200b}\") == 0  # skillglass-ignore secret\n".to_owned(),
            ),
        ];
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| (&**path, &**text))
            .collect();
        let workspace = repository(&files);
        let fixed = workspace.fix(&FixRequest::default()).unwrap();
        assert_eq!(
            (fixed.files.len(), fixed.renames.len()),
            (0, 0),
            "{text:?}: {fixed:#?}"
        );
        let has_proposal = |one: &Diagnostic| !one.fixes.is_empty();
        assert!(fixed.left.iter().any(has_proposal), "{text:?}");
    }
}

#[test]
fn a_least_severity_leaves_lesser_findings_as_they_are() {
    let text = "---\nname: pdf\ndescription: Fills in forms. Use when: there is one.\ntags: [a, b]\n---\nUse it.\n";
    let workspace = repository(&[(SKILL, text)]);
    let fixed = |min_severity| {
        let request = FixRequest {
            min_severity,
            ..FixRequest::default()
        };
        workspace.fix(&request).unwrap()
    };
    for (least, codes) in [
        (None, &["strict-yaml", "unquoted-colon"][..]),
        (Some(Severity::Info), &["strict-yaml", "unquoted-colon"]),
        (Some(Severity::Warning), &["unquoted-colon"]),
        (Some(Severity::Error), &[]),
    ] {
        let applied: Vec<_> = fixed(least).applied.into_keys().collect();
        assert_eq!(applied, codes, "{least:?}");
    }
}

#[test]
fn a_fix_is_not_safe_that_changes_what_the_model_is_told_once_the_skill_is_used() {
    let path = "/repo/.claude/skills/PDF Tools/SKILL.md";
    for (code, text) in [
        ("frontmatter-delimiter", "---\n----\n---\n"),
        (
            "frontmatter-delimiter",
            "---\ndisable-model-invocation: true\n----\n---\n",
        ),
        (
            "unindented-line",
            "---\ndescription: >-\n  Fills in\nforms with !`ls`.\n",
        ),
    ] {
        let found = lint(&repository(&[(path, text)]));
        let one = found.iter().find(|one| one.code == code).unwrap();
        assert!(!one.fixes[0].safe, "{text}");
    }
}

#[test]
fn what_hosts_do_not_read_is_not_mended_again_and_again() {
    // For Gemini CLI, the frontmatter ends at the first line that begins with three dashes.
    let text = "---\nname: pdf\n---x\ndescription: \"A \\\\\"\n---\n# Forms\n\nFill in forms.\n";
    let workspace = repository(&[("/repo/.gemini/skills/pdf/SKILL.md", text)]);
    let fixed = workspace
        .fix(&FixRequest {
            hosts: vec![HostChoice::from("gemini-cli")],
            unsafe_fixes: true,
            ..FixRequest::default()
        })
        .unwrap();
    let left = said(&fixed.left, &["missing-description"]);
    assert_eq!(left, ["missing-description 4:1 `description` is not read"]);
    let left = fixed
        .left
        .iter()
        .find(|one| one.code == "missing-description");
    assert!(left.unwrap().help.starts_with("Check the lines above it"));
    assert!(!fixed.applied.contains_key("missing-description"));
}
