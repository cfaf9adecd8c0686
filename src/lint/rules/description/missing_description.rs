//! A description that is not there, or is empty.

use crate::lint::diagnostic::Severity;
use crate::lint::rule::{Rule, RuleGroup};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "missing-description",
    Severity::Warning,
    "there is no description, or an empty one",
);
