//! Compares every host in every edition on real skills, and prints the tables of `docs/compare.md`.
//!
//! `cargo run --release --example compare_corpus -- FILE`
//!
//! The file contains one skill on each line, in JSON: `folder` is the name of its folder, `text` its `SKILL.md`. Each
//! skill is the only one, in the folder of each host's project skills, so that names of others and budgets do not
//! count.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use serde_json::Value;
use skillglass::compare::{
    CompareRequest, CompareStage, HostChoice, ListedAs, PortabilityVerdict, SkillComparison,
};
use skillglass::{Workspace, WorkspaceOptions, hosts};

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: compare_corpus FILE");
        return ExitCode::from(2);
    };
    match run(&file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::from(2)
        }
    }
}

#[derive(Default)]
struct Sums {
    loaded: usize,
    listed: usize,
    cut: usize,
    unlisted: usize,
    dropped: usize,
    by_user: usize,
}

fn run(file: &str) -> Result<(), Failure> {
    let hosts: Vec<_> = (hosts::hosts().into_iter())
        .flat_map(|host| {
            let choice = move |edition| HostChoice {
                host: host.host.clone(),
                edition: Some(edition),
            };
            host.editions.into_iter().map(choice)
        })
        .collect();
    let mut sums: Vec<Sums> = hosts.iter().map(|_| Sums::default()).collect();
    let mut reasons: BTreeMap<(CompareStage, String), Vec<usize>> = BTreeMap::new();
    let mut verdicts: BTreeMap<PortabilityVerdict, usize> = BTreeMap::new();
    let mut features: BTreeMap<String, usize> = BTreeMap::new();
    let mut skills = 0;
    for line in BufReader::new(std::fs::File::open(file)?).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(folder), Some(text)) = (case["folder"].as_str(), case["text"].as_str()) else {
            continue;
        };
        skills += 1;
        let path = format!("/elsewhere/{folder}/SKILL.md");
        let mut workspace = Workspace::new(&WorkspaceOptions {
            cwd: "/repo".to_owned(),
            home: Some("/home/me".to_owned()),
            ..WorkspaceOptions::default()
        })?;
        workspace.write(&path, text)?;
        let ask = |hosts: &[HostChoice]| -> Result<SkillComparison, Failure> {
            let mut comparison = workspace.compare(&CompareRequest {
                hosts: hosts.to_vec(),
                skills: vec![path.clone()],
            })?;
            comparison
                .skills
                .pop()
                .ok_or_else(|| "nothing was compared".into())
        };
        for (index, cell) in ask(&hosts)?.cells.iter().enumerate() {
            let sum = &mut sums[index];
            sum.loaded += usize::from(cell.loaded);
            sum.dropped += usize::from(!cell.loaded);
            sum.by_user += usize::from(cell.user.is_some());
            match cell.listed {
                ListedAs::Whole => sum.listed += 1,
                ListedAs::Cut { .. } | ListedAs::NameOnly => sum.cut += 1,
                ListedAs::Nothing => sum.unlisted += usize::from(cell.loaded),
            }
            // Obstacles that concern the place are left out, because this program chose the place.
            for obstacle in cell
                .obstacles
                .iter()
                .filter(|obstacle| obstacle.stage != CompareStage::Discover)
            {
                let key = (obstacle.stage, obstacle.reason.to_string());
                reasons.entry(key).or_insert_with(|| vec![0; hosts.len()])[index] += 1;
            }
        }
        let by_default = ask(&[])?.portability;
        *verdicts.entry(by_default.verdict).or_default() += 1;
        for feature in by_default.features {
            *features.entry(feature.name).or_default() += 1;
        }
    }
    print(skills, &hosts, &sums, &reasons, &verdicts, features);
    Ok(())
}

fn print(
    skills: usize,
    hosts: &[HostChoice],
    sums: &[Sums],
    reasons: &BTreeMap<(CompareStage, String), Vec<usize>>,
    verdicts: &BTreeMap<PortabilityVerdict, usize>,
    features: BTreeMap<String, usize>,
) {
    println!("{skills} skills\n");
    println!(
        "| host | edition | loads | drops | lists whole | cut | loads and lists nothing | a user can run it |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (host, sum) in hosts.iter().zip(sums) {
        println!(
            "| {} | `{}` | {} | {} | {} | {} | {} | {} |",
            hosts::label(&host.host),
            host.edition.as_deref().unwrap_or_default(),
            sum.loaded,
            sum.dropped,
            sum.listed,
            sum.cut,
            sum.unlisted,
            sum.by_user
        );
    }
    for editions in hosts.chunk_by(|one, other| one.host == other.host) {
        let first = hosts.iter().position(|host| host.host == editions[0].host);
        print_reasons(editions, first.unwrap_or_default(), reasons);
    }
    println!("\n| verdict, default edition of each host | skills |\n| --- | ---: |");
    for (verdict, count) in verdicts {
        let words = match verdict {
            PortabilityVerdict::Portable => "portable as it is",
            PortabilityVerdict::AfterFixes => "portable after fixes",
            PortabilityVerdict::Bound => "bound to some hosts by what it uses",
        };
        println!("| {words} | {count} |");
    }
    let mut features: Vec<_> = features.into_iter().collect();
    features.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    println!("\n| what only some hosts act on | skills |\n| --- | ---: |");
    for (feature, count) in features {
        println!("| `{}` | {count} |", feature.replace('|', "\\|"));
    }
}

/// Prints why one host does not use skills, with a column for each of its editions. `first` is the
/// index of its first edition among all columns.
fn print_reasons(
    editions: &[HostChoice],
    first: usize,
    reasons: &BTreeMap<(CompareStage, String), Vec<usize>>,
) {
    let columns = first..first + editions.len();
    let mut reasons: Vec<_> = (reasons.iter())
        .map(|(reason, counts)| (reason, &counts[columns.clone()]))
        .filter(|(_, counts)| counts.iter().any(|count| *count > 0))
        .collect();
    reasons.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().max()));
    let headings: Vec<_> = (editions.iter())
        .map(|choice| format!("`{}`", choice.edition.as_deref().unwrap_or_default()))
        .collect();
    println!(
        "\n| {} | keeps from | {} |",
        hosts::label(&editions[0].host),
        headings.join(" | ")
    );
    println!("| --- | --- |{}", " ---: |".repeat(editions.len()));
    for ((stage, reason), counts) in reasons {
        let counts: Vec<_> = counts.iter().map(usize::to_string).collect();
        println!(
            "| `{}` | {} | {} |",
            reason.replace('|', "\\|"),
            keeps_from(*stage),
            counts.join(" | ")
        );
    }
}

fn keeps_from(stage: CompareStage) -> &'static str {
    match stage {
        CompareStage::Discover => "being found",
        CompareStage::Parse => "being read",
        CompareStage::Load => "being there",
        CompareStage::List => "being listed",
        CompareStage::User => "users",
        CompareStage::Model => "the model",
    }
}
