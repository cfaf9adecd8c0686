//! Tests which skills the `skills` CLI finds in a repository, and where it installs them.

mod gh_skill;

use skillglass::install::{
    HiddenReason, InstallReport, InstallRequest, InstalledContent, InstalledEntry,
};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

/// Returns an empty workspace for Claude Code in the project `/project`.
pub fn workspace() -> Workspace {
    Workspace::new(
        &WorkspaceOptions::new("/project")
            .home("/home/me")
            .host("claude-code"),
    )
    .unwrap()
}

fn request() -> InstallRequest {
    InstallRequest {
        source: "/repo".to_owned(),
        project: "/project".to_owned(),
        home: Some("/home/me".to_owned()),
        ..InstallRequest::default()
    }
}

/// Writes a small skill into a folder. The skill's name is that of the folder.
fn write_skill(workspace: &mut Workspace, folder: &str) {
    let name = folder.rsplit('/').next().unwrap();
    write(
        workspace,
        folder,
        &format!("---\nname: {name}\ndescription: About {name}.\n---\n"),
    );
}

fn write(workspace: &mut Workspace, folder: &str, text: &str) {
    workspace.put(format!("{folder}/SKILL.md"), text);
}

/// Returns a workspace with a repository whose only skill `x` has this text.
fn lone(text: &str) -> Workspace {
    let mut workspace = workspace();
    write(&mut workspace, "/repo/skills/x", text);
    workspace
}

fn folders(report: &InstallReport) -> Vec<&str> {
    let skills = report.skills.iter();
    skills
        .map(|skill| skill.folder.strip_prefix("/repo").unwrap())
        .collect()
}

fn installed(report: &InstallReport) -> Vec<String> {
    let entries = report.entries.iter();
    let shown = entries.map(|InstalledEntry { path, content }| match content {
        InstalledContent::File { .. } => path.clone(),
        InstalledContent::Directory => format!("{path}/"),
        InstalledContent::Link { target } => format!("{path} -> {target}"),
    });
    shown.collect()
}

#[test]
fn places_are_searched_in_their_order_and_folders_by_name() {
    let mut workspace = workspace();
    for folder in [
        "/repo/top",
        "/repo/skills/b",
        "/repo/skills/Z",
        "/repo/skills/1/2/deep",
        "/repo/skills/1/2/3/deeper",
        "/repo/skills/.curated/c",
        "/repo/.claude/skills/d",
        "/repo/.cursor/skills/e",
        "/repo/skills/node_modules/1/f",
    ] {
        write_skill(&mut workspace, folder);
    }
    let report = workspace.install(&request()).unwrap();
    assert_eq!(
        folders(&report),
        [
            "/top",
            "/skills/.curated/c",
            "/skills/1/2/deep",
            "/skills/Z",
            "/skills/b",
            "/.claude/skills/d",
        ]
    );
    let hidden: Vec<_> = report
        .hidden
        .iter()
        .map(|hidden| (hidden.path.as_str(), hidden.reason))
        .collect();
    assert_eq!(
        hidden,
        [
            ("/repo/.cursor/skills/e/SKILL.md", HiddenReason::NotSearched),
            (
                "/repo/skills/1/2/3/deeper/SKILL.md",
                HiddenReason::NotSearched
            ),
            (
                "/repo/skills/node_modules/1/f/SKILL.md",
                HiddenReason::NotSearched
            ),
        ]
    );
}

#[test]
fn a_skill_at_the_top_is_all_and_nothing_means_everywhere() {
    let cases: [(&[&str], bool, &[&str]); 4] = [
        (&["/repo", "/repo/skills/a"], false, &[""]),
        (&["/repo", "/repo/skills/a"], true, &["", "/skills/a"]),
        (
            &[
                "/repo/a/b/c/d/x",
                "/repo/a/b/c/d/x/inner",
                "/repo/a/b/c/d/e/y",
            ],
            false,
            &["/a/b/c/d/x"],
        ),
        (
            &["/repo/a/b/x", "/repo/a/b/x/inner"],
            false,
            &["/a/b/x", "/a/b/x/inner"],
        ),
    ];
    for (skills, full_depth, expected) in cases {
        let mut workspace = workspace();
        for folder in skills {
            write_skill(&mut workspace, folder);
        }
        let report = workspace
            .install(&InstallRequest {
                full_depth,
                ..request()
            })
            .unwrap();
        assert_eq!(folders(&report), expected, "{skills:?}");
    }
}

#[test]
fn what_is_skipped_is_said_with_the_programs_words() {
    let cases = [
        (
            "No frontmatter.\n",
            "missing required frontmatter field(s): name, description",
        ),
        (
            "--- \nname: a\ndescription: b\n---\n",
            "missing required frontmatter field(s): name, description",
        ),
        (
            "---\nname: a\ndescription: ''\n---\n",
            "missing required frontmatter field(s): description",
        ),
        (
            "---\nname: 0\ndescription: b\n---\n",
            "missing required frontmatter field(s): name",
        ),
        (
            "---\nname: 1\ndescription: b\n---\n",
            "frontmatter \"name\" and \"description\" must be strings (got number and string)",
        ),
        (
            "---\nname: a: b\ndescription: c\n---\n",
            "YAML parse error: Nested mappings are not allowed in compact mappings at line 1, column 7:\n\nname: a: b\n      ^",
        ),
    ];
    for (text, reason) in cases {
        let report = lone(text).install(&request()).unwrap();
        assert_eq!(report.skipped[0].reason, reason, "{text:?}");
        assert!(!report.skipped[0].help.is_empty());
        assert_eq!(
            report.error.as_deref(),
            Some("No valid skills found. Skills require a SKILL.md with name and description.")
        );
    }
}

#[test]
fn names_are_cleaned_and_make_folders() {
    let cases = [
        ("name: My Skill", "My Skill", "my-skill"),
        ("name: \"\\e[31mred\\e[0m\"", "red", "red"),
        ("name: ../../evil", "../../evil", "evil"),
        ("name: '..'", "..", "unnamed-skill"),
        ("name: 描述", "描述", "unnamed-skill"),
        ("name: \"\\e[0m\"", "x", "x"),
    ];
    for (line, name, folder) in cases {
        let report = lone(&format!("---\n{line}\ndescription: D.\n---more\n"))
            .install(&request())
            .unwrap();
        let skill = &report.skills[0];
        assert_eq!(
            (skill.name.as_str(), skill.installed_as.as_str()),
            (name, folder),
            "{line}"
        );
    }
}

#[test]
fn some_are_passed_over_without_a_word() {
    let internal = "---\nname: x\ndescription: D.\nmetadata: { internal: true }\n---\n";
    let mut workspace = lone(internal);
    let report = workspace.install(&request()).unwrap();
    assert_eq!(report.hidden[0].reason, HiddenReason::Internal);
    let asked = InstallRequest {
        skills: vec!["X".to_owned()],
        ..request()
    };
    assert_eq!(workspace.install(&asked).unwrap().skills.len(), 1);

    write_skill(&mut workspace, "/repo/skills/a");
    write(
        &mut workspace,
        "/repo/skills/b",
        "---\nname: a\ndescription: D.\n---\n",
    );
    write_skill(&mut workspace, "/repo/.claude/skills/c");
    workspace.put(
        "/repo/skills-lock.json",
        r#"{"version": 1, "skills": {"C": {}}}"#,
    );
    let report = workspace.install(&request()).unwrap();
    let hidden: Vec<_> = report.hidden.iter().map(|hidden| hidden.reason).collect();
    assert_eq!(
        hidden,
        [
            HiddenReason::SameName,
            HiddenReason::Internal,
            HiddenReason::Locked
        ]
    );
}

#[test]
fn of_two_that_are_installed_as_one_folder_the_later_stays() {
    let mut workspace = workspace();
    write(
        &mut workspace,
        "/repo/skills/a",
        "---\nname: 描述\ndescription: D.\n---\n",
    );
    write(
        &mut workspace,
        "/repo/skills/b",
        "---\nname: 日本\ndescription: D.\n---\n",
    );
    workspace.put("/repo/skills/a/more.md", "x");
    let report = workspace.install(&request()).unwrap();
    assert_eq!(
        report.skills[0].replaced_by.as_deref(),
        Some("/repo/skills/b")
    );
    assert_eq!(
        installed(&report),
        ["/project/.agents/skills/unnamed-skill/SKILL.md"]
    );
}

#[test]
fn agents_get_links_or_copies() {
    let cases: [(&[&str], bool, bool, &[&str]); 6] = [
        (&[], false, false, &["/project/.agents/skills/a/SKILL.md"]),
        (
            &["claude-code"],
            false,
            false,
            &["/project/.claude/skills/a/SKILL.md"],
        ),
        (
            &["codex", "claude-code"],
            false,
            false,
            &[
                "/project/.agents/skills/a/SKILL.md",
                "/project/.claude/skills/a -> ../../.agents/skills/a",
            ],
        ),
        (
            &["codex", "claude-code"],
            true,
            false,
            &[
                "/project/.agents/skills/a/SKILL.md",
                "/project/.claude/skills/a/SKILL.md",
            ],
        ),
        (
            &["claude-code"],
            false,
            true,
            &["/home/me/.claude/skills/a/SKILL.md"],
        ),
        (
            &["codex", "openclaw"],
            false,
            true,
            &[
                "/home/me/.agents/skills/a/SKILL.md",
                "/home/me/.openclaw/skills/a -> ../../.agents/skills/a",
            ],
        ),
    ];
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/skills/a");
    for (agents, copy, global, expected) in cases {
        let agents = agents.iter().map(|agent| (*agent).to_owned()).collect();
        let report = workspace
            .install(&InstallRequest {
                agents,
                copy,
                global,
                ..request()
            })
            .unwrap();
        assert_eq!(installed(&report), expected);
    }
    let unknown = InstallRequest {
        agents: vec!["nope".to_owned()],
        ..request()
    };
    assert_eq!(
        workspace.install(&unknown).unwrap_err().argument,
        "agents[0]"
    );
}

#[test]
fn a_folder_that_is_a_link_to_another_is_written_once() {
    let cases: [(&[&str], bool); 4] = [
        (&["codex", "claude-code"], false),
        (&["codex", "claude-code"], true),
        (&["claude-code"], false),
        (&["claude-code", "codex"], true),
    ];
    for (agents, copy) in cases {
        for (link, real) in [(".claude", ".agents"), (".agents", ".claude")] {
            let mut workspace = workspace();
            write_skill(&mut workspace, "/repo/skills/a");
            let link = format!("/project/{link}/skills");
            workspace.put_link(&link, format!("../{real}/skills"));
            let kept = format!("/project/{real}/skills/kept.md");
            workspace.put(&kept, "x");
            let report = workspace
                .install(&InstallRequest {
                    agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
                    copy,
                    ..request()
                })
                .unwrap();
            let expected = format!("/project/{real}/skills/a/SKILL.md");
            assert_eq!(installed(&report), [expected], "{agents:?} {copy} {link}");
        }
    }
}

#[test]
fn a_copy_lacks_some_and_takes_what_links_lead_to() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/skills/a");
    for file in [
        "metadata.json",
        "sub/metadata.json",
        ".git/HEAD",
        "__pycache__/x.pyc",
        "node_modules/m.js",
    ] {
        workspace.put(format!("/repo/skills/a/{file}"), "x");
    }
    workspace.put("/repo/shared/.git/HEAD", "x");
    workspace.put_link("/repo/skills/a/shared", "/repo/shared");
    workspace.put_link("/repo/skills/a/gone", "nowhere");
    let report = workspace.install(&request()).unwrap();
    let base = "/project/.agents/skills/a/";
    let got: Vec<_> = installed(&report)
        .iter()
        .map(|path| path.strip_prefix(base).unwrap().to_owned())
        .collect();
    assert_eq!(got, ["SKILL.md", "node_modules/m.js", "shared/.git/HEAD"]);
}

#[test]
fn what_is_installed_is_there_for_hosts() {
    let mut workspace = workspace();
    write(
        &mut workspace,
        "/repo/skills/a",
        "---\nname: My Skill\ndescription: D.\n---\n",
    );
    let agents = vec!["claude-code".to_owned(), "codex".to_owned()];
    let report = workspace
        .install(&InstallRequest {
            agents,
            ..request()
        })
        .unwrap();
    assert!(workspace.catalog().skills.is_empty());
    assert!(workspace.put_installed(&report).refused.is_empty());
    let catalog = workspace.catalog();
    // Claude Code uses the folder's name.
    assert_eq!(catalog.skills[0].name, "my-skill");
}

#[test]
fn plugins_declare_places_and_groups() {
    let mut workspace = workspace();
    let marketplace = r#"{"plugins": [{"name": "my-tools", "source": "./plugins/p", "skills": ["./deep/down/a"]}, {"name": "b", "source": "plugins/q"}]}"#;
    workspace.put("/repo/.claude-plugin/marketplace.json", marketplace);
    for folder in [
        "plugins/p/deep/down/a",
        "plugins/p/deep/down/sibling",
        "plugins/p/skills/s",
        "plugins/q/skills/lost",
    ] {
        write_skill(&mut workspace, &format!("/repo/{folder}"));
    }
    let report = workspace.install(&request()).unwrap();
    let groups: Vec<_> = report
        .skills
        .iter()
        .map(|skill| (skill.name.as_str(), skill.group.as_deref()))
        .collect();
    assert_eq!(
        groups,
        [("a", Some("My Tools")), ("sibling", None), ("s", None)]
    );
}
