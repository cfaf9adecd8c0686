//! Rules on the body and the files that it names.

use super::support::{lint, repository};
use super::tree::{found, hosts, in_body, skill};

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
fn an_empty_body_is_none_without_its_frontmatter() {
    let cases = [
        ("---\nname: pdf\ndescription: x\n---\n", 1),
        ("---\nname: pdf\ndescription: x\n---\n \n\n", 1),
        ("---\nname: pdf\ndescription: x\n---\nx", 0),
        ("---\nname: pdf\ndescription: x\n", 0),
        ("", 0),
    ];
    for (text, expected) in cases {
        assert_eq!(
            found("empty-body", &[("SKILL.md", text)]).len(),
            expected,
            "{text:?}"
        );
    }
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
fn a_file_is_missing_where_the_text_promises_it() {
    let guide = ("references/guide.md", "x");
    let cases: &[(&str, &[&str])] = &[
        ("[a](references/gone.md)", &["references/gone.md"]),
        (
            "[a](references/gone.md) [b](references/gone.md#b)",
            &["references/gone.md"],
        ),
        ("![a](gone.png)", &["gone.png"]),
        ("`references/gone.md`", &["references/gone.md"]),
        ("See references/gone.md.", &["references/gone.md"]),
        ("Such as references/gone.md.", &[]),
        ("See scripts/gone.py.", &[]),
        ("`{baseDir}/references/gone.md`", &["references/gone.md"]),
        ("<!-- [a](references/gone.md) -->", &[]),
        ("`[a](gone.md)`", &[]),
        ("[a](../other/gone.md)", &[]),
        ("[a](https://example.org/gone.md)", &[]),
        ("[a](references/guide.md)", &[]),
        ("GUIDE.md", &["references/GUIDE.md"]),
    ];
    for (body, expected) in cases {
        let expected: Vec<_> = (expected.iter())
            .map(|path| format!("the skill's folder has no file {path}"))
            .collect();
        assert_eq!(with(body, &[guide], "missing-file"), expected, "{body}");
    }
}

#[test]
fn what_is_missing_with_all_the_rest_is_one_finding() {
    let body = "[a](a.md), [b](b.md) and references/c.md";
    let text = skill("Fills in forms.", body);
    let all = found("missing-file", &[("SKILL.md", &text)]);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].related.len(), 2);
    assert_eq!(
        all[0].message,
        "the skill's folder has no file a.md, and 2 more files are missing"
    );
    assert_eq!(with(body, &[("d.md", "")], "missing-file").len(), 3);
}

#[test]
fn a_missing_file_is_one_finding_with_every_place_that_names_it() {
    let text = skill("Fills in forms.", "[a](references/a.md), `references/a.md`");
    let files = [("SKILL.md", &*text), ("references/b.md", "references/a.md")];
    let all = found("missing-file", &files);
    let places = (all.iter()).flat_map(|one| &one.related);
    let places: Vec<_> = places
        .map(|place| (place.path.rsplit('/').next(), place.range.start.line))
        .collect();
    assert_eq!(
        (all.len(), places),
        (1, vec![(Some("SKILL.md"), 5), (Some("b.md"), 1)])
    );
}

#[test]
fn a_file_that_is_elsewhere_is_not_missing() {
    let nested = "---\nname: tax\ndescription: x\n---\n";
    let files = [
        ("/repo/.agents/skills/pdf/tax/SKILL.md", nested),
        ("/repo/.agents/skills/pdf/tax/rates.md", "x"),
        ("/repo/.agents/skills/pdf/references/b.md", "x"),
        ("/repo/.agents/skills/vat/references/a.md", "x"),
        ("/repo/references/c.md", "x"),
    ];
    for (body, expected) in [
        ("[tax](tax/SKILL.md)", 0),
        ("[tax](./tax/rates.md#x)", 0),
        ("[tax](tax/none.md)", 1),
        ("See `references/a.md`.", 1),
        ("See the vat skill, `references/a.md`.", 0),
        ("See `forms`'s `references/d.md`.", 0),
        ("See `references/d.md` in `forms`.", 0),
        ("See `references/c.md`.", 0),
        ("See `<plugin-root>/references/d.md`.", 0),
        ("See `<skill-dir>/references/d.md`.", 1),
        ("See `$SKILL_DIR/references/d.md`.", 1),
        ("See `${CLAUDE_SKILL_DIR:-.}/references/d.md`.", 1),
        ("See `{baseDir}/references/d.md`.", 1),
        ("See `$VAT_SKILL/references/d.md`.", 0),
        ("See `${FORMS_ROOT:-~/forms}/references/d.md`.", 0),
        ("[`references/d.md`](https://example.org/d.md)", 0),
        ("Made with Forms.js.", 0),
    ] {
        let text = skill("Fills in forms.", body);
        let own = ("/repo/.agents/skills/pdf/SKILL.md", &*text);
        let all = lint(&repository(&[&files[..], &[own]].concat()));
        let missing: Vec<_> = all
            .iter()
            .filter(|one| one.code == "missing-file")
            .collect();
        assert_eq!(missing.len(), expected, "{body}: {missing:?}");
    }
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
fn a_command_with_side_effects_names_the_switch_of_each_host() {
    for (body, expected) in [
        ("Run `npm publish`.", Some("npm publish")),
        (
            "```sh\ncurl -X DELETE https://api.example.org/a\n```",
            Some("curl -X DELETE"),
        ),
        ("```sh\nrm -rf ~/forms\n```", Some("rm -rf")),
        ("```sh\nrm -rf node_modules\n```", None),
        ("Never run `rm -rf ~/forms`.", None),
        ("We publish to npm; npm publish is not for us", None),
        ("Read the form with `npm publisher`.", None),
    ] {
        let text = skill("Fills in forms.", body);
        let all = found("unguarded-side-effect", &[("SKILL.md", &text)]);
        let shown = all
            .first()
            .map(|one| &text[one.range.start.byte..one.range.end.byte]);
        assert_eq!(shown, expected, "{body}");
        for one in &all {
            assert_eq!(
                one.help,
                "If only a user should start it, write `policy.allow_implicit_invocation: false` in agents/openai.yaml (Codex) and `disable-model-invocation: true` (Claude Code)."
            );
        }
    }
}

#[test]
fn the_nearest_name_is_offered_and_nothing_that_is_far() {
    let cases = [
        ("references/gide.md", Some("references/guide.md")),
        ("references/GUIDE.md", Some("references/guide.md")),
        ("guide.md.bak", None),
        ("docs/guide.md", Some("references/guide.md")),
        ("references/other.md", None),
    ];
    for (name, expected) in cases {
        let text = skill("Fills in forms.", &format!("[a]({name}#x)"));
        let all = found(
            "missing-file",
            &[("SKILL.md", &text), ("references/guide.md", "x")],
        );
        let fix = all.first().and_then(|one| one.fixes.first());
        let written = fix.map(|fix| fix.edits[0].text.as_str());
        assert_eq!(written, expected, "{name}");
        assert!(
            fix.is_none_or(|fix| !fix.safe),
            "{name}: it changes what hosts inject"
        );
    }
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
fn a_path_of_one_machine_is_told_from_an_example() {
    let cases: &[(&str, &[&str])] = &[
        ("`/Users/mkessler/a.py`", &["/Users/mkessler/a.py"]),
        ("cd /home/mkessler/a, then", &["/home/mkessler/a"]),
        ("`C:\\Users\\Mara K\\a`", &[]),
        ("`C:\\Users\\mkessler\\a`", &["C:\\Users\\mkessler\\a"]),
        ("C:/Users/mkessler/a", &["C:/Users/mkessler/a"]),
        ("路径：/Users/mkessler/a，然后", &["/Users/mkessler/a"]),
        (
            "/Users/you/a /home/ubuntu/a /Users/yourname/a /Users/<name>/a /home/$USER/a",
            &[],
        ),
        ("https://example.org/home/about/a", &[]),
        ("~/home/mkessler/a data/Users/mkessler/a", &[]),
        ("/home/mkessler", &[]),
        ("/home/mkessler/a /home/mkessler/b", &["/home/mkessler/a"]),
    ];
    for (body, expected) in cases {
        assert_eq!(in_body("machine-path", body), *expected, "{body}");
    }
}

#[test]
fn backslashes_count_in_paths_of_the_skills_own_files() {
    let run = ("scripts/run.py", "x");
    for (body, expected) in [
        ("`scripts\\run.py`", 1),
        ("`.\\scripts\\run.py`", 1),
        ("[a](scripts\\run.py)", 1),
        ("`scripts\\gone.py` and [b](references\\gone.md)", 2),
        ("`scripts\\`", 0),
        ("`src\\main.py` and `\\d+\\.py`", 0),
    ] {
        assert_eq!(
            with(body, &[run], "backslash-path").len(),
            expected,
            "{body}"
        );
    }
}

#[test]
fn a_missing_file_is_called_as_the_text_calls_it() {
    assert_eq!(
        with("Read `references\\guide.md`.", &[], "missing-file"),
        ["the skill's folder has no file references/guide.md (written as references\\guide.md)"]
    );
}

#[test]
fn a_file_that_somebody_may_write_one_day_is_not_missing() {
    let run = ("scripts/run.py", "x");
    for (body, expected) in [
        ("A `scripts/turn.py` script would be helpful here.", 0),
        ("The folder might include `scripts/turn.py`.", 0),
        ("Create `scripts/turn.py`.", 0),
        ("Move the code to `scripts/turn.py`.", 0),
        ("把结果保存到 `references/turn.md`。", 0),
        ("```python\n# ❌ fails\nrun(\"scripts/turn.py\")\n```", 0),
        ("```markdown\nRead references/turn.md.\n```", 0),
        ("Run `scripts/turn.py`.", 1),
        ("Refer to `references/turn.md`.", 1),
    ] {
        let missing = with(body, &[run], "missing-file");
        assert_eq!(missing.len(), expected, "{body}");
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
fn text_that_hosts_replace_is_one_finding_with_a_place_for_each() {
    let body = "It costs $5,000, or $1 each, or $2.";
    let text = skill("Fills in forms.", body);
    let found = found("replaced-text", &[("SKILL.md", &text)]);
    let told: Vec<_> = (found.iter().flat_map(|one| &one.related))
        .map(|related| &text[related.range.start.byte..related.range.end.byte])
        .collect();
    assert_eq!((found.len(), told), (1, vec!["$1", "$2"]));
    assert_eq!(
        found[0].help,
        "Move the code into a file beside SKILL.md, or write amounts without `$`; `\\$5` is enough for Claude Code, which shows `$5` then."
    );
    let path = "/repo/.claude/skills/pdf/SKILL.md";
    let alone = super::fields::lint(&[(path, &text)], &["claude-code"]);
    let alone = alone.iter().find(|one| one.code == "replaced-text");
    let help = alone.map_or("", |one| &one.help);
    assert!(
        help.ends_with("or write `\\$5`, which Claude Code shows as `$5`."),
        "{help}"
    );
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
fn placeholders_are_those_of_the_hosts() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("awk '{print $1}'", &["$1"], &["claude-code", "opencode"]),
        ("It costs $500.", &["$500"], &["opencode"]),
        ("echo $HOME $x", &[], &[]),
        ("Fill in $1 of $ARGUMENTS", &[], &[]),
        (r"awk '{print \$1}'", &["$1"], &["opencode"]),
    ];
    for (body, expected, concerned) in cases {
        assert_eq!(in_body("replaced-text", body), *expected, "{body}");
        let text = skill("Fills in forms.", body);
        let all = found("replaced-text", &[("SKILL.md", &text)]);
        let all: Vec<_> = all.iter().flat_map(hosts).collect();
        assert_eq!(all, *concerned, "{body}");
    }
    let text = "---\nname: pdf\ndescription: x\nargument-hint: '[form]'\n---\nFill in $1.\n";
    assert_eq!(found("replaced-text", &[("SKILL.md", text)]), []);
}

#[test]
fn a_placeholder_concerns_the_hosts_that_leave_it() {
    let cases: &[(&str, &[&str])] = &[
        ("Fill in $ARGUMENTS.", &["codex", "standard"]),
        ("${CLAUDE_SKILL_DIR}/a", &["codex", "opencode", "standard"]),
        ("${HOME}/a", &[]),
    ];
    for (body, concerned) in cases {
        let text = skill("Fills in forms.", body);
        let all = found("unfilled-placeholder", &[("SKILL.md", &text)]);
        let all: Vec<_> = all.iter().flat_map(hosts).collect();
        assert_eq!(all, *concerned, "{body}");
    }
}

#[test]
fn a_command_is_meant_where_its_mark_stands_free() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("Now: !`ls`", &["!`ls`"], &[]),
        ("```!\nls\n```", &["```!\nls\n```"], &[]),
        ("`#REF!` and `#N/A`", &[], &["!` and `"]),
        ("`a!` and `b!` and `c`", &[], &["!` and `"]),
        ("`a!`", &[], &[]),
        ("KEY=!`ls`", &[], &["!`ls`"]),
    ];
    for (body, meant, unmeant) in cases {
        assert_eq!(in_body("inline-command", body), *meant, "{body}");
        assert_eq!(in_body("unmeant-command", body), *unmeant, "{body}");
    }
}

#[test]
fn a_runner_without_a_version_is_found_in_code() {
    let cases: &[(&str, &[&str])] = &[
        ("`npx -y @scope/tool run`", &["@scope/tool"]),
        ("`npx @scope/tool@1.0`", &[]),
        ("```sh\nuvx ruff check\nnpx other\n```", &["ruff"]),
        ("`uvx ruff@0.5`, `pipx run black==24.1`", &[]),
        ("`pnpm dlx tool`", &["tool"]),
        ("Use npx for that, or uvx tools.", &[]),
        (
            "`npx tsc`, `npx create-next-app`, `npx ./local`, `npx <tool>`",
            &[],
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(in_body("unpinned-runner", body), *expected, "{body}");
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

#[test]
fn a_mark_of_a_template_begins_its_line() {
    let cases = [
        ("[TODO: write this]", 1),
        ("## TODO: write this", 1),
        ("<!-- TODO: write this -->", 1),
        ("Look for TODO: in the code", 0),
        ("```py\nTODO: x\n```", 0),
        ("TODO.md holds the list", 0),
    ];
    for (body, expected) in cases {
        assert_eq!(in_body("scaffold-leftover", body).len(), expected, "{body}");
    }
}

#[test]
fn a_chain_of_references_is_reported_where_it_goes_on() {
    let files = [("a.md", "[b](b.md)"), ("b.md", "[c](c.md)"), ("c.md", "x")];
    let text = skill("Fills in forms.", "[a](a.md)");
    let all: Vec<_> = [("SKILL.md", &*text)].into_iter().chain(files).collect();
    let deep = found("deep-reference", &all);
    let [one] = &*deep else {
        panic!("{deep:#?}");
    };
    assert!(
        (one.message).starts_with("b.md and 1 more references are 2 to 3 files away"),
        "{}",
        one.message
    );
    assert!(one.path.ends_with("/a.md"), "{}", one.path);
    let [next] = &*one.related else {
        panic!("{one:#?}");
    };
    assert_eq!(next.message, "c.md is 3 files away");
    assert!(next.path.ends_with("/b.md"), "{}", next.path);
    let near = with("[a](a.md)", &files[..2], "deep-reference");
    assert!(near[0].starts_with("b.md is 2 files away"), "{near:?}");
    assert_eq!(
        with("a.md b.md c.md", &files, "deep-reference"),
        Vec::<String>::new()
    );
}

/// The findings of a rule in a tree with one file, each with its hosts.
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
        // Other hosts would have it where it is copied to them.
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

#[test]
fn verbs_agree_with_the_hosts_that_a_message_names() {
    let cases = [
        (
            "awk '{print $1}'",
            "replaced-text",
            "Claude Code and opencode replace `$1` with ",
        ),
        (
            "It costs $500.",
            "replaced-text",
            "opencode replaces `$500` with ",
        ),
        (
            "Fill in $ARGUMENTS.",
            "unfilled-placeholder",
            "Claude Code and opencode fill in $ARGUMENTS; Codex and the open standard show it as it is",
        ),
        (
            "${CLAUDE_SKILL_DIR}/a",
            "unfilled-placeholder",
            "Claude Code fills in ${CLAUDE_SKILL_DIR}; Codex, opencode and the open standard show it as it is",
        ),
        (
            "Now: !`ls`",
            "inline-command",
            "Claude Code and opencode run \"ls\" and put its output there; Codex and the open standard show it as it is",
        ),
        (
            "KEY=!`ls`",
            "unmeant-command",
            "opencode runs \"ls\" as a command",
        ),
    ];
    for (body, code, expected) in cases {
        let messages = with(body, &[], code);
        assert!(messages[0].starts_with(expected), "{messages:?}");
    }
}
