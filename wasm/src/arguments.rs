//! JavaScript values into arguments, or an error that names the argument.

use js_sys::{Array, Error, Function, JSON, Map, Object, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::hosts::codex::CodexOptions;
use skillglass::hosts::opencode::OpencodeOptions;
use skillglass::hosts::standard::StandardOptions;
use skillglass::tree::Contents;
use skillglass::{ArgumentError, WorkspaceOptions};
use wasm_bindgen::{JsCast, JsValue};

use crate::values;

/// How deep an argument may be nested: a multiple of what any of them needs.
const MAX_DEPTH: usize = 64;

/// A string.
pub fn text(argument: &str, value: &JsValue) -> Result<String, ArgumentError> {
    value
        .as_string()
        .ok_or_else(|| wrong_type(argument, "a string", value))
}

/// A string, or nothing.
pub fn optional_text(argument: &str, value: &JsValue) -> Result<Option<String>, ArgumentError> {
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    match value.as_string() {
        Some(text) => Ok(Some(text)),
        None => Err(wrong_type(argument, "a string, null or absent", value)),
    }
}

/// A whole number from 0.
pub fn number(argument: &str, value: &JsValue) -> Result<u32, ArgumentError> {
    value
        .as_f64()
        .filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number))
        .map(|number| number as u32)
        .ok_or_else(|| wrong_type(argument, "a whole number from 0", value))
}

/// An array of some type.
pub fn list<T: DeserializeOwned>(argument: &str, value: JsValue) -> Result<Vec<T>, ArgumentError> {
    if !Array::is_array(&value) {
        return Err(wrong_type(argument, "an array", &value));
    }
    from_js(argument, value)
}

/// The same, or nothing.
pub fn optional_list<T: DeserializeOwned>(
    argument: &str,
    value: JsValue,
) -> Result<Vec<T>, ArgumentError> {
    if value.is_null() || value.is_undefined() {
        return Ok(Vec::new());
    }
    list(argument, value)
}

/// A file's contents; none for `null`.
pub fn contents(argument: &str, value: &JsValue) -> Result<Option<Contents>, ArgumentError> {
    if value.is_null() {
        return Ok(None);
    }
    if let Some(text) = value.as_string() {
        return Ok(Some(text.into()));
    }
    match value.dyn_ref::<Uint8Array>() {
        Some(bytes) => Ok(Some(bytes.to_vec().into())),
        None => Err(wrong_type(
            argument,
            "a string, a Uint8Array or null",
            value,
        )),
    }
}

/// A path with its contents; none for "not read yet".
type File = (String, Option<Contents>);

/// A `Map` or a record of files.
pub fn files(value: &JsValue) -> Result<Vec<File>, ArgumentError> {
    const EXPECTED: &str = "a Map or a record from paths to contents";
    let entries: Vec<JsValue> = if let Some(map) = value.dyn_ref::<Map>() {
        map.entries()
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(|_| wrong_type("files", EXPECTED, value))?
    } else if is_record(value) {
        let keys = Reflect::own_keys(value).map_err(|thrown| unreadable("files", &thrown))?;
        let entry = |key: JsValue| {
            let contents = Reflect::get(value, &key)?;
            Ok(Array::of2(&key, &contents).into())
        };
        (keys.iter().filter(JsValue::is_string).map(entry))
            .collect::<Result<_, _>>()
            .map_err(|thrown: JsValue| unreadable("files", &thrown))?
    } else {
        return Err(wrong_type("files", EXPECTED, value));
    };
    entries
        .into_iter()
        .map(|entry| {
            let entry: Array = entry.unchecked_into();
            let path = text("files (a key)", &entry.get(0))?;
            let contents = contents(&format!("files[{path:?}]"), &entry.get(1))?;
            Ok((path, contents))
        })
        .collect()
}

/// The options of a workspace.
pub fn options(value: &JsValue) -> Result<WorkspaceOptions, ArgumentError> {
    if !is_record(value) {
        return Err(wrong_type(
            "options",
            "an object with at least `cwd`",
            value,
        ));
    }
    check_names(value, "", &WorkspaceOptions::NAMES.map(str::to_owned))?;
    check_host_names::<CodexOptions>(value, "codex")?;
    check_host_names::<ClaudeCodeOptions>(value, "claudeCode")?;
    check_host_names::<OpencodeOptions>(value, "opencode")?;
    check_host_names::<StandardOptions>(value, "standard")?;
    from_js("options", value.clone())
}

/// That a host's own options, if there are any, have only names that it knows: those of its defaults. The
/// deserializer asks a JavaScript object for its fields and sees no others.
fn check_host_names<T: Default + Serialize>(
    options: &JsValue,
    host: &str,
) -> Result<(), ArgumentError> {
    let own = Reflect::get(options, &host.into()).unwrap_or_default();
    let defaults = values::to_js(&T::default()).unwrap_or_default();
    if !is_record(&own) || !is_record(&defaults) {
        return Ok(());
    }
    check_names(&own, &format!("{host}."), &names(&defaults))
}

fn check_names(record: &JsValue, prefix: &str, known: &[String]) -> Result<(), ArgumentError> {
    match names(record).iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => Err(ArgumentError::new(
            format!("{prefix}{name}"),
            format!("there is no such option; there are {}", known.join(", ")),
        )),
    }
}

fn names(record: &JsValue) -> Vec<String> {
    let keys = Object::keys(record.unchecked_ref::<Object>());
    keys.iter().filter_map(|key| key.as_string()).collect()
}

/// A plain object of some type, with whatever names.
pub fn record<T: DeserializeOwned>(argument: &str, value: JsValue) -> Result<T, ArgumentError> {
    if !is_record(&value) {
        return Err(wrong_type(argument, "an object", &value));
    }
    from_js(argument, value)
}

/// A plain object with the names of some type. A misspelt one would be a setting that does nothing, so there are no others.
pub fn request<T: DeserializeOwned + Default + Serialize>(
    argument: &str,
    value: JsValue,
) -> Result<T, ArgumentError> {
    let known = values::to_js(&T::default()).unwrap_or_default();
    if is_record(&value) {
        check_names(&value, &format!("{argument}."), &names(&known))?;
    }
    record(argument, value)
}

/// The same, or nothing.
pub fn optional_request<T: DeserializeOwned + Default + Serialize>(
    argument: &str,
    value: JsValue,
) -> Result<T, ArgumentError> {
    if value.is_null() || value.is_undefined() {
        return Ok(T::default());
    }
    request(argument, value)
}

/// A number from 0 to 1.
pub fn share(argument: &str, value: &JsValue) -> Result<f64, ArgumentError> {
    value
        .as_f64()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| wrong_type(argument, "a number from 0 to 1", value))
}

/// A boolean.
pub fn flag(argument: &str, value: &JsValue) -> Result<bool, ArgumentError> {
    value
        .as_bool()
        .ok_or_else(|| wrong_type(argument, "a boolean", value))
}

/// The error names the member that is wrong, such as `inputs[0].text`, or else the whole argument.
fn from_js<T: DeserializeOwned>(argument: &str, value: JsValue) -> Result<T, ArgumentError> {
    check_shape(argument, &value)?;
    serde_path_to_error::deserialize(serde_wasm_bindgen::Deserializer::from(value)).map_err(
        |error| {
            let path = error.path().to_string();
            let argument = if path == "." { argument } else { &path };
            ArgumentError::new(argument, error.inner().to_string())
        },
    )
}

/// A plain object: no array, no bytes, no function.
fn is_record(value: &JsValue) -> bool {
    value.is_object()
        && !Array::is_array(value)
        && !value.is_instance_of::<Uint8Array>()
        && !value.is_instance_of::<Map>()
        && !value.is_instance_of::<Function>()
}

/// That a value ends somewhere and can be read to its end. What throws below the deserializer would leave the workspace
/// borrowed for good, and what never ends would take the stack.
fn check_shape(argument: &str, value: &JsValue) -> Result<(), ArgumentError> {
    let json = JSON::stringify(value).map_err(|thrown| unreadable(argument, &thrown))?;
    let json = json.as_string().unwrap_or_default();
    let mut depth = 0;
    let (mut in_text, mut is_escaped) = (false, false);
    let mut before = 0;
    for byte in json.bytes() {
        // An array in the place of a map is taken for pairs, and what is no object has none.
        if !in_text && byte == b'n' && matches!(before, b'[' | b',') {
            return Err(ArgumentError::new(
                argument,
                "holds an array with null or undefined in it",
            ));
        }
        before = byte;
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth -= 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            let message = format!("is nested more than {MAX_DEPTH} deep");
            return Err(ArgumentError::new(argument, message));
        }
    }
    Ok(())
}

fn unreadable(argument: &str, thrown: &JsValue) -> ArgumentError {
    let message = thrown.dyn_ref::<Error>().map(Error::message);
    let message = message.map_or_else(|| "something was thrown".to_owned(), String::from);
    ArgumentError::new(argument, format!("cannot be read: {message}"))
}

fn wrong_type(argument: &str, expected: &str, value: &JsValue) -> ArgumentError {
    let given = if value.is_null() {
        "null".to_owned()
    } else if Array::is_array(value) {
        "an array".to_owned()
    } else {
        value
            .js_typeof()
            .as_string()
            .unwrap_or_else(|| "something else".to_owned())
    };
    ArgumentError::new(argument, format!("must be {expected}, not {given}"))
}
