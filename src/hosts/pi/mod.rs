//! The host pi. This file implements `Host`. Each other file contains one stage, or code that
//! several stages share.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod ignores;
mod left_out;
mod list;
mod options;
mod sections;
mod select;
mod walk;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use frontmatter::plain_reader_agrees;

pub use editions::ID;
pub(crate) use editions::Pi;
pub use options::PiOptions;

use crate::host::Host;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::stages::View;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::request_form::{ListPlace, RequestForm};
use crate::model::skill::Skill;
use crate::tree::path;

impl Host for Pi {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".pi/skills")
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        Some(select::typed(skill))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            list: ListPlace::Inside {
                before: "",
                after: "",
            },
            ..RequestForm::USUAL
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for Pi {
    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        Feature::present(&[(
            !skill.model_invocable,
            fields::DISABLE,
            "keeps the model from choosing the skill on its own",
            true,
        )])
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            // No tag of the list is included, because the host escapes the entries of the list.
            list: &[],
            text: &[select::TAG],
        }
    }
}
