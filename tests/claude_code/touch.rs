//! Tests what a file that the model reads or changes adds: conditional skills, and the skills of
//! the file's directories.

use skillglass::hosts::claude_code::{ClaudeCodeOptions, PathMatching};
use skillglass::model::catalog::{LeftOutReason, RootStatus};
use skillglass::model::message::SkillEvent;
use skillglass::model::touch::{Touch, TouchedBy};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{
    editions, left_out, names, options, skill, typed, with, with_options, workspace, write_skill,
    write_text,
};
use crate::common::Files;

fn touch(session: &mut Session, workspace: &Workspace, path: &str) -> Touch {
    session.touch(workspace, &[path.to_owned()]).unwrap()
}

fn added(touch: &Touch) -> Vec<(&str, TouchedBy)> {
    (touch.added.iter())
        .map(|skill| (skill.name.as_str(), skill.by))
        .collect()
}

fn conditional(workspace: &mut Workspace, name: &str, paths: &str) {
    let text = format!("---\ndescription: D.\npaths: {paths}\n---\n");
    write_text(workspace, &format!("/repo/.claude/skills/{name}"), &text);
}

/// Returns true if touching a file adds a skill with these `paths`. `matching` selects how patterns
/// are compared.
fn wakes(edition: &str, matching: Option<PathMatching>, paths: &str, file: &str) -> bool {
    let mut workspace = with_options(
        edition,
        ClaudeCodeOptions {
            path_matching: matching,
            ..ClaudeCodeOptions::default()
        },
    );
    conditional(&mut workspace, "a", paths);
    let mut session = Session::new();
    !touch(&mut session, &workspace, file).added.is_empty()
}

#[test]
fn a_skill_with_paths_waits_for_a_matching_file_and_then_stays() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        conditional(&mut workspace, "a", "'src/**/*.ts'");
        let mut session = Session::new();
        assert!(!skill(&session.catalog(&workspace), "a").active);
        assert!(session.listing(&workspace, None).message.is_none());
        let refused = session.turn(&workspace, &typed("/a"));
        assert!(refused.selected.is_empty(), "{edition}");

        let nothing = touch(&mut session, &workspace, "/repo/docs/x.md");
        assert_eq!(nothing, Touch::default(), "{edition}");
        let woken = touch(&mut session, &workspace, "/repo/src/deep/x.ts");
        assert_eq!(added(&woken), [("a", TouchedBy::Condition)], "{edition}");
        assert!(woken.directories.is_empty(), "{edition}");
        assert_eq!(session.listing(&workspace, None).entries.len(), 1);
        let again = touch(&mut session, &workspace, "/repo/src/y.ts");
        assert!(again.added.is_empty(), "{edition}");
        touch(&mut session, &workspace, "/repo/docs/y.md");
        assert!(skill(&session.catalog(&workspace), "a").active, "{edition}");
        let chosen = session.turn(&workspace, &typed("/a"));
        assert_eq!(chosen.selected.len(), 1, "{edition}");
        assert!(!skill(&workspace.catalog(), "a").active, "{edition}");
    }
}

#[test]
fn files_touched_before_count_from_the_start() {
    for edition in editions() {
        let mut workspace = with(WorkspaceOptions {
            touched: Some(vec!["/repo/a.md".to_owned()]),
            ..options(edition)
        });
        conditional(&mut workspace, "a", "'*.md'");
        assert!(skill(&workspace.catalog(), "a").active, "{edition}");
    }
}

#[test]
fn patterns_are_gitignores_until_2026_04_and_from_the_root_since_unless_the_caller_says_so() {
    use PathMatching::{Anchored, Gitignore};
    for (paths, file, as_gitignore, anchored) in [
        ("'*.md'", "/repo/a.md", true, true),
        ("'*.md'", "/repo/docs/a.md", true, false),
        ("'**/*.ts'", "/repo/x/y.ts", true, true),
        ("'src/**/*'", "/repo/src/x/y", true, true),
        ("'src/**/*'", "/repo/lib/y", false, false),
        ("src", "/repo/src/x.ts", true, false),
        ("'src/**/*.{ts,tsx}'", "/repo/src/x.tsx", true, true),
        ("'a/*.md, b/*.md'", "/repo/b/x.md", true, true),
        ("'/a.md'", "/repo/a.md", true, true),
    ] {
        for edition in editions() {
            let by_itself = match edition {
                "2026-08" => anchored,
                _ => as_gitignore,
            };
            let case = format!("{edition} {paths} {file}");
            assert_eq!(wakes(edition, None, paths, file), by_itself, "{case}");
            assert_eq!(
                wakes(edition, Some(Gitignore), paths, file),
                as_gitignore,
                "{case}"
            );
            assert_eq!(
                wakes(edition, Some(Anchored), paths, file),
                anchored,
                "{case}"
            );
        }
    }
}

#[test]
fn files_outside_the_working_directory_wake_nothing() {
    for edition in editions() {
        for file in ["/other/a.md", "/a.md", "/repository/a.md", "/repo"] {
            assert!(!wakes(edition, None, "'**'", file), "{edition} {file}");
        }
    }
}

#[test]
fn an_unreadable_bracket_and_too_many_braces_match_nothing_and_disturb_no_other() {
    let many = "{a,b}".repeat(60);
    for edition in ["2026-04", "2026-08"] {
        let paths = format!("['docs [old/**', '{many}', '*.md']");
        assert!(wakes(edition, None, &paths, "/repo/a.md"), "{edition}");
        assert!(!wakes(edition, None, &paths, "/repo/docs [old/a"));
        let file = format!("/repo/{}", "a".repeat(60));
        assert!(!wakes(edition, None, &paths, &file), "{edition}");
    }
}

#[test]
fn a_touched_file_brings_the_directories_above_it_deepest_first_since_2026_04() {
    for (edition, expected) in [
        ("2026-02", vec!["top"]),
        ("2026-04", vec!["top", "deep", "mid"]),
        ("2026-08", vec!["top", "deep", "mid"]),
    ] {
        let mut workspace = workspace(edition);
        for (folder, name) in [
            ("/repo", "top"),
            ("/repo/apps", "mid"),
            ("/repo/apps/web", "deep"),
            ("/repo/apps/api", "other"),
        ] {
            write_skill(&mut workspace, &format!("{folder}/.claude/skills/{name}"));
        }
        let mut session = Session::new();
        let brought = touch(&mut session, &workspace, "/repo/apps/web/src/x.ts");
        assert_eq!(names(&session.catalog(&workspace)), expected, "{edition}");
        let directories = match edition {
            "2026-02" => vec![],
            _ => vec!["/repo/apps/web/.claude/skills", "/repo/apps/.claude/skills"],
        };
        assert_eq!(brought.directories, directories, "{edition}");
        let by: Vec<_> = brought.added.iter().map(|skill| skill.by).collect();
        assert_eq!(
            by,
            vec![TouchedBy::Directory; directories.len()],
            "{edition}"
        );
        touch(&mut session, &workspace, "/repo/README.md");
        assert_eq!(names(&session.catalog(&workspace)), expected, "{edition}");
    }
}

#[test]
fn a_nested_skill_is_unknown_until_its_directory_is_touched() {
    let mut workspace = workspace("2026-08");
    write_skill(&mut workspace, "/repo/apps/.claude/skills/deploy");
    let mut session = Session::new();
    let before = session.turn(&workspace, &typed("/deploy"));
    assert!(before.selected.is_empty());
    touch(&mut session, &workspace, "/repo/apps/x.ts");
    let after = session.turn(&workspace, &typed("/deploy"));
    assert_eq!(after.selected.len(), 1);
    let listing = session.listing(&workspace, None);
    assert_eq!(listing.entries[0].name, "deploy");
}

#[test]
fn directories_that_git_ignores_are_left_alone() {
    for edition in ["2026-04", "2026-08"] {
        let mut workspace = with(WorkspaceOptions {
            cwd: "/repo/pkg".to_owned(),
            ..options(edition)
        });
        let file = "/repo/pkg/node_modules/x/.claude/skills/a/SKILL.md";
        write_skill(&mut workspace, "/repo/pkg/node_modules/x/.claude/skills/a");
        workspace.put("/repo/.gitignore", "node_modules\n");
        let mut session = Session::new();
        let nothing = touch(&mut session, &workspace, "/repo/pkg/node_modules/x/y.js");
        assert!(nothing.added.is_empty(), "{edition}");
        let catalog = session.catalog(&workspace);
        assert_eq!(
            left_out(&catalog),
            [(file, LeftOutReason::GitIgnored)],
            "{edition}"
        );
        assert_eq!(
            left_out(&workspace.catalog()),
            [(file, LeftOutReason::GitIgnored)],
            "{edition}"
        );
        workspace.put("/repo/.gitignore", "dist\n");
        assert_eq!(names(&session.catalog(&workspace)), ["a"], "{edition}");
        assert_eq!(
            left_out(&workspace.catalog()),
            [(file, LeftOutReason::NotTouched)],
            "{edition}: the reason follows the file"
        );
    }
}

#[test]
fn without_the_projects_source_a_touched_file_brings_nothing() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            setting_sources: Some(vec![skillglass::hosts::claude_code::SettingSource::User]),
            ..ClaudeCodeOptions::default()
        },
    );
    write_skill(&mut workspace, "/repo/apps/.claude/skills/a");
    let mut session = Session::new();
    assert!(
        touch(&mut session, &workspace, "/repo/apps/x")
            .added
            .is_empty()
    );
    let catalog = session.catalog(&workspace);
    let root = (catalog.roots.iter()).find(|root| root.path == "/repo/apps/.claude/skills");
    assert_eq!(root.unwrap().status, RootStatus::Off);
    assert_eq!(catalog.left_out[0].reason, LeftOutReason::SourceOff);
}

#[test]
fn what_touching_changed_is_counted_in_an_event() {
    for edition in ["2026-04", "2026-08"] {
        let mut workspace = workspace(edition);
        conditional(&mut workspace, "a", "'**/*.ts'");
        write_skill(&mut workspace, "/repo/apps/.claude/skills/b");
        let mut session = Session::new();
        let brought = touch(&mut session, &workspace, "/repo/apps/x.ts");
        let [SkillEvent::Telemetry { name, properties }] = &brought.events[..] else {
            panic!("one event in {edition}")
        };
        assert_eq!(name, "tengu_dynamic_skills_changed", "{edition}");
        assert_eq!(properties["added"], "a,b", "{edition}");
        assert_eq!(properties["directories"], "/repo/apps/.claude/skills");
        let again = touch(&mut session, &workspace, "/repo/apps/y.ts");
        assert!(again.events.is_empty(), "{edition}");
    }
}

#[test]
fn the_list_after_a_touch_shows_what_came() {
    let mut workspace = workspace("2026-08");
    write_skill(&mut workspace, "/repo/.claude/skills/a");
    conditional(&mut workspace, "b", "'**/*.ts'");
    write_skill(&mut workspace, "/repo/apps/.claude/skills/a");
    let mut session = Session::new();
    session.listing(&workspace, None);
    touch(&mut session, &workspace, "/repo/apps/x.ts");
    let listing = session.listing(&workspace, None);
    let names: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["b", "apps:a"]);
}

#[test]
fn a_directory_that_touching_brought_is_recorded() {
    let mut workspace = workspace("2026-08");
    conditional(&mut workspace, "a", "'**/*.ts'");
    write_skill(&mut workspace, "/repo/apps/web/.claude/skills/b");
    let mut session = Session::new();
    let brought = touch(&mut session, &workspace, "/repo/apps/web/x.ts");
    let [attachment] = &brought.attachments[..] else {
        panic!("one directory")
    };
    assert_eq!(attachment.kind, "dynamic_skill");
    assert_eq!(attachment.directory, "/repo/apps/web/.claude/skills");
    assert_eq!(attachment.display_path, "apps/web/.claude/skills");
    assert_eq!(attachment.names, ["b"]);
}

#[test]
fn the_plan_of_a_session_knows_what_was_touched() {
    const NESTED: &str = "/repo/apps/.claude/skills/b/SKILL.md";
    let mut workspace = workspace("2026-08");
    workspace.write_unread(NESTED).unwrap();
    let mut session = Session::new();
    assert_eq!(session.plan(&workspace), workspace.plan());
    touch(&mut session, &workspace, "/repo/apps/x.ts");
    assert!(session.plan(&workspace).contains(&NESTED.to_owned()));
}

#[test]
fn a_path_that_is_not_absolute_is_refused() {
    let workspace = workspace("2026-08");
    let mut session = Session::new();
    let paths = ["/repo/a".to_owned(), "b".to_owned()];
    let error = session.touch(&workspace, &paths).unwrap_err();
    assert_eq!(error.argument, "paths[1]");
}

#[test]
fn a_nested_skill_that_has_the_bare_name_lists_no_others() {
    let mut workspace = workspace("2026-08");
    write_skill(&mut workspace, "/repo/apps/web/.claude/skills/deploy");
    write_skill(&mut workspace, "/repo/libs/.claude/skills/deploy");
    let mut session = Session::new();
    touch(&mut session, &workspace, "/repo/apps/web/x.ts");
    touch(&mut session, &workspace, "/repo/libs/x.ts");
    assert_eq!(
        names(&session.catalog(&workspace)),
        ["deploy", "libs:deploy"]
    );
    let turn = session.turn(&workspace, &typed("/deploy"));
    assert!(!turn.messages[1].text.contains("libs:deploy"));
}
