//! An icon that lies outside `assets/`, or is not there.
//!
//! Fix: none.

use super::side_file::SideFile;
use crate::host::stages::Side;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::Reading;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::tree::EntryKind;
use crate::tree::path;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Fields,
    "icon-path",
    Severity::Warning,
    "an icon lies outside assets/, or is not there",
);

/// An icon that a host ignores, in the host's words.
pub(super) fn report(file: &SideFile<'_>, key: &str, message: &str) -> Diagnostic {
    let message = message.strip_prefix("it ").unwrap_or(message);
    file.report(&RULE, key, format!("`{key}`: {message}")).help(
        "Put the picture below the skill's assets/ and name it from there: `assets/icon.png`.",
    )
}

/// Icons that a host would show and that are not there.
pub(super) fn missing(
    file: &SideFile<'_>,
    reading: &Reading<'_, '_>,
    side: &Side,
) -> Vec<Diagnostic> {
    let interface = side.interface.iter();
    let icons = interface.flat_map(|interface| {
        [
            ("interface.icon_small", &interface.icon_small),
            ("interface.icon_large", &interface.icon_large),
        ]
    });
    let missing = icons.filter_map(|(key, icon)| {
        let icon = icon.as_deref()?;
        let entry = reading.inputs.tree.resolve(icon);
        let is_file = entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)));
        (!is_file).then(|| {
            let folder = path::parent(reading.context.path).unwrap_or("/");
            let shown = icon
                .strip_prefix(folder)
                .unwrap_or(icon)
                .trim_start_matches('/');
            file.report(&RULE, key, format!("`{key}`: there is no file {shown}"))
                .help("Put the picture there, or take the line out.")
        })
    });
    missing.collect()
}
