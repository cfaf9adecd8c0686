//! Compares the recorded answers of GitHub Copilot CLI with the emulated host.

use serde_json::{Value, json};
use skillglass::hosts::copilot_cli::{CopilotBuiltInSkill, CopilotCliOptions};
use skillglass::model::invocation::SkillCall;
use skillglass::model::message::{Message, Role};
use skillglass::model::skill::{Scope, Skill};
use skillglass::model::turn::TurnRequest;
use skillglass::tree::path;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "copilot-cli";

/// The field of a recorded case that has Copilot CLI's answer about a real skill.
const ANSWER: &str = "copilot";

/// The edition of Copilot CLI whose answers were recorded.
const EDITION: &str = "2026-11";

/// Compares the answers of Copilot CLI in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(ANSWER).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count_aspects(HOST, line, workspace(case)?);
    } else if case["answers"].get(HOST).is_some() {
        tally.count(HOST, id, &agent_plugin(case)?);
    }
    Ok(())
}

fn options(cwd: String, home: Option<String>, own: CopilotCliOptions) -> WorkspaceOptions {
    WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd,
        home,
        copilot_cli: Some(own),
        ..WorkspaceOptions::default()
    }
}

/// Compares the answer about one real skill, which is the user's only skill.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let home = "/home/me".to_owned();
    let own = CopilotCliOptions::default();
    let mut workspace = Workspace::new(&options("/repo".to_owned(), Some(home), own))?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.copilot/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let got = match (
        &catalog.skills.iter().collect::<Vec<_>>()[..],
        &catalog.errors[..],
    ) {
        ([skill], []) => json!({ "name": skill.name, "description": skill.description }),
        ([], [error]) => json!({ "error": error.message }),
        _ => json!({ "left_out": catalog.left_out }),
    };
    let mut disagreements = Vec::new();
    compare(&mut disagreements, ANSWER, &case[ANSWER], got);
    Ok(disagreements)
}

/// Compares the answer about one plugin, which `--plugin-dir` names.
fn agent_plugin(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["answers"][HOST];
    let own = CopilotCliOptions {
        plugin_dirs: vec![text(&case["root"])],
        ..CopilotCliOptions::default()
    };
    let mut workspace =
        Workspace::new(&options("/w".to_owned(), Some("/home/me".to_owned()), own))?;
    fill(&mut workspace, case)?;
    let catalog = workspace.catalog();
    let skills: Vec<_> = catalog.skills.iter().map(|skill| &*skill.name).collect();
    let listing = workspace.listing();
    let listed = listing.entries.iter().filter(|entry| entry.line.is_some());
    let listed: Vec<_> = listed.map(|entry| &*entry.name).collect();
    let errors = catalog.errors.iter();
    let errors = errors.map(|error| json!({ "path": error.path, "message": error.message }));
    let warnings: Vec<_> = catalog.ignored.iter().map(|it| &*it.message).collect();
    let mut disagreements = Vec::new();
    let fields = [
        ("skills", json!(skills)),
        ("listed_to_model", json!(listed)),
        ("errors", Value::Array(errors.collect())),
        ("warnings", json!(warnings)),
    ];
    for (field, got) in fields {
        compare(&mut disagreements, field, &expect[field], got);
    }
    Ok(disagreements)
}

fn workspace(case: &Value) -> Result<Aspects, Failure> {
    let case = &through_links(case);
    let expect = &case["expect"];
    let (cwd, home) = (text(&case["cwd"]), case["home"].as_str());
    let built_in = built_in(&text(&expect["listing"]));
    let open = |skill_list| {
        let own = CopilotCliOptions {
            headless: true,
            skill_list,
            built_in: if skill_list {
                Vec::new()
            } else {
                built_in.clone()
            },
            ..CopilotCliOptions::default()
        };
        let options = options(cwd.clone(), home.map(str::to_owned), own);
        let mut workspace = Workspace::new(&options)?;
        fill(&mut workspace, case)?;
        Ok::<_, Failure>(workspace)
    };

    let (mut skills, mut errors) = (Vec::new(), Vec::new());
    let listed = open(true)?;
    let catalog = listed.catalog();
    let got = catalog.skills.iter().map(|skill| {
        json!({
            "name": skill.name,
            "description": skill.description,
            "source": source(skill, &cwd, home.unwrap_or_default()),
            "path": skill.directory(),
            "enabled": skill.enabled,
        })
    });
    compare(
        &mut skills,
        "skills",
        &expect["skills"],
        Value::Array(got.collect()),
    );
    // The program shows paths in the working directory as relative paths.
    let below = format!("{cwd}/");
    let mut got: Vec<_> = (catalog.errors.iter())
        .map(|error| {
            let shown = error.path.strip_prefix(&below).unwrap_or(&error.path);
            json!({ "path": shown, "message": error.message })
        })
        .collect();
    let mut expected = list(&expect["errors"]).to_vec();
    for errors in [&mut got, &mut expected] {
        errors.sort_by_key(|error| (text(&error["path"]), text(&error["message"])));
    }
    compare(
        &mut errors,
        "errors",
        &Value::Array(expected),
        Value::Array(got),
    );

    let session = open(false)?;
    let mut listing = Vec::new();
    let got = session.listing().message.map(|message| message.text);
    compare(&mut listing, "listing", &expect["listing"], json!(got));
    let mut uses = Vec::new();
    compare(
        &mut uses,
        "messages",
        &expect["messages"],
        Value::Array(messages(&session, case)?),
    );
    Ok(vec![
        ("copilot-cli skills", skills),
        ("copilot-cli errors", errors),
        ("copilot-cli listing", listing),
        ("copilot-cli messages", uses),
    ])
}

/// Returns a recorded case with links resolved in the paths of its files. A file that was written
/// through a link gets the path to which the link leads.
pub fn through_links(case: &Value) -> Value {
    let mut case = case.clone();
    let mut links: Vec<(String, String)> = Vec::new();
    for entry in case["tree"].as_array_mut().into_iter().flatten() {
        let mut path = text(&entry["path"]);
        for (link, target) in &links {
            if let Some(below) = path.strip_prefix(link) {
                path = format!("{target}{below}");
            }
        }
        if entry["type"] == "symlink" {
            let target = path::resolve(path::parent(&path).unwrap_or("/"), &text(&entry["target"]));
            links.push((format!("{path}/"), format!("{target}/")));
        }
        entry["path"] = json!(path);
    }
    case
}

/// Returns the messages that result from the model's calls, and from a typed prompt if the case has
/// one.
fn messages(workspace: &Workspace, case: &Value) -> Result<Vec<Value>, Failure> {
    let mut session = Session::new();
    let mut messages = Vec::new();
    if let Some(prompt) = case["prompt"].as_str() {
        let turn = session.turn(workspace, &TurnRequest::from(prompt));
        messages.extend(turn.messages);
        if case["keep_user"] == true {
            // The program sends the prompt unchanged, after the current time.
            let recorded = text(&case["expect"]["messages"][0]["content"]);
            let time = recorded.strip_suffix(prompt).unwrap_or_default();
            messages.push(Message::new(Role::User, format!("{time}{prompt}")));
        }
    }
    for name in list(&case["invoke"]) {
        let call = SkillCall {
            skill: text(name),
            ..SkillCall::default()
        };
        messages.extend(session.invoke(workspace, &call)?.messages);
    }
    let shown = messages.iter().map(|message| {
        let role = match message.role {
            Role::Tool => "tool",
            _ => "user",
        };
        json!({ "role": role, "content": message.text })
    });
    Ok(shown.collect())
}

/// Returns the name that Copilot CLI gives the source of a skill.
fn source(skill: &Skill, cwd: &str, home: &str) -> &'static str {
    match skill.scope {
        Scope::User if skill.root == path::join(home, ".copilot/skills") => "personal-copilot",
        Scope::User => "personal-agents",
        _ => {
            let directory = path::parent(&skill.root).and_then(path::parent);
            if directory == Some(cwd) {
                "project"
            } else {
                "inherited"
            }
        }
    }
}

/// The names of the skills that come with Copilot CLI.
const BUILT_IN: [&str; 2] = ["customize-cloud-agent", "github-pr-media"];

/// Returns the skills that come with Copilot CLI, with their descriptions from a recorded list. A
/// skill that the list omits gets a description that is too long for every list.
pub fn built_in(listing: &str) -> Vec<CopilotBuiltInSkill> {
    let skills = BUILT_IN.map(|name| {
        let shown = listing
            .split_once(&format!("<name>{name}</name>\n  <description>"))
            .and_then(|(_, rest)| rest.split_once("</description>"));
        CopilotBuiltInSkill {
            name: name.to_owned(),
            description: match shown {
                Some((escaped, _)) => escaped.replace("&apos;", "'"),
                None => "x".repeat(20_000),
            },
            ..CopilotBuiltInSkill::default()
        }
    });
    skills.into()
}
