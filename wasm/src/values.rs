//! The core's values into JavaScript ones.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;

/// One serializer for all results: absent is `null`, maps are plain objects, numbers are numbers.
const SERIALIZER: Serializer = Serializer::new()
    .serialize_missing_as_null(true)
    .serialize_maps_as_objects(true);

/// Any result.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, Thrown> {
    Ok(value.serialize(&SERIALIZER)?)
}
