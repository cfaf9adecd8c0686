//! The format of a skill's files in a host: the fields that the host reads, the marks that it
//! replaces, and the tags that it writes around a skill's text.

use std::ops::Range;

use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{Frontmatter, Skill};
use crate::sort;

/// The format of a skill's files in a host. The default methods fit a host that uses only the name,
/// the description and the text.
pub trait SkillFormat {
    /// Returns the fields that the host knows, without duplicates. The fields of the frontmatter
    /// come first.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Returns true if the host rejects a skill with an unknown frontmatter key.
    fn refuses_unknown_fields(&self) -> bool {
        false
    }

    /// Returns the reason why a rule in `allowed-tools` is wrong. Returns `None` if the rule is
    /// right, or if the host does not read such rules.
    fn tool_rule_fault(&self, _rule: &str) -> Option<String> {
        None
    }

    /// Returns the tool names that rules in `allowed-tools` may use; empty if the host does not
    /// apply such rules. The list may be incomplete.
    fn tool_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the spans of a skill's file that the host replaces when the skill is invoked, in
    /// text order. A span is, for example, `$ARGUMENTS`.
    fn replaces(&self, _text: &str, _fields: &Frontmatter) -> Vec<Replaced> {
        Vec::new()
    }

    /// Returns true if this host leaves a placeholder such as `$2` in the text when the user typed
    /// fewer than two arguments. Returns false if this host removes the placeholder.
    fn keeps_missing_arguments(&self) -> bool {
        false
    }

    /// Returns the number that a placeholder for the first argument has: 0 if the host replaces
    /// `$0` with the first argument, 1 if it replaces `$1`.
    fn first_argument(&self) -> usize {
        1
    }

    /// Returns the variables that the host replaces with their values in a skill's text.
    fn variables(&self) -> Vec<Variable> {
        Vec::new()
    }

    /// Returns the byte offset at which the frontmatter ends. Returns `None` if the frontmatter
    /// ends at a line `---`, as in most hosts.
    fn frontmatter_end(&self, _text: &str) -> Option<usize> {
        None
    }

    /// Checks whether the host accepts the name in a skill's frontmatter as a second name, besides
    /// the name of the skill's folder. Returns `None` if the host never uses two names for a skill.
    /// Otherwise returns `Ok` if the host accepts `name`, or the reason why the host does not
    /// accept `name`.
    fn label(&self, _name: &str) -> Option<Result<(), &'static str>> {
        None
    }

    /// Returns the names of the tags that the host writes around parts of a skill in messages to
    /// the model.
    fn envelope(&self) -> Envelope {
        Envelope::default()
    }

    /// Returns the entries of a skill's `allowed-tools` that let the model run any command without
    /// asking the user.
    fn unlimited_tools(&self, _fields: &Frontmatter) -> Vec<String> {
        Vec::new()
    }

    /// Returns the reason, specific to this host, for which a skill is hidden from the model, and
    /// advice to the author. Returns `None` if there is no such reason.
    fn hides(&self, _skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        None
    }

    /// Returns the reason, specific to this host, for which the user cannot invoke a skill by its
    /// name, and advice to the author. Returns `None` if there is no such reason.
    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Returns the features of the host that a skill uses, besides name, description and text.
    fn features(&self, _view: &View<'_>, _skill: &Skill) -> Vec<Feature> {
        Vec::new()
    }
}

/// The format of a host that uses only name, description and text.
#[derive(Debug, Clone, Copy)]
pub struct PlainFormat;

impl SkillFormat for PlainFormat {}

/// A variable that a host replaces in the text of skills.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable {
    /// The variable as written in a skill's text, such as `${CLAUDE_SKILL_DIR}`.
    pub mark: String,
    /// True if the variable has a value only in skills that belong to a plugin or an extension.
    pub of_plugins: bool,
}

/// A span of a skill's file that the host replaces when the skill is invoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The byte range of the span in the skill's file.
    pub bytes: Range<usize>,
    /// The kind of text that replaces the span.
    pub by: Replacement,
}

impl Replaced {
    /// Converts spans of a text to spans of the file, and sorts the spans by position. The text
    /// begins at the byte `start` of the file.
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
    /// The text that the user typed after the skill's name, or one word of this text.
    Argument,
    /// The value of a variable, such as a directory or an ID.
    Variable,
    /// The output of a shell command that the skill's file contains.
    Command,
}

/// The names of the tags that the host writes around parts of a skill for the model. A skill that
/// contains a closing tag can imitate the host's own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Envelope {
    /// The tags around a skill's description in the list of skills.
    pub list: &'static [&'static str],
    /// The tags around the skill's text.
    pub text: &'static [&'static str],
}
