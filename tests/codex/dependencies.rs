//! Questions for the needs of chosen skills, the answers that the session keeps, and the counted events.

use std::collections::BTreeMap;

use skillglass::model::message::{EventStatus, InvocationType, SkillEvent};
use skillglass::model::skill::Scope;
use skillglass::model::turn::{Client, Turn, TurnInput, TurnRequest};
use skillglass::workspace::RefusedAnswerReason;
use skillglass::{Session, Workspace};

use super::{EDITIONS, workspace, write_skill};

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
    workspace
        .write("/repo/.agents/skills/a/agents/openai.yaml", YAML)
        .unwrap();
    workspace
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

/// The ids of the questions, behind that of their call.
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
    for edition in EDITIONS {
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
        variables: vec!["TOKEN".to_owned()],
        ..Client::default()
    };
    let turn = with_needs("2026-05").turn(&request("$a", client));
    assert_eq!(asked(&turn), [("skill-deps-7", vec!["OTHER"])]);
}

#[test]
fn the_question_for_variables_can_be_off_since_2026_05() {
    for (edition, sets) in [("2026-02", 1), ("2026-05", 0), ("2026-11", 0)] {
        let client = Client {
            asks_for_variables: Some(false),
            ..Client::default()
        };
        let turn = with_needs(edition).turn(&request("$a", client));
        assert_eq!(turn.questions.len(), sets, "{edition}");
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
        variables: vec!["TOKEN".to_owned(), "OTHER".to_owned()],
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
    let taken = session.answer(
        &workspace,
        &answers(&[
            ("TOKEN", &["no prefix", "user_note: s3cret"]),
            ("OTHER", &["user_note: "]),
            ("NEVER_ASKED", &["user_note: x"]),
        ]),
    );
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
    workspace
        .write(
            "/repo/.agents/skills/a/SKILL.md",
            "---\nname: a\ndescription: b\n---\n[$mail](app://m1) [$mail](app://m1) [$cal](app://c1) [$x](mcp://x) $y\n",
        )
        .unwrap();
    let turn = workspace.turn(&request("$a [$other](app://o1)", Client::default()));
    assert_eq!(turn.app_ids, ["m1", "c1"]);
}
