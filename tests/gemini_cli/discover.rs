//! Tests where Gemini CLI looks for skills, including trust, extensions, and settings that switch
//! skills off.

use std::collections::BTreeMap;

use skillglass::model::catalog::RootStatus;

use super::*;
use crate::common::Files;

fn roots(workspace: &Workspace) -> Vec<(String, RootStatus)> {
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter();
    roots.map(|root| (root.path.clone(), root.status)).collect()
}

#[test]
fn roots_come_from_the_lowest_to_the_highest() {
    for edition in editions() {
        let mut workspace = with_own(
            edition,
            GeminiCliOptions {
                built_in: Some("/program/skills".to_owned()),
                ..GeminiCliOptions::default()
            },
        );
        write_extension(&mut workspace, "office", "pdf");
        let paths: Vec<_> = roots(&workspace)
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        assert_eq!(
            paths,
            [
                "/program/skills",
                "/home/me/.gemini/extensions/office/skills",
                "/home/me/.gemini/skills",
                "/home/me/.agents/skills",
                "/repo/.gemini/skills",
                "/repo/.agents/skills",
            ]
        );
    }
}

#[test]
fn a_home_that_is_the_working_directory_is_one_pair_of_roots() {
    let mut workspace = with(NEWEST, |options| options.cwd = "/home/me".to_owned());
    write_skill(&mut workspace, "/home/me/.gemini/skills/a");
    let statuses: Vec<_> = roots(&workspace)
        .into_iter()
        .map(|(_, status)| status)
        .collect();
    assert_eq!(statuses[0], RootStatus::Scanned);
    assert_eq!(statuses[2..], [RootStatus::Duplicate; 2]);
    assert!(workspace.catalog().left_out.is_empty());
}

#[test]
fn a_variable_names_another_home() {
    let mut workspace = with(NEWEST, |options| {
        let home = ("GEMINI_CLI_HOME".to_owned(), "/other".to_owned());
        options.variables = Some(BTreeMap::from([home]));
    });
    write_skill(&mut workspace, "/other/.gemini/skills/a");
    write_skill(&mut workspace, "/home/me/.gemini/skills/b");
    assert_eq!(names(&workspace.catalog()), ["a"]);
}

#[test]
fn a_skill_lies_in_the_root_or_one_folder_below() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        let root = "/repo/.agents/skills";
        for folder in ["", "/a", "/with blank", "/[b]", "/a/deep"] {
            write_named(
                &mut workspace,
                &format!("{root}{folder}"),
                &format!("n{folder}"),
            );
        }
        workspace.put_folder(format!("{root}/c/SKILL.md"));
        let catalog = workspace.catalog();
        let mut found: Vec<_> = (catalog.skills.iter())
            .map(|skill| skill.discovered_path.as_str())
            .collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                "/repo/.agents/skills/SKILL.md",
                "/repo/.agents/skills/[b]/SKILL.md",
                "/repo/.agents/skills/a/SKILL.md",
                "/repo/.agents/skills/with blank/SKILL.md",
            ]
        );
        assert_eq!(
            left_out(&catalog),
            [(
                "/repo/.agents/skills/a/deep/SKILL.md",
                LeftOutReason::TooDeep
            )]
        );
    }
}

#[test]
fn links_are_followed_and_shown_as_they_are_named() {
    let mut workspace = workspace(NEWEST);
    write_skill(&mut workspace, "/shared/one");
    workspace.put_link("/repo/.gemini/skills/linked", "/shared/one");
    workspace.put_link("/repo/.gemini/skills/file/SKILL.md", "/shared/one/SKILL.md");
    workspace.put_link("/repo/.gemini/skills/lost", "/nowhere");
    let catalog = workspace.catalog();
    assert_eq!(
        catalog.skills[0].discovered_path,
        "/repo/.gemini/skills/file/SKILL.md"
    );
    assert_eq!(
        left_out(&catalog),
        [
            (
                "/repo/.gemini/skills/linked/SKILL.md",
                LeftOutReason::Shadowed
            ),
            ("/repo/.gemini/skills/lost", LeftOutReason::DanglingLink),
        ]
    );
}

#[test]
fn trust_is_what_the_caller_or_the_variable_says() {
    // The option, the variable, true if there is no user, and true for each edition that trusts it.
    let cases = [
        (None, None, false, [true, true]),
        (Some(false), None, false, [false, false]),
        (Some(false), Some("true"), false, [false, true]),
        (Some(true), Some("false"), false, [true, false]),
        (Some(false), None, true, [true, false]),
    ];
    for (said, variable, headless, expected) in cases {
        for (edition, expected) in editions().into_iter().zip(expected) {
            let mut workspace = with(edition, |options| {
                options.gemini_cli = Some(GeminiCliOptions {
                    trusted: said,
                    headless,
                    ..GeminiCliOptions::default()
                });
                options.variables = variable.map(|value| {
                    BTreeMap::from([("GEMINI_CLI_TRUST_WORKSPACE".to_owned(), value.to_owned())])
                });
            });
            write_skill(&mut workspace, "/repo/.gemini/skills/a");
            let is_there = !workspace.catalog().skills.is_empty();
            assert_eq!(is_there, expected, "{edition} {said:?} {variable:?}");
        }
    }
}

#[test]
fn settings_of_a_project_count_in_a_trusted_one_alone() {
    for (trusted, enabled) in [(true, false), (false, true)] {
        let own = GeminiCliOptions {
            trusted: Some(trusted),
            ..GeminiCliOptions::default()
        };
        let mut workspace = with_own(NEWEST, own);
        write_skill(&mut workspace, "/home/me/.gemini/skills/a");
        let settings = "{\"skills\": {\"disabled\": [\"A\"]}}";
        workspace.put("/repo/.gemini/settings.json", settings);
        assert_eq!(workspace.catalog().skills[0].enabled, enabled);
    }
}

#[test]
fn the_last_settings_switch_skills_and_all_lists_of_names_are_joined() {
    let mut workspace = workspace(NEWEST);
    for name in ["a", "b", "c"] {
        write_skill(&mut workspace, &format!("/repo/.gemini/skills/{name}"));
    }
    for (file, settings) in [
        (
            "/home/me/.gemini/settings.json",
            "{\"skills\": {\"enabled\": false, \"disabled\": [\"A\"]}}",
        ),
        (
            "/repo/.gemini/settings.json",
            "{\"skills\": {\"enabled\": true}} // on",
        ),
        (
            "/etc/gemini-cli/settings.json",
            "{\"skills\": {\"disabled\": [\"c\"]}}",
        ),
    ] {
        workspace.put(file, settings);
    }
    let catalog = workspace.catalog();
    let enabled: Vec<_> = catalog.skills.iter().map(|skill| skill.enabled).collect();
    assert_eq!(enabled, [false, true, false]);
}

#[test]
fn the_administrator_switches_all_skills_off() {
    let own = GeminiCliOptions {
        admin_skills_enabled: Some(false),
        ..GeminiCliOptions::default()
    };
    let mut workspace = with_own(NEWEST, own);
    write_skill(&mut workspace, "/repo/.gemini/skills/a");
    assert_eq!(
        left_out(&workspace.catalog()),
        [("/repo/.gemini/skills/a/SKILL.md", LeftOutReason::SourceOff)]
    );
}

#[test]
fn settings_that_cannot_be_read_are_told() {
    let mut workspace = workspace(NEWEST);
    workspace.put("/repo/.gemini/settings.json", "{\"skills\": {},}");
    let catalog = workspace.catalog();
    assert!(catalog.ignored[0].message.contains("does not start"));
}

#[test]
fn an_extension_has_a_name_and_a_version() {
    let cases = [
        ("{\"name\": \"office\", \"version\": \"1\"}", true),
        ("{\"name\": \"office\"}", false),
        ("{\"name\": \"my office\", \"version\": \"1\"}", false),
        ("{\"name\": \"\", \"version\": \"1\"}", false),
        ("no JSON", false),
    ];
    for (configuration, loads) in cases {
        let mut workspace = workspace(NEWEST);
        write_extension(&mut workspace, "office", "pdf");
        let file = "/home/me/.gemini/extensions/office/gemini-extension.json";
        workspace.put(file, configuration);
        assert_eq!(
            !workspace.catalog().skills.is_empty(),
            loads,
            "{configuration}"
        );
    }
}

#[test]
fn the_command_line_names_the_extensions_of_a_session() {
    let cases: [(&[&str], &[&str]); 4] = [
        (&["ART"], &["svg"]),
        (&["none"], &[]),
        (&["none", "office"], &["pdf"]),
        (&[], &["svg", "pdf"]),
    ];
    for (chosen, expected) in cases {
        let own = GeminiCliOptions {
            extensions: Some(chosen.iter().map(|name| (*name).to_owned()).collect()),
            ..GeminiCliOptions::default()
        };
        let mut workspace = with_own(NEWEST, own);
        write_extension(&mut workspace, "art", "svg");
        write_extension(&mut workspace, "office", "pdf");
        assert_eq!(names(&workspace.catalog()), expected, "{chosen:?}");
    }
}

#[test]
fn a_linked_extension_lies_where_its_source_is() {
    let mut workspace = workspace(NEWEST);
    workspace.put(
        "/home/me/.gemini/extensions/office/.gemini-extension-install.json",
        "{\"type\": \"link\", \"source\": \"/home/me/office\"}",
    );
    let configuration = "{\"name\": \"office\", \"version\": \"1\"}";
    workspace.put("/home/me/office/gemini-extension.json", configuration);
    write_skill(&mut workspace, "/home/me/office/skills/pdf");
    let catalog = workspace.catalog();
    assert_eq!(
        catalog.skills[0].path,
        "/home/me/office/skills/pdf/SKILL.md"
    );
    assert_eq!(catalog.skills[0].plugin_id.as_deref(), Some("office"));
}

#[test]
fn a_skill_that_replaces_another_takes_its_place() {
    for edition in editions() {
        let own = GeminiCliOptions {
            built_in: Some("/program/skills".to_owned()),
            ..GeminiCliOptions::default()
        };
        let mut workspace = with_own(edition, own);
        write_skill(&mut workspace, "/program/skills/creator");
        write_skill(&mut workspace, "/home/me/.gemini/skills/a");
        write_skill(&mut workspace, "/home/me/.gemini/skills/b");
        write_named(&mut workspace, "/repo/.gemini/skills/x", "a");
        write_named(&mut workspace, "/repo/.agents/skills/y", "a");
        write_named(&mut workspace, "/repo/.agents/skills/z", "creator");
        write_named(&mut workspace, "/repo/.agents/skills/A", "A");
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["creator", "b", "a", "A"]);
        let paths: Vec<_> = catalog
            .skills
            .iter()
            .map(|skill| skill.path.as_str())
            .collect();
        assert_eq!(
            paths[..3],
            [
                "/repo/.agents/skills/z/SKILL.md",
                "/home/me/.gemini/skills/b/SKILL.md",
                "/repo/.agents/skills/y/SKILL.md"
            ]
        );
        // A skill that comes with Gemini CLI is replaced without a warning.
        let warning = workspace.listing().warning.unwrap();
        assert_eq!(warning.lines().count(), 2, "{warning}");
        assert!(!warning.contains("creator"));
    }
}
