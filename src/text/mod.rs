//! What a text is, whoever reads it: frontmatter and places, YAML, Markdown, mentions, and what a text costs a model.

pub mod budget;
pub mod document;
pub(crate) mod markdown;
pub(crate) mod mention;
pub(crate) mod yaml;
