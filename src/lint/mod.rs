//! What is wrong with skills: where, for which hosts, and what mends it.
//!
//! The hosts are asked first: a skill that one of them drops has an error that names it, and there is no error without
//! a drop. What else the rules find is a warning or less. Each rule has a page in `docs/rules`.

mod apply;
mod diagnostic;
mod drops;
mod rule;
mod subject;
mod verdict;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use apply::{Applied, apply};
pub use diagnostic::{ConcernedHost, Diagnostic, FileRename, Fix, Related, Severity, TextEdit};
pub use rule::{Rule, RuleGroup, rules};

use crate::compare::{self, Comparison, HostChoice};
use crate::environment::ArgumentError;
use crate::lens::{Lens, Scene};
use subject::Subject;
use verdict::Verdict;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct LintRequest {
    /// The hosts aimed at; each in its default edition when there are none.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the skills' files; all of the tree when there are none.
    #[serde(default)]
    pub skills: Vec<String>,
    /// How bad what a rule finds is, by code, where it is not as bad as by default.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, Level>", optional)
    )]
    pub rules: BTreeMap<String, Level>,
}

/// How bad what a rule finds is, or that nobody wants to hear of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// See [`Severity::Error`].
    Error,
    /// See [`Severity::Warning`].
    Warning,
    /// See [`Severity::Info`].
    Info,
    /// See [`Severity::Hint`].
    Hint,
    /// It is left out.
    Off,
}

impl Level {
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Hint => Some(Severity::Hint),
            Self::Off => None,
        }
    }
}

/// What the rules find in the skills asked for, by path and place, through these lenses.
///
/// # Errors
/// When there is no such rule.
pub(crate) fn lint(
    lenses: &[&Lens],
    scene: Scene<'_>,
    asked: &[String],
    levels: &BTreeMap<String, Level>,
) -> Result<Vec<Diagnostic>, ArgumentError> {
    check_codes(levels)?;
    let comparison = compare::compare(lenses, scene, asked);
    let mut found = Vec::new();
    for (index, skill) in comparison.skills.iter().enumerate() {
        let Ok(file) = scene.tree.resolve(&skill.path) else {
            continue;
        };
        let text = file.contents().and_then(|contents| contents.text().ok());
        let verdicts = verdicts(&comparison, index);
        let subject = Subject::new(
            scene.tree,
            file,
            &skill.path,
            text.unwrap_or_default(),
            verdicts,
        );
        drops::check(&subject, &mut found);
    }
    let found = found.into_iter().filter_map(|mut diagnostic| {
        if let Some(level) = levels.get(&diagnostic.code) {
            diagnostic.severity = level.severity()?;
        }
        Some(diagnostic)
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|left, right| {
        let key = |one: &Diagnostic| (one.range.start.byte, one.severity);
        (&left.path, key(left), &left.code).cmp(&(&right.path, key(right), &right.code))
    });
    Ok(found)
}

fn check_codes(levels: &BTreeMap<String, Level>) -> Result<(), ArgumentError> {
    let rules = rules();
    let unknown = levels
        .keys()
        .find(|code| !rules.iter().any(|rule| rule.code == code.as_str()));
    match unknown {
        None => Ok(()),
        Some(code) => Err(ArgumentError::new(
            "rules",
            format!("there is no rule {code:?}"),
        )),
    }
}

/// What each host makes of one of the skills that were compared.
fn verdicts(comparison: &Comparison, skill: usize) -> Vec<Verdict<'_>> {
    let cells = &comparison.skills[skill].cells;
    let hosts = comparison.hosts.iter().zip(cells);
    hosts
        .map(|(summary, cell)| Verdict {
            host: &summary.host,
            edition: &summary.edition,
            cell,
        })
        .collect()
}
