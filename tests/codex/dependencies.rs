//! Tests how Codex asks for what a selected skill needs, which answers the session keeps, and which
//! events it counts.

use std::collections::BTreeMap;

use skillglass::hosts::codex::{CodexOptions, LayerKind};
use skillglass::model::message::{EventStatus, InvocationType, SkillEvent};
use skillglass::model::skill::{Scope, ToolDependency};
use skillglass::model::turn::{Client, Turn, TurnInput, TurnRequest};
use skillglass::workspace::{Answers, RefusedAnswerReason, SessionOptions};
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{USER_CONFIG, editions, layer, workspace, write_skill};
use crate::common::Files;

const OPENAI_YAML: &str = "/repo/.agents/skills/a/agents/openai.yaml";

const YAML: &str = "dependencies:
  tools:
    - type: env_var
      value: TOKEN
      description: A token
    - type: env_var
      value: TOKEN
    - type: env_var
      value: OTHER
    - type: mcp
      value: tracker
      url: https://tracker.invalid/mcp
    - type: mcp
      value: wiki
    - type: cli
      value: gh
";

fn with_needs(edition: &str) -> Workspace {
    let mut workspace = workspace(edition);
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace.put(OPENAI_YAML, YAML);
    workspace
}

fn set(variables: &[(&str, Option<&str>)]) -> BTreeMap<String, Option<String>> {
    let variables = variables.iter();
    variables
        .map(|(name, value)| ((*name).to_owned(), value.map(str::to_owned)))
        .collect()
}

fn request(prompt: &str, client: Client) -> TurnRequest {
    TurnRequest {
        inputs: vec![TurnInput::Text {
            text: prompt.to_owned(),
        }],
        id: Some("7".to_owned()),
        client: Some(client),
        ..TurnRequest::default()
    }
}

/// Returns the ids of the questions of each set, after the id of the call that asks them.
fn asked(turn: &Turn) -> Vec<(&str, Vec<&str>)> {
    turn.questions
        .iter()
        .map(|set| {
            let ids = set.questions.iter().map(|question| question.id.as_str());
            (set.call_id.as_str(), ids.collect())
        })
        .collect()
}

#[test]
fn each_missing_variable_is_asked_for_once() {
    for edition in editions() {
        let turn = with_needs(edition).turn(&request("$a", Client::default()));
        assert_eq!(
            asked(&turn),
            [("skill-deps-7", vec!["TOKEN", "OTHER"])],
            "{edition}"
        );
        let question = &turn.questions[0].questions[0];
        assert_eq!(question.header, "Skill requires environment variable");
        assert!(question.is_secret);
        assert_eq!(question.options, None);
        for part in [
            "TOKEN",
            "A token",
            "experimental internal feature",
            "stored in memory for this session only",
        ] {
            assert!(question.question.contains(part), "{part}");
        }
        assert_eq!(turn.messages.len(), 1, "the skill is injected all the same");
    }
}

#[test]
fn a_variable_that_is_set_is_not_asked_for() {
    let client = Client {
        variables: set(&[("TOKEN", None)]),
        ..Client::default()
    };
    let turn = with_needs("2026-05").turn(&request("$a", client));
    assert_eq!(asked(&turn), [("skill-deps-7", vec!["OTHER"])]);
}

#[test]
fn the_question_for_variables_can_be_off() {
    for edition in editions() {
        let client = Client {
            asks_for_variables: Some(false),
            ..Client::default()
        };
        let turn = with_needs(edition).turn(&request("$a", client));
        assert!(turn.questions.is_empty(), "{edition}");
    }
}

#[test]
fn a_skill_that_is_not_mentioned_is_not_asked_for() {
    let turn = with_needs("2026-05").turn(&request("use the skill a", Client::default()));
    assert!(turn.questions.is_empty());
}

fn installing(first_party: bool, installs_servers: bool, servers: &[&str]) -> Client {
    Client {
        first_party,
        installs_servers,
        servers: servers.iter().map(|server| (*server).to_owned()).collect(),
        variables: set(&[("TOKEN", None), ("OTHER", None)]),
        ..Client::default()
    }
}

#[test]
fn missing_servers_are_asked_for_in_one_question() {
    let turn = with_needs("2026-05").turn(&request("$a", installing(true, true, &[])));
    assert_eq!(turn.questions.len(), 1);
    assert_eq!(
        turn.questions[0].questions[0].question,
        "The following MCP servers are required by the selected skills but are not installed yet: tracker, wiki. Install them now?"
    );
    assert!(!turn.questions[0].questions[0].is_secret);
    let servers = turn.questions[0].questions[0].servers.iter();
    let servers: Vec<_> = servers
        .map(|server| (&*server.value, server.url.as_deref()))
        .collect();
    let url = Some("https://tracker.invalid/mcp");
    assert_eq!(servers, [("tracker", url), ("wiki", None)]);
}

#[test]
fn servers_are_asked_for_by_first_party_clients_with_the_feature_on_and_only_when_missing() {
    let cases = [
        ("2026-02", installing(true, true, &[]), 0),
        ("2026-11", installing(true, true, &[]), 1),
        ("2026-05", installing(false, true, &[]), 0),
        ("2026-05", installing(true, false, &[]), 0),
        ("2026-05", installing(true, true, &["tracker"]), 1),
        (
            "2026-05",
            installing(true, true, &["https://tracker.invalid/mcp", "wiki"]),
            0,
        ),
    ];
    for (edition, client, expected) in cases {
        let turn = with_needs(edition).turn(&request("$a", client.clone()));
        assert_eq!(turn.questions.len(), expected, "{edition} {client:?}");
    }
}

#[test]
fn a_server_of_a_trusted_layers_configuration_is_installed() {
    let by_name = "[mcp_servers.wiki]\ncommand = \"wiki\"\n";
    let by_url = "[mcp_servers.other]\nurl = \"https://tracker.invalid/mcp\"\nenabled = false\n";
    let inline = "mcp_servers = { wiki = {}, tracker = {} }\n";
    let cases = [
        (USER_CONFIG, by_name, &["tracker"][..]),
        (USER_CONFIG, by_url, &["wiki"]),
        (USER_CONFIG, inline, &[]),
        ("/etc/codex/config.toml", by_name, &["tracker"]),
        ("/repo/.codex/config.toml", by_name, &["tracker"]),
        (USER_CONFIG, "not toml", &["tracker", "wiki"]),
        (USER_CONFIG, "mcp_servers = 3\n", &["tracker", "wiki"]),
    ];
    for (file, config, missing) in cases {
        for edition in ["2026-05", "2026-11"] {
            let mut workspace = with_needs(edition);
            workspace.put(file, config);
            let turn = workspace.turn(&request("$a", installing(true, true, &[])));
            assert_eq!(servers(&turn), missing, "{edition} {file} {config}");
        }
    }
}

#[test]
fn a_server_of_a_layer_that_is_not_trusted_is_not_installed() {
    for (disabled, missing) in [(false, &["tracker"][..]), (true, &["tracker", "wiki"])] {
        let mut project = layer(LayerKind::Project, "/repo/.codex", "[mcp_servers.wiki]\n");
        project.disabled = disabled;
        let mut workspace = Workspace::new(&WorkspaceOptions {
            codex: Some(CodexOptions {
                layers: Some(vec![project]),
                ..CodexOptions::default()
            }),
            ..WorkspaceOptions::new("/repo")
        })
        .unwrap();
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        workspace.put(OPENAI_YAML, YAML);
        let turn = workspace.turn(&request("$a", installing(true, true, &[])));
        assert_eq!(servers(&turn), missing);
    }
}

/// Returns the names of the MCP servers that a turn asks the user to install.
fn servers(turn: &Turn) -> Vec<&str> {
    let questions = turn.questions.iter().flat_map(|set| &set.questions);
    let servers = questions.flat_map(|question| &question.servers);
    servers.map(|server| server.value.as_str()).collect()
}

/// Answers the question whether to install servers. Returns the result of the answer.
fn decide(session: &mut Session, workspace: &Workspace, answer: &str) -> Answers {
    let answers = BTreeMap::from([("install".to_owned(), vec![answer.to_owned()])]);
    session.answer(workspace, &answers).unwrap()
}

#[test]
fn install_gives_the_edited_configuration_and_the_next_turn_is_silent() {
    let mut workspace = with_needs("2026-11");
    workspace.put(USER_CONFIG, "model = \"m\" # mine\n");
    let request = request("$a", installing(true, true, &[]));
    let mut session = Session::new();
    assert_eq!(
        servers(&session.turn(&workspace, &request)),
        ["tracker", "wiki"]
    );
    let answers = decide(&mut session, &workspace, "Install");
    assert_eq!(answers.taken, ["install"]);
    let install = answers.install.unwrap();
    assert_eq!(install.installed, ["tracker"]);
    assert_eq!(install.unreachable, ["wiki"]);
    let edit = install.edit.unwrap();
    assert_eq!(edit.path, USER_CONFIG);
    assert_eq!(
        edit.text,
        "model = \"m\" # mine\n\n[mcp_servers.tracker]\nurl = \"https://tracker.invalid/mcp\"\n"
    );
    assert!(session.turn(&workspace, &request).questions.is_empty());

    // A turn without this session asks until the configuration has the server.
    assert_eq!(servers(&workspace.turn(&request)), ["tracker", "wiki"]);
    workspace.put(&edit.path, &edit.text);
    assert_eq!(servers(&workspace.turn(&request)), ["wiki"]);
}

#[test]
fn what_was_declined_is_not_asked_for_again_in_the_session() {
    let mut workspace = with_needs("2026-11");
    let turn = request("$a $b", installing(true, true, &[]));
    let mut session = Session::new();
    session.turn(&workspace, &turn);
    let answers = decide(&mut session, &workspace, "Continue anyway");
    assert_eq!(
        (answers.taken, answers.install),
        (vec!["install".to_owned()], None)
    );
    assert!(session.turn(&workspace, &turn).questions.is_empty());

    write_skill(&mut workspace, "/repo/.agents/skills/b");
    let more =
        "dependencies:\n  tools:\n    - {type: mcp, value: wiki}\n    - {type: mcp, value: mail}\n";
    workspace.put("/repo/.agents/skills/b/agents/openai.yaml", more);
    assert_eq!(servers(&session.turn(&workspace, &turn)), ["mail"]);

    let options = SessionOptions {
        declined_servers: vec!["wiki".to_owned(), "https://tracker.invalid/mcp".to_owned()],
        ..SessionOptions::default()
    };
    let mut resumed = Session::start(&workspace, options).unwrap();
    assert_eq!(servers(&resumed.turn(&workspace, &turn)), ["mail"]);
}

#[test]
fn an_answer_that_is_no_option_decides_nothing() {
    let workspace = with_needs("2026-11");
    let request = request("$a", installing(true, true, &[]));
    let mut session = Session::new();
    session.turn(&workspace, &request);
    let answers = decide(&mut session, &workspace, "yes");
    assert_eq!(answers.refused[0].reason, RefusedAnswerReason::NotAnOption);
    assert_eq!(
        servers(&session.turn(&workspace, &request)),
        ["tracker", "wiki"]
    );
    decide(&mut session, &workspace, "Install");
    let again = decide(&mut session, &workspace, "Install");
    assert_eq!(again.refused[0].reason, RefusedAnswerReason::NotAsked);
}

#[test]
fn what_cannot_be_edited_is_an_error_and_nothing_is_taken() {
    let mut workspace = with_needs("2026-11");
    workspace.put(USER_CONFIG, "not toml");
    let request = request("$a", installing(true, true, &[]));
    let mut session = Session::new();
    session.turn(&workspace, &request);
    let install = BTreeMap::from([("install".to_owned(), vec!["Install".to_owned()])]);
    let error = session.answer(&workspace, &install).unwrap_err();
    assert_eq!(error.argument, USER_CONFIG);
    workspace.put(USER_CONFIG, "");
    assert!(
        session
            .answer(&workspace, &install)
            .unwrap()
            .install
            .is_some()
    );
}

#[test]
fn a_server_is_put_into_the_configuration_as_it_is_written_there() {
    let server = |value: &str, transport: &str, url: &str, command: &str| {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        ToolDependency {
            kind: "mcp".to_owned(),
            value: value.to_owned(),
            description: None,
            transport: given(transport),
            command: given(command),
            url: given(url),
        }
    };
    let table = "[mcp_servers.a]\nurl = \"u\"\n";
    let cases = [
        ("", server("a", "", "u", ""), table),
        ("", server("a", "streamable_http", "u", "c"), table),
        (
            "",
            server("a", "stdio", "u", "c"),
            "[mcp_servers.a]\ncommand = \"c\"\n",
        ),
        (
            "",
            server("a", "", "", "npx -y 'b c'"),
            "[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"-y\", \"b c\"]\n",
        ),
        (
            "",
            server("a b", "", "u", ""),
            "[mcp_servers.\"a b\"]\nurl = \"u\"\n",
        ),
        (
            "mcp_servers = { b = { url = \"v\" } }\n",
            server("a", "", "u", ""),
            "mcp_servers = { b = { url = \"v\" }, a = { url = \"u\" } }\n",
        ),
        (
            "[mcp_servers.b] # mine\nurl = \"v\"\n",
            server("a", "", "u", ""),
            "[mcp_servers.b] # mine\nurl = \"v\"\n\n[mcp_servers.a]\nurl = \"u\"\n",
        ),
    ];
    for (before, server, after) in cases {
        let mut workspace = workspace("2026-11");
        workspace.put(USER_CONFIG, before);
        let install = workspace
            .install_servers(std::slice::from_ref(&server))
            .unwrap();
        assert_eq!(install.edit.unwrap().text, after, "{server:?}");
    }
    let mut workspace = workspace("2026-11");
    workspace.put(USER_CONFIG, "[mcp_servers.a]\nurl = \"v\"\n");
    let install = workspace
        .install_servers(&[server("a", "", "u", "")])
        .unwrap();
    assert_eq!((install.edit, install.installed), (None, Vec::new()));
    let other = ToolDependency {
        kind: "cli".to_owned(),
        ..server("gh", "", "", "gh")
    };
    for (wrong, argument) in [
        (other, "servers[0].type"),
        (server("", "", "u", ""), "servers[0].value"),
    ] {
        let error = workspace.install_servers(&[wrong]).unwrap_err();
        assert_eq!(error.argument, argument);
    }
    workspace.put(USER_CONFIG, "mcp_servers = 3\n");
    let error = workspace
        .install_servers(&[server("a", "", "u", "")])
        .unwrap_err();
    assert_eq!(error.argument, USER_CONFIG);
}

#[test]
fn a_variable_that_is_set_when_a_skill_needs_it_is_known_to_the_session() {
    let mut workspace = with_needs("2026-05");
    write_skill(&mut workspace, "/repo/.agents/skills/plain");
    let client = |variables: &[(&str, Option<&str>)]| Client {
        variables: set(variables),
        ..Client::default()
    };
    let mut session = Session::new();
    let both = client(&[
        ("TOKEN", Some("t0ken")),
        ("OTHER", None),
        ("UNUSED", Some("x")),
    ]);
    session.turn(&workspace, &request("$plain", both.clone()));
    assert_eq!(
        asked(&session.turn(&workspace, &request("$a", Client::default()))),
        [("skill-deps-7", vec!["TOKEN", "OTHER"])],
        "no skill that needed them was chosen"
    );
    assert!(asked(&session.turn(&workspace, &request("$a", both))).is_empty());
    let next = session.turn(&workspace, &request("$a", Client::default()));
    assert!(asked(&next).is_empty());
    assert_eq!(session.variable("TOKEN"), Some("t0ken"));
    assert_eq!(session.variable("OTHER"), None, "its value was not told");
    assert_eq!(session.variable("UNUSED"), None);
    assert!(
        !format!("{next:?}").contains("t0ken"),
        "the value is nowhere else"
    );
}

#[test]
fn a_value_that_is_known_goes_before_the_process_s() {
    let workspace = with_needs("2026-05");
    let options = SessionOptions {
        variables: BTreeMap::from([("TOKEN".to_owned(), "answered".to_owned())]),
        ..SessionOptions::default()
    };
    let mut session = Session::start(&workspace, options).unwrap();
    let client = Client {
        variables: set(&[("TOKEN", Some("process"))]),
        ..Client::default()
    };
    session.turn(&workspace, &request("$a", client));
    assert_eq!(session.variable("TOKEN"), Some("answered"));
}

#[test]
fn a_variable_of_the_options_is_known_to_the_session() {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        variables: Some(BTreeMap::from([("TOKEN".to_owned(), "t0ken".to_owned())])),
        ..WorkspaceOptions::new("/repo")
    })
    .unwrap();
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    workspace.put(OPENAI_YAML, YAML);
    let mut session = Session::new();
    let off = Client {
        asks_for_variables: Some(false),
        ..Client::default()
    };
    session.turn(&workspace, &request("$a", off));
    assert_eq!(session.variable("TOKEN"), None, "the feature is off");
    session.turn(&workspace, &request("$a", Client::default()));
    assert_eq!(session.variable("TOKEN"), Some("t0ken"));
}

#[test]
fn variables_are_given_by_name_or_with_their_values() {
    let cases = [
        (r#"["A", "B"]"#, set(&[("A", None), ("B", None)])),
        (
            r#"{"A": "1", "B": null}"#,
            set(&[("A", Some("1")), ("B", None)]),
        ),
    ];
    for (text, expected) in cases {
        let client: Client = serde_json::from_str(&format!("{{\"variables\": {text}}}")).unwrap();
        assert_eq!(client.variables, expected);
        let written = serde_json::to_string(&client).unwrap();
        assert_eq!(serde_json::from_str::<Client>(&written).unwrap(), client);
    }
    let error = serde_json::from_str::<Client>(r#"{"variables": 3}"#).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("an array of names or an object with a value by name")
    );
}

#[test]
fn an_answer_counts_by_its_prefix_and_stays_in_the_session() {
    let workspace = with_needs("2026-05");
    let mut session = Session::new();
    session.turn(&workspace, &request("$a", Client::default()));
    let answers = |answers: &[(&str, &[&str])]| -> BTreeMap<String, Vec<String>> {
        let own = |given: &&[&str]| given.iter().map(|answer| (*answer).to_owned()).collect();
        answers
            .iter()
            .map(|(id, given)| ((*id).to_owned(), own(given)))
            .collect()
    };
    let given = answers(&[
        (
            "TOKEN",
            &["no prefix", "user_note:   ", "user_note: s3cret"],
        ),
        ("OTHER", &["user_note: ", "user_note: \t "]),
        ("NEVER_ASKED", &["user_note: x"]),
    ]);
    let taken = session.answer(&workspace, &given).unwrap();
    let refused: Vec<_> = (taken.refused.iter())
        .map(|one| (one.id.as_str(), one.reason))
        .collect();
    assert_eq!(taken.taken, ["TOKEN"]);
    assert_eq!(
        refused,
        [
            ("NEVER_ASKED", RefusedAnswerReason::NotAsked),
            ("OTHER", RefusedAnswerReason::NoValue),
        ]
    );
    assert_eq!(session.variable("TOKEN"), Some("s3cret"));
    assert_eq!(session.variable("NEVER_ASKED"), None);

    let next = session.turn(&workspace, &request("$a", Client::default()));
    assert_eq!(asked(&next), [("skill-deps-7", vec!["OTHER"])]);
    let elsewhere = Session::new().turn(&workspace, &request("$a", Client::default()));
    assert_eq!(
        asked(&elsewhere),
        [("skill-deps-7", vec!["TOKEN", "OTHER"])]
    );
    let everything = format!("{next:?}{:?}", workspace.catalog());
    assert!(!everything.contains("s3cret"), "the value is nowhere else");
}

#[test]
fn an_injection_is_counted_with_its_status_and_its_skill() {
    let turn = with_needs("2026-05").turn(&request("$a", Client::default()));
    assert_eq!(
        turn.events,
        [
            SkillEvent::Counter {
                name: "codex.skill.injected".to_owned(),
                status: EventStatus::Ok,
                skill: "a".to_owned(),
            },
            SkillEvent::SkillInvocation {
                skill_name: "a".to_owned(),
                skill_scope: Scope::Repo,
                skill_path: "/repo/.agents/skills/a/SKILL.md".to_owned(),
                invocation_type: InvocationType::Explicit,
            },
        ]
    );
}

#[test]
fn apps_that_an_injected_skill_links_to_are_told_once() {
    let mut workspace = workspace("2026-05");
    workspace.put("/repo/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n[$mail](app://m1) [$mail](app://m1) [$cal](app://c1) [$x](mcp://x) $y\n");
    let turn = workspace.turn(&request("$a [$other](app://o1)", Client::default()));
    assert_eq!(turn.app_ids, ["m1", "c1"]);
}
