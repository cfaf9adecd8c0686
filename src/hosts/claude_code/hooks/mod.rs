//! Hooks: those that a skill's frontmatter declares, and when one of them fires.
//!
//! The shape is that of the settings: a map from event to a list of matchers, each with its handlers
//! (docs/hosts/claude-code-use.md#hooks). The names and members are those of the documentation of 2026-08.

mod declared;
mod events;
mod matcher;

pub(super) use declared::{events, parse};
pub(super) use events::EVENTS;
pub(super) use matcher::fires;
