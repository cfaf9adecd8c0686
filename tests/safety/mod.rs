//! Harm in skills: hidden characters and secrets, commands, orders to a model, and the labelled set.

mod characters;
mod commands;
mod set;
mod speech;
