//! Measures how often the first passages contain the answers of the labelled set. The test and
//! `examples/passages_recall.rs` use it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use skillglass::passages::PassagesOptions;
use skillglass::{Workspace, WorkspaceOptions};

/// A request with the place of its answer. The README beside it describes the members.
#[derive(Debug, Deserialize)]
pub struct Label {
    pub request: String,
    pub path: String,
    pub line: usize,
    pub held: bool,
    pub language: String,
    /// True if the request does not avoid the words of the reference.
    #[serde(default)]
    pub plain: bool,
}

/// The number of requests, and of those for which a right passage is the first or among the first five.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub requests: usize,
    pub at_1: usize,
    pub at_5: usize,
}

/// The scores by group: open, held out and each language, for each of the two ways to word a request.
#[derive(Debug, Default)]
pub struct Recall {
    pub groups: BTreeMap<String, Score>,
    /// The requests whose first passage is wrong, with that passage.
    pub missed: Vec<String>,
}

/// Reads the labels of a file; none if there is no such file.
pub fn labels(file: &Path) -> Vec<Label> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns a workspace with the skills of a folder, below `/skills`.
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

/// Measures the recall of a workspace.
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
