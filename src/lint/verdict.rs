//! What a host makes of a skill, and whether it drops it.

use crate::compare::{CompareStage, Obstacle, SkillInHost};

/// What a host makes of a skill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Verdict<'a> {
    pub host: &'a str,
    pub edition: &'a str,
    pub cell: &'a SkillInHost,
}

impl<'a> Verdict<'a> {
    /// The host with its edition.
    pub fn who(&self) -> (&'a str, &'a str) {
        (self.host, self.edition)
    }

    /// Why the host drops the skill, if it does: what it looked at and does not have in the end. What lies where a host
    /// does not look was never meant for it, and what the author or the configuration restricts is no accident.
    pub fn dropped(&self) -> Option<&'a Obstacle> {
        let mut obstacles = self.cell.obstacles.iter();
        obstacles.find(|no| match no.stage {
            CompareStage::Discover => !matches!(
                no.reason.as_str(),
                "outside-roots"
                    | "already-visited"
                    | "duplicate"
                    | "not-touched"
                    | "bundled-off"
                    | "source-off"
            ),
            CompareStage::Parse => no.reason != "unread",
            CompareStage::Load => no.reason == "shadowed",
            CompareStage::List | CompareStage::User | CompareStage::Model => false,
        })
    }
}
