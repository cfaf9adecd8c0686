//! Harm in the texts of a skill: commands that execute unchecked data or send secrets away, instructions that turn a
//! model against its user, and encoded texts that people cannot read.
//!
//! The module reads texts and depends on neither hosts nor diagnostics: it returns findings of its own types, with
//! their places. The rules in `lint/rules/safety` turn them into diagnostics. `docs/rules/safety.md` shows what the
//! rules find, and how much time they take.

mod commands;
mod lists;
mod payload;
mod speech;

pub(crate) use commands::{Act, ActKind, acts, is_example, is_on_harm, quoted};
pub(crate) use payload::{PayloadKind, payloads};
pub(crate) use speech::{Act as SpeechAct, OrderPlace, Speech, speech};
