//! Tests which findings the rules report, and what the fixes change.

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
mod places;
mod repeats;
mod schema;
mod structure;
pub mod support;
pub mod tree;
mod unread;
mod unreadable;
mod yaml;
