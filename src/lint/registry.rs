//! The one list of the rules. Each is declared beside the code that finds it, in `rules/<group>/<code>.rs`.

use super::rule::Rule;
use super::rules::{body, configuration, description, fields, safety, structure, yaml};
use crate::sort;

/// The rules of every group.
const GROUPS: &[&[&Rule]] = &[
    structure::RULES,
    yaml::RULES,
    fields::RULES,
    description::RULES,
    body::RULES,
    safety::RULES,
    configuration::RULES,
];

/// All rules, by group.
#[must_use]
pub fn rules() -> Vec<Rule> {
    let all = GROUPS.iter().flat_map(|rules| rules.iter());
    let mut all: Vec<_> = all.map(|rule| **rule).collect();
    sort::by_key(&mut all, |rule| (rule.group, rule.code));
    all
}
