//! Tests the rules on keys and values of the frontmatter: cases with a finding, and cases without
//! one.

use skillglass::compare::HostChoice;
use skillglass::lint::{Diagnostic, LintRequest, Severity};
use skillglass::{Workspace, WorkspaceOptions};

const PATH: &str = "/repo/.agents/skills/pdf/SKILL.md";
const FIELDS: &str = "name: pdf\ndescription: Fills in PDF forms.\n";

/// Returns all findings in a tree with these files. Each host is an id, or an id and an edition
/// such as `codex 2026-05`. If `hosts` is empty, the usual hosts are checked.
pub(super) fn lint(files: &[(&str, &str)], hosts: &[&str]) -> Vec<Diagnostic> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        context_window: Some(200_000),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    for (path, text) in files {
        workspace.write(path, *text).unwrap();
    }
    let hosts = hosts.iter().map(|host| {
        let (host, edition) = match host.split_once(' ') {
            Some((host, edition)) => (host, Some(edition.to_owned())),
            None => (*host, None),
        };
        HostChoice {
            host: host.to_owned(),
            edition,
        }
    });
    workspace
        .lint(&LintRequest {
            hosts: hosts.collect(),
            ..LintRequest::default()
        })
        .unwrap()
}

fn frontmatter(lines: &str, hosts: &[&str]) -> Vec<Diagnostic> {
    let text = format!("---\n{lines}---\nUse the script.\n");
    lint(&[(PATH, &text)], hosts)
}

fn hosts(one: &Diagnostic) -> Vec<&str> {
    one.hosts.iter().map(|host| host.host.as_str()).collect()
}

#[test]
fn a_misspelt_description_that_a_host_drops_the_skill_for_is_both() {
    let found = frontmatter("name: pdf\nDescription: Fills in forms.\n", &["codex"]);
    let codes: Vec<_> = found
        .iter()
        .map(|one| (one.code.as_str(), one.severity))
        .collect();
    assert!(
        codes.contains(&("misspelt-field", Severity::Warning)),
        "{codes:?}"
    );
    assert!(
        codes.contains(&("missing-description", Severity::Error)),
        "{codes:?}"
    );
}

#[test]
fn one_fault_is_an_error_where_a_host_drops_the_skill_and_a_warning_elsewhere() {
    let long = "a".repeat(1025);
    let lines = format!("name: pdf\ndescription: {long}\n");
    for (aimed, severity, named) in [
        (&["codex 2026-05", "standard"][..], Severity::Error, "codex"),
        (&["codex", "standard"], Severity::Warning, "standard"),
    ] {
        let found = frontmatter(&lines, aimed);
        let found: Vec<_> = (found.iter())
            .filter(|one| one.code == "description-too-long")
            .collect();
        assert_eq!(found.len(), 1, "{aimed:?}");
        assert_eq!(
            (found[0].severity, hosts(found[0])),
            (severity, vec![named]),
            "{aimed:?}"
        );
    }
}

#[test]
fn broken_frontmatter_is_left_to_the_rules_on_yaml() {
    let found = frontmatter("name: pdf\ndescription: \"a\ncontext: else\n", &[]);
    assert!(!found.is_empty());
    let ours = [
        "unknown-field",
        "invalid-value",
        "strict-yaml",
        "misspelt-field",
    ];
    assert!(
        found.iter().all(|one| !ours.contains(&one.code.as_str())),
        "{found:#?}"
    );
}

#[test]
fn a_hostile_file_has_as_many_findings_as_somebody_reads() {
    let keys: String = (0..2_000).map(|index| format!("k{index}: a\n")).collect();
    let tools: String = (0..2_000).map(|index| format!("  - B{index}(\n")).collect();
    let hooks: String = (0..2_000)
        .map(|index| format!("  E{index}: []\n"))
        .collect();
    let lines = format!("{keys}allowed-tools:\n{tools}hooks:\n{hooks}");
    for lines in [
        lines,
        keys.clone(),
        format!("allowed-tools:\n{tools}hooks:\n{hooks}"),
    ] {
        let found = frontmatter(&format!("{FIELDS}{lines}"), &[]);
        assert!(found.len() < 200, "{}", found.len());
        assert!(found.iter().all(|one| one.message.len() < 2000));
    }
}

#[test]
fn the_folder_of_a_repository_has_no_name_to_compare() {
    let text = "---\nname: forms\ndescription: Fills in PDF forms.\n---\nUse the script.\n";
    for (git, is_reported) in [("/repo/.git/HEAD", false), ("/repo/a/.git/HEAD", true)] {
        let found = lint(
            &[("/repo/SKILL.md", text), (git, "ref: x\n")],
            &["standard"],
        );
        let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes.contains(&"name-not-folder"), is_reported, "{codes:?}");
    }
}

#[test]
fn the_name_of_a_template_example_or_test_is_information() {
    let text = "---\nname: forms\ndescription: Fills in PDF forms.\n---\nUse the script.\n";
    for (folder, severity) in [
        ("pdf", Severity::Warning),
        ("_template", Severity::Info),
        ("_parts/pdf", Severity::Info),
        ("template", Severity::Info),
        ("examples/pdf", Severity::Info),
        ("fixtures/pdf", Severity::Info),
        ("test", Severity::Warning),
        ("templates-of-forms", Severity::Warning),
    ] {
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        let found = lint(&[(&path, text)], &["standard"]);
        let one = found.iter().find(|one| one.code == "name-not-folder");
        assert_eq!(one.map(|one| one.severity), Some(severity), "{folder}");
    }
}

#[test]
fn a_name_that_only_the_standard_compares_is_information_beside_other_targets() {
    let text = "---\nname: forms\ndescription: Fills in PDF forms.\n---\nText.\n";
    for (targets, severity) in [
        (&["standard"][..], Severity::Warning),
        (&["codex", "standard"], Severity::Info),
        (&["claude-code@2026-08", "standard"], Severity::Warning),
    ] {
        let found = lint(&[(PATH, text)], targets);
        let one = found.iter().find(|one| one.code == "name-not-folder");
        assert_eq!(one.map(|one| one.severity), Some(severity), "{targets:?}");
    }
}

#[test]
fn a_skill_whose_name_is_a_placeholder_is_a_template() {
    for name in ["\"{skill-name}\"", "<skill-name>"] {
        let text = format!("---\nname: {name}\ndescription: What the skill does.\n---\nText.\n");
        for (path, expected) in [
            ("/repo/parts/skill/SKILL.md", Severity::Info),
            // A host finds this file, so its author forgot to fill in the name.
            (PATH, Severity::Warning),
        ] {
            let found = lint(&[(path, &text)], &["standard"]);
            let most = found.iter().map(|one| one.severity).min();
            assert_eq!(most, Some(expected), "{path}: {name}: {found:#?}");
        }
    }
}

#[test]
fn a_file_of_another_skill_that_no_host_finds_needs_no_fields() {
    let outer = format!("---\n{FIELDS}---\nFill in the form.\n");
    let part = "---\nskill_id: fill\n---\nFill it in.\n";
    let severity = |folder: &str, own: &str| {
        let outer_path = format!("{folder}/SKILL.md");
        let path = format!("{folder}/{own}/SKILL.md");
        let found = lint(
            &[(&outer_path, &outer), (&path, part)],
            &["codex", "opencode"],
        );
        let of_part = found.into_iter().filter(|one| one.path == path);
        of_part.map(|one| one.severity).min()
    };
    assert_eq!(
        severity("/repo/app/pdf", "steps/fill"),
        Some(Severity::Info)
    );
    // Codex finds the part below its folder of skills.
    assert_eq!(
        severity("/repo/.agents/skills/pdf", "steps/fill"),
        Some(Severity::Error)
    );
    // The other skills of a project are below the skill in the project's folder.
    assert_eq!(severity("/repo", "fill"), Some(Severity::Error));
}

#[test]
fn a_part_that_its_skill_names_is_advised_to_have_another_name() {
    let skill = |text: &str| format!("---\n{FIELDS}---\n{text}\n");
    let part = "/repo/.agents/skills/pdf/phases/deploy/SKILL.md";
    for (text, is_part) in [
        ("Read `phases/deploy/SKILL.md`.", true),
        ("Read `deploy/SKILL.md`.", true),
        ("Read `not-deploy/SKILL.md`.", false),
        ("Use the script.", false),
    ] {
        let found = lint(
            &[(PATH, &skill(text)), (part, "# Deploy\n\nWrite it.\n")],
            &["opencode"],
        );
        let one = found.iter().find(|one| one.code == "no-frontmatter");
        let one = one.unwrap_or_else(|| panic!("{found:#?}"));
        let help = &one.help;
        assert_eq!(
            help.contains("give the file another name"),
            is_part,
            "{help}"
        );
        assert_eq!(one.fixes.is_empty(), is_part);
    }
}

#[test]
fn a_part_that_is_probably_no_skill_is_information_although_its_skill_names_it() {
    let part = "/repo/kit/parts/deploy/SKILL.md";
    let found = lint(
        &[
            ("/repo/.claude-plugin/plugin.json", r#"{ "name": "kit" }"#),
            (
                "/repo/kit/SKILL.md",
                "---\nname: kit\ndescription: Fills in forms.\n---\nRead parts/deploy/SKILL.md.\n",
            ),
            (part, "# Deploy\n\nWrite it.\n"),
        ],
        &["codex"],
    );
    let found = found.iter().filter(|one| one.code == "no-frontmatter");
    let severities: Vec<_> = found.map(|one| one.severity).collect();
    assert_eq!(severities, [Severity::Info]);
}

#[test]
fn a_file_to_which_a_build_adds_frontmatter_is_information_where_no_host_finds_it() {
    let fields = "{\n  \"name\": \"pdf\",\n  \"description\": \"Fills in forms.\"\n}\n";
    for (folder, beside, text, expected) in [
        (
            "artifacts/skills",
            "SKILL.md.meta.json",
            fields,
            Severity::Info,
        ),
        (
            "artifacts/skills",
            "meta.yaml",
            "name: pdf\ndescription: x\n",
            Severity::Info,
        ),
        (
            "artifacts/skills",
            "meta.yaml",
            "name: pdf\n",
            Severity::Error,
        ),
        ("artifacts/skills", "package.json", fields, Severity::Error),
        (
            ".agents/skills",
            "SKILL.md.meta.json",
            fields,
            Severity::Error,
        ),
    ] {
        let file = format!("/repo/{folder}/pdf/SKILL.md");
        let data = format!("/repo/{folder}/pdf/{beside}");
        let files = [(&*file, "# Forms\n\nFill in the form.\n"), (&*data, text)];
        let found = lint(&files, &["codex"]);
        let found = found.iter().filter(|one| one.code == "no-frontmatter");
        let severities: Vec<_> = found.map(|one| one.severity).collect();
        assert_eq!(severities, [expected], "{folder} {beside}");
    }
}

#[test]
fn a_mapping_that_a_host_documents_is_information_for_plugins() {
    const MANIFEST: &str = r#"{
        "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
        "name": "forms"
    }"#;
    let cases = [
        ("openclaw:\n    emoji: x", Some(Severity::Info)),
        ("hermes:\n    tags: [x]", Some(Severity::Info)),
        ("openclaw: 1", Some(Severity::Warning)),
        ("forms:\n    emoji: x", Some(Severity::Warning)),
        ("version: 1.0", Some(Severity::Warning)),
        ("version: \"1.0\"", None),
    ];
    for (entry, expected) in cases {
        let text = format!("---\nname: pdf\ndescription: x\nmetadata:\n  {entry}\n---\nx\n");
        let files = [
            ("/repo/forms/plugin.json", MANIFEST),
            ("/repo/forms/skills/pdf/SKILL.md", &text),
        ];
        let found = lint(&files, &[]);
        let found = found.iter().find(|one| one.code == "plugin-skill");
        assert_eq!(found.map(|one| one.severity), expected, "{entry}");
        let advises_text = found.is_some_and(|one| one.help.contains("in quotes"));
        assert_eq!(advises_text, expected == Some(Severity::Warning), "{entry}");
    }
}
