//! Compares the recorded answers of pi, and those of its skill loader about real skills, with the
//! emulated host.

use serde_json::{Value, json};
use skillglass::hosts::pi::PiOptions;
use skillglass::model::catalog::RootStatus;
use skillglass::model::skill::Scope;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "pi";

/// The edition of pi whose answers were recorded.
const EDITION: &str = "2026-11";

/// The emulated host's words for the origin of a folder that the command line names.
const CONFIGURED: &str = "named by the configuration";

/// The start of the emulated host's message about a field that pi reads without an effect. pi
/// itself has no message about such a field.
const UNREAD: &str = "pi reads no ";

/// Compares the answer of pi in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count(HOST, id, &workspace(case)?);
    }
    Ok(())
}

/// Compares the answers about a recorded workspace: the commands, the section in the system prompt,
/// and the effects of typed prompts.
fn workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: Some(text(&case["home"])),
        pi: Some(PiOptions {
            trusted: case["trusted"].as_bool(),
            no_skills: case["no_skills"].as_bool().unwrap_or_default(),
            skill_paths: list(&case["skill_paths"]).iter().map(text).collect(),
        }),
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    let mut disagreements = Vec::new();
    let out = &mut disagreements;

    let catalog = workspace.catalog();
    let mut expected = list(&expect["skills"]).to_vec();
    let commands: Vec<_> = (catalog.skills.iter())
        .enumerate()
        .map(|(index, skill)| {
            let mut command = json!({
                "name": format!("skill:{}", skill.name),
                "description": skill.description,
                "path": skill.discovered_path,
                "scope": if skill.scope == Scope::Repo { "project" } else { "user" },
            });
            let mut roots = catalog.roots.iter().filter(|root| root.path == skill.root);
            let root = roots.find(|root| root.status == RootStatus::Scanned);
            if root.is_some_and(|root| root.origin == CONFIGURED) {
                // For such a folder, pi derives the scope from the folder's owner, but the emulated
                // host has one scope for all of these folders.
                for skill in [Some(&mut command), expected.get_mut(index)] {
                    skill.map(|skill| skill["scope"].take());
                }
            }
            command
        })
        .collect();
    compare(out, "skills", &json!(expected), json!(commands));
    let section = workspace.listing().message.map(|message| message.text);
    compare(out, "listing", &expect["listing"], json!(section));

    let mut session = Session::default();
    for (prompt, typed) in list(&case["prompts"]).iter().zip(list(&expect["typed"])) {
        let prompt = text(prompt);
        let used = session.turn(&workspace, &prompt.as_str().into());
        let got = used
            .messages
            .first()
            .map_or(&prompt, |message| &message.text);
        compare(out, format!("typed {prompt}"), typed, json!(got));
    }
    Ok(disagreements)
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
    let path = format!("/home/me/.pi/agent/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let warnings: Vec<_> = (catalog.ignored.iter())
        .map(|ignored| &ignored.message)
        .filter(|message| !message.starts_with(UNREAD))
        .collect();
    let got = match catalog.skills.first() {
        Some(skill) => json!({
            "name": skill.name,
            "description": skill.description,
            "disableModelInvocation": !skill.model_invocable,
            "warnings": warnings,
        }),
        None => {
            // If the YAML cannot be read, the recording has nothing but the error.
            let errors = catalog.errors.iter().map(|error| &error.message);
            json!({ "error": errors.chain(warnings).collect::<Vec<_>>() })
        }
    };
    let mut disagreements = Vec::new();
    compare(&mut disagreements, HOST, &case[HOST], got);
    Ok(disagreements)
}
