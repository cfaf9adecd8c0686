//! The Unicode methods of the JavaScript engine's strings.

use skillglass::text::unicode::platform::{self, Platform};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    type Text;

    #[wasm_bindgen(method)]
    fn normalize(this: &Text, form: &str) -> String;

    #[wasm_bindgen(method, js_name = toUpperCase)]
    fn to_upper_case(this: &Text) -> String;
}

fn text(text: &str) -> Text {
    JsValue::from_str(text).unchecked_into()
}

/// Gives the core the Unicode methods of JavaScript's strings.
pub fn provide() {
    platform::provide(Platform {
        nfd: |given| text(given).normalize("NFD"),
        nfkc: |given| text(given).normalize("NFKC"),
        uppercase: |given| text(given).to_upper_case(),
    });
}
