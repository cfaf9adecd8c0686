//! Tests that a conversation that was saved and continued gives the same answers as one without
//! interruption.

use std::collections::BTreeMap;

use proptest::prelude::*;
use skillglass::model::invocation::{RequestOutput, SkillCall};
use skillglass::model::permission::ToolCall;
use skillglass::model::turn::TurnRequest;
use skillglass::workspace::{SavedSession, SessionOptions};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::Files;

/// A step in a conversation, such as a turn or a call of a skill.
#[derive(Debug, Clone)]
enum Step {
    Turn(String),
    Invoke {
        skill: &'static str,
        agent: Option<&'static str>,
    },
    Listing(Option<&'static str>),
    Touch(&'static str),
    Command(&'static str),
    Compact(Option<&'static str>),
    FinishFork(&'static str),
    FailFork(&'static str),
    Permission {
        command: &'static str,
        agent: Option<&'static str>,
    },
    EndAgent(&'static str),
    Hooks(&'static str),
    HookSucceeded(u32),
    Answer(&'static str),
    Changes(Option<&'static str>),
}

const FILES: [(&str, &str); 9] = [
    (
        "a",
        "---\nname: a\ndescription: A.\nallowed-tools: Bash(git *)\nmodel: opus\n---\nDo a.\n",
    ),
    (
        "b",
        "---\nname: b\ndescription: B.\ncontext: fork\n---\nDo b.\n",
    ),
    (
        "c",
        "---\nname: c\ndescription: C.\nhooks: {Stop: [{hooks: [{type: command, command: x, once: true}]}]}\n---\n!`ls`\n",
    ),
    (
        "d",
        "---\nname: d\ndescription: D.\npaths: \"*.rs\"\n---\nDo d.\n",
    ),
    (
        "e",
        "---\nname: e\ndescription: E.\ndisable-model-invocation: true\n---\nDo e.\n",
    ),
    ("f", "---\nname: f\ndescription: F.\n---\nDo f.\n"),
    (
        "g",
        "---\nname: g\ndescription: G.\nhooks: {PreToolUse: [{matcher: Bash, hooks: [{type: prompt, prompt: ok}]}]}\n---\nDo g.\n",
    ),
    ("sub/h", "---\nname: h\ndescription: H.\n---\nDo h.\n"),
    ("i", "---\nname: i\ndescription: I.\n---\nDo i.\n"),
];

const NEEDS: &str = "dependencies:\n  tools:\n    - {type: env_var, value: TOKEN}\n    - {type: mcp, value: wiki, transport: streamable_http, url: \"https://wiki.invalid/mcp\"}\n";

const HOSTS: [(&str, &str); 3] = [
    ("claude-code", ".claude/skills"),
    ("codex", ".agents/skills"),
    ("opencode", ".opencode/skills"),
];

fn workspace(host: usize) -> Workspace {
    let (host, folder) = HOSTS[host];
    let options = WorkspaceOptions::new("/r").home("/h").host(host);
    let mut workspace = Workspace::new(&options).unwrap();
    for (skill, text) in FILES {
        let path = match skill.split_once('/') {
            Some((sub, skill)) => format!("/r/{sub}/{folder}/{skill}/SKILL.md"),
            None => format!("/r/{folder}/{skill}/SKILL.md"),
        };
        workspace.put(&path, text);
    }
    workspace.put("/r/.agents/skills/f/agents/openai.yaml", NEEDS);
    workspace.put("/h/.codex/config.toml", "");
    workspace
}

fn step() -> impl Strategy<Value = Step> {
    let skill = || prop::sample::select(vec!["a", "b", "c", "d", "e", "f", "g", "h", "i", "none"]);
    let agent = || prop::sample::select(vec![None, Some("fork-1"), Some("fork-2"), Some("x")]);
    let prompt = (prop::sample::select(vec!["/", "$", "use ", "x /"]), skill());
    prop_oneof![
        4 => prompt.prop_map(|(mark, skill)| Step::Turn(format!("{mark}{skill}"))),
        4 => (skill(), agent()).prop_map(|(skill, agent)| Step::Invoke { skill, agent }),
        2 => agent().prop_map(Step::Listing),
        1 => prop::sample::select(vec!["/r/x.rs", "/r/sub/y.ts"]).prop_map(Step::Touch),
        1 => prop::sample::select(vec!["cat /r/.agents/skills/a/SKILL.md", "ls"]).prop_map(Step::Command),
        1 => agent().prop_map(Step::Compact),
        1 => prop::sample::select(vec!["fork-1", "fork-2", "b"]).prop_map(Step::FinishFork),
        1 => prop::sample::select(vec!["fork-1", "fork-2", "b"]).prop_map(Step::FailFork),
        2 => (prop::sample::select(vec!["git log", "make"]), agent())
            .prop_map(|(command, agent)| Step::Permission { command, agent }),
        1 => prop::sample::select(vec!["x", "fork-1"]).prop_map(Step::EndAgent),
        1 => prop::sample::select(vec!["Stop", "PreToolUse"]).prop_map(Step::Hooks),
        1 => (0u32..3).prop_map(Step::HookSucceeded),
        1 => prop::sample::select(vec!["TOKEN", "mcp_install"]).prop_map(Step::Answer),
        1 => agent().prop_map(Step::Changes),
    ]
}

/// Carries out a step of a conversation, and returns all answers of the session as text.
fn take(session: &mut Session, workspace: &Workspace, step: &Step) -> String {
    let answer = match step {
        Step::Turn(prompt) => {
            let mut request = TurnRequest::from(&**prompt);
            let turn = session.turn(workspace, &request);
            for request_of in turn.invocations.iter().flat_map(|one| &one.requests) {
                let output = RequestOutput {
                    text: "out".to_owned(),
                    exit_code: 0,
                };
                request.outputs.insert(request_of.id().to_owned(), output);
            }
            format!("{turn:?}{:?}", session.turn(workspace, &request))
        }
        Step::Invoke { skill, agent } => {
            let call = SkillCall {
                skill: (*skill).to_owned(),
                agent: agent.map(str::to_owned),
                id: Some("call".to_owned()),
                ..SkillCall::default()
            };
            format!("{:?}", session.invoke(workspace, &call))
        }
        Step::Listing(agent) => format!("{:?}", session.listing(workspace, *agent)),
        Step::Touch(path) => format!("{:?}", session.touch(workspace, &[(*path).to_owned()])),
        Step::Command(command) => format!("{:?}", session.command(workspace, command, "/r")),
        Step::Compact(agent) => format!("{:?}", session.compact(workspace, *agent)),
        Step::FinishFork(fork) => format!("{:?}", session.finish_fork(workspace, fork, "Done.")),
        Step::FailFork(fork) => format!("{:?}", session.fail_fork(workspace, fork, "Out of time.")),
        Step::Permission { command, agent } => {
            let call = ToolCall {
                tool: "Bash".to_owned(),
                input: BTreeMap::from([("command".to_owned(), (*command).into())]),
                agent: agent.map(str::to_owned),
                ..ToolCall::default()
            };
            format!("{:?}", session.permission(workspace, &call))
        }
        Step::EndAgent(agent) => format!("{:?}", session.end_agent(agent)),
        Step::Hooks(event) => format!("{:?}", session.hooks_for(workspace, event, "Bash")),
        Step::HookSucceeded(id) => format!("{:?}", session.hook_succeeded(*id)),
        Step::Answer(id) => {
            let given = vec!["user_note: secret".to_owned(), "secret".to_owned()];
            let answers = BTreeMap::from([((*id).to_owned(), given)]);
            format!("{:?}", session.answer(workspace, &answers))
        }
        Step::Changes(agent) => format!("{:?}", session.changes(*agent)),
    };
    let (invoked, usage, hooks) = (session.invoked(), session.usage(), session.hooks());
    let token = session.variable("TOKEN");
    format!("{answer}\n{invoked:?}{usage:?}{hooks:?}{token:?}")
}

/// Saves a conversation as JSON text, and returns a new session that continues from this text.
fn resume(session: &Session, workspace: &Workspace) -> Session {
    let saved = serde_json::to_string(&session.save(workspace)).unwrap();
    let saved: SavedSession = serde_json::from_str(&saved).unwrap();
    start(workspace, saved).unwrap()
}

fn start(workspace: &Workspace, saved: SavedSession) -> Result<Session, skillglass::ArgumentError> {
    let options = SessionOptions {
        saved: Some(saved),
        ..SessionOptions::default()
    };
    Session::start(workspace, options)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_conversation_that_is_saved_and_continued_gives_the_same_answers(
        host in 0..HOSTS.len(),
        before in prop::collection::vec(step(), 0..12),
        after in prop::collection::vec(step(), 1..12),
    ) {
        let here = workspace(host);
        let mut session = Session::new();
        for step in &before {
            take(&mut session, &here, step);
        }
        // The same files in another workspace, as after the page was loaded anew.
        let there = workspace(host);
        let mut resumed = resume(&session, &there);
        prop_assert_eq!(resumed.save(&there), session.save(&here));
        for step in &after {
            prop_assert_eq!(take(&mut resumed, &there, step), take(&mut session, &here, step), "{:?}", step);
        }
    }
}

#[test]
fn a_saved_conversation_of_another_version_host_or_edition_is_refused_by_name() {
    let here = workspace(0);
    let saved = Session::new().save(&here);
    let edition = here.catalog().edition.clone();
    let cases: [(SavedSession, &str); 4] = [
        (
            SavedSession {
                version: 9,
                ..saved.clone()
            },
            "saved.version: there is no version 9; this release reads version 1",
        ),
        (
            SavedSession {
                host: "pi".to_owned(),
                ..saved.clone()
            },
            "saved.host: the conversation was held with pi@",
        ),
        (
            SavedSession {
                edition: "1999-01".to_owned(),
                ..saved.clone()
            },
            "saved.edition: the conversation was held with claude-code@1999-01",
        ),
        (
            SavedSession {
                memory: "{".to_owned(),
                ..saved.clone()
            },
            "saved.memory: ",
        ),
    ];
    for (saved, expected) in cases {
        let error = start(&here, saved).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error} {edition}");
    }
    assert!(start(&here, saved).is_ok());
}
