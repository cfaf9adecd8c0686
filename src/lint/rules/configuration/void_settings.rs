//! `void-settings`: a host ignores a whole file of its settings.
//!
//! Fix: none, because only the author knows the intended value.

use crate::lint::helpers::plugin_files::is_of_plugin;
use crate::lint::prelude::*;
use crate::model::catalog::Ignored;
use crate::text::document::{PlaceIndex, Range};
use crate::tree::Tree;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "void-settings",
    Severity::Warning,
    "a host ignores a whole file of its settings",
    &[Run::Catalogs(check)],
);

/// Reports each settings file that a host ignores as a whole. The finding is at the invalid value that is the cause.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    let mut reported: Vec<Diagnostic> = Vec::new();
    for catalog in survey.catalogs.all() {
        let of_settings = |part: &&Ignored| part.field.is_none() && part.path.ends_with(".json");
        for part in catalog.ignored.iter().filter(of_settings) {
            // Other rules report the files of Agent Plugins.
            if is_of_plugin(survey.tree, &part.path) {
                continue;
            }
            // Settings from the command line are not in a file, so there is no place for a finding.
            let Some(text) = text_of(survey.tree, &part.path) else {
                continue;
            };
            let mut values = (catalog.ignored.iter())
                .filter(|value| value.path == part.path)
                .filter_map(|value| value.field.as_deref());
            let cause = values.find(|field| part.message.contains(&format!("`{field}`")));
            let range = place(text, cause);
            let hosts = [(catalog.host.as_str(), catalog.edition.as_str())];
            let known = reported
                .iter()
                .position(|known| (&known.path, &known.message) == (&part.path, &part.message));
            match known {
                Some(known) => reported[known] = reported[known].clone().concerning(hosts),
                None => reported.push(
                    Diagnostic::new(&RULE, &part.path, range, &part.message)
                        .help("Fix it, or remove it: until then the host ignores the other settings of the file, too.")
                        .concerning(hosts),
                ),
            }
        }
    }
    found.extend(reported);
}

/// Returns the text of a file; `None` if there is no such file or it is not text.
fn text_of<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    tree.resolve(path).ok()?.contents()?.text().ok()
}

/// Returns the range of a field's key in a JSON text; the start of the text if the field is not
/// found.
fn place(text: &str, field: Option<&str>) -> Range {
    let mut bytes = 0..0;
    for key in field.into_iter().flat_map(|field| field.splitn(2, '.')) {
        let key = key.split('[').next().unwrap_or(key);
        let quoted = serde_json::to_string(key).unwrap_or_default();
        if let Some(at) = text[bytes.end..].find(&quoted) {
            bytes = bytes.end + at..bytes.end + at + quoted.len();
        }
    }
    PlaceIndex::new(text).range(bytes)
}
