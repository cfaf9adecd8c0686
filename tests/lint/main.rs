//! What the rules find, and what their fixes mend.

mod pages;
