//! Prints a random sample of the dependencies of real skills, for a review by people, and measures
//! the time of an edit.
//!
//! `cargo run --release --example dependencies_corpus -- FILE [--sample NUMBER] [--seed NUMBER]
//! [--kind KIND]`
//!
//! The file contains one skill on each line, in JSON: `folder` is the name of its folder, `text`
//! its `SKILL.md`. For each dependency in the sample, the first place that shows it is printed with
//! its line.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;
use std::time::Instant;

use serde_json::Value;
use skillglass::dependencies::{DependenciesRequest, NeededBy};
use skillglass::passages::PassagesOptions;
use skillglass::{Workspace, WorkspaceOptions};

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut file, mut sample, mut seed, mut kind) = (None, 40, 1_u64, None);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|word| word.parse().ok());
        match argument.as_str() {
            "--sample" => sample = number().unwrap_or(40) as usize,
            "--seed" => seed = number().unwrap_or(1),
            "--kind" => kind = arguments.next(),
            _ => file = Some(argument),
        }
    }
    let Some(file) = file else {
        eprintln!(
            "usage: dependencies_corpus FILE [--sample NUMBER] [--seed NUMBER] [--kind KIND]"
        );
        return ExitCode::from(2);
    };
    match run(&file, sample, seed, kind.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, sample: usize, seed: u64, only: Option<&str>) -> Result<(), Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    let reader = BufReader::new(std::fs::File::open(file)?);
    let mut count = 0;
    for line in reader.lines() {
        let skill: Value = serde_json::from_str(&line?)?;
        let text = skill["text"].as_str().unwrap_or_default();
        let folder = skill["folder"].as_str().unwrap_or_default();
        let path = format!("/repo/.agents/skills/{count}/{folder}");
        workspace.write(&format!("{path}/SKILL.md"), text)?;
        // The text is also written as a reference, so that there are passages to rank.
        workspace.write(&format!("{path}/references/copy.txt"), text)?;
        count += 1;
    }
    let request = DependenciesRequest::default();
    let start = Instant::now();
    let inventory = workspace.dependencies(&request)?;
    let first = start.elapsed();
    workspace.write("/repo/.agents/skills/7/edited.md", "`AN_API_KEY`\n")?;
    workspace.dependencies(&request)?;
    workspace.write("/repo/.agents/skills/7/edited.md", "`ANOTHER_API_KEY`\n")?;
    let start = Instant::now();
    workspace.dependencies(&request)?;
    println!(
        "{count} skills: dependencies first {first:?}, after an edit {:?}",
        start.elapsed()
    );
    passages(&mut workspace)?;

    let mut by_kind: BTreeMap<String, Vec<(&str, &NeededBy)>> = BTreeMap::new();
    for one in &inventory.dependencies {
        let kind = serde_json::to_value(one.kind)?;
        let all = by_kind
            .entry(kind.as_str().unwrap_or_default().to_owned())
            .or_default();
        all.extend(one.needed_by.iter().map(|by| (one.name.as_str(), &**by)));
    }
    for (kind, mut all) in by_kind {
        println!("\n{kind}: {} findings", all.len());
        if only.is_some_and(|only| only != kind) {
            continue;
        }
        let mut state = seed;
        for _ in 0..sample.min(all.len()) {
            // A multiplicative generator suffices, because the sample must only be the same in each
            // run.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 33) as usize % all.len();
            let (name, by) = all.swap_remove(at);
            let place = &by.places[0];
            let entry = workspace.tree().entry(&place.path);
            let text = entry
                .and_then(|entry| entry.contents())
                .and_then(|contents| contents.text().ok());
            let line = text.and_then(|text| text.lines().nth(place.range.start.line - 1));
            let line: String = line.unwrap_or_default().trim().chars().take(160).collect();
            let declared = if by.declared { "declared" } else { "used" };
            let required = if by.required { "" } else { " optional" };
            println!(
                "  {name} [{:?} {declared}{required}] {}:{} | {line}",
                place.source, by.skill, place.range.start.line
            );
        }
    }
    Ok(())
}

fn passages(workspace: &mut Workspace) -> Result<(), Failure> {
    let options = PassagesOptions::default();
    let ask = |workspace: &Workspace| -> Result<_, Failure> {
        let start = Instant::now();
        workspace.passages(
            "rotate the pages of a document and fill in the form",
            &options,
        )?;
        Ok(start.elapsed())
    };
    let first = ask(workspace)?;
    let again = ask(workspace)?;
    workspace.write("/repo/.agents/skills/7/edited.md", "# Rotate\n\npages\n")?;
    let edited = ask(workspace)?;
    println!("passages first {first:?}, again {again:?}, after an edit {edited:?}");
    Ok(())
}
