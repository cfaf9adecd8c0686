//! Tests rules of Agent Framework that the examples in `docs/hosts/agent-framework.md` cannot show.

use skillglass::Workspace;
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};

use crate::common::{Files, in_repo, names, write_skill};

fn call(tool: &str, args: &str) -> SkillCall {
    SkillCall {
        skill: "A".to_owned(),
        tool: Some(tool.to_owned()),
        args: Some(args.to_owned()),
        approved: true,
        ..SkillCall::default()
    }
}

#[test]
fn resources_are_read_by_the_names_in_the_list() {
    let mut workspace = Workspace::new(&in_repo("agent-framework")).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    workspace.put("/repo/skills/a/references/guide.md", "Guide.\r\n");
    workspace.put("/repo/skills/a/references/deep/guide.md", "Deep.");
    workspace.put("/repo/skills/a/scripts/run.py", "print()");
    let cases = [
        ("read_skill_resource", "references/guide.md", "Guide.\n"),
        (
            "read_skill_resource",
            "guide.md",
            "Error: Resource 'guide.md' not found in skill 'a'.",
        ),
        (
            "read_skill_resource",
            "references/deep/guide.md",
            "Error: Resource 'references/deep/guide.md' not found in skill 'a'.",
        ),
        (
            "read_skill_resource",
            "",
            "Error: Resource name cannot be empty.",
        ),
        (
            "run_skill_script",
            "run.py",
            "Error: Script 'run.py' not found in skill 'a'.",
        ),
    ];
    for (tool, args, expected) in cases {
        let used = workspace.invoke(&call(tool, args)).unwrap();
        assert_eq!(used.messages[0].text, expected, "{tool} {args}");
    }
    let used = workspace
        .invoke(&call("run_skill_script", "scripts/run.py"))
        .unwrap();
    assert!(matches!(used.outcome, InvocationOutcome::Failed { .. }));
}

#[test]
fn an_empty_name_is_refused_before_the_skill_is_looked_up() {
    let mut workspace = Workspace::new(&in_repo("agent-framework")).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    let cases = [
        (
            "read_skill_resource",
            "none",
            "",
            "Error: Resource name cannot be empty.",
        ),
        (
            "run_skill_script",
            "none",
            "  ",
            "Error: Script name cannot be empty.",
        ),
        (
            "read_skill_resource",
            "",
            "",
            "Error: Skill name cannot be empty.",
        ),
        (
            "run_skill_script",
            "none",
            "x",
            "Error: Skill 'none' not found.",
        ),
    ];
    for (tool, skill, args, expected) in cases {
        let call = SkillCall {
            skill: skill.to_owned(),
            ..call(tool, args)
        };
        let used = workspace.invoke(&call).unwrap();
        assert_eq!(used.messages[0].text, expected, "{tool} {skill} {args}");
    }
}

#[test]
fn a_call_asks_first() {
    let mut workspace = Workspace::new(&in_repo("agent-framework")).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    let request = SkillCall {
        approved: false,
        ..call("load_skill", "")
    };
    let used = workspace.invoke(&request).unwrap();
    assert_eq!(used.outcome, InvocationOutcome::Asks);
}

#[test]
fn a_file_that_is_not_utf_8_stops_the_load() {
    let mut workspace = Workspace::new(&in_repo("agent-framework")).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    workspace
        .write("/repo/skills/b/SKILL.md", &b"\xff"[..])
        .unwrap();
    let catalog = workspace.catalog();
    assert!(names(&catalog).is_empty());
    assert_eq!(catalog.left_out[0].reason, LeftOutReason::LoadStopped);
    assert_eq!(catalog.errors.len(), 1);
}
