//! Tests where OpenClaw looks for skills, and which of several skills with one name it loads.

use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::model::catalog::LeftOutReason;

use super::{CONFIG, SKILLS, left_out, names, with, workspace, write, write_skill};
use crate::common::Files;

#[test]
fn a_later_folder_takes_the_place_of_an_earlier_one() {
    let folders = [
        "/opt/extra",
        "/bundled/skills",
        "/bundled/custodian-skills",
        "/home/me/.openclaw/agents/main/agent/workshop-skills",
        "/home/me/.openclaw/skills",
        "/home/me/.agents/skills",
        "/w/.agents/skills",
        SKILLS,
    ];
    let mut workspace = with(|options| {
        let openclaw = options.openclaw.as_mut().unwrap();
        openclaw.bundled = Some("/bundled/skills".to_owned());
    });
    let config = "{skills: {load: {extraDirs: ['/opt/extra']}}}";
    workspace.put(CONFIG, config);
    for folder in folders {
        write_skill(&mut workspace, &format!("{folder}/x"));
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["x"]);
        assert_eq!(catalog.skills[0].root, folder);
    }
}

#[test]
fn variables_move_the_state_folder() {
    let cases: [(&str, &str, &[&str]); 4] = [
        ("", "", &["personal", "state"]),
        ("OPENCLAW_STATE_DIR", "/state", &["moved"]),
        (
            "OPENCLAW_CONFIG_PATH",
            "/state/oc.json",
            &["moved", "personal"],
        ),
        ("OPENCLAW_HOME", "/other", &["other", "personal"]),
    ];
    for (variable, value, expected) in cases {
        let mut workspace = with(|options| {
            let variables = [(variable.to_owned(), value.to_owned())];
            options.variables = Some(variables.into());
        });
        for folder in [
            "/home/me/.openclaw/skills/state",
            "/state/skills/moved",
            "/other/.openclaw/skills/other",
            "/home/me/.agents/skills/personal",
        ] {
            write_skill(&mut workspace, folder);
        }
        assert_eq!(names(&workspace.catalog()), expected, "{variable}");
    }
}

#[test]
fn a_sessions_folder_comes_last_and_never_wins() {
    let mut workspace = with(|options| {
        let openclaw = options.openclaw.as_mut().unwrap();
        openclaw.session_folder = Some("/repo".to_owned());
    });
    for folder in ["/repo/skills/a", "/repo/skills/z", "/w/skills/z"] {
        write_skill(&mut workspace, folder);
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["z", "a"]);
    assert_eq!(catalog.skills[0].discovered_path, "/w/skills/z/SKILL.md");
    assert_eq!(
        left_out(&catalog),
        [("/repo/skills/z/SKILL.md", LeftOutReason::Shadowed)]
    );
}

#[test]
fn folders_are_read_to_a_depth_that_depends_on_the_root() {
    let mut workspace = workspace();
    let config = "{skills: {load: {extraDirs: ['/opt/pack', '/opt/skills']}}}";
    workspace.put(CONFIG, config);
    for folder in [
        "/w/skills/1/2/3/4/5/w6",
        "/w/skills/1/2/3/4/5/6/w7",
        "/w/skills/skills/1/2/3/4/5/n6",
        "/opt/pack/1/p2",
        "/opt/pack/1/2/p3",
        "/opt/skills/1/2/e3",
    ] {
        write_skill(&mut workspace, folder);
    }
    assert_eq!(names(&workspace.catalog()), ["e3", "n6", "p2", "w6"]);
}

#[test]
fn a_root_is_a_skill_a_pack_or_a_folder_of_skills() {
    let good = "---\nname: root\ndescription: Root.\n---\n";
    let bad = "No frontmatter.\n";
    let cases: [(Option<&str>, &[&str], &[&str]); 6] = [
        (None, &["skills/g/h/i/deep"], &["deep"]),
        (None, &["one", "skills/a"], &["a", "one"]),
        (Some(good), &["skills/a"], &["root"]),
        (Some(bad), &["skills/a"], &["a"]),
        (Some(good), &["one"], &["root"]),
        (Some(bad), &["one"], &[]),
    ];
    for (own, folders, expected) in cases {
        let mut workspace = workspace();
        let config = "{skills: {load: {extraDirs: ['/opt/pack']}}}";
        workspace.put(CONFIG, config);
        if let Some(own) = own {
            write(&mut workspace, "/opt/pack", own);
        }
        for folder in folders {
            write_skill(&mut workspace, &format!("/opt/pack/{folder}"));
        }
        assert_eq!(names(&workspace.catalog()), expected, "{own:?} {folders:?}");
    }
}

#[test]
fn links_lead_where_their_root_lets_them() {
    let cases = [
        ("/w/skills/l", "", false),
        (
            "/w/skills/l",
            "{skills: {load: {allowSymlinkTargets: ['/opt']}}}",
            true,
        ),
        ("/home/me/.agents/skills/l", "", true),
        ("/home/me/.openclaw/skills/l", "", true),
        (
            "/home/me/.openclaw/agents/main/agent/workshop-skills/l",
            "",
            false,
        ),
    ];
    for (link, config, loads) in cases {
        let mut workspace = workspace();
        workspace.put(CONFIG, config);
        write_skill(&mut workspace, "/opt/x");
        workspace.put_link(link, "/opt/x");
        let catalog = workspace.catalog();
        assert_eq!(catalog.skills.len(), usize::from(loads), "{link}");
        if !loads {
            let found = left_out(&catalog);
            assert!(found.contains(&(link, LeftOutReason::LinkNotFollowed)));
            let mut says = catalog.left_out.iter();
            assert!(says.any(|left_out| left_out.message.starts_with("Skipping escaped")));
        }
    }
}

#[test]
fn a_warning_of_a_full_root_has_its_whole_path() {
    let mut workspace = workspace();
    let config = "{skills: {limits: {maxCandidatesPerRoot: 1}}}";
    workspace.put(CONFIG, config);
    for name in ["a", "b"] {
        write_skill(&mut workspace, &format!("/home/me/.openclaw/skills/{name}"));
    }
    let catalog = workspace.catalog();
    let said = (catalog.left_out.iter())
        .map(|left_out| left_out.message.as_str())
        .filter(|message| message.contains("truncating discovery. dir=/home/me/.openclaw/skills "));
    assert_eq!(said.count(), 2, "{:?}", catalog.left_out);
}

#[test]
fn warnings_name_the_path_through_the_link() {
    let mut workspace = workspace();
    write(&mut workspace, "/opt/bad", "No frontmatter.\n");
    write_skill(&mut workspace, "/opt/good");
    for name in ["bad", "good"] {
        let link = format!("/home/me/.agents/skills/{name}");
        workspace.put_link(&link, format!("/opt/{name}"));
    }
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].discovered_path, "/opt/good/SKILL.md");
    assert_eq!(
        catalog.errors[0].path,
        "/home/me/.agents/skills/bad/SKILL.md"
    );
}

#[test]
fn a_root_that_is_reached_through_a_link_keeps_links_inside() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/opt/out");
    write_skill(&mut workspace, "/dotfiles/skills/in");
    for (link, target) in [
        ("/dotfiles/skills/l", "/opt/out"),
        ("/home/me/.agents", "/dotfiles"),
        ("/w/skills/escapes", "/opt/out"),
        ("/other", "/w"),
    ] {
        workspace.put_link(link, target);
    }
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["in"]);
    let said = |words: &str| {
        let mut left_out = catalog.left_out.iter();
        left_out.any(|left_out| left_out.message.contains(words))
    };
    assert!(said(
        "symlink prefix resolves outside the root ancestry: /home/me/.agents/skills/l/SKILL.md"
    ));
    assert!(!said("rootResolved="));

    let mut linked = with(|options| {
        options.openclaw.as_mut().unwrap().workspace = Some("/other".to_owned());
    });
    write_skill(&mut linked, "/opt/out");
    linked.put_link("/w/skills/escapes", "/opt/out");
    linked.put_link("/other", "/w");
    let catalog = linked.catalog();
    let mut left_out = catalog.left_out.iter();
    let words = " root=/other/skills rootResolved=/w/skills reason=";
    assert!(
        left_out.any(|left_out| left_out.message.contains(words)),
        "{:?}",
        catalog.left_out
    );
}

#[test]
fn a_skill_file_stays_in_its_own_folder() {
    let mut workspace = with(|options| {
        options.openclaw = Some(OpenclawOptions {
            workspace: Some("/w".to_owned()),
            hardlinked: Some(vec!["/w/skills/hard/SKILL.md".to_owned()]),
            ..OpenclawOptions::default()
        });
    });
    write_skill(&mut workspace, "/opt/x");
    write_skill(&mut workspace, "/w/skills/hard");
    workspace.put(
        "/w/skills/in/other.md",
        "---\nname: in\ndescription: I.\n---\n",
    );
    workspace.put_link("/w/skills/in/SKILL.md", "other.md");
    workspace.put_link("/w/skills/out/SKILL.md", "/opt/x/SKILL.md");
    workspace.put_link("/w/skills/gone/SKILL.md", "nowhere");
    workspace.put_folder("/w/skills/dir/SKILL.md");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["in"]);
    let expected = [
        ("/w/skills/dir/SKILL.md", LeftOutReason::NotAFile),
        ("/w/skills/gone/SKILL.md", LeftOutReason::DanglingLink),
        ("/w/skills/hard/SKILL.md", LeftOutReason::LinkNotFollowed),
        ("/w/skills/out/SKILL.md", LeftOutReason::LinkNotFollowed),
    ];
    let found = left_out(&catalog);
    for entry in expected {
        assert!(found.contains(&entry), "{entry:?} {found:?}");
    }
}

#[test]
fn limits_are_the_configurations() {
    let mut workspace = workspace();
    let config = "{skills: {limits: {maxCandidatesPerRoot: 2, maxSkillFileBytes: 60, maxSkillsLoadedPerSource: 2}}}";
    workspace.put(CONFIG, config);
    for folder in ["a", "b", "c", "skills/k"] {
        write_skill(&mut workspace, &format!("{SKILLS}/{folder}"));
    }
    let long = format!("---\nname: b\ndescription: {}\n---\n", "x".repeat(60));
    write(&mut workspace, &format!("{SKILLS}/b"), &long);
    let catalog = workspace.catalog();
    // The limits never cut off the folder `skills`. A skill that does not load does not count.
    assert_eq!(names(&catalog), ["a", "k"]);
    assert_eq!(catalog.errors[0].message, "File exceeds 60 bytes");
    let found = left_out(&catalog);
    assert!(found.contains(&("/w/skills/c/SKILL.md", LeftOutReason::EntryLimit)));
    let says = catalog.left_out.iter();
    let says: Vec<_> = says.filter(|left_out| left_out.path == SKILLS).collect();
    assert_eq!(says.len(), 2);
}

#[test]
fn of_one_name_in_one_root_the_last_by_path_stays() {
    let mut workspace = workspace();
    for folder in ["b", "B", "a/z"] {
        let text = format!("---\nname: same\ndescription: From {folder}.\n---\n");
        write(&mut workspace, &format!("{SKILLS}/{folder}"), &text);
    }
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].description, "From B.");
    let says: Vec<_> = catalog
        .left_out
        .iter()
        .map(|left_out| left_out.message.as_str())
        .collect();
    assert_eq!(
        says,
        [
            "Skill precedence collision: skill=\"same\" winner=openclaw-workspace:/w/skills/b/SKILL.md loser=openclaw-workspace:/w/skills/a/z/SKILL.md",
            "Skill precedence collision: skill=\"same\" winner=openclaw-workspace:/w/skills/B/SKILL.md loser=openclaw-workspace:/w/skills/b/SKILL.md",
        ]
    );
}

#[test]
fn the_catalog_is_in_the_order_of_names() {
    let mut workspace = workspace();
    let sorted = [
        "10", "9", "a", "A", "a_b", "a-b", "ab", "B", "é", "ss", "ß", "z", "ｚ", "描述",
    ];
    for (index, name) in sorted.iter().rev().enumerate() {
        let text = format!("---\nname: '{name}'\ndescription: D.\n---\n");
        write(&mut workspace, &format!("{SKILLS}/d{index}"), &text);
    }
    assert_eq!(names(&workspace.catalog()), sorted);
}
