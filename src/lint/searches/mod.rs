//! Searches with several outcomes, each of which is the finding of another rule.

pub mod keys;
pub mod no_frontmatter;
pub mod openai_yaml;
pub mod yaml;
