//! Tests the comparison of lock files with the installed skills (`docs/locks.md`).

mod broken;
mod lint;
mod recorded;
mod sites;

use serde_json::{Value, json};
use skillglass::locks::{LockFile, LockFormat, LockReason, LockState, LocksReport};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

pub const SKILL: &str = "---\nname: pdf\ndescription: Fill in forms.\n---\n";

/// The digest of a skill's folder that contains only a `SKILL.md` with the text [`SKILL`].
pub const DIGEST: &str = "684a64db82b352441c34c1893bec5a44f2e9af5686e7c854d69b1812873f5e01";

pub fn workspace() -> Workspace {
    Workspace::new(&WorkspaceOptions::new("/repo").home("/home/me")).unwrap()
}

/// Returns the lock file's entry for a skill from GitHub with this digest.
pub fn entry(digest: &str) -> Value {
    json!({ "source": "acme/skills", "sourceType": "github", "computedHash": digest })
}

/// Returns the text of a project's lock file with these skills.
pub fn lock(skills: &Value) -> String {
    json!({ "version": 1, "skills": skills }).to_string()
}

/// Returns a workspace for a project with these files, each given as a path and a text.
pub fn project(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = workspace();
    for (path, text) in files {
        workspace.put(path, *text);
    }
    workspace
}

/// Returns a workspace for a project whose lock file has the skill `pdf` with a digest, and with
/// these files.
fn locked(digest: &str, files: &[(&str, &str)]) -> Workspace {
    let mut workspace = project(files);
    workspace.put(
        "/repo/skills-lock.json",
        lock(&json!({ "pdf": entry(digest) })),
    );
    workspace
}

/// Returns the state of the first lock file's first entry, the reason for the state, and the paths
/// of the installed copies.
fn first(report: &LocksReport) -> (LockState, Option<LockReason>, Vec<&str>) {
    let entry = &report.locks[0].entries[0];
    let copies = entry.copies.iter().map(|copy| &*copy.path);
    (entry.state, entry.reason, copies.collect())
}

fn state(workspace: &Workspace) -> (LockState, Option<LockReason>) {
    let report = workspace.locks();
    let (state, reason, _) = first(&report);
    (state, reason)
}

pub fn names(lock: &LockFile) -> Vec<&str> {
    lock.entries.iter().map(|entry| &*entry.name).collect()
}

#[test]
fn a_copy_with_the_locked_digest_is_the_same() {
    let workspace = locked(DIGEST, &[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]);
    let report = workspace.locks();
    assert_eq!(
        first(&report),
        (LockState::Same, None, vec!["/repo/.agents/skills/pdf"])
    );
    let lock = &report.locks[0];
    assert_eq!(
        (&*lock.path, lock.format),
        ("/repo/skills-lock.json", LockFormat::Project)
    );
    assert_eq!(lock.version.as_deref(), Some("1"));
    assert_eq!(lock.entries[0].source.as_deref(), Some("acme/skills"));
    assert_eq!(lock.entries[0].range.start.line, 1);
    assert_eq!((lock.problems.len(), lock.unlisted.len()), (0, 0));
}

#[test]
fn the_order_of_files_is_that_of_locale_compare() {
    let at = |name: &str| format!("/repo/.agents/skills/pdf/{name}");
    let digest = "f4d028e642585bbcb957811fbc1d14c517af62c933a36dca1d1f466093ad1727";
    let mut workspace = locked(digest, &[]);
    let files = [
        ("SKILL.md", SKILL),
        ("scripts/Ünï.sh", "1"),
        ("scripts/a-b.sh", "2"),
        ("scripts/a/b.sh", "3"),
        ("_x", "4"),
        ("README.md", "5"),
    ];
    for (name, text) in files {
        workspace.put(at(name), text);
    }
    assert_eq!(state(&workspace), (LockState::Same, None));
}

#[test]
fn files_that_the_program_does_not_hash_or_install_change_nothing() {
    for extra in [
        "node_modules/x.js",
        ".git/HEAD",
        "scripts/__pycache__/x.pyc",
    ] {
        let mut workspace = locked(DIGEST, &[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]);
        workspace.put(format!("/repo/.agents/skills/pdf/{extra}"), "x");
        assert_eq!(state(&workspace), (LockState::Same, None), "{extra}");
    }
}

#[test]
fn a_changed_an_added_and_a_removed_file_change_the_copy() {
    let skill = "/repo/.agents/skills/pdf/SKILL.md";
    let other = "/repo/.agents/skills/pdf/reference.md";
    let cases: [&[(&str, &str)]; 4] = [
        &[(
            skill,
            "---\nname: pdf\ndescription: Fill in other forms.\n---\n",
        )],
        &[(skill, SKILL), (other, "x")],
        &[(other, SKILL)],
        &[("/repo/.agents/skills/pdf/x/SKILL.md", SKILL)],
    ];
    for files in cases {
        let found = state(&locked(DIGEST, files));
        assert_eq!(
            found,
            (LockState::Changed, Some(LockReason::SourceDigest)),
            "{files:?}"
        );
    }
}

#[test]
fn other_line_ends_are_the_same_skill() {
    let windows = SKILL.replace('\n', "\r\n");
    let workspace = locked(DIGEST, &[("/repo/.agents/skills/pdf/SKILL.md", &windows)]);
    assert_eq!(
        state(&workspace),
        (LockState::Same, Some(LockReason::LineEnds))
    );
}

#[test]
fn each_copy_is_compared_once_and_the_worst_counts() {
    let mut workspace = locked(
        DIGEST,
        &[
            ("/repo/.agents/skills/pdf/SKILL.md", SKILL),
            ("/repo/.claude/skills/pdf/SKILL.md", "other"),
        ],
    );
    workspace.put_link("/repo/.windsurf/skills/pdf", "../../.agents/skills/pdf");
    let report = workspace.locks();
    let copies = ["/repo/.agents/skills/pdf", "/repo/.claude/skills/pdf"];
    assert_eq!(
        first(&report),
        (
            LockState::Changed,
            Some(LockReason::SourceDigest),
            copies.to_vec()
        )
    );
    let states: Vec<_> = report.locks[0].entries[0]
        .copies
        .iter()
        .map(|copy| copy.state)
        .collect();
    assert_eq!(states, [LockState::Same, LockState::Changed]);
}

#[test]
fn a_skill_without_a_copy_is_missing() {
    let workspace = locked(DIGEST, &[("/repo/skills-pdf/SKILL.md", SKILL)]);
    assert_eq!(
        first(&workspace.locks()),
        (LockState::Missing, None, vec![])
    );
}

#[test]
fn a_name_is_installed_in_the_folder_that_the_program_makes_of_it() {
    let mut workspace = project(&[
        ("/repo/.agents/skills/pdf-tools/SKILL.md", SKILL),
        ("/repo/.agents/skills/evil/SKILL.md", SKILL),
    ]);
    let skills = json!({ "PDF Tools": entry(DIGEST), "../../evil": entry(DIGEST) });
    workspace.put("/repo/skills-lock.json", lock(&skills));
    let report = workspace.locks();
    let states = report.locks[0]
        .entries
        .iter()
        .map(|entry| (entry.path(), entry.state));
    let mut states: Vec<_> = states.collect();
    states.sort_by_key(|(path, _)| *path);
    assert_eq!(
        states,
        [
            (Some("/repo/.agents/skills/evil"), LockState::Same),
            (Some("/repo/.agents/skills/pdf-tools"), LockState::Same),
        ]
    );
}

#[test]
fn a_link_that_leads_out_of_the_project_is_refused() {
    let mut workspace = locked(DIGEST, &[("/elsewhere/pdf/SKILL.md", SKILL)]);
    workspace.put_link("/repo/.claude/skills/pdf", "/elsewhere/pdf");
    assert_eq!(
        state(&workspace),
        (LockState::Unverifiable, Some(LockReason::Outside))
    );
}

#[test]
fn files_without_contents_are_asked_for() {
    let mut workspace = workspace();
    workspace.write_unread("/repo/skills-lock.json").unwrap();
    workspace
        .write_unread("/repo/.agents/skills/pdf/SKILL.md")
        .unwrap();
    assert_eq!(workspace.locks().unread, ["/repo/skills-lock.json"]);
    workspace.put(
        "/repo/skills-lock.json",
        lock(&json!({ "pdf": entry(DIGEST) })),
    );
    let report = workspace.locks();
    assert_eq!(report.unread, ["/repo/.agents/skills/pdf/SKILL.md"]);
    assert_eq!(
        state(&workspace),
        (LockState::Unverifiable, Some(LockReason::Unread))
    );
    workspace.put("/repo/.agents/skills/pdf/SKILL.md", SKILL);
    assert_eq!(workspace.locks().unread, [""; 0]);
    assert_eq!(state(&workspace), (LockState::Same, None));
}

#[test]
fn a_local_skill_is_the_same_if_it_is_what_the_program_installs_from_its_source() {
    let copy = ("/repo/.agents/skills/pdf/SKILL.md", SKILL);
    let source = ("/repo/vendor/skills/pdf/SKILL.md", SKILL);
    let extra = ("/repo/vendor/skills/pdf/metadata.json", "{}");
    // The digest is that of the source with its `metadata.json`, which is not installed.
    let digest = "8f6d4d3f3ec33ee0a4c0ea9c6a4a2d6a1d1b1f0f6b2d9c1c4c5b6a7988776655";
    let with = |digest: &str, files: &[(&str, &str)]| {
        let mut workspace = project(files);
        let local = json!({ "source": "./vendor", "sourceType": "local", "computedHash": digest });
        workspace.put("/repo/skills-lock.json", lock(&json!({ "pdf": local })));
        workspace
    };
    // The expected digest is read from a report in which the source's files are a copy.
    let shown = locked(
        digest,
        &[
            ("/repo/.agents/skills/pdf/SKILL.md", SKILL),
            ("/repo/.agents/skills/pdf/metadata.json", "{}"),
        ],
    );
    let report = shown.locks();
    let of_source = report.locks[0].entries[0].copies[0].found.clone().unwrap();

    let found = state(&with(&of_source, &[copy, source, extra]));
    assert_eq!(found, (LockState::Same, Some(LockReason::FromSource)));
    let other = ("/repo/.agents/skills/pdf/SKILL.md", "other");
    let found = state(&with(&of_source, &[other, source, extra]));
    assert_eq!(found, (LockState::Changed, None));
    let found = state(&with(digest, &[copy, source, extra]));
    assert_eq!(found, (LockState::Changed, Some(LockReason::SourceDigest)));
}

#[test]
fn the_lock_file_of_the_home_has_the_names_of_trees_in_git() {
    let at = "/home/me/.agents/skills/pdf";
    let names = [
        // In the first name only `run.sh` is executable, in the second one `a-b.md` as well.
        "3c99cc798799b5f029c921860a8720d84f39b334",
        "c3a0f7266c6b4f197e8fe05dab7f66fefe0a4357",
    ];
    let with = |name: &str, text: &str| {
        let mut workspace = workspace();
        let skills = json!({ "pdf": {
            "source": "acme/skills", "sourceType": "github", "sourceUrl": "https://github.com/acme/skills.git",
            "skillPath": "skills/pdf/SKILL.md", "skillFolderHash": name, "installedAt": "", "updatedAt": "",
        } });
        let lock = json!({ "version": 3, "skills": skills, "dismissed": {} });
        workspace.put("/home/me/.agents/.skill-lock.json", lock.to_string());
        workspace.put(format!("{at}/SKILL.md"), SKILL);
        workspace.put(format!("{at}/scripts/run.sh"), "#!/bin/sh\necho run\n");
        workspace.put(format!("{at}/a/x.md"), "x\n");
        workspace.put(format!("{at}/a-b.md"), text);
        workspace
    };
    for name in names {
        assert_eq!(state(&with(name, "y\n")), (LockState::Same, None), "{name}");
    }
    let changed = (LockState::Changed, Some(LockReason::SourceDigest));
    assert_eq!(state(&with(names[0], "z\n")), changed);
    let mut large = with(names[0], "z\n");
    for number in 0..12 {
        large.put(format!("{at}/{number}.md"), "x");
    }
    assert_eq!(
        state(&large),
        (LockState::Unverifiable, Some(LockReason::FileModes))
    );
}

#[test]
fn the_lock_file_of_the_home_may_have_no_digest_or_that_of_a_site() {
    let of_file = "sha256:5bf39d744f065bd83917fc58417159a90c0ea5c1a703144b0c9a7c20775e621c";
    let of_files = "sha256:e31109c32bc69a6cd33e7eb761b4aa7f9d839ce9f77c03b6d5556722e2472924";
    let archive = format!("sha256:{DIGEST}");
    let cases = [
        (
            json!(null),
            LockState::Unverifiable,
            Some(LockReason::NoDigest),
        ),
        (json!(of_file), LockState::Same, None),
        (json!(of_files), LockState::Same, None),
        (
            json!(archive),
            LockState::Unverifiable,
            Some(LockReason::Archive),
        ),
    ];
    for (digest, expected, reason) in cases {
        let mut workspace = project(&[("/home/me/.agents/skills/pdf/SKILL.md", SKILL)]);
        let skills = json!({ "pdf": {
            "source": "example.org", "sourceType": "well-known", "skillFolderHash": "", "wellKnownDigest": digest,
        } });
        let lock = json!({ "version": 3, "skills": skills });
        workspace.put("/home/me/.agents/.skill-lock.json", lock.to_string());
        assert_eq!(state(&workspace), (expected, reason), "{digest}");
    }
}

#[test]
fn a_skill_of_gh_skill_records_its_version_and_cannot_be_compared() {
    let skill = "---\nname: pdf\ndescription: Fill in forms.\nmetadata:\n    github-path: skills/pdf\n    github-ref: refs/tags/v1\n    github-repo: https://github.com/acme/skills\n    github-tree-sha: 3c99cc798799b5f029c921860a8720d84f39b334\n---\n";
    let path = "/repo/.agents/skills/pdf/SKILL.md";
    let report = project(&[(path, skill)]).locks();
    let lock = &report.locks[0];
    assert_eq!((&*lock.path, lock.format), (path, LockFormat::GhSkill));
    let copies = vec!["/repo/.agents/skills/pdf"];
    assert_eq!(
        first(&report),
        (LockState::Unverifiable, Some(LockReason::Rewritten), copies)
    );
    let entry = &lock.entries[0];
    assert_eq!(
        entry.source.as_deref(),
        Some("https://github.com/acme/skills")
    );
    assert_eq!(entry.reference.as_deref(), Some("refs/tags/v1"));
    assert_eq!(entry.range.start.line, 8);

    // The skill is in its own lock file, so the project's lock file does not miss it.
    let mut workspace = project(&[(path, skill)]);
    workspace.put("/repo/skills-lock.json", lock_of_nothing());
    assert_eq!(workspace.locks().locks[1].unlisted, []);
}

fn lock_of_nothing() -> String {
    lock(&json!({}))
}

#[test]
fn installed_skills_that_no_lock_file_has_are_unlisted() {
    let mut workspace = project(&[
        ("/repo/.agents/skills/pdf/SKILL.md", SKILL),
        ("/repo/.claude/skills/own/SKILL.md", SKILL),
        ("/repo/.agents/skills/notes/README.md", "x"),
        ("/repo/.agents/skills/.system/SKILL.md", SKILL),
        ("/repo/skills/authored/SKILL.md", SKILL),
        ("/repo/authored/linked/SKILL.md", SKILL),
    ]);
    workspace.put_link("/repo/.claude/skills/linked", "../../authored/linked");
    workspace.put_link("/repo/.claude/skills/pdf", "../../.agents/skills/pdf");
    workspace.put(
        "/repo/skills-lock.json",
        lock(&json!({ "pdf": entry(DIGEST) })),
    );
    let report = workspace.locks();
    let unlisted = report.locks[0].unlisted.iter();
    let unlisted: Vec<_> = unlisted.map(|skill| (&*skill.name, &*skill.path)).collect();
    assert_eq!(unlisted, [("own", "/repo/.claude/skills/own/SKILL.md")]);
}

#[test]
fn each_project_of_a_repository_has_its_own_lock_file() {
    let mut workspace = project(&[
        ("/repo/a/.agents/skills/pdf/SKILL.md", SKILL),
        ("/repo/node_modules/x/skills-lock.json", "{"),
    ]);
    for folder in ["/repo/a", "/repo/b"] {
        workspace.put(
            format!("{folder}/skills-lock.json"),
            lock(&json!({ "pdf": entry(DIGEST) })),
        );
    }
    let report = workspace.locks();
    let states = report
        .locks
        .iter()
        .map(|lock| (&*lock.path, lock.entries[0].state));
    assert_eq!(
        states.collect::<Vec<_>>(),
        [
            ("/repo/a/skills-lock.json", LockState::Same),
            ("/repo/b/skills-lock.json", LockState::Missing),
        ]
    );
}

#[test]
fn a_tree_without_lock_files_has_an_empty_report() {
    let report = project(&[("/repo/.agents/skills/pdf/SKILL.md", SKILL)]).locks();
    assert_eq!((report.locks.len(), report.unread.len()), (0, 0));
}
