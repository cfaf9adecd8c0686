//! The options that only Kilo reads.

use serde::Serialize;

use crate::host::OwnOptions;
use crate::model::argument::{ArgumentError, check_directory};

/// Options that only Kilo reads.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KiloOptions {
    /// The absolute path of the directory with Kilo's built-in skills. By default there are none.
    #[serde(default)]
    pub built_in: Option<String>,
}

crate::record! { KiloOptions: has(built_in) }

impl OwnOptions for KiloOptions {
    fn check(&mut self, _home: Option<&str>) -> Result<(), ArgumentError> {
        if let Some(directory) = &self.built_in {
            check_directory("kilo.builtIn", directory)?;
        }
        Ok(())
    }
}
