//! The request for findings: the rules, the skills and the target hosts.

use std::collections::BTreeMap;

use serde::Serialize;

use super::diagnostic::{Diagnostic, Severity};
use crate::compare::HostChoice;

/// A request for the findings of the linter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LintRequest {
    /// The target hosts, which replace the hosts of `skillglass.json`. If neither the request nor the file names a
    /// host, the target hosts are all hosts in their default edition.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the files of the checked skills. If the list is empty, all skills of the tree
    /// are checked.
    #[serde(default)]
    pub skills: Vec<String>,
    /// The level of rules, keyed by the rule's code. A level in this map replaces the level in
    /// `skillglass.json` and the rule's default level.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Partial<Record<DiagnosticCode, Level>>", optional)
    )]
    pub rules: BTreeMap<String, Level>,
    /// Globs of files whose findings are ignored, relative to the working directory. They are added to the globs of
    /// `skillglass.json`.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// The address of the folder that contains `docs/rules`. The field `docs` of each diagnostic
    /// has an address in this folder. If `docs_base` is absent, the field `docs` has an address in
    /// Skillglass's repository.
    #[serde(default)]
    pub docs_base: Option<String>,
    /// True to search for fixes, which is the default. An editor may set false while the user
    /// types, because each fix is tried with every host. The other fields of the findings do not
    /// depend on this option.
    #[serde(default = "is_wanted")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub fixes: bool,
    /// True to lower the severity of warnings that repeat, which is the default
    /// (`docs/lint.md#what-a-severity-means`). A caller that compares the findings with earlier ones
    /// sets false, because a new warning like three known ones is information otherwise.
    #[serde(default = "is_wanted")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub lower_repeats: bool,
    /// The findings in skills that are already known, because another workspace with the same files
    /// computed them with [`Workspace::lint_skills`](crate::Workspace::lint_skills) for the same
    /// `hosts` and `fixes`. These skills are not checked again.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub known: Vec<FoundInSkill>,
}

crate::record! { LintRequest: has(hosts, skills, rules, ignore, docs_base, fixes, lower_repeats, known) from Self::default() }

/// The findings in one skill, before the settings and ignore comments are applied. The findings
/// that depend on all skills, such as similar descriptions, are not included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundInSkill {
    /// The path of the skill's file.
    pub skill: String,
    /// The findings, with the default severity of their rules.
    pub found: Vec<Diagnostic>,
    /// True if a comment in one of the skill's files ignores a rule.
    pub has_comments: bool,
}

crate::record! { FoundInSkill: has(skill, found, has_comments = "hasComments") needs(skill, found) }

/// Returns true, for an option that is on by default.
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
            lower_repeats: is_wanted(),
            known: Vec::new(),
        }
    }
}

/// The level of a rule: the severity of its findings, or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The rule's findings are errors.
    Error,
    /// The rule's findings are warnings.
    Warning,
    /// The rule's findings are information.
    Info,
    /// The rule's findings are hints.
    Hint,
    /// The rule reports nothing.
    Off,
}

crate::choice! { Level: Error = "error", Warning = "warning", Info = "info", Hint = "hint", Off = "off" }

impl Level {
    /// Returns the severity that the level sets; `None` for [`Level::Off`].
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
