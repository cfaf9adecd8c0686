//! Hooks that a skill's frontmatter declares, and the rules that decide when they fire.
//!
//! The field has the same structure as hooks in the settings: a map from events to lists of matchers, each with its
//! handlers (docs/hosts/claude-code-use.md#hooks). The names of events and members follow the documentation of 2026-08.
//! The runs, and the reading of their results, follow the recorded answers of the released program
//! (docs/hosts/claude-code-hooks.md).

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
