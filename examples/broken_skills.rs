//! Counts the broken skills that fixes repair, by the way in which they are broken.
//!
//! `cargo run --release --example broken_skills -- FILE [COUNT] [--show WAY]`
//!
//! The file contains one skill on each line, in JSON: `folder` is the name of its folder, `text` its `SKILL.md`. Skills
//! that all hosts load are broken in each way of `tests/broken_skills/ways.rs`. A skill is repaired if each host shows
//! the name and the description that it showed before. `--show` prints the first files of a way that stay broken.

#[path = "../tests/broken_skills/ways.rs"]
mod ways;

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use ways::{Skill, WAYS, fixed, hosts, is_repaired, shown};

/// The columns of the table: a title, the target hosts, and true if unsafe fixes are applied too.
const COLUMNS: [(&str, &[&str], bool); 5] = [
    ("usual, safe", &[], false),
    ("Codex, safe", &["codex"], false),
    ("usual, all", &[], true),
    ("Codex, all", &["codex"], true),
    (
        "all",
        &[
            "codex",
            "claude-code",
            "opencode",
            "copilot-cli",
            "gemini-cli",
            "vscode",
            "openclaw",
            "pi",
            "kilo",
            "google-adk",
            "strands-agents",
            "agno",
            "qwen-code",
            "standard",
        ],
        true,
    ),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut file, mut count, mut show) = (None, 20, None);
    let mut columns = COLUMNS.len();
    while let Some(argument) = arguments.next() {
        match argument.parse() {
            Ok(number) => count = number,
            Err(_) if argument == "--show" => show = arguments.next(),
            Err(_) if argument == "--columns" => {
                columns = arguments
                    .next()
                    .and_then(|count| count.parse().ok())
                    .unwrap_or(columns);
            }
            Err(_) => file = Some(argument),
        }
    }
    let file = file.expect("a file of skills, one a line");
    let text = fs::read_to_string(&file).unwrap();
    let skills = text.lines().filter_map(|line| {
        let case: Value = serde_json::from_str(line).ok()?;
        let skill = Skill::read(case["folder"].as_str()?, case["text"].as_str()?)?;
        let file = skill.file();
        let all = shown(&file, &hosts(COLUMNS[4].1));
        let is_whole = is_repaired(&all, &all, &file.meant);
        is_whole.then_some(skill)
    });
    let skills: Vec<Skill> = skills.take(count).collect();
    println!("{} skills, {} ways", skills.len(), WAYS.len());
    let columns = &COLUMNS[..columns];
    let names: Vec<_> = columns.iter().map(|(name, ..)| *name).collect();
    println!("| way | {} | lose a host |", names.join(" | "));
    println!("| --- |{} ---: |", " ---: |".repeat(names.len()));
    let mut sums = vec![(0, 0); columns.len()];
    let mut lost = 0;
    for (name, way) in WAYS {
        if show.as_ref().is_some_and(|show| show != name) {
            continue;
        }
        let mut cells = Vec::new();
        let mut losing: BTreeMap<String, usize> = BTreeMap::new();
        for (column, (_, ids, proposals)) in columns.iter().enumerate() {
            let hosts = hosts(ids);
            let (mut repaired, mut all) = (0, 0);
            for skill in &skills {
                let Some(broken) = way(skill) else {
                    continue;
                };
                let was = shown(&skill.file(), &hosts);
                let without = shown(&broken, &hosts);
                if is_repaired(&was, &without, &broken.meant) {
                    continue;
                }
                all += 1;
                let (after, report) = fixed(&broken, &hosts, *proposals);
                let is = shown(&after, &hosts);
                let has_lost: Vec<_> = without
                    .keys()
                    .filter(|host| !is.contains_key(*host))
                    .collect();
                if !has_lost.is_empty() {
                    *losing.entry(names[column].to_owned()).or_default() += 1;
                    lost += 1;
                }
                if is_repaired(&was, &is, &broken.meant) {
                    repaired += 1;
                } else if show.is_some() && all - repaired <= 2 {
                    let head = |text: &str| text.chars().take(700).collect::<String>();
                    println!(
                        "=== {}: {}\n{}\n--- after {:?}\n{}",
                        names[column],
                        broken.path,
                        head(&broken.text),
                        report.applied,
                        head(&after.text)
                    );
                    println!("--- was {was:#?}\n--- broken {without:#?}\n--- is {is:#?}");
                    for one in &report.left {
                        println!(
                            "left {} {:?} {}: {:?}",
                            one.code,
                            one.severity,
                            one.message,
                            one.fixes
                                .iter()
                                .map(|fix| (&fix.title, fix.safe))
                                .collect::<Vec<_>>()
                        );
                    }
                }
            }
            sums[column].0 += repaired;
            sums[column].1 += all;
            cells.push(format!("{repaired}/{all}"));
        }
        println!("| {name} | {} | {losing:?} |", cells.join(" | "));
    }
    let shares = sums.iter().map(|(repaired, all)| {
        format!(
            "{repaired}/{all} ({:.1} %)",
            100.0 * f64::from(*repaired) / f64::from((*all).max(1))
        )
    });
    println!(
        "| all | {} | {lost} |",
        shares.collect::<Vec<_>>().join(" | ")
    );
}
