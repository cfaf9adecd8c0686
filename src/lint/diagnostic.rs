//! Findings of rules.

use serde::Serialize;

use super::fixes::Fix;
use super::rule::Rule;
pub use super::rule::Severity;
use crate::text::document::{Place, Range};

/// The start of a file: the range of a finding about a whole file.
pub(super) const START: Range = Range {
    start: Place::START,
    end: Place::START,
};

/// A finding: a problem of a skill, or a possible improvement.
///
/// An error means that a host does not load the skill. The error names every host that does not load it. All other
/// findings are warnings, information or hints, unless the configuration changes their level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Diagnostic {
    /// The stable code of the rule, such as `unquoted-colon`.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: String,
    /// The severity that results from the rule and the configuration.
    pub severity: Severity,
    /// The problem, in plain words.
    pub message: String,
    /// The path of the file with the problem, with links resolved. If the finding is about the
    /// skill as a whole, this is the path of the skill's file.
    pub path: String,
    /// The place of the problem in the file. If the finding is about the whole file, this is the
    /// start of the text.
    pub range: Range,
    /// The target hosts that the finding concerns, in the order of the request.
    pub hosts: Vec<ConcernedHost>,
    /// Advice on how to solve the problem, in plain words.
    pub help: String,
    /// The address of the rule's page. The page is in the project's repository, or below
    /// [`LintRequest::docs_base`](crate::lint::LintRequest::docs_base) if the request has this
    /// address.
    pub docs: String,
    /// Further places that help to understand the finding.
    pub related: Vec<Related>,
    /// The fixes, the best fix first. Each fix solves the problem on its own.
    pub fixes: Vec<Fix>,
}

crate::record! { Diagnostic: has(code, severity, message, path, range, hosts, help, docs, related, fixes) needs(code, severity, message, path, range, hosts, help, docs, related, fixes) takes others }

/// A host to which a finding applies, with the affected editions of the host.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConcernedHost {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The editions that the finding concerns, such as `2026-11`, in the order of the request.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition[]"))]
    pub editions: Vec<String>,
}

crate::record! { ConcernedHost: has(host, editions) needs(host, editions) takes others }

/// A further place that helps to understand a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Related {
    /// An explanation, in plain words, of how the place at `range` is related to the finding.
    pub message: String,
    /// The file that contains the related place.
    pub path: String,
    /// The range of the related place in its file.
    pub range: Range,
}

crate::record! { Related: has(message, path, range) needs(message, path, range) takes others }

impl Diagnostic {
    /// Creates a finding of a rule at a place, without hosts and without help.
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

    /// Returns the message, followed by the help on the next line.
    #[must_use]
    pub(super) fn with_help(&self) -> String {
        match &*self.help {
            "" => self.message.clone(),
            help => format!("{}\n{help}", self.message),
        }
    }

    /// Sets the finding's advice on how to solve the problem.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Sets the hosts that the finding concerns, each with its edition.
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

    /// Adds another place that helps to understand the finding.
    #[must_use]
    pub(crate) fn related(mut self, message: impl Into<String>, path: &str, range: Range) -> Self {
        self.related.push(Related {
            message: message.into(),
            path: path.to_owned(),
            range,
        });
        self
    }

    /// Adds the start of the file at `path` to the finding's related places.
    #[must_use]
    pub(super) fn related_file(self, message: &str, path: &str) -> Self {
        self.related(message, path, START)
    }

    /// Adds a fix after the existing fixes, unless `fix` is `None`.
    #[must_use]
    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }
}
