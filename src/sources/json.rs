//! JSON that others wrote, within bounds.

use crate::text::js_value::Value;
use crate::text::json5;

/// Longest document that is read, in bytes. This limit is ours.
const MAX_BYTES: usize = 16 << 20;

/// The remedy for a document that cannot be read.
pub(super) const HELP: &str =
    "Serve JSON of 16 MiB at most, no deeper than 128 levels, and not a page of HTML.";

/// A document's value; none when it is no JSON, too long, or deeper than 128 levels.
pub(super) fn read(text: &str) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json =
        text.len() <= MAX_BYTES && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_json.then(|| json5::read_all(text))?
}
