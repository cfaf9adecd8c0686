//! Fixes, and the two checks that prove them safe: hosts show the same with the edits ([`check`]), and no word of the
//! author is lost ([`kept_words`], which lists the exceptions). `docs/lint.md` describes the guarantees of a safe fix.

mod apply;
pub(super) mod check;
mod fix;
pub(super) mod kept_words;

pub(super) use apply::Plan;
pub use apply::{Applied, apply};
pub use fix::{FileRename, Fix, TextEdit};
