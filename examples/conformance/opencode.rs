//! Compares the recorded answers of opencode with the emulated host.

use serde_json::{Value, json};
use skillglass::hosts::opencode;
use skillglass::model::skill::DescriptionSource;
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "opencode";

/// The edition of opencode whose answers were recorded.
const EDITION: &str = "1.18";

/// Compares the answers of opencode in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count(HOST, id, &workspace(case)?);
    } else if case["host"] == "permission-opencode" {
        crate::permission::by_patterns(HOST, line, tally)?;
    }
    Ok(())
}

/// Compares the answer about one real skill, which is the only one in the user's configuration.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.config/opencode/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let got = catalog.skills.first().map(|skill| {
        let described = skill.description_source != DescriptionSource::None;
        json!({
            "name": skill.name,
            "description": described.then_some(&skill.description),
        })
    });
    let mut disagreements = Vec::new();
    compare(&mut disagreements, HOST, &case[HOST], json!(got));
    Ok(disagreements)
}

fn workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: text(&case["cwd"]),
        home: case["home"].as_str().map(str::to_owned),
        variables: serde_json::from_value(case["env"].clone())?,
        ..WorkspaceOptions::default()
    })?;
    fill(&mut workspace, case)?;
    if let Some(git) = case["git"].as_str() {
        workspace.write(&format!("{git}/.git/HEAD"), "ref: refs/heads/main\n")?;
    }
    let expect = &case["expect"];
    let unstable: Vec<_> = list(&expect["unstable"])
        .iter()
        .filter_map(Value::as_str)
        .collect();
    // For some names, another skill wins each time. Their winners are not recorded, and any winner
    // is right.
    let any_winner = |name: &str| json!({ "name": name });
    let mut expected = list(&expect["skills"]).to_vec();
    expected.extend(unstable.iter().map(|name| any_winner(name)));
    let catalog = workspace.catalog();
    let mut got: Vec<_> = catalog
        .skills
        .iter()
        .map(|skill| {
            let described = skill.description_source != DescriptionSource::None;
            let file = workspace.tree().entry(&skill.path);
            let contents = file.and_then(|file| file.contents());
            let contents =
                String::from_utf8_lossy(contents.map_or(&[], |contents| contents.bytes()));
            let mut entry = json!({
                "name": skill.name,
                "location": skill.discovered_path,
                "content_len": opencode::content(&contents).len(),
            });
            if described {
                entry["description"] = json!(skill.description);
            }
            if unstable.contains(&skill.name.as_str()) {
                any_winner(&skill.name)
            } else {
                entry
            }
        })
        .collect();
    for skills in [&mut expected, &mut got] {
        skills.sort_by_key(|skill| text(&skill["name"]));
    }
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    for skill in &expected {
        let same_name = got.iter().find(|known| known["name"] == skill["name"]);
        compare(out, "skill", &without_null(skill), json!(same_name));
    }
    for skill in &got {
        if expected.iter().all(|known| known["name"] != skill["name"]) {
            compare(out, "skill", &Value::Null, skill.clone());
        }
    }
    Ok(disagreements)
}

/// Returns a recorded skill without null fields, because an absent field may be recorded as null.
fn without_null(skill: &Value) -> Value {
    let fields = skill.as_object().cloned().unwrap_or_default();
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .collect()
}
