//! `not-utf8`: the file is in another encoding than UTF-8.
//!
//! Fix: none, because only the author knows the encoding.

use crate::lint::helpers::unreadable::Unreadable;
use crate::lint::prelude::*;
use crate::text::document::PlaceIndex;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "not-utf8",
    Severity::Warning,
    "the file is not UTF-8",
    &[Run::Unreadable(find)],
);

/// The byte order marks of UTF-16, in both byte orders.
const UTF_16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Returns the finding that no host can read the file because it is not UTF-8; `None` if the file
/// is UTF-8.
pub fn find(context: &SkillContext<'_>) -> Option<Unreadable> {
    let contents = context.file.contents()?;
    let at = contents.text().err()?.valid_up_to();
    let (before, after) = contents.bytes().split_at(at);
    let before = std::str::from_utf8(before).unwrap_or_default();
    let range = PlaceIndex::new(before).range(at..at);
    let message = match after.first() {
        _ if UTF_16.iter().any(|mark| after.starts_with(mark)) => {
            "the file is UTF-16, not UTF-8".to_owned()
        }
        Some(byte) => format!("the byte 0x{byte:02X} is not UTF-8 here"),
        None => "the file is not UTF-8".to_owned(),
    };
    Some(Unreadable {
        diagnostic: Diagnostic::new(&RULE, context.path, range, message)
            .help("Save the file as UTF-8."),
        otherwise: "shown with \u{fffd}",
    })
}
