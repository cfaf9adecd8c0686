//! A deserializer over JavaScript values: the one way in for requests.
//!
//! It enumerates an object's own members, so that types which deny unknown fields see those that are misspelt, and it
//! words its errors itself: where in the argument, what is taken, what was given. JSON text in between would lose what
//! is `undefined`, a `Map` or half a surrogate pair, and read everything twice.
//!
//! What does not depend on the type that is read stands in functions out of line: all else is compiled for each type.

use std::fmt;

use js_sys::{Array, Error as JsError, Function, Map, Object, Reflect, Uint8Array};
use serde::de::value::StringDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use wasm_bindgen::{JsCast, JsValue};

/// What is wrong with a value, and where in it.
#[derive(Debug)]
pub struct Fault {
    /// Such as `.hosts[0].edition`; empty for the whole value.
    pub path: String,
    pub message: String,
}

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            message: message.into(),
        }
    }

    #[cold]
    fn inside(self, member: &str) -> Self {
        Self {
            path: format!("{member}{}", self.path),
            ..self
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let given = match given {
            Unexpected::Bool(_) => "a boolean",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "a number",
            Unexpected::Str(_) => "a string",
            Unexpected::Unit | Unexpected::Option => "null",
            Unexpected::Seq => "an array",
            Unexpected::Map => "an object",
            _ => "something else",
        };
        Self::new(format!("must be {expected}, not {given}"))
    }

    fn invalid_value(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("must be {expected}, not {given}"))
    }

    fn unknown_variant(given: &str, known: &'static [&'static str]) -> Self {
        Self::new(format!("must be {}, not {given:?}", one_of(known)))
    }

    fn unknown_field(given: &str, known: &'static [&'static str]) -> Self {
        let known = known.join(", ");
        Self::new(format!("there is no such option; there are {known}")).inside(&member(given))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new("is missing").inside(&member(name))
    }
}

fn member(name: &str) -> String {
    format!(".{name}")
}

fn one_of(known: &[&str]) -> String {
    match known {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        known => known.concat(),
    }
}

/// What was given, in a word or two. Texts are not shown: they may be secrets.
pub fn given(value: &JsValue) -> String {
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    let name = if value.is_undefined() {
        "undefined"
    } else if value.is_null() {
        "null"
    } else if value.is_string() {
        "a string"
    } else if value.as_bool().is_some() {
        "a boolean"
    } else if Array::is_array(value) {
        "an array"
    } else if value.is_instance_of::<Map>() {
        "a Map"
    } else if value.is_instance_of::<Uint8Array>() {
        "a Uint8Array"
    } else if value.is_instance_of::<Function>() {
        "a function"
    } else if is_record(value) {
        "an object"
    } else if value.is_object() {
        "an object of a class"
    } else {
        "something else"
    };
    name.to_owned()
}

/// What a getter or a proxy threw.
pub fn unreadable(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<JsError>().map(JsError::message);
    let message = message.map_or_else(|| "something was thrown".to_owned(), String::from);
    format!("cannot be read: {message}")
}

/// Whether it is an object of no class of its own.
pub fn is_record(value: &JsValue) -> bool {
    if !value.is_object() || Array::is_array(value) {
        return false;
    }
    let above = |value: &JsValue| Reflect::get_prototype_of(value).map(JsValue::from);
    match above(value) {
        Ok(prototype) if prototype.is_null() => true,
        // Of whatever window or context it comes, nothing is above the prototype of plain objects.
        Ok(prototype) => above(&prototype).is_ok_and(|above| above.is_null()),
        Err(_) => false,
    }
}

/// The names of an object's own members.
pub fn names(value: &JsValue) -> Result<Array, JsValue> {
    Reflect::own_keys(value).map(|keys| {
        let names = keys.iter().filter(JsValue::is_string);
        names.collect()
    })
}

/// A value to be read.
pub struct Reader {
    value: JsValue,
    /// Whether nothing may stand there as well.
    is_optional: bool,
}

impl Reader {
    pub fn new(value: JsValue) -> Self {
        Self {
            value,
            is_optional: false,
        }
    }

    #[cold]
    fn must_be(&self, expected: &str) -> Fault {
        let or_absent = if self.is_optional {
            ", null or absent"
        } else {
            ""
        };
        let given = given(&self.value);
        Fault::new(format!("must be {expected}{or_absent}, not {given}"))
    }

    /// A whole number, if it is one that a JavaScript number holds exactly.
    fn whole(&self) -> Option<i64> {
        let number = self.value.as_f64()?;
        let is_exact = number.fract() == 0.0 && number.abs() <= js_sys::Number::MAX_SAFE_INTEGER;
        is_exact.then_some(number as i64)
    }

    #[inline(never)]
    fn natural(&self) -> Result<u64, Fault> {
        let number = self.whole().and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| self.must_be("a whole number from 0"))
    }

    #[inline(never)]
    fn text(&self) -> Result<String, Fault> {
        self.value
            .as_string()
            .ok_or_else(|| self.must_be("a string"))
    }

    #[inline(never)]
    fn members(self, is_struct: bool) -> Result<Members, Fault> {
        if !is_record(&self.value) {
            return Err(self.must_be("an object"));
        }
        let names = names(&self.value).map_err(|thrown| Fault::new(unreadable(&thrown)))?;
        Ok(Members {
            object: self.value,
            names,
            next: 0,
            value: None,
            is_struct,
        })
    }

    #[inline(never)]
    fn items(self) -> Result<Items, Fault> {
        if !Array::is_array(&self.value) {
            return Err(self.must_be("an array"));
        }
        let length = Reflect::get(&self.value, &"length".into())
            .map_err(|thrown| Fault::new(unreadable(&thrown)))?;
        Ok(Items {
            array: self.value.unchecked_into(),
            length: length.as_f64().unwrap_or_default() as u32,
            next: 0,
        })
    }
}

impl<'de> IntoDeserializer<'de, Fault> for Reader {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! naturals {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.visit_u64(self.natural()?)
        }
    )*};
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.whole() {
                Some(number) => visitor.visit_i64(number),
                None => Err(self.must_be("a whole number")),
            }
        }
    )*};
}

macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.visit_string(self.text()?)
        }
    )*};
}

macro_rules! floats {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.value.as_f64() {
                Some(number) => visitor.visit_f64(number),
                None => Err(self.must_be("a number")),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Fault;

    /// For types that take values of several kinds; their visitors say which.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.value.is_null() || self.value.is_undefined() {
            visitor.visit_unit()
        } else if let Some(text) = self.value.as_string() {
            visitor.visit_string(text)
        } else if let Some(flag) = self.value.as_bool() {
            visitor.visit_bool(flag)
        } else if let Some(number) = self.value.as_f64() {
            match self.whole() {
                Some(number) => visitor.visit_i64(number),
                None => visitor.visit_f64(number),
            }
        } else if Array::is_array(&self.value) {
            visitor.visit_seq(self.items()?)
        } else {
            visitor.visit_map(self.members(true)?)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.value.is_null() || self.value.is_undefined() {
            return visitor.visit_none();
        }
        visitor.visit_some(Self {
            is_optional: true,
            ..self
        })
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.as_bool() {
            Some(flag) => visitor.visit_bool(flag),
            None => Err(self.must_be("a boolean")),
        }
    }

    integers!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64);
    naturals!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64);
    floats!(deserialize_f32 deserialize_f64);
    texts!(deserialize_str deserialize_string deserialize_char deserialize_identifier);

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(self.items()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(self.items()?)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(self.members(false)?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(self.members(true)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value.as_string() {
            Some(name) => {
                let name: StringDeserializer<Fault> = name.into_deserializer();
                visitor.visit_enum(name)
            }
            None => Err(self.must_be(&one_of(known))),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { bytes byte_buf unit unit_struct tuple_struct }
}

/// An object's members. One that is undefined is absent.
struct Members {
    object: JsValue,
    names: Array,
    next: u32,
    value: Option<(String, JsValue)>,
    /// Whether the names are those of a type, or else any.
    is_struct: bool,
}

impl Members {
    /// The next member's name, as a value to be read, too; its value waits.
    #[inline(never)]
    fn advance(&mut self) -> Result<Option<Reader>, Fault> {
        while self.next < self.names.length() {
            let key = self.names.get(self.next);
            self.next += 1;
            let name = key.as_string().unwrap_or_default();
            let value = Reflect::get(&self.object, &key)
                .map_err(|thrown| self.at(&name, Fault::new(unreadable(&thrown))))?;
            if value.is_undefined() {
                continue;
            }
            self.value = Some((name, value));
            return Ok(Some(Reader::new(key)));
        }
        Ok(None)
    }

    /// A fault in the member of this name.
    #[cold]
    fn at(&self, name: &str, fault: Fault) -> Fault {
        match self.is_struct {
            true => fault.inside(&member(name)),
            false => fault.inside(&format!("[{name:?}]")),
        }
    }
}

impl<'de> MapAccess<'de> for Members {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let name = self.advance()?;
        name.map(|name| seed.deserialize(name)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (name, value) = self.value.take().unwrap_or_default();
        let read = seed.deserialize(Reader::new(value));
        read.map_err(|fault| self.at(&name, fault))
    }
}

/// An array's items.
struct Items {
    array: Object,
    length: u32,
    next: u32,
}

impl Items {
    #[inline(never)]
    fn advance(&mut self) -> Result<Option<Reader>, Fault> {
        if self.next == self.length {
            return Ok(None);
        }
        let index = self.next;
        self.next += 1;
        let item = Reflect::get_u32(&self.array, index)
            .map_err(|thrown| at_index(index, Fault::new(unreadable(&thrown))))?;
        Ok(Some(Reader::new(item)))
    }
}

#[cold]
fn at_index(index: u32, fault: Fault) -> Fault {
    fault.inside(&format!("[{index}]"))
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let index = self.next;
        let Some(item) = self.advance()? else {
            return Ok(None);
        };
        let read = seed.deserialize(item);
        read.map(Some).map_err(|fault| at_index(index, fault))
    }

    fn size_hint(&self) -> Option<usize> {
        // What a proxy says of its length may be anything.
        Some((self.length - self.next).min(1024) as usize)
    }
}
