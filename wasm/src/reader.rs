//! Reads JavaScript values for [`skillglass::input`], one level at a time. Only own properties of
//! an object are read, and their getters are called.
//!
//! A conversion to JSON text would read everything twice, and would lose `undefined`, `Map` and unpaired surrogates.

use js_sys::{Array, Error as JsError, Function, Map, Object, Reflect, Uint8Array};
use skillglass::input::{Entries, Fault, Value};
use wasm_bindgen::{JsCast, JsValue};

/// Determines the kind of a value. The items or properties of the value are not read yet.
pub fn open(value: JsValue) -> Value {
    // The most frequent types are checked first, because each check is a call of JavaScript.
    if let Some(text) = value.as_string() {
        Value::Text(text)
    } else if let Some(number) = value.as_f64() {
        Value::Number(number)
    } else if value.is_undefined() {
        Value::Undefined
    } else if value.is_null() {
        Value::Null
    } else if let Some(flag) = value.as_bool() {
        Value::Flag(flag)
    } else if Array::is_array(&value) {
        Value::List(Box::new(Items {
            array: value.unchecked_into(),
            length: None,
            next: 0,
        }))
    } else if is_record(&value) {
        Value::Object(members(value))
    } else {
        Value::Other(if value.is_instance_of::<Map>() {
            "a Map"
        } else if value.is_instance_of::<Uint8Array>() {
            "a Uint8Array"
        } else if value.is_instance_of::<Function>() {
            "a function"
        } else if value.is_object() {
            "an object of a class"
        } else {
            "something else"
        })
    }
}

/// Returns an iterator over the properties of an object.
pub fn members(object: JsValue) -> Box<dyn Entries> {
    Box::new(Members {
        object,
        names: None,
        next: 0,
    })
}

/// Returns the reason why a getter or a proxy threw an exception.
#[inline(never)]
pub fn unreadable(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<JsError>().map(JsError::message);
    let message = message.map_or_else(|| "something was thrown".to_owned(), String::from);
    format!("cannot be read: {message}")
}

/// Returns true if a value is a plain object, not an instance of a class.
#[inline(never)]
pub fn is_record(value: &JsValue) -> bool {
    if !value.is_object() || Array::is_array(value) {
        return false;
    }
    let above = |value: &JsValue| Reflect::get_prototype_of(value).map(JsValue::from);
    match above(value) {
        Ok(prototype) if prototype.is_null() => true,
        // In every window and context, plain objects have a prototype that has no prototype itself.
        Ok(prototype) => above(&prototype).is_ok_and(|above| above.is_null()),
        Err(_) => false,
    }
}

/// Returns the names of an object's own properties.
#[inline(never)]
pub fn names(value: &JsValue) -> Result<Array, JsValue> {
    Reflect::own_keys(value).map(|keys| {
        let names = keys.iter().filter(JsValue::is_string);
        names.collect()
    })
}

/// An iterator over the properties of an object.
struct Members {
    object: JsValue,
    /// The names of the properties. None until the names are requested.
    names: Option<Array>,
    next: u32,
}

impl Entries for Members {
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault> {
        let names = match &mut self.names {
            Some(names) => names,
            none => {
                let names =
                    names(&self.object).map_err(|thrown| Fault::new(unreadable(&thrown)))?;
                none.insert(names)
            }
        };
        if self.next >= names.length() {
            return Ok(None);
        }
        let key = names.get(self.next);
        self.next += 1;
        let value = read(Reflect::get(&self.object, &key));
        Ok(Some((key.as_string().unwrap_or_default(), value)))
    }
}

/// An iterator over the items of an array.
struct Items {
    array: Object,
    /// The length of the array. None until the length is requested. The length is requested only
    /// once, because a proxy may later return another length.
    length: Option<u32>,
    next: u32,
}

impl Entries for Items {
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault> {
        let length = match self.length {
            Some(length) => length,
            None => {
                let length = Reflect::get(&self.array, &"length".into())
                    .map_err(|thrown| Fault::new(unreadable(&thrown)))?;
                *self
                    .length
                    .insert(length.as_f64().unwrap_or_default() as u32)
            }
        };
        if self.next >= length {
            return Ok(None);
        }
        let item = read(Reflect::get_u32(&self.array, self.next));
        self.next += 1;
        Ok(Some((String::new(), item)))
    }
}

/// Determines the kind of a property's or item's value. An exception during the reading becomes an
/// unreadable value.
fn read(value: Result<JsValue, JsValue>) -> Value {
    match value {
        Ok(value) => open(value),
        Err(thrown) => Value::Unreadable(unreadable(&thrown)),
    }
}
