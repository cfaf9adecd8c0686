//! What the rules find, and what their fixes mend.

mod body;
mod description;
mod pages;
mod safety;
mod tree;
