//! Fields for yes or no.

use crate::model::field::{Field, FieldKind};

/// Whether a host reads the field as yes or no.
pub(super) fn is_boolean(field: &Field) -> bool {
    field.is_read() && matches!(field.kind, FieldKind::Boolean { .. })
}
