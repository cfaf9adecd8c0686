//! Compares the recorded answers of Codex with the emulated host.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use skillglass::hosts::codex::CodexOptions;
use skillglass::model::catalog::RootStatus;
use skillglass::model::skill::Scope;
use skillglass::model::turn::{MentionTarget, Outcome, SkipReason, TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

/// The fields of a recorded case that have Codex's answers about a real skill, each with its
/// edition.
const RECORDED: [(&str, &str); 2] = [("codex", "2026-05"), ("codex_2026_11", "2026-11")];

/// Compares the answers of Codex in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { index, case, id } = line;
    // Cases of the agent SDKs have no host either, but they have `sources`: the folders that a
    // program passes to the SDK.
    let is_codex =
        case.get("host").is_none_or(|host| host == "codex") && case.get("sources").is_none();
    if case.get("codex").is_some() {
        // The later answers were recorded in folders that are named after the line's number. So
        // they show when a skill without a name gets the folder's name.
        let folders = [text(&case["folder"]), format!("k{index:05}")];
        for ((field, edition), folder) in RECORDED.into_iter().zip(folders) {
            let disagreements = lone_skill(case, field, edition, &folder)?;
            tally.count("codex", &format!("{id} {edition}"), &disagreements);
        }
    } else if case["host"] == "permission-codex" {
        crate::permission::codex(line, tally)?;
    } else if is_codex && case.get("cwd").is_some() && case.get("expect").is_some() {
        let disagreements = codex_workspace(case)?;
        tally.count("codex", id, &disagreements);
    }
    Ok(())
}

/// Compares the answer about one real skill, which is the only file in `<codex home>/skills`.
fn lone_skill(
    case: &Value,
    field: &str,
    edition: &str,
    folder: &str,
) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        edition: Some(edition.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })?;
    let path = format!("/home/me/.codex/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let got = match (
        &catalog.skills.iter().collect::<Vec<_>>()[..],
        &catalog.errors[..],
    ) {
        ([skill], []) => json!({
            "name": skill.name,
            "description": skill.description,
            "short_description": skill.short_description,
        }),
        ([], [error]) => json!({ "error": error.message }),
        _ => json!({ "left_out": catalog.left_out }),
    };
    let mut disagreements = Vec::new();
    compare(&mut disagreements, field, &case[field], got);
    Ok(disagreements)
}

fn codex_workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let edition = case["edition"].as_str().unwrap_or("2026-05");
    let workspace = workspace(case, edition, None)?;
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let out = &mut disagreements;

    if let Some(roots) = expect.get("roots") {
        let got = catalog
            .roots
            .iter()
            .filter(|root| root.status != RootStatus::Duplicate)
            .filter(|root| {
                root.status != RootStatus::Missing
                    || !root.path.ends_with("/.agents/skills")
                    || root.scope != Scope::Repo
            })
            .map(
                |root| json!({"path": root.path, "scope": root.scope, "plugin_id": root.plugin_id}),
            )
            .collect();
        compare(out, "roots", roots, Value::Array(got));
    }
    let expected = Value::Array(list(&expect["skills"]).iter().map(snake_case).collect());
    let got = catalog
        .skills
        .iter()
        .map(|skill| serde_json::to_value(skill).map(|skill| snake_case(&skill)))
        .collect::<Result<Vec<_>, _>>()?;
    let recorded: Vec<_> = list(&expect["skills"])
        .first()
        .and_then(Value::as_object)
        .map(|fields| fields.keys().map(|key| snake_key(key)).collect())
        .unwrap_or_else(|| vec!["name".to_owned()]);
    let got = got
        .into_iter()
        .map(|skill| restrict(skill, &recorded))
        .collect();
    compare(out, "skills", &expected, Value::Array(got));
    let errors = catalog
        .errors
        .iter()
        .map(|error| json!({"path": error.path, "message": error.message}))
        .collect();
    compare(out, "errors", &expect["errors"], Value::Array(errors));

    // The program treats a context window of 0 as unknown.
    for (window, expected) in list(&case["context_windows"])
        .iter()
        .zip(list(&expect["listings"]))
    {
        let workspace =
            self::workspace(case, edition, window.as_i64().filter(|tokens| *tokens > 0))?;
        let listing = workspace.listing();
        let mut got = json!({
            "root_lines": listing.root_lines,
            "skill_lines": listing.entries.iter().filter_map(|entry| entry.line.as_ref()).collect::<Vec<_>>(),
        });
        if expected.get("report").is_some() {
            got["report"] = json!({
                "included_count": listing.report.included,
                "omitted_count": listing.report.omitted,
                "total_count": listing.report.total,
                "truncated_description_chars": listing.report.cut,
                "truncated_description_count": listing.report.shortened,
            });
            got["warning"] = json!(listing.warning);
        }
        let got = if listing.message.is_some() {
            got
        } else {
            Value::Null
        };
        compare(out, format!("listing {window}"), expected, got);
    }
    for (index, (turn, expected)) in list(&case["turns"])
        .iter()
        .zip(list(&expect["turns"]))
        .enumerate()
    {
        let mut request = TurnRequest::default();
        for input in list(&turn["inputs"]) {
            request.inputs.push(match input["type"].as_str() {
                Some("skill") => TurnInput::Skill {
                    name: text(&input["name"]),
                    path: text(&input["path"]),
                },
                _ => TurnInput::Text {
                    text: text(&input["text"]),
                },
            });
        }
        request.connectors = serde_json::from_value(turn["connectors"].clone())?;
        let turn = workspace.turn(&request);
        let got = json!({
            "selected": turn.selected.iter().map(|skill| &skill.path).collect::<Vec<_>>(),
            "injections": turn.messages.iter().zip(&turn.selected).map(|(message, skill)| json!({
                "name": skill.name,
                "path": skill.path,
                "contents_len": message.text.len()
                    - format!("<skill>\n<name>{}</name>\n<path>{}</path>\n\n</skill>", skill.name, skill.path).len(),
            })).collect::<Vec<_>>(),
            "warnings": turn.warnings,
        });
        compare(out, format!("turn {index}"), expected, got);
    }
    for (text, expected) in list(&case["mentions"])
        .iter()
        .zip(list(&expect["mentions"]))
    {
        compare(
            out,
            format!("mentions of {text}"),
            expected,
            mentions(&workspace, text),
        );
    }
    for (command, expected) in list(&case["commands"])
        .iter()
        .zip(list(&expect["commands"]))
    {
        let used =
            workspace.implicit_use(&text(&command["command"]), &text(&command["workdir"]))?;
        compare(out, format!("command {command}"), expected, json!(used));
    }
    Ok(disagreements)
}

/// Returns all names and paths that Codex extracts from a prompt, except names of environment
/// variables.
fn mentions(workspace: &Workspace, prompt: &Value) -> Value {
    let turn = workspace.turn(&TurnRequest {
        inputs: vec![TurnInput::Text { text: text(prompt) }],
        ..TurnRequest::default()
    });
    let (mut names, mut paths, mut plain_names) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for mention in &turn.mentions {
        if matches!(
            mention.outcome,
            Outcome::Skipped {
                reason: SkipReason::EnvironmentVariable,
                ..
            }
        ) {
            continue;
        }
        if matches!(mention.target, MentionTarget::Skill | MentionTarget::Other) {
            names.insert(&mention.name);
        }
        match &mention.path {
            Some(path) => paths.insert(path),
            None => plain_names.insert(&mention.name),
        };
    }
    json!({ "names": names, "paths": paths, "plain_names": plain_names })
}

/// Returns a value with object keys in snake case and without null fields, because a recording may
/// leave out absent values.
fn snake_case(value: &Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (snake_key(key), snake_case(value)))
                .collect(),
        ),
        Value::Array(values) => Value::Array(values.iter().map(snake_case).collect()),
        _ => value.clone(),
    }
}

fn snake_key(key: &str) -> String {
    let mut name = String::new();
    for character in key.chars() {
        if character.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(character.to_ascii_lowercase());
    }
    name
}

/// Returns only those fields of a skill that the recording has, because some recordings have fewer
/// fields.
fn restrict(skill: Value, recorded: &[String]) -> Value {
    match skill {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(key, _)| recorded.contains(key))
                .collect(),
        ),
        other => other,
    }
}

fn workspace(
    case: &Value,
    edition: &str,
    context_window: Option<i64>,
) -> Result<Workspace, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        edition: Some(edition.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        context_window,
        codex: Some(CodexOptions {
            layers: serde_json::from_value(case.get("layers").cloned().unwrap_or_default())?,
            ..CodexOptions::default()
        }),
        plugins: serde_json::from_value(case.get("plugins").cloned().unwrap_or_default())?,
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    Ok(workspace)
}
