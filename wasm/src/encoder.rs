//! Texts of JavaScript as UTF-8. What the bindings generate walks a text character by character up to its first one beyond
//! ASCII; the encoder of the engine is twice as fast.

use std::cell::RefCell;

use js_sys::JsString;
use skillglass::tree::Contents;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextEncoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;

    #[wasm_bindgen(method, js_name = encodeInto)]
    fn encode_into(this: &TextEncoder, text: &JsString, bytes: &mut [u8]) -> Encoded;

    type Encoded;

    #[wasm_bindgen(method, getter)]
    fn written(this: &Encoded) -> usize;
}

/// Longest text that goes through the buffer, in UTF-16 units: the buffer stays. The limit is ours.
const MAX_UNITS: usize = 1 << 18;

/// Most bytes of UTF-8 that a UTF-16 unit comes to.
const BYTES_PER_UNIT: usize = 3;

thread_local! {
    static ENCODER: (TextEncoder, RefCell<Vec<u8>>) = (TextEncoder::new(), RefCell::default());
}

/// A text as the contents of a file; half a surrogate pair becomes U+FFFD.
pub fn contents(text: &JsString) -> Contents {
    let units = text.length() as usize;
    if units > MAX_UNITS {
        return String::from(text).into();
    }
    ENCODER.with(|(encoder, buffer)| {
        let mut buffer = buffer.borrow_mut();
        let room = units * BYTES_PER_UNIT;
        if buffer.len() < room {
            buffer.resize(room, 0);
        }
        let written = encoder.encode_into(text, &mut buffer[..room]).written();
        String::from_utf8_lossy(&buffer[..written]).as_ref().into()
    })
}
