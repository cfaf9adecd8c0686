//! The answer of a comparison, and what is asked for.

use serde::{Deserialize, Serialize};

use crate::model::host_choice::HostChoice;
use crate::model::obstacle::ObstacleReason;
use crate::model::turn::Turn;
use crate::text::document::Place;

/// The request for a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// The hosts; each in its default edition when there are none.
    #[serde(default)]
    pub hosts: Vec<HostChoice>,
    /// The paths of the skills' files; all of the tree when there are none.
    #[serde(default)]
    pub skills: Vec<String>,
}

/// Every skill through every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Comparison {
    /// The hosts, in the order asked, with their sums.
    pub hosts: Vec<HostSummary>,
    /// The skills, by path.
    pub skills: Vec<SkillComparison>,
}

/// One host's sums over all the skills that were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostSummary {
    /// Such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The host's label.
    pub label: String,
    /// Skills that it finds where they lie.
    pub discovered: usize,
    /// Skills that it loads, where they lie or as if moved.
    pub loaded: usize,
    /// Skills that it lists whole.
    pub listed: usize,
    /// Skills that it lists with a shorter description, or only by name.
    pub cut: usize,
    /// Skills that it loads and does not list.
    pub unlisted: usize,
    /// The reasons for every "no", the commonest first.
    pub reasons: Vec<ReasonCount>,
}

/// The number of skills that one reason keeps a host from having, listing or using.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ReasonCount {
    /// The stage that the host does not reach.
    pub stage: CompareStage,
    /// The reason, without what is particular to one skill.
    pub reason: ObstacleReason,
    /// The number of skills.
    pub count: usize,
}

/// One skill through every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillComparison {
    /// Its file, without links.
    pub path: String,
    /// The name of its folder.
    pub folder: String,
    /// One cell for each host, in the order of the hosts.
    pub cells: Vec<SkillInHost>,
    /// The verdict whether it works everywhere.
    pub portability: Portability,
}

/// One skill through one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillInHost {
    /// True if the host finds it where it lies.
    pub discovered: bool,
    /// Where all the rest is looked at, if not where it lies.
    pub as_if_at: Option<String>,
    /// True if the host can read it.
    pub parsed: bool,
    /// True if the host has it in the end.
    pub loaded: bool,
    /// Its name for that host.
    pub name: Option<String>,
    /// Other names that it answers to there.
    pub aliases: Vec<String>,
    /// Its description for that host.
    pub description: Option<String>,
    /// The part of it that the model sees at the start.
    pub listed: ListedAs,
    /// The text that a user types to put it to use; none when the user cannot.
    pub user: Option<String>,
    /// True if the model may choose it by itself.
    pub model: bool,
    /// The size of its messages when it is used; none when that is not known before something ran.
    pub injects: Option<Injected>,
    /// Every "no" with its reason and the smallest change that makes it a "yes".
    pub obstacles: Vec<Obstacle>,
}

/// The part of a skill that a list shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "as", rename_all = "kebab-case")]
pub enum ListedAs {
    /// Name and description.
    Whole,
    /// Name and a shorter description, or none.
    Cut {
        /// Characters of the description that are missing.
        by: usize,
    },
    /// Its name: the configuration wants no more, or it has no description.
    NameOnly,
    /// Nothing.
    Nothing,
}

/// The size of a skill's messages to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Injected {
    /// Characters (Unicode scalar values).
    pub characters: u64,
    /// Tokens, estimated as a quarter of the bytes, rounded up.
    pub tokens: u64,
}

/// The stage that a host does not reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum CompareStage {
    /// Finding it.
    Discover,
    /// Reading it.
    Parse,
    /// Having it in the end.
    Load,
    /// Showing it to the model.
    List,
    /// Letting the user put it to use.
    User,
    /// Letting the model choose it.
    Model,
}

/// A "no" of a host's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Obstacle {
    /// The stage that the host does not reach.
    pub stage: CompareStage,
    /// The reason, without what is particular to this skill.
    pub reason: ObstacleReason,
    /// The reason in words; the host's own where it has some.
    pub message: String,
    /// The smallest change that makes it a "yes".
    pub change: String,
    /// Where in the file, if that is known.
    pub place: Option<Place>,
}

/// The verdict whether a skill works in every host that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Portability {
    /// The verdict. Where the folder lies does not count.
    pub verdict: PortabilityVerdict,
    /// The changes that it takes to load and be listed everywhere.
    pub fixes: Vec<PortabilityFix>,
    /// Features that only some of the hosts act on.
    pub features: Vec<BoundFeature>,
}

/// The degrees of portability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PortabilityVerdict {
    /// As it is.
    Portable,
    /// After the fixes.
    AfterFixes,
    /// It does something that not every host does.
    Bound,
}

/// A change that some hosts need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct PortabilityFix {
    /// The change.
    pub change: String,
    /// The hosts that need it, as `codex`, or `codex 2026-05` where several editions of a host were asked for.
    pub hosts: Vec<String>,
}

/// A feature with who acts on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct BoundFeature {
    /// Its name.
    pub name: String,
    /// Its effect in the first host that has it.
    pub effect: String,
    /// True if the skill does something else without it.
    pub essential: bool,
    /// The hosts that act on it, called as in the fixes.
    pub hosts: Vec<String>,
    /// The hosts that do not.
    pub others: Vec<String>,
}

/// One host's turn for a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostTurn {
    /// Such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The turn.
    pub turn: Turn,
}
