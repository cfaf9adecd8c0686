//! Compares the recorded answers of Cline with the emulated host.

use serde_json::{Value, json};
use skillglass::model::catalog::{Catalog, RootStatus};
use skillglass::model::invocation::SkillCall;
use skillglass::model::skill::Skill;
use skillglass::model::turn::{Outcome, SkipReason, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "cline";

/// The edition of Cline whose answers were recorded.
const EDITION: &str = "2026-11";

const SETTINGS: &str = ".cline/data/settings/global-settings.json";

/// Compares the answers of Cline in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count_aspects(HOST, line, workspace(case)?);
    } else if case["answers"].get(HOST).is_some() {
        tally.count(HOST, id, &agent_plugin(case)?);
    }
    Ok(())
}

fn options(cwd: &str, home: &str) -> WorkspaceOptions {
    WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: cwd.to_owned(),
        home: Some(home.to_owned()),
        ..WorkspaceOptions::default()
    }
}

/// Returns the first line of a message, without the words of Cline's JSON parser, which are not
/// emulated.
fn first_line(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default();
    match line.split_once("Invalid plugin.json") {
        Some((before, _)) => before,
        None => line,
    }
}

/// Compares the answers about one real skill: as a user's only skill, and as the only skill of an
/// Agent Plugin.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut disagreements = Vec::new();
    let mut workspace = Workspace::new(&options("/repo", "/home/me"))?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.cline/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let got = match catalog.skills.first() {
        Some(skill) => json!({
            "name": skill.name,
            "description": described(skill),
            "disabled": !skill.enabled,
            "instructions_len": instructions(&workspace, skill)?,
        }),
        None => json!({ "error": fault(&catalog) }),
    };
    compare(&mut disagreements, HOST, &case[HOST], got);

    let mut workspace = Workspace::new(&options("/repo", "/home/me"))?;
    let root = "/home/me/.agents/plugins/p";
    workspace.write(&format!("{root}/plugin.json"), manifest())?;
    // The recorded plugin has each skill in a folder with the name that the skill's text states.
    let folder = case["plugin"]["folder"]
        .as_str()
        .unwrap_or(&folder)
        .to_owned();
    workspace.write(
        &format!("{root}/skills/{folder}/SKILL.md"),
        text(&case["text"]),
    )?;
    let catalog = workspace.catalog();
    let got = match catalog.skills.first() {
        Some(skill) => json!({
            "name": bare(skill),
            "description": skill.description,
        }),
        None => {
            let skipping = format!("Skipping invalid Agent Plugin skill '{folder}': ");
            json!({ "error": fault(&catalog).strip_prefix(&skipping) })
        }
    };
    compare(&mut disagreements, "plugin", &case["plugin"], got);
    Ok(disagreements)
}

fn manifest() -> String {
    let schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
    json!({ "$schema": schema, "name": "p" }).to_string()
}

fn fault(catalog: &Catalog) -> String {
    let mut errors = catalog.errors.iter();
    let message = errors.next().map(|error| first_line(&error.message));
    message.unwrap_or_default().to_owned()
}

fn described(skill: &Skill) -> Option<&str> {
    Some(skill.description.as_str()).filter(|description| !description.is_empty())
}

fn bare(skill: &Skill) -> &str {
    let plugin = skill.plugin_id.as_deref().unwrap_or_default();
    let rest = skill.name.strip_prefix(plugin);
    let rest = rest.filter(|_| !plugin.is_empty());
    rest.and_then(|rest| rest.strip_prefix(':'))
        .unwrap_or(&skill.name)
}

/// Returns the number of bytes in the instructions that the tool gives the model for a skill;
/// `None` if it gives none.
fn instructions(workspace: &Workspace, skill: &Skill) -> Result<Option<usize>, Failure> {
    let call = SkillCall {
        skill: skill.name.clone(),
        ..SkillCall::default()
    };
    let content = workspace.invoke(&call)?.content;
    let start = match described(skill) {
        Some(description) => format!("Description: {description}\n\n"),
        None => String::new(),
    };
    Ok(content.and_then(|content| {
        let (_, rest) = content.split_once("<command-instructions>\n")?;
        let text = rest.strip_suffix("\n</command-instructions>")?;
        Some(text.strip_prefix(&start)?.len())
    }))
}

/// Returns the first line of a message. A message about an invalid `mcp.json` lacks the words of
/// Cline's JSON parser, which are not emulated.
fn worded(message: &str) -> &str {
    let line = first_line(message);
    match line.split_once("Invalid mcp.json: ") {
        Some(_) => "Invalid mcp.json",
        None => line,
    }
}

/// Compares the answer about one Agent Plugin, which a link in the user's folder of plugins leads
/// to.
fn agent_plugin(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["answers"][HOST];
    let mut workspace = Workspace::new(&options("/w", "/home/me"))?;
    fill(&mut workspace, case)?;
    workspace.link("/home/me/.agents/plugins/one", &text(&case["root"]))?;
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let root = catalog.roots.iter().find(|root| root.plugin_id.is_some());
    let root = root.filter(|root| root.status != RootStatus::Off);
    let loaded = json!(root.is_some());
    compare(&mut disagreements, "loaded", &expect["loaded"], loaded);
    let name = root.and_then(|root| root.plugin_id.as_deref());
    compare(&mut disagreements, "name", &expect["name"], json!(name));
    // In the recording, the names are sorted.
    let mut skills: Vec<_> = catalog.skills.iter().map(bare).collect();
    skills.sort_unstable();
    compare(
        &mut disagreements,
        "skills",
        &expect["skills"],
        json!(skills),
    );
    let plugin = workspace.agent_plugin(&text(&case["root"]));
    let plugin = plugin.ok_or("Cline reads Agent Plugins")?;
    let loaded = plugin.servers.iter().filter(|_| plugin.name.is_some());
    let loaded: Vec<_> = loaded.collect();
    compare(&mut disagreements, "mcp", &expect["mcp"], json!(loaded));
    // Diagnostics about a missing manifest are left out. A folder without a manifest is no plugin,
    // but the recording named the folder directly.
    let diagnostics = list(&expect["diagnostics"]).iter();
    let messages = diagnostics.filter_map(|one| one["message"].as_str());
    let expected: Vec<_> = messages.filter(|it| !it.contains("ENOENT")).collect();
    let left_out = catalog.left_out.iter().map(|left| &*left.path);
    let left_out: Vec<_> = left_out.collect();
    let ignored = catalog.ignored.iter().map(|ignored| &*ignored.message);
    let errors = catalog.errors.iter().map(|error| &*error.message);
    let got: Vec<_> = ignored.chain(errors).map(worded).collect();
    for message in &expected {
        // The emulated host leaves out a skill if a link leads out of the plugin, and reports no
        // error.
        let is_outside = message.contains("path resolves outside the plugin root");
        let is_known = is_outside && !left_out.is_empty() || got.contains(&worded(message));
        compare(&mut disagreements, *message, &json!(true), json!(is_known));
    }
    let expected: Vec<_> = expected.into_iter().map(worded).collect();
    let unexpected: Vec<_> = got.iter().filter(|it| !expected.contains(it)).collect();
    compare(
        &mut disagreements,
        "further diagnostics",
        &json!([]),
        json!(unexpected),
    );
    Ok(disagreements)
}

/// Compares the answers about a recorded workspace.
fn workspace(case: &Value) -> Result<Aspects, Failure> {
    let case = &crate::copilot_cli::through_links(case);
    let expect = &case["expect"];
    let home = text(&case["home"]);
    let mut workspace = Workspace::new(&options(&text(&case["cwd"]), &home))?;
    fill(&mut workspace, case)?;
    if case["settings"].is_object() {
        let file = format!("{home}/{SETTINGS}");
        workspace.write(&file, case["settings"].to_string())?;
    }
    let catalog = workspace.catalog();

    let mut skills = Vec::new();
    let got = catalog.skills.iter().map(|skill| {
        json!({
            "id": skill.name.to_lowercase(),
            "name": bare(skill),
            "description": described(skill),
            // In the recording, the paths of Agent Plugins have their links resolved.
            "path": match skill.plugin_id {
                Some(_) => &skill.path,
                None => &skill.discovered_path,
            },
            "disabled": !skill.enabled,
        })
    });
    let got = Value::Array(got.collect());
    if expect.get("skills").is_some() {
        compare(&mut skills, "skills", &expect["skills"], got);
    }
    if let Some(listed) = expect["config_skills"].as_array() {
        // The program's command lists no skills of Agent Plugins.
        let own = catalog.skills.iter();
        let own = own.filter(|skill| skill.enabled && skill.plugin_id.is_none());
        let got = own.map(|skill| {
            json!({
                "name": skill.name,
                "description": described(skill),
                "path": skill.discovered_path,
            })
        });
        let by_path = |skills: Vec<Value>| {
            let mut skills = skills;
            skills.sort_by_key(|skill| text(&skill["path"]));
            json!(skills)
        };
        let (expected, got) = (by_path(listed.clone()), by_path(got.collect()));
        compare(&mut skills, "config skills", &expected, got);
    }

    // The emulated host leaves out a folder without `SKILL.md`, and reports no error.
    let is_fault = |error: &&Value| {
        let message = error["message"].as_str().unwrap_or_default();
        !message.starts_with("ENOENT") && !message.starts_with("EISDIR")
    };
    let mut errors = Vec::new();
    let expected: Vec<_> = list(&expect["errors"])
        .iter()
        .filter(is_fault)
        .cloned()
        .collect();
    let faults = catalog.errors.iter();
    let (of_plugins, own): (Vec<_>, Vec<_>) =
        faults.partition(|error| error.message.starts_with("Skipping invalid Agent Plugin"));
    let mut got: Vec<_> = own
        .iter()
        .map(|error| (error.path.clone(), first_line(&error.message)))
        .collect();
    got.sort();
    let got = got
        .iter()
        .map(|(path, message)| json!({ "path": path, "message": message }));
    let got = Value::Array(got.collect());
    if expect.get("errors").is_some() {
        compare(&mut errors, "errors", &json!(expected), got);
    }

    let mut diagnostics = Vec::new();
    let sorted = |messages: Vec<&str>| {
        let mut messages: Vec<_> = messages.into_iter().map(first_line).collect();
        messages.sort_unstable();
        json!(messages)
    };
    // The emulated host leaves out a link that leads nowhere or out of the plugin, and a second
    // plugin with the same name. It reports no errors for these.
    let is_left_out = |message: &&str| {
        message.contains("path resolves outside")
            || message.starts_with("Skipping invalid Agent Plugin skill directory")
            || message.starts_with("Ignoring duplicate")
    };
    // Each line of the log names the plugin before the message.
    let expected = list(&expect["log"]).iter().filter_map(Value::as_str);
    let expected = expected.filter_map(|line| Some(line.split_once(": ")?.1));
    let expected = expected.filter(|message| !is_left_out(message)).collect();
    let of_manifests = catalog.ignored.iter();
    let of_manifests = of_manifests.filter(|it| it.path.ends_with("/plugin.json"));
    let of_manifests = of_manifests.map(|ignored| ignored.message.as_str());
    let of_skills = of_plugins.iter().map(|error| error.message.as_str());
    let got = of_manifests.chain(of_skills).collect();
    compare(
        &mut diagnostics,
        "diagnostics",
        &sorted(expected),
        sorted(got),
    );

    // The commands of workflows are not emulated.
    let mut commands = Vec::new();
    let of_skills = list(&expect["commands"]).iter();
    for command in of_skills.filter(|command| command["kind"] == "skill") {
        let prompt = format!("/{} x", text(&command["name"]));
        let turn = workspace.turn(&TurnRequest::from(prompt.as_str()));
        let is_known = turn.mentions.iter().any(|mention| {
            !matches!(
                mention.outcome,
                Outcome::Skipped {
                    reason: SkipReason::Unknown,
                    ..
                }
            )
        });
        compare(&mut commands, prompt, &json!(true), json!(is_known));
    }

    let mut listing = Vec::new();
    let ours = workspace.listing();
    let message = ours.message.map(|message| message.text);
    if expect.get("refused").is_none() {
        compare(&mut listing, "listing", &expect["listing"], json!(message));
        compare(
            &mut listing,
            "tool",
            &expect["has_tool"],
            json!(ours.tool.is_some()),
        );
    }

    let mut calls = Vec::new();
    for (call, expected) in list(&case["invoke"]).iter().zip(list(&expect["calls"])) {
        let call = SkillCall {
            skill: text(&call["skill"]),
            args: call["args"].as_str().map(str::to_owned),
            ..SkillCall::default()
        };
        let used = workspace.invoke(&call).ok();
        let got = used.and_then(|used| Some(used.messages.into_iter().next()?.text));
        compare(&mut calls, call.skill.as_str(), expected, json!(got));
    }

    let mut user = Vec::new();
    if let (Some(prompt), [expected]) = (case["prompt"].as_str(), list(&expect["user"])) {
        let turn = workspace.turn(&TurnRequest::from(prompt));
        let got = match turn.messages.first() {
            Some(message) => message.text.as_str(),
            None => prompt.trim(),
        };
        compare(&mut user, "prompt", expected, json!(got));
    }
    Ok(vec![
        ("cline skills", skills),
        ("cline errors", errors),
        ("cline diagnostics", diagnostics),
        ("cline commands", commands),
        ("cline listing", listing),
        ("cline calls", calls),
        ("cline prompts", user),
    ])
}
