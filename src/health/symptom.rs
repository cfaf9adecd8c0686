//! Builds a symptom from its place in a text.

use super::report::{HealthKind, HealthSymptom};
use super::texts::Text;

/// Creates a symptom that is located at a byte range of a text.
pub(super) fn symptom(
    kind: HealthKind,
    weight: u32,
    text: &Text<'_>,
    bytes: std::ops::Range<usize>,
    message: String,
) -> HealthSymptom {
    HealthSymptom {
        kind,
        weight,
        message,
        path: text.path.clone(),
        range: text.places.range(bytes),
    }
}
