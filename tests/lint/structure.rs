//! Tests the rules on where skills are, and on several skills with one name.

use skillglass::lint::{Diagnostic, LintRequest, Severity};
use skillglass::model::host_choice::HostChoice;
use skillglass::{Workspace, WorkspaceOptions};

use super::support::{BROKEN, BROKEN_CODE, SKILL, lint, repository};

const TEXT: &str = "---\nname: pdf\ndescription: Fills in PDF forms.\n---\n";
const CODES: [&str; 15] = [
    "almost-a-root",
    "no-skill-file",
    "wrong-capitals",
    "symlinked-file",
    "dangling-link",
    "too-deep",
    "nested-skill",
    "hidden-folder",
    "skipped-folder",
    "git-ignored",
    "flat-file",
    "reserved-folder",
    "walk-limit",
    "shadowed",
    "duplicate-name",
];

fn workspace() -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    workspace
}

fn lint_tree(files: &[(&str, &str)], links: &[(&str, &str)]) -> Vec<Diagnostic> {
    let mut workspace = workspace();
    for (path, text) in files {
        workspace.write(path, *text).unwrap();
    }
    for (path, target) in links {
        workspace.link(path, target).unwrap();
    }
    let mut found = workspace.lint(&LintRequest::default()).unwrap();
    found.retain(|one| CODES.contains(&one.code.as_str()));
    found
}

#[test]
fn a_skill_in_anothers_folder_is_information_where_it_is_a_part_of_that_one() {
    use Severity::{Error, Info};
    for (outer, expected) in [
        ("---\nname: office\ndescription: Works.\n---\n", Error),
        (
            "---\nname: office\ndescription: Works.\n---\nRead [forms](forms/pdf/SKILL.md).\n",
            Info,
        ),
        (
            "---\nname: office\ndescription: Works.\n---\nRead `pdf/SKILL.md`.\n",
            Info,
        ),
        (
            "---\nname: office\ndescription: Works.\n---\nRead `a-pdf/SKILL.md`.\n",
            Error,
        ),
        (
            "---\nname: office\ndescription: Works.\n---\nLoad `forms/pdf`.\n",
            Info,
        ),
        (
            "---\nname: office\ndescription: Works.\n---\nLoad `forms/pdf-lib`.\n",
            Error,
        ),
        ("---\nname: pdf\ndescription: Works.\n---\n", Info),
    ] {
        let files = [
            ("/repo/.claude/skills/office/SKILL.md", outer),
            ("/repo/.claude/skills/office/forms/pdf/SKILL.md", TEXT),
        ];
        let found = lint_tree(&files, &[]);
        let nested = found.iter().filter(|one| one.code == "nested-skill");
        let severities: Vec<_> = nested.map(|one| one.severity).collect();
        assert_eq!(severities, [expected], "{outer}");
    }
}

#[test]
fn a_page_of_a_skill_may_be_called_as_its_file_is_in_other_capitals() {
    let page = "/repo/.agents/skills/office/references/skill.md";
    let office = ("/repo/.agents/skills/office/SKILL.md", TEXT);
    for (files, expected) in [
        (vec![office, (page, "# Pages\n")], vec![]),
        (vec![(page, "# Pages\n")], vec!["wrong-capitals"]),
        (vec![office, (page, TEXT)], vec!["wrong-capitals"]),
    ] {
        let found = lint_tree(&files, &[]);
        let found = found.iter().filter(|one| one.path == page);
        let codes: Vec<_> = found.map(|one| one.code.as_str()).collect();
        assert_eq!(codes, expected, "{files:?}");
    }
}

#[test]
fn a_nested_skill_is_judged_anew_when_the_outer_text_changes() {
    let outer = "/repo/.claude/skills/office/SKILL.md";
    let mut workspace = workspace();
    workspace
        .write(outer, "---\nname: office\ndescription: Works.\n---\n")
        .unwrap();
    workspace
        .write("/repo/.claude/skills/office/pdf/SKILL.md", TEXT)
        .unwrap();
    let severity = |workspace: &Workspace| {
        let found = workspace.lint(&LintRequest::default()).unwrap();
        found
            .iter()
            .find(|one| one.code == "nested-skill")
            .map(|one| one.severity)
    };
    assert_eq!(severity(&workspace), Some(Severity::Error));
    let naming = "---\nname: office\ndescription: Works.\n---\nRead pdf/SKILL.md.\n";
    workspace.write(outer, naming).unwrap();
    assert_eq!(severity(&workspace), Some(Severity::Info));
}

#[test]
fn findings_in_a_sample_of_another_skill_are_information_but_for_what_could_do_harm() {
    let faulty = "---\nname: Bad Name\nallowed-tools: bash\n---\nRead [more](more.md).\n";
    let harmful =
        format!("{TEXT}```sh\npip install forms --index-url https://pypi.a.invalid/simple\n```\n");
    for (folder, text, worst) in [
        ("office/evals/fixtures/pdf", faulty, Some(Severity::Info)),
        ("office/mock-skills/pdf", faulty, Some(Severity::Info)),
        ("office/forms/pdf", faulty, Some(Severity::Error)),
        ("elsewhere/examples/pdf", faulty, Some(Severity::Error)),
        ("office/examples/pdf", &harmful, Some(Severity::Warning)),
    ] {
        let mut workspace = workspace();
        let outer = "/repo/.agents/skills/office/SKILL.md";
        workspace
            .write(outer, "---\nname: office\ndescription: Works.\n---\n")
            .unwrap();
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        workspace.write(&path, text).unwrap();
        let found = workspace.lint(&LintRequest::default()).unwrap();
        let found = found.iter().filter(|one| one.path == path);
        let severities: Vec<_> = found.map(|one| (one.severity, &*one.code)).collect();
        let least = severities.iter().map(|(severity, _)| *severity).min();
        assert_eq!(least, worst, "{folder}: {severities:?}");
    }
}

#[test]
fn a_nested_sample_has_no_fix_that_makes_it_a_skill() {
    let outer = "---\nname: office\ndescription: Works.\n---\n";
    for (folder, has_fix) in [("examples/pdf", false), ("forms/pdf", true)] {
        let inner = format!("/repo/.claude/skills/office/{folder}/SKILL.md");
        let found = lint_tree(
            &[
                ("/repo/.claude/skills/office/SKILL.md", outer),
                (&inner, TEXT),
            ],
            &[],
        );
        let nested = found.iter().find(|one| one.code == "nested-skill");
        assert_eq!(
            nested.map(|one| !one.fixes.is_empty()),
            Some(has_fix),
            "{folder}: {found:#?}"
        );
    }
}

#[test]
fn a_missing_file_that_a_build_may_copy_is_found_elsewhere_once_it_is_there() {
    let text = format!("{TEXT}Read [the fields](references/fields.md).\n");
    let mut workspace = workspace();
    let missing = |workspace: &Workspace| {
        let found = workspace.lint(&LintRequest::default()).unwrap();
        let mut found = found.iter().filter(|one| one.code == "missing-file");
        let one = found.next().expect("the file is missing");
        (one.severity, one.message.clone())
    };
    workspace
        .write("/repo/skills/pdf/SKILL.md", &*text)
        .unwrap();
    workspace
        .write("/repo/.agents/skills/pdf/SKILL.md", &*text)
        .unwrap();
    assert_eq!(missing(&workspace).0, Severity::Warning);
    // This file is outside the project.
    workspace.write("/references/fields.md", "x").unwrap();
    assert_eq!(missing(&workspace).0, Severity::Warning);
    workspace
        .write("/repo/node_modules/a/references/fields.md", "x")
        .unwrap();
    assert_eq!(missing(&workspace).0, Severity::Warning);
    workspace
        .write("/repo/src/references/fields.md", "x")
        .unwrap();
    let (severity, message) = missing(&workspace);
    assert_eq!(severity, Severity::Info);
    assert_eq!(
        message,
        "the skill's folder has no file references/fields.md; the project has src/references/fields.md"
    );
    workspace.remove("/repo/src/references/fields.md");
    assert_eq!(missing(&workspace).0, Severity::Warning);
}

#[test]
fn notes_and_commands_are_no_skills_of_the_hosts_that_do_not_take_them() {
    for (path, text) in [
        ("/repo/.claude/skills/README.md", "# Our skills\n"),
        ("/repo/.claude/commands/deploy.md", "Deploy it.\n"),
        (
            "/repo/.claude/commands/deploy.md",
            "---\ndescription: Deploys.\n---\nDeploy it.\n",
        ),
    ] {
        let mut workspace = workspace();
        workspace.write(path, text).unwrap();
        let found = workspace.lint(&LintRequest::default()).unwrap();
        let errors: Vec<_> = (found.iter())
            .filter(|one| one.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{path}: {errors:#?}");
    }
}

#[test]
fn a_copy_for_another_host_is_no_fault_and_a_skill_of_the_same_name_is() {
    let other = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";
    for (text, codes) in [(TEXT, vec![]), (other, vec!["shadowed"])] {
        let files = [
            ("/repo/.agents/skills/pdf/SKILL.md", TEXT),
            ("/repo/.claude/skills/pdf/SKILL.md", text),
        ];
        let found = lint_tree(&files, &[]);
        let have: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(have, codes);
        for one in found {
            assert_eq!(one.hosts.len(), 1, "{one:#?}");
            assert_eq!(one.hosts[0].host, "opencode");
            assert_eq!(one.related.len(), 1);
        }
    }
}

#[test]
fn a_file_in_the_way_of_a_rename_keeps_the_fix_away() {
    let lower = ("/repo/.agents/skills/pdf/skill.md", TEXT);
    let upper = ("/repo/.agents/skills/pdf/SKILL.md", TEXT);
    assert_eq!(lint_tree(&[lower], &[])[0].fixes.len(), 1);
    assert!(lint_tree(&[lower, upper], &[])[0].fixes.is_empty());
}

#[test]
fn a_linked_file_is_told_with_its_link() {
    let found = lint_tree(
        &[("/repo/shared/pdf.md", TEXT)],
        &[("/repo/.agents/skills/pdf/SKILL.md", "/repo/shared/pdf.md")],
    );
    assert_eq!(found[0].code, "symlinked-file");
    assert_eq!(found[0].path, "/repo/shared/pdf.md");
    assert_eq!(
        found[0].related[0].path,
        "/repo/.agents/skills/pdf/SKILL.md"
    );
}

#[test]
fn what_is_found_in_a_linked_skill_points_at_the_link_too() {
    let text = TEXT.replace("pdf", "forms");
    let file = "/repo/shared/pdf/SKILL.md";
    let mut workspace = repository(&[(file, &text)]);
    let link = "/repo/.claude/skills/pdf";
    workspace.link(link, "../../shared/pdf").unwrap();
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let one = found.iter().find(|one| one.code == "name-not-folder");
    let related = one.map(|one| (&*one.path, &one.related[..]));
    let Some((path, [related])) = related else {
        panic!("{found:#?}");
    };
    assert_eq!(
        (path, &*related.path),
        (file, "/repo/.claude/skills/pdf/SKILL.md")
    );
    assert_eq!(
        related.message,
        "the link by which Claude Code and opencode come to the skill"
    );
}

#[test]
fn a_skill_behind_more_folders_than_a_host_visits_is_told_for_those_that_stop() {
    let mut workspace = workspace();
    workspace
        .write("/repo/.agents/skills/pdf/SKILL.md", TEXT)
        .unwrap();
    for number in 0..2_000 {
        let folder = format!("/repo/.agents/skills/data{number}");
        workspace.make_directory(&folder).unwrap();
    }
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let found = found.iter().filter(|one| one.severity == Severity::Error);
    let said: Vec<_> = found
        .map(|one| {
            let hosts = one.hosts.iter().map(|host| &*host.host);
            (&*one.code, hosts.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(said, [("walk-limit", vec!["codex", "standard"])]);
}

#[test]
fn what_is_found_in_a_skill_is_the_same_with_another_in_other_capitals_beside_it() {
    // For `skill.md`, the whole file is text. In `SKILL.md`, the code fence is in unclosed
    // frontmatter.
    let skill = "---\nname: pdf\n```sh\nnpx tool\n```\n";
    let other = "/repo/.agents/skills/pdf/skill.md";
    let workspace = repository(&[(SKILL, skill), (other, skill)]);
    let of_skill = |skills: Vec<String>| {
        let request = LintRequest {
            skills,
            ..LintRequest::default()
        };
        let mut found = workspace.lint(&request).unwrap();
        found.retain(|one| one.path == SKILL);
        found
    };
    assert_eq!(of_skill(vec![SKILL.to_owned()]), of_skill(Vec::new()));
}

#[test]
fn skills_that_lie_nearly_where_hosts_look_are_one_finding_unless_they_lie_there_too() {
    let files = [
        ("/repo/.claude/skill/csv/SKILL.md", TEXT),
        ("/repo/.claude/skill/doc/SKILL.md", TEXT),
        ("/repo/.claude/skill/pdf/SKILL.md", TEXT),
        ("/repo/.claude/skills/pdf/SKILL.md", TEXT),
    ];
    let found = lint_tree(&files, &[]);
    let near: Vec<_> = found
        .iter()
        .filter(|one| one.code == "almost-a-root")
        .collect();
    let [one] = *near else {
        panic!("{found:#?}");
    };
    assert_eq!(
        one.message,
        "no target host searches /repo/.claude/skill, which has 2 skills; Claude Code and opencode search /repo/.claude/skills"
    );
    assert_eq!(one.help, "Move the skills into /repo/.claude/skills.");
    assert!(one.fixes.is_empty());
    assert_eq!(one.related[0].path, "/repo/.claude/skill/doc/SKILL.md");
    // A link to the right folder.
    let links = [("/repo/.claude/skill", "skills")];
    assert_eq!(lint_tree(&files[3..], &links), []);
}

#[test]
fn the_shared_folder_is_told_to_who_aims_at_claude_code_alone() {
    let shared = ("/repo/.agents/skills/pdf/SKILL.md", TEXT);
    let copy = ("/repo/.claude/skills/pdf/SKILL.md", TEXT);
    for (files, hosts, expected) in [
        (&[shared][..], &["claude-code"][..], 1),
        (&[shared], &["claude-code", "codex"], 0),
        (&[shared], &[], 0),
        (&[shared, copy], &["claude-code"], 0),
    ] {
        let found = super::fields::lint(files, hosts);
        let near: Vec<_> = found
            .iter()
            .filter(|one| one.code == "almost-a-root")
            .collect();
        assert_eq!(near.len(), expected, "{hosts:?}");
        assert!(near.iter().all(|one| one.fixes.is_empty()), "{near:#?}");
    }
}

#[test]
fn a_folder_without_a_skill_is_told_where_it_has_instructions_of_its_own() {
    let root = "/repo/.claude/skills";
    for (files, expected) in [
        (&["pdf/forms.md"][..], 1),
        (&["pdf/forms.txt"], 0),
        (&["pdf/README.md", "pdf/forms/SKILL.md"], 0),
        (&["pdf/README.md", "pdf/SKILLS.md"], 0),
        (&["pdf/README.md", "pdf/skill.md"], 0),
        (&["references/forms.md"], 0),
        (&[".pdf/forms.md"], 0),
    ] {
        let files: Vec<_> = files
            .iter()
            .map(|file| (format!("{root}/{file}"), TEXT))
            .collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (&**path, *text)).collect();
        let found = lint_tree(&files, &[]);
        let without = found.iter().filter(|one| one.code == "no-skill-file");
        assert_eq!(without.count(), expected, "{files:?}");
    }
}

#[test]
fn hosts_that_drop_a_skill_in_words_of_their_own_are_named_with_them() {
    let other = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";
    let files = [
        ("/repo/.agents/skills/pdf/SKILL.md", TEXT),
        ("/home/me/.agents/skills/pdf/SKILL.md", other),
    ];
    let found = lint_tree(&files, &[]);
    let shadowed = found.iter().find(|one| one.code == "shadowed");
    let message = shadowed.map_or("", |one| &one.message);
    for (host, words) in [
        (
            "opencode",
            "another skill is named \"pdf\", and opencode leaves",
        ),
        (
            "standard",
            "the open standard: /repo/.agents/skills/pdf/SKILL.md has",
        ),
    ] {
        assert!(message.contains(words), "{host}: {message}");
    }
}

#[test]
fn a_line_of_dashes_that_one_host_takes_for_none_is_named_and_mended() {
    let request = LintRequest {
        hosts: vec![HostChoice::from("gemini-cli")],
        ..LintRequest::default()
    };
    for (line, end) in [("--- ", "\n"), ("---\t", "\r\n"), ("---\r", "\r\n")] {
        let text = TEXT.replace('\n', end).replacen("---", line, 1);
        let workspace = repository(&[("/repo/.gemini/skills/pdf/SKILL.md", &text)]);
        let found = workspace.lint(&request).unwrap();
        let one = found.iter().find(|one| one.severity == Severity::Error);
        let one = one.unwrap();
        let message = format!("{line:?} is not the line `---` that delimits frontmatter");
        assert_eq!(
            (&*one.code, &one.message),
            ("frontmatter-delimiter", &message)
        );
        let applied = skillglass::lint::apply(|_| Some(&text), &one.fixes);
        let mended = TEXT.replace('\n', end);
        assert_eq!(applied.files.values().collect::<Vec<_>>(), [&mended]);
        assert!(one.fixes[0].safe, "{line:?}");
    }
}

#[test]
fn a_file_that_no_list_of_plugins_names_is_probably_no_skill() {
    let text = "# Coach\n\nUpload this file to a chat.\n";
    let list = "/repo/.claude-plugin/marketplace.json";
    let forms = r#"{ "plugins": [{ "name": "forms", "source": "./src/forms" }] }"#;
    let coach = r#"{ "plugins": [{ "name": "forms", "source": "./coach" }] }"#;
    let cases = [
        (
            &[("/repo/web/coach/SKILL.md", text), (list, forms)][..],
            Severity::Info,
        ),
        // The list names the folder, there is no list, or the folder is one for skills.
        (
            &[("/repo/coach/SKILL.md", text), (list, coach)],
            Severity::Error,
        ),
        (&[("/repo/web/coach/SKILL.md", text)], Severity::Error),
        (
            &[("/repo/skills/coach/SKILL.md", text), (list, forms)],
            Severity::Error,
        ),
        (
            &[("/repo/.agents/skills/coach/SKILL.md", text), (list, forms)],
            Severity::Error,
        ),
        // The file has a description, or the file beside it is a skill.
        (
            &[
                (
                    "/repo/web/coach/SKILL.md",
                    "# Coach\n\ndescription: Coaches.\n",
                ),
                (list, forms),
            ],
            Severity::Error,
        ),
        (
            &[
                ("/repo/web/coach/SKILL.md", text),
                ("/repo/web/pdf/SKILL.md", TEXT),
                (list, forms),
            ],
            Severity::Error,
        ),
    ];
    for (files, expected) in cases {
        let mut workspace = workspace();
        for (path, text) in files {
            workspace.write(path, *text).unwrap();
        }
        let found = workspace.lint(&LintRequest::default()).unwrap();
        let here = found.into_iter().filter(|one| one.path == files[0].0);
        let worst = here.map(|one| one.severity).min();
        assert_eq!(worst, Some(expected), "{files:?}");
    }
}

#[test]
fn a_text_without_frontmatter_is_information_if_a_build_may_merge_it_into_a_skill() {
    const COMMENT: &str = "<!-- part:first -->\n# Forms of the office\n";
    let same_name = "skills/pdf/SKILL.md, in a folder with the same name, has frontmatter.";
    let comment = "it begins with a comment, as parts of other files do.";
    for (path, text, reason) in [
        (
            "/repo/flavours/office/pdf/SKILL.md",
            BROKEN,
            Some(same_name),
        ),
        (
            "/repo/flavours/office/forms/SKILL.md",
            COMMENT,
            Some(comment),
        ),
        ("/repo/flavours/forms/SKILL.md", BROKEN, None),
        // Folders called `skills` contain complete skills.
        ("/repo/plugin/skills/pdf/SKILL.md", COMMENT, None),
        // Hosts find this file.
        (SKILL, COMMENT, None),
    ] {
        let found = lint(&repository(&[
            ("/repo/skills/pdf/SKILL.md", TEXT),
            (path, text),
        ]));
        let mut found = found
            .iter()
            .filter(|one| one.path == path && one.code == BROKEN_CODE);
        let one = found.next().unwrap();
        let severity = reason.map_or(Severity::Error, |_| Severity::Info);
        assert_eq!(one.severity, severity, "{path}: {one:#?}");
        assert_eq!(one.fixes.is_empty(), reason.is_some(), "{path}: {one:#?}");
        assert!(
            reason.is_none_or(|reason| one.help.ends_with(reason)),
            "{path}: {one:#?}"
        );
    }
}

#[test]
fn a_skill_that_another_of_its_name_tells_the_model_to_read_is_no_error() {
    let own = "/home/me/.claude/skills/pdf/SKILL.md";
    let other = "/repo/.agents/skills/pdf/SKILL.md";
    for (body, expected) in [
        ("Read `.claude/skills/pdf/SKILL.md`.\n", Severity::Info),
        ("Read `SKILL.md`.\n", Severity::Error),
    ] {
        let text = format!("{}{body}", TEXT.replace("Fills", "Fills again"));
        let found = lint_tree(&[(own, TEXT), (other, &text)], &[]);
        let shadowed = found.iter().find(|one| one.code == "shadowed").unwrap();
        let both = [&shadowed.path, &shadowed.related[0].path];
        assert_eq!(both, [own, other]);
        assert_eq!(shadowed.severity, expected, "{body}");
        let is_adapter = expected == Severity::Info;
        assert_eq!(
            shadowed.help.contains("tells the model to read"),
            is_adapter
        );
    }
}

#[test]
fn versions_of_one_skill_in_the_folders_of_two_agents_are_no_error() {
    let own = "/repo/.claude/skills/pdf/SKILL.md";
    for (other, expected) in [
        ("/repo/.agents/skills/pdf/SKILL.md", Severity::Info),
        ("/repo/.agents/skills/forms/SKILL.md", Severity::Error),
        ("/home/me/.agents/skills/pdf/SKILL.md", Severity::Error),
    ] {
        let text = TEXT.replace("Fills", "Fills again");
        let found = super::fields::lint(&[(own, TEXT), (other, &text)], &["opencode"]);
        let shadowed = found.iter().find(|one| one.code == "shadowed").unwrap();
        assert_eq!(shadowed.severity, expected, "{other}: {shadowed:#?}");
    }
}

#[test]
fn a_skill_that_leads_to_the_same_instructions_as_another_of_its_name_is_no_error() {
    let own = "/home/me/.claude/skills/pdf/SKILL.md";
    let other = "/repo/.agents/skills/pdf/SKILL.md";
    let lines = |count: usize| "Fill in the next field.\n".repeat(count);
    for (body, other_body, expected) in [
        // A skill may name itself.
        (
            "Use the `pdf` skill.\n".to_owned(),
            lines(9),
            Severity::Error,
        ),
        (
            format!("{}<!-- For Claude. -->\n", lines(9)),
            lines(9),
            Severity::Info,
        ),
        (lines(9), lines(3), Severity::Error),
    ] {
        let text = format!("{TEXT}{body}");
        let other_text = format!("{TEXT}{other_body}");
        let found = lint_tree(&[(own, &text), (other, &other_text)], &[]);
        let shadowed = found.iter().find(|one| one.code == "shadowed").unwrap();
        assert_eq!(shadowed.severity, expected, "{body}: {shadowed:#?}");
    }
}

#[test]
fn a_command_that_tells_the_model_to_use_the_skill_of_its_name_is_no_error() {
    let command = "/repo/.claude/commands/pdf.md";
    let skill = format!("{TEXT}Fill in the form.\n");
    for (text, expected) in [
        ("Use the `pdf` skill.\n", Severity::Info),
        ("Use the `csv` skill.\n", Severity::Error),
    ] {
        let files = [
            (command, text),
            ("/repo/.claude/skills/pdf/SKILL.md", &*skill),
        ];
        let found = lint_tree(&files, &[]);
        let shadowed = found.iter().find(|one| one.code == "shadowed").unwrap();
        assert_eq!(
            (&*shadowed.path, shadowed.severity),
            (command, expected),
            "{shadowed:#?}"
        );
    }
}
