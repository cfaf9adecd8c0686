//! Prints the answers of native code to cases on standard input, which have one JSON value on each
//! line. `tests/package/native.test.mjs` compares them with the answers of the package.
//!
//! `cargo run --example answers < CASES`

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use skillglass::compare::{CompareRequest, Comparison};
use skillglass::lint::{Diagnostic, FixRequest, Fixed, LintRequest};
use skillglass::model::catalog::Catalog;
use skillglass::model::listing::Listing;
use skillglass::model::turn::{Turn, TurnInput, TurnRequest};
use skillglass::search::{Hit, SearchOptions};
use skillglass::tree::RefusedPath;
use skillglass::{Workspace, WorkspaceOptions};

/// A workspace, and the questions about it.
#[derive(Deserialize)]
struct Case {
    options: WorkspaceOptions,
    tree: Vec<Entry>,
    /// The prompt that the user types. It is also the text of the search.
    prompt: String,
    /// True to ask all hosts, and to include findings and fixes. This takes far longer than the
    /// other questions.
    whole: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Entry {
    File {
        path: String,
        /// The contents of the file if they are valid UTF-8; otherwise `None`, and the bytes are
        /// used.
        text: Option<String>,
        #[serde(default)]
        bytes: Vec<u8>,
    },
    Dir {
        path: String,
    },
    Symlink {
        path: String,
        target: String,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answers<'w> {
    catalog: &'w Catalog,
    listing: Listing,
    turn: Turn,
    plan: Vec<String>,
    hits: Vec<Hit>,
    compared: Option<Comparison>,
    lint: Option<Vec<Diagnostic>>,
    fixed: Option<Fixed>,
}

impl Entry {
    fn put(self, workspace: &mut Workspace) -> Result<(), RefusedPath> {
        match self {
            Self::File {
                path,
                text: Some(text),
                ..
            } => workspace.write(&path, text),
            Self::File { path, bytes, .. } => workspace.write(&path, bytes),
            Self::Dir { path } => workspace.make_directory(&path),
            Self::Symlink { path, target } => workspace.link(&path, &target),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let case: Case = serde_json::from_str(&line?)?;
        let mut workspace = Workspace::new(&case.options)?;
        for entry in case.tree {
            // If the workspace refuses the path, this is part of the answers.
            let _ = entry.put(&mut workspace);
        }
        let turn = TurnRequest {
            inputs: vec![TurnInput::Text {
                text: case.prompt.clone(),
            }],
            ..TurnRequest::default()
        };
        let answers = Answers {
            catalog: &workspace.catalog(),
            listing: workspace.listing(),
            turn: workspace.turn(&turn),
            plan: workspace.plan(),
            hits: workspace.search(&case.prompt, &SearchOptions::default()),
            compared: case
                .whole
                .then(|| workspace.compare(&CompareRequest::default()))
                .transpose()?,
            lint: case
                .whole
                .then(|| workspace.lint(&LintRequest::default()))
                .transpose()?,
            fixed: case
                .whole
                .then(|| workspace.fix(&FixRequest::default()))
                .transpose()?,
        };
        serde_json::to_writer(&mut out, &answers)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}
