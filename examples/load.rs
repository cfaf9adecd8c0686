//! Measures loading without JavaScript: writing files and the catalog of Codex, compared with only `serde_yaml` on the
//! same frontmatters. Prints microseconds for each file, medians of interleaved rounds in one run, as a JSON array in
//! the last line.
//!
//! `cargo run --release --example load -- [ROUNDS] [SKILLS]`

#[path = "shared/texts.rs"]
mod texts;

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Deserialize;
use skillglass::text::document::Document;
use skillglass::{Workspace, WorkspaceOptions};

/// The number of skills in one folder of skills. A walk reads at most 2,000 directories. So each
/// directory from the project's root down to the working directory has its own folder of skills.
const SKILLS_PER_ROOT: usize = 1250;

/// The fields of the frontmatter that the comparison with `serde_yaml` reads.
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().map_or(Ok(15), |text| text.parse())?;
    let count: usize = arguments.next().map_or(Ok(3000), |text| text.parse())?;
    let texts = texts::texts()?;
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

    let (mut loading, mut yaml) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut workspace = Workspace::new(&WorkspaceOptions {
            cwd: format!(
                "/repo{}",
                "/p".repeat(count.saturating_sub(1) / SKILLS_PER_ROOT)
            ),
            home: Some("/home/me".to_owned()),
            ..WorkspaceOptions::default()
        })?;
        workspace.write("/repo/.git/HEAD", "")?;
        let start = Instant::now();
        for (path, text) in &files {
            // These paths are never refused.
            let _ = workspace.write(path, *text);
        }
        drop(black_box(workspace.catalog()));
        loading.push(start.elapsed());
        let start = Instant::now();
        for text in &frontmatters {
            let _ = black_box(serde_yaml::from_str::<Frontmatter>(text));
        }
        yaml.push(start.elapsed());
    }
    let per_file = |times| median(times).as_secs_f64() * 1e6 / count as f64;
    println!("[{:.2},{:.2}]", per_file(loading), per_file(yaml));
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
