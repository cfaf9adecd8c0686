//! Usage: counts in the logs of sessions how skills are used, and reports which skill to fix first. No host has such a
//! report. Nothing is sent.
//!
//! The report has names of skills, times and counts, but no other text of a log, because logs may
//! contain secrets.
//!
//! ```
//! use skillglass::usage::{UsageLog, UsageRequest, UsageSymptomKind};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! let report = workspace.usage(&UsageRequest {
//!     logs: vec![UsageLog {
//!         name: "monday.jsonl".to_owned(),
//!         text: "{\"skill\": \"pdf\", \"at\": \"2026-11-23\", \"outcome\": \"failed\"}\n".to_owned(),
//!     }],
//!     ..UsageRequest::default()
//! })?;
//! assert_eq!((report.skills[0].name.as_str(), report.skills[0].failed), ("pdf", 1));
//! assert_eq!(report.skills[0].symptoms[0].kind, UsageSymptomKind::Failing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `read` finds the format of a log and reads its lines with one reader for each program. `expected` determines the
//! states of skills in the emulated host. `count` groups events into turns and counts them. `symptoms` weighs the
//! counts.

mod claude_code;
mod codex;
mod count;
mod events;
mod expected;
mod names;
mod opencode;
mod pi;
mod qwen_code;
mod read;
mod report;
mod symptoms;

pub use report::{
    ExpectedIn, ExpectedState, ListSource, LogFormat, LogProblem, LogProblemCode, LogUsage,
    SkillUsage, TurnSkill, UsageLog, UsageOutcome, UsageReport, UsageRequest, UsageSymptom,
    UsageSymptomKind, UsageTurn,
};

use std::collections::BTreeMap;

use crate::hosts;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::sort;
use crate::workspace::Workspace;

use count::Skills;
use expected::Expected;

impl Workspace {
    /// Counts how often skills are used in the logs of sessions, and reports the state of each
    /// skill in the hosts that wrote the logs. The skills in the report are sorted by need for a
    /// fix, the most urgent first. The logs may be from other hosts than the host of the workspace.
    /// The [module](crate::usage) has an example.
    ///
    /// # Errors
    /// Returns an error if the emulated host of a log cannot be opened.
    pub fn usage(&self, request: &UsageRequest) -> Result<UsageReport, ArgumentError> {
        let mut skills = Skills::new();
        let mut logs = Vec::new();
        let mut hosts: BTreeMap<&'static str, Expected> = BTreeMap::new();
        let of_tree = Expected::of_tree(self.inputs());
        for log in &request.logs {
            let read = read::read(&log.text);
            let host = read
                .format
                .and_then(LogFormat::host)
                .filter(|host| is_here(host));
            if let Some(host) = host
                && !hosts.contains_key(host)
            {
                let choice = [HostChoice::from(host)];
                let expected = self.with_pipelines(&choice, |pipelines| {
                    let asked = pipelines.first();
                    asked.map(|pipeline| Expected::new(pipeline, self.inputs()))
                })?;
                hosts.extend(expected.map(|expected| (host, expected)));
            }
            let expected = host.and_then(|host| hosts.get(host)).unwrap_or(&of_tree);
            logs.push(count::count(
                &log.name,
                read,
                expected,
                request.all,
                &mut skills,
            ));
        }
        for (host, expected) in &hosts {
            for (name, known) in &expected.skills {
                let skill = entry(&mut skills, name, &known.path);
                skill.expected.push(ExpectedIn {
                    host: (*host).to_owned(),
                    state: known.state,
                });
            }
        }
        for (name, known) in &of_tree.skills {
            // A host may give the skill another name than that of its folder.
            if !hosts
                .values()
                .any(|expected| expected.names.contains_key(&known.path))
            {
                entry(&mut skills, name, &known.path);
            }
        }
        let mut skills: Vec<_> = skills.into_values().collect();
        skills.iter_mut().for_each(symptoms::judge);
        sort::by(&mut skills, |one, other| {
            (other.score, &one.name).cmp(&(one.score, &other.name))
        });
        Ok(UsageReport { logs, skills })
    }
}

/// Returns true if `host` is the id of a host that Skillglass emulates.
fn is_here(host: &str) -> bool {
    hosts::hosts().iter().any(|known| known.host == host)
}

/// Returns the usage of the skill in the file at `path`. Adds an empty usage if there is none yet.
fn entry<'s>(skills: &'s mut Skills, name: &str, path: &str) -> &'s mut SkillUsage {
    let skill = (skills.entry(name.to_owned())).or_insert_with(|| SkillUsage {
        name: name.to_owned(),
        ..SkillUsage::default()
    });
    skill.path.get_or_insert_with(|| path.to_owned());
    skill
}
