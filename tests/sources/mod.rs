//! Tests loading skills from the index of a website and from an MCP server.

mod hostile;
mod mcp;
mod site;

use sha2::{Digest, Sha256};
use skillglass::install::{InstallReport, InstallRequest, InstalledContent};
use skillglass::sources::SourceProblem;

use crate::install::workspace;

fn install() -> InstallRequest {
    InstallRequest {
        source: "/source".to_owned(),
        project: "/project".to_owned(),
        home: Some("/home/me".to_owned()),
        agents: vec!["codex".to_owned(), "claude-code".to_owned()],
        ..InstallRequest::default()
    }
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    let digits = Sha256::digest(bytes);
    let digits = digits.iter().map(|byte| format!("{byte:02x}"));
    format!("sha256:{}", digits.collect::<String>())
}

/// Returns the text of a `SKILL.md` with this name.
fn text(name: &str) -> String {
    format!("---\nname: {name}\ndescription: About {name}.\n---\nBody.\n")
}

fn names(report: &InstallReport) -> Vec<&str> {
    report.skills.iter().map(|skill| &*skill.name).collect()
}

fn installed(report: &InstallReport) -> Vec<String> {
    let entries = report.entries.iter();
    let shown = entries.map(|entry| match &entry.content {
        InstalledContent::File { from } => format!("{} = {from}", entry.path),
        InstalledContent::Directory => format!("{}/", entry.path),
        InstalledContent::Link { target } => format!("{} -> {target}", entry.path),
    });
    shown.collect()
}

/// Returns each problem as text: its code, what it leaves out, the document, and the position in
/// the document.
fn told(problems: &[SourceProblem]) -> Vec<String> {
    let told = problems.iter().map(|problem| {
        let word = |value| {
            serde_json::to_value(value)
                .unwrap()
                .as_str()
                .unwrap()
                .to_owned()
        };
        assert!(
            !problem.message.is_empty() && !problem.help.is_empty(),
            "{problem:?}"
        );
        format!(
            "{} drops {}: {} {}",
            word(serde_json::to_value(problem.code).unwrap()),
            word(serde_json::to_value(problem.drops).unwrap()),
            problem.document,
            problem.at
        )
    });
    told.collect()
}
