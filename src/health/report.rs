//! The request and the report of the symptoms of outdated skills.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::host_choice::HostChoice;
use crate::text::document::Range;

/// A request for the symptoms of outdated skills.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct HealthRequest {
    /// The day from which dates are judged, such as `2026-11-26`. The module itself knows no time.
    pub today: String,
    /// The paths of the skills' files; all skills of the tree if the list is empty.
    #[serde(default)]
    pub skills: Vec<String>,
    /// The hosts whose rules count; the usual hosts in their default edition if the list is empty.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The newest version of each package by name, such as `{ "express": "5.1.0" }`. Versions are only judged for these
    /// packages.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "Record<string, string>", optional)
    )]
    pub newest: BTreeMap<String, String>,
    /// The day on which a model stops working, by the model's id. It adds to the table of the module, or replaces its
    /// day. An empty text removes the model from the table.
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
    /// The day from which dates were judged.
    pub today: String,
    /// The skills, the most outdated first; equal ones by path. A skill without symptoms is included, too.
    pub skills: Vec<SkillHealth>,
}

/// The symptoms of an outdated skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillHealth {
    /// The path of the skill's file, with links resolved.
    pub path: String,
    /// The skill's name; its folder's name if no host loads it.
    pub name: String,
    /// How outdated the skill looks, from 0 (no symptom) to 100. The symptoms add up, each with its weight.
    pub score: u32,
    /// The symptoms, the heaviest first.
    pub symptoms: Vec<HealthSymptom>,
}

/// A symptom of an outdated skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HealthSymptom {
    /// The kind of symptom.
    pub kind: HealthKind,
    /// How much the symptom shows, from 1 to 100.
    pub weight: u32,
    /// The symptom in words.
    pub message: String,
    /// The file that shows the symptom.
    pub path: String,
    /// The place in the file.
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
    /// A field that earlier editions of a host read, and the edition does not; or that another field replaces.
    DroppedField,
    /// A model that no longer works, or soon no longer does.
    RetiredModel,
    /// A day after which something no longer holds, in the past.
    PastDate,
    /// A day of the last check, more than a year ago.
    OldReview,
    /// A version that is older than the newest version of the package.
    OldVersion,
    /// Another skill has nearly the same description.
    Overlap,
    /// The words of the description do not occur in the text.
    UnusedDescription,
}
