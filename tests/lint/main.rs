//! What the rules find, and what their fixes mend.

mod drops;
mod pages;
mod structure;
mod yaml;
