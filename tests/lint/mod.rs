//! What the rules find, and what their fixes mend.

mod body;
mod commands;
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
mod pages;
mod peers;
mod safety;
mod safety_set;
mod schema;
mod speech;
mod structure;
mod support;
mod tree;
mod unread;
mod unreadable;
mod yaml;
