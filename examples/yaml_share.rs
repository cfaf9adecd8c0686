//! How much of loading a workspace is YAML: the first catalog and listing of 5,000 skills, beside `serde_yaml` alone on
//! the same frontmatters. Medians of interleaved rounds in one run.
//!
//! `cargo run --release --example yaml_share -- [ROUNDS] [SKILLS]`
//!
//! The share is a lower bound: what an edition's repair parses again is not in it.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use skillglass::text::document::Document;
use skillglass::{Workspace, WorkspaceOptions};

/// A root is walked to 2,000 directories, so each directory from the project's root down to the cwd has one.
const SKILLS_PER_ROOT: usize = 1250;

/// What the host deserializes.
#[derive(Deserialize)]
#[allow(dead_code)]
struct Frontmatter {
    name: Option<String>,
    description: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
#[allow(dead_code)]
struct Metadata {
    #[serde(rename = "short-description")]
    short_description: Option<String>,
}

const STEPS: [&str; 5] = [
    "write all files",
    "catalog, the first",
    "listing",
    "catalog after one edit",
    "serde_yaml alone",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().map_or(Ok(15), |text| text.parse())?;
    let count: usize = arguments.next().map_or(Ok(5000), |text| text.parse())?;
    let texts = texts()?;
    let files: Vec<(String, &str)> = (0..count)
        .map(|index| {
            let depth = "p/".repeat(index / SKILLS_PER_ROOT);
            let path = format!("/repo/{depth}.agents/skills/k{index}/SKILL.md");
            (path, texts[index % texts.len()].as_str())
        })
        .collect();
    let frontmatters: Vec<String> = files
        .iter()
        .filter_map(|(_, text)| Document::split(text, |line| line.trim() == "---").ok())
        .map(|document| document.frontmatter.replace("\r\n", "\n"))
        .collect();

    let mut timings = [const { Vec::new() }; STEPS.len()];
    let (mut loaded, mut refused, mut broken) = (0, 0, 0);
    for _ in 0..rounds {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            cwd: format!(
                "/repo{}",
                "/p".repeat(count.saturating_sub(1) / SKILLS_PER_ROOT)
            ),
            home: Some("/home/me".to_owned()),
            context_window: Some(200_000),
            ..WorkspaceOptions::default()
        })?;
        workspace.write("/repo/.git/HEAD", "")?;
        let mut step = 0;
        let mut time = |act: &mut dyn FnMut()| {
            let start = Instant::now();
            act();
            timings[step].push(start.elapsed());
            step += 1;
        };
        time(&mut || {
            for (path, text) in &files {
                // A path of ours is never refused.
                let _ = workspace.write(path, *text);
            }
        });
        time(&mut || drop(black_box(workspace.catalog())));
        time(&mut || drop(black_box(workspace.listing())));
        workspace.write(
            &files[count / 2].0,
            "---\nname: edited\ndescription: Edited.\n---\n",
        )?;
        time(&mut || drop(black_box(workspace.catalog())));
        time(&mut || {
            broken = frontmatters
                .iter()
                .filter(|text| black_box(serde_yaml::from_str::<Frontmatter>(text)).is_err())
                .count();
        });
        let catalog = workspace.catalog();
        (loaded, refused) = (catalog.skills.len(), catalog.errors.len());
    }

    println!(
        "{count} files: {loaded} loaded, {refused} refused; {broken} of {} frontmatters need a repair or are no YAML; \
         medians of {rounds} rounds",
        frontmatters.len()
    );
    let medians = timings.map(median);
    for (name, time) in STEPS.iter().zip(medians) {
        println!("{:9.2} ms  {name}", time.as_secs_f64() * 1000.0);
    }
    let [write, catalog, listing, _, yaml] = medians;
    for (what, whole) in [
        ("the first catalog", catalog),
        ("catalog and listing", catalog + listing),
        ("files, catalog and listing", write + catalog + listing),
    ] {
        println!(
            "{:8.0} %  of {what} is YAML",
            100.0 * yaml.as_secs_f64() / whole.as_secs_f64()
        );
    }
    Ok(())
}

/// Real skills where they are at hand, in `$SKILLGLASS_SHARED` or `../shared`.
fn texts() -> Result<Vec<String>, serde_json::Error> {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let corpus = Path::new(&shared).join("corpus/skills.jsonl");
    let Ok(lines) = std::fs::read_to_string(&corpus) else {
        println!("NO REAL SKILLS AT HAND: the figures below are for made-up ones.");
        return Ok((0..3000).map(made_up).collect());
    };
    lines
        .lines()
        .map(|line| serde_json::from_str::<Recorded>(line).map(|recorded| recorded.text))
        .collect()
}

#[derive(Deserialize)]
struct Recorded {
    text: String,
}

fn made_up(index: usize) -> String {
    format!(
        "---\nname: skill-{index}\ndescription: \"Use when the user asks for number {index}: {}\"\n---\n{}",
        "words ".repeat(30),
        "Do this, then that.\n".repeat(150)
    )
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
