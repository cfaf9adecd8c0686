//! Lints real skills. Counts the findings, and the dropped skills that a host loads after the safe fixes.
//!
//! `cargo run --release --example lint_corpus -- FILE [--all-editions] [--show CODE]`
//!
//! The file contains one skill on each line, in JSON: `folder` is the name of its folder, `text` its `SKILL.md`. Each
//! skill is the only one in a project's `.agents/skills`. The default edition of each host reads it there, or in its
//! own folder if it does not look there. `--show` prints the findings of one rule instead of the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use serde_json::Value;
use skillglass::compare::HostChoice;
use skillglass::lint::{self, Diagnostic, LintRequest, Severity};
use skillglass::{Workspace, WorkspaceOptions, compare::CompareRequest, hosts};

type Failure = Box<dyn std::error::Error>;

/// The maximum number of times that fixes are applied and the text is checked again.
const MAX_ROUNDS: usize = 8;

/// The rules whose findings have no fix, because only the author can supply words or make a
/// decision.
const FOR_THE_AUTHOR: [&str; 5] = [
    "description-too-long",
    "empty-file",
    "link-as-text",
    "name-too-long",
    "not-markdown",
];

/// The rules whose fixes take a text from the skill's body, if the body has a suitable one.
const FROM_THE_BODY: [&str; 2] = ["missing-description", "no-frontmatter"];

#[derive(Default)]
struct Sums {
    drops: usize,
    silent: usize,
    errors: usize,
    without_drop: usize,
    repairable: usize,
    loads_after: usize,
    loads_as_written: usize,
    loads_after_all: usize,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut file, mut all_editions, mut show) = (None, false, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--all-editions" => all_editions = true,
            "--show" => show = arguments.next(),
            _ => file = Some(argument),
        }
    }
    let Some(file) = file else {
        eprintln!("usage: lint_corpus FILE [--all-editions] [--show CODE]");
        return ExitCode::from(2);
    };
    match run(&file, all_editions, show.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(file: &str, all_editions: bool, show: Option<&str>) -> Result<(), Failure> {
    let hosts: Vec<_> = (hosts::hosts().into_iter())
        .flat_map(|host| {
            let editions = if all_editions {
                host.editions
            } else {
                vec![host.default]
            };
            let choice = move |edition| HostChoice {
                host: host.host.clone(),
                edition: Some(edition),
            };
            editions.into_iter().map(choice)
        })
        .collect();
    let mut sums: Vec<Sums> = hosts.iter().map(|_| Sums::default()).collect();
    let mut rules: BTreeMap<String, (Severity, usize)> = BTreeMap::new();
    // For each cause of a drop: the number of drops, of those with a fix, and of those that load
    // after the fixes.
    let mut causes: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut skills = 0;
    for line in BufReader::new(std::fs::File::open(file)?).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(folder), Some(text)) = (case["folder"].as_str(), case["text"].as_str()) else {
            continue;
        };
        skills += 1;
        let path = format!("/repo/.agents/skills/{folder}/SKILL.md");
        let found = look(&path, text, &hosts)?;
        if let Some(code) = show {
            for one in found.iter().filter(|one| one.code == code) {
                print_one(case["id"].as_str().unwrap_or(folder), text, one);
            }
            continue;
        }
        let codes: BTreeSet<_> = (found.iter())
            .map(|one| (&one.code, one.severity))
            .collect();
        for (code, severity) in codes {
            let counted = rules.entry(code.clone()).or_insert((severity, 0));
            counted.0 = counted.0.min(severity);
            counted.1 += 1;
        }
        let dropping = dropping(&path, text, &hosts)?;
        if dropping.iter().all(|drops| !drops) && errors(&found).next().is_none() {
            continue;
        }
        let still = |taken: Taken| {
            let after = mended(&path, text, &hosts, taken)?;
            self::dropping(&path, &after, &hosts)
        };
        let still_as_written = still(Taken::SafeAsWritten)?;
        let (still, still_after_all) = (still(Taken::Safe)?, still(Taken::All)?);
        for (index, choice) in hosts.iter().enumerate() {
            let sum = &mut sums[index];
            let naming: Vec<_> = errors(&found).filter(|one| names(one, choice)).collect();
            sum.errors += naming.len();
            if !dropping[index] {
                sum.without_drop += naming.len();
                continue;
            }
            sum.drops += 1;
            sum.silent += usize::from(naming.is_empty());
            let is_repairable = !naming.iter().any(|one| {
                let code = one.code.as_str();
                FOR_THE_AUTHOR.contains(&code)
                    || FROM_THE_BODY.contains(&code) && one.fixes.is_empty()
            });
            let loads = is_repairable && !still[index];
            sum.repairable += usize::from(is_repairable);
            sum.loads_after += usize::from(loads);
            sum.loads_as_written += usize::from(is_repairable && !still_as_written[index]);
            sum.loads_after_all += usize::from(is_repairable && !still_after_all[index]);
            if let Some(cause) = naming.first() {
                let counts = causes.entry(cause.code.clone()).or_default();
                counts[0] += 1;
                counts[1] += usize::from(is_repairable);
                counts[2] += usize::from(loads);
            }
        }
    }
    if show.is_none() {
        print(skills, &hosts, &sums, &rules, &causes);
    }
    Ok(())
}

fn workspace(path: &str, text: &str) -> Result<Workspace, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })?;
    workspace.write(path, text)?;
    Ok(workspace)
}

fn look(path: &str, text: &str, hosts: &[HostChoice]) -> Result<Vec<Diagnostic>, Failure> {
    Ok(workspace(path, text)?.lint(&LintRequest {
        hosts: hosts.to_vec(),
        skills: vec![path.to_owned()],
        ..LintRequest::default()
    })?)
}

/// Returns for each host whether it drops the skill.
fn dropping(path: &str, text: &str, hosts: &[HostChoice]) -> Result<Vec<bool>, Failure> {
    let compared = workspace(path, text)?.compare(&CompareRequest {
        hosts: hosts.to_vec(),
        skills: vec![path.to_owned()],
    })?;
    let skill = compared.skills.first().ok_or("nothing was compared")?;
    Ok(skill.cells.iter().map(|cell| !cell.loaded).collect())
}

/// The choice of fixes that are applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// Safe fixes, except those that take the description from the body.
    SafeAsWritten,
    Safe,
    /// Safe fixes, and the first fix of each error even if it is unsafe.
    All,
}

/// Returns the text after the chosen fixes, which are repeated until no fix changes it.
fn mended(path: &str, text: &str, hosts: &[HostChoice], taken: Taken) -> Result<String, Failure> {
    let mut text = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let found = look(path, &text, hosts)?;
        let fixes = found.iter().filter_map(|one| {
            let is_from_body = FROM_THE_BODY.contains(&&*one.code);
            let mut fixes = one.fixes.iter();
            fixes.find(|fix| match taken {
                Taken::SafeAsWritten => fix.safe && !is_from_body,
                Taken::Safe => fix.safe,
                Taken::All => fix.safe || one.severity == Severity::Error,
            })
        });
        let applied = lint::apply(|_| Some(text.as_str()), fixes);
        match applied.files.into_values().next() {
            Some(changed) if changed != text => text = changed,
            _ => break,
        }
    }
    Ok(text)
}

fn errors(found: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    found.iter().filter(|one| one.severity == Severity::Error)
}

fn names(one: &Diagnostic, choice: &HostChoice) -> bool {
    let edition = choice.edition.as_deref().unwrap_or_default();
    let mut hosts = one.hosts.iter();
    hosts.any(|host| host.host == choice.host && host.editions.iter().any(|known| known == edition))
}

fn print_one(id: &str, text: &str, one: &Diagnostic) {
    let line = text
        .lines()
        .nth(one.range.start.line - 1)
        .unwrap_or_default();
    let line: String = line.chars().take(160).collect();
    let hosts: Vec<_> = one.hosts.iter().map(|host| host.host.as_str()).collect();
    let fixes: Vec<_> = (one.fixes.iter())
        .map(|fix| format!("{}{}", fix.title, if fix.safe { "" } else { " (unsafe)" }))
        .collect();
    println!(
        "{id}:{}:{} {:?} {} [{}] fixes {fixes:?}\n    {line}",
        one.range.start.line,
        one.range.start.column,
        one.severity,
        one.message,
        hosts.join(" "),
    );
}

fn print(
    skills: usize,
    hosts: &[HostChoice],
    sums: &[Sums],
    rules: &BTreeMap<String, (Severity, usize)>,
    causes: &BTreeMap<String, [usize; 3]>,
) {
    println!("{skills} skills\n");
    println!(
        "| host | edition | drops | errors | drops without an error | errors without a drop | repairable | load after safe fixes | without words from the body | after the first of all fixes |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (host, sum) in hosts.iter().zip(sums) {
        let share = |loads: usize| 100.0 * loads as f64 / sum.repairable.max(1) as f64;
        let (share, as_written) = (share(sum.loads_after), share(sum.loads_as_written));
        println!(
            "| {} | `{}` | {} | {} | {} | {} | {} | {} ({share:.1} %) | {} ({as_written:.1} %) | {} |",
            hosts::label(&host.host),
            host.edition.as_deref().unwrap_or_default(),
            sum.drops,
            sum.errors,
            sum.silent,
            sum.without_drop,
            sum.repairable,
            sum.loads_after,
            sum.loads_as_written,
            sum.loads_after_all,
        );
    }
    println!("\n| first cause of a drop | drops | repairable | load after safe fixes |");
    println!("| --- | ---: | ---: | ---: |");
    for (cause, [drops, repairable, loads]) in causes {
        println!("| `{cause}` | {drops} | {repairable} | {loads} |");
    }
    println!("\n| rule | skills |\n| --- | ---: |");
    for (code, (_, count)) in rules {
        println!("| `{code}` | {count} |");
    }
}
