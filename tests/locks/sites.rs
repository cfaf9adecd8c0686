//! Tests the digests in the index of skills that a website publishes.

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::locks::{LockFormat, LockProblemCode, LockReason, LockState};

use super::{SKILL, workspace};
use crate::common::Files;

const DIGEST: &str = "sha256:5bf39d744f065bd83917fc58417159a90c0ea5c1a703144b0c9a7c20775e621c";

/// Returns a workspace with a website in the folder `public`: an index of these skills, and the
/// file of the skill `pdf`.
fn site(skills: &Value) -> Workspace {
    let mut workspace = workspace();
    let schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
    let index = json!({ "$schema": schema, "skills": skills });
    workspace.put(
        "/repo/public/.well-known/agent-skills/index.json",
        index.to_string(),
    );
    workspace.put("/repo/public/skills/pdf.md", SKILL);
    workspace
}

fn item(url: &str, digest: &str) -> Value {
    json!({ "name": "pdf", "type": "skill-md", "description": "Forms.", "url": url, "digest": digest })
}

#[test]
fn the_digest_of_each_file_of_the_site_is_compared() {
    let other = DIGEST.replace("sha256:5", "sha256:6");
    let cases = [
        ("/skills/pdf.md", DIGEST, LockState::Same, None),
        ("../../skills/pdf.md", DIGEST, LockState::Same, None),
        ("/skills/pdf.md", &*other, LockState::Changed, None),
        ("/skills/none.md", DIGEST, LockState::Missing, None),
        (
            "https://example.org/pdf.md",
            DIGEST,
            LockState::Unverifiable,
            Some(LockReason::OtherSite),
        ),
        (
            "../../../pdf.md",
            DIGEST,
            LockState::Unverifiable,
            Some(LockReason::Outside),
        ),
        (
            "/skills/pdf.md",
            "md5:0",
            LockState::Unverifiable,
            Some(LockReason::UnknownDigest),
        ),
    ];
    for (url, digest, state, reason) in cases {
        let report = site(&json!([item(url, digest)])).locks();
        let lock = &report.locks[0];
        assert_eq!(lock.format, LockFormat::WellKnown);
        let entry = &lock.entries[0];
        assert_eq!(
            (entry.state, entry.reason),
            (state, reason),
            "{url} {digest}"
        );
        assert_eq!(
            lock.problems.len(),
            usize::from(digest == "md5:0"),
            "{url} {digest}"
        );
    }
}

#[test]
fn an_entry_without_a_digest_has_a_problem_and_the_others_are_compared() {
    let without = json!({ "name": "none", "type": "skill-md", "description": "None.", "url": "/skills/pdf.md" });
    let report = site(&json!([without, 3, item("/skills/pdf.md", DIGEST)])).locks();
    let lock = &report.locks[0];
    assert_eq!(lock.problems[0].code, LockProblemCode::BadEntry);
    assert_eq!(lock.problems[0].entry.as_deref(), Some("none"));
    let states: Vec<_> = lock.entries.iter().map(|entry| entry.state).collect();
    assert_eq!(states, [LockState::Unverifiable, LockState::Same]);
}

#[test]
fn an_index_without_digests_is_no_lock_file() {
    let mut workspace = workspace();
    let older =
        json!({ "skills": [{ "name": "pdf", "description": "Forms.", "files": ["SKILL.md"] }] });
    workspace.put("/repo/.well-known/skills/index.json", older.to_string());
    workspace.put("/repo/src/index.json", "{}");
    assert_eq!(workspace.locks().locks, []);
}
