//! The rules: a folder for each group, a file for each rule, which has its metadata, what it finds, its fix, and why that
//! fix is safe.

pub(super) mod body;
pub(super) mod configuration;
pub(super) mod description;
pub(super) mod fields;
mod limits;
mod phrases;
pub(super) mod safety;
pub(super) mod structure;
pub(super) mod yaml;
