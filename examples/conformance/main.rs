//! Runs recorded answers of real hosts against ours.
//!
//! `cargo run --release --example conformance -- [--host HOST] FILE…`
//!
//! Each file holds one JSON case a line; its fields tell what kind of case it is. Every answer that a line holds and
//! that we can give counts as one case. Disagreements are printed, the first 20 in full; the last line is
//! `N passed, N failed`, and the exit code is 0 only when nothing failed. A disagreement that `known.toml` lists with its
//! cause counts neither way; a case that is listed and agrees fails.

mod codex;
mod opencode;
mod standard;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::Value;
use skillglass::Workspace;

const MAX_PRINTED: usize = 20;

/// Compares a host's answers of one line with ours.
type Run = fn(&Line<'_>, &mut Tally) -> Result<(), Failure>;

/// The hosts whose answers we can give; `--host` runs those of one alone.
const HOSTS: [(&str, Run); 3] = [
    ("codex", codex::run),
    ("opencode", opencode::run),
    ("standard", standard::run),
];

fn main() -> ExitCode {
    let mut host = None;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--host" => host = arguments.next(),
            _ => files.push(argument),
        }
    }
    let runs: Vec<Run> = HOSTS
        .iter()
        .filter(|(known, _)| host.as_deref().is_none_or(|host| host == *known))
        .map(|(_, run)| *run)
        .collect();
    if files.is_empty() || runs.is_empty() {
        let hosts = HOSTS.map(|(host, _)| host).join("|");
        eprintln!("usage: conformance [--host {hosts}] FILE…");
        return ExitCode::from(2);
    }
    let mut tally = match known() {
        Ok(known) => Tally {
            known,
            ..Tally::default()
        },
        Err(error) => {
            eprintln!("known.toml: {error}");
            return ExitCode::from(2);
        }
    };
    for file in &files {
        if let Err(error) = run_file(file, &runs, &mut tally) {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    }
    if tally.excused > 0 {
        println!("{} known to disagree", tally.excused);
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The disagreements that are known, with their causes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownDisagreements {
    disagreement: Vec<KnownDisagreement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownDisagreement {
    host: String,
    cause: String,
    cases: Vec<String>,
}

/// The cause of each known disagreement, by host and case.
fn known() -> Result<HashMap<(String, String), String>, Failure> {
    let known: KnownDisagreements = toml_edit::de::from_str(include_str!("known.toml"))?;
    let mut causes = HashMap::new();
    for KnownDisagreement { host, cause, cases } in known.disagreement {
        for case in cases {
            if causes
                .insert((host.clone(), case.clone()), cause.clone())
                .is_some()
            {
                return Err(format!("{host} {case} is listed twice").into());
            }
        }
    }
    Ok(causes)
}

#[derive(Default)]
struct Tally {
    known: HashMap<(String, String), String>,
    passed: usize,
    failed: usize,
    excused: usize,
}

impl Tally {
    /// Counts one case of a host: it passes when none of its fields disagrees.
    fn count(&mut self, host: &str, id: &str, disagreements: &[Disagreement]) {
        let cause = self.known.get(&(host.to_owned(), id.to_owned()));
        match (cause, disagreements.is_empty()) {
            (None, true) => self.passed += 1,
            (Some(_), false) => self.excused += 1,
            (Some(cause), true) => {
                self.failed += 1;
                println!("{host} {id}: agrees, and known.toml says that it does not: {cause}");
            }
            (None, false) => {
                self.failed += 1;
                if self.failed > MAX_PRINTED {
                    return;
                }
                for Disagreement {
                    field,
                    expected,
                    got,
                } in disagreements
                {
                    println!("{id}: {field}: expected {expected}, got {got}");
                }
            }
        }
    }
}

struct Disagreement {
    field: String,
    expected: Value,
    got: Value,
}

fn compare(into: &mut Vec<Disagreement>, field: impl Into<String>, expected: &Value, got: Value) {
    if *expected != got {
        into.push(Disagreement {
            field: field.into(),
            expected: expected.clone(),
            got,
        });
    }
}

type Failure = Box<dyn std::error::Error>;

/// One line of a file.
struct Line<'c> {
    /// From 0.
    index: usize,
    case: &'c Value,
    id: &'c str,
}

fn run_file(file: &str, runs: &[Run], tally: &mut Tally) -> Result<(), Failure> {
    for (index, line) in BufReader::new(std::fs::File::open(file)?)
        .lines()
        .enumerate()
    {
        let case: Value = serde_json::from_str(&line?)?;
        let line = Line {
            index,
            case: &case,
            id: case["id"].as_str().unwrap_or_default(),
        };
        for run in runs {
            run(&line, tally)?;
        }
    }
    Ok(())
}

/// Writes the tree of a recorded workspace.
fn fill(workspace: &mut Workspace, case: &Value) -> Result<(), Failure> {
    for entry in list(&case["tree"]) {
        let path = text(&entry["path"]);
        match entry["type"].as_str() {
            Some("dir") => workspace.make_directory(&path)?,
            Some("symlink") => workspace.link(&path, &text(&entry["target"]))?,
            _ => match entry["text"].as_str() {
                Some(text) => workspace.write(&path, text)?,
                None => workspace.write(&path, from_base64(&text(&entry["base64"])))?,
            },
        }
    }
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for symbol in text.bytes().filter(|byte| *byte != b'=') {
        let value = ALPHABET
            .iter()
            .position(|known| *known == symbol)
            .unwrap_or_default();
        bits = bits << 6 | u32::try_from(value).unwrap_or_default();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
