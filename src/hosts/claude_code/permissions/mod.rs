//! Permissions: rules such as `Skill(commit)` and `Bash(git *)`, and their verdicts on a skill or a command.
//!
//! Deny rules take precedence over ask rules, and ask rules over allow rules, however specific a rule is
//! (docs/hosts/claude-code-use.md#permissions). Rules on shell commands follow
//! docs/hosts/claude-code-use.md#rules-on-bash.

mod parts;
mod pattern;
mod readers;
mod rule;
mod rules;
mod wrappers;

pub(super) use parts::parts;
pub(super) use rule::{Rule, split_tools};
pub(super) use rules::{Rules, SkillNames, suggestions};
