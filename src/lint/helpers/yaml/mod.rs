//! Frontmatter that is not YAML: faults, repairs, and the parsers that are asked.

pub mod fault;
pub mod fence;
pub mod lines;
pub mod parser;
pub mod repair;
