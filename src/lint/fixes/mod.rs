//! Fixes, and the two checks that prove that a fix is safe. [`check`] proves that hosts show the
//! same result with the edits. [`kept_words`] proves that no word of the author is lost, and lists
//! the exceptions. `docs/lint.md` describes the guarantees of a safe fix.

mod apply;
pub(super) mod check;
mod fix;
pub(super) mod kept_words;

pub(super) use apply::Plan;
pub use apply::{Applied, apply};
pub use fix::{FileRename, Fix, TextEdit};
