//! `openai-yaml-value`: a host ignores a value in `agents/openai.yaml`.
//!
//! Fix: none.

use crate::lint::helpers::side_file::SideFile;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "openai-yaml-value",
    Severity::Warning,
    "a host ignores a value in agents/openai.yaml",
    &[Run::Search(Search::OpenaiYaml)],
);

/// Returns the finding about a value in `agents/openai.yaml` that a host ignores, with the host's
/// message.
pub fn report(
    file: &SideFile<'_>,
    target: &TargetHost<'_>,
    key: &str,
    message: &str,
) -> Diagnostic {
    let general = key.replace(|character: char| character.is_ascii_digit(), "");
    let field = target.side().find(|field| field.key == general);
    let help = match field.map(|field| (field.limit, field.summary)) {
        Some((Some(limit), _)) => {
            format!("Write a text of at most {} characters.", limit.characters)
        }
        Some((None, summary)) => format!("Write what it is for: {summary}."),
        None => "Add the missing value, or remove the entry.".to_owned(),
    };
    let message = message.strip_prefix("it ").unwrap_or(message);
    file.report(&RULE, key, format!("`{key}`: {message}"))
        .help(help)
}
