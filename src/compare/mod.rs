//! One tree through every host: will this skill work *there*, what would each host put before the model, and is it
//! portable?
//!
//! A skill that a host does not find where it lies is looked at as if it lay where that host's project skills go, since
//! copying a folder is the least of the trouble.

mod column;
mod obstacles;
mod portability;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::hosts::{self, HostOptions};
use crate::model::argument::ArgumentError;
pub use crate::model::host_choice::HostChoice;
use crate::model::turn::Turn;
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::document::Place;
use crate::tree::path;

pub(crate) use column::{Alone, LookCache};

use column::Column;

/// What to compare.
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
pub struct Comparison {
    /// The hosts, in the order asked, with their sums.
    pub hosts: Vec<HostSummary>,
    /// The skills, by path.
    pub skills: Vec<SkillComparison>,
}

/// What one host makes of all the skills that were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostSummary {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-11`.
    pub edition: String,
    /// What the host is called.
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
    /// Why not, the commonest first.
    pub reasons: Vec<ReasonCount>,
}

/// How often one reason keeps a host from something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ReasonCount {
    /// What it keeps the host from.
    pub stage: CompareStage,
    /// The reason, without what is particular to one skill.
    pub reason: String,
    /// How many skills.
    pub count: usize,
}

/// One skill through every host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillComparison {
    /// Its file, without links.
    pub path: String,
    /// The name of its folder.
    pub folder: String,
    /// What each host makes of it, in the order of the hosts.
    pub cells: Vec<SkillInHost>,
    /// Whether it works everywhere.
    pub portability: Portability,
}

/// One skill through one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SkillInHost {
    /// Whether the host finds it where it lies.
    pub discovered: bool,
    /// Where all the rest is looked at, if not where it lies.
    pub as_if_at: Option<String>,
    /// Whether the host can read it.
    pub parsed: bool,
    /// Whether the host has it in the end.
    pub loaded: bool,
    /// Its name for that host.
    pub name: Option<String>,
    /// Its description for that host.
    pub description: Option<String>,
    /// What the model sees of it at the start.
    pub listed: ListedAs,
    /// What a user types to put it to use; none when the user cannot.
    pub user: Option<String>,
    /// Whether the model may choose it by itself.
    pub model: bool,
    /// What it puts before the model when it is used; none when that is not known before something ran.
    pub injects: Option<Injected>,
    /// Every "no" with its reason and the smallest change that makes it a "yes".
    pub obstacles: Vec<Obstacle>,
}

/// What a list shows of a skill.
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

/// How much a skill puts before the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Injected {
    /// Characters (Unicode scalar values).
    pub characters: u64,
    /// Tokens, estimated as a quarter of the bytes, rounded up.
    pub tokens: u64,
}

/// What a host is kept from.
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
pub struct Obstacle {
    /// What the host is kept from.
    pub stage: CompareStage,
    /// The reason, without what is particular to this skill.
    pub reason: String,
    /// The reason in words; the host's own where it has some.
    pub message: String,
    /// The smallest change that makes it a "yes".
    pub change: String,
    /// Where in the file, if that is known.
    pub place: Option<Place>,
}

/// Whether a skill works in every host that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Portability {
    /// The verdict. Where the folder lies does not count.
    pub verdict: PortabilityVerdict,
    /// The changes that it takes to load and be listed everywhere.
    pub fixes: Vec<PortabilityFix>,
    /// What only some of the hosts act on.
    pub features: Vec<BoundFeature>,
}

/// Whether a skill is portable.
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
pub struct PortabilityFix {
    /// The change.
    pub change: String,
    /// The hosts that need it, as `codex`, or `codex 2026-05` where several editions of a host were asked for.
    pub hosts: Vec<String>,
}

/// A feature with who acts on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct BoundFeature {
    /// What it is called.
    pub name: String,
    /// What the first host that has it does with it.
    pub effect: String,
    /// Whether the skill does something else without it.
    pub essential: bool,
    /// The hosts that act on it, called as in the fixes.
    pub hosts: Vec<String>,
    /// The hosts that do not.
    pub others: Vec<String>,
}

/// What one host makes of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HostTurn {
    /// Such as `codex`.
    pub host: String,
    /// Such as `2026-11`.
    pub edition: String,
    /// What the prompt comes to.
    pub turn: Turn,
}

/// The hosts that a request asks for, each with its edition written out.
///
/// # Errors
/// When there is no such host or edition.
pub(crate) fn choices(asked: &[HostChoice]) -> Result<Vec<(String, String)>, ArgumentError> {
    if asked.is_empty() {
        let all = hosts::hosts().into_iter();
        return Ok(all.map(|host| (host.host, host.default)).collect());
    }
    let chosen = asked.iter().enumerate().map(|(index, choice)| {
        let (id, edition) = (Some(&*choice.host), choice.edition.as_deref());
        let host = hosts::open(id, edition, &HostOptions::default())
            .map_err(|error| error.inside(&format!("hosts[{index}]")))?;
        Ok((host.id().to_owned(), host.edition().to_owned()))
    });
    chosen.collect()
}

/// Every skill asked for through every pipeline.
pub(crate) fn compare(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: &[String],
) -> Comparison {
    let columns: Vec<_> = pipelines
        .iter()
        .map(|pipeline| Column::new(pipeline, inputs))
        .collect();
    let files: BTreeSet<&str> = match asked {
        [] => columns.iter().flat_map(Column::files).collect(),
        asked => asked.iter().map(String::as_str).collect(),
    };
    let skills: Vec<_> = files
        .into_iter()
        .map(|file| {
            let looks: Vec<_> = columns
                .iter()
                .map(|column| column.look(inputs, file))
                .collect();
            let portability = Portability::of(&columns, &looks);
            SkillComparison {
                path: file.to_owned(),
                folder: path::file_name(path::parent(file).unwrap_or("/")).to_owned(),
                cells: looks.into_iter().map(|look| look.cell).collect(),
                portability,
            }
        })
        .collect();
    let hosts = columns.iter().enumerate();
    Comparison {
        hosts: hosts
            .map(|(index, column)| column.summary(index, &skills))
            .collect(),
        skills,
    }
}

impl Default for SkillInHost {
    fn default() -> Self {
        Self {
            discovered: false,
            as_if_at: None,
            parsed: false,
            loaded: false,
            name: None,
            description: None,
            listed: ListedAs::Nothing,
            user: None,
            model: false,
            injects: None,
            obstacles: Vec::new(),
        }
    }
}
