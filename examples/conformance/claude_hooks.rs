//! Compares hooks of Claude Code: the input that the program gave them, and the effects of their
//! answers.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::environment::Plugin;
use skillglass::model::hook_run::{HookAnswer, HookDecision, HookOccurrence, HookResult, HookRun};
use skillglass::model::memory::RegisteredHook;
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::claude_code::{Aspects, aspect};
use crate::{Failure, fill, list, text};

/// The fields of a hook's recorded input that have a typed field in `HookOccurrence`, with the name
/// of that field.
const MEMBERS: [(&str, &str); 12] = [
    ("session_id", "sessionId"),
    ("transcript_path", "transcriptPath"),
    ("cwd", "cwd"),
    ("prompt_id", "promptId"),
    ("permission_mode", "permissionMode"),
    ("agent_id", "agentId"),
    ("agent_type", "agentType"),
    ("hook_event_name", "event"),
    ("tool_name", "tool"),
    ("tool_input", "input"),
    ("tool_use_id", "callId"),
    ("tool_response", "response"),
];

/// The starts of notices that Claude Code prints. Other notices appear only in its terminal
/// interface.
const PRINTED: [&str; 3] = ["A hook ", "Operation stopped", "Compaction blocked"];

/// Compares the recorded runs of the hooks in a case, and the effects of the hooks' answers.
pub fn run(case: &Value) -> Result<Aspects, Failure> {
    let workspace = open(case)?;
    let mut session = Session::new();
    let typed = case["typed"].as_str().unwrap_or("/h");
    session.turn(&workspace, &TurnRequest::from(typed));
    let mut aspects = Aspects::new();
    let mut given = Vec::new();
    let mut effects = Vec::new();
    let expect = &case["expect"];
    for (index, recorded) in list(&expect["runs"]).iter().enumerate() {
        let occurrence = occurrence(&text(&recorded["stdin"]))?;
        let key = text(&recorded["key"]);
        let hook = hook(&session, &occurrence.event, &key)?;
        let run = session.hook_run(&workspace, hook, &occurrence)?;
        compare_run(&mut aspects, case, &format!("run {index}"), recorded, &run);
        let answer = Some(&case["answers"][&key]).filter(|_| !given.contains(&key));
        let result = result(answer);
        given.push(key);
        let answer = session.hook_answer(&workspace, hook, &occurrence, &result)?;
        effects.push((occurrence.event, answer));
    }
    compare_conditions(&mut aspects, &workspace, &session, list(&expect["runs"]))?;
    if !effects.is_empty() {
        compare_effects(&mut aspects, case, &effects);
    }
    for sent in list(&expect["sent"]) {
        compare_request(&mut aspects, &workspace, &session, sent)?;
    }
    for asked in list(&expect["asked"]) {
        compare_question(&mut aspects, &workspace, &session, &text(&asked["text"]))?;
    }
    Ok(aspects)
}

fn open(case: &Value) -> Result<Workspace, Failure> {
    let plugins = list(&case["plugins"]).iter().map(|plugin| Plugin {
        id: text(&plugin["id"]),
        root: text(&plugin["root"]),
        ..Plugin::default()
    });
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some("claude-code".to_owned()),
        edition: Some("2026-11".to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        variables: Some(serde_json::from_value(case["env"].clone())?),
        plugins: Some(plugins.collect()),
        claude_code: Some(ClaudeCodeOptions {
            headless: true,
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    if case["settings"] != json!({}) {
        // Hooks of the settings get the same input as hooks of a skill, so the replay declares them in a skill.
        let skill = format!("---\nhooks: {}\n---\nUse it.\n", case["settings"]);
        workspace.write("/repo/.claude/skills/h/SKILL.md", &*skill)?;
    }
    Ok(workspace)
}

/// Parses the recorded input of a hook into an occurrence of an event.
fn occurrence(stdin: &str) -> Result<HookOccurrence, Failure> {
    // The text is edited, not parsed, so that members keep their order.
    let members: BTreeMap<String, Box<serde_json::value::RawValue>> = serde_json::from_str(stdin)?;
    let (mut known, mut fields) = (Vec::new(), Vec::new());
    let event: String = serde_json::from_str(members["hook_event_name"].get())?;
    for (name, value) in &members {
        let member = MEMBERS.iter().find(|(recorded, _)| recorded == name);
        let member = match name.as_str() {
            "effort" => {
                let effort: Value = serde_json::from_str(value.get())?;
                known.push(format!("\"effort\":{}", effort["level"]));
                continue;
            }
            "prompt" => Some("prompt"),
            "message" | "last_assistant_message" => Some("message"),
            _ => member.map(|(_, member)| *member),
        };
        match member {
            Some(member) => known.push(format!("{}:{value}", json!(member))),
            None => fields.push(format!("{}:{value}", json!(name))),
        }
    }
    let text = format!(
        "{{{},\"fields\":{{{}}}}}",
        known.join(","),
        fields.join(",")
    );
    serde_json::from_str(&text).map_err(|error| format!("{event}: {error}").into())
}

/// Returns the id of the hook that is registered for an event and whose command contains `key`.
fn hook(session: &Session, event: &str, key: &str) -> Result<u32, Failure> {
    let has_key = |hook: &&RegisteredHook| {
        hook.hook.event == event && json!(hook.hook.handler).to_string().contains(key)
    };
    let hook = session.hooks().iter().find(has_key);
    Ok(hook.ok_or_else(|| format!("no hook of {event}"))?.id)
}

fn result(answer: Option<&Value>) -> HookResult {
    let Some(answer) = answer.filter(|answer| answer.is_object()) else {
        return HookResult::default();
    };
    HookResult {
        exit_code: i32::try_from(answer["exit_code"].as_i64().unwrap_or_default())
            .unwrap_or_default(),
        stdout: text(&answer["stdout"]),
        stderr: text(&answer["stderr"]),
        ..HookResult::default()
    }
}

/// Compares which hooks with a condition `if` ran for a tool's call. Calls for which no hook ran
/// are not recorded.
fn compare_conditions(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &Session,
    runs: &[Value],
) -> Result<(), Failure> {
    let mut calls: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for run in runs {
        let stdin = text(&run["stdin"]);
        let id = hook(session, &occurrence(&stdin)?.event, &text(&run["key"]))?;
        calls.entry(stdin).or_default().push(id);
    }
    for (stdin, ran) in calls {
        let occurrence = occurrence(&stdin)?;
        let hooks = session.hooks().iter();
        let conditional = hooks
            .filter(|hook| hook.hook.event == occurrence.event && hook.hook.condition.is_some());
        for registered in conditional {
            let run = session.hook_run(workspace, registered.id, &occurrence)?;
            let runs = !matches!(run, HookRun::Skipped { .. });
            let rule = registered.hook.condition.as_deref().unwrap_or_default();
            let at = format!("{rule} on {:?}", occurrence.input);
            let expected = json!(ran.contains(&registered.id));
            aspect(out, "hook's condition", &at, &expected, json!(runs));
        }
    }
    Ok(())
}

fn compare_run(out: &mut Aspects, case: &Value, at: &str, recorded: &Value, run: &HookRun) {
    let HookRun::Command {
        args,
        line,
        cwd,
        env,
        stdin,
        ..
    } = run
    else {
        return aspect(out, "hook runs", at, &json!("command"), json!(run));
    };
    aspect(out, "hook's input", at, &recorded["stdin"], json!(stdin));
    // A command line may change the directory itself.
    if !line.as_ref().is_some_and(|line| line.starts_with("cd ")) {
        aspect(out, "hook's directory", at, &recorded["cwd"], json!(cwd));
    }
    let is_of_skill = case["settings"] == json!({});
    let compared = env
        .iter()
        .filter(|(name, _)| is_of_skill || *name != "CLAUDE_PLUGIN_ROOT");
    for (name, value) in compared {
        aspect(
            out,
            "hook's variables",
            name,
            &recorded["env"][name],
            json!(value),
        );
    }
    if line.is_none() {
        let expected: Vec<_> = list(&recorded["args"]).iter().collect();
        aspect(
            out,
            "hook's arguments",
            at,
            &json!(expected),
            json!(args[1..]),
        );
    }
}

fn compare_effects(out: &mut Aspects, case: &Value, effects: &[(String, HookAnswer)]) {
    let (said, results) = told(&case["expect"]);
    let answers = || effects.iter().map(|(_, answer)| answer);
    let first_message = answers().find_map(|answer| answer.fields.get("initialUserMessage"));
    let said = said.iter().map(|text| text.trim());
    let said: Vec<_> = said
        .filter(|said| first_message.is_none_or(|first| first != said))
        .collect();
    let messages = answers().flat_map(|answer| &answer.messages);
    let messages: Vec<_> = messages.map(|message| message.text.trim()).collect();
    aspect(
        out,
        "hook's messages",
        "told",
        &json!(said),
        json!(messages),
    );

    let is_of_hook = |result: &&String| {
        let marks = [" hook error: ", " hook feedback:", "by hook"];
        marks.iter().any(|mark| result.contains(mark))
    };
    let refused: Vec<_> = results.iter().filter(is_of_hook).collect();
    let denied = answers().filter_map(|answer| answer.tool_result.as_ref());
    let denied: Vec<_> = denied.filter(is_of_hook).collect();
    // If the turn ends, no further request to the model contains the result.
    if !answers().any(|answer| answer.stops) {
        aspect(out, "tool's result", "told", &json!(refused), json!(denied));
    }
    compare_notices(out, &case["expect"], effects);
    compare_turn(out, case, effects);
}

/// Returns the recorded texts about hooks that the model got, and the recorded results of tools.
fn told(expect: &Value) -> (Vec<String>, Vec<String>) {
    const REMINDER: &str = "\n\n<system-reminder>";
    let (mut said, mut results) = (Vec::new(), Vec::new());
    for part in list(&expect["told"]).iter().flat_map(list) {
        if let Some(text) = part["text"].as_str() {
            said.push(text.to_owned());
            continue;
        }
        let whole = text(&part["result"]);
        let mut parts = whole.split(REMINDER);
        results.extend(parts.next().map(str::to_owned));
        said.extend(parts.map(|reminder| format!("<system-reminder>{reminder}")));
    }
    (said, results)
}

fn compare_notices(out: &mut Aspects, expect: &Value, effects: &[(String, HookAnswer)]) {
    let event = effects[0].0.as_str();
    let printed = list(&expect["printed"]);
    let notices = printed.iter().filter(|event| event["type"] == "system");
    let mut expected: Vec<_> = notices.map(|event| text(&event["content"])).collect();
    let results = printed.iter().map(|event| text(&event["result"]));
    expected.extend(results.filter(|result| result.starts_with("Compaction blocked")));
    let is_printed = |notice: &&String| {
        let mut beginnings = PRINTED.iter();
        beginnings.any(|beginning| notice.starts_with(beginning))
            || notice.contains(" says: ")
            || notice.contains("operation blocked by hook")
    };
    let notices = || effects.iter().flat_map(|(_, answer)| &answer.notices);
    // Messages at the start of a session precede the printed events. Those of the other two events
    // are not printed.
    if !matches!(event, "SessionStart" | "SubagentStart" | "CwdChanged") {
        let ours: Vec<_> = notices().filter(is_printed).collect();
        aspect(
            out,
            "hook's notices",
            "printed",
            &json!(expected),
            json!(ours),
        );
    }
    const RECORDED: [&str; 9] = [
        "SessionStart",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "Stop",
        "PermissionRequest",
    ];
    if RECORDED.contains(&event) {
        let attachments = list(&expect["attachments"]).iter();
        let failures = attachments.filter(|entry| entry["type"] == "hook_non_blocking_error");
        let failures: Vec<_> = failures
            .map(|entry| short(&text(&entry["stderr"])))
            .collect();
        let ours = notices().filter(|notice| !is_printed(notice));
        let ours: Vec<_> = ours.map(|notice| short(notice)).collect();
        aspect(
            out,
            "hook's failures",
            "attachments",
            &json!(failures),
            json!(ours),
        );
    }
}

fn compare_turn(out: &mut Aspects, case: &Value, effects: &[(String, HookAnswer)]) {
    let printed = list(&case["expect"]["printed"]);
    let answers = || effects.iter().map(|(_, answer)| answer);
    let ends = |event: &Value| {
        let reason = event["terminal_reason"].as_str().unwrap_or_default();
        let of_hook = ["hook_stopped", "stop_hook_prevented", "aborted_tools"];
        of_hook.contains(&reason) || text(&event["result"]).starts_with("Operation stopped")
    };
    // The turn of a sub-agent is not printed, so only other turns are compared.
    if effects[0].0 != "SubagentStop" {
        let ended = printed.iter().any(ends);
        let stops = answers().any(|answer| answer.stops);
        aspect(out, "turn ends", "printed", &json!(ended), json!(stops));
    }
    let script = list(&case["script"]);
    if script.first().is_some_and(|call| call["tool"] == "Write") {
        let expected = &case["expect"]["written"];
        aspect(
            out,
            "written files",
            "written",
            expected,
            json!(written(effects)),
        );
    }
    if let Some(shown) = answers().find_map(|answer| answer.fields.get("displayContent")) {
        aspect(
            out,
            "shown text",
            "printed",
            &printed[0]["result"],
            shown.clone(),
        );
    }
}

/// Returns the names of the files that the tool for writing creates, after the decisions of the
/// hooks. A denied call writes nothing.
fn written(effects: &[(String, HookAnswer)]) -> Vec<String> {
    let decided =
        |decision| move |(_, answer): &&(String, HookAnswer)| answer.decision == Some(decision);
    if effects
        .iter()
        .any(|effect| decided(HookDecision::Deny)(&effect))
    {
        return Vec::new();
    }
    let allowed = effects.iter().find(decided(HookDecision::Allow));
    let name = allowed.map(|(_, answer)| {
        let path = answer
            .input
            .as_ref()
            .and_then(|input| input["file_path"].as_str());
        let name = path.and_then(|path| path.rsplit('/').next());
        name.unwrap_or("new.txt").to_owned()
    });
    name.into_iter().collect()
}

/// Returns the message of a failed hook. A message about an invalid answer becomes `invalid`,
/// because the program's words are not emulated.
fn short(message: &str) -> String {
    let invalid = [
        "Hook JSON output validation failed",
        "Failed to run: Hook returned incorrect event name",
    ];
    if invalid
        .iter()
        .any(|beginning| message.starts_with(beginning))
    {
        return "invalid".to_owned();
    }
    message.trim().to_owned()
}

fn compare_request(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &Session,
    sent: &Value,
) -> Result<(), Failure> {
    let body = sent["body"].to_string();
    let run = session.hook_run(workspace, 1, &occurrence(&body)?)?;
    let HookRun::Http {
        method,
        url,
        headers,
        body,
        ..
    } = run
    else {
        return Err("the hook sends no request".into());
    };
    aspect(
        out,
        "hook's request",
        "method",
        &sent["method"],
        json!(method),
    );
    let path = url.splitn(4, '/').nth(3).unwrap_or_default();
    aspect(
        out,
        "hook's request",
        "url",
        &sent["url"],
        json!(format!("/{path}")),
    );
    for (name, value) in headers {
        aspect(
            out,
            "hook's request",
            &name,
            &sent["headers"][&name],
            json!(value.trim()),
        );
    }
    let length = &sent["headers"]["content-length"];
    aspect(
        out,
        "hook's request",
        "length",
        length,
        json!(body.len().to_string()),
    );
    let body: Value = serde_json::from_str(&body)?;
    aspect(out, "hook's request", "body", &sent["body"], body);
    Ok(())
}

fn compare_question(
    out: &mut Aspects,
    workspace: &Workspace,
    session: &Session,
    asked: &str,
) -> Result<(), Failure> {
    let input = &asked[asked.find('{').unwrap_or_default()..];
    let run = session.hook_run(workspace, 1, &occurrence(input)?)?;
    let HookRun::Prompt { prompt, .. } = run else {
        return Err("the hook asks no model".into());
    };
    // At `Stop`, Claude Code adds words before the question.
    let ends = asked.ends_with(&prompt);
    aspect(out, "hook's question", "asked", &json!(true), json!(ends));
    Ok(())
}
