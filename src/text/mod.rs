//! Functions on texts that do not depend on hosts: frontmatter, places, YAML, Markdown, mentions,
//! and the cost of a text to a model.

pub mod budget;
pub(crate) mod collation;
#[cfg(any(feature = "build", feature = "locks", feature = "sources"))]
pub(crate) mod digest;
pub mod document;
pub(crate) mod encoding;
pub(crate) mod gray_matter;
pub(crate) mod js;
pub(crate) mod js_value;
pub(crate) mod js_yaml;
pub(crate) mod json5;
pub(crate) mod jsonc;
pub(crate) mod markdown;
pub(crate) mod markup;
pub(crate) mod mention;
pub(crate) mod needles;
pub(crate) mod npm_yaml;
pub(crate) mod placed_json;
pub(crate) mod plain_yaml;
pub(crate) mod py_yaml;
pub(crate) mod python;
pub(crate) mod shell;
pub(crate) mod tag;
pub(crate) mod template;
pub mod unicode;
pub(crate) mod yaml;
pub(crate) mod yaml_scalar;
