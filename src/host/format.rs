//! The format of a skill's files as a host knows it: fields, marks that it replaces, tags that it writes around them.

use std::ops::Range;

use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{Frontmatter, Skill};

/// See the [module](self). A host that acts on name, description and text alone needs none of it.
pub trait SkillFormat {
    /// The fields that the host knows, each once, those of the frontmatter first. The host parses by the same table.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// True if a key of the frontmatter that is none of the fields is a fault.
    fn refuses_unknown_fields(&self) -> bool {
        false
    }

    /// The fault of a rule of `allowed-tools`, if the host reads such rules.
    fn tool_rule_fault(&self, _rule: &str) -> Option<String> {
        None
    }

    /// The names of the tools that rules of `allowed-tools` may be on, where the host acts on such rules. There may be others.
    fn tool_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The stretches of a skill's file that the host replaces when the skill is used, in their order.
    fn replaces(&self, _text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        Vec::new()
    }

    /// The variables that a text may name, where the host puts values in their place.
    fn variables(&self) -> Vec<Variable> {
        Vec::new()
    }

    /// The byte of a file that the frontmatter ends before, where the host looks for that otherwise than at a line `---`.
    fn frontmatter_end(&self, _text: &str) -> Option<usize> {
        None
    }

    /// Whether a `name` may be another name of a skill that its folder names, or why not; none where the host knows no such
    /// names.
    fn label(&self, _name: &str) -> Option<Result<(), &'static str>> {
        None
    }

    /// The tags that a skill's words stand between before the model, as they are.
    fn envelope(&self) -> Envelope {
        Envelope::default()
    }

    /// Of the tools that a skill allows, those that run anything without a question.
    fn unlimited_tools(&self, _fields: &Frontmatter) -> Vec<String> {
        Vec::new()
    }

    /// The host's own reason for keeping a skill from the model, and the change that lets it through.
    fn hides(&self, _skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        None
    }

    /// The host's own reason why the user cannot put a skill to use by its name, and the remedy.
    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Everything of a skill that the host acts on beyond name, description and text.
    fn features(&self, _view: &View<'_>, _skill: &Skill) -> Vec<Feature> {
        Vec::new()
    }
}

/// The format of a host that acts on name, description and text alone.
#[derive(Debug, Clone, Copy)]
pub struct PlainFormat;

impl SkillFormat for PlainFormat {}

/// A variable of the host's own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable {
    /// How a text writes it, such as `${CLAUDE_SKILL_DIR}`.
    pub mark: String,
    /// True if it has a value in the skills of plugins (or extensions) alone.
    pub of_plugins: bool,
}

/// A stretch of a skill's file that something else takes the place of when the skill is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Its bytes of the file.
    pub bytes: Range<usize>,
    /// The replacement.
    pub by: Replacement,
}

/// The replacement of a stretch of a skill's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// The text that the user typed behind the skill's name, or a word of it.
    Argument,
    /// A directory, an id or the like.
    Variable,
    /// The output of the command in it.
    Command,
}

/// The names of the tags that a skill's words stand between before the model, as they are. What closes one of them speaks
/// for the host from there on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Envelope {
    /// Around its description, in the list.
    pub list: &'static [&'static str],
    /// Around its text.
    pub text: &'static [&'static str],
}
