//! Tests the report on how skills are used, from logs of conversations.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Read as _;

use proptest::prelude::*;
use serde_json::Value;
use skillglass::Workspace;
use skillglass::usage::{
    ExpectedState, ListSource, LogFormat, LogProblemCode, SkillUsage, UsageLog, UsageOutcome,
    UsageReport, UsageRequest, UsageSymptomKind,
};

use crate::common::{Files, in_repo};

fn of(workspace: &Workspace, text: &str) -> UsageReport {
    let name = "log".to_owned();
    let text = text.to_owned();
    let logs = vec![UsageLog { name, text }];
    workspace.usage(&UsageRequest { logs, all: true }).unwrap()
}

fn empty() -> Workspace {
    Workspace::new(&in_repo("codex")).unwrap()
}

fn skill<'r>(report: &'r UsageReport, name: &str) -> &'r SkillUsage {
    report
        .skills
        .iter()
        .find(|skill| skill.name == name)
        .unwrap()
}

/// Returns the text of a log with lines of `{skill, outcome}`. Each line is repeated as often as
/// its number states.
fn plain(outcomes: &[(&str, &str, usize)]) -> String {
    let mut text = String::new();
    for (skill, outcome, count) in outcomes {
        for _ in 0..*count {
            writeln!(
                text,
                "{{\"skill\": \"{skill}\", \"outcome\": \"{outcome}\"}}"
            )
            .unwrap();
        }
    }
    text
}

/// Returns the recorded conversations of real programs.
fn recorded() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/usage.jsonl.br");
    let file = std::fs::File::open(path).unwrap();
    let mut text = String::new();
    brotli_decompressor::Decompressor::new(file, 4096)
        .read_to_string(&mut text)
        .unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap()
}

/// Returns a workspace with the files of a recorded conversation.
fn workspace(recording: &Value) -> Workspace {
    let options =
        skillglass::WorkspaceOptions::new(text(recording, "cwd")).home(text(recording, "home"));
    let mut workspace = Workspace::new(&options).unwrap();
    for file in recording["tree"].as_array().unwrap() {
        workspace.put(text(file, "path"), text(file, "text"));
    }
    workspace
}

fn names(value: &Value) -> BTreeSet<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect()
}

#[test]
fn logs_of_real_programs_agree_with_what_the_model_was_sent() {
    for recording in recorded() {
        let host = text(&recording, "host");
        let report = of(
            &workspace(&recording),
            recording["logs"][0].as_str().unwrap(),
        );
        assert_eq!(report.logs[0].host.as_deref(), Some(host));
        assert_eq!(report.logs[0].problem_count, 0, "{host}");
        let last = recording["seen"].as_array().unwrap().last().unwrap();
        let (bodies, descriptions) = (names(&last["bodies"]), names(&last["descriptions"]));
        for name in ["pdf", "sql", "notes", "images"] {
            let usage = skill(&report, name);
            let is_loaded = usage.chosen + usage.named > usage.lost;
            assert_eq!(is_loaded, bodies.contains(name), "{host}: {name}");
            assert_eq!(
                usage.offered > 0,
                descriptions.contains(name),
                "{host}: {name}"
            );
        }
        assert_eq!(skill(&report, "notes").named, 1, "{host}");
        assert_eq!(
            (skill(&report, "nope").failed, &skill(&report, "nope").path),
            (1, &None),
            "{host}"
        );
        assert_eq!(
            skill(&report, "images").symptoms[0].kind,
            UsageSymptomKind::Never,
            "{host}"
        );
        assert_eq!(report.logs[0].turns.len(), 3, "{host}");
    }
}

#[test]
fn every_recorded_program_has_its_format() {
    let formats: Vec<_> = recorded()
        .iter()
        .map(|recording| {
            let report = of(
                &workspace(recording),
                recording["logs"][0].as_str().unwrap(),
            );
            (report.logs[0].format.unwrap(), report.logs[0].lists)
        })
        .collect();
    assert_eq!(
        formats,
        [
            (LogFormat::ClaudeCode, ListSource::Log),
            (LogFormat::Codex, ListSource::Log),
            (LogFormat::Pi, ListSource::Log),
            (LogFormat::QwenCode, ListSource::Emulator),
            (LogFormat::Opencode, ListSource::Emulator),
        ]
    );
}

#[test]
fn a_log_cut_at_any_place_is_read_up_to_there() {
    for recording in recorded() {
        let log = recording["logs"][0].as_str().unwrap();
        let workspace = workspace(&recording);
        for share in 1..8 {
            let mut end = log.len() * share / 8;
            while !log.is_char_boundary(end) {
                end -= 1;
            }
            let report = of(&workspace, &log[..end]);
            assert!(report.logs[0].problem_count <= 2);
        }
    }
}

#[test]
fn a_skill_that_the_host_does_not_load_is_not_found() {
    let mut workspace = empty();
    workspace.put("/repo/.agents/skills/bad/SKILL.md", "No frontmatter.\n");
    workspace.put(
        "/repo/.agents/skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Fill in forms.\n---\n",
    );
    let list = "<skills_instructions>\\n- pdf: Fill in forms. (file: /repo/.agents/skills/pdf/SKILL.md)\\n";
    let message = |role: &str, text: &str| {
        format!(
            "{{\"type\":\"response_item\",\"payload\":{{\"type\":\"message\",\"role\":\"{role}\",\"content\":[{{\"type\":\"input_text\",\"text\":\"{text}\"}}]}}}}\n"
        )
    };
    let report = of(
        &workspace,
        &(message("developer", list) + &message("user", "hello")),
    );
    let outcomes: Vec<_> = (report.logs[0].turns[0].skills.iter())
        .map(|skill| (&*skill.name, skill.outcome, skill.expected))
        .collect();
    assert_eq!(
        outcomes,
        [
            (
                "bad",
                UsageOutcome::NotFound,
                Some(ExpectedState::NotLoaded)
            ),
            ("pdf", UsageOutcome::Offered, Some(ExpectedState::Listed)),
        ]
    );
}

#[test]
fn a_compaction_loses_the_texts_that_are_not_kept() {
    let line = |text: &str| format!("{{\"sessionId\":\"s\",{text}}}\n");
    let call = |id: &str, name: &str| {
        line(&format!(
            "\"type\":\"assistant\",\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"Skill\",\"input\":{{\"skill\":\"{name}\"}}}}]}}"
        )) + &line(&format!(
            "\"type\":\"user\",\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"{id}\",\"content\":\"\"}}]}}"
        ))
    };
    let log = line("\"type\":\"user\",\"message\":{\"content\":\"hello\"}")
        + &call("1", "pdf")
        + &call("2", "sql")
        + &line("\"type\":\"system\",\"subtype\":\"compact_boundary\"")
        + &line(
            "\"type\":\"attachment\",\"attachment\":{\"type\":\"invoked_skills\",\"skills\":[{\"name\":\"sql\"}]}",
        )
        + &line("\"type\":\"user\",\"message\":{\"content\":\"more\"}");
    let report = of(&empty(), &log);
    assert_eq!(
        (skill(&report, "pdf").lost, skill(&report, "sql").lost),
        (1, 0)
    );
}

#[test]
fn skills_are_ordered_by_evidence() {
    let log = plain(&[
        ("once", "failed", 1),
        ("often", "failed", 20),
        ("fine", "chosen", 20),
        ("unused", "offered", 50),
    ]);
    let report = of(&empty(), &log);
    let order: Vec<_> = report.skills.iter().map(|skill| &*skill.name).collect();
    assert_eq!(order, ["often", "unused", "once", "fine"]);
    assert_eq!(skill(&report, "fine").score, 0);
}

#[test]
fn symptoms_follow_from_the_counts() {
    for (outcomes, kind) in [
        (vec![("a", "failed", 3)], UsageSymptomKind::Failing),
        (vec![("a", "not-found", 3)], UsageSymptomKind::NotFound),
        (
            vec![("a", "cut", 3), ("a", "chosen", 1)],
            UsageSymptomKind::Cut,
        ),
        (
            vec![("a", "chosen", 3), ("a", "lost", 3)],
            UsageSymptomKind::Lost,
        ),
        (
            vec![("a", "offered", 3), ("a", "named", 1)],
            UsageSymptomKind::OnlyByName,
        ),
        (vec![("a", "offered", 3)], UsageSymptomKind::Never),
    ] {
        let report = of(&empty(), &plain(&outcomes));
        assert_eq!(report.skills[0].symptoms[0].kind, kind);
    }
}

#[test]
fn faulty_lines_are_reported_and_the_rest_is_read() {
    let long = format!("{{\"skill\": \"{}\"}}", "x".repeat(9 << 20));
    let good = "{\"skill\": \"pdf\", \"outcome\": \"chosen\"}\n";
    for (bad, code) in [
        ("\u{0}\u{1}\u{fffd}\n", LogProblemCode::NotJson),
        ("[1]\n", LogProblemCode::NotJson),
        (
            "{\"skill\": 1, \"outcome\": \"chosen\"}\n",
            LogProblemCode::WrongMember,
        ),
        (
            "{\"skill\": \"pdf\", \"outcome\": \"maybe\"}\n",
            LogProblemCode::WrongMember,
        ),
        (&*format!("{long}\n"), LogProblemCode::TooLong),
    ] {
        let report = of(&empty(), &format!("{good}{bad}{good}"));
        assert_eq!(skill(&report, "pdf").chosen, 2);
        let problem = &report.logs[0].problems[0];
        assert_eq!((problem.line, problem.code), (2, code));
    }
}

#[test]
fn a_log_that_ends_in_the_middle_says_so() {
    let report = of(
        &empty(),
        "{\"skill\": \"pdf\", \"outcome\": \"chosen\"}\n{\"skill\": \"pd",
    );
    assert_eq!(report.logs[0].problems[0].code, LogProblemCode::Truncated);
    assert_eq!(skill(&report, "pdf").chosen, 1);
}

#[test]
fn a_text_of_another_kind_has_no_format() {
    let report = of(&empty(), "{\"a\": 1}\n");
    assert_eq!(report.logs[0].format, None);
    assert_eq!(
        report.logs[0].problems[0].code,
        LogProblemCode::UnknownFormat
    );
}

#[test]
fn texts_that_may_be_secrets_are_not_in_the_report() {
    for name in [
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "sk-ant-REDACTED",
        "my password is hunter2",
    ] {
        let log =
            format!("{{\"skill\": \"{name}\", \"at\": \"{name}\", \"outcome\": \"failed\"}}\n");
        let report = of(&empty(), &log);
        assert!(!serde_json::to_string(&report).unwrap().contains(name));
        assert_eq!(report.skills[0].name, "(withheld)");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in "(\\PC|[{}\\[\\]\":,\n]){0,200}") {
        of(&empty(), &text);
    }

    #[test]
    fn a_line_whose_members_have_wrong_types_is_read_without_a_panic(number in 0usize..5, at in 0usize..200, with in "null|1|\\[\\]|\\{\\}|\"x\"") {
        let recording = &recorded()[number];
        let log = recording["logs"][0].as_str().unwrap();
        // The value after one colon is another.
        let colons: Vec<_> = log.match_indices(':').map(|(index, _)| index + 1).collect();
        let start = colons[at % colons.len()];
        let end = log[start..].find([',', '}']).map_or(log.len(), |length| start + length);
        of(&empty(), &format!("{}{with}{}", &log[..start], &log[end..]));
    }
}
