//! Frontmatter that is not valid YAML: its faults, their repairs, and the parsers that the repairs are tested with.

pub mod fault;
pub mod fence;
pub mod lines;
pub mod parser;
pub mod repair;
