//! What the rules find, and what their fixes mend.

mod fields;
mod openai_yaml;
mod pages;
mod schema;
