//! Tests the rules on safety: hidden characters and secrets, commands, orders to a model, and the
//! labelled set of skills.

mod characters;
mod commands;
mod set;
mod speech;
