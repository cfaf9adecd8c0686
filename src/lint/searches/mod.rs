//! Searches with several possible outcomes. Each outcome is the finding of a different rule.

pub mod keys;
#[cfg(feature = "locks")]
pub mod locks;
pub mod no_frontmatter;
pub mod openai_yaml;
pub mod plugins;
pub mod yaml;
