//! Converts the core's results to JavaScript. Each result is written as one JSON text, and JavaScript parses this text.
//!
//! The writer cannot fail. Generic methods are compiled again for each type of result, so they only call other
//! functions, which are compiled once. Some values cannot be written to JSON directly:
//!
//! - Absent values are `null`, and so are numbers that are not finite.
//! - Bytes become an array of numbers. Only `Codex::system_skills` returns bytes, and it converts the array to a
//!   `Uint8Array`.
//! - Keys of maps must be strings.

use std::fmt::{self, Display, Write};

use js_sys::{Array, Reflect};
use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use skillglass::ArgumentError;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Parses a JSON text. A property with the name `__proto__` becomes an own property, like any
    /// other property.
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(json: &str) -> JsValue;
}

/// Converts a result to JavaScript.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let mut json = Json::default();
    json.value(value);
    json.into_js()
}

/// Sets a property of an object. The bindings created the object, so this cannot fail.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    _ = Reflect::set(object, &name.into(), value);
}

/// Several values that are converted to JavaScript with only one call.
pub struct Values(Json);

impl Values {
    pub fn new() -> Self {
        let mut json = Json::default();
        json.open("[");
        Self(json)
    }

    pub fn push<T: Serialize>(&mut self, value: &T) {
        self.0.item();
        self.0.value(value);
    }

    pub fn into_js(mut self) -> Array {
        self.0.text.push(']');
        self.0.into_js().unchecked_into()
    }
}

/// A JSON text that is being written.
#[derive(Default)]
pub struct Json {
    text: String,
}

impl Json {
    /// Writes a value as JSON to the end of the text.
    #[inline(always)]
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        let Ok(()) = value.serialize(self);
    }

    /// Writes the result of a method as JSON. Always returns `Ok`, so that a closure can end with
    /// this call.
    #[inline(always)]
    pub fn give<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ArgumentError> {
        self.value(value);
        Ok(())
    }

    /// Parses the written JSON text, and returns the JavaScript value. Returns `undefined` if no
    /// text was written.
    #[inline(never)]
    pub fn into_js(self) -> JsValue {
        if self.text.is_empty() {
            return JsValue::UNDEFINED;
        }
        parse(&self.text)
    }

    /// Writes `bracket` as it is: `{` or `[` before the content of an object or an array, or `:`
    /// between a key and its value.
    #[inline(never)]
    fn open(&mut self, bracket: &str) {
        self.text.push_str(bracket);
    }

    /// Writes the end of an object or an array.
    #[inline(never)]
    fn close(&mut self, bracket: &str) -> Result<(), Never> {
        self.text.push_str(bracket);
        Ok(())
    }

    /// Writes the comma before an item, unless the item is the first.
    #[inline(never)]
    fn item(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'[' | b'{')) {
            self.text.push(',');
        }
    }

    /// Writes the name of a struct's field. Names of fields need no escapes.
    #[inline(never)]
    fn member(&mut self, name: &str) {
        self.item();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    /// Writes the beginning of an enum's variant: `{"name":`, followed by the opening bracket of
    /// the variant's value.
    #[inline(never)]
    fn variant(&mut self, name: &str, bracket: &str) {
        self.text.push('{');
        self.member(name);
        self.text.push_str(bracket);
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut start = 0;
        for (index, byte) in text.bytes().enumerate() {
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.text.push_str(&text[start..index]);
            start = index + 1;
            match byte {
                b'"' | b'\\' => {
                    self.text.push('\\');
                    self.text.push(char::from(byte));
                }
                b'\n' => self.text.push_str("\\n"),
                _ => {
                    self.text.push_str("\\u00");
                    for digit in [byte >> 4, byte & 15] {
                        let digit = char::from_digit(u32::from(digit), 16);
                        self.text.push(digit.unwrap_or_default());
                    }
                }
            }
        }
        self.text.push_str(&text[start..]);
        self.text.push('"');
    }

    #[inline(never)]
    fn null(&mut self) {
        self.text.push_str("null");
    }

    #[inline(never)]
    fn flag(&mut self, flag: bool) {
        self.text.push_str(if flag { "true" } else { "false" });
    }

    #[inline(never)]
    fn unsigned(&mut self, number: u64) {
        _ = write!(self.text, "{number}");
    }

    #[inline(never)]
    fn signed(&mut self, number: i64) {
        _ = write!(self.text, "{number}");
    }

    #[inline(never)]
    fn float(&mut self, number: f64) {
        if number.is_finite() {
            _ = write!(self.text, "{number}");
        } else {
            self.null();
        }
    }
}

/// The error type of the writer, which cannot fail. The type has no values.
#[derive(Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    /// Creates an error with a message. Serde requires this function. The function is never called,
    /// because every value that Skillglass returns can be written as JSON.
    fn custom<T: Display>(_: T) -> Self {
        unreachable!()
    }
}

macro_rules! unsigned {
    ($($method:ident $number:ty),*) => {$(
        #[inline(always)]
        fn $method(self, number: $number) -> Result<(), Never> {
            self.unsigned(number.into());
            Ok(())
        }
    )*};
}

macro_rules! signed {
    ($($method:ident $number:ty),*) => {$(
        #[inline(always)]
        fn $method(self, number: $number) -> Result<(), Never> {
            self.signed(number.into());
            Ok(())
        }
    )*};
}

impl Serializer for &mut Json {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    unsigned!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    signed!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64);

    #[inline(always)]
    fn serialize_bool(self, flag: bool) -> Result<(), Never> {
        self.flag(flag);
        Ok(())
    }

    #[inline(always)]
    fn serialize_f32(self, number: f32) -> Result<(), Never> {
        self.float(number.into());
        Ok(())
    }

    #[inline(always)]
    fn serialize_f64(self, number: f64) -> Result<(), Never> {
        self.float(number);
        Ok(())
    }

    fn serialize_char(self, character: char) -> Result<(), Never> {
        self.string(character.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    #[inline(always)]
    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.string(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        self.collect_seq(bytes)
    }

    #[inline(always)]
    fn serialize_none(self) -> Result<(), Never> {
        self.null();
        Ok(())
    }

    #[inline(always)]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    #[inline(always)]
    fn serialize_unit(self) -> Result<(), Never> {
        self.null();
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.null();
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Never> {
        self.string(variant);
        Ok(())
    }

    #[inline(always)]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    #[inline(always)]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.variant(variant, "");
        self.value(value);
        self.close("}")
    }

    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.open("[");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.open("[");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.open("[");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.variant(variant, "[");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.open("{");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.open("{");
        Ok(self)
    }

    #[inline(always)]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.variant(variant, "{");
        Ok(self)
    }

    fn collect_seq<I>(self, items: I) -> Result<(), Never>
    where
        I: IntoIterator<Item: Serialize>,
    {
        self.open("[");
        for item in items {
            self.item();
            self.value(&item);
        }
        self.close("]")
    }

    fn collect_map<K: Serialize, V: Serialize, I>(self, entries: I) -> Result<(), Never>
    where
        I: IntoIterator<Item = (K, V)>,
    {
        self.open("{");
        for (key, value) in entries {
            self.item();
            self.value(&key);
            self.open(":");
            self.value(&value);
        }
        self.close("}")
    }
}

macro_rules! items {
    ($($kind:ident $method:ident $close:literal),*) => {$(
        impl $kind for &mut Json {
            type Ok = ();
            type Error = Never;

            #[inline(always)]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.item();
                value.serialize(&mut **self)
            }

            #[inline(always)]
            fn end(self) -> Result<(), Never> {
                self.close($close)
            }
        }
    )*};
}

items!(
    SerializeSeq serialize_element "]",
    SerializeTuple serialize_element "]",
    SerializeTupleStruct serialize_field "]",
    SerializeTupleVariant serialize_field "]}"
);

macro_rules! members {
    ($($kind:ident $close:literal),*) => {$(
        impl $kind for &mut Json {
            type Ok = ();
            type Error = Never;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.member(name);
                value.serialize(&mut **self)
            }

            #[inline(always)]
            fn end(self) -> Result<(), Never> {
                self.close($close)
            }
        }
    )*};
}

members!(SerializeStruct "}", SerializeStructVariant "}}");

impl SerializeMap for &mut Json {
    type Ok = ();
    type Error = Never;

    #[inline(always)]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.item();
        key.serialize(&mut **self)
    }

    #[inline(always)]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.open(":");
        value.serialize(&mut **self)
    }

    #[inline(always)]
    fn end(self) -> Result<(), Never> {
        self.close("}")
    }
}
