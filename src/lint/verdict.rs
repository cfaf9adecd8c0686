//! What a host makes of a skill, and whether it drops it.

use crate::compare::{CompareStage, Obstacle, SkillInHost};
use crate::lens::Lens;

/// A host with its edition.
pub(super) type Who<'a> = (&'a str, &'a str);

/// What a host makes of a skill.
#[derive(Clone, Copy)]
pub(super) struct Verdict<'a> {
    pub host: &'a str,
    pub edition: &'a str,
    pub cell: &'a SkillInHost,
    /// That nothing is missing where the host does not have the file: it has the same text as another skill, or the file
    /// is a note among skills.
    pub is_spared: bool,
    pub lens: &'a Lens,
}

impl<'a> Verdict<'a> {
    /// The host with its edition.
    pub fn who(&self) -> Who<'a> {
        (self.host, self.edition)
    }

    /// Why the host drops the skill, if it does: what it looked at and does not have in the end. What lies where a host
    /// does not look was never meant for it, and what the author or the configuration restricts is no accident.
    pub fn dropped(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| match no.stage {
            CompareStage::Discover => {
                !matches!(
                    no.reason.as_str(),
                    "outside-roots"
                        | "already-visited"
                        | "duplicate"
                        | "not-touched"
                        | "bundled-off"
                        | "source-off"
                ) && !(no.reason == "flat-file" && self.is_spared)
            }
            CompareStage::Parse => no.reason != "unread",
            CompareStage::Load => no.reason == "shadowed" && !self.is_spared,
            CompareStage::List | CompareStage::User | CompareStage::Model => false,
        })
    }

    /// That the host has the skill and nothing that its frontmatter says, since it cannot read it.
    pub fn ignores_frontmatter(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| no.reason == "no-description" && no.place.is_some())
    }
}
