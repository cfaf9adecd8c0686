//! Finds pinned versions that are older than the package's newest version, which the caller gives.

use std::collections::BTreeMap;

use super::report::{HealthKind, HealthSymptom};
use super::symptom::symptom;
use super::texts::Text;

const MAJOR: u32 = 30;
const MINOR: u32 = 8;

/// Finds outdated versions of packages, such as `express@4.17.1`, `requests==2.20` and `"express":
/// "^4.17.1"`. `newest` has the newest version of each package.
pub(super) fn find(
    text: &Text<'_>,
    newest: &BTreeMap<String, String>,
    symptoms: &mut Vec<HealthSymptom>,
) {
    for (package, newest) in newest {
        let Some(latest) = version(newest) else {
            continue;
        };
        for (at, _) in text.text.match_indices(package.as_str()) {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@');
            if text.text[..at].ends_with(is_part) || package.is_empty() {
                continue;
            }
            let after = at + package.len();
            let Some(start) = pinned(&text.text[after..]).map(|skipped| after + skipped) else {
                continue;
            };
            let Some(found) = version(&text.text[start..]) else {
                continue;
            };
            // Before 1.0, a new minor version may be incompatible, like a new major version.
            let major = |version: [u64; 3]| {
                if version[0] == 0 {
                    [0, version[1]]
                } else {
                    [version[0], 0]
                }
            };
            let weight = if major(found) < major(latest) {
                MAJOR
            } else if found < latest && found[1] < latest[1] {
                MINOR
            } else {
                continue;
            };
            let end = start
                + text.text[start..]
                    .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')))
                    .unwrap_or(text.text.len() - start);
            let written = text.text[start..end].trim_end_matches('.');
            let message = format!("{package} {written} is older than {newest}");
            symptoms.push(symptom(
                HealthKind::OldVersion,
                weight,
                text,
                at..start + written.len(),
                message,
            ));
        }
    }
}

/// Returns the length in bytes of the text between a package's name and its pinned version, such as
/// `==`. `after` is the text after the name. Returns `None` if no version is pinned.
fn pinned(after: &str) -> Option<usize> {
    let marks = [
        "@^", "@~", "@v", "@", "===", "==", "~=", "\": \"^", "\": \"~", "\": \"", " = \"^",
        " = \"~", " = \"",
    ];
    let mark = marks.iter().find(|mark| after.starts_with(**mark))?;
    Some(mark.len())
}

/// Returns the three numbers of the version at the start of a text. Missing numbers are zero.
/// Returns `None` if the text does not begin with a number.
fn version(text: &str) -> Option<[u64; 3]> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut numbers = [0; 3];
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = text[..end.unwrap_or(text.len())].split('.');
    let mut count = 0;
    for (place, part) in numbers.iter_mut().zip(parts) {
        match part.parse() {
            Ok(number) => *place = number,
            Err(_) => break,
        }
        count += 1;
    }
    (count > 0).then_some(numbers)
}
