//! Tests commands of the model by which Codex counts a skill as used although nobody mentioned it.

use skillglass::model::message::{InvocationType, SkillEvent};
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace};

use super::{workspace, write_skill};
use crate::common::Files;

const A: &str = "/repo/.agents/skills/a/SKILL.md";

fn with_skill() -> Workspace {
    let mut workspace = workspace("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace
}

#[test]
fn reading_a_skills_file_or_running_its_scripts_uses_it() {
    let cases = [
        ("cat /repo/.agents/skills/a/SKILL.md", true),
        ("cat .agents/skills/a/SKILL.md", true),
        ("sed -n '1,20p' .agents/skills/../skills/a/SKILL.md", true),
        ("/usr/bin/CAT.EXE .agents/skills/a/SKILL.md", true),
        ("head -n 5 x .agents/skills/a/SKILL.md", true),
        ("cat \".agents/skills/a/SKILL.md", false),
        ("vim .agents/skills/a/SKILL.md", false),
        ("cd x && cat .agents/skills/a/SKILL.md", false),
        ("cat .agents/skills/a/references/x.md", false),
        ("python3 .agents/skills/a/scripts/run.py --fast", true),
        ("python -u .agents/skills/a/scripts/deep/run.PY", true),
        ("bash -x /repo/.agents/skills/a/scripts/run.sh", true),
        ("python -m module .agents/skills/a/scripts/run.py", false),
        ("python .agents/skills/a/scripts/run.txt", false),
        ("python .agents/skills/a/run.py", false),
        ("python .agents/skills/a/SKILL.md", false),
        ("", false),
    ];
    let workspace = with_skill();
    for (command, uses) in cases {
        let used = workspace.implicit_use(command, "/repo").unwrap();
        assert_eq!(used.as_deref(), uses.then_some(A), "{command}");
    }
}

#[test]
fn a_path_through_a_link_leads_to_the_skill() {
    let mut workspace = with_skill();
    workspace.put_link("/tmp/link", "/repo/.agents/skills/a");
    let used = workspace
        .implicit_use("cat /tmp/link/SKILL.md", "/")
        .unwrap();
    assert_eq!(used.as_deref(), Some(A));
}

#[test]
fn a_disabled_skill_and_one_that_the_model_may_not_choose_are_in_no_index() {
    let mut workspace = with_skill();
    let command = "cat .agents/skills/a/SKILL.md";
    workspace.put(
        "/home/me/.codex/config.toml",
        "[[skills.config]]\nname = \"a\"\nenabled = false\n",
    );
    assert_eq!(workspace.implicit_use(command, "/repo").unwrap(), None);
    workspace.remove("/home/me/.codex/config.toml");
    assert!(workspace.implicit_use(command, "/repo").unwrap().is_some());
    workspace.put(
        "/repo/.agents/skills/a/agents/openai.yaml",
        "policy:\n  allow_implicit_invocation: false\n",
    );
    assert_eq!(workspace.implicit_use(command, "/repo").unwrap(), None);
}

#[test]
fn a_skill_is_counted_once_a_turn() {
    let workspace = with_skill();
    let mut session = Session::new();
    let run = |session: &mut Session| {
        session
            .command(&workspace, "cat .agents/skills/a/SKILL.md", "/repo")
            .unwrap()
    };
    let first = run(&mut session);
    assert!(matches!(
        first,
        Some(SkillEvent::SkillInvocation {
            invocation_type: InvocationType::Implicit,
            ..
        })
    ));
    assert_eq!(run(&mut session), None);
    session.turn(&workspace, &TurnRequest::default());
    assert_eq!(run(&mut session), first);
}
