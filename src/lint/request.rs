//! The request of a caller: which rules, of which skills, for which hosts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostic::Severity;
use crate::compare::HostChoice;

/// A request for findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LintRequest {
    /// The hosts aimed at, in place of those of `skillglass.json`; each in its default edition when neither names any.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the skills' files; all of the tree when there are none.
    #[serde(default)]
    pub skills: Vec<String>,
    /// How bad what a rule finds is, by code, where it is not as bad as `skillglass.json` says, or the rule itself.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Partial<Record<DiagnosticCode, Level>>", optional)
    )]
    pub rules: BTreeMap<String, Level>,
    /// Globs of files that nobody wants to hear of, relative to the working directory, besides those of
    /// `skillglass.json`.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// The address above `docs/rules` of the rules' pages, with which `docs` of a diagnostic begins in place of the
    /// project's repository.
    #[serde(default)]
    pub docs_base: Option<String>,
    /// Whether fixes are looked for; true unless it says otherwise. Hosts are run on the text with each of them, so an
    /// editor may do without while somebody writes. All else is the same.
    #[serde(default = "is_wanted")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub fixes: bool,
}

/// What stands for what a request does not say.
fn is_wanted() -> bool {
    true
}

impl Default for LintRequest {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            skills: Vec::new(),
            rules: BTreeMap::new(),
            ignore: Vec::new(),
            docs_base: None,
            fixes: is_wanted(),
        }
    }
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
    /// The severity of that name; none for [`Level::Off`].
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Hint => Some(Severity::Hint),
            Self::Off => None,
        }
    }
}
