//! The rules, with a folder for each group and a file for each rule. A rule's file has its
//! metadata, the functions that check skills, its fix, and the reason why the fix is safe.

pub(super) mod body;
pub(super) mod configuration;
pub(super) mod description;
pub(super) mod fields;
#[cfg(feature = "locks")]
pub(super) mod locks;
pub(super) mod safety;
pub(super) mod structure;
pub(super) mod yaml;

use super::helpers::{limits, phrases};
