//! `configuration`: a part of `skillglass.json` cannot be used and is ignored.
//!
//! Fix: writes the most similar known word; unsafe, because another word may be meant.

use std::ops;

use crate::lint::prelude::*;
use crate::text::document::PlaceIndex;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Configuration,
    "configuration",
    Severity::Warning,
    "a part of skillglass.json cannot be used and is ignored",
    &[Run::Search(Search::Settings)],
);

/// An invalid part of a configuration file.
pub struct Problem {
    pub bytes: ops::Range<usize>,
    pub message: String,
    pub help: String,
    /// The JSON text that the author probably meant. `None` if no known word is similar to the
    /// invalid text.
    pub meant: Option<String>,
}

impl Problem {
    /// Returns a diagnostic about the problem. The list of hosts in the diagnostic is empty.
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
