//! What the rules find, and what their fixes mend.

mod config;
mod convert;
mod drops;
mod fields;
mod files;
mod fix;
mod ignore;
mod index;
mod openai_yaml;
mod pages;
mod schema;
mod structure;
mod support;
mod yaml;
