//! What the rules find, and what their fixes mend.

mod body;
mod config;
mod convert;
mod description;
mod drops;
mod files;
mod fix;
mod ignore;
mod index;
mod pages;
mod safety;
mod structure;
mod support;
mod tree;
mod yaml;
