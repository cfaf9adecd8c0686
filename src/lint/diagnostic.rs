//! Findings of rules, and the fixes that mend them.

use std::ops;

use serde::{Deserialize, Serialize};

use super::kept_words::{Loss, are_kept};
use super::rule::Rule;
pub use super::rule::Severity;
use crate::text::document::{Document, Place, PlaceIndex, Range};
use crate::tree::path;
use crate::tree::skill_file::is_skill_file_name;

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

/// Returns true if some bytes of a text are in its frontmatter: between its delimiters.
fn is_in_frontmatter(text: &str, bytes: &ops::Range<usize>) -> bool {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let document = Document::split(&text[mark..], |line| line.trim_end() == "---");
    document.is_ok_and(|document| {
        let start = text[mark..]
            .find('\n')
            .map_or(text.len(), |at| mark + at + 1);
        start <= bytes.start && bytes.end <= start + document.frontmatter.len()
    })
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

/// A change that mends a finding. Its edits and renames belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Fix {
    /// The title, as a command: `Put the value in quotes`.
    pub title: String,
    /// True if it can be applied without a look. Such a fix changes only the frontmatter of a skill, or makes one of its
    /// lines. No host that loads the skill loses a part of its name, description or text, and no word of the author is lost.
    pub safe: bool,
    /// Changes of text, none overlapping another, in the files' order.
    pub edits: Vec<TextEdit>,
    /// Files and folders that get another name, after the edits.
    pub renames: Vec<FileRename>,
}

/// A stretch of a file replaced by another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct TextEdit {
    /// The file.
    pub path: String,
    /// The text that is replaced; of no length where something is put in.
    pub range: Range,
    /// The text that stands there instead.
    pub text: String,
}

/// A file or folder that gets another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FileRename {
    /// Its path.
    pub from: String,
    /// Its new path.
    pub to: String,
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

impl Fix {
    /// Builds a fix that can be applied without a look, unless one of its edits makes it a proposal.
    #[must_use]
    pub(crate) fn safe(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            safe: true,
            edits: Vec::new(),
            renames: Vec::new(),
        }
    }

    /// Builds a proposal, which somebody must look at.
    #[must_use]
    pub(crate) fn unsafe_(title: impl Into<String>) -> Self {
        Self {
            safe: false,
            ..Self::safe(title)
        }
    }

    /// Replaces some bytes of a file. The fix is a proposal unless the bytes are in the frontmatter of a skill's file and no
    /// word is lost, because outside of the frontmatter nothing proves that the text keeps its meaning: a body, a reference
    /// or a script may show the very characters that a rule reports.
    #[must_use]
    pub(crate) fn replace(
        self,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.replace_losing(None, path, places, bytes, text)
    }

    /// Does the same as [`replace`](Self::replace) for a text that may lose a word.
    #[must_use]
    pub(super) fn replace_losing(
        mut self,
        loss: impl Into<Option<Loss>>,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.safe = self.safe
            && is_skill_file_name(path::file_name(path))
            && is_in_frontmatter(places.text(), &bytes);
        self.replace_proven(loss, path, places, bytes, text)
    }

    /// Does the same for bytes anywhere in a file. Only [`FixCheck`](super::fix_check::FixCheck) calls it, which has run the
    /// hosts on the changed text.
    #[must_use]
    pub(super) fn replace_proven(
        mut self,
        loss: impl Into<Option<Loss>>,
        path: &str,
        places: &PlaceIndex<'_>,
        bytes: ops::Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        let text = text.into();
        self.safe = self.safe && are_kept(places.text(), &bytes, &text, loss.into());
        self.edits.push(TextEdit {
            path: path.to_owned(),
            range: places.range(bytes),
            text,
        });
        self
    }

    /// With another name for a file or folder.
    #[must_use]
    pub(crate) fn rename(mut self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.renames.push(FileRename {
            from: from.into(),
            to: to.into(),
        });
        self
    }
}
