//! Tests sources of skills with malicious contents: nothing panics or runs forever, and the report
//! on what is left out is limited.

use proptest::prelude::*;
use serde_json::json;
use skillglass::sources::{
    Archives, Downloads, McpAnswer, McpCall, McpRequest, SiteNeed, SiteReport, SiteRequest,
    SourceProblemCode,
};
use skillglass::tree::Contents;

use super::{digest, install, text, told, workspace};

const INDEX: &str = "https://x.org/.well-known/agent-skills/index.json";
const OLD_INDEX: &str = "https://x.org/.well-known/skills/index.json";

fn site(files: &[(&str, Option<&[u8]>)]) -> SiteReport {
    let request = SiteRequest {
        url: "https://x.org".to_owned(),
        install: install(),
    };
    let mut downloads = Downloads::from([(OLD_INDEX.to_owned(), None)]);
    for (url, contents) in files {
        downloads.insert((*url).to_owned(), contents.map(Contents::from));
    }
    workspace()
        .take_site(&request, &downloads, &Archives::new())
        .unwrap()
}

fn indexed(skills: &str) -> Vec<u8> {
    let schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
    format!(r#"{{"$schema": "{schema}", "skills": [{skills}]}}"#).into_bytes()
}

fn listed(answer: String) -> McpAnswer {
    let call = McpCall::List { cursor: None };
    McpAnswer { call, answer }
}

fn server(answers: &[McpAnswer]) -> skillglass::sources::McpReport {
    let request = McpRequest {
        install: install(),
        ..McpRequest::default()
    };
    workspace().take_mcp_skills(&request, answers).unwrap()
}

#[test]
fn a_million_entries_are_counted_and_a_thousand_told() {
    let entries = vec!["{}"; 1_000_000].join(",");
    let report = site(&[(INDEX, Some(&indexed(&entries)))]);
    assert_eq!(
        (report.problems.len(), report.more_problems),
        (1_000, 999_000)
    );
    let report = server(&[listed(format!(r#"{{"skills": [{entries}]}}"#))]);
    assert_eq!(
        (report.problems.len(), report.more_problems),
        (1_000, 999_000)
    );
}

#[test]
fn a_document_beyond_16_mib_or_128_levels_is_not_read() {
    let long = indexed(&format!("\"{}\"", "x".repeat(16 << 20)));
    let deep = |levels: usize| indexed(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
    for (text, code) in [
        (long, SourceProblemCode::NotJson),
        (deep(1_000_000), SourceProblemCode::NotJson),
        (deep(127), SourceProblemCode::NotJson),
        (deep(126), SourceProblemCode::BadEntry),
    ] {
        assert_eq!(site(&[(INDEX, Some(&text))]).problems[0].code, code);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(server(&[listed(text)]).problems[0].code, code);
    }
}

#[test]
fn one_file_of_many_entries_is_asked_for_and_read_once() {
    let file = text("a");
    let entry = |number: usize| {
        let entry = json!({
            "name": format!("s{number}"), "type": "skill-md", "description": "d", "url": "/a.md", "digest": digest(&file),
        });
        entry.to_string()
    };
    let entries: Vec<_> = (0..5_000).map(entry).collect();
    let index = indexed(&entries.join(","));
    let report = site(&[(INDEX, Some(&index))]);
    let fetch = SiteNeed::Fetch {
        url: "https://x.org/a.md".to_owned(),
        same_origin: true,
    };
    assert_eq!(report.needs, [fetch]);
    let report = site(&[
        (INDEX, Some(&index)),
        ("https://x.org/a.md", Some(file.as_bytes())),
    ]);
    assert_eq!(report.install.skills.len(), 5_000);
}

#[test]
fn names_of_javascripts_objects_are_names_like_others() {
    let text = text("__proto__");
    let uri = "skill://__proto__/SKILL.md";
    let entry = json!({
        "__proto__": { "uri": "skill://other/SKILL.md" },
        "uri": uri,
        "frontmatter": { "name": "__proto__", "description": "About __proto__." },
        "resources": [{ "uri": uri, "digest": digest(&text), "size": text.len() }],
    });
    let read = McpAnswer {
        call: McpCall::Read {
            uri: uri.to_owned(),
        },
        answer: json!({ "contents": [{ "uri": uri, "text": text }] }).to_string(),
    };
    let report = server(&[listed(json!({ "skills": [entry] }).to_string()), read]);
    assert_eq!(told(&report.problems), [""; 0]);
    assert_eq!(report.install.skills[0].folder, "/source/__proto__");
}

#[test]
fn a_list_that_goes_in_circles_ends() {
    let page = |cursor: Option<&str>, next: &str| McpAnswer {
        call: McpCall::List {
            cursor: cursor.map(str::to_owned),
        },
        answer: json!({ "skills": [], "nextCursor": next }).to_string(),
    };
    let itself = [page(None, "a"), page(Some("a"), "a")];
    let circle = [page(None, "a"), page(Some("a"), "b"), page(Some("b"), "a")];
    for answers in [&itself[..], &circle] {
        let report = server(answers);
        assert_eq!(report.needs, []);
        let at = format!("answers[{}].answer.nextCursor", answers.len() - 1);
        assert_eq!(
            told(&report.problems)[0],
            format!("endless-list drops index: skills/list {at}")
        );
    }
}

#[test]
fn a_list_without_an_end_is_left_after_a_thousand_pages() {
    let mut answers = Vec::new();
    for page in 0..2_000 {
        let report = server(&answers);
        let Some(call) = report.needs.into_iter().next() else {
            assert_eq!(page, 1_000);
            assert_eq!(report.problems[0].code, SourceProblemCode::EndlessList);
            return;
        };
        let answer = json!({ "skills": [], "nextCursor": page.to_string() }).to_string();
        answers.push(McpAnswer { call, answer });
    }
    panic!("it goes on");
}

#[test]
fn a_problem_is_told_in_a_few_words_however_long_a_name_is() {
    let long = "x".repeat(1 << 20);
    let uri = format!("skill://{long}/SKILL.md");
    let entries = json!({ "skills": [
        { "uri": uri, "frontmatter": { "name": "a", "description": "b" }, "resources": [] },
        { "uri": "skill://a/SKILL.md", "frontmatter": { "name": long, "description": "b" }, "resources": [{ "uri": uri }] },
    ] });
    let report = server(&[listed(entries.to_string())]);
    assert_eq!(report.problems.len(), 4, "{:?}", told(&report.problems));
    for problem in &report.problems {
        let texts = [&problem.document, &problem.at, &problem.message];
        assert!(texts.iter().all(|text| text.len() < 3_000));
    }
}

/// Generates JSON that is nearly right, with some values of the wrong kind.
fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|flag| json!(flag)),
        any::<f64>().prop_map(|number| json!(number)),
        prop::sample::select(vec![
            "a",
            "",
            "dynamic",
            "skill-md",
            "archive",
            "SKILL.md",
            "../x",
            "skill://a/SKILL.md",
            "skill://a/x.md",
            "/a.md",
            "//[",
            "https://:",
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
        ])
        .prop_map(|text| json!(text)),
        ".*".prop_map(|text| json!(text)),
    ];
    let name = prop::sample::select(vec![
        "$schema",
        "skills",
        "skill",
        "name",
        "type",
        "description",
        "url",
        "digest",
        "files",
        "uri",
        "frontmatter",
        "resources",
        "size",
        "result",
        "error",
        "nextCursor",
        "contents",
        "text",
        "blob",
        "__proto__",
    ]);
    leaf.prop_recursive(6, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|items| json!(items)),
            prop::collection::hash_map(name.clone(), inner, 0..8)
                .prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_a_site_answers_there_is_a_report(index in value(), bytes: Vec<u8>) {
        for contents in [index.to_string().as_bytes(), &bytes] {
            let report = site(&[
                (INDEX, Some(contents)),
                ("https://x.org/a.md", Some(contents)),
                ("https://x.org/", Some(contents)),
            ]);
            prop_assert!(report.needs.is_empty() || report.install.entries.is_empty());
        }
    }

    #[test]
    fn whatever_a_server_answers_there_is_a_report(list in value(), skill in value(), file in value(), text: String) {
        let call = |call, answer: &serde_json::Value| McpAnswer { call, answer: answer.to_string() };
        let uri = || "skill://a/SKILL.md".to_owned();
        let mut answers = vec![
            listed(json!({ "skills": list }).to_string()),
            call(McpCall::Get { uri: uri() }, &json!({ "skill": skill })),
            call(McpCall::Read { uri: uri() }, &json!({ "contents": file })),
        ];
        let report = server(&answers);
        prop_assert!(report.needs.is_empty() || report.install.entries.is_empty());
        answers[0] = listed(text);
        server(&answers);
    }
}
