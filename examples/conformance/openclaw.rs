//! Compares the recorded answers of OpenClaw with the emulated host.

use serde_json::{Value, json};
use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::model::eligibility::{Eligibility, Needs};
use skillglass::model::skill::Skill;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::{Disagreement, Failure, Line, Tally, compare, list, text};

const HOST: &str = "openclaw";

/// The edition of OpenClaw whose answers were recorded.
const EDITION: &str = "2026-11";

/// Compares the answers of OpenClaw in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count_aspects(HOST, line, workspace(case)?);
    }
    Ok(())
}

/// Returns a log message in which the word after a name such as `…_KEY` is replaced by `***`.
/// OpenClaw masks its log in this way, because the word may be a secret.
fn masked(words: &str) -> String {
    for code in ["_KEY: ", "_TOKEN: "] {
        if let Some((before, after)) = words.split_once(code) {
            let behind = after.split_once(' ').map_or("", |(_, rest)| rest);
            return format!("{before}{code}*** {behind}");
        }
    }
    words.to_owned()
}

/// Compares the answer about one real skill, which is the only skill on a machine without programs
/// and settings.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: "/w/ws".to_owned(),
        home: Some("/home/u".to_owned()),
        openclaw: Some(OpenclawOptions {
            workspace: Some("/w/ws".to_owned()),
            ..OpenclawOptions::default()
        }),
        ..WorkspaceOptions::default()
    })?;
    let folder = text(&case["folder"]);
    let path = format!("/w/ws/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let got = match (catalog.skills.first(), catalog.errors.first()) {
        (Some(skill), _) => {
            let mut got = reported(skill);
            let (_, eligibility) = parts(skill);
            got["command"] = json!(eligibility.command);
            got["displayName"] = json!(eligibility.display_name);
            got
        }
        (None, error) => json!({ "error": error.map(|error| masked(&error.message)) }),
    };
    let expected = case[HOST].as_object().cloned().unwrap_or_default();
    for (field, value) in &expected {
        compare(&mut disagreements, field, value, got[field].clone());
    }
    Ok(disagreements)
}

fn parts(skill: &Skill) -> (Needs, Eligibility) {
    let fields = skill.frontmatter.as_deref();
    let needs = fields.and_then(|fields| fields.needs.as_deref());
    let eligibility = skill.eligibility.as_deref();
    (
        needs.cloned().unwrap_or_default(),
        eligibility.cloned().unwrap_or_default(),
    )
}

/// Returns a skill in the form in which OpenClaw reports it.
fn reported(skill: &Skill) -> Value {
    let (needs, verdict) = parts(skill);
    let fields = skill.frontmatter.as_deref();
    let typed = fields.and_then(|fields| fields.user_invocable) != Some(false);
    let hidden = fields.and_then(|fields| fields.disable_model_invocation) == Some(true);
    let offered = verdict.eligible && !verdict.blocked_by_agent;
    let mut report = json!({
        "name": skill.name,
        "description": skill.description,
        "filePath": skill.discovered_path,
        "baseDir": skill.directory(),
        "skillKey": verdict.key,
        "always": needs.always,
        "disabled": verdict.disabled,
        "blockedByAllowlist": verdict.blocked_by_allowlist,
        "blockedByAgentFilter": verdict.blocked_by_agent,
        "eligible": verdict.eligible,
        "modelVisible": offered && !hidden,
        "userInvocable": typed,
        "commandVisible": offered && typed,
        "requirements": needs.requires,
        "missing": verdict.missing,
        "install": verdict.install,
    });
    for (field, value) in [
        ("primaryEnv", &needs.primary_env),
        ("emoji", &needs.emoji),
        ("homepage", &needs.homepage),
    ] {
        if let Some(value) = value {
            report[field] = json!(value);
        }
    }
    report
}

/// Removes the fields that the recorded skill lacks. OpenClaw prints all fields only if its command
/// names one skill.
fn restrict(report: &mut Value, recorded: &Value) {
    if let (Some(report), Some(recorded)) = (report.as_object_mut(), recorded.as_object()) {
        report.retain(|field, _| recorded.contains_key(field));
    }
}

fn opened(case: &Value, window: bool) -> Result<Workspace, Failure> {
    let mut variables: std::collections::BTreeMap<String, String> =
        serde_json::from_value(case["env"].clone())?;
    variables.insert("PATH".to_owned(), text(&case["path"]));
    let mut executable = Vec::new();
    let mut hardlinked = Vec::new();
    for entry in list(&case["tree"]) {
        let path = text(&entry["path"]);
        if entry["executable"] == true {
            executable.push(path);
        } else if entry["type"] == "hardlink" {
            hardlinked.push(path);
        }
    }
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        variables: Some(variables),
        context_window: case["context_window"].as_i64().filter(|_| window),
        openclaw: Some(OpenclawOptions {
            bundled: case["bundled"].as_str().map(str::to_owned),
            os: case["os"].as_str().map(str::to_owned),
            binaries: Some(executable),
            hardlinked: Some(hardlinked),
            ..OpenclawOptions::default()
        }),
        ..WorkspaceOptions::default()
    })?;
    let mut entries = list(&case["tree"]).to_vec();
    let all = entries.clone();
    for entry in &mut entries {
        if entry["type"] == "hardlink" {
            let target = all.iter().find(|known| known["path"] == entry["target"]);
            entry["text"] = target.map_or(Value::Null, |target| target["text"].clone());
        }
        // The recorded text is only a lossy decoding of the bytes, so the bytes are used.
        if entry.get("base64").is_some() {
            entry["text"] = Value::Null;
        }
    }
    crate::fill(&mut workspace, &json!({ "tree": entries }))?;
    Ok(workspace)
}

fn workspace(case: &Value) -> Result<Aspects, Failure> {
    let workspace = opened(case, false)?;
    let expect = &case["expect"];
    let catalog = workspace.catalog();
    let source = |skill: &Skill| {
        let root = catalog
            .roots
            .iter()
            .rev()
            .find(|root| root.path == skill.root);
        root.map(|root| root.origin.clone())
    };
    let mut aspects: Aspects = Vec::new();
    let mut aspect = |name, expected: &Value, got: Value| {
        // A recording without the program's internal modules has only the output of the command.
        if expect.get(name).is_none() && !matches!(name, "section" | "message") {
            return;
        }
        let mut out = Vec::new();
        compare(&mut out, name, expected, got);
        aspects.push((name, out));
    };
    let skills: Vec<_> = (catalog.skills.iter())
        .enumerate()
        .map(|(index, skill)| {
            let mut report = reported(skill);
            report["source"] = json!(source(skill));
            if case.get("program").is_some() {
                restrict(&mut report, &expect["skills"][index]);
            }
            report
        })
        .collect();
    aspect("skills", &expect["skills"], json!(skills));
    let listing = workspace.listing();
    let message = listing.message.as_ref().map(|message| message.text.clone());
    let block = message
        .as_deref()
        .and_then(|text| text.split_once("Retry-After.\n"))
        .map(|(_, block)| block);
    let trimmed = expect["listing"]
        .as_str()
        .map(|text| text.trim_start_matches('\n'));
    aspect(
        "listing",
        &json!(trimmed.filter(|text| !text.is_empty())),
        json!(block),
    );
    let listed: Vec<_> = (listing.entries.iter())
        .filter(|entry| entry.line.is_some())
        .map(|entry| &entry.name)
        .collect();
    aspect("listed", &expect["listed"], json!(listed));
    let commands: Vec<_> = (catalog.skills.iter())
        .filter_map(|skill| {
            let (needs, verdict) = parts(skill);
            let source = source(skill).unwrap_or_default();
            let bundled = matches!(source.as_str(), "openclaw-bundled" | "openclaw-custodian");
            let mut command = json!({
                "name": verdict.command?,
                "displayName": verdict.display_name,
                "skillFile": skill.path,
                "skillName": skill.name,
                "description": skill.description,
                "modelVisible": skill.model_invocable,
                "skillSource": if bundled { "bundled" } else { "workspace" },
            });
            if let Some(tool) = needs.tool.filter(|_| needs.calls_tool) {
                command["dispatch"] = json!({ "kind": "tool", "toolName": tool, "argMode": "raw" });
            }
            Some(command)
        })
        .collect();
    aspect("commands", &expect["commands"], json!(commands));
    let command_of = |path: &String| {
        let skill = catalog.skills.iter().find(|skill| skill.path == *path);
        skill.and_then(|skill| parts(skill).1.command)
    };
    let explicit: Vec<_> = list(&case["texts"])
        .iter()
        .map(|typed| {
            let typed = text(typed);
            let turn = workspace.turn(&TurnRequest::from(typed.as_str()));
            let body = turn.messages.first().map(|message| message.text.clone());
            let skills: Vec<_> = turn
                .selected
                .iter()
                .map(|skill| command_of(&skill.path))
                .collect();
            let mut answer = json!({ "body": body.unwrap_or(typed), "skills": skills });
            if let Some(error) = turn.warnings.first() {
                answer["error"] = json!(error);
            }
            answer
        })
        .collect();
    aspect("explicit", &expect["explicit"], json!(explicit));
    let home = text(&case["home"]);
    let compact = |path: &str| match path.strip_prefix(&home) {
        Some(rest) if rest.starts_with('/') => format!("~{rest}"),
        _ => path.to_owned(),
    };
    let mut warnings: Vec<_> = (catalog.errors.iter())
        .map(|error| {
            let path = compact(&error.path);
            format!(
                "[skills] Skipping invalid skill: file={path} error={}",
                masked(&error.message)
            )
        })
        .collect();
    let said = ["Skipping ", "Skill precedence", "root "];
    warnings.extend(
        (catalog.left_out.iter())
            .filter(|left_out| said.iter().any(|said| left_out.message.starts_with(said)))
            .map(|left_out| format!("[skills] {}", left_out.message)),
    );
    warnings.sort();
    let mut expected: Vec<_> = list(&expect["warnings"]).iter().map(text).collect();
    expected.sort();
    aspect("warnings", &json!(expected), json!(warnings));
    if expect["turn"].is_object() {
        let workspace = opened(case, true)?;
        let message = workspace.listing().message.map(|message| message.text);
        // The line end before the prompt's next section does not belong to the list.
        let recorded = expect["turn"]["section"].as_str();
        aspect(
            "section",
            &json!(recorded.map(str::trim_end)),
            json!(message.as_deref().map(str::trim_end)),
        );
        let typed = text(&list(&case["texts"])[0]);
        let turn = workspace.turn(&TurnRequest::from(typed.as_str()));
        let body = turn.messages.first().map(|message| message.text.clone());
        aspect(
            "message",
            &expect["turn"]["message"],
            json!(body.unwrap_or(typed)),
        );
    }
    Ok(aspects)
}
