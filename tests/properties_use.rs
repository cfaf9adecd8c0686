//! Tests that for any prompts, calls and outputs, the invocation of a skill ends, and its result is
//! consistent.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions, McpPrompt};
use skillglass::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, InvokedBy, RequestOutput, SkillCall,
};
use skillglass::model::message::{Message, Role};
use skillglass::model::turn::TurnRequest;
use skillglass::text::document::Place;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::{Files, editions};

/// Returns the editions of Claude Code.
fn all() -> Vec<&'static str> {
    editions("claude-code")
}

/// Folders in which Claude Code finds skills. The name of one folder looks like a command and a
/// placeholder.
const FOLDERS: [&str; 8] = [
    "/r/p/.claude/skills/a",
    "/r/p/.claude/skills/b",
    "/r/p/.claude/skills/loop",
    "/r/p/.claude/skills/x !`y` $0",
    "/r/p/sub/.claude/skills/a",
    "/h/.claude/skills/b",
    "/plugin/skills/c",
    "/bundled/d",
];

fn workspace(edition: usize, auto_mode: bool, skills: &[(usize, String)]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        plugins: Some(vec![skillglass::model::environment::Plugin {
            id: "p@m".to_owned(),
            root: "/plugin".to_owned(),
            ..skillglass::model::environment::Plugin::default()
        }]),
        claude_code: Some(ClaudeCodeOptions {
            auto_mode,
            session_id: Some("$0 !`z`".to_owned()),
            bundled: vec![BundledSkill {
                directory: "/bundled/d".to_owned(),
                aliases: vec!["e".to_owned()],
            }],
            mcp_prompts: vec![McpPrompt {
                server: "s".to_owned(),
                name: "q".to_owned(),
                description: None,
                arguments: vec!["one".to_owned()],
            }],
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::new("/r/p")
            .home("/h")
            .host("claude-code")
            .edition(all()[edition])
    })
    .unwrap();
    for (folder, text) in skills {
        let path = format!("{}/SKILL.md", FOLDERS[*folder]);
        workspace.put(&path, text.as_str());
    }
    workspace.put("/r/p/.claude/commands/f/g.md", "$ARGUMENTS\n!`ls`");
    workspace
}

fn pieces(of: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(of), 0..most).prop_map(|pieces| pieces.concat())
}

/// Generates the text of a skill from segments that are difficult for the parsers.
fn skill() -> impl Strategy<Value = String> {
    let fields = pieces(
        &[
            "disable-model-invocation: true\n",
            "user-invocable: false\n",
            "allowed-tools: Bash\n",
            "allowed-tools: Bash(echo *) Bash(${CLAUDE_SKILL_DIR}/x) (\n",
            "context: fork\n",
            "agent: Explore\n",
            "arguments: name other\n",
            "arguments: ['a` !`b', '$x', 'é']\n",
            "shell: powershell\n",
            "paths: '*.rs'\n",
            "hooks: {Stop: [{matcher: '(', hooks: [{type: command, command: x, once: true}]}]}\n",
            "model: opus\n",
        ],
        4,
    );
    let body = pieces(
        &[
            "$0",
            "$1",
            "$ARGUMENTS",
            "$ARGUMENTS[1]",
            "$name",
            "$é",
            "$a` !`b",
            "\\",
            "${CLAUDE_SKILL_DIR}",
            "${CLAUDE_SESSION_ID}",
            "${user_config.x}",
            "!`",
            "`",
            "!`echo $0`",
            "!`ls`",
            "\n```!\n",
            "\n```\n",
            " ",
            "\r\n",
            "\n",
            "é😀",
            "$",
            "!",
            "x",
            "\n\n---\n",
            "\u{feff}",
        ],
        16,
    );
    (fields, body, any::<bool>(), any::<bool>()).prop_map(|(fields, body, has_fields, mark)| {
        let mark = if mark { "\u{feff}" } else { "" };
        if has_fields {
            format!("{mark}---\ndescription: d\n{fields}---\n{body}")
        } else {
            format!("{mark}{body}")
        }
    })
}

fn skills() -> impl Strategy<Value = Vec<(usize, String)>> {
    prop::collection::vec((0..FOLDERS.len(), skill()), 1..6)
}

fn prompt() -> impl Strategy<Value = String> {
    pieces(
        &[
            "/a",
            "/b",
            "/c",
            "/e",
            "/p:c",
            "/loop",
            "/sub:a",
            "/f:g",
            "/mcp__s__q",
            "/",
            " ",
            " ",
            " ",
            "\n",
            "$0",
            "!`rm x`",
            "'",
            "\"",
            "\\",
            "é😀",
            "$a",
            "[$a](b)",
            "${CLAUDE_SKILL_DIR}",
            "`",
            "x",
        ],
        10,
    )
}

fn called() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "a",
            "b",
            "/a",
            " c ",
            "e",
            "p:c",
            "x !`y` $0",
            "f:g",
            "mcp__s__q",
            "_canonical_a",
            "",
            "/",
            "compact",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,5}",
    ]
}

fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}

/// Adds an output for each request of an invocation. The outputs look like placeholders and
/// commands, which the host must not expand again.
fn answer(outputs: &mut BTreeMap<String, RequestOutput>, invocation: &Invocation) {
    for request in &invocation.requests {
        let output = RequestOutput {
            text: "$0 !`again` ${CLAUDE_SKILL_DIR}\n".to_owned(),
            exit_code: 0,
        };
        outputs.insert(request.id().to_owned(), output);
    }
}

/// Checks that the result of an invocation is consistent.
fn check(workspace: &Workspace, invocation: &Invocation) -> Result<(), TestCaseError> {
    let took_effect = invocation.outcome.took_effect();
    prop_assert_eq!(took_effect, invocation.content.is_some());
    prop_assert_eq!(
        invocation.fork.is_some(),
        invocation.outcome == InvocationOutcome::Forked
    );
    if !took_effect {
        // Since 2026-11, a command that failed leaves a note, which contains nothing of the skill.
        let leaves_notes = workspace.catalog().edition == "2026-11";
        let notes = &invocation.messages;
        let is_result = |note: &Message| note.role == Role::Tool;
        match invocation.by {
            InvokedBy::Model => {
                let open = [InvocationOutcome::Asks, InvocationOutcome::Waits];
                let is_over = !open.contains(&invocation.outcome);
                prop_assert_eq!(notes.iter().any(is_result), is_over);
            }
            InvokedBy::User => prop_assert!(notes.is_empty() || leaves_notes),
        }
        prop_assert!(notes.iter().all(|note| note.skill.is_none()) && invocation.hooks.is_empty());
        prop_assert_eq!(&invocation.changes, &None);
    }
    let mut ids = BTreeSet::new();
    for request in &invocation.requests {
        prop_assert!(ids.insert(request.id()), "an id twice");
        let InvocationRequest::Command { range, pattern, .. } = request else {
            continue;
        };
        let file = workspace.tree().entry(invocation.path.as_ref().unwrap());
        let text = file.unwrap().contents().unwrap().text().unwrap();
        if let Some(range) = range {
            prop_assert_eq!(Place::of_byte(text, range.start.byte), range.start);
            prop_assert_eq!(Place::of_byte(text, range.end.byte), range.end);
            let covered = &text[range.start.byte..range.end.byte];
            prop_assert!(covered.starts_with("!`") || covered.starts_with("```!"));
            prop_assert!(covered.ends_with('`'));
        }
        prop_assert!(!pattern.is_empty());
    }
    Ok(())
}

/// Returns a body without the whitespace at its beginning. In edition `2026-11`, which follows
/// JavaScript, a byte order mark counts as whitespace.
fn without_blanks(edition: usize, body: &str) -> &str {
    let counts_mark = all()[edition] == "2026-11";
    body.trim_start_matches(|first: char| {
        first.is_whitespace() || counts_mark && first == '\u{feff}'
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_prompt_is_answered_and_never_waits_for_the_same_twice(
        edition in 0..all().len(),
        auto_mode in any::<bool>(),
        skills in skills(),
        prompt in prompt(),
        touched in any::<bool>(),
    ) {
        let workspace = workspace(edition, auto_mode, &skills);
        let mut session = Session::new();
        if touched {
            session.touch(&workspace, &["/r/p/sub/x.rs".to_owned()]).unwrap();
        }
        let mut request = typed(&prompt);
        let before = format!("{session:?}");
        let first = session.turn(&workspace, &request);
        let waits = first.invocations.iter().any(|invocation| invocation.outcome == InvocationOutcome::Waits);
        for invocation in &first.invocations {
            check(&workspace, invocation)?;
            answer(&mut request.outputs, invocation);
        }
        if waits {
            prop_assert_eq!(format!("{session:?}"), before);
            let second = session.turn(&workspace, &request);
            for (first, second) in first.invocations.iter().zip(&second.invocations) {
                check(&workspace, second)?;
                prop_assert_ne!(&second.outcome, &InvocationOutcome::Waits);
                prop_assert_eq!(&first.requests, &second.requests);
            }
            prop_assert_eq!(first.invocations.len(), second.invocations.len());
        }
        for mention in &first.mentions {
            let range = mention.range.unwrap();
            prop_assert!(prompt[range.start.byte..range.end.byte].contains(&mention.name));
        }
    }

    #[test]
    fn any_call_is_answered_and_never_waits_for_the_same_twice(
        edition in 0..all().len(),
        skills in skills(),
        name in called(),
        arguments in prompt(),
        approved in any::<bool>(),
    ) {
        let workspace = workspace(edition, false, &skills);
        let mut call = SkillCall { skill: name, args: Some(arguments), approved, ..SkillCall::default() };
        let first = workspace.invoke(&call).unwrap();
        check(&workspace, &first)?;
        if approved {
            prop_assert_ne!(&first.outcome, &InvocationOutcome::Asks);
        }
        answer(&mut call.outputs, &first);
        let second = workspace.invoke(&call).unwrap();
        check(&workspace, &second)?;
        prop_assert_ne!(&second.outcome, &InvocationOutcome::Waits);
        if first.outcome != InvocationOutcome::Waits {
            prop_assert_eq!(first, second);
        }
    }

    #[test]
    fn a_place_is_that_of_the_command_before_arguments_were_put_in(
        edition in 0..all().len(),
        mark in any::<bool>(),
        body in pieces(
            &["$0 ", "$ARGUMENTS ", "!`echo a`", "!`echo $0 `", "\n```!\nb $ARGUMENTS \n```\n", "é😀 ", "\r\n", " ", "$name "],
            12,
        ),
    ) {
        let mark = if mark && edition == 2 { "\u{feff}" } else { "" };
        let text = format!("{mark}---\ndescription: d\nallowed-tools: Bash\narguments: name\n---\n{body}");
        let workspace = workspace(edition, false, &[(0, text.clone())]);
        let turn = workspace.turn(&typed("/a QQ"));
        for request in &turn.invocations[0].requests {
            let InvocationRequest::Command { command, range, .. } = request else { panic!("no server was asked") };
            let range = range.expect("no argument brings a command");
            let covered = &text[range.start.byte..range.end.byte];
            let inside = covered.strip_prefix("```!").and_then(|inside| inside.strip_suffix("```"))
                .or_else(|| covered.strip_prefix("!`").and_then(|inside| inside.strip_suffix('`')))
                .expect("marks");
            let filled = inside.replace("$ARGUMENTS", "QQ").replace("$0", "QQ").replace("$name", "QQ");
            prop_assert_eq!(filled.trim(), command);
        }
    }

    #[test]
    fn without_placeholders_and_arguments_the_text_ends_with_the_body(
        edition in 0..all().len(),
        folder in 0..FOLDERS.len(),
        body in "[^$!]{0,60}",
    ) {
        let workspace = workspace(edition, false, &[(folder, format!("---\ndescription: d\n---\n{body}"))]);
        let catalog = workspace.catalog();
        for skill in catalog.skills.iter().filter(|skill| skill.path.starts_with(FOLDERS[folder])) {
            let turn = workspace.turn(&typed(&format!("/{}", skill.name)));
            let Some(content) = turn.invocations.first().and_then(|invocation| invocation.content.as_ref()) else {
                continue;
            };
            prop_assert!(content.ends_with(without_blanks(edition, &body)));
        }
    }

    #[test]
    fn a_session_counts_each_use_once_whatever_happens_in_between(
        edition in 0..all().len(),
        skills in skills(),
        steps in prop::collection::vec((0..9usize, prompt(), called()), 1..10),
    ) {
        let workspace = workspace(edition, false, &skills);
        let mut session = Session::new();
        let mut uses = 0;
        for (step, prompt, name) in steps {
            let agent = Some(name.as_str()).filter(|_| prompt.len() % 2 == 0);
            match step {
                0..=2 => {
                    let mut request = typed(&prompt);
                    let mut turn = session.turn(&workspace, &request);
                    if turn.invocations.iter().any(|invocation| invocation.outcome == InvocationOutcome::Waits) {
                        for invocation in &turn.invocations {
                            answer(&mut request.outputs, invocation);
                        }
                        turn = session.turn(&workspace, &request);
                    }
                    uses += turn.invocations.iter().filter(|invocation| invocation.outcome.took_effect()).count();
                }
                3 | 4 => {
                    let call = SkillCall { skill: name.clone(), approved: true, agent: agent.map(str::to_owned), ..SkillCall::default() };
                    uses += usize::from(session.invoke(&workspace, &call).unwrap().outcome.took_effect());
                }
                5 => drop(session.listing(&workspace, agent)),
                6 => drop(session.compact(&workspace, agent)),
                7 => drop(session.end_agent(&name)),
                _ => {
                    let _ = session.touch(&workspace, &["/r/p/sub/x.rs".to_owned(), prompt]);
                    let _ = session.finish_fork(&workspace, &name, "");
                    let _ = session.hook_succeeded(1);
                }
            }
        }
        prop_assert_eq!(session.usage().values().sum::<u64>(), uses as u64);
        let ids: BTreeSet<_> = session.hooks().iter().map(|hook| hook.id).collect();
        prop_assert_eq!(ids.len(), session.hooks().len());
    }
}
