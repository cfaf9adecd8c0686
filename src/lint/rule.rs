//! The rules. Each is declared beside the code that finds it; this is the only list of the files that do.

use serde::{Deserialize, Serialize};

use super::diagnostic::Severity;
use super::{
    body, config, description, drops, fields, frontmatter, host_config, ignore, keys, openai_yaml,
    safety, structure, unreadable, yaml,
};

/// A rule. Its code stays the same for ever; its page is `docs/rules/<code>.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rule {
    /// Such as `unquoted-colon`.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosticCode"))]
    pub code: &'static str,
    /// What it is about.
    pub group: RuleGroup,
    /// How bad it is where nobody configured it and no host drops the skill for it; if one does, it is an error.
    pub severity: Severity,
    /// What it finds, in one line.
    pub summary: &'static str,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
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
    /// What could do harm.
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

    /// Its page, as the npm package exports it: `skillglass/docs/rules/<code>.md`.
    #[must_use]
    pub fn docs(&self) -> String {
        format!("{PACKAGE}/{}", page(self.code))
    }
}

/// The package that brings the rules' pages along.
pub(super) const PACKAGE: &str = "skillglass";

/// A rule's page, relative to what the pages lie under.
pub(super) fn page(code: &str) -> String {
    format!("docs/rules/{code}.md")
}

/// The rules of every group.
const GROUPS: &[&[&Rule]] = &[
    structure::RULES,
    drops::RULES,
    unreadable::RULES,
    frontmatter::RULES,
    yaml::RULES,
    fields::RULES,
    keys::RULES,
    openai_yaml::RULES,
    description::RULES,
    body::RULES,
    safety::RULES,
    config::RULES,
    host_config::RULES,
    ignore::RULES,
];

/// All rules, by group.
#[must_use]
pub fn rules() -> Vec<Rule> {
    let all = GROUPS.iter().flat_map(|rules| rules.iter());
    let mut all: Vec<_> = all.map(|rule| **rule).collect();
    all.sort_by_key(|rule| (rule.group, rule.code));
    all
}
