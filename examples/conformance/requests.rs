//! Compares the first request that each real program sent to its model for a prompt.

use serde_json::{Value, json};
use skillglass::hosts::copilot_cli::CopilotCliOptions;
use skillglass::hosts::gemini_cli::{ApprovalMode, GeminiCliOptions};
use skillglass::hosts::opencode::{BuiltInSkill, OpencodeOptions};
use skillglass::hosts::pi::PiOptions;
use skillglass::hosts::qwen_code::QwenCodeOptions;
use skillglass::triggers::RequestOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::{
    Failure, Line, Tally, claude_code, compare, copilot_cli, fill, gemini_cli, list, text,
};

const HOST: &str = "requests";

/// The text in a recording that replaces the program's own text, which has nothing to do with
/// skills.
const OTHER: &str = "…";

/// The text in an emulated request that replaces the program's own text.
const PLACEHOLDER: &str =
    "[Here the host's own system prompt would be. It is not made from skills.]";

/// The programs whose requests were recorded, each with the name of its aspect in the result table.
const PROGRAMS: [(&str, &str); 7] = [
    ("claude-code", "requests of claude-code"),
    ("codex", "requests of codex"),
    ("copilot-cli", "requests of copilot-cli"),
    ("gemini-cli", "requests of gemini-cli"),
    ("opencode", "requests of opencode"),
    ("pi", "requests of pi"),
    ("qwen-code", "requests of qwen-code"),
];

/// Compares the recorded request in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, .. } = line;
    if case["host"] != HOST {
        return Ok(());
    }
    let program = text(&case["program"]);
    let host = program.split('@').next().unwrap_or_default();
    let known = PROGRAMS.iter().find(|(id, _)| *id == host);
    let (host, aspect) = *known.ok_or_else(|| format!("{program} is no known program"))?;
    let request = open(host, case)?.requests(&text(&case["prompt"]), &RequestOptions::default())?;
    let mut ours = request.body;
    if request.tool.stand_in {
        ours["tools"] = json!([]);
    }
    let mut disagreements = Vec::new();
    let [expected, got] = [&case["expect"], &ours].map(conversation);
    compare(&mut disagreements, "messages", &expected, got);
    let tools = ours["tools"].clone();
    compare(&mut disagreements, "tools", &case["expect"]["tools"], tools);
    let aspects: Aspects = vec![(aspect, disagreements)];
    tally.count_aspects(HOST, line, aspects);
    Ok(())
}

/// Opens the workspace of a case. It includes the program's own skills that the recorded list
/// shows.
fn open(host: &str, case: &Value) -> Result<Workspace, Failure> {
    if host == "claude-code" {
        return claude_code::open(case);
    }
    let recorded = texts(&case["expect"]).join("\n");
    let trusted = case["trusted"].as_bool();
    let mut options = WorkspaceOptions {
        host: Some(host.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        variables: serde_json::from_value(case.get("env").cloned().unwrap_or_default())?,
        ..WorkspaceOptions::default()
    };
    match host {
        "copilot-cli" => {
            options.copilot_cli = Some(CopilotCliOptions {
                headless: true,
                built_in: copilot_cli::built_in(&recorded),
                ..CopilotCliOptions::default()
            });
        }
        "gemini-cli" => {
            options.gemini_cli = Some(GeminiCliOptions {
                trusted,
                headless: true,
                approval_mode: Some(ApprovalMode::Yolo),
                built_in: Some("/builtin".to_owned()),
                ..GeminiCliOptions::default()
            });
        }
        "opencode" => {
            options.opencode = Some(OpencodeOptions {
                built_in: built_in(&recorded),
                ..OpencodeOptions::default()
            });
        }
        "pi" => {
            options.pi = Some(PiOptions {
                trusted,
                no_skills: case["no_skills"].as_bool().unwrap_or_default(),
                skill_paths: list(&case["skill_paths"]).iter().map(text).collect(),
            });
        }
        "qwen-code" => {
            options.qwen_code = Some(QwenCodeOptions {
                trusted,
                yolo: true,
                ..QwenCodeOptions::default()
            });
        }
        _ => {}
    }
    let mut workspace = Workspace::new(&options)?;
    fill(&mut workspace, case)?;
    if let Some(git) = case["git"].as_str() {
        workspace.write(&format!("{git}/.git/HEAD"), "ref: refs/heads/main\n")?;
    }
    if host == "gemini-cli" {
        gemini_cli::write_built_in(&mut workspace, &recorded)?;
    }
    Ok(workspace)
}

/// Returns the skill that comes with opencode, with its description from a recorded list; an empty
/// list if the list lacks it.
fn built_in(listing: &str) -> Vec<BuiltInSkill> {
    let entries = listing.split("  <skill>\n    <name>").skip(1);
    let own = entries.filter_map(|entry| {
        let (name, rest) = entry.split_once("</name>\n    <description>")?;
        let (description, _) = rest.split_once("</description>\n    <location>&lt;built-in&gt;")?;
        Some(BuiltInSkill {
            name: name.to_owned(),
            description: description.to_owned(),
            ..BuiltInSkill::default()
        })
    });
    own.filter(|skill| !skill.description.contains("<location>"))
        .collect()
}

/// Returns the texts in a request's body that depend on skills, with their roles and in their
/// order. Other texts and the shape of the interface are left out.
fn conversation(body: &Value) -> Value {
    let system = [
        &body["instructions"],
        &body["system"],
        &body["systemInstruction"]["parts"],
    ];
    let system = system.into_iter().map(|parts| ("system".to_owned(), parts));
    let lists = [&body["messages"], &body["input"], &body["contents"]];
    let messages = lists.into_iter().flat_map(list).map(|message| {
        let parts = message.get("parts").unwrap_or(&message["content"]);
        (text(&message["role"]), parts)
    });
    let all = system.chain(messages).filter_map(|(role, parts)| {
        let own = |text: &str| match &*role {
            "user" => shown(text).trim_start_matches(OTHER).to_owned(),
            _ => shown(text),
        };
        let texts: Vec<_> = match parts.as_str() {
            Some(text) => vec![own(text)],
            None => (list(parts).iter())
                .map(|part| own(part["text"].as_str().unwrap_or_default()))
                .collect(),
        };
        let texts: Vec<_> = (texts.into_iter())
            .filter(|text| !["", OTHER].contains(&&**text))
            .collect();
        (!texts.is_empty()).then(|| json!({ "role": role, "texts": texts }))
    });
    Value::Array(all.collect())
}

/// Returns the texts of a request's messages, without their roles.
fn texts(body: &Value) -> Vec<String> {
    let conversation = conversation(body);
    let messages = list(&conversation).iter();
    messages
        .flat_map(|message| list(&message["texts"]))
        .map(text)
        .collect()
}

/// Returns an emulated text in the form of a recording, with the recording's mark for the program's
/// own text and with its paths of built-in skills.
fn shown(text: &str) -> String {
    let own: Vec<_> = text.split(PLACEHOLDER).collect();
    let last = own.len() - 1;
    let parts = own.iter().enumerate().map(|(index, &part)| {
        let part = if index == 0 { part } else { part.trim_start() };
        if index == last { part } else { part.trim_end() }
    });
    let parts: Vec<_> = parts.collect();
    parts
        .join(OTHER)
        .replace("<location>/builtin/", "<location><builtin>/")
}
