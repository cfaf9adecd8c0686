//! A reason why a field of the frontmatter is not valid YAML, with repairs for the field.

use std::ops;

use crate::lint::fixes::check::Edit;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::rule::Rule;
use crate::lint::skill_context::Member;

/// A fault of a field of the frontmatter, with its repairs. The best repair is first.
pub struct YamlFault {
    pub rule: &'static Rule,
    pub bytes: ops::Range<usize>,
    pub message: String,
    pub help: &'static str,
    pub repairs: Vec<Repair>,
    pub related: Vec<(ops::Range<usize>, &'static str)>,
}

impl YamlFault {
    /// Creates the fault of a value inside of a list or a mapping. The repair puts the value in quotes.
    pub fn below(
        rule: &'static Rule,
        member: &Member<'_>,
        bytes: ops::Range<usize>,
        is: &str,
        edits: Vec<Edit>,
    ) -> Self {
        Self {
            rule,
            bytes,
            message: format!("a value below `{}` {is}", member.key),
            help: "Put all of the value in quotes.",
            repairs: vec![Repair::new("Put the value in quotes", edits)],
            related: Vec::new(),
        }
    }
}

/// The keys whose values are texts in the author's own words.
pub const TEXTS: [&str; 3] = ["name", "description", "when_to_use"];
