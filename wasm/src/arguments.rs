//! Converts JavaScript values to arguments. An error names the argument that is wrong.

use std::collections::BTreeMap;

use js_sys::{Array, JsString, Map, Reflect, Uint8Array};
#[cfg(feature = "sources")]
use skillglass::input;
use skillglass::input::{Entries, Fault, Input, Read, Value};
use skillglass::model::listing::ListingRequest;
use skillglass::model::turn::TurnRequest;
#[cfg(feature = "sources")]
use skillglass::sources::{ArchiveContent, ArchiveEntry, Archives, Downloads, McpAnswer, McpCall};
use skillglass::tree::Contents;
use skillglass::{ArgumentError, WorkspaceOptions};
use wasm_bindgen::{JsCast, JsValue};

use crate::reader;

/// Reads an argument of any type. The error names the wrong property, such as `inputs[0].text`, or
/// the whole argument if no single property is wrong. Objects may have only the properties of the
/// type, because a misspelt property would otherwise be ignored without an error.
pub fn read<T: Input>(argument: &str, value: JsValue) -> Result<T, ArgumentError> {
    let mut read = T::blank();
    read_into(argument, reader::open(value), &mut read)?;
    Ok(read)
}

/// Reads an argument that may be absent. An absent argument has the default value.
pub fn optional<T: Input + Default>(argument: &str, value: JsValue) -> Result<T, ArgumentError> {
    let Some(value) = reader::open(value).present() else {
        return Ok(T::default());
    };
    let mut read = T::blank();
    read_into(argument, value, &mut read)?;
    Ok(read)
}

#[inline(never)]
fn read_into(argument: &str, value: Value, place: &mut dyn Read) -> Result<(), ArgumentError> {
    place.read(value).map_err(|fault| {
        // If the only argument of a method is an object, errors name only the member, without the argument's name.
        let path = match fault.path.strip_prefix('.') {
            Some(member) => member.to_owned(),
            None => format!("{argument}{}", fault.path),
        };
        ArgumentError::new(path, fault.message())
    })
}

/// Reads a string.
#[inline(never)]
pub fn text(argument: &str, value: JsValue) -> Result<String, ArgumentError> {
    read(argument, value)
}

/// Reads a string that may be absent.
#[inline(never)]
pub fn optional_text(argument: &str, value: JsValue) -> Result<Option<String>, ArgumentError> {
    read(argument, value)
}

/// Reads the argument that describes a turn: an object, or a string with the typed text.
pub fn turn(value: JsValue) -> Result<TurnRequest, ArgumentError> {
    match value.as_string() {
        Some(text) => Ok(TurnRequest::from(&*text)),
        None => read("request", value),
    }
}

/// Reads the argument that requests a list of skills: an object, a string with the name of an
/// agent, or nothing.
pub fn listing(value: JsValue) -> Result<ListingRequest, ArgumentError> {
    match value.as_string() {
        Some(agent) => Ok(ListingRequest {
            agent: Some(agent),
            ..ListingRequest::default()
        }),
        None => optional("request", value),
    }
}

/// Reads a number from 0 to 1.
pub fn share(argument: &str, value: JsValue) -> Result<f64, ArgumentError> {
    let number = value.as_f64();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| wrong_type(argument, "a number from 0 to 1", &value))
}

/// Reads the options of a workspace.
pub fn options(value: JsValue) -> Result<WorkspaceOptions, ArgumentError> {
    if !reader::is_record(&value) {
        let expected = "an object with at least `cwd`";
        return Err(wrong_type("options", expected, &value));
    }
    read("options", value)
}

/// Returns options with some of them changed. An absent option keeps its value, and null removes the option.
pub fn changed_options(
    before: WorkspaceOptions,
    changes: JsValue,
) -> Result<WorkspaceOptions, ArgumentError> {
    if !reader::is_record(&changes) {
        return Err(wrong_type("options", "an object", &changes));
    }
    let given = |name: &str| Reflect::get(&changes, &name.into()).unwrap_or_default();
    let mut options = before;
    // The new `host` may include an edition, so the earlier `edition` is removed.
    if !given("host").is_undefined() && given("edition").is_undefined() {
        options.edition = None;
    }
    let all = Changes {
        cwd: Some(options.cwd.clone()),
        changes: reader::members(changes),
    };
    read_into("options", Value::Object(Box::new(all)), &mut options)?;
    Ok(options)
}

/// The entries of changed options: the current `cwd`, followed by the changes. The current `cwd` is
/// included, because options without a `cwd` are invalid. If the changes have a `cwd`, too, the
/// changed `cwd` is used.
struct Changes {
    cwd: Option<String>,
    changes: Box<dyn Entries>,
}

impl Entries for Changes {
    fn next(&mut self) -> Result<Option<(String, Value)>, Fault> {
        match self.cwd.take() {
            Some(cwd) => Ok(Some(("cwd".to_owned(), Value::Text(cwd)))),
            None => self.changes.next(),
        }
    }
}

/// Reads the contents of a file. Returns `None` for `null`, which means that the contents are not
/// loaded.
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

/// A path and the contents of its file. The contents are `None` if they are not loaded.
type File = (String, Option<Contents>);

/// Reads files from a `Map` or a record.
pub fn files(value: &JsValue) -> Result<Vec<File>, ArgumentError> {
    let mut files = Vec::new();
    entries("files", value, &mut |path, argument, value| {
        files.push((path, contents(argument, value)?));
        Ok(())
    })?;
    Ok(files)
}

/// Reads files from a `Map` or a record. Each file must have contents.
pub fn bundled_files(
    argument: &str,
    value: &JsValue,
) -> Result<BTreeMap<String, Contents>, ArgumentError> {
    let mut files = BTreeMap::new();
    entries(argument, value, &mut |path, argument, value| {
        let wrong = || wrong_type(argument, "a string or a Uint8Array", value);
        files.insert(path, text_or_bytes(value).ok_or_else(wrong)?);
        Ok(())
    })?;
    Ok(files)
}

/// Reads the downloaded files of a site, by URL.
#[cfg(feature = "sources")]
pub fn downloads(value: &JsValue) -> Result<Downloads, ArgumentError> {
    let mut downloads = Downloads::new();
    downloads.extend(files(value)?);
    Ok(downloads)
}

/// Reads the entries of unpacked archives, by the archive's URL.
#[cfg(feature = "sources")]
pub fn archives(value: &JsValue) -> Result<Archives, ArgumentError> {
    let mut archives = Archives::new();
    if !value.is_null() && !value.is_undefined() {
        entries("archives", value, &mut |url, argument, value| {
            let unpacked = if value.is_null() {
                None
            } else {
                Some(items(argument, value, archive_entry)?)
            };
            archives.insert(url, unpacked);
            Ok(())
        })?;
    }
    Ok(archives)
}

#[cfg(feature = "sources")]
fn archive_entry(argument: &str, value: &JsValue) -> Result<ArchiveEntry, ArgumentError> {
    #[derive(Clone, Copy)]
    enum Kind {
        File,
        Directory,
        Link,
    }
    skillglass::choice! { Kind: File = "file", Directory = "directory", Link = "link" }
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

/// Reads the answers of an MCP server.
#[cfg(feature = "sources")]
pub fn mcp_answers(value: &JsValue) -> Result<Vec<McpAnswer>, ArgumentError> {
    items("answers", value, |argument, value| {
        let call = reader::open(get(argument, value, "call")?);
        let call: McpCall = input::read(call).map_err(|fault| {
            ArgumentError::new(format!("{argument}.call{}", fault.path), fault.message())
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

/// Reads the items of an array.
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

/// Reads a property of an object.
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

/// Calls a function for each entry of a `Map` or an object from paths to contents. The function gets the path, the name
/// of the entry for errors (such as `files["a.md"]`), and the contents.
#[inline(never)]
fn entries(
    argument: &str,
    value: &JsValue,
    take: &mut dyn FnMut(String, &str, &JsValue) -> Result<(), ArgumentError>,
) -> Result<(), ArgumentError> {
    const EXPECTED: &str = "a Map or a record from paths to contents";
    let unreadable = |thrown: JsValue| ArgumentError::new(argument, reader::unreadable(&thrown));
    // All getters are called before any value is read, because a getter may change the object.
    let mut entries = Vec::new();
    if let Some(map) = value.dyn_ref::<Map>() {
        for entry in map.entries() {
            let entry: Array = entry.map_err(unreadable)?.unchecked_into();
            entries.push((entry.get(0), entry.get(1)));
        }
    } else if reader::is_record(value) {
        for key in reader::names(value).map_err(unreadable)? {
            let contents = Reflect::get(value, &key).map_err(unreadable)?;
            entries.push((key, contents));
        }
    } else {
        return Err(wrong_type(argument, EXPECTED, value));
    }
    for (path, contents) in entries {
        let path = text(&format!("{argument} (a key)"), path)?;
        let argument = format!("{argument}[{path:?}]");
        take(path, &argument, &contents)?;
    }
    Ok(())
}

/// The options of methods that write to the tree.
#[derive(Default)]
struct WriteOptions {
    strict: bool,
}

skillglass::record! { WriteOptions: has(strict) }

/// Returns true if the options request an error when a path is refused.
#[inline(never)]
pub fn is_strict(value: JsValue) -> Result<bool, ArgumentError> {
    let options: WriteOptions = optional("options", value)?;
    Ok(options.strict)
}

#[cold]
fn wrong_type(argument: &str, expected: &str, value: &JsValue) -> ArgumentError {
    let fault = reader::open(value.clone()).must_be(expected);
    ArgumentError::new(argument, fault.message())
}
