//! `openai-yaml-unread`: a host ignores the whole `agents/openai.yaml`.
//!
//! Fix: none.

use crate::lint::helpers::side_file::SideFile;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "openai-yaml-unread",
    Severity::Warning,
    "a host ignores the whole agents/openai.yaml",
    &[Run::Search(Search::OpenaiYaml)],
);

/// Returns the finding about an `agents/openai.yaml` that a host ignores, with the host's message.
pub fn report(file: &SideFile<'_>, target: &TargetHost<'_>, message: &str) -> Diagnostic {
    let message = format!("{} ignores the whole file: {message}", target.label());
    file.report(&RULE, "", message)
        .help("Fix this value or line; until then the host ignores the whole file.")
}
