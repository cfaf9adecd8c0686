//! Parses JSON from a website or an MCP server, up to a maximum size and depth.

use crate::text::js_value::Value;
use crate::text::json5;

/// The maximum length of a JSON document, in bytes. No host has this limit.
const MAX_BYTES: usize = 16 << 20;

/// The advice to the author if a JSON document cannot be read.
pub(super) const HELP: &str =
    "Serve JSON of 16 MiB at most, no deeper than 128 levels, and not a page of HTML.";

/// Returns the value of a JSON document. Returns none if the document is not valid JSON, is too
/// long, or has more than 128 levels.
pub(super) fn read(text: &str) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json =
        text.len() <= MAX_BYTES && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_json.then(|| json5::read_all(text))?
}
