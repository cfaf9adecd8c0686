//! Tests the rules on a skill's body and on the files that the body names.

use super::support::{lint, repository};
use super::tree::{found, hosts, skill};

fn with(body: &str, files: &[(&str, &str)], code: &str) -> Vec<String> {
    let text = skill("Fills in forms. Use when there is a form.", body);
    let files: Vec<_> = [("SKILL.md", text.as_str())]
        .iter()
        .chain(files)
        .copied()
        .collect();
    found(code, &files)
        .into_iter()
        .map(|one| one.message)
        .collect()
}

#[test]
fn a_body_is_long_by_lines_or_by_tokens() {
    let cases = [
        ("x\n".repeat(499), 0),
        ("x\n".repeat(501), 1),
        ("x".repeat(4 * 4_990), 0),
        ("x".repeat(4 * 5_001), 1),
    ];
    for (body, expected) in cases {
        let length = body.len();
        assert_eq!(with(&body, &[], "long-body").len(), expected, "{length}");
    }
}

#[test]

fn a_message_names_the_first_and_counts_the_others() {
    let latest = "in whatever version is the latest";
    for (body, expected) in [
        ("Run `npx one-x`.", format!("`one-x` runs {latest}")),
        (
            "Run `npx one-x` and `npx two-x`.",
            format!("`one-x` and 1 more package run {latest}"),
        ),
        (
            "Run `npx one-x`, `npx two-x` and `npx three-x`.",
            format!("`one-x` and 2 more packages run {latest}"),
        ),
    ] {
        assert_eq!(with(body, &[], "unpinned-runner"), [expected], "{body}");
    }
    let files = [("a.md", ""), ("b.md", ""), ("c.md", "")];
    for (count, expected) in [
        (1, "nothing names a.md"),
        (2, "nothing names a.md and 1 more file"),
        (3, "nothing names a.md and 2 more files"),
    ] {
        assert_eq!(with("x", &files[..count], "unnamed-file"), [expected]);
    }
}

#[test]
fn a_file_behind_more_files_than_are_looked_at_is_not_missing() {
    let text = skill("Fills in forms.", "See `references/z.md` and [y](z/y.md).");
    let mut files = vec![("/repo/.agents/skills/pdf/SKILL.md".to_owned(), &*text)];
    files.extend((0..2_100).map(|n| (format!("/repo/.agents/skills/pdf/a/{n}.txt"), "")));
    for name in ["references/z.md", "z/y.md"] {
        files.push((format!("/repo/.agents/skills/pdf/{name}"), "x"));
    }
    let files: Vec<_> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let all = lint(&repository(&files));
    assert_eq!(all.iter().find(|one| one.code == "missing-file"), None);
}

#[test]
fn a_path_that_may_be_of_somebody_elses_folder_is_information() {
    use skillglass::lint::Severity::{Info, Warning};
    for (folder, body, expected) in [
        ("pdf", "Run `scripts/a.py`.", Warning),
        ("skill-creator", "Run `scripts/a.py`.", Info),
        ("pdf", "Run `scripts/pdf/a.py` in the project.", Info),
        (
            "pdf",
            "A checkout of the forms must have `scripts/a.py`.",
            Info,
        ),
        ("pdf", "Make a checkout. Run `scripts/a.py`.", Warning),
    ] {
        let text = format!("---\nname: {folder}\ndescription: Fills in forms.\n---\n{body}\n");
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        let beside = format!("/repo/.agents/skills/{folder}/scripts/b.py");
        let all = lint(&repository(&[(&path, &text), (&beside, "x")]));
        let missing: Vec<_> = (all.iter())
            .filter(|one| one.code == "missing-file")
            .map(|one| one.severity)
            .collect();
        assert_eq!(missing, [expected], "{folder}: {body}");
    }
}

#[test]
fn a_path_in_another_file_is_information_unless_it_is_linked_or_run() {
    use skillglass::lint::Severity::{Info, Warning};
    let own = skill(
        "Fills in forms.",
        "references/a.md, README.md and evals/a.md",
    );
    for (file, text, expected) in [
        ("references/a.md", "See `references/b.md`.", Some(Info)),
        ("references/a.md", "See [b](b.md).", Some(Warning)),
        ("references/a.md", "See [b](../entities/b.md).", Some(Info)),
        (
            "references/a.md",
            "```\npython scripts/b.py\n```",
            Some(Warning),
        ),
        ("README.md", "See [b](b.md).", Some(Info)),
        ("evals/a.md", "See [b](b.md).", None),
    ] {
        let files = [
            ("SKILL.md", &*own),
            ("references/a.md", ""),
            ("scripts/a.py", ""),
            (file, text),
        ];
        let all = found("missing-file", &files);
        let of_file = all.iter().find(|one| one.path.ends_with(file));
        assert_eq!(of_file.map(|one| one.severity), expected, "{file}: {text}");
    }
}

#[test]
fn the_nearest_name_is_written_as_the_file_that_names_it_would() {
    let text = skill("Fills in forms.", "references/guide.md");
    let files = [
        ("SKILL.md", text.as_str()),
        ("references/guide.md", "[a](Dates.md)"),
        ("references/dates.md", "x"),
    ];
    let all = found("missing-file", &files);
    assert!(!all[0].fixes[0].safe);
    assert_eq!(all[0].fixes[0].edits[0].text, "dates.md");
}

#[test]
fn a_file_that_something_imports_or_names_is_not_unnamed() {
    type Files = &'static [(&'static str, &'static str)];
    let cases: &[(&str, Files, usize)] = &[
        ("x", &[("references/a.md", "")], 1),
        ("references/a.md", &[("references/a.md", "")], 0),
        ("references/", &[("references/a.md", "")], 0),
        (
            "scripts/run.py",
            &[
                ("scripts/run.py", "from util import x"),
                ("scripts/util.py", ""),
            ],
            0,
        ),
        (
            "x",
            &[
                ("LICENSE.txt", ""),
                ("agents/openai.yaml", ""),
                ("scripts/__init__.py", ""),
                (".gitignore", ""),
            ],
            0,
        ),
        ("x", &[("README.md", "")], 0),
        ("x", &[("assets/a.png", ""), ("assets/b.png", "")], 1),
    ];
    for (body, files, expected) in cases {
        assert_eq!(
            with(body, files, "unnamed-file").len(),
            *expected,
            "{body}: {files:?}"
        );
    }
}

#[test]
fn nothing_is_said_of_what_only_people_read() {
    let text = "Run `npx some-tool`, see /Users/ann/forms/a.pdf and [b](b\\c.md).\n[TODO: more]\n";
    for code in [
        "unpinned-runner",
        "machine-path",
        "scaffold-leftover",
        "missing-file",
        "backslash-path",
    ] {
        for (body, file, expected) in [
            ("Fill in the form.", "README.md", 0),
            ("Fill in the form.", "docs/README.md", 0),
            ("Read README.md first.", "README.md", 1),
            ("Fill in the form.", "references/more.md", 1),
        ] {
            let said = with(body, &[(file, text)], code);
            assert_eq!(said.len(), expected, "{code}: {body} {file}");
        }
    }
}

#[test]
fn a_command_between_fences_is_said_to_be_perhaps_an_example() {
    let example = "code that may be an example runs: ";
    for (body, expected) in [
        ("```sh\n!`ls`\n```", true),
        ("```sh\nNow: !`ls`\n```", true),
        ("```!\nls\n```", false),
        ("Now: !`ls`", false),
    ] {
        let said = with(body, &[], "inline-command");
        assert_eq!(said.len(), 1, "{body}");
        assert_eq!(said[0].starts_with(example), expected, "{said:?}");
    }
}

#[test]
fn a_script_that_asks_is_told_from_one_that_does_not() {
    let cases = [
        ("scripts/a.py", "x = input('name')\n", 1),
        (
            "scripts/a.py",
            "# x = input()\ndef input(): pass\nself.input()\nuser_input(1)\n",
            0,
        ),
        ("scripts/a.sh", "read -p 'Name: ' name\n", 1),
        ("scripts/a.sh", "while read -r line; do :; done\n", 0),
        ("scripts/a.js", "rl.question('Name', f)\n", 1),
        ("references/a.py.md", "input('name')\n", 0),
    ];
    for (path, text, expected) in cases {
        assert_eq!(
            with("scripts/ references/", &[(path, text)], "asking-script").len(),
            expected,
            "{path}: {text}"
        );
    }
}

/// Returns the hosts of each finding of the rule `code` in a repository with one file.
fn found_in(path: &str, text: &str, code: &str) -> Vec<Vec<String>> {
    let workspace = repository(&[(path, text)]);
    let all = lint(&workspace).into_iter();
    let of_file = all.filter(|one| one.code == code && one.path == path);
    of_file
        .map(|one| hosts(&one).into_iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn a_finding_names_the_hosts_that_take_the_file_for_a_skill() {
    let long = "A notice of the licence. ".repeat(1_000);
    let skill = skill("Fills in forms.", &long);
    let all: &[&str] = &["codex", "claude-code", "opencode", "standard"];
    let cases: &[(&str, &str, &[&[&str]])] = &[
        ("/repo/.agents/skills/pdf/SKILL.md", &skill, &[all]),
        // The other hosts would find the skill in their own folders after it was copied there.
        ("/repo/.claude/skills/pdf/SKILL.md", &skill, &[all]),
        ("/repo/.claude/commands/pdf.md", &skill, &[all]),
        ("/repo/.claude/commands/pdf.md", &long, &[&["claude-code"]]),
        ("/repo/.agents/skills/NOTICES.md", &long, &[]),
    ];
    for (path, text, expected) in cases {
        assert_eq!(found_in(path, text, "long-body"), *expected, "{path}");
    }
}

#[test]
fn a_note_beside_skills_has_no_findings() {
    let text = format!(
        "{}\n`/Users/mkessler/a.py` [a](gone.md) $1 \u{200b}\n",
        "A notice of the licence. ".repeat(1_000)
    );
    let workspace = repository(&[("/repo/.agents/skills/NOTICES.md", &text)]);
    assert_eq!(lint(&workspace), []);
}
