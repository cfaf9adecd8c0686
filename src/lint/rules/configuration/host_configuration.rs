//! `host-configuration`: a host loads no skill because of an entry in the host's own configuration.
//!
//! Fix: switches the entry off; unsafe, because the entry may have another purpose.

use crate::lint::prelude::*;
use crate::model::catalog::{FaultCode, LeftOutReason};
use crate::text::document::{Place, PlaceIndex, Range};
use crate::tree::Tree;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "host-configuration",
    Severity::Error,
    "a host's own configuration prevents it from loading any skill",
    &[Run::Catalogs(check)],
);

/// Reports one error for each configuration that its host rejects, even if the host drops several
/// skills because of it. The error is at the position that the host reports.
pub fn check(survey: &Survey<'_>, found: &mut Vec<Diagnostic>) {
    let mut reported: Vec<Diagnostic> = Vec::new();
    for catalog in survey.catalogs.all() {
        let mut errors = catalog.errors.iter();
        let Some(error) = errors.find(|error| error.code == FaultCode::Configuration) else {
            continue;
        };
        let mut left_out = catalog.left_out.iter();
        if !left_out.any(|left| left.reason == LeftOutReason::Configuration) {
            continue;
        }
        let mut ignored = catalog.ignored.iter();
        // A configuration that is not in a file, such as that of the session, has no place for the finding.
        let part = ignored.find(|part| part.message == error.message && part.path.starts_with('/'));
        let path = part.map_or(&error.path, |part| &part.path);
        let start = part.and_then(|part| part.place).unwrap_or(Place::START);
        let field = part.and_then(|part| part.field.as_deref());
        let field = field.map_or_else(String::new, |field| format!("{field}: "));
        let message = format!("{field}{}, so no skill loads", error.message);
        let range = Range { start, end: start };
        let one = Diagnostic::new(&RULE, path, range, message)
            .help(&error.help)
            .fix(part.and_then(|_| switched_off(survey.tree, path, start)));
        let hosts = [(catalog.host.as_str(), catalog.edition.as_str())];
        let known = reported.iter().position(|known| {
            (&known.path, known.range, &known.message) == (&one.path, one.range, &one.message)
        });
        match known {
            Some(known) => reported[known] = reported[known].clone().concerning(hosts),
            None => reported.push(one.concerning(hosts)),
        }
    }
    found.extend(reported);
}

/// Returns a fix that turns off an invalid entry of a host's configuration: the fix adds the key
/// `enabled = false` to the TOML table that begins at `start`. Returns `None` if no table begins
/// there.
fn switched_off(tree: &Tree, path: &str, start: Place) -> Option<Fix> {
    const OFF: &str = "enabled = false";
    let contents = tree.resolve(path).ok()?.contents()?;
    let text = contents.text().ok()?;
    let entry = text.get(start.byte..)?;
    let (at, insert) = if entry.starts_with("[[") {
        match entry.find('\n') {
            Some(end) if entry[..end].ends_with('\r') => (end + 1, format!("{OFF}\r\n")),
            Some(end) => (end + 1, format!("{OFF}\n")),
            None => (entry.len(), format!("\n{OFF}\n")),
        }
    } else if entry.starts_with('{') {
        (1, format!(" {OFF},"))
    } else {
        return None;
    };
    let at = start.byte + at;
    let fix = Fix::unsafe_("Let the entry switch its skill off");
    Some(fix.replace(path, &PlaceIndex::new(text), at..at, insert))
}
