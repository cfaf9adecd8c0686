//! Values that methods throw: an `ArgumentError`, a `PartNotLoaded`, or, after `free()`, an `Error`.

use js_sys::Error;
use skillglass::ArgumentError;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The class `ArgumentError`. The package's module (`pkg-template/module.js`) declares the
    /// class.
    #[wasm_bindgen(js_name = ArgumentError)]
    type JsArgumentError;

    #[wasm_bindgen(constructor, js_class = "ArgumentError")]
    fn new(argument: &str, message: &str) -> JsArgumentError;

    /// Creates an error of the class `PartNotLoaded`.
    #[wasm_bindgen(js_name = partNotLoaded)]
    fn part_not_loaded(part: &str) -> JsValue;
}

/// A value that a method throws.
#[derive(Debug)]
pub struct Thrown(JsValue);

impl Thrown {
    /// Returns the error for a call that needs a part of the module, if this part is not loaded.
    pub fn of_part(part: &str) -> Self {
        Self(part_not_loaded(part))
    }

    /// Returns the error about an object that was used after `free()`.
    pub fn freed(class: &str) -> Self {
        Self(Error::new(&format!("this {class} was freed")).into())
    }
}

impl From<ArgumentError> for Thrown {
    fn from(error: ArgumentError) -> Self {
        #[cfg(feature = "parts")]
        if let Some(part) = error.part {
            return Self::of_part(part);
        }
        Self(JsArgumentError::new(&error.argument, &error.to_string()).into())
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        thrown.0
    }
}
