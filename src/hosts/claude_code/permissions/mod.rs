//! Permission rules such as `Skill(commit)` and `Bash(git *)`, and their decisions on skills and
//! commands.
//!
//! Deny rules take precedence over ask rules, and ask rules over allow rules. It makes no
//! difference which rule is more specific (docs/hosts/claude-code-use.md#permissions).
//! docs/hosts/claude-code-use.md#rules-on-bash describes the rules on shell commands.

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
