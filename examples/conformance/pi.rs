//! The answers of pi's loader.

use serde_json::{Value, json};
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, text};

const HOST: &str = "pi";

/// The edition whose answers were recorded.
const EDITION: &str = "2026-11";

/// Fields that are read and without effect, which the program says nothing of.
const UNREAD: &str = "pi reads no ";

/// The answer of pi that a line holds: one real skill alone among the user's.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get(HOST).is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    }
    Ok(())
}

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
            // Of YAML that cannot be read nothing else is said.
            let errors = catalog.errors.iter().map(|error| &error.message);
            json!({ "error": errors.chain(warnings).collect::<Vec<_>>() })
        }
    };
    let mut disagreements = Vec::new();
    compare(&mut disagreements, HOST, &case[HOST], got);
    Ok(disagreements)
}
