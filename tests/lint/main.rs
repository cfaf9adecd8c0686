//! What the rules find, and what their fixes mend.

mod config;
mod convert;
mod drops;
mod files;
mod fix;
mod ignore;
mod index;
mod pages;
mod structure;
mod support;
mod yaml;
