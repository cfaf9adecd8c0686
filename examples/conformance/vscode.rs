//! Compares the recorded answers of VS Code with the emulated host.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::hosts::vscode::VscodeOptions;
use skillglass::model::turn::TurnRequest;
use skillglass::{Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::{Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "vscode";

/// The edition of VS Code whose answers were recorded.
const EDITION: &str = "2026-11";

/// Compares the answers of VS Code in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    if line.case["host"] == HOST {
        tally.count_aspects(HOST, line, workspace(line.case)?);
    }
    Ok(())
}

fn workspace(case: &Value) -> Result<Aspects, Failure> {
    let case = &crate::copilot_cli::through_links(case);
    let expect = &case["expect"];
    let settings = &case["settings"];
    let skills_locations: Option<BTreeMap<String, bool>> =
        serde_json::from_value(settings["chat.agentSkillsLocations"].clone())?;
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        vscode: Some(VscodeOptions {
            skills_locations: skills_locations.unwrap_or_default(),
            parent_repositories: settings["chat.useCustomizationsInParentRepositories"] == true,
            ..VscodeOptions::default()
        }),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;

    let shown = workspace.listing();
    let message = shown
        .message
        .map(|message| message.text)
        .unwrap_or_default();
    let entries = shown.entries.iter().filter_map(|entry| {
        let line = entry.line.as_deref()?;
        let part = |name: &str| {
            let (_, rest) = line.split_once(&format!("<{name}>"))?;
            Some(rest.split_once(&format!("</{name}>"))?.0)
        };
        Some(json!({
            "name": part("name"),
            "description": part("description"),
            "file": part("file"),
        }))
    });
    let mut listing = Vec::new();
    let entries = Value::Array(entries.collect());
    compare(&mut listing, "listing", &expect["listing"], entries);
    // Even without skills of ours, the program lists its own.
    let mut header = Vec::new();
    if !list(&expect["listing"]).is_empty() {
        let got = message.split("<skill>").next();
        compare(&mut header, "header", &expect["header"], json!(got));
    }
    let mut turns = Vec::new();
    for turn in list(&expect["turns"]) {
        let prompt = text(&turn["prompt"]);
        let used = workspace.turn(&TurnRequest::from(prompt.as_str()));
        let request = match used.messages.first() {
            Some(message) => message.text.clone(),
            // A text that names no skill is sent unchanged, with a space after it.
            None => format!("{prompt} "),
        };
        let got = json!(format!("<userRequest>\n{request}\n</userRequest>"));
        compare(&mut turns, prompt, &turn["user_request"], got);
    }
    Ok(vec![
        ("vscode listing", listing),
        ("vscode header", header),
        ("vscode turns", turns),
    ])
}
