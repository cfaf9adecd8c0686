//! The table "Can I use".

use skillglass::model::host_choice::HostChoice;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
use crate::{arguments, values};

/// Returns the table of the features that hosts support.
pub fn support(hosts: JsValue) -> Result<JsValue, Thrown> {
    let hosts: Vec<HostChoice> = arguments::optional("hosts", hosts)?;
    Ok(values::to_js(&skillglass::support::support(&hosts)?))
}
