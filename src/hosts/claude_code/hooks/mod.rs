//! Hooks that a skill's frontmatter declares, and when they fire.
//!
//! The structure is that of the settings: a map from event to a list of matchers, each with its handlers
//! (docs/hosts/claude-code-use.md#hooks). Names and members follow the documentation of 2026-08.

mod declared;
mod events;
mod matcher;

pub(super) use declared::{events, parse};
pub(super) use events::EVENTS;
pub(super) use matcher::fires;
