//! `vague-name`: the name would fit any skill.
//!
//! Fix: none, because only the author knows a better name, and users type the existing one.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "vague-name",
    Severity::Hint,
    "the name would fit any skill",
    &[Run::Skill(check)],
);

/// Names that do not describe what a skill does, such as `utils`.
static VAGUE_NAMES: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/vague_names.txt")));

/// Finds a name that does not describe the skill.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(member) = skill.member("name") else {
        return;
    };
    let name = skill.slice(&member.value_bytes).trim_matches(['"', '\'']);
    if VAGUE_NAMES.contains(&name.to_ascii_lowercase().as_str()) {
        let range = skill.range(member.value_bytes.clone());
        let message = format!("the name {name:?} would fit any skill");
        found.push(
            Diagnostic::new(&RULE, skill.path, range, message)
                .help("Name it after what it does, such as `pdf-forms`.")
                .concerning(skill.all_hosts()),
        );
    }
}
