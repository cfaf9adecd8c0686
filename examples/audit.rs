//! Audits a million skills in one process, in slices. Each slice has a workspace of its own, in
//! which its skills are loaded, listed and linted for the usual hosts. Prints the time and the
//! memory, which stays constant.
//!
//! `cargo run --release --example audit -- [SKILLS] [SLICE]`
//!
//! The skills have the texts of real skills if these are available, each time with another name.

#[path = "shared/texts.rs"]
mod texts;

use std::time::Instant;

use skillglass::lint::LintRequest;
use skillglass::{Workspace, WorkspaceOptions};

/// The number of skills after which another line of the report is printed.
const REPORT_EVERY: usize = 100_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let skills: usize = arguments
        .next()
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let slice: usize = arguments.next().map_or(Ok(1_000), |text| text.parse())?;
    let texts = texts::texts()?;
    let start = Instant::now();
    let (mut loaded, mut listed, mut findings) = (0, 0, 0);
    for first in (0..skills).step_by(slice) {
        let last = (first + slice).min(skills);
        let mut workspace = Workspace::new(&WorkspaceOptions {
            cwd: "/repo".to_owned(),
            home: Some("/home/me".to_owned()),
            ..WorkspaceOptions::default()
        })?;
        for number in first..last {
            let text = &texts[number % texts.len()];
            let text = text.replacen("name: ", &format!("name: n{number}-"), 1);
            workspace.write(&format!("/repo/.agents/skills/n{number}/SKILL.md"), text)?;
        }
        loaded += workspace.catalog().skills.len();
        listed += workspace.listing().report.included;
        findings += workspace.lint(&LintRequest::default())?.len();
        if last.is_multiple_of(REPORT_EVERY) || last == skills {
            let seconds = start.elapsed().as_secs_f64();
            let memory = memory().map_or(String::new(), |(now, peak)| {
                format!(", {now} MB in use, {peak} MB at most")
            });
            println!(
                "{last} skills in {seconds:.0} s: {loaded} loaded, {listed} listed, {findings} findings{memory}"
            );
        }
    }
    Ok(())
}

/// Returns the current and the highest memory of the process in megabytes. Returns `None` on
/// systems other than Linux.
fn memory() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = |name: &str| -> Option<u64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1000)
    };
    Some((value("VmRSS:")?, value("VmHWM:")?))
}
