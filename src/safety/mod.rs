//! Harm in the texts of a skill: commands that execute unchecked data or send secrets away, harmful
//! instructions to a model, and encoded texts that people cannot read.
//!
//! The module does not depend on hosts or diagnostics. It returns findings of its own types, with
//! their places. The rules in `lint/rules/safety` convert these findings into diagnostics.
//! `docs/rules/safety.md` shows the findings of the rules, and how much time the rules take.

mod commands;
mod lists;
mod payload;
mod speech;

pub(crate) use commands::{Act, ActKind, acts, is_example, is_on_harm, quoted};
pub(crate) use payload::{PayloadKind, payloads};
pub(crate) use speech::{Act as SpeechAct, OrderPlace, Speech, speech};
