//! Tests what a conversation keeps, what ends with a message or an agent, and which skills a
//! compaction restores.

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::invocation::{ContextChanges, Invocation, InvocationOutcome, SkillCall};
use skillglass::model::message::{Role, SkillEvent};
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::expand::{answers, output};
use super::invoke::call;
use super::turn::{chosen, with_skills, write_skills};
use super::{editions, options, typed, with, with_options, workspace, write_text};
use crate::common::Files;

const PLAIN: &str = "---\ndescription: d\n---\nDo $ARGUMENTS.";
const ALLOWS: &str = "---\ndescription: d\nallowed-tools: Bash(make *)\n---\nDo it.";
const WAITS: &str = "---\ndescription: d\nallowed-tools: Bash\nhooks: {Stop: [{hooks: [{type: command, command: x}]}]}\n---\nNow !`date`";

/// Returns a call of a skill by the model that the user approved. `agent` is the sub-agent that
/// calls, if any.
fn approved(skill: &str, arguments: &str, agent: Option<&str>) -> SkillCall {
    SkillCall {
        approved: true,
        agent: agent.map(str::to_owned),
        ..call(skill, arguments)
    }
}

/// Returns a request with a typed message and the output `out` for each command that the message's
/// skill requests.
fn answered(workspace: &Workspace, text: &str) -> TurnRequest {
    let mut request = typed(text);
    let asked = workspace.turn(&request).invocations;
    let asked = asked.iter().flat_map(|invocation| &invocation.requests);
    let asked: Vec<_> = asked.cloned().collect();
    request.outputs = answers(&asked, &[output("out")]);
    request
}

/// Returns the changes by skills that are in force for an agent. `None` stands for the main
/// conversation.
fn changes<'s>(session: &'s Session, agent: Option<&str>) -> &'s [ContextChanges] {
    session.changes(agent).unwrap()
}

fn outcomes(turn: &Turn) -> Vec<&InvocationOutcome> {
    let invocations = turn.invocations.iter();
    invocations.map(|invocation| &invocation.outcome).collect()
}

/// Returns the last message of an invocation to the model.
fn given(invocation: &Invocation) -> &str {
    &invocation.messages.last().expect("a message").text
}

#[test]
fn a_turn_that_waits_has_no_effect_until_it_is_called_again() {
    let workspace = with_skills("2026-08", &[("first", ALLOWS), ("waits", WAITS)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/first"));
    let before = format!("{session:?}");
    for _ in 0..2 {
        let turn = session.turn(&workspace, &typed("/first /waits x"));
        assert_eq!(
            outcomes(&turn),
            [&InvocationOutcome::Injected, &InvocationOutcome::Waits]
        );
        assert_eq!(format!("{session:?}"), before);
    }
    let turn = session.turn(&workspace, &answered(&workspace, "/first /waits x"));
    assert_eq!(outcomes(&turn), [&InvocationOutcome::Injected; 2]);
    assert_eq!((session.usage()["first"], session.usage()["waits"]), (2, 1));
    assert_eq!(session.hooks().len(), 1);
    assert_eq!(changes(&session, None).len(), 2);
}

#[test]
fn a_call_that_waits_or_asks_has_no_effect_until_it_is_made_again() {
    let workspace = with_skills("2026-08", &[("waits", WAITS)]);
    let mut session = Session::new();
    let mut again = call("waits", "");
    let mut steps = Vec::new();
    let mut asked = Vec::new();
    for step in 0..3 {
        match step {
            1 => again.approved = true,
            2 => again.outputs = answers(&asked, &[output("noon")]),
            _ => {}
        }
        let invocation = session.invoke(&workspace, &again).unwrap();
        asked = invocation.requests;
        steps.push(invocation.outcome);
        assert_eq!(session.usage().len(), usize::from(step == 2));
        assert_eq!(session.hooks().len(), usize::from(step == 2));
    }
    assert_eq!(
        steps,
        [
            InvocationOutcome::Asks,
            InvocationOutcome::Waits,
            InvocationOutcome::Injected
        ]
    );
    assert!(session.invoked()[0].content.ends_with("\n\nNow noon"));
}

#[test]
fn what_fails_or_is_refused_leaves_nothing_behind() {
    let failing = "---\ndescription: d\nallowed-tools: Read\n---\n!`make`";
    let refused = "---\ndescription: d\ndisable-model-invocation: true\n---\nx";
    let workspace = with_skills("2026-08", &[("a", failing), ("b", refused)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    session.turn(&workspace, &typed("/nothing"));
    for name in ["a", "b", "", "nothing", "compact"] {
        session
            .invoke(&workspace, &approved(name, "", None))
            .unwrap();
    }
    assert_eq!(session.usage().len(), 0);
    assert_eq!(
        (session.invoked().len(), changes(&session, None).len()),
        (0, 0)
    );
}

#[test]
fn the_users_next_message_ends_what_a_skill_allowed_itself() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("a", ALLOWS)]);
        let mut session = Session::new();
        session.turn(&workspace, &typed("/a"));
        session
            .invoke(&workspace, &approved("a", "", None))
            .unwrap();
        session.listing(&workspace, None);
        session.touch(&workspace, &["/repo/x".to_owned()]).unwrap();
        session.compact(&workspace, None);
        assert_eq!(changes(&session, None).len(), 2, "{edition}");
        session.turn(&workspace, &typed("Thanks"));
        assert_eq!(changes(&session, None), [], "{edition}");
        session.turn(&workspace, &typed("/a"));
        session.turn(&workspace, &TurnRequest::default());
        assert_eq!(changes(&session, None), [], "{edition}");
    }
}

#[test]
fn a_sub_agents_changes_are_its_own() {
    let workspace = with_skills("2026-08", &[("a", ALLOWS)]);
    let mut session = Session::new();
    session
        .invoke(&workspace, &approved("a", "", Some("x")))
        .unwrap();
    assert_eq!(changes(&session, None), []);
    session.turn(&workspace, &typed("Next"));
    assert_eq!(changes(&session, Some("x")).len(), 1);
}

#[test]
fn an_agent_that_never_met_a_skill_is_refused_by_name() {
    let workspace = with_skills("2026-08", &[("a", ALLOWS)]);
    let mut session = Session::new();
    session.listing(&workspace, Some("x"));
    assert_eq!(changes(&session, Some("x")), []);
    assert_eq!(session.end_agent("x"), Ok(()));
    for agent in ["x", "nobody"] {
        assert_eq!(session.changes(Some(agent)).unwrap_err().argument, "agent");
        assert_eq!(session.end_agent(agent).unwrap_err().argument, "agent");
    }
}

#[test]
fn the_same_text_is_noted_since_2026_08_and_another_is_given_again() {
    for (edition, notes) in [("2026-02", false), ("2026-04", false), ("2026-08", true)] {
        let workspace = with_skills(edition, &[("a", PLAIN)]);
        let mut session = Session::new();
        let mut ask = |arguments: &str| {
            session
                .invoke(&workspace, &approved("a", arguments, None))
                .unwrap()
        };
        let first = ask("one");
        let same = ask("one");
        let other = ask("two");
        let text = |arguments| {
            format!("Base directory for this skill: /repo/.claude/skills/a\n\nDo {arguments}.")
        };
        assert_eq!(given(&first), text("one"));
        if notes {
            assert_eq!(same.outcome, InvocationOutcome::AlreadyLoaded);
            assert_eq!(
                given(&same),
                "<system-reminder>\nThe skill a is already loaded with the same text above.\n</system-reminder>"
            );
            assert_eq!(
                given(&other),
                format!(
                    "This skill was used before; what follows is its text for this invocation.\n\n{}",
                    text("two")
                )
            );
        } else {
            assert_eq!(given(&same), text("one"));
            assert_eq!(given(&other), text("two"));
        }
        assert_eq!(same.content, first.content);
        assert_eq!(same.messages[0].text, "Launching skill: a");
    }
}

#[test]
fn after_compaction_the_same_text_is_given_again_as_a_new_invocation() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a x"));
    session.compact(&workspace, None);
    let again = session.turn(&workspace, &typed("/a x"));
    assert_eq!(outcomes(&again), [&InvocationOutcome::Injected]);
    assert!(given(&again.invocations[0]).starts_with(
        "This is a new invocation of a skill that was used before the summary.\n\nBase directory"
    ));
    let twice = session.turn(&workspace, &typed("/a x"));
    assert_eq!(outcomes(&twice), [&InvocationOutcome::AlreadyLoaded]);
}

#[test]
fn each_agent_gets_a_skills_text_for_itself() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let mut session = Session::new();
    for agent in [None, Some("x"), Some("y")] {
        let invocation = session
            .invoke(&workspace, &approved("a", "", agent))
            .unwrap();
        assert_eq!(invocation.outcome, InvocationOutcome::Injected, "{agent:?}");
    }
    assert_eq!(session.usage()["a"], 3);
}

/// Returns the body of a skill whose text, with the line about the base directory, has `length`
/// UTF-16 units.
fn of_length(length: usize) -> String {
    let header = "Base directory for this skill: /repo/.claude/skills/a\n\n";
    "x".repeat(length - header.len())
}

/// Returns the texts of skills that a compaction puts into the conversation again, the skill used
/// last first.
fn restored(session: &mut Session, workspace: &Workspace, agent: Option<&str>) -> Vec<String> {
    let messages = session.compact(workspace, agent);
    let Some(message) = messages.first() else {
        return Vec::new();
    };
    assert_eq!(
        (messages.len(), message.role, message.hidden),
        (1, Role::User, true)
    );
    let text = (message.text)
        .strip_prefix("<system-reminder>\nThese skills were used before the summary. Their arguments are no new request.\n\n")
        .and_then(|text| text.strip_suffix("\n</system-reminder>"))
        .expect("a reminder");
    text.split("\n\n---\n\n").map(str::to_owned).collect()
}

#[test]
fn compaction_puts_back_the_latest_use_of_each_skill_the_newest_first() {
    for (edition, kept) in [("2026-02", false), ("2026-04", true), ("2026-08", true)] {
        let workspace = with_skills(edition, &[("a", PLAIN), ("b", PLAIN)]);
        let mut session = Session::new();
        for text in ["/a one", "/b two", "No command", "/a three"] {
            session.turn(&workspace, &typed(text));
        }
        let section = |name: &str, arguments: &str| {
            let folder = format!("/repo/.claude/skills/{name}");
            format!(
                "### Skill: {name}\nPath: {folder}/SKILL.md\n\nBase directory for this skill: {folder}\n\nDo {arguments}."
            )
        };
        let expected = if kept {
            vec![section("a", "three"), section("b", "two")]
        } else {
            vec![]
        };
        assert_eq!(
            restored(&mut session, &workspace, None),
            expected,
            "{edition}"
        );
        assert_eq!(restored(&mut session, &workspace, None), expected, "again");
    }
}

#[test]
fn a_long_text_is_put_back_up_to_5000_tokens() {
    for length in [19_999, 20_000, 20_001, 60_000] {
        let workspace = with_skills("2026-08", &[("a", &of_length(length))]);
        let mut session = Session::new();
        session.turn(&workspace, &typed("/a"));
        let sections = restored(&mut session, &workspace, None);
        let (_, content) = sections[0].split_once("SKILL.md\n\n").unwrap();
        assert_eq!(content.chars().count(), length.min(20_000));
        assert_eq!(content.ends_with('…'), length > 20_000);
    }
}

#[test]
fn a_character_is_never_cut_in_two() {
    let text = format!("{}😀xx", of_length(19_998));
    let workspace = with_skills("2026-08", &[("a", &text)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a"));
    let sections = restored(&mut session, &workspace, None);
    assert!(sections[0].ends_with("x…"));
}

#[test]
fn all_together_25000_tokens_are_put_back_and_older_skills_vanish() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let long = of_length(20_000);
    let skills = names.map(|name| (name, long.as_str()));
    let workspace = with_skills("2026-08", &skills);
    let mut session = Session::new();
    for name in names {
        session.turn(&workspace, &typed(&format!("/{name}")));
    }
    let sections = restored(&mut session, &workspace, None);
    let back: Vec<_> = (sections.iter())
        .map(|section| section.lines().next().unwrap())
        .collect();
    assert_eq!(
        back,
        ["f", "e", "d", "c", "b"].map(|name| format!("### Skill: {name}"))
    );
}

#[test]
fn the_last_that_is_put_back_is_cut_to_what_is_left() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let long = of_length(15_000);
    let skills = names.map(|name| (name, long.as_str()));
    let workspace = with_skills("2026-08", &skills);
    let mut session = Session::new();
    for name in names {
        session.turn(&workspace, &typed(&format!("/{name}")));
    }
    let sections = restored(&mut session, &workspace, None);
    let lengths: Vec<_> = (sections.iter())
        .map(|section| section.split_once("SKILL.md\n\n").unwrap().1)
        .map(|content| content.chars().count())
        .collect();
    let all = [15_000, 15_000, 15_000, 15_000, 15_000, 15_000, 10_000];
    assert_eq!(lengths, all);
}

#[test]
fn a_skill_without_a_text_keeps_no_older_one_from_being_put_back() {
    let mut workspace = with_skills("2026-08", &[("a", PLAIN)]);
    workspace.put("/repo/.claude/commands/empty.md", "");
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a x"));
    session.turn(&workspace, &typed("/empty"));
    let sections = restored(&mut session, &workspace, None);
    assert_eq!(sections.len(), 2);
    assert!(sections[1].ends_with("Do x."));
}

#[test]
fn each_agent_gets_back_its_own() {
    let workspace = with_skills("2026-08", &[("a", PLAIN), ("b", PLAIN)]);
    let mut session = Session::new();
    for (skill, agent) in [("a", None), ("b", Some("x"))] {
        session
            .invoke(&workspace, &approved(skill, "it", agent))
            .unwrap();
    }
    for (agent, expected) in [(None, "### Skill: a"), (Some("x"), "### Skill: b")] {
        let sections = restored(&mut session, &workspace, agent);
        assert_eq!(sections.len(), 1);
        assert!(sections[0].starts_with(expected));
    }
    assert_eq!(session.compact(&workspace, Some("y")), []);
}

#[test]
fn a_file_is_not_read_again_for_what_was_injected() {
    let mut workspace = with_skills("2026-08", &[("a", PLAIN), ("b", PLAIN)]);
    let mut session = Session::new();
    session.turn(&workspace, &typed("/a x /b"));
    write_skills(&mut workspace, &[("a", "---\ndescription: d\n---\nNew.")]);
    session.turn(&workspace, &typed("/b x"));
    workspace.remove("/repo/.claude/skills/b");
    let sections = restored(&mut session, &workspace, None);
    assert!(sections[0].ends_with("b\n\nDo x."));
    assert!(sections[1].ends_with("a\n\nDo x /b."));
    let edited = session.turn(&workspace, &typed("/a"));
    assert!(given(&edited.invocations[0]).ends_with("New."));
}

#[test]
fn the_list_is_not_sent_again_after_compaction() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let mut session = Session::new();
    assert!(session.listing(&workspace, None).message.is_some());
    session.compact(&workspace, None);
    assert_eq!(session.listing(&workspace, None).message, None);
    assert!(session.listing(&workspace, Some("x")).message.is_some());
    session.end_agent("x").unwrap();
    assert!(session.listing(&workspace, Some("x")).message.is_some());
}

#[test]
fn what_is_used_most_keeps_its_description_when_not_all_fit() {
    let text = format!("---\ndescription: {}\n---\nx", "word ".repeat(60));
    let mut workspace = with(WorkspaceOptions {
        // The context window has room for only one description.
        context_window: Some(10_000),
        claude_code: Some(ClaudeCodeOptions {
            usage: [("b".to_owned(), 1)].into(),
            ..ClaudeCodeOptions::default()
        }),
        ..options("2026-08")
    });
    write_skills(&mut workspace, &[("a", &text), ("b", &text), ("c", &text)]);
    let mut session = Session::new();
    let mut described = |agent: &str, typed_before: &[&str]| -> Vec<String> {
        for text in typed_before {
            session.turn(&workspace, &typed(text));
        }
        let listing = session.listing(&workspace, Some(agent));
        let lines = listing
            .entries
            .iter()
            .filter_map(|entry| entry.line.clone());
        lines
            .filter(|line| line.contains("word"))
            .map(|line| line[2..3].to_owned())
            .collect()
    };
    assert_eq!(described("1", &[]), ["b"]);
    assert_eq!(described("2", &["/c", "/c x"]), ["c"]);
    assert_eq!(described("3", &["/a", "/a", "/a"]), ["a"]);
}

/// Returns the names of the telemetry events.
fn recorded(events: &[SkillEvent]) -> Vec<&str> {
    (events.iter())
        .filter_map(|event| match event {
            SkillEvent::Telemetry { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn each_event_is_recorded_by_its_name() {
    let text = format!("---\ndescription: {}\n---\nx", "word ".repeat(60));
    let mut workspace = with(WorkspaceOptions {
        context_window: Some(1_000),
        ..options("2026-08")
    });
    write_skills(
        &mut workspace,
        &[("a", &text), ("later", "---\npaths: '*.rs'\n---\nx")],
    );
    let mut session = Session::new();
    let listing = session.listing(&workspace, None);
    assert_eq!(
        recorded(&listing.events),
        ["tengu_skill_descriptions_truncated"]
    );
    let touch = session
        .touch(&workspace, &["/repo/main.rs".to_owned()])
        .unwrap();
    assert_eq!(recorded(&touch.events), ["tengu_dynamic_skills_changed"]);
    let invocation = session.invoke(&workspace, &call("/later", "")).unwrap();
    assert_eq!(
        recorded(&invocation.events),
        [
            "tengu_skill_tool_slash_prefix",
            "tengu_skill_tool_invocation"
        ]
    );
}

#[test]
fn the_slash_of_a_call_is_recorded_once_however_often_it_is_made_again() {
    let workspace = with_skills("2026-08", &[("waits", WAITS)]);
    let mut session = Session::new();
    let mut again = call("/waits", "");
    let mut events = Vec::new();
    let mut asked = Vec::new();
    for step in 0..3 {
        again.approved = step > 0;
        if step == 2 {
            again.outputs = answers(&asked, &[output("")]);
        }
        let invocation = session.invoke(&workspace, &again).unwrap();
        asked = invocation.requests;
        events.extend(invocation.events);
    }
    assert_eq!(
        recorded(&events),
        [
            "tengu_skill_tool_slash_prefix",
            "tengu_skill_tool_invocation"
        ]
    );
}

#[test]
fn a_skill_that_waits_for_a_file_is_there_once_it_was_touched_and_stays() {
    for edition in editions() {
        let workspace = with_skills(edition, &[("later", "---\npaths: '*.rs'\n---\nx")]);
        let mut session = Session::new();
        assert_eq!(chosen(&session.turn(&workspace, &typed("/later"))), [""; 0]);
        session
            .touch(&workspace, &["/repo/main.rs".to_owned()])
            .unwrap();
        assert_eq!(
            chosen(&session.turn(&workspace, &typed("/later"))),
            ["later"]
        );
        session
            .touch(&workspace, &["/repo/x.md".to_owned()])
            .unwrap();
        let invocation = session.invoke(&workspace, &call("later", "")).unwrap();
        assert!(invocation.outcome.took_effect());
    }
}

#[test]
fn a_session_answers_for_another_workspace_and_another_host() {
    let mut session = Session::new();
    let first = with_skills("2026-08", &[("a", WAITS)]);
    session.turn(&first, &answered(&first, "/a"));
    session.touch(&first, &["/repo/x/y.rs".to_owned()]).unwrap();

    let elsewhere = workspace("2026-04");
    assert_eq!(chosen(&session.turn(&elsewhere, &typed("/a"))), [""; 0]);
    assert_eq!(session.compact(&elsewhere, None).len(), 1);
    assert_eq!(session.listing(&elsewhere, None).entries, []);

    let mut codex = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    write_text(
        &mut codex,
        "/repo/.agents/skills/c",
        "---\nname: c\ndescription: d\n---\n",
    );
    assert_eq!(chosen(&session.turn(&codex, &typed("$c"))), ["c"]);
    assert!(session.invoke(&codex, &call("c", "")).is_err());
    assert_eq!(session.compact(&codex, None), []);
    assert!(session.finish_fork(&codex, "c", "").is_err());
    assert_eq!(session.hooks_for(&codex, "Stop", ""), Ok(Vec::new()));
    assert_eq!(session.hooks_for(&first, "Stop", "").unwrap().len(), 1);
}

#[test]
fn empty_and_unknown_things_are_answered() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let mut session = Session::new();
    let inputs: [Vec<TurnInput>; 3] = [
        vec![],
        typed("").inputs,
        vec![TurnInput::Skill {
            name: String::new(),
            path: String::new(),
        }],
    ];
    for inputs in inputs {
        let turn = session.turn(
            &workspace,
            &TurnRequest {
                inputs,
                ..TurnRequest::default()
            },
        );
        assert_eq!((turn.selected.len(), turn.messages.len()), (0, 0));
    }
    assert_eq!(session.touch(&workspace, &[]).unwrap().added, []);
    let error = session.touch(&workspace, &["x".to_owned()]).unwrap_err();
    assert_eq!(error.argument, "paths[0]");
    assert_eq!(session.compact(&workspace, Some("nobody")), []);
    let error = session.finish_fork(&workspace, "nothing", "").unwrap_err();
    assert_eq!(error.argument, "fork");
}

#[test]
fn an_empty_agents_name_is_the_main_one() {
    let workspace = with_skills("2026-08", &[("a", ALLOWS)]);
    let mut session = Session::new();
    session
        .invoke(&workspace, &approved("a", "", Some("")))
        .unwrap();
    assert_eq!(changes(&session, None), changes(&session, Some("")));
    assert_eq!(changes(&session, None).len(), 1);
    assert_eq!(session.compact(&workspace, None).len(), 1);
}

#[test]
fn outputs_that_nobody_asked_for_are_passed_over() {
    let workspace = with_skills("2026-08", &[("a", PLAIN)]);
    let mut request = typed("/a");
    for id in ["", "0.0"] {
        request.outputs.insert(id.to_owned(), output("x"));
    }
    let turn = workspace.turn(&request);
    assert_eq!(outcomes(&turn), [&InvocationOutcome::Injected]);
}

#[test]
fn a_headless_session_expands_what_its_prompt_begins_with() {
    let mut workspace = with_options(
        "2026-08",
        ClaudeCodeOptions {
            headless: true,
            ..ClaudeCodeOptions::default()
        },
    );
    write_skills(&mut workspace, &[("a", PLAIN)]);
    assert_eq!(chosen(&workspace.turn(&typed("/a x"))), ["a"]);
}
