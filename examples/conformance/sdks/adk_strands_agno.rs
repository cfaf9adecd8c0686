//! Compares the recorded answers of Google ADK, Strands Agents and agno: skills, errors, the list,
//! and answers of the tools.

use serde_json::{Value, json};
use skillglass::hosts::agno::AgnoOptions;
use skillglass::hosts::google_adk::GoogleAdkOptions;
use skillglass::hosts::strands_agents::StrandsAgentsOptions;
use skillglass::model::invocation::SkillCall;
use skillglass::{Workspace, WorkspaceOptions};

use super::{EDITION, sources};
use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const ADK: &str = "google-adk";
const STRANDS: &str = "strands-agents";
const AGNO: &str = "agno";

/// Compares the answers of Google ADK in one line of a recording.
pub fn google_adk(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if let Some(expected) = case.get("google_adk") {
        let workspace = lone(ADK, case, |_| {})?;
        tally.count(ADK, id, &lone_skill(expected, &workspace, String::clone));
    } else if let Some(expected) = case["expect"].get(ADK) {
        tally.count(ADK, id, &adk(case, expected)?);
    }
    Ok(())
}

/// Compares the answers of Strands Agents in one line of a recording.
pub fn strands(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if let Some(expected) = case.get("strands") {
        let workspace = lone(STRANDS, case, |_| {})?;
        let folder = format!("/w/skills/{}", text(&case["folder"]));
        let log = |message: &String| {
            format!("warning: path=<{folder}> | failed to load skill: {message}")
        };
        let disagreements = lone_skill(expected, &workspace, log);
        tally.count(STRANDS, id, &disagreements);
    } else if let Some(expected) = case["expect"].get(STRANDS) {
        tally.count(STRANDS, id, &strands_workspace(case, expected)?);
    }
    Ok(())
}

/// Compares the answers of agno in one line of a recording, with and without validation.
pub fn agno(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    let modes = [
        ("agno", "validated", true),
        ("agno_unvalidated", "unvalidated", false),
    ];
    for (key, mode, validate) in modes {
        let id = format!("{id} {mode}");
        if let Some(expected) = case.get(key) {
            let workspace = lone(AGNO, case, |options| {
                options.agno = Some(AgnoOptions {
                    validate: Some(validate),
                    ..AgnoOptions::default()
                });
            })?;
            tally.count(AGNO, &id, &lone_skill(expected, &workspace, String::clone));
        } else if let Some(expected) = case["expect"].get(AGNO) {
            tally.count(AGNO, &id, &agno_workspace(case, &expected[mode], validate)?);
        }
    }
    Ok(())
}

fn options(host: &str, case: &Value) -> WorkspaceOptions {
    WorkspaceOptions {
        host: Some(host.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: case["cwd"].as_str().unwrap_or("/w").to_owned(),
        ..WorkspaceOptions::default()
    }
}

/// Returns a workspace with one real skill. `choose` changes the options.
fn lone(
    host: &str,
    case: &Value,
    choose: impl FnOnce(&mut WorkspaceOptions),
) -> Result<Workspace, Failure> {
    let mut options = options(host, case);
    choose(&mut options);
    let mut workspace = Workspace::new(&options)?;
    let path = format!("/w/skills/{}/SKILL.md", text(&case["folder"]));
    workspace.write(&path, text(&case["text"]))?;
    Ok(workspace)
}

/// Compares the answer about one real skill: its error, or its name, description and line in the
/// list.
fn lone_skill(
    expected: &Value,
    workspace: &Workspace,
    error_in: impl Fn(&String) -> String,
) -> Vec<Disagreement> {
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    let catalog = workspace.catalog();
    let skill = catalog.skills.first();
    let error = catalog.errors.first().map(|error| error_in(&error.message));
    compare(out, "error", &expected["error"], json!(error));
    if expected.get("error").is_none() {
        let name = skill.map(|skill| &skill.name);
        compare(out, "name", &expected["name"], json!(name));
        let description = skill.map(|skill| &skill.description);
        let expected_description = match &expected["description"] {
            Value::Null if expected["name"].is_string() => json!("None"),
            other => other.clone(),
        };
        compare(
            out,
            "description",
            &expected_description,
            json!(description),
        );
        let listing = workspace.listing();
        let line = listing
            .entries
            .first()
            .and_then(|entry| entry.line.as_ref());
        compare(out, "line", &expected["line"], json!(line));
    }
    disagreements
}

/// Returns the recorded names and descriptions of skills. A value that is not a text is written as
/// Python writes it.
fn skills(expected: &Value, path: Option<&str>) -> Value {
    let in_words = |value: &Value| match value {
        Value::Null => json!("None"),
        Value::Bool(true) => json!("True"),
        Value::Bool(false) => json!("False"),
        Value::Number(number) => json!(number.to_string()),
        Value::Object(value) if value.contains_key("str") => value["str"].clone(),
        Value::String(_) => value.clone(),
        _ => json!("a collection"),
    };
    let skills = list(expected).iter().map(|skill| {
        let path = path.map(|path| skill[path].clone());
        json!([
            in_words(&skill["name"]),
            in_words(&skill["description"]),
            path
        ])
    });
    Value::Array(skills.collect())
}

fn found(workspace: &Workspace, with_path: bool, expected: &Value) -> Value {
    let skills = workspace.catalog();
    let skills = skills.skills.iter().enumerate().map(|(index, skill)| {
        let path = with_path.then(|| skill.directory());
        let is_collection = expected[index][1] == "a collection";
        let description = if is_collection {
            "a collection"
        } else {
            &skill.description
        };
        json!([skill.name, description, path])
    });
    Value::Array(skills.collect())
}

/// Returns the skills' list without the text before and after it. `between` are these two texts.
fn listing(workspace: &Workspace, between: [&str; 2]) -> String {
    let text = workspace.listing().message.map(|message| message.text);
    let text = text.unwrap_or_default();
    let [before, after] = between;
    let start = text.rfind(before).map_or(0, |at| at + before.len());
    let end = text[start..]
        .find(after)
        .map_or(text.len(), |at| start + at);
    text[start..end].to_owned()
}

/// Returns a recorded call of a tool: the action, and the call with the skill and the file.
fn call(call: &Value) -> (&'static str, SkillCall) {
    let of = |value: &Value| SkillCall {
        skill: text(&value[0]),
        args: Some(text(&value[1])),
        ..SkillCall::default()
    };
    if let Some(name) = call["load"].as_str() {
        let call = SkillCall {
            skill: name.to_owned(),
            ..SkillCall::default()
        };
        ("load", call)
    } else if call.get("read").is_some() {
        ("read", of(&call["read"]))
    } else {
        ("run", of(&call["run"]))
    }
}

fn answer(workspace: &mut Workspace, call: &SkillCall) -> Result<String, Failure> {
    let used = workspace.invoke(call)?;
    let text = used.messages.first().map(|message| message.text.clone());
    Ok(text.unwrap_or_default())
}

fn sorted(mut texts: Vec<String>) -> Value {
    texts.sort();
    texts.dedup();
    json!(texts)
}

fn errors(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    let errors = catalog.errors.iter();
    errors.map(|error| error.message.clone()).collect()
}

fn adk(case: &Value, expected: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    for load_all in [false, true] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            google_adk: Some(GoogleAdkOptions {
                sources: sources(case),
                load_all,
            }),
            ..options(ADK, case)
        })?;
        fill(&mut workspace, case)?;
        if !load_all {
            let skills = skills(&expected["skills"], None);
            let got = found(&workspace, false, &skills);
            compare(out, "skills", &skills, got);
            let texts = list(&expected["errors"]).iter();
            let texts = texts.map(|error| text(&error["text"])).collect();
            compare(out, "errors", &sorted(texts), sorted(errors(&workspace)));
            continue;
        }
        let load = &expected["load"];
        let names = list(load).iter().map(|skill| &skill["name"]);
        let names = json!(names.collect::<Vec<_>>());
        let catalog = workspace.catalog();
        let got: Vec<_> = catalog.skills.iter().map(|skill| &skill.name).collect();
        compare(out, "load", &names, json!(got));
        if let Some(error) = load["text"].as_str() {
            let got = errors(&workspace);
            compare(out, "load", &json!(error), json!(got.first()));
        }
        if let Some(expected) = expected.get("listing") {
            let got = listing(&workspace, ["inside a tool call.\n\n\n", "\u{0}"]);
            compare(out, "listing", expected, json!(got));
        }
        if let Some(prompt) = expected["prompt"].as_str() {
            let got = workspace.listing().message.map(|message| message.text);
            let whole = format!("{prompt}{}", text(&expected["listing"]));
            compare(out, "prompt", &json!(whole), json!(got));
        }
        let mut misses = 0;
        for (request, result) in list(&case["calls"]).iter().zip(list(&expected["calls"])) {
            let (action, mut call) = call(request);
            let tools = [
                ("load", "load_skill"),
                ("read", "load_skill_resource"),
                ("run", "run_skill_script"),
            ];
            let tool = tools.iter().find(|(known, _)| *known == action);
            call.tool = tool.map(|(_, tool)| (*tool).to_owned());
            let got = answer(&mut workspace, &call)?;
            let got: Value = serde_json::from_str(&got).unwrap_or_default();
            // The SDK counts failed calls in a row, but a single emulated call knows no earlier
            // ones.
            let is_fatal = text(&result["error_code"]).ends_with("_FATAL");
            if is_fatal {
                misses += 1;
                let start = text(&got["error"]);
                let agrees = text(&result["error"]).starts_with(&start);
                compare(
                    out,
                    format!("call {request} {misses}"),
                    &json!(true),
                    json!(agrees),
                );
            } else {
                compare(out, format!("call {request}"), &with_floats(result), got);
            }
        }
    }
    Ok(disagreements)
}

/// Returns an answer in which descriptions of floating-point numbers are replaced by numbers. The
/// recorder describes such numbers, because JavaScript writes 1.0 as 1.
fn with_floats(value: &Value) -> Value {
    match value {
        Value::Object(fields) if fields.len() == 1 && fields.contains_key("float") => {
            let number = fields["float"].as_str().and_then(|it| it.parse().ok());
            number
                .filter(|it: &f64| it.is_finite())
                .map_or_else(|| value.clone(), |it| json!(it))
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), with_floats(value)))
            .collect(),
        Value::Array(values) => values.iter().map(with_floats).collect(),
        other => other.clone(),
    }
}

fn strands_workspace(case: &Value, expected: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    for strict in [false, true] {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            strands_agents: Some(StrandsAgentsOptions {
                sources: sources(case),
                strict,
            }),
            ..options(STRANDS, case)
        })?;
        fill(&mut workspace, case)?;
        let catalog = workspace.catalog();
        let errors = catalog.errors.iter().map(|error| {
            let folder = skillglass::tree::path::parent(&error.path).unwrap_or_default();
            let message = &error.message;
            format!("warning: path=<{folder}> | failed to load skill: {message}")
        });
        let ignored = catalog.ignored.iter();
        let ignored = ignored.map(|ignored| format!("warning: {}", ignored.message));
        let log = sorted(errors.chain(ignored).collect());
        if strict {
            let expected = &expected["strict"];
            let got: Vec<_> = catalog.skills.iter().map(|skill| &skill.name).collect();
            compare(out, "strict", &expected["skills"], json!(got));
            let lines = list(&expected["log"]).iter().map(text).collect();
            compare(out, "strict log", &sorted(lines), log);
            continue;
        }
        let skills = skills(&expected["skills"], Some("path"));
        let got = found(&workspace, true, &skills);
        compare(out, "skills", &skills, got);
        let lines = list(&expected["log"]).iter().map(text).collect();
        compare(out, "log", &sorted(lines), log);
        let got = workspace.listing().message.map(|message| message.text);
        compare(out, "listing", &expected["listing"], json!(got));
        for (request, result) in list(&case["calls"]).iter().zip(list(&expected["calls"])) {
            let (action, call) = call(request);
            if action == "load" {
                let got = answer(&mut workspace, &call)?;
                compare(out, format!("call {request}"), &result["text"], json!(got));
            }
        }
    }
    Ok(disagreements)
}

fn agno_workspace(
    case: &Value,
    expected: &Value,
    validate: bool,
) -> Result<Vec<Disagreement>, Failure> {
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    let mut workspace = Workspace::new(&WorkspaceOptions {
        agno: Some(AgnoOptions {
            sources: sources(case),
            validate: Some(validate),
            listed: serde_json::from_value(case["order"].clone()).unwrap_or_default(),
        }),
        ..options(AGNO, case)
    })?;
    fill(&mut workspace, case)?;
    if let Some(fatal) = expected.get("fatal") {
        let got = errors(&workspace);
        compare(out, "fatal", &fatal["text"], json!(got.first()));
        let skills = workspace.catalog().skills.len();
        compare(out, "skills", &json!(0), json!(skills));
        return Ok(disagreements);
    }
    let skills = skills(&expected["skills"], Some("source_path"));
    let got = found(&workspace, true, &skills);
    compare(out, "skills", &skills, got);
    let catalog = workspace.catalog();
    let errors = catalog.errors.iter().map(|error| {
        let folder = skillglass::tree::path::parent(&error.path).unwrap_or_default();
        if error.message.starts_with("Error loading skills") {
            format!("warning: {}", error.message)
        } else {
            format!(
                "warning: Error loading skill from {folder}: {}",
                error.message
            )
        }
    });
    let ignored = catalog.ignored.iter();
    let ignored = ignored.map(|ignored| format!("warning: {}", ignored.message));
    let log = sorted(errors.chain(ignored).collect());
    let lines = list(&expected["log"]).iter().map(text).collect();
    compare(out, "log", &sorted(lines), log);
    let got = listing(
        &workspace,
        ["## Available Skills\n", "\n\n</skills_system>"],
    );
    compare(out, "listing", &expected["listing"], json!(got));
    if let Some(prompt) = expected.get("prompt") {
        let got = workspace.listing().message.map(|message| message.text);
        compare(out, "prompt", prompt, json!(got.unwrap_or_default()));
    }
    for (request, result) in list(&case["calls"]).iter().zip(list(&expected["calls"])) {
        let (action, mut call) = call(request);
        call.tool = match action {
            "read" => Some("get_skill_reference".to_owned()),
            "run" => Some("get_skill_script".to_owned()),
            _ => None,
        };
        let got = answer(&mut workspace, &call)?;
        // The recorded calls run the scripts that exist.
        let is_run = result
            .as_str()
            .is_some_and(|text| text.contains("returncode") || text.contains("Error executing"));
        if result.is_string() && !is_run {
            compare(out, format!("call {request}"), result, json!(got));
        }
    }
    Ok(disagreements)
}
