//! A host's view of a skill, and whether the host drops it.

use std::fmt;

use super::catalogs::ByName;
use crate::compare::{CompareStage, Obstacle, SkillInHost};
use crate::hosts::{self, standard};
use crate::model::catalog::LeftOutReason;
use crate::model::obstacle::{ObstacleReason, UseObstacle};
use crate::pipeline::HostPipeline;

/// A host with its edition.
pub(super) type HostEdition<'a> = (&'a str, &'a str);

/// Hosts as the subject of a sentence, each named once: `Codex and opencode`.
pub(super) struct HostNames<'a> {
    labels: Vec<&'a str>,
}

impl<'a> HostNames<'a> {
    pub fn of(hosts: impl IntoIterator<Item = HostEdition<'a>>) -> Self {
        let mut labels = Vec::new();
        for (host, _) in hosts {
            let label = spoken(host);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        Self { labels }
    }

    /// The form of a verb that agrees with them: the first for one host, the second for several.
    pub fn verb(&self, one: &'static str, several: &'static str) -> &'static str {
        match self.labels.len() {
            0 | 1 => one,
            _ => several,
        }
    }
}

impl fmt::Display for HostNames<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.labels.as_slice() {
            [] => Ok(()),
            [label] => formatter.write_str(label),
            [first @ .., last] => write!(formatter, "{} and {last}", first.join(", ")),
        }
    }
}

/// A host's label as it stands within a sentence.
pub(super) fn spoken(host: &str) -> &str {
    match host {
        standard::ID => "the open standard",
        other => hosts::label(other),
    }
}

/// The names of hosts, each once: `Codex and opencode`.
pub(super) fn labels<'a>(hosts: impl IntoIterator<Item = HostEdition<'a>>) -> String {
    HostNames::of(hosts).to_string()
}

/// Hosts as the subject of a sentence, with the form of the verb for one or for several: `Codex and opencode take`.
pub(super) fn hosts_and_verb<'a>(
    hosts: impl IntoIterator<Item = HostEdition<'a>>,
    one: &'static str,
    several: &'static str,
) -> String {
    let names = HostNames::of(hosts);
    format!("{names} {}", names.verb(one, several))
}

/// A host's view of a skill.
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

/// The kind of a file by its name and frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A `SKILL.md`, in some capitals: a skill for every host that comes by.
    Skill,
    /// Another file with a name or a description, such as a command: meant for the hosts that take it as it is.
    ByItself,
    /// Another file without them.
    Note,
}

impl Kind {
    /// True where a host takes such a file for a skill: where it lies, or where it is copied to as a skill. A note is copied
    /// nowhere.
    pub fn is_skill_for(self, cell: &SkillInHost) -> bool {
        self != Self::Note || cell.discovered
    }
}

impl<'a> Verdict<'a> {
    /// The host with its edition.
    pub fn who(&self) -> HostEdition<'a> {
        (self.host, self.edition)
    }

    /// See [`Kind::is_skill_for`].
    pub fn takes_for_skill(&self) -> bool {
        self.file.is_skill_for(self.cell)
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
                ) | (
                    ObstacleReason::LeftOut(
                        LeftOutReason::FlatFile
                            | LeftOutReason::HiddenBySkill
                            | LeftOutReason::WrongSpelling
                    ),
                    Kind::Note
                )
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
        obstacles.find(|no| match no.reason {
            ObstacleReason::Use(UseObstacle::FrontmatterIgnored) => true,
            ObstacleReason::Use(UseObstacle::NoDescription) => no.place.is_some(),
            _ => false,
        })
    }
}
