//! Measures the recall of the search on the labelled set, and its speed on real descriptions.
//!
//! `cargo run --release --example search_recall -- [--missed]`

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use skillglass::search::{Document, Index, SearchOptions, headings, named_in, near_duplicates};
use skillglass::text::document;

#[allow(dead_code)]
#[path = "../tests/search/recall.rs"]
mod recall;

const ROUNDS: usize = 15;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recall = recall::LabelledSet::read().recall();
    println!("{recall}");
    if std::env::args().any(|argument| argument == "--missed") {
        println!("\nnot at the top:\n{}", recall.missed.join("\n"));
    }
    println!();
    let Some(documents) = real_skills()? else {
        println!("SKIPPED the speed: no real skills are available");
        return Ok(());
    };
    speed(&documents);
    Ok(())
}

fn speed(documents: &[Document]) {
    let index = Index::new(documents);
    let names: Vec<&str> = documents
        .iter()
        .map(|document| document.name.as_str())
        .collect();
    let request = "fill in the fields of this PDF form and send it by e-mail to the tax office";
    let options = SearchOptions::default();
    let middle = &documents[documents.len() / 2].path;
    println!(
        "{} real skills; medians of {ROUNDS} rounds",
        documents.len()
    );
    time("index", || Index::new(documents));
    time("search", || index.search(request, &options));
    time("competitors of one skill", || {
        index.competitors_of(middle, 0.5)
    });
    time("names in a prompt", || {
        named_in(request, names.iter().copied())
    });
    time("near-duplicates, threshold 0.7", || {
        near_duplicates(documents, 0.7)
    });
    for threshold in [0.5, 0.7, 0.9, 1.0] {
        let found = near_duplicates(documents, threshold);
        let more = if found.complete { "" } else { " and more" };
        println!(
            "{:9}{more} pairs of descriptions resemble each other by {threshold} or more",
            found.pairs.len()
        );
    }
    let crowded = documents.iter().filter(|document| {
        index
            .competitors_of(&document.path, 0.5)
            .is_some_and(|competitors| !competitors.is_empty())
    });
    println!(
        "{:9} skills have a competitor that reaches half of their own score",
        crowded.count()
    );
}

fn time<T>(what: &str, act: impl Fn() -> T) {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            black_box(act());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "{:9.2} ms  {what}",
        times[ROUNDS / 2].as_secs_f64() * 1000.0
    );
}

#[derive(Deserialize)]
struct Recorded {
    id: String,
    folder: String,
    text: String,
}

#[derive(Deserialize)]
struct Frontmatter {
    name: Option<String>,
    description: String,
}

/// Returns the real skills in `$SKILLGLASS_SHARED` or `../shared` whose frontmatter is YAML with a
/// description. Returns `None` if that folder does not exist.
fn real_skills() -> Result<Option<Vec<Document>>, serde_json::Error> {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let Ok(lines) = std::fs::read_to_string(Path::new(&shared).join("corpus/skills.jsonl")) else {
        return Ok(None);
    };
    let mut documents = Vec::new();
    for line in lines.lines() {
        let recorded: Recorded = serde_json::from_str(line)?;
        let Ok(split) = document::Document::split(&recorded.text, |line| line.trim() == "---")
        else {
            continue;
        };
        let Ok(frontmatter) = serde_yaml::from_str::<Frontmatter>(split.frontmatter) else {
            continue;
        };
        documents.push(Document {
            path: recorded.id,
            name: frontmatter.name.unwrap_or(recorded.folder),
            description: frontmatter.description,
            headings: headings(split.body),
            ..Document::default()
        });
    }
    Ok((!documents.is_empty()).then_some(documents))
}
