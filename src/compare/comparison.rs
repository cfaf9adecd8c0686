//! The request and the result of a comparison.

use serde::{Deserialize, Serialize};

use crate::model::host_choice::HostChoice;
use crate::model::obstacle::ObstacleReason;
use crate::model::turn::Turn;
use crate::text::document::Place;

/// A request to compare skills in several hosts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// The hosts. If the list is empty, the usual hosts in their default editions are compared.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the skills' files; all skills of the tree if the list is empty.
    #[serde(default)]
    pub skills: Vec<String>,
}

crate::record! { CompareRequest: has(hosts, skills) }

/// The result of a comparison: how each host interprets each skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Comparison {
    /// The hosts in the order of the request, with their totals.
    pub hosts: Vec<HostSummary>,
    /// The compared skills, sorted by path.
    pub skills: Vec<SkillComparison>,
}

/// The totals of one host over all compared skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostSummary {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The host's name for people, such as `Claude Code`.
    pub label: String,
    /// The number of skills in the tree that the host finds. A skill outside of the folders that
    /// the host searches is not counted.
    pub discovered: usize,
    /// The number of skills that the host loads, at their paths in the tree or after a move to the
    /// host's folder of skills.
    pub loaded: usize,
    /// The number of skills that the host lists in full.
    pub listed: usize,
    /// The number of skills that the host lists with a shorter description, or only by name.
    pub cut: usize,
    /// The number of skills that the host loads and does not list.
    pub unlisted: usize,
    /// The reasons why the host does not find, load, list or use skills, the most frequent reason
    /// first.
    pub reasons: Vec<ReasonCount>,
}

/// A reason why a host does not find, load, list or use skills, and the number of these skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ReasonCount {
    /// The first stage that the host does not reach for these skills, such as loading or listing.
    pub stage: CompareStage,
    /// The reason why the host does not find, load, list or use the skills, as a code such as
    /// `outside-roots`.
    pub reason: ObstacleReason,
    /// The number of skills to which the reason applies.
    pub count: usize,
}

/// How the compared hosts interpret one skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillComparison {
    /// The path of the skill's file, with links resolved.
    pub path: String,
    /// The name of the skill's folder.
    pub folder: String,
    /// How each host interprets the skill, in the order of [`Comparison::hosts`].
    pub cells: Vec<SkillInHost>,
    /// The verdict on whether the skill works in every compared host.
    pub portability: Portability,
}

/// How one host interprets one skill: a cell of the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillInHost {
    /// True if the host finds the skill at its path in the tree.
    pub discovered: bool,
    /// The path of a copy of the skill in a folder that the host searches. The skill is copied if
    /// the host does not find it at its path in the tree. The other fields, except `discovered`,
    /// then describe the copy. `None` if the skill was not copied.
    pub as_if_at: Option<String>,
    /// True if the host can parse the skill.
    pub parsed: bool,
    /// True if the host loads the skill.
    pub loaded: bool,
    /// The name by which the host knows the skill; `None` if the host does not load the skill.
    pub name: Option<String>,
    /// Other names by which the host knows the skill.
    pub aliases: Vec<String>,
    /// The description that the host reads, or the host's replacement for a missing description.
    /// `None` if the host does not load the skill.
    pub description: Option<String>,
    /// The part of the skill that the model sees at the start of a session.
    pub listed: ListedAs,
    /// The text that a user types to invoke the skill; `None` if users cannot invoke the skill.
    pub user: Option<String>,
    /// True if the model may choose the skill without a request by the user.
    pub model: bool,
    /// The size of the messages that the model gets when the skill is used. `None` if the model
    /// gets no message, or if the messages depend on a command that has not run.
    pub injects: Option<Injected>,
    /// The reasons why the host does not find, load, list or use the skill, each with the smallest
    /// change that helps.
    pub obstacles: Vec<Obstacle>,
}

/// The part of a skill that a host's list shows to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "as", rename_all = "kebab-case")]
pub enum ListedAs {
    /// The list shows the name and the whole description.
    Whole,
    /// The list shows the name with a shorter description, or without a description.
    Cut {
        /// The number of the description's characters that the list does not show.
        by: usize,
    },
    /// The list shows only the name, because the configuration asks for that or because there is no description.
    NameOnly,
    /// The list does not show the skill.
    Nothing,
}

/// The size of a skill's messages to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Injected {
    /// The number of characters (Unicode scalar values) in the messages.
    pub characters: u64,
    /// The number of tokens in the messages, estimated as a quarter of their bytes, rounded up.
    pub tokens: u64,
}

/// A stage in the use of a skill. An [`Obstacle`] names the first stage that the host does not
/// reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CompareStage {
    /// The host finds the skill.
    Discover,
    /// The host parses the skill.
    Parse,
    /// The host loads the skill.
    Load,
    /// The host shows the skill to the model.
    List,
    /// The user can invoke the skill.
    User,
    /// The model can choose the skill.
    Model,
}

/// A reason why a host does not find, load, list or use a skill, with the smallest change that
/// helps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Obstacle {
    /// The first stage that the host does not reach for the skill, such as loading or listing.
    pub stage: CompareStage,
    /// The reason why the host does not reach the stage, as a code without details of this skill.
    pub reason: ObstacleReason,
    /// The reason why the host does not reach the stage, in words. These are the host's own words
    /// if the host has a message for the reason.
    pub message: String,
    /// The smallest change that removes the obstacle.
    pub change: String,
    /// The place of the problem in the skill's file; `None` if the place is unknown.
    pub place: Option<Place>,
}

/// The verdict on whether a skill works in every compared host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Portability {
    /// The degree of portability, regardless of the location of the skill's folder.
    pub verdict: PortabilityVerdict,
    /// The changes after which every host loads and lists the skill.
    pub fixes: Vec<PortabilityFix>,
    /// The skill's features that only some of the hosts support.
    pub features: Vec<BoundFeature>,
}

/// The degrees to which a skill is portable between the compared hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PortabilityVerdict {
    /// The skill works in every host without changes.
    Portable,
    /// The skill works in every host after the listed fixes.
    AfterFixes,
    /// The skill needs a feature that not every host supports.
    Bound,
}

/// A change that makes a skill work in more hosts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct PortabilityFix {
    /// The change, as an instruction to the author.
    pub change: String,
    /// The hosts that need the change: `codex`, or `codex 2026-05` if several editions of a host are compared.
    pub hosts: Vec<String>,
}

/// A feature with the hosts that support it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BoundFeature {
    /// The feature's name.
    pub name: String,
    /// The effect of the feature in the first host that supports it.
    pub effect: String,
    /// True if the skill behaves differently in a host that does not support the feature.
    pub essential: bool,
    /// The hosts that support the feature, each written as in [`PortabilityFix::hosts`].
    pub hosts: Vec<String>,
    /// The hosts that do not support the feature, each written as in [`PortabilityFix::hosts`].
    pub others: Vec<String>,
}

/// The result of a turn in one host, if several hosts ran the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostTurn {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The result of the turn in this host, such as the invoked skills and the messages to the
    /// model.
    pub turn: Turn,
}
