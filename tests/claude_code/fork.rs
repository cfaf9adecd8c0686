//! Tests skills that run in a sub-agent (`context: fork`): what the sub-agent gets, and when the
//! conversation waits for it.

use std::collections::BTreeMap;

use skillglass::hosts::claude_code::{ClaudeCodeOptions, SdkOptions};
use skillglass::model::invocation::{Fork, Invocation, InvocationOutcome, SkillCall};
use skillglass::model::message::Role;
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::expand::{output, run};
use super::invoke::call;
use super::turn::with_skills;
use super::{editions, options, typed, with, write_text};

const PLAIN: &str = "---\ndescription: d\ncontext: fork\n---\nDo $ARGUMENTS.";

fn by_model(workspace: &Workspace, skill: &str) -> Invocation {
    workspace.invoke(&approved(skill)).unwrap()
}

/// Returns a call of a skill by the model that the user approved.
fn approved(skill: &str) -> SkillCall {
    SkillCall {
        approved: true,
        id: Some("toolu_1".to_owned()),
        ..call(skill, "it")
    }
}

#[test]
fn a_sub_agent_gets_the_text_as_its_prompt_and_nothing_of_the_conversation() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("f", PLAIN)]);
        let invocation = by_model(&workspace, "f");
        assert_eq!(invocation.outcome, InvocationOutcome::Forked);
        let prompt = "Base directory for this skill: /repo/.claude/skills/f\n\nDo it.";
        assert_eq!(
            invocation.fork,
            Some(Fork {
                id: "fork-1".to_owned(),
                agent: "general-purpose".to_owned(),
                prompt: prompt.to_owned(),
                model: None,
                effort: None,
                allowed_tools: Vec::new(),
                disallowed_tools: Vec::new(),
                background: edition == "2026-08",
                reads_memory: true,
            })
        );
        assert_eq!(invocation.content.as_deref(), Some(prompt));
        assert!(
            invocation
                .messages
                .iter()
                .all(|message| !message.text.contains("Do it"))
        );
    }
}

#[test]
fn what_a_forked_skill_asks_for_is_the_sub_agents() {
    let text = "---\ndescription: d\ncontext: fork\nagent: Plan\nmodel: haiku\neffort: max\nallowed-tools: Read Bash(git *)\ndisallowed-tools: Write\n---\nx";
    let invocation = by_model(&with_skills("2026-08", &[("f", text)]), "f");
    assert_eq!(invocation.changes, None);
    let fork = invocation.fork.unwrap();
    assert_eq!(fork.agent, "Plan");
    assert_eq!(
        (fork.model.as_deref(), fork.effort.as_deref()),
        (Some("haiku"), Some("max"))
    );
    assert_eq!(fork.allowed_tools, ["Read", "Bash(git *)"]);
    assert_eq!(fork.disallowed_tools, ["Write"]);
}

#[test]
fn two_built_in_agents_do_not_read_the_projects_memory() {
    for (agent, reads) in [
        ("general-purpose", true),
        ("Explore", false),
        ("Plan", false),
        ("reviewer", true),
    ] {
        let text = format!("---\ndescription: d\ncontext: fork\nagent: {agent}\n---\nx");
        let fork = by_model(&with_skills("2026-08", &[("f", &text)]), "f").fork;
        assert_eq!(fork.unwrap().reads_memory, reads, "{agent}");
    }
}

#[test]
fn outputs_are_put_in_before_the_sub_agent_starts() {
    let text = "---\ndescription: d\ncontext: fork\n---\nOn !`git status`";
    let workspace = with_skills("2026-08", &[("f", text)]);
    assert_eq!(run(&workspace, "/f", &[]).outcome, InvocationOutcome::Waits);
    let fork = run(&workspace, "/f", &[output("main\n")]).fork.unwrap();
    assert!(fork.prompt.ends_with("\n\nOn main"), "{}", fork.prompt);
}

/// Returns true if typing `/f` runs a skill with `context: fork` and these fields in the
/// background.
fn in_background(options: WorkspaceOptions, fields: &str, scheduled: bool) -> bool {
    let mut workspace = with(options);
    let text = format!("---\ndescription: d\ncontext: fork\n{fields}---\nx");
    write_text(&mut workspace, "/repo/.claude/skills/f", &text);
    let turn = workspace.turn(&TurnRequest {
        scheduled,
        ..typed("/f")
    });
    turn.invocations[0].fork.as_ref().unwrap().background
}

#[test]
fn since_2026_08_a_sub_agent_runs_in_the_background_unless_something_waits_for_it() {
    for (edition, expected) in [("2026-02", false), ("2026-04", false), ("2026-08", true)] {
        assert_eq!(in_background(options(edition), "", false), expected);
        assert_eq!(
            in_background(options(edition), "background: true\n", false),
            expected
        );
    }
    let newest = || options("2026-08");
    let own = |claude_code| WorkspaceOptions {
        claude_code: Some(claude_code),
        ..newest()
    };
    let headless = ClaudeCodeOptions {
        headless: true,
        ..ClaudeCodeOptions::default()
    };
    let sdk = ClaudeCodeOptions {
        sdk: Some(SdkOptions::default()),
        ..ClaudeCodeOptions::default()
    };
    let switched_off = WorkspaceOptions {
        variables: Some(BTreeMap::from([(
            "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS".to_owned(),
            "1".to_owned(),
        )])),
        ..newest()
    };
    assert!(!in_background(newest(), "background: false\n", false));
    assert!(!in_background(own(headless), "", false));
    assert!(!in_background(own(sdk), "", false));
    assert!(!in_background(switched_off, "", false));
    assert!(!in_background(newest(), "", true));
}

#[test]
fn one_that_still_runs_makes_the_next_of_the_same_skill_wait() {
    let workspace = with_skills("2026-08", &[("f", PLAIN), ("g", PLAIN)]);
    let mut session = Session::new();
    let background = |session: &mut Session, skill: &str| {
        let invocation = session.invoke(&workspace, &approved(skill)).unwrap();
        invocation.fork.unwrap().background
    };
    assert!(background(&mut session, "f"));
    assert!(!background(&mut session, "f"));
    assert!(background(&mut session, "g"));
    session
        .finish_fork(&workspace, "fork-2", "the second")
        .unwrap();
    assert!(!background(&mut session, "f"));
    for fork in ["fork-1", "fork-4"] {
        session.finish_fork(&workspace, fork, "the others").unwrap();
    }
    assert!(background(&mut session, "f"));
}

#[test]
fn the_launch_in_the_background_is_told_and_a_wait_is_not() {
    for (edition, expected) in [
        ("2026-04", &[][..]),
        ("2026-08", &["Skill \"f\" launched in the background."]),
    ] {
        let invocation = by_model(&with_skills(edition, &[("f", PLAIN)]), "f");
        let texts: Vec<_> = (invocation.messages.iter())
            .map(|message| message.text.as_str())
            .collect();
        assert_eq!(texts, expected, "{edition}");
        for message in &invocation.messages {
            assert_eq!(message.role, Role::Tool);
            assert_eq!(message.call_id.as_deref(), Some("toolu_1"));
        }
    }
    let typed = with_skills("2026-08", &[("f", PLAIN)]).turn(&typed("/f"));
    assert!(
        typed
            .messages
            .iter()
            .all(|message| message.role == Role::User)
    );
}

#[test]
fn a_typed_command_is_seen_before_its_sub_agent_runs() {
    let turn = with_skills("2026-04", &[("f", PLAIN)]).turn(&typed("/f it"));
    let [tags] = &turn.messages[..] else {
        panic!("{:?}", turn.messages)
    };
    assert!(tags.text.ends_with("<command-args>it</command-args>"));
}

#[test]
fn the_result_names_the_skill_and_has_the_last_text() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("f", PLAIN)]);
        let mut session = Session::new();
        session.invoke(&workspace, &approved("f")).unwrap();
        let result = session.finish_fork(&workspace, "f", "All\nwell.").unwrap();
        assert_eq!(
            result.text,
            "Skill \"f\" completed (forked execution).\n\nResult:\nAll\nwell."
        );
    }
}

#[test]
fn an_error_of_the_sub_agent_ends_it_and_answers_the_call_that_waits() {
    let workspace = with_skills("2026-04", &[("f", PLAIN)]);
    let mut session = Session::new();
    session.invoke(&workspace, &approved("f")).unwrap();
    let error = session.fail_fork(&workspace, "f", "No answer.").unwrap();
    assert_eq!(
        error.text,
        "Skill \"f\" failed (forked execution).\n\nError:\nNo answer."
    );
    assert_eq!(
        (error.role, error.call_id.as_deref()),
        (Role::Tool, Some("toolu_1"))
    );
    assert!(session.fail_fork(&workspace, "f", "").is_err());
}

#[test]
fn of_several_sub_agents_one_ends_by_its_id() {
    let workspace = with_skills("2026-08", &[("f", PLAIN)]);
    let mut session = Session::new();
    let mut start = || {
        let invocation = session.invoke(&workspace, &approved("f")).unwrap();
        invocation.fork.unwrap().id
    };
    let ids = [start(), start()];
    assert_ne!(ids[0], ids[1]);
    let error = session.finish_fork(&workspace, "f", "").unwrap_err();
    assert!(error.to_string().contains(&ids.join(", ")), "{error}");
    session.finish_fork(&workspace, &ids[0], "").unwrap();
    assert!(session.finish_fork(&workspace, &ids[0], "").is_err());
    session
        .finish_fork(&workspace, "f", "the only one")
        .unwrap();
}

#[test]
fn a_result_answers_the_call_that_waits_for_it_and_else_is_the_users() {
    let waits = PLAIN.replace("---\nDo", "background: false\n---\nDo");
    let cases = [
        ("2026-04", PLAIN, true, Role::Tool, Some("toolu_1")),
        ("2026-08", &waits, true, Role::Tool, Some("toolu_1")),
        ("2026-08", PLAIN, true, Role::User, None),
        ("2026-04", PLAIN, false, Role::User, None),
        ("2026-11", &waits, false, Role::User, None),
    ];
    for (edition, text, by_model, role, call_id) in cases {
        let workspace = with_skills(edition, &[("f", text)]);
        let mut session = Session::new();
        if by_model {
            session.invoke(&workspace, &approved("f")).unwrap();
        } else {
            session.turn(&workspace, &typed("/f"));
        }
        let result = session.finish_fork(&workspace, "fork-1", "Well.").unwrap();
        assert_eq!(
            (result.role, result.call_id.as_deref()),
            (role, call_id),
            "{edition} {by_model}"
        );
    }
}

#[test]
fn what_a_sub_agent_of_a_skill_used_ends_with_its_result() {
    let workspace = with_skills(
        "2026-08",
        &[("f", PLAIN), ("a", "---\ndescription: d\n---\nx")],
    );
    let mut session = Session::new();
    session.invoke(&workspace, &approved("f")).unwrap();
    assert!(session.changes(Some("fork-1")).is_ok());
    let inner = SkillCall {
        agent: Some("fork-1".to_owned()),
        ..approved("a")
    };
    session.invoke(&workspace, &inner).unwrap();
    assert_eq!(session.invoked().len(), 1);
    session.finish_fork(&workspace, "fork-1", "").unwrap();
    assert_eq!(session.invoked().len(), 0);
    assert!(session.changes(Some("fork-1")).is_err());
}

#[test]
fn a_forked_skill_counts_as_used_and_is_not_put_back_after_compaction() {
    let workspace = with_skills("2026-08", &[("f", PLAIN)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/f it"));
    assert_eq!(session.usage()["f"], 1);
    assert_eq!(
        (
            session.invoked().len(),
            session.changes(None).unwrap().len()
        ),
        (0, 0)
    );
    assert_eq!(session.compact(&workspace, None), []);
}

#[test]
fn what_a_sub_agent_used_is_forgotten_when_it_ends() {
    let workspace = with_skills(
        "2026-08",
        &[("a", "---\ndescription: d\nallowed-tools: Read\n---\nx")],
    );
    let mut session = Session::new();
    let by = |agent: Option<&str>| SkillCall {
        agent: agent.map(str::to_owned),
        ..approved("a")
    };
    session.invoke(&workspace, &by(None)).unwrap();
    session.invoke(&workspace, &by(Some("agent-1"))).unwrap();
    assert_eq!(session.changes(Some("agent-1")).unwrap().len(), 1);
    session.end_agent("agent-1").unwrap();
    let agents: Vec<_> = (session.invoked().iter())
        .map(|invoked| invoked.agent.as_str())
        .collect();
    assert_eq!(agents, [""]);
    assert!(session.changes(Some("agent-1")).is_err());
    assert_eq!(session.changes(None).unwrap().len(), 1);
    assert_eq!(session.compact(&workspace, Some("agent-1")), []);
}
