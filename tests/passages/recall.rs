//! Measures how often the first passages contain the answers of the labelled set. The test and
//! `examples/passages_recall.rs` use this module.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use skillglass::passages::PassagesOptions;
use skillglass::{Workspace, WorkspaceOptions};

/// A request, and the file and line of its answer. The README in this folder describes the fields.
#[derive(Debug, Deserialize)]
pub struct Label {
    pub request: String,
    pub path: String,
    pub line: usize,
    pub held: bool,
    pub language: String,
    /// True if the request may use the same words as its answer, false if it avoids them.
    #[serde(default)]
    pub plain: bool,
}

/// The number of requests, and how many of them have a right passage first, or among the first
/// five.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub requests: usize,
    pub at_1: usize,
    pub at_5: usize,
}

/// The scores by group of requests: all, open, held out, and each language, each for both ways of
/// wording a request.
#[derive(Debug, Default)]
pub struct Recall {
    pub groups: BTreeMap<String, Score>,
    /// The requests whose first passage is wrong, each with this passage.
    pub missed: Vec<String>,
}

/// Reads the labelled requests of a file. The list is empty if the file does not exist.
pub fn labels(file: &Path) -> Vec<Label> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns a workspace with the skills of a folder on the disk. In the workspace, the skills are in
/// `/skills`.
pub fn workspace(folder: &Path) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/")).unwrap();
    put(&mut workspace, folder, "/skills");
    workspace
}

fn put(workspace: &mut Workspace, folder: &Path, path: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let path = format!("{path}/{}", entry.file_name().unwrap().to_str().unwrap());
        if entry.is_dir() {
            put(workspace, &entry, &path);
        } else {
            workspace.write(&path, fs::read(&entry).unwrap()).unwrap();
        }
    }
}

/// Measures how often the passages of a workspace answer the labelled requests.
pub fn measure(workspace: &Workspace, labels: &[Label]) -> Recall {
    let options = PassagesOptions {
        limit: 5,
        ..PassagesOptions::default()
    };
    let mut recall = Recall::default();
    for label in labels {
        let found = workspace.passages(&label.request, &options).unwrap();
        let path = format!("/skills/{}", label.path);
        let rank = found.passages.iter().position(|passage| {
            let lines = passage.range.start.line..=passage.range.end.line;
            passage.path == path && lines.contains(&label.line)
        });
        let set = if label.held { "held out" } else { "open" };
        let words = if label.plain {
            "plain words"
        } else {
            "other words"
        };
        for group in ["all", set, &label.language] {
            let score = recall
                .groups
                .entry(format!("{words}, {group}"))
                .or_default();
            score.requests += 1;
            score.at_1 += usize::from(rank == Some(0));
            score.at_5 += usize::from(rank.is_some());
        }
        // What is held out is not shown, so that no choice is based on it.
        if rank != Some(0) && !label.held {
            let first = found.passages.first();
            let first = first.map(|one| format!("{} > {}", one.path, one.headings.join(" > ")));
            let at = rank.map_or("missing".to_owned(), |rank| format!("at {}", rank + 1));
            recall.missed.push(format!(
                "{} ({}:{}) {at}, first is {}",
                label.request,
                label.path,
                label.line,
                first.unwrap_or_default()
            ));
        }
    }
    recall
}
