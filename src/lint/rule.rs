//! A rule's metadata: its code, group, severity and summary.

use serde::{Deserialize, Serialize};

/// A rule. Its code stays the same for ever; its page is `docs/rules/<code>.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Rule {
    /// Such as `unquoted-colon`.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: &'static str,
    /// Its group.
    pub group: RuleGroup,
    /// How bad it is where nobody configured it and no host drops the skill for it; if one does, it is an error.
    pub severity: Severity,
    /// Its finding, in one line.
    pub summary: &'static str,
}

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A host does not have the skill.
    Error,
    /// A host has it, and something of it is lost, changed or unsafe.
    Warning,
    /// It works, and could be better.
    Info,
    /// A matter of taste.
    Hint,
}

impl Severity {
    /// Returns the next lower severity: of a finding that is usual for such a skill.
    pub(crate) fn softened(self) -> Self {
        match self {
            Self::Error => Self::Warning,
            Self::Warning => Self::Info,
            Self::Info | Self::Hint => Self::Hint,
        }
    }
}

/// The subject of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleGroup {
    /// Where files and folders lie and what they are called.
    Structure,
    /// The frontmatter as YAML.
    Yaml,
    /// The frontmatter's fields, and those of the files beside it.
    Fields,
    /// The description: all that the model sees before it chooses.
    Description,
    /// The instructions and the files that they name.
    Body,
    /// Texts and commands that could do harm.
    Safety,
    /// The configuration of these rules, and of the hosts.
    Configuration,
}

impl Rule {
    /// A rule of a group.
    pub(super) const fn new(
        group: RuleGroup,
        code: &'static str,
        severity: Severity,
        summary: &'static str,
    ) -> Self {
        Self {
            code,
            group,
            severity,
            summary,
        }
    }

    /// Returns the address of the rule's page in the repository, as it is in this version.
    #[must_use]
    pub fn docs(&self) -> String {
        format!("{DOCS}/{}", page(self.code))
    }
}

impl RuleGroup {
    /// Returns the group's name, as it is serialized.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Yaml => "yaml",
            Self::Fields => "fields",
            Self::Description => "description",
            Self::Body => "body",
            Self::Safety => "safety",
            Self::Configuration => "configuration",
        }
    }
}

/// The address above `docs/rules` of the pages of this version.
const DOCS: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/blob/v",
    env!("CARGO_PKG_VERSION")
);

/// A rule's page, relative to what the pages lie under.
pub(super) fn page(code: &str) -> String {
    format!("docs/rules/{code}.md")
}
