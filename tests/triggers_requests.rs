//! Tests the request that a host would send to its model for a prompt: the parts that come from
//! skills.

use serde_json::Value;
use skillglass::Workspace;
use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::triggers::{HostRequest, RequestFormat as Format, RequestOptions};

use crate::common::{Files, in_repo, skills_folder};

const FORMATS: [Format; 4] = [
    Format::AnthropicMessages,
    Format::OpenaiResponses,
    Format::OpenaiChat,
    Format::Gemini,
];

const PROMPT: &str = "fill in this form";

fn with_skill(host: &str) -> Workspace {
    let mut workspace = Workspace::new(&in_repo(host)).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    let path = format!("{}/pdf/SKILL.md", skills_folder(host));
    workspace.put(
        path,
        "---\nname: pdf\ndescription: Fill in \"forms\" & more.\n---\nText.\n",
    );
    workspace
}

fn request(workspace: &Workspace, prompt: &str, format: Option<Format>) -> HostRequest {
    let options = RequestOptions { host: None, format };
    workspace.requests(prompt, &options).unwrap()
}

/// Returns all texts in the messages of a request, in order.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(members) => {
            let kept = [
                "system",
                "instructions",
                "systemInstruction",
                "parts",
                "text",
            ]
            .into_iter()
            .chain(["messages", "input", "contents", "content"]);
            kept.filter_map(|name| members.get(name))
                .flat_map(texts)
                .collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn the_list_and_the_prompt_are_in_the_request_of_every_host_and_interface() {
    for host in skillglass::hosts::hosts() {
        let host = &*host.host;
        let workspace = with_skill(host);
        let Some(list) = workspace.listing().message else {
            continue;
        };
        for format in FORMATS {
            let request = request(&workspace, PROMPT, Some(format));
            let texts = texts(&request.body);
            // The interface of Responses has one text of instructions.
            let has = |text: &str| texts.iter().any(|one| one.contains(text));
            assert!(has(&list.text), "{host} {format:?}");
            assert!(has(PROMPT), "{host} {format:?}");
            let names: Vec<_> = request.skills.iter().map(|skill| &*skill.name).collect();
            assert_eq!(names, ["pdf"], "{host}");
        }
    }
}

#[test]
fn the_tool_of_the_host_is_in_the_request_with_its_schema() {
    let workspace = with_skill("claude-code");
    let tool = workspace.listing().tool.unwrap();
    let schema = tool.schema.unwrap();
    let expected = [
        ("/tools/0", "/input_schema"),
        ("/tools/0", "/parameters"),
        ("/tools/0/function", "/parameters"),
        ("/tools/0/functionDeclarations/0", "/parametersJsonSchema"),
    ];
    for (format, (at, parameters)) in FORMATS.into_iter().zip(expected) {
        let request = request(&workspace, PROMPT, Some(format));
        let sent = request.body.pointer(at).unwrap();
        assert_eq!(sent["name"], *tool.name, "{format:?}");
        assert_eq!(sent["description"], *tool.description, "{format:?}");
        assert_eq!(sent.pointer(parameters), Some(&schema), "{format:?}");
        assert_eq!(
            (&*request.tool.input, request.tool.recorded),
            ("skill", true)
        );
    }
}

#[test]
fn a_tool_that_reads_files_stands_in_for_a_host_without_a_tool_for_skills() {
    let request = request(&with_skill("codex"), PROMPT, None);
    assert_eq!(request.format, Format::OpenaiResponses);
    assert_eq!(
        (&*request.tool.name, request.tool.stand_in),
        ("read_file", true)
    );
    assert_eq!(request.skills[0].path, "/repo/.agents/skills/pdf/SKILL.md");
}

/// Returns the role and the texts of each message in a request to a model of Claude.
fn to_claude(model: &str) -> Vec<(String, Vec<String>)> {
    let mut options = in_repo("claude-code");
    options.claude_code = Some(ClaudeCodeOptions {
        model: Some(model.to_owned()),
        ..ClaudeCodeOptions::default()
    });
    let mut workspace = Workspace::new(&options).unwrap();
    workspace.put(
        "/repo/.claude/skills/pdf/SKILL.md",
        "---\ndescription: D.\n---\n",
    );
    let body = request(&workspace, PROMPT, None).body;
    let messages = body["messages"].as_array().unwrap().iter();
    let owned = |text: &str| text.to_owned();
    messages
        .map(|message| {
            let texts = texts(&message["content"]).into_iter().map(owned);
            (owned(message["role"].as_str().unwrap()), texts.collect())
        })
        .collect()
}

#[test]
fn an_older_claude_has_the_list_before_the_prompt_in_the_users_message() {
    let messages = to_claude("claude-sonnet-4-5");
    let [(role, texts)] = &messages[..] else {
        panic!("{messages:?}");
    };
    assert_eq!(role, "user");
    assert!(texts[0].starts_with("<system-reminder>\nThe following skills"));
    assert_eq!(texts[1..], [PROMPT]);
}

#[test]
fn a_newer_claude_has_the_list_in_a_message_of_the_system_after_the_users() {
    let messages = to_claude("claude-opus-5-5");
    let [(user, prompt), (system, list)] = &messages[..] else {
        panic!("{messages:?}");
    };
    assert_eq!((&**user, &prompt[..]), ("user", &[PROMPT.to_owned()][..]));
    assert_eq!(system, "system");
    assert!(list[0].contains("\n\nThe following skills are available"));
}

#[test]
fn a_list_in_a_system_prompt_has_the_hosts_own_words_around_it() {
    let list = |host: &str| {
        let workspace = with_skill(host);
        let text = workspace.listing().message.unwrap().text;
        let body = request(&workspace, PROMPT, Some(Format::OpenaiChat)).body;
        let system = body["messages"][0]["content"].as_str().unwrap().to_owned();
        let (before, after) = system.split_once(&text).unwrap();
        (before.to_owned(), after.to_owned())
    };
    let (before, after) = list("copilot-cli");
    assert!(before.ends_with("]\n\n<skill>\n"), "{before:?}");
    assert!(after.starts_with("\n</skill>\n\n["), "{after:?}");
    let (before, after) = list("opencode");
    assert!(before.ends_with("]\n\n"), "{before:?}");
    assert_eq!(after, "");
}

#[test]
fn only_copilot_cli_removes_the_whitespace_at_the_end_of_a_prompt() {
    for host in skillglass::hosts::hosts() {
        let request = request(&with_skill(&host.host), "Go. \n", Some(Format::OpenaiChat));
        let sent = if host.host == "copilot-cli" {
            "Go."
        } else {
            "Go. \n"
        };
        assert!(texts(&request.body).contains(&sent), "{}", host.host);
    }
}

#[test]
fn codexs_list_is_a_message_of_the_developer() {
    let workspace = with_skill("codex");
    let list = workspace.listing().message.unwrap().text;
    let request = request(&workspace, PROMPT, None);
    let input = &request.body["input"];
    assert_eq!(
        (&input[0]["role"], &input[1]["role"]),
        (&"developer".into(), &"user".into())
    );
    assert_eq!(input[0]["content"][0]["text"], list);
}

#[test]
fn a_skill_that_the_prompt_invokes_is_in_the_request() {
    let workspace = with_skill("codex");
    let request = request(&workspace, "Use $pdf", None);
    let texts = texts(&request.body["input"]);
    let at = |start: &str| texts.iter().position(|text| text.starts_with(start));
    assert!(at("<skill>\n<name>pdf</name>") > at("Use $pdf"));
}

#[test]
fn the_host_of_the_options_sends_the_request() {
    let workspace = with_skill("codex");
    let options = |json: &str| serde_json::from_str::<RequestOptions>(json);
    let claude = options(r#"{"host": "claude-code", "format": "gemini"}"#).unwrap();
    let request = workspace.requests(PROMPT, &claude).unwrap();
    assert_eq!(
        (&*request.host, request.format),
        ("claude-code", Format::Gemini)
    );
    let unknown = options(r#"{"host": "codexx"}"#).unwrap();
    let error = workspace
        .requests(PROMPT, &unknown)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("host: "), "{error}");
    assert!(options(r#"{"format": "telegram"}"#).is_err());
}
