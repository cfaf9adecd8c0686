//! The options that only Cline reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::ArgumentError;

/// Options that only Cline reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClineOptions {
    /// True if Cline runs in yolo mode, in which the model has no skill tool. The default is false.
    #[serde(default)]
    pub yolo: bool,
}

crate::record! { ClineOptions: has(yolo) }

impl OwnOptions for ClineOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        Ok(())
    }
}
