//! A rule's metadata: its code, group, severity and summary.

use serde::{Deserialize, Serialize};

/// A rule of the linter. Its code never changes. The page `docs/rules/<code>.md` documents the
/// rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Rule {
    /// The rule's code, such as `unquoted-colon`.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: &'static str,
    /// The group that the rule belongs to.
    pub group: RuleGroup,
    /// The default severity of the rule's findings. If a host drops a skill because of the reported
    /// problem, the finding is always an error.
    pub severity: Severity,
    /// A summary of the rule's finding in one line.
    pub summary: &'static str,
}

/// The codes of a list of rules.
pub(crate) type RuleCodes = &'static [&'static str];

/// The severity of a finding, the most severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A problem that prevents a host from loading the skill.
    Error,
    /// A problem in a skill that the host still loads: a part of the skill is lost, changed or
    /// unsafe.
    Warning,
    /// A possible improvement of a skill that works.
    Info,
    /// A matter of style, on which authors may disagree.
    Hint,
}

crate::choice! { Severity: Error = "error", Warning = "warning", Info = "info", Hint = "hint" }

impl Severity {
    /// Returns the next lower severity. Some rules use this severity for findings that are common
    /// in skills of a certain kind.
    pub(crate) fn softened(self) -> Self {
        match self {
            Self::Error => Self::Warning,
            Self::Warning => Self::Info,
            Self::Info | Self::Hint => Self::Hint,
        }
    }
}

/// The group of a rule: the part of a skill that the rule checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleGroup {
    /// Rules about the locations and names of files and folders.
    Structure,
    /// Rules about the validity of the frontmatter as YAML.
    Yaml,
    /// Rules about the fields of the frontmatter, and of `agents/openai.yaml`.
    Fields,
    /// Rules about the description, which the model reads before it chooses a skill.
    Description,
    /// Rules about the instructions, and about the files that the instructions name.
    Body,
    /// Rules about texts and commands that may do harm.
    Safety,
    /// Rules about the configuration of the linter and of the hosts.
    Configuration,
    /// Rules about lock files, and about the installed skills that lock files list.
    Locks,
}

impl Rule {
    /// Creates a rule of a group.
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

    /// Returns the address of the rule's page in the project's repository, at this version.
    #[must_use]
    pub fn docs(&self) -> String {
        format!("{DOCS}/{}", page(self.code))
    }
}

impl RuleGroup {
    /// Returns the name of the group in its serialized form.
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
            Self::Locks => "locks",
        }
    }
}

/// The address of the folder that contains `docs/rules`, at this version of the project.
const DOCS: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/blob/v",
    env!("CARGO_PKG_VERSION")
);

/// Returns the path of a rule's page, relative to the folder of all documentation.
pub(super) fn page(code: &str) -> String {
    format!("docs/rules/{code}.md")
}
