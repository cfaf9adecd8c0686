//! Compares decisions on calls of tools. Each question in a line is a separate case with the id
//! `<id>#<number>`.

use serde_json::{Value, json};
use skillglass::model::permission::{PermissionBasis, ToolCall, ToolPermission};
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

/// Compares the decisions of opencode or Kilo in one line of a recording.
pub fn by_patterns(host: &str, line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let workspace = workspace(host, line.case)?;
    tools(&workspace, host, "skill", line, tally);
    let session = Session::new();
    for (index, question, answer) in questions(line.case) {
        let Some(permission) = asked(&session, &workspace, question, answer)? else {
            continue;
        };
        let mut disagreements = decision(&permission, answer);
        let out = &mut disagreements;
        let rules = list(&answer["rules"]);
        let is = |action: &'static str| move |rule: &&Value| rule["rule"]["action"] == action;
        let deciding = match answer["decision"].as_str() {
            Some("ask") => rules.iter().find(is("ask")),
            Some("deny") => rules.iter().find(is("deny")),
            _ => rules.last(),
        };
        if let Some(Value::Object(rule)) = deciding.map(|rule| &rule["rule"]) {
            let text = |key: &str| rule[key].as_str().unwrap_or_default();
            let line = format!(
                "{}: {}: {}",
                text("permission"),
                text("pattern"),
                text("action")
            );
            let got = permission.rule.as_ref().map(|rule| &rule.text);
            compare(out, "rule", &json!(line), json!(got));
        }
        let always = list(&answer["asks"]).iter().flat_map(|ask| {
            let permission = text(&ask["permission"]);
            let patterns = list(&ask["always"]).iter();
            patterns.map(move |pattern| format!("{permission}: {}: allow", text(pattern)))
        });
        if answer["decision"] == "ask" {
            let always: Vec<_> = always.collect();
            compare(out, "always", &json!(always), offered(&permission));
        }
        tally.count(host, &format!("{}#{index}", line.id), &disagreements);
    }
    Ok(())
}

/// Compares the decisions of Claude Code in one line of a recording. An allowed call of a skill
/// changes the session for the next questions.
pub fn claude_code(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let workspace = workspace("claude-code", line.case)?;
    tools(&workspace, "claude-code", "Skill", line, tally);
    let mut session = Session::new();
    if let Some(prompt) = line.case["prompt"].as_str() {
        session.turn(&workspace, &TurnRequest::from(prompt));
    }
    for (index, question, answer) in questions(line.case) {
        let Some(permission) = asked(&session, &workspace, question, answer)? else {
            continue;
        };
        if question["tool"] == "Skill" && answer["decision"] == "allow" {
            let call = json!({ "skill": question["input"]["skill"], "approved": true });
            session.invoke(&workspace, &serde_json::from_value(call)?)?;
        }
        let mut disagreements = decision(&permission, answer);
        let out = &mut disagreements;
        let stored = list(&answer["suggestions"]).iter();
        let stored =
            stored.filter(|it| it["type"] == "addRules" && it["destination"] == "localSettings");
        let rules: Vec<_> = stored
            .flat_map(|it| list(&it["rules"]))
            .map(rule_text)
            .collect();
        if answer["decision"] == "ask" && answer.get("suggestions").is_some() {
            compare(out, "always", &json!(rules), offered(&permission));
        }
        // Only reasons of this kind are texts of the program.
        if answer["decision"] == "ask" && answer["kind"] == "other" {
            compare(out, "reason", &answer["reason"], json!(permission.reason));
        }
        tally.count(
            "claude-code",
            &format!("{}#{index}", line.id),
            &disagreements,
        );
    }
    Ok(())
}

/// Compares the decisions of Codex in one line of a recording. Codex asks before it runs a command,
/// refuses the command, or runs it.
pub fn codex(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let workspace = workspace("codex", line.case)?;
    let session = Session::new();
    for (index, question, answer) in questions(line.case) {
        let Some(permission) = asked(&session, &workspace, question, answer)? else {
            continue;
        };
        let mut disagreements = decision(&permission, answer);
        let offered = permission.suggestions.first().map(|it| &it.rule);
        let amendment = answer["amendment"].as_array().map(|words| {
            let words: Vec<_> = words.iter().map(Value::to_string).collect();
            format!(
                "prefix_rule(pattern=[{}], decision=\"allow\")",
                words.join(", ")
            )
        });
        compare(
            &mut disagreements,
            "always",
            &json!(amendment),
            json!(offered),
        );
        if let Some(sandboxed) = answer.get("sandboxed") {
            let got = permission.basis == PermissionBasis::Sandbox;
            compare(&mut disagreements, "sandboxed", sandboxed, json!(got));
        }
        tally.count("codex", &format!("{}#{index}", line.id), &disagreements);
    }
    Ok(())
}

/// Compares the JSON Schema of the tool for skills, if the line has a recorded schema.
fn tools(workspace: &Workspace, host: &str, tool: &str, line: &Line<'_>, tally: &mut Tally) {
    let schema = &line.case["expect"]["tools"][tool];
    if !schema.is_null() {
        let mut disagreements = Vec::new();
        let got = workspace.listing().tool.and_then(|tool| tool.schema);
        compare(&mut disagreements, "schema", schema, json!(got));
        tally.count(host, &format!("{}#tools", line.id), &disagreements);
    }
}

fn rule_text(rule: &Value) -> String {
    let tool = text(&rule["toolName"]);
    match rule["ruleContent"].as_str() {
        Some(content) => format!("{tool}({content})"),
        None => tool,
    }
}

fn workspace(host: &str, case: &Value) -> Result<Workspace, Failure> {
    // The folders that the recorder set for the program's own files.
    let own = [("XDG_DATA_HOME", "data"), ("TMPDIR", "tmp")];
    let own = own.map(|(name, folder)| (name.to_owned(), format!("/tmp/{host}/{folder}")));
    let mut workspace = Workspace::new(&WorkspaceOptions {
        variables: Some(own.into_iter().collect()),
        host: Some(host.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    if let Some(git) = case["git"].as_str() {
        workspace.write(&format!("{git}/.git/HEAD"), "ref: refs/heads/main\n")?;
    }
    Ok(workspace)
}

/// Returns each question in a case with its index and its recorded answer.
fn questions(case: &Value) -> impl Iterator<Item = (usize, &Value, &Value)> {
    let questions = list(&case["questions"]).iter();
    let answers = list(&case["expect"]["answers"]).iter();
    let pairs = questions.zip(answers).enumerate();
    pairs.map(|(index, (question, answer))| (index, question, answer))
}

/// Returns the emulated decision on a call. Returns `None` if the program ended the call before it
/// read its rules.
fn asked(
    session: &Session,
    workspace: &Workspace,
    question: &Value,
    answer: &Value,
) -> Result<Option<ToolPermission>, Failure> {
    if answer["decision"].is_null() {
        return Ok(None);
    }
    let call: ToolCall = serde_json::from_value(question.clone())?;
    Ok(Some(session.permission(workspace, &call)?))
}

/// Compares the decision on a call, and the message if the call is refused.
fn decision(permission: &ToolPermission, answer: &Value) -> Vec<Disagreement> {
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    compare(
        out,
        "decision",
        &answer["decision"],
        json!(permission.decision),
    );
    if let (Some(message), true) = (answer.get("message"), out.is_empty()) {
        let got = permission.message.as_ref().map(|message| &message.text);
        compare(out, "message", message, json!(got));
    }
    disagreements
}

fn offered(permission: &ToolPermission) -> Value {
    let rules = permission
        .suggestions
        .iter()
        .map(|suggestion| &suggestion.rule);
    rules.map(|rule| json!(rule)).collect()
}
