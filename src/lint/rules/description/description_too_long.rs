//! A description that is longer than a host takes.

use crate::lint::diagnostic::Severity;
use crate::lint::rule::{Rule, RuleGroup};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-too-long",
    Severity::Warning,
    "the description is longer than a host takes",
);
