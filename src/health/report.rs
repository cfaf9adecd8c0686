//! The request and the report of the symptoms of outdated skills.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

use crate::model::host_choice::HostChoice;
use crate::text::document::Range;

/// The options of a health check, which finds skills that are outdated.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct HealthRequest {
    /// Today's date, such as `2026-11-26`. Dates in skills are compared with this date, because the
    /// library does not read the clock.
    pub today: String,
    /// The paths of the skills' files. If the list is empty, all skills of the tree are searched.
    #[serde(default)]
    pub skills: Vec<String>,
    /// The hosts whose fields are checked: a skill is reported if it uses a frontmatter field that
    /// one of these hosts no longer reads. If the list is empty, the most common hosts are used in
    /// their default editions.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The newest version of each package, keyed by the package's name, such as `{ "express":
    /// "5.1.0" }`. Only versions of these packages are checked.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub newest: BTreeMap<String, String>,
    /// The day on which each model stops working, keyed by the model's id. An entry adds a model to
    /// the built-in table, or replaces the model's day in the table. An empty text removes the
    /// model from the table.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub models: BTreeMap<String, String>,
}

crate::record! { HealthRequest: has(today, skills, hosts, newest, models) needs(today) }

/// The symptoms of outdated skills in a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HealthReport {
    /// The date with which the dates in skills were compared.
    pub today: String,
    /// All skills, the most outdated skill first. Skills with the same score are sorted by path. Skills without
    /// symptoms are included.
    #[cfg_attr(feature = "typescript", tsify(type = "SkillHealth[]"))]
    pub skills: Vec<Rc<SkillHealth>>,
}

/// The symptoms of one skill that suggest that the skill is outdated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillHealth {
    /// The path of the skill's file, with links resolved.
    pub path: String,
    /// The skill's name, or the name of the skill's folder if no host loads the skill.
    pub name: String,
    /// The degree to which the skill is outdated, computed from the weights of the symptoms: from 0
    /// (no symptom) to 100 (certainly outdated).
    pub score: u32,
    /// The symptoms of the skill, sorted by weight, the greatest first.
    pub symptoms: Vec<HealthSymptom>,
}

/// A symptom of an outdated skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HealthSymptom {
    /// The kind of symptom.
    pub kind: HealthKind,
    /// How strongly the symptom suggests that the skill is outdated, from 1 to 100.
    pub weight: u32,
    /// A description of the symptom for people.
    pub message: String,
    /// The path of the file that has the symptom.
    pub path: String,
    /// The range of the symptom in the file.
    pub range: Range,
}

/// A kind of symptom of an outdated skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum HealthKind {
    /// A text names a file or a script that does not exist.
    MissingFile,
    /// A link leads to a heading that does not exist.
    MissingAnchor,
    /// The skill has a field that the host no longer reads, or that another field replaces.
    DroppedField,
    /// A text names a model that does not work any more, or will soon stop working.
    RetiredModel,
    /// A text states that it is valid only until a date, and that date is in the past.
    PastDate,
    /// A text states that it was last checked on a date more than a year ago.
    OldReview,
    /// A text names a version that is older than the package's newest version.
    OldVersion,
    /// Another skill has nearly the same description.
    Overlap,
    /// Almost no word of the description occurs in the skill's text.
    UnusedDescription,
}
