//! A part of `skillglass.json` that cannot be used and is left out.
//!
//! Fix: writes the known word that is nearest; unsafe, since another one may be meant.

use std::ops;

use crate::lint::prelude::*;
use crate::text::document::PlaceIndex;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "configuration",
    Severity::Warning,
    "a part of skillglass.json cannot be used and is left out",
    &[Run::Search(Search::Settings)],
);

/// A part of a file that cannot be used.
pub struct Problem {
    pub bytes: ops::Range<usize>,
    pub message: String,
    pub help: String,
    /// The JSON text that was meant in place of those bytes, perhaps.
    pub meant: Option<String>,
}

impl Problem {
    /// The finding, for no hosts yet.
    pub fn diagnostic(self, path: &str, places: &PlaceIndex<'_>) -> Diagnostic {
        let fix = self.meant.map(|meant| {
            Fix::unsafe_(format!("Change it to {meant}")).replace(
                path,
                places,
                self.bytes.clone(),
                meant,
            )
        });
        Diagnostic::new(&RULE, path, places.range(self.bytes), self.message)
            .help(self.help)
            .fix(fix)
    }
}
