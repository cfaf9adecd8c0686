//! Hooks that a skill's frontmatter declares, and the rules that decide when they run.
//!
//! The field `hooks` has the same structure as in the settings: a map from events to lists of
//! matchers, each with its handlers (docs/hosts/claude-code-use.md#hooks). The names of events and
//! fields follow the documentation of 2026-08. How hooks run, and how their results are
//! interpreted, follows recorded answers of Claude Code (docs/hosts/claude-code-hooks.md).

mod answer;
mod condition;
mod declared;
mod events;
mod input;
mod matcher;
mod run;
mod schema;

pub(super) use answer::answer;
pub(super) use declared::{events, parse};
pub(super) use events::EVENTS;
pub(super) use matcher::fires;
pub(super) use run::run;
