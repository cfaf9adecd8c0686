//! JavaScript values into arguments, or an error that names the argument.

use std::collections::BTreeMap;

use js_sys::{Array, JsString, Map, Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use skillglass::model::turn::TurnRequest;
#[cfg(feature = "sources")]
use skillglass::sources::{ArchiveContent, ArchiveEntry, Archives, Downloads, McpAnswer, McpCall};
use skillglass::tree::Contents;
use skillglass::{ArgumentError, WorkspaceOptions};
use wasm_bindgen::{JsCast, JsValue};

use crate::reader::{self, Reader};
use crate::values;

/// Reads an argument of any type. The error names the member that is wrong, such as `inputs[0].text`, or else the whole
/// argument. A misspelt name would be a setting that does nothing, so objects have no names but those of the type.
pub fn read<T: DeserializeOwned>(argument: &str, value: JsValue) -> Result<T, ArgumentError> {
    T::deserialize(Reader::new(value)).map_err(|fault| {
        // Members of the one object that a method takes are named without it.
        let path = match fault.path.strip_prefix('.') {
            Some(member) => member.to_owned(),
            None => format!("{argument}{}", fault.path),
        };
        ArgumentError::new(path, fault.message)
    })
}

/// Reads a string.
pub fn text(argument: &str, value: JsValue) -> Result<String, ArgumentError> {
    read(argument, value)
}

/// Reads an argument that may be absent.
pub fn optional<T: DeserializeOwned + Default>(
    argument: &str,
    value: JsValue,
) -> Result<T, ArgumentError> {
    if value.is_null() || value.is_undefined() {
        return Ok(T::default());
    }
    read(argument, value)
}

/// A turn's request, or the text that was typed.
pub fn turn(value: JsValue) -> Result<TurnRequest, ArgumentError> {
    match value.as_string() {
        Some(text) => Ok(TurnRequest::from(&*text)),
        None => read("request", value),
    }
}

/// A number from 0 to 1.
pub fn share(argument: &str, value: JsValue) -> Result<f64, ArgumentError> {
    let number = value.as_f64();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| wrong_type(argument, "a number from 0 to 1", &value))
}

/// The options of a workspace.
pub fn options(value: JsValue) -> Result<WorkspaceOptions, ArgumentError> {
    if !reader::is_record(&value) {
        let expected = "an object with at least `cwd`";
        return Err(wrong_type("options", expected, &value));
    }
    read("options", value)
}

/// Options with some of them changed: absent is as before, null is unset.
pub fn changed_options(
    before: &WorkspaceOptions,
    changes: &JsValue,
) -> Result<WorkspaceOptions, ArgumentError> {
    if !reader::is_record(changes) {
        return Err(wrong_type("options", "an object", changes));
    }
    let unreadable = |thrown: JsValue| ArgumentError::new("options", reader::unreadable(&thrown));
    let options = values::to_js(before);
    for name in reader::names(changes).map_err(unreadable)?.iter() {
        let value = Reflect::get(changes, &name).map_err(unreadable)?;
        if !value.is_undefined() {
            Reflect::set(&options, &name, &value).map_err(unreadable)?;
        }
    }
    // A host that is named with its edition takes the place of both.
    let given = |name: &str| Reflect::get(changes, &name.into()).unwrap_or_default();
    if !given("host").is_undefined() && given("edition").is_undefined() {
        Reflect::set(&options, &"edition".into(), &JsValue::NULL).map_err(unreadable)?;
    }
    read("options", options)
}

/// A file's contents; none for `null`.
pub fn contents(argument: &str, value: &JsValue) -> Result<Option<Contents>, ArgumentError> {
    if value.is_null() {
        return Ok(None);
    }
    let contents = text_or_bytes(value);
    let wrong = || wrong_type(argument, "a string, a Uint8Array or null", value);
    contents.map(Some).ok_or_else(wrong)
}

fn text_or_bytes(value: &JsValue) -> Option<Contents> {
    if let Some(text) = value.dyn_ref::<JsString>() {
        return Some(String::from(text).into());
    }
    let bytes = value.dyn_ref::<Uint8Array>()?;
    Some(bytes.to_vec().into())
}

/// A path with its contents; none for "not read yet".
type File = (String, Option<Contents>);

/// A `Map` or a record of files.
pub fn files(value: &JsValue) -> Result<Vec<File>, ArgumentError> {
    entries("files", value, contents)
}

/// The same, of files that have contents.
pub fn bundled_files(
    argument: &str,
    value: &JsValue,
) -> Result<BTreeMap<String, Contents>, ArgumentError> {
    let given = |argument: &str, value: &JsValue| {
        text_or_bytes(value).ok_or_else(|| wrong_type(argument, "a string or a Uint8Array", value))
    };
    let mut files = BTreeMap::new();
    files.extend(entries(argument, value, given)?);
    Ok(files)
}

/// What a site answered, by URL.
#[cfg(feature = "sources")]
pub fn downloads(value: &JsValue) -> Result<Downloads, ArgumentError> {
    let mut downloads = Downloads::new();
    downloads.extend(entries("files", value, contents)?);
    Ok(downloads)
}

/// The entries of archives, by URL.
#[cfg(feature = "sources")]
pub fn archives(value: &JsValue) -> Result<Archives, ArgumentError> {
    let mut archives = Archives::new();
    if !value.is_null() && !value.is_undefined() {
        let unpacked = |argument: &str, value: &JsValue| match value.is_null() {
            true => Ok(None),
            false => items(argument, value, archive_entry).map(Some),
        };
        archives.extend(entries("archives", value, unpacked)?);
    }
    Ok(archives)
}

#[cfg(feature = "sources")]
fn archive_entry(argument: &str, value: &JsValue) -> Result<ArchiveEntry, ArgumentError> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        File,
        Directory,
        Link,
    }
    let path = text(&format!("{argument}.path"), get(argument, value, "path")?)?;
    let kind = read(&format!("{argument}.type"), get(argument, value, "type")?)?;
    let content = match kind {
        Kind::Directory => ArchiveContent::Directory,
        Kind::Link => ArchiveContent::Link,
        Kind::File => {
            let contents = get(argument, value, "contents")?;
            let wrong = || {
                let argument = format!("{argument}.contents");
                wrong_type(&argument, "a string or a Uint8Array", &contents)
            };
            ArchiveContent::File(text_or_bytes(&contents).ok_or_else(wrong)?)
        }
    };
    Ok(ArchiveEntry { path, content })
}

/// What an MCP server answered.
#[cfg(feature = "sources")]
pub fn mcp_answers(value: &JsValue) -> Result<Vec<McpAnswer>, ArgumentError> {
    items("answers", value, |argument, value| {
        let call = Reader::new(get(argument, value, "call")?);
        let call: Result<McpCall, _> = serde::Deserialize::deserialize(call);
        let call = call.map_err(|fault| {
            ArgumentError::new(format!("{argument}.call{}", fault.path), fault.message)
        })?;
        let answer = get(argument, value, "answer")?;
        let argument = format!("{argument}.answer");
        if let Some(answer) = answer.as_string() {
            return Ok(McpAnswer { call, answer });
        }
        let unreadable =
            |thrown: JsValue| ArgumentError::new(&*argument, reader::unreadable(&thrown));
        let json = js_sys::JSON::stringify(&answer).map_err(unreadable)?;
        let json = JsValue::from(json).as_string();
        let wrong = || wrong_type(&argument, "JSON, or a value of it", &answer);
        let answer = json.ok_or_else(wrong)?;
        Ok(McpAnswer { call, answer })
    })
}

/// The items of an array.
#[cfg(feature = "sources")]
fn items<T>(
    argument: &str,
    value: &JsValue,
    read: impl Fn(&str, &JsValue) -> Result<T, ArgumentError>,
) -> Result<Vec<T>, ArgumentError> {
    if !Array::is_array(value) {
        return Err(wrong_type(argument, "an array", value));
    }
    let length = get(argument, value, "length")?.as_f64().unwrap_or_default() as u32;
    let mut items = Vec::new();
    for index in 0..length {
        let argument = format!("{argument}[{index}]");
        let item = get(&argument, value, index)?;
        items.push(read(&argument, &item)?);
    }
    Ok(items)
}

/// A member of an object.
#[cfg(feature = "sources")]
fn get(
    argument: &str,
    value: &JsValue,
    name: impl Into<JsValue>,
) -> Result<JsValue, ArgumentError> {
    if !value.is_object() {
        return Err(wrong_type(argument, "an object", value));
    }
    Reflect::get(value, &name.into())
        .map_err(|thrown| ArgumentError::new(argument, reader::unreadable(&thrown)))
}

/// The entries of a `Map` or a record from paths to contents of some kind.
fn entries<T>(
    argument: &str,
    value: &JsValue,
    contents: impl Fn(&str, &JsValue) -> Result<T, ArgumentError>,
) -> Result<Vec<(String, T)>, ArgumentError> {
    const EXPECTED: &str = "a Map or a record from paths to contents";
    let unreadable = |thrown: JsValue| ArgumentError::new(argument, reader::unreadable(&thrown));
    let entries: Vec<JsValue> = if let Some(map) = value.dyn_ref::<Map>() {
        map.entries()
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(unreadable)?
    } else if reader::is_record(value) {
        let entry = |key: JsValue| {
            let contents = Reflect::get(value, &key)?;
            Ok(Array::of2(&key, &contents).into())
        };
        (reader::names(value).map_err(unreadable)?.iter().map(entry))
            .collect::<Result<_, _>>()
            .map_err(unreadable)?
    } else {
        return Err(wrong_type(argument, EXPECTED, value));
    };
    entries
        .into_iter()
        .map(|entry| {
            let entry: Array = entry.unchecked_into();
            let path = text(&format!("{argument} (a key)"), entry.get(0))?;
            let contents = contents(&format!("{argument}[{path:?}]"), &entry.get(1))?;
            Ok((path, contents))
        })
        .collect()
}

/// How a change of the tree is made.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WriteOptions {
    #[serde(default)]
    strict: bool,
}

/// Whether a refused path is thrown.
pub fn is_strict(value: JsValue) -> Result<bool, ArgumentError> {
    let options: WriteOptions = optional("options", value)?;
    Ok(options.strict)
}

fn wrong_type(argument: &str, expected: &str, value: &JsValue) -> ArgumentError {
    let given = reader::given(value);
    ArgumentError::new(argument, format!("must be {expected}, not {given}"))
}
