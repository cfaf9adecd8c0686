//! A skill with the values that several rules need to check it.

use std::ops::Deref;

use super::helpers::cuts::{Cut, cuts};
use super::helpers::description::{Words, description};
use super::helpers::for_people;
use super::helpers::substitutions::Substitutions;
use super::skill_context::SkillContext;
use super::texts::SkillText;
use crate::hashing::HashSet;

/// A skill that the rules check: a skill that a host loads, or would load from another location.
pub(super) struct CheckedSkill<'s, 'a> {
    pub context: &'s SkillContext<'a>,
    /// The texts of the skill: the `SKILL.md` first, then the files beside it.
    pub texts: &'s [SkillText<'a>],
    /// The paths of documents in the skill's folder that are meant for people, such as a
    /// `README.md`. A document that a text of the skill names is not included.
    pub for_people: HashSet<&'s str>,
    /// The places in the `SKILL.md` where hosts substitute text; `None` if the text contains
    /// neither `$` nor `!`.
    pub substitutions: Option<Substitutions<'s, 'a>>,
    /// The ways in which hosts shorten the description or leave out the skill in their lists of
    /// skills.
    pub cuts: Vec<Cut<'a>>,
    /// The words of the description; `None` if the author wrote no description.
    pub words: Option<Words<'a>>,
}

impl<'a> Deref for CheckedSkill<'_, 'a> {
    type Target = SkillContext<'a>;

    fn deref(&self) -> &SkillContext<'a> {
        self.context
    }
}

impl<'s, 'a> CheckedSkill<'s, 'a> {
    pub fn new(context: &'s SkillContext<'a>, texts: &'s [SkillText<'a>]) -> Self {
        Self {
            context,
            texts,
            for_people: for_people::unnamed(context),
            substitutions: Substitutions::of(context, texts),
            cuts: cuts(context),
            words: description(context).map(Words::new),
        }
    }
}
