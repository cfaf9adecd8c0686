//! Compares the results of this module with results that were recorded from PyYAML 6.0.3.

use std::fmt::Write;
use std::fs::File;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::value::Text;
use super::*;

/// Returns the recorded documents with PyYAML's results.
fn recorded() -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/pyyaml.jsonl.br");
    let file = File::open(path).unwrap();
    let lines = brotli_decompressor::Decompressor::new(file, 1 << 16);
    let lines = serde_json::Deserializer::from_reader(lines).into_iter();
    lines.collect::<Result<_, _>>().unwrap()
}

/// Returns a text in which characters outside of ASCII are escapes, like Python's
/// `backslashreplace`.
fn escaped(text: &Text) -> String {
    let mut out = String::new();
    for (at, c) in text.text.char_indices() {
        let surrogate = text.surrogates.iter().find(|(it, _)| *it == at);
        match (surrogate.map_or(u32::from(c), |(_, code)| *code), c) {
            (_, c) if c.is_ascii() => out.push(c),
            (code @ ..=0xff, _) => write!(out, "\\x{code:02x}").unwrap(),
            (code @ ..=0xffff, _) => write!(out, "\\u{code:04x}").unwrap(),
            (code, _) => write!(out, "\\U{code:08x}").unwrap(),
        }
    }
    out
}

/// Converts a value to JSON in the form of the results that were recorded from PyYAML. Only bytes
/// have another form: they are a list of numbers, while the recorded results have Base64.
fn typed(value: &Value) -> Json {
    let all = |values: &[Value]| values.iter().map(typed).collect::<Vec<_>>();
    match value {
        Value::None => json!({"t": "null"}),
        Value::Bool(it) => json!({"t": "bool", "v": it}),
        Value::Int(digits) => json!({"t": "int", "v": digits}),
        Value::Float(_) => json!({"t": "float", "v": value.python_repr()}),
        Value::Text(text) => json!({"t": "str", "v": text}),
        Value::Surrogates(text) => json!({"t": "str", "surrogates": escaped(text)}),
        Value::Bytes(bytes) => json!({"t": "bytes", "v": bytes}),
        Value::Date(iso) => json!({"t": "date", "v": iso}),
        Value::DateTime(iso) => json!({"t": "datetime", "v": iso}),
        Value::List(items) => json!({"t": "list", "v": all(items)}),
        Value::Tuple(items) => json!({"t": "tuple", "v": all(items)}),
        Value::Map(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| [typed(key), typed(value)]);
            json!({"t": "map", "v": entries.collect::<Vec<_>>()})
        }
        Value::Set(items) => {
            let mut items = all(items);
            items.sort_by_key(Json::to_string);
            json!({"t": "set", "v": items})
        }
        Value::Cycle(levels) => json!({"t": "cycle", "v": levels}),
    }
}

/// Replaces the Base64 text of recorded bytes by numbers.
fn with_bytes(mut value: Json) -> Json {
    if value["t"] == "bytes" {
        let base64 = value["base64"].as_str().unwrap_or_default();
        return json!({"t": "bytes", "v": scalars::base64(base64).unwrap()});
    }
    if let Some(items) = value.get_mut("v").and_then(Json::as_array_mut) {
        for item in items {
            *item = match item.take() {
                Json::Array(entry) => entry.into_iter().map(with_bytes).collect(),
                item => with_bytes(item),
            };
        }
    }
    value
}

/// Converts an exception to JSON in the form of the exceptions that were recorded from PyYAML. A
/// recorded `RecursionError` has no message.
fn raised(error: &Exception) -> Json {
    if error.name == "RecursionError" {
        return json!({"type": error.name, "yaml": false});
    }
    json!({"type": error.name, "yaml": error.is_yaml_error, "text": error.text})
}

#[test]
fn recorded_documents_have_pyyaml_s_values_and_error_texts() {
    let documents = recorded();
    assert_eq!(documents.len(), 654);
    for document in documents {
        let (id, text) = (&document["id"], document["text"].as_str().unwrap());
        let expected = &document["expect"];
        match safe_load(text) {
            Ok(value) => {
                assert_eq!(typed(&value), with_bytes(expected["value"].clone()), "{id}");
                // The order of a set is free, and a text with surrogates is shown with replacements.
                if let Some(written) = expected["str"].as_str() {
                    assert_eq!(value.python_str(), written, "{id}");
                }
            }
            Err(error) => assert_eq!(raised(&error), expected["error"], "{id}"),
        }
    }
}

#[test]
fn recorded_documents_are_composed_if_pyyaml_composes_them() {
    for document in recorded() {
        let (id, text) = (&document["id"], document["text"].as_str().unwrap());
        let expected = &document["expect"];
        let composed = compose(text);
        match expected["compose"].as_bool() {
            None if expected["error"].is_null() => assert!(composed.is_ok(), "{id}"),
            accepted => assert_eq!(composed.is_ok(), accepted == Some(true), "{id}"),
        }
        if expected["compose"] == false && expected["compose_error"].is_null() {
            let error = composed.map_err(|error| raised(&error));
            assert_eq!(error, Err(expected["error"].clone()), "{id}");
        }
    }
}

fn written(document: &str) -> String {
    match safe_load(document) {
        Ok(value) => value.python_repr(),
        Err(error) => format!("{}: {}", error.name, error.text),
    }
}

/// The expected values were obtained from PyYAML by hand.
#[test]
fn values_that_are_not_recorded_are_pyyaml_s() {
    for (document, expected) in [
        ("!!int 0o10", "8"),
        ("!!int '1: 2 '", "62"),
        ("!!int '0b0b11'", "3"),
        ("!!int --5", "5"),
        ("!!float 1:2:3", "3723.0"),
        ("!!float '1:inf'", "inf"),
        ("!!float nan: a\n!!float nan: b", "{nan: 'a', nan: 'b'}"),
        (".nan: a\n.nan: b", "{nan: 'b'}"),
        ("-0.0: a\n0: b", "{-0.0: 'b'}"),
        ("!!binary 'ab=c='", "b'i\\xb7'"),
        ("! '5'", "5"),
        ("{=: b, c: d}", "{'=': 'b', 'c': 'd'}"),
        ("!!str {=: b, c: d}", "'b'"),
        ("&a {<<: *a, k: 1}", "{'k': 1}"),
        (
            "2024-01-02 03:04:05 Z: 1\n2024-01-02 04:04:05 +1: 2",
            "{datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc): 2}",
        ),
        (
            "2024-01-02 03:04:00.5 -5:30",
            "datetime.datetime(2024, 1, 2, 3, 4, 0, 500000, tzinfo=datetime.timezone(datetime.timedelta(days=-1, \
             seconds=66600)))",
        ),
        ("!!pairs [a: 1]", "[('a', 1)]"),
        ("&a !!pairs [a: *a]", "[('a', [...])]"),
        ("\"it's \\\"\\e\\u200b\"", "'it\\'s \"\\x1b\\u200b'"),
    ] {
        assert_eq!(written(document), expected, "{document}");
    }
}

#[test]
fn exceptions_that_are_not_recorded_are_pyyaml_s() {
    for (document, expected) in [
        (
            "\"\\UFFFFFFFF\"",
            "OverflowError: Python int too large to convert to C int",
        ),
        ("!!int +", "IndexError: string index out of range"),
        (
            "!!float +",
            "ValueError: could not convert string to float: ''",
        ),
        (
            "!!timestamp {=: 2024-01-02}",
            "TypeError: expected string or bytes-like object, got 'list'",
        ),
        ("&a !!str {=: *a}", "RecursionError: "),
        (
            "!!binary \"é\"",
            "ConstructorError: failed to convert base64 data into ascii: 'ascii' codec can't encode character '\\xe9' in \
             position 0: ordinal not in range(128)\n  in \"<unicode string>\", line 1, column 1:\n    !!binary \"é\"\n    ^",
        ),
        (
            "!!binary \"a\"",
            "ConstructorError: failed to decode base64 data: Invalid base64-encoded string: number of data characters (1) \
             cannot be 1 more than a multiple of 4\n  in \"<unicode string>\", line 1, column 1:\n    !!binary \"a\"\n    ^",
        ),
        (
            "!%e2%82 x",
            "ScannerError: while scanning a tag\n  in \"<unicode string>\", line 1, column 1:\n    !%e2%82 x\n    ^\n'utf-8' \
             codec can't decode bytes in position 0-1: unexpected end of data\n  in \"<unicode string>\", line 1, column \
             2:\n    !%e2%82 x\n     ^",
        ),
        (
            "!e!x &b\na#b",
            "ParserError: while parsing a node\nfound undefined tag handle '!e!'\n  in \"<unicode string>\", line 1, column \
             1:\n    !e!x &b\n    ^",
        ),
    ] {
        assert_eq!(written(document), expected, "{document}");
    }
}

#[test]
fn the_outermost_exception_comes_first() {
    assert_eq!(
        written("a: [2024-13-01]\nb: 2024-01-32"),
        "ValueError: day is out of range for month"
    );
}

#[test]
fn an_exception_has_the_byte_that_it_names() {
    let place = |document: &str| safe_load(document).unwrap_err().place;
    assert_eq!(place("é: b: c"), Some(5));
    assert_eq!(place("é: \u{1}"), Some(4));
    assert_eq!(place("2024-13-01"), None);
}

#[test]
fn a_node_has_its_bytes() {
    let node = compose("é: [ü, b]\n").unwrap().unwrap();
    let Content::Mapping(entries) = &node.content else {
        panic!("{node:?}");
    };
    let [(key, value)] = entries.as_slice() else {
        panic!("{node:?}");
    };
    assert_eq!((key.start, key.end), (0, 2));
    assert_eq!((value.start, value.end), (4, 11));
    assert_eq!(key.tag, "tag:yaml.org,2002:str");
}

#[test]
fn values_nested_too_deeply_raise_a_recursion_error() {
    for nested in ["- ", "[", "? ", "{a: "] {
        let document = nested.repeat(10_000);
        assert_eq!(written(&document), "RecursionError: ", "{nested}");
        assert!(compose(&document).is_err(), "{nested}");
    }
    let document = format!("{}{}", "[".repeat(480), "]".repeat(480));
    assert_eq!(written(&document), document);
}

#[test]
fn aliases_do_not_grow_without_a_limit() {
    let mut values = "a0: &a0 [x, x, x, x, x, x]\n".to_owned();
    let mut merged = "a0: &a0 {x: 1}\n".to_owned();
    for at in 1..40 {
        let before = at - 1;
        let aliases = format!("*a{before}, ").repeat(6);
        writeln!(values, "a{at}: &a{at} [{aliases}]").unwrap();
        writeln!(merged, "a{at}: &a{at} {{<<: [{aliases}]}}").unwrap();
    }
    assert_eq!(written(&values), "MemoryError: ");
    assert_eq!(written(&merged), "MemoryError: ");
    assert_eq!(compose(&values).unwrap_err().name, "MemoryError");
}

/// Generates random documents for tests. They are made of tokens that are special in YAML, such as
/// `- ` and `&a `.
fn made_up() -> impl Strategy<Value = String> {
    const TOKENS: [&str; 48] = [
        "a",
        "b: ",
        "- ",
        "? ",
        ": ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "\n",
        "\n  ",
        "  ",
        "\t",
        "# c",
        "'",
        "\"",
        "\\",
        "\\ud800",
        "|",
        ">+1",
        "&a ",
        "*a",
        "!!str ",
        "!!int ",
        "!!float ",
        "!!timestamp ",
        "!!set ",
        "!!omap ",
        "!<x> ",
        "!%ff ",
        "<<: ",
        "=: ",
        "1_0:30",
        "0x",
        "+",
        ".",
        ".nan",
        "2024-01-02",
        " 3:04:05.6 -5:30",
        "---\n",
        "\n...\n",
        "%YAML 1.1\n",
        "%TAG !e! tag:e,\n",
        "é",
        "\u{2028}",
        "\u{feff}",
        "\r",
    ];
    let tokens = prop::collection::vec(prop::sample::select(TOKENS.as_slice()), 0..24);
    tokens.prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn every_document_has_a_value_or_an_exception(document in prop_oneof![made_up(), any::<String>()]) {
        match safe_load(&document) {
            Ok(value) => {
                prop_assert!(!value.python_repr().is_empty());
                prop_assert!(compose(&document).is_ok());
            }
            Err(error) => {
                let place = error.place.unwrap_or_default();
                prop_assert!(document.is_char_boundary(place));
            }
        }
    }
}
