//! Compares the recorded answers of Kilo with the emulated host.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::hosts::kilo::KiloOptions;
use skillglass::model::invocation::{
    Invocation, InvocationOutcome, InvocationRequest, RequestOutput, SkillCall,
};
use skillglass::model::permission::Verdict;
use skillglass::model::skill::{DescriptionSource, Scope};
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "kilo";

/// The edition of Kilo whose answers were recorded.
const EDITION: &str = "2026-11";

/// The folder in the workspace for the skills that come with Kilo. `OWN` is the name of its only
/// skill.
const BUILT_IN: &str = "/built-in";
const OWN: &str = "kilo-config";

/// Compares the answers of Kilo in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count(HOST, id, &workspace(case)?);
    } else if case["host"] == "permission-kilo" {
        crate::permission::by_patterns(HOST, line, tally)?;
    }
    Ok(())
}

/// Compares the answer about one real skill, which is the user's only skill.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.kilo/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    let expected = &case[HOST];
    if let Some(error) = expected["error"].as_str() {
        let got = catalog.errors.first().map(|_| "an error");
        compare(
            out,
            format!("error {error}"),
            &json!("an error"),
            json!(got),
        );
        return Ok(disagreements);
    }
    let skill = catalog.skills.first();
    compare(
        out,
        "name",
        &expected["name"],
        json!(skill.map(|skill| &skill.name)),
    );
    let described = skill.filter(|skill| skill.description_source != DescriptionSource::None);
    let description = described.map(|skill| &skill.description);
    compare(
        out,
        "description",
        &expected["description"],
        json!(description),
    );
    Ok(disagreements)
}

fn workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        variables: serde_json::from_value(case["env"].clone())?,
        kilo: Some(KiloOptions {
            built_in: Some(BUILT_IN.to_owned()),
        }),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    if let Some(git) = case["git"].as_str() {
        workspace.write(&format!("{git}/.git/HEAD"), "ref: refs/heads/main\n")?;
    }
    let listing = expect["listing"].as_str().unwrap_or_default();
    let own = listing.split_once(&format!("<name>{OWN}</name>\n    <description>"));
    let own = own.and_then(|(_, rest)| rest.split_once("</description>"));
    let description = own.map_or("Own.", |(description, _)| description);
    let frontmatter = json!({ "name": OWN, "description": description });
    workspace.write(
        &format!("{BUILT_IN}/{OWN}/SKILL.md"),
        format!("---\n{frontmatter}\n---\n"),
    )?;
    let unstable: Vec<_> = list(&expect["unstable"]).iter().map(text).collect();
    let is_certain = |name: &str| !unstable.iter().any(|known| known == name);
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let out = &mut disagreements;

    let expected: BTreeMap<_, _> = (list(&expect["skills"]).iter())
        .map(|skill| {
            let mut skill = skill.clone();
            if let Some(fields) = skill.as_object_mut() {
                fields.retain(|key, value| {
                    !["content_len", "trusted"].contains(&key.as_str()) && !value.is_null()
                });
            }
            (text(&skill["name"]), skill)
        })
        .collect();
    let skills = catalog.skills.iter();
    let got: BTreeMap<_, _> = skills
        .filter(|skill| skill.scope != Scope::System)
        .map(|skill| {
            let mut value = json!({ "name": skill.name, "location": skill.discovered_path });
            if skill.description_source != DescriptionSource::None {
                value["description"] = json!(skill.description);
            }
            (skill.name.clone(), value)
        })
        .collect();
    for name in expected.keys().chain(got.keys()) {
        if is_certain(name) {
            let expected = json!(expected.get(name));
            compare(
                out,
                format!("skill {name}"),
                &expected,
                json!(got.get(name)),
            );
        }
    }

    // Messages about invalid YAML have the words of another parser, so only their starts are
    // compared.
    let first_line = |message: &str| {
        let yaml = "Failed to parse YAML frontmatter: ";
        match message.split_once(yaml) {
            Some((path, fault)) if fault != "ConfigInvalidError" => format!("{path}{yaml}"),
            _ => message.to_owned(),
        }
    };
    let mut expected: Vec<_> = list(&expect["messages"])
        .iter()
        .map(|message| first_line(&text(message)))
        .collect();
    let errors = catalog.errors.iter();
    let mut got: Vec<_> = errors.map(|error| first_line(&error.message)).collect();
    expected.sort();
    expected.dedup();
    got.sort();
    compare(out, "messages", &json!(expected), json!(got));

    if unstable.is_empty() {
        let got = workspace.listing().message.map(|message| message.text);
        compare(out, "listing", &expect["listing"], json!(got));
    }

    for call in list(&expect["calls"]) {
        let name = text(&call["skill"]);
        if name == OWN || !is_certain(&name) {
            continue;
        }
        let mut request = SkillCall {
            skill: name.clone(),
            approved: true,
            ..SkillCall::default()
        };
        let mut used = workspace.invoke(&request)?;
        if used.outcome == InvocationOutcome::Waits {
            request.outputs = outputs(&used);
            used = workspace.invoke(&request)?;
        }
        let got = used.messages.first().map(|message| message.text.clone());
        let got = got.unwrap_or_default();
        let [expected, got] = [text(&call["result"]), got].map(|answer| without_sample(&answer));
        compare(out, format!("call {name}"), &json!(expected), json!(got));
    }
    let asked: Vec<_> = list(&expect["asks"])
        .iter()
        .filter(|ask| ask["permission"] == "skill")
        .flat_map(|ask| list(&ask["patterns"]).iter().map(text))
        .collect();
    for call in list(&expect["calls"]) {
        let name = text(&call["skill"]);
        let request = SkillCall {
            skill: name.clone(),
            ..SkillCall::default()
        };
        let permission = workspace.invoke(&request)?.permission;
        let asks = permission.is_some_and(|permission| permission.verdict == Verdict::Ask);
        compare(
            out,
            format!("asks {name}"),
            &json!(asked.contains(&name)),
            json!(asks),
        );
    }

    for turn in list(&expect["turns"]) {
        let name = text(&turn["command"]);
        let typed = format!("/{name} {}", text(&turn["arguments"]));
        let mut request = TurnRequest {
            inputs: vec![TurnInput::Text { text: typed }],
            ..TurnRequest::default()
        };
        let mut used = workspace.turn(&request);
        if let Some(waiting) = used.invocations.first() {
            request.outputs = outputs(waiting);
            used = workspace.turn(&request);
        }
        let got = used
            .invocations
            .first()
            .and_then(|used| used.content.clone());
        let messages = list(&turn["messages"]);
        // Other messages are those of commands in files and of the program's own commands.
        let is_of_skill =
            |message: &&Value| text(message).contains("Base directory for this skill: ");
        let expected = messages.first().filter(is_of_skill);
        if is_certain(&name) && name != OWN {
            compare(out, format!("turn {name}"), &json!(expected), json!(got));
        }
    }
    Ok(disagreements)
}

/// Returns an answer without its list of files if the list is full. Kilo then lists any ten of the
/// files.
fn without_sample(answer: &str) -> String {
    let is_full = answer.matches("<file>").count() == 10;
    let head = answer.split("<skill_files>").next().unwrap_or_default();
    if is_full {
        head.to_owned()
    } else {
        answer.to_owned()
    }
}

/// Returns the outputs of the commands that an invocation requests. They are those of the shell in
/// which the recording was made.
fn outputs(invocation: &Invocation) -> BTreeMap<String, RequestOutput> {
    let requests = invocation.requests.iter();
    let outputs = requests.map(|request| {
        let command = match request {
            InvocationRequest::Command { command, .. } => command.as_str(),
            InvocationRequest::Prompt { prompt, .. } => prompt,
        };
        let text = match command.strip_prefix("echo ") {
            Some(words) => format!("{words}\n"),
            None => format!("<{command}>\n"),
        };
        (
            request.id().to_owned(),
            RequestOutput { text, exit_code: 0 },
        )
    });
    outputs.collect()
}
