//! Measures how often the first passages of a search contain the labelled answers. Usage:
//! `passages_recall [LABELS FOLDER] [--missed]`

#[path = "../tests/passages/recall.rs"]
mod recall;

use std::env;
use std::path::PathBuf;

fn main() {
    let (options, named): (Vec<_>, Vec<_>) =
        (env::args().skip(1)).partition(|one| one.starts_with("--"));
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/passages");
    let [labels, folder] = match &named[..] {
        [labels, folder] => [labels.into(), folder.into()],
        _ => [own.join("labels.jsonl"), own.join("skills")],
    };
    let labels = recall::labels(&labels);
    if labels.is_empty() {
        println!("there are no labels");
        return;
    }
    let recall = recall::measure(&recall::workspace(&folder), &labels);
    println!("| | requests | first passage | first five |\n| --- | --- | --- | --- |");
    for (group, score) in &recall.groups {
        let share = |count: usize| format!("{count} ({} %)", count * 100 / score.requests);
        let (first, five) = (share(score.at_1), share(score.at_5));
        println!("| {group} | {} | {first} | {five} |", score.requests);
    }
    if options.iter().any(|one| one == "--missed") {
        println!("\n{}", recall.missed.join("\n"));
    }
}
