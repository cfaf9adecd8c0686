//! Frontmatter that is not valid YAML: faults, repairs and parsers.

pub mod fault;
pub mod fence;
pub mod lines;
pub mod parser;
pub mod repair;
