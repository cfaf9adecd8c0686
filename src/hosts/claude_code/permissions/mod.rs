//! Permissions: rules such as `Skill(commit)` and `Bash(git *)`, and the verdicts of these rules on a skill or a
//! command.
//!
//! Deny rules take precedence over ask rules, and ask rules take precedence over allow rules, no matter how specific a
//! rule is (docs/hosts/claude-code-use.md#permissions). docs/hosts/claude-code-use.md#rules-on-bash describes the rules
//! on shell commands.

mod commands;
mod decider;
mod file_rules;
mod pattern;
mod rule;
mod rules;
mod wrappers;

pub(super) use commands::{NEEDS_APPROVAL, commands_match};
pub(super) use decider::{
    CommandDecision, Decider, Granted, Mode, allowed, asked, denied, named, unavailable,
};
pub(super) use file_rules::{Places, is_sensitive};
pub(super) use pattern::wildcard;
pub(super) use rule::{Rule, split_tools};
pub(super) use rules::{Rules, SkillNames, suggestions};
