//! Findings of rules.

use serde::{Deserialize, Serialize};

use super::fixes::Fix;
use super::rule::Rule;
pub use super::rule::Severity;
use crate::text::document::{Place, Range};

/// The start of a file, where something is about the file as a whole.
pub(super) const START: Range = Range {
    start: Place::START,
    end: Place::START,
};

/// Something wrong with a skill, or worth a thought.
///
/// An error says that a host does not have the skill, and names every host that drops it. All else is a warning or less,
/// unless the configuration says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Diagnostic {
    /// The rule, as a code that stays the same, such as `unquoted-colon`.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The fault, in plain words.
    pub message: String,
    /// The file that it is about, without links; a skill's file where it is about the skill as a whole.
    pub path: String,
    /// Where in the file; the start of the text where it is about the whole file.
    pub range: Range,
    /// The hosts that it concerns, in the order in which they were aimed at.
    pub hosts: Vec<ConcernedHost>,
    /// The remedy, in plain words.
    pub help: String,
    /// The address of the rule's page: in the project's repository, or below the base that the request has for them.
    pub docs: String,
    /// Other places that have to do with it.
    pub related: Vec<Related>,
    /// Its fixes, the best first; each mends it alone.
    pub fixes: Vec<Fix>,
}

/// A host with those of its editions that something concerns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConcernedHost {
    /// Such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Such as `2026-11`, in the order in which they were aimed at.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition[]"))]
    pub editions: Vec<String>,
}

/// Another place that has to do with a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Related {
    /// Its part in the finding, in plain words.
    pub message: String,
    /// The file.
    pub path: String,
    /// Where in the file.
    pub range: Range,
}

impl Diagnostic {
    /// A finding of a rule at a place, for no host yet and without help.
    #[must_use]
    pub(crate) fn new(rule: &Rule, path: &str, range: Range, message: impl Into<String>) -> Self {
        Self {
            code: rule.code.to_owned(),
            severity: rule.severity,
            message: message.into(),
            path: path.to_owned(),
            range,
            hosts: Vec::new(),
            help: String::new(),
            docs: rule.docs(),
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// The message, and on the next line the help.
    #[must_use]
    pub(super) fn with_help(&self) -> String {
        match &*self.help {
            "" => self.message.clone(),
            help => format!("{}\n{help}", self.message),
        }
    }

    /// With what to do about it.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// For these hosts, each with its edition.
    #[must_use]
    pub(crate) fn concerning<'h>(
        mut self,
        hosts: impl IntoIterator<Item = (&'h str, &'h str)>,
    ) -> Self {
        for (host, edition) in hosts {
            match self.hosts.iter_mut().find(|known| known.host == host) {
                Some(known) => known.editions.push(edition.to_owned()),
                None => self.hosts.push(ConcernedHost {
                    host: host.to_owned(),
                    editions: vec![edition.to_owned()],
                }),
            }
        }
        self
    }

    /// With another place that has to do with it.
    #[must_use]
    pub(crate) fn related(mut self, message: impl Into<String>, path: &str, range: Range) -> Self {
        self.related.push(Related {
            message: message.into(),
            path: path.to_owned(),
            range,
        });
        self
    }

    /// With another file that has to do with it, as a whole.
    #[must_use]
    pub(super) fn related_file(self, message: &str, path: &str) -> Self {
        self.related(message, path, START)
    }

    /// With a fix, after those that it has.
    #[must_use]
    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }
}
