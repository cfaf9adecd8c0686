//! A host's verdict on a skill: whether the host loads the skill, and the reason if it does not.

use std::fmt;

use super::catalogs::ByName;
use crate::compare::{CompareStage, Obstacle, SkillInHost};
use crate::hosts::{self, standard};
use crate::model::catalog::LeftOutReason;
use crate::model::obstacle::{ObstacleReason, UseObstacle};
use crate::pipeline::HostPipeline;

/// A host's id and edition.
pub(super) type HostEdition<'a> = (&'a str, &'a str);

/// The names of hosts as the subject of a sentence, each name once: `Codex and opencode`.
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

    /// Returns the form of a verb that agrees with the hosts: `one` for a single host, `several` for more hosts.
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

/// Returns a host's name in the form that is used within a sentence.
pub(super) fn spoken(host: &str) -> &str {
    match host {
        standard::ID => "the open standard",
        other => hosts::label(other),
    }
}

/// Returns the names of hosts for a sentence, each name once: `Codex and opencode`.
pub(super) fn labels<'a>(hosts: impl IntoIterator<Item = HostEdition<'a>>) -> String {
    HostNames::of(hosts).to_string()
}

/// Returns hosts as the subject of a sentence, followed by the form of a verb that agrees with them: `Codex and
/// opencode take`.
pub(super) fn hosts_and_verb<'a>(
    hosts: impl IntoIterator<Item = HostEdition<'a>>,
    one: &'static str,
    several: &'static str,
) -> String {
    let names = HostNames::of(hosts);
    format!("{names} {}", names.verb(one, several))
}

/// A host's verdict on a skill: the result of loading the skill, with values that the rules need.
#[derive(Clone, Copy)]
pub(super) struct Verdict<'a> {
    pub host: &'a str,
    pub edition: &'a str,
    pub cell: &'a SkillInHost,
    /// The skills that the host loads, by name.
    pub by_name: &'a ByName<'a>,
    pub file: FileKind,
    /// True if the host loads another skill with the same name, whose file has the same contents.
    pub has_copy: bool,
    pub pipeline: &'a HostPipeline,
}

/// The kind of a file, according to its name and frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A file called `SKILL.md` in uppercase or lowercase. Every host that finds the file loads it
    /// as a skill.
    Skill,
    /// A file that is not called `SKILL.md`, but has a name or a description in its frontmatter,
    /// such as a command. Some hosts load such a file as a skill.
    ByItself,
    /// A file that is not called `SKILL.md` and has neither a name nor a description in its frontmatter.
    Note,
}

impl FileKind {
    /// Returns true if a host counts a file of this kind as a skill. A [`FileKind::Note`] counts as
    /// a skill only if the host finds the file in its present folder. Files of other kinds always
    /// count as skills.
    pub fn is_skill_for(self, cell: &SkillInHost) -> bool {
        self != Self::Note || cell.discovered
    }
}

impl<'a> Verdict<'a> {
    /// Returns the host's id and edition.
    pub fn host_edition(&self) -> HostEdition<'a> {
        (self.host, self.edition)
    }

    /// Returns true if the host treats the file as a skill; see [`FileKind::is_skill_for`].
    pub fn takes_for_skill(&self) -> bool {
        self.file.is_skill_for(self.cell)
    }

    /// Returns the path of another skill that the host loads under one of the names in `names`, so
    /// that the host cannot load the skill of this verdict under the same name. Returns `None` if
    /// there is no such skill, or if the host loads the skill of this verdict.
    pub fn skill_with_same_name(&self, names: &[&str]) -> Option<&'a str> {
        if self.cell.loaded {
            return None;
        }
        names.iter().find_map(|name| self.by_name.skill(name))
    }

    /// Returns the reason why the host drops the skill, although the host finds it; `None` if the
    /// host does not drop the skill. Two cases do not count as dropped: the skill's location shows
    /// that the skill is for other hosts, or the author or the configuration switched the skill
    /// off.
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
                    FileKind::Note
                )
            ),
            CompareStage::Parse => {
                no.reason != LeftOutReason::Unread.into()
                    && (self.cell.discovered || self.file == FileKind::Skill)
            }
            CompareStage::Load => match no.reason {
                ObstacleReason::LeftOut(LeftOutReason::Shadowed) => !self.has_copy,
                reason => reason == LeftOutReason::Configuration.into(),
            },
            CompareStage::List | CompareStage::User | CompareStage::Model => false,
        })
    }

    /// Returns the reason why the host ignores the frontmatter although it loads the skill; `None`
    /// if the host reads the frontmatter.
    pub fn ignores_frontmatter(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| match no.reason {
            ObstacleReason::Use(UseObstacle::FrontmatterIgnored) => true,
            ObstacleReason::Use(UseObstacle::NoDescription) => no.place.is_some(),
            _ => false,
        })
    }
}
