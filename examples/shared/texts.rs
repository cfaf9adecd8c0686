//! Provides the texts of real skills if they are available, or else generated texts.

use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    text: String,
}

/// Returns the texts of real skills in `$SKILLGLASS_SHARED` or `../shared`. If there are none,
/// prints a message and returns generated texts.
pub fn texts() -> Result<Vec<String>, serde_json::Error> {
    let shared = std::env::var("SKILLGLASS_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").to_owned());
    let corpus = Path::new(&shared).join("corpus/skills.jsonl");
    let Ok(lines) = std::fs::read_to_string(&corpus) else {
        println!("NO REAL SKILLS ARE AVAILABLE: the figures below are for generated ones.");
        return Ok((0..3000).map(made_up).collect());
    };
    lines
        .lines()
        .map(|line| serde_json::from_str::<Recorded>(line).map(|recorded| recorded.text))
        .collect()
}

fn made_up(index: usize) -> String {
    format!(
        "---\nname: skill-{index}\ndescription: \"Use when the user asks for number {index}: {}\"\n---\n{}",
        "words ".repeat(30),
        "Do this, then that.\n".repeat(150)
    )
}
