//! Permissions: rules such as `Skill(commit)` and `Bash(git *)`, and the verdicts of these rules on a skill or a
//! command.
//!
//! Deny rules take precedence over ask rules, and ask rules take precedence over allow rules, no matter how specific a
//! rule is (docs/hosts/claude-code-use.md#permissions). docs/hosts/claude-code-use.md#rules-on-bash describes the rules
//! on shell commands.

mod parts;
mod pattern;
mod readers;
mod rule;
mod rules;
mod wrappers;

pub(super) use parts::parts;
pub(super) use pattern::wildcard;
pub(super) use readers::find_only_reads;
pub(super) use rule::{Rule, split_tools};
pub(super) use rules::{
    Rules, SkillNames, allows_part, commands_match, is_on_command, suggestions,
};
pub(super) use wrappers::{Assignments, forms, harmless_rest};
