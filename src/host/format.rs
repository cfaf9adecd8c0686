//! The format of a skill's files: the fields that the host reads, the marks that it replaces, and the tags that it
//! writes around the text.

use std::ops::Range;

use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{Frontmatter, Skill};
use crate::sort;

/// The format of a skill's files. A host that uses only name, description and text needs only the defaults of this
/// trait.
pub trait SkillFormat {
    /// Returns the fields that the host knows. Each field is returned once, and the fields of the frontmatter come
    /// first. The host's parser uses the same table.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Returns true if an unknown key in the frontmatter is a fault.
    fn refuses_unknown_fields(&self) -> bool {
        false
    }

    /// Returns the reason why a rule in `allowed-tools` is wrong; none if the rule is right or the host does not read
    /// such rules.
    fn tool_rule_fault(&self, _rule: &str) -> Option<String> {
        None
    }

    /// Returns the tool names that rules in `allowed-tools` may use; empty if the host does not apply such rules. The
    /// list may be incomplete.
    fn tool_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the spans of a skill's file that the host replaces when the skill is invoked, in text order.
    fn replaces(&self, _text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        Vec::new()
    }

    /// Returns true if a numbered argument that the user did not type stays as it is written. Other hosts remove it.
    fn keeps_missing_arguments(&self) -> bool {
        false
    }

    /// Returns the number of the first argument in a text: 0 if `$0` is the first argument, 1 if `$1` is the first
    /// argument.
    fn first_argument(&self) -> usize {
        1
    }

    /// Returns the variables that the host replaces with values in a text.
    fn variables(&self) -> Vec<Variable> {
        Vec::new()
    }

    /// Returns the byte offset of the end of the frontmatter; none if the frontmatter ends at a line `---`, as in most
    /// hosts.
    fn frontmatter_end(&self, _text: &str) -> Option<usize> {
        None
    }

    /// Returns `Ok` if `name` may be the second name of a skill, and the reason otherwise. Returns none if every skill
    /// of the host has only one name.
    fn label(&self, _name: &str) -> Option<Result<(), &'static str>> {
        None
    }

    /// Returns the names of the tags that the host writes around a skill's text for the model.
    fn envelope(&self) -> Envelope {
        Envelope::default()
    }

    /// Returns the entries of a skill's `allowed-tools` that let the model run any command without asking the user.
    fn unlimited_tools(&self, _fields: &Frontmatter) -> Vec<String> {
        Vec::new()
    }

    /// Returns the host's own reason for hiding a skill from the model, and the change after which the model sees the
    /// skill.
    fn hides(&self, _skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        None
    }

    /// Returns the host's own reason why the user cannot invoke a skill by its name, and the remedy.
    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Returns everything in a skill that the host uses besides name, description and text.
    fn features(&self, _view: &View<'_>, _skill: &Skill) -> Vec<Feature> {
        Vec::new()
    }
}

/// The format of a host that uses only name, description and text.
#[derive(Debug, Clone, Copy)]
pub struct PlainFormat;

impl SkillFormat for PlainFormat {}

/// A variable that a host defines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable {
    /// The spelling in a text, such as `${CLAUDE_SKILL_DIR}`.
    pub mark: String,
    /// True if the variable has a value only in skills of plugins or extensions.
    pub of_plugins: bool,
}

/// A span of a skill's file that the host replaces when the skill is invoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The byte range in the file.
    pub bytes: Range<usize>,
    /// The kind of text that replaces the span.
    pub by: Replacement,
}

impl Replaced {
    /// Returns these spans of the text that begins at the byte `start` of the file, in the order of the file.
    pub(crate) fn in_order(
        spans: impl Iterator<Item = (Range<usize>, Replacement)>,
        start: usize,
    ) -> Vec<Self> {
        let in_file = |bytes: Range<usize>| start + bytes.start..start + bytes.end;
        let spans = spans.map(|(bytes, by)| Self {
            bytes: in_file(bytes),
            by,
        });
        let mut spans: Vec<_> = spans.collect();
        sort::by_key(&mut spans, |span| (span.bytes.start, span.bytes.end));
        spans
    }
}

/// The kind of text that replaces a span of a skill's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// The text that the user typed after the skill's name, or one word of it.
    Argument,
    /// The value of a variable, such as a directory or an id.
    Variable,
    /// The output of the command in the span.
    Command,
}

/// The names of the tags that the host writes around parts of a skill for the model. A skill that contains the closing
/// tag can imitate the host's own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Envelope {
    /// The tags around the description in the list.
    pub list: &'static [&'static str],
    /// The tags around the skill's text.
    pub text: &'static [&'static str],
}
