//! What a host makes of a skill, and whether it drops it.

use super::catalogs::ByName;
use crate::compare::{CompareStage, Obstacle, SkillInHost};
use crate::hosts;
use crate::model::catalog::LeftOutReason;
use crate::model::obstacle::{ObstacleReason, UseObstacle};
use crate::pipeline::HostPipeline;

/// A host with its edition.
pub(super) type HostEdition<'a> = (&'a str, &'a str);

/// What hosts are called, each once: `Codex and opencode`.
pub(super) fn labels<'a>(hosts: impl IntoIterator<Item = HostEdition<'a>>) -> String {
    let mut labels: Vec<&str> = Vec::new();
    for (host, _) in hosts {
        let label = hosts::label(host);
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    match labels.as_slice() {
        [] => String::new(),
        [label] => (*label).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Hosts as the subject of a sentence, with the form of the verb for one or for several: `Codex and opencode take`.
pub(super) fn hosts_and_verb<'a>(
    hosts: impl IntoIterator<Item = HostEdition<'a>>,
    one: &str,
    several: &str,
) -> String {
    let hosts: Vec<_> = hosts.into_iter().collect();
    let is_one = hosts.windows(2).all(|pair| pair[0].0 == pair[1].0);
    let verb = if is_one { one } else { several };
    format!("{} {verb}", labels(hosts))
}

/// What a host makes of a skill.
#[derive(Clone, Copy)]
pub(super) struct Verdict<'a> {
    pub host: &'a str,
    pub edition: &'a str,
    pub cell: &'a SkillInHost,
    /// The skills that the host has in the end.
    pub by_name: &'a ByName<'a>,
    pub file: Kind,
    /// Whether the host has another skill of the same name and text.
    pub has_copy: bool,
    pub pipeline: &'a HostPipeline,
}

/// What a file is by its name and frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A `SKILL.md`, in some capitals: a skill for every host that comes by.
    Skill,
    /// Another file with a name or a description, such as a command: meant for the hosts that take it as it is.
    ByItself,
    /// Another file without them.
    Note,
}

impl<'a> Verdict<'a> {
    /// The host with its edition.
    pub fn who(&self) -> HostEdition<'a> {
        (self.host, self.edition)
    }

    /// The skill that the host has in this one's place, or would no longer have as it is if it had this one, too.
    pub fn namesake(&self, names: &[&str]) -> Option<&'a str> {
        if self.cell.loaded {
            return None;
        }
        names.iter().find_map(|name| self.by_name.skill(name))
    }

    /// Why the host drops the skill, if it does: what it looked at and does not have in the end. What lies where a host
    /// does not look was never meant for it, and what the author or the configuration restricts is no accident.
    pub fn dropped(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| match no.stage {
            CompareStage::Discover => !matches!(
                (no.reason, self.file),
                (
                    ObstacleReason::LeftOut(
                        LeftOutReason::OutsideRoots
                            | LeftOutReason::AlreadyVisited
                            | LeftOutReason::Duplicate
                            | LeftOutReason::NotTouched
                            | LeftOutReason::BundledOff
                            | LeftOutReason::SourceOff
                    ),
                    _
                ) | (ObstacleReason::LeftOut(LeftOutReason::FlatFile), Kind::Note)
            ),
            CompareStage::Parse => {
                no.reason != LeftOutReason::Unread.into()
                    && (self.cell.discovered || self.file == Kind::Skill)
            }
            CompareStage::Load => match no.reason {
                ObstacleReason::LeftOut(LeftOutReason::Shadowed) => !self.has_copy,
                reason => reason == LeftOutReason::Configuration.into(),
            },
            CompareStage::List | CompareStage::User | CompareStage::Model => false,
        })
    }

    /// That the host has the skill and nothing that its frontmatter says, since it cannot read it.
    pub fn ignores_frontmatter(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| no.reason == UseObstacle::NoDescription.into() && no.place.is_some())
    }
}
