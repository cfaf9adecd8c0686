//! `vague-name`: the name would fit any skill.
//!
//! Fix: none, since only the author knows a better name, and users type the one that is there.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "vague-name",
    Severity::Hint,
    "the name would fit any skill",
);

/// Names that say nothing.
static VAGUE_NAMES: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/vague_names.txt")));

/// Finds a name that says nothing about the skill.
pub(super) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(member) = context.member("name") else {
        return;
    };
    let name = context.slice(&member.value_bytes).trim_matches(['"', '\'']);
    if VAGUE_NAMES.contains(&name.to_ascii_lowercase().as_str()) {
        let range = context.range(member.value_bytes.clone());
        let message = format!("the name {name:?} would fit any skill");
        found.push(
            Diagnostic::new(&RULE, context.path, range, message)
                .help("Name it after what it does, such as `pdf-forms`.")
                .concerning(context.all_hosts()),
        );
    }
}
