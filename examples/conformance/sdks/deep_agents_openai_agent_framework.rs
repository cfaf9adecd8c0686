//! Compares the recorded answers of Deep Agents, the OpenAI Agents SDK and Microsoft Agent
//! Framework.

use serde_json::{Value, json};
use skillglass::hosts::agent_framework::AgentFrameworkOptions;
use skillglass::hosts::deep_agents::DeepAgentsOptions;
use skillglass::hosts::openai_agents::OpenaiAgentsOptions;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::invocation::{Invocation, InvocationOutcome, SkillCall};
use skillglass::model::skill::Skill;
use skillglass::model::turn::TurnRequest;
use skillglass::{Session, Workspace, WorkspaceOptions};

use super::{EDITION, sources};
use crate::claude_code::Aspects;
use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

/// Compares the answers of Deep Agents in one line of a recording.
pub fn deep_agents(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    const HOST: &str = "deep-agents";
    let expected = &line.case["deepagents"];
    if !expected.is_null() {
        return lone_skill(HOST, line, expected, tally);
    }
    if let Some(expect) = line.case["expect"].get("deepagents") {
        let mut aspects = Aspects::new();
        for (mode, real_paths) in [("virtual", false), ("real", true)] {
            let options = DeepAgentsOptions {
                sources: sources(line.case),
                real_paths,
                ..DeepAgentsOptions::default()
            };
            aspects.extend(deep_agents_mode(line.case, &expect[mode], options)?);
        }
        tally.count_aspects(HOST, line, aspects);
    }
    Ok(())
}

fn deep_agents_mode(
    case: &Value,
    expect: &Value,
    options: DeepAgentsOptions,
) -> Result<Aspects, Failure> {
    let real = options.real_paths;
    let open = |pinned: Vec<String>| -> Result<Workspace, Failure> {
        let options = DeepAgentsOptions {
            pinned_skills: pinned,
            ..options.clone()
        };
        workspace("deep-agents", case, |all| all.deep_agents = Some(options))
    };
    let workspace = open(Vec::new())?;
    let catalog = workspace.catalog();
    let mut aspects = Aspects::new();
    let is_lost = fatal("Deep Agents: fatal", expect, &catalog, &mut aspects);
    if is_lost {
        return Ok(aspects);
    }
    let cwd = text(&case["cwd"]);
    let shown = |path: &str| {
        let below = path.strip_prefix(&cwd).filter(|_| !real);
        below.unwrap_or(path).to_owned()
    };
    let got = catalog.skills.iter().map(|skill| {
        let mut got = fields(skill, &shown(&skill.discovered_path));
        if let Some(fields) = &skill.frontmatter
            && !fields.allowed_tools.is_empty()
        {
            got["allowed_tools"] = json!(fields.allowed_tools);
        }
        got
    });
    let got: Vec<_> = got.collect();
    let mut found = Vec::new();
    compare(&mut found, "skills", &expect["skills"], json!(got));
    aspects.push(("Deep Agents: skills", found));

    let message = workspace.listing().message.map(|message| message.text);
    let message = message.unwrap_or_default();
    let got = between(
        &message,
        "**Available Skills:**\n\n",
        "\n\n**How to Use Skills",
    );
    let mut found = Vec::new();
    compare(&mut found, "listing", &expect["listing"], json!(got));
    if let Some(prompt) = expect.get("prompt") {
        compare(&mut found, "prompt", prompt, json!(message));
    }
    aspects.push(("Deep Agents: list", found));

    let mut found = Vec::new();
    let lines = |prefix: &str| -> Vec<String> {
        let log = list(&expect["log"]).iter().map(text);
        let log = log.filter_map(|line| line.strip_prefix("warning: ").map(str::to_owned));
        log.filter(|line| line.starts_with(prefix)).collect()
    };
    let mut expected: Vec<_> = ["Skipping ", "Invalid YAML in ", "Error decoding "]
        .into_iter()
        .flat_map(lines)
        .collect();
    let mut got: Vec<_> = (catalog.errors.iter())
        .map(|error| error.message.clone())
        .collect();
    expected.sort();
    got.sort();
    compare(&mut found, "errors", &json!(expected), json!(got));
    aspects.push(("Deep Agents: errors", found));

    let mut found = Vec::new();
    for (call, expected) in list(&case["calls"]).iter().zip(list(&expect["calls"])) {
        let Some(name) = call["load"].as_str() else {
            continue;
        };
        let pinned = open(vec![name.to_owned()])?;
        let turn = pinned.turn(&TurnRequest::from("hello"));
        let got: Vec<_> = turn.messages.iter().map(|message| &message.text).collect();
        compare(&mut found, format!("pinned {name}"), expected, json!(got));
    }
    aspects.push(("Deep Agents: pinned skills", found));
    Ok(aspects)
}

/// Compares the answers of the OpenAI Agents SDK in one line of a recording.
pub fn openai_agents(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    const HOST: &str = "openai-agents";
    let case = line.case;
    let expected = &case["openai_agents"];
    if !expected.is_null() {
        return lone_skill(HOST, line, expected, tally);
    }
    let Some(expect) = case["expect"].get("openai-agents") else {
        return Ok(());
    };
    let options = |eager| OpenaiAgentsOptions {
        source: sources(case).into_iter().next(),
        eager,
    };
    let mut aspects = Aspects::new();
    let lazy = workspace(HOST, case, |all| all.openai_agents = Some(options(false)))?;
    let catalog = lazy.catalog();
    if !fatal("OpenAI: fatal", expect, &catalog, &mut aspects) {
        let skills = catalog.skills.iter();
        let place = |skill: &Skill| {
            let folder = skill.directory().rsplit('/').next();
            format!(".agents/{}", folder.unwrap_or_default())
        };
        let got: Vec<_> = skills
            .map(|skill| {
                let (name, description) = (&skill.name, &skill.description);
                json!({ "name": name, "description": description, "path": place(skill) })
            })
            .collect();
        let mut found = Vec::new();
        compare(&mut found, "skills", &expect["skills"], json!(got));
        aspects.push(("OpenAI: skills", found));
        aspects.push(("OpenAI: list", openai_list(&lazy, expect)));
        aspects.push(("OpenAI: calls", openai_calls(&lazy, case, expect)?));
    }
    let expect = &expect["eager"];
    let eager = workspace(HOST, case, |all| all.openai_agents = Some(options(true)))?;
    if !fatal(
        "OpenAI: fatal (eager)",
        expect,
        &eager.catalog(),
        &mut aspects,
    ) {
        aspects.push(("OpenAI: list (eager)", openai_list(&eager, expect)));
    }
    tally.count_aspects(HOST, line, aspects);
    Ok(())
}

fn openai_list(workspace: &Workspace, expect: &Value) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let message = workspace.listing().message.map(|message| message.text);
    let end = if message
        .as_deref()
        .unwrap_or_default()
        .contains("### Lazy loading")
    {
        "\n### Lazy loading"
    } else {
        "\n### How to use skills"
    };
    let got = message
        .as_deref()
        .and_then(|message| between(message, "### Available skills\n", end));
    compare(&mut found, "listing", &expect["listing"], json!(got));
    if let Some(prompt) = expect.get("prompt") {
        compare(&mut found, "prompt", prompt, json!(message));
    }
    found
}

fn openai_calls(
    workspace: &Workspace,
    case: &Value,
    expect: &Value,
) -> Result<Vec<Disagreement>, Failure> {
    let mut found = Vec::new();
    let mut session = Session::new();
    for (call, expected) in list(&case["calls"]).iter().zip(list(&expect["calls"])) {
        let Some(name) = call["load"].as_str() else {
            continue;
        };
        let request = SkillCall {
            skill: name.to_owned(),
            ..SkillCall::default()
        };
        let used = session.invoke(workspace, &request);
        let message = |used: &Invocation| used.messages.first().map(|it| it.text.clone());
        let (wanted, got) = match used {
            // Without skills, the emulated host has no tool. The recorder called the tool
            // nevertheless.
            Err(_) => (json!("no tool"), json!("no tool")),
            Ok(used) => match &used.outcome {
                InvocationOutcome::Refused { message, .. }
                | InvocationOutcome::Failed { message, .. } => {
                    (expected["raised"]["text"].clone(), json!(message))
                }
                _ => {
                    let [status, name, path] =
                        ["status", "skill_name", "path"].map(|key| text(&expected[key]));
                    // Python writes names with other characters with escapes, so only plain names
                    // are compared.
                    let is_plain =
                        |text: &str| !text.contains(['\'', '\\', '"']) && text.is_ascii();
                    let wanted = format!(
                        "{{'status': '{status}', 'skill_name': '{name}', 'path': '{path}'}}"
                    );
                    let got = message(&used).unwrap_or_default();
                    if is_plain(&name) && is_plain(&path) {
                        (json!(wanted), json!(got))
                    } else {
                        (
                            json!(true),
                            json!(got.contains(&format!("'status': '{status}'"))),
                        )
                    }
                }
            },
        };
        compare(&mut found, format!("call {name}"), &wanted, got);
    }
    Ok(found)
}

/// Compares the answers of Agent Framework in one line of a recording.
pub fn agent_framework(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    const HOST: &str = "agent-framework";
    let case = line.case;
    let expected = &case["agent_framework"];
    if !expected.is_null() {
        return lone_skill(HOST, line, expected, tally);
    }
    let Some(expect) = case["expect"].get("agent-framework-core") else {
        return Ok(());
    };
    let options = AgentFrameworkOptions {
        sources: sources(case),
        order: serde_json::from_value(case["order"].clone())?,
    };
    let workspace = workspace(HOST, case, |all| all.agent_framework = Some(options))?;
    let catalog = workspace.catalog();
    let mut aspects = Aspects::new();
    if !fatal("Agent Framework: fatal", expect, &catalog, &mut aspects) {
        let mut found = Vec::new();
        let expected = list(&expect["skills"]).iter().cloned().map(|mut skill| {
            if let Some(skill) = skill.as_object_mut() {
                skill.remove("resources");
                skill.remove("scripts");
                skill.retain(|key, value| key != "metadata" || *value != json!({}));
            }
            skill
        });
        let got = catalog.skills.iter().map(|skill| {
            let mut got = fields(skill, skill.directory());
            let tools = skill.frontmatter.as_ref();
            if let Some(tools) = tools.and_then(|fields| fields.allowed_tools.first()) {
                got["allowed_tools"] = json!(tools);
            }
            got
        });
        let (expected, got): (Vec<_>, Vec<_>) = (expected.collect(), got.collect());
        compare(&mut found, "skills", &json!(expected), json!(got));
        aspects.push(("Agent Framework: skills", found));

        let mut found = Vec::new();
        let message = workspace.listing().message.map(|message| message.text);
        let (open, close) = ("<available_skills>\n", "\n</available_skills>");
        let got = message.as_deref().and_then(|it| between(it, open, close));
        compare(&mut found, "listing", &expect["listing"], json!(got));
        if let Some(prompt) = expect.get("prompt") {
            compare(&mut found, "prompt", prompt, json!(message));
        }
        aspects.push(("Agent Framework: list", found));

        let mut found = Vec::new();
        let mut expected: Vec<_> = (list(&expect["log"]).iter().map(text))
            .filter_map(|line| line.strip_prefix("error: S").map(|line| format!("S{line}")))
            .collect();
        let errors = catalog.errors.iter();
        let mut got: Vec<_> = errors.map(|error| error.message.clone()).collect();
        expected.sort();
        got.sort();
        compare(&mut found, "errors", &json!(expected), json!(got));
        aspects.push(("Agent Framework: errors", found));

        let mut found = Vec::new();
        for (call, expected) in list(&case["calls"]).iter().zip(list(&expect["calls"])) {
            let pair = |key: &str| [0, 1].map(|index| text(&call[key][index]));
            let (tool, [skill, args]) = if let Some(name) = call["load"].as_str() {
                ("load_skill", [name.to_owned(), String::new()])
            } else if call.get("read").is_some() {
                ("read_skill_resource", pair("read"))
            } else {
                ("run_skill_script", pair("run"))
            };
            let request = SkillCall {
                skill,
                tool: Some(tool.to_owned()),
                args: Some(args),
                approved: true,
                ..SkillCall::default()
            };
            let Ok(used) = workspace.invoke(&request) else {
                continue;
            };
            let got = match &used.outcome {
                InvocationOutcome::Failed { message, .. } => json!(message),
                _ => json!(used.messages.first().map(|message| &message.text)),
            };
            let raised = &expected["raised"];
            let expected = if raised.is_null() {
                expected.clone()
            } else {
                json!(format!(
                    "{}: {}",
                    text(&raised["type"]),
                    text(&raised["text"])
                ))
            };
            compare(&mut found, format!("call {call}"), &expected, got);
        }
        aspects.push(("Agent Framework: calls", found));
    }
    tally.count_aspects(HOST, line, aspects);
    Ok(())
}

/// Returns the part of a text between the first `before` and the last `after`; `None` if one of
/// them is missing.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    rest.rsplit_once(after).map(|(text, _)| text)
}

/// Returns the workspace of a recorded case. `set` changes the options.
fn workspace(
    host: &str,
    case: &Value,
    set: impl FnOnce(&mut WorkspaceOptions),
) -> Result<Workspace, Failure> {
    let mut options = WorkspaceOptions {
        host: Some(host.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        ..WorkspaceOptions::default()
    };
    set(&mut options);
    let mut workspace = Workspace::new(&options)?;
    fill(&mut workspace, case)?;
    Ok(workspace)
}

/// Returns those fields of a skill that the recording contains.
fn fields(skill: &Skill, path: &str) -> Value {
    let mut got = json!({ "name": skill.name, "description": skill.description, "path": path });
    if let Some(fields) = &skill.frontmatter {
        for (key, value) in [
            ("license", &fields.license),
            ("compatibility", &fields.compatibility),
        ] {
            if let Some(value) = value {
                got[key] = json!(value);
            }
        }
        if !fields.metadata.is_empty() {
            got["metadata"] = json!(fields.metadata);
        }
    }
    got
}

/// Compares whether an exception stops the loading of skills. Returns true if the recording then
/// has nothing more to compare.
fn fatal(aspect: &'static str, expect: &Value, catalog: &Catalog, aspects: &mut Aspects) -> bool {
    let mut found = Vec::new();
    let stopped = catalog
        .left_out
        .iter()
        .any(|left| left.reason == LeftOutReason::LoadStopped);
    let got = if catalog.skills.is_empty() {
        let errors = catalog.errors.iter().map(|error| &error.message);
        let left_out = catalog.left_out.iter().map(|left| &left.message);
        errors.chain(left_out).map(String::as_str).collect()
    } else {
        Vec::new()
    };
    if expect["fatal"].is_null() {
        compare(&mut found, "stopped", &json!(false), json!(stopped));
        aspects.push((aspect, found));
        return false;
    }
    let fatal = &expect["fatal"];
    let wanted = if fatal["context"].is_null() {
        format!("{}: {}", text(&fatal["type"]), text(&fatal["text"]))
    } else {
        // A missing folder contains no skills that could be left out. If there are several broken
        // links, the file system's order determines which one the error names.
        text(&fatal["context"]["reason"])
    };
    let is_told = got.iter().any(|message| message.contains(&wanted));
    let is_right = is_told || catalog.skills.is_empty() && wanted.starts_with("path_") || {
        catalog.skills.is_empty() && wanted == "symlink_not_supported" && !stopped
    };
    if !is_right {
        compare(&mut found, "fatal", &json!(wanted), json!(got));
    }
    aspects.push((aspect, found));
    true
}

/// Compares the answer about one real skill, which is the only one in its folder.
fn lone_skill(
    host: &'static str,
    line: &Line<'_>,
    expected: &Value,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let case = line.case;
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/w").host(host))?;
    let folder = text(&case["folder"]);
    workspace.write(&format!("/w/skills/{folder}/SKILL.md"), text(&case["text"]))?;
    let catalog = workspace.catalog();
    let mut found = Vec::new();
    if expected.get("error").is_some() {
        let got = catalog.errors.first().map(|error| error.message.as_str());
        let wanted = text(&expected["error"]);
        let (_, wanted) = wanted.split_once(": ").unwrap_or_default();
        compare(&mut found, "error", &json!(wanted), json!(got));
    } else {
        let skill = catalog.skills.first();
        let name = skill.map(|skill| &skill.name);
        compare(&mut found, "name", &expected["name"], json!(name));
        let description = skill.map(|skill| &skill.description);
        compare(
            &mut found,
            "description",
            &expected["description"],
            json!(description),
        );
        let listing = workspace.listing();
        let line = listing.entries.first().and_then(|entry| entry.line.clone());
        compare(&mut found, "line", &expected["line"], json!(line));
    }
    tally.count(host, line.id, &found);
    Ok(())
}
