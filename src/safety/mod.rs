//! Harm in the texts of a skill: commands that run what nobody has read or send secrets away, orders that turn a model
//! against its user, and texts that are encoded so that nobody reads them.
//!
//! The room knows texts and nothing of hosts or diagnostics: it returns findings of its own, with their places. The rules in
//! `lint/rules/safety` turn them into diagnostics. `docs/rules/safety.md` shows what it finds and what it costs.

mod commands;
mod lists;
mod payload;
mod speech;

pub(crate) use commands::{Act, ActKind, acts, is_example, quoted};
pub(crate) use payload::{PayloadKind, payloads};
pub(crate) use speech::{Act as SpeechAct, Place, Speech, speech};
