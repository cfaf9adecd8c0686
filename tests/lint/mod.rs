//! What the rules find, and what their fixes mend.

mod body;
mod config;
mod convert;
mod description;
mod drops;
mod fields;
mod files;
mod fix;
mod ignore;
mod index;
mod kept;
mod openai_yaml;
mod page;
mod pages;
mod peers;
mod schema;
mod structure;
pub mod support;
pub mod tree;
mod unread;
mod unreadable;
mod yaml;
