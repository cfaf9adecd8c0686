//! Tests comments that ignore findings, and the finding for a comment that ignores nothing.

use skillglass::compare::HostChoice;
use skillglass::lint::{self, LintRequest};

use super::support::{BROKEN, SKILL, lint, repository, said};

const CODES: &[&str] = &["invalid-yaml", "no-frontmatter", "unused-ignore"];

/// Returns the findings in a skill's text, and the text after the fixes for unused comments.
fn found(text: &str) -> (Vec<String>, String) {
    let found = lint(&repository(&[(SKILL, text)]));
    let fixes = found.iter().filter(|one| one.code == "unused-ignore");
    let fixes = fixes.filter_map(|one| one.fixes.first());
    let applied = lint::apply(|_| Some(text), fixes);
    let fixed = applied.files.get(SKILL).cloned();
    (
        said(&found, CODES),
        fixed.unwrap_or_else(|| text.to_owned()),
    )
}

#[test]
fn a_comment_ignores_findings_and_is_not_told_then() {
    for text in [
        "<!-- skillglass-ignore no-frontmatter -->\n",
        "# Forms <!-- skillglass-ignore invalid-yaml, no-frontmatter -->\n",
        "# Forms\n\n<!-- skillglass-ignore-file no-frontmatter -->\n",
    ] {
        let (said, _) = found(text);
        assert!(
            !said.iter().any(|one| one.contains("no-frontmatter")),
            "{text}: {said:?}"
        );
    }
    let (said, _) = found("# Forms\n\n<!-- skillglass-ignore no-frontmatter -->\n");
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn what_ignores_nothing_is_told_and_taken_out() {
    let head = "---\nname: pdf\ndescription: A.\n";
    let cases = [
        (
            format!("{head}# skillglass-ignore invalid-yaml\n---\n"),
            vec![
                "unused-ignore 4:21 there is nothing to ignore: `invalid-yaml` finds nothing here",
            ],
            format!("{head}---\n"),
        ),
        (
            format!("{head}license: MIT  # skillglass-ignore invalid-yaml\r\n---\n"),
            vec![
                "unused-ignore 4:35 there is nothing to ignore: `invalid-yaml` finds nothing here",
            ],
            format!("{head}license: MIT\r\n---\n"),
        ),
        (
            format!("{head}---\nText. <!-- skillglass-ignore invalid-yaml --> More.\n"),
            vec![
                "unused-ignore 5:30 there is nothing to ignore: `invalid-yaml` finds nothing here",
            ],
            format!("{head}---\nText. More.\n"),
        ),
        (
            format!("{head}# skillglass-ignore-file\n---\n"),
            vec!["unused-ignore 4:1 the comment names no rule to ignore"],
            format!("{head}---\n"),
        ),
        (
            format!("{head}# skillglass-ignore-file nothing-like-it\n---\n"),
            vec!["unused-ignore 4:26 there is no rule `nothing-like-it`"],
            format!("{head}---\n"),
        ),
        (
            format!("{head}# skillglass-ignore-file invalid-yml\n---\n"),
            vec!["unused-ignore 4:26 there is no rule `invalid-yml`"],
            format!("{head}# skillglass-ignore-file invalid-yaml\n---\n"),
        ),
    ];
    for (text, expected, fixed) in cases {
        assert_eq!(
            found(&text),
            (expected.into_iter().map(str::to_owned).collect(), fixed),
            "{text}"
        );
    }
}

#[test]
fn of_several_codes_only_those_go_that_ignore_nothing() {
    let text = "# Forms <!-- skillglass-ignore invalid-yaml, no-frontmatter -->\n";
    let (said, fixed) = found(text);
    assert_eq!(
        said,
        ["unused-ignore 1:32 there is nothing to ignore: `invalid-yaml` finds nothing here"]
    );
    assert_eq!(
        fixed,
        "# Forms <!-- skillglass-ignore, no-frontmatter -->\n"
    );
}

#[test]
fn what_models_are_given_is_not_taken_out_without_a_look() {
    let head = "---\nname: pdf\ndescription: A.\n";
    for (text, safe) in [
        (
            format!("{head}# skillglass-ignore invalid-yaml\n---\n"),
            true,
        ),
        (
            format!("{head}---\n<!-- skillglass-ignore invalid-yaml -->\n"),
            false,
        ),
    ] {
        let found = lint(&repository(&[(SKILL, &text)]));
        let one = found
            .iter()
            .find(|one| one.code == "unused-ignore")
            .unwrap();
        assert_eq!(one.fixes[0].safe, safe, "{text}");
    }
}

#[test]
fn what_stands_in_a_value_is_no_comment() {
    for (line, is_comment) in [
        ("description: \"A # skillglass-ignore invalid-yaml\"", false),
        ("description: 'A # skillglass-ignore invalid-yaml'", false),
        (
            "description: \"A \\\" # skillglass-ignore invalid-yaml\"",
            false,
        ),
        ("description: |\n  # skillglass-ignore invalid-yaml", false),
        ("description: \"A\" # skillglass-ignore invalid-yaml", true),
        ("description: A's # skillglass-ignore invalid-yaml", true),
    ] {
        let (said, _) = found(&format!("---\nname: pdf\n{line}\n---\n"));
        assert_eq!(!said.is_empty(), is_comment, "{line}: {said:?}");
    }
}

#[test]
fn comments_are_judged_only_by_rules_and_hosts_of_the_project() {
    let text = "---\nname: pdf\ndescription: A.\n# skillglass-ignore invalid-yaml\n---\n";
    let off = r#"{ "rules": { "invalid-yaml": "off" } }"#;
    assert_eq!(said(&lint(&repository(&[(SKILL, text)])), CODES).len(), 1);
    let found = lint(&repository(&[
        (SKILL, text),
        ("/repo/skillglass.json", off),
    ]));
    assert_eq!(said(&found, CODES), Vec::<String>::new());
    let request = LintRequest {
        hosts: vec![HostChoice {
            host: "codex".to_owned(),
            edition: None,
        }],
        ..LintRequest::default()
    };
    let workspace = repository(&[(SKILL, text)]);
    assert_eq!(
        said(&workspace.lint(&request).unwrap(), CODES),
        Vec::<String>::new()
    );
    workspace_of(&["codex"], text, &request, 1);
    workspace_of(&["opencode"], text, &request, 0);
}

fn workspace_of(hosts: &[&str], text: &str, request: &LintRequest, judged: usize) {
    let config = format!("{{ \"hosts\": {hosts:?} }}");
    let workspace = repository(&[(SKILL, text), ("/repo/skillglass.json", &config)]);
    let found = workspace.lint(request).unwrap();
    assert_eq!(said(&found, CODES).len(), judged, "{hosts:?}");
}

#[test]
fn comments_of_files_beside_a_skill_are_judged_once_and_with_the_skill_that_they_are_of() {
    let unused = "# skillglass-ignore invalid-yaml\n";
    let valid = "---\nname: pdf\ndescription: A.\n---\n";
    let workspace = repository(&[
        (SKILL, valid),
        ("/repo/.agents/skills/pdf/agents/openai.yaml", unused),
        (
            "/repo/.agents/skills/pdf/scripts/run.js",
            "// skillglass-ignore invalid-yaml\n",
        ),
        (
            "/repo/.agents/skills/pdf/inner/SKILL.md",
            &valid
                .replace("---\n", "---\n# skillglass-ignore invalid-yaml\n")
                .replacen("# skillglass-ignore invalid-yaml\n", "", 2),
        ),
        ("/repo/.agents/skills/pdf/inner/a.sh", unused),
        ("/repo/other.sh", unused),
    ]);
    let request = LintRequest {
        skills: vec![SKILL.to_owned()],
        ..LintRequest::default()
    };
    let paths: Vec<_> = (workspace.lint(&request).unwrap().into_iter())
        .filter(|one| one.code == "unused-ignore")
        .map(|one| one.path)
        .collect();
    assert_eq!(
        paths,
        [
            "/repo/.agents/skills/pdf/agents/openai.yaml",
            "/repo/.agents/skills/pdf/scripts/run.js"
        ]
    );
}

#[test]
fn more_comments_than_anyone_writes_are_not_read() {
    let many = "# skillglass-ignore\n".repeat(5_000);
    let text = format!("---\n{many}name: pdf\ndescription: A.\n---\n");
    let found = lint(&repository(&[(SKILL, &text)]));
    assert_eq!(said(&found, CODES).len(), 200);
    assert!(!said(&lint(&repository(&[(SKILL, BROKEN)])), CODES).is_empty());
}
