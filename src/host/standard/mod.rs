//! The open standard.

mod strict_yaml;
mod validate;

pub use validate::{Code, Finding, Properties, read_properties, validate};
