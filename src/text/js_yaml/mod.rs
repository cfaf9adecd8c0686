//! Parses YAML and JSON like JavaScript. The shared YAML scanner reads the text, and this module
//! adds the types and errors of js-yaml.
//!
//! The scanner accepts and refuses nearly the same texts as js-yaml. The results agree for a
//! recorded corpus of 3,000 skills. This module adds the differences:
//!
//! - Dates and octal, underscored and sexagesimal numbers are not strings.
//! - Duplicate keys, unknown tags and merges of anything but a mapping are errors.
//! - Pairs of `\u` escapes form one character.
//! - The next-line character does not end a line.
//! - Version 3 does not count a tab as indentation, so a line that begins with a tab belongs to the top level.
//! - Version 3 reads a key that follows a quoted value on the same line.

mod data;
mod disguise;
mod reader;
mod scalar;

pub(crate) use data::JsYamlValue;
pub(crate) use scalar::Version;

use disguise::{Disguise, join_surrogates, keyed_value, split_after_quotes};
use reader::{Dialect, KEPT_LEVELS, ValueReader, WrittenScalar};
use scalar::plain;
use serde::de::DeserializeSeed;

use crate::text::plain_yaml::{self, PlainMap, PlainScalar, PlainValue};
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_aliases, check_work};

/// The error for a text that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) message: String,
    /// The line and column of the error, both counted from 1. None if the parser reports no place.
    pub(crate) at: Option<(usize, usize)>,
}

/// The largest JSON that is parsed, in bytes. No host has this limit.
const MAX_JSON_BYTES: usize = 1 << 20;

/// Parses JSON like JavaScript. If a key occurs several times, the last value is used, at the
/// position of the first key.
pub(crate) fn json(text: &str) -> Result<JsYamlValue, Unread> {
    if text.len() > MAX_JSON_BYTES {
        return Err(Unread {
            message: format!("{} bytes are more than Skillglass reads", text.len()),
            at: None,
        });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let seed = ValueReader {
        source: text,
        dialect: Dialect::Json,
        level: 0,
    };
    let value = seed.deserialize(&mut reader).and_then(|value| {
        reader.end()?;
        Ok(value)
    });
    value.map_err(|error| Unread {
        message: error.to_string(),
        at: Some((error.line(), error.column())),
    })
}

/// Parses YAML like this version of js-yaml.
pub(crate) fn yaml(text: &str, version: Version) -> Result<JsYamlValue, Unread> {
    check_work(text, MAX_FRONTMATTER_BYTES).map_err(|problem| Unread {
        message: format!("the frontmatter was not parsed: {problem}"),
        at: None,
    })?;
    // The text ends before the closing delimiter, so it lacks the line end that a block scalar there has.
    let plain = plain_yaml::read(text, true).and_then(|map| of_plain(&map, 0));
    plain.map_or_else(|| any_yaml(text, version), Ok)
}

/// Parses YAML that is too complex for the fast reader of simple frontmatter.
fn any_yaml(text: &str, version: Version) -> Result<JsYamlValue, Unread> {
    let disguise = Disguise::of(text);
    let mut text = disguise.put_on(&disguise.keep_spaces(text));
    if version == Version::V3 {
        text = without_leading_tabs(text);
    }
    // Adds the line end before the closing delimiter again, because it belongs to a block scalar there.
    if !text.ends_with(['\n', '\r']) {
        text.push('\n');
    }
    let first_try = read_yaml(&text, version).or_else(|error| {
        let split = split_after_quotes(&text).filter(|_| version == Version::V3);
        split
            .and_then(|split| read_yaml(&split, version).ok())
            .ok_or(error)
    });
    let value = first_try.or_else(|error| {
        // JSON and JavaScript write a character beyond U+FFFF as two escapes, but the scanner refuses such escapes.
        let joined = join_surrogates(&text).ok_or(&error);
        joined
            .and_then(|joined| read_yaml(&joined, version).map_err(|_| &error))
            .map_err(|error| Unread {
                message: error.to_string(),
                at: error
                    .location()
                    .map(|location| (location.line(), location.column())),
            })
    });
    value.map(|value| disguise.take_off(value))
}

/// Removes the whitespace at the start of each line that begins with a tab, like version 3 of
/// js-yaml. The whitespace before the first line and before list items is not removed, because
/// js-yaml and our scanner reject a tab there in most cases.
fn without_leading_tabs(text: String) -> String {
    if !text.contains("\n\t") {
        return text;
    }
    let mut is_first = true;
    let lines = text.split_inclusive('\n').map(|line| {
        let content = line.trim_start_matches([' ', '\t']);
        let has_content = !content.trim_start().is_empty() && !content.starts_with('#');
        let is_moved =
            has_content && !is_first && line.starts_with('\t') && !content.starts_with('-');
        is_first &= !has_content;
        if is_moved { content } else { line }
    });
    lines.collect()
}

/// Converts the frontmatter that [`plain_yaml::read`] returned into a value of js-yaml. Returns
/// none if the type of a value is ambiguous. Values that are nested more than [`KEPT_LEVELS`]
/// levels deep are dropped.
fn of_plain(map: &PlainMap<'_>, level: usize) -> Option<JsYamlValue> {
    let members = map.members.iter().filter(|_| level < KEPT_LEVELS);
    let entries = members.map(|member| {
        let value = of_plain_value(&member.value, level + 1)?;
        Some((member.key.to_owned(), value))
    });
    entries.collect::<Option<_>>().map(JsYamlValue::Mapping)
}

fn of_plain_value(value: &PlainValue<'_>, level: usize) -> Option<JsYamlValue> {
    Some(match value {
        PlainValue::Nothing => JsYamlValue::Null,
        PlainValue::Scalar(PlainScalar::Text(text)) => JsYamlValue::Text(text.clone().into_owned()),
        PlainValue::Scalar(PlainScalar::Bool(flag)) => JsYamlValue::Bool(*flag),
        PlainValue::Scalar(PlainScalar::Ambiguous(_)) => return None,
        PlainValue::List(values, _) => {
            let values = values.iter().filter(|_| level < KEPT_LEVELS);
            let values = values.map(|value| of_plain_value(value, level + 1));
            JsYamlValue::Sequence(values.collect::<Option<_>>()?)
        }
        PlainValue::Map(map) => of_plain(map, level)?,
    })
}

fn read_yaml(text: &str, version: Version) -> Result<JsYamlValue, serde_yaml::Error> {
    check_aliases::<serde_yaml::Error>(text)?;
    let seed = ValueReader {
        source: text,
        dialect: Dialect::Yaml(version),
        level: 0,
    };
    let mut value = match seed.deserialize(serde_yaml::Deserializer::from_str(text)) {
        // The text contains only comments and whitespace, so its value is null.
        Err(_) if serde_yaml::from_str::<()>(text).is_ok() => JsYamlValue::Null,
        value => value?,
    };
    // The scanner has other rules than js-yaml for numbers (`0o17`, `01.5`), and drops tags. So name and description,
    // which must be texts, are read again exactly as written.
    let JsYamlValue::Mapping(entries) = &mut value else {
        return Ok(value);
    };
    for (name, value) in entries {
        let is_read = matches!(name.as_str(), "name" | "description");
        let as_text = is_read && is_tagged_as_text(text, name);
        let is_scalar = !matches!(value, JsYamlValue::Sequence(_) | JsYamlValue::Mapping(_));
        if is_scalar && (as_text || (is_read && *value == JsYamlValue::Number)) {
            let written = WrittenScalar {
                mapping: seed,
                key: name,
            };
            match written.deserialize(serde_yaml::Deserializer::from_str(text))? {
                Some(written) if as_text => *value = JsYamlValue::Text(written),
                Some(written) => *value = plain(&written, version),
                // The key is merged from another mapping.
                None => {}
            }
        }
    }
    Ok(value)
}

/// Returns true if the value of this key has the tag `!!str`. Only keys at the start of a line are
/// found.
fn is_tagged_as_text(text: &str, key: &str) -> bool {
    text.lines().any(|line| {
        let is_key = line
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with(':'));
        is_key && keyed_value(line).is_some_and(|value| value.starts_with("!!str "))
    })
}

/// Asserts that the fast reader of simple frontmatter returns the same value as the full parser.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    if let Some(ours) = plain_yaml::read(yaml, true).and_then(|map| of_plain(&map, 0)) {
        for version in [Version::V3, Version::V4] {
            assert_eq!(Ok(ours.clone()), any_yaml(yaml, version), "{yaml:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses `text` as the value of a key. Returns `=` and the value if the value is a text, the
    /// value's type if not, and `refused` if the parser rejects `text`.
    fn read(text: &str, version: Version) -> String {
        match yaml(&format!("\nname: {text}"), version) {
            Err(_) => "refused".to_owned(),
            Ok(value) => match value.get("name") {
                Some(JsYamlValue::Text(text)) => format!("={text}"),
                other => other.map_or("absent", JsYamlValue::kind).to_owned(),
            },
        }
    }

    #[test]
    fn scalars_have_the_types_of_js_yaml() {
        let cases = [
            ("yes", "=yes"),
            ("true", "a boolean"),
            ("~", "empty"),
            ("", "empty"),
            ("12", "a number"),
            ("'12'", "=12"),
            ("!!str 12", "=12"),
            ("! 12", "=12"),
            ("!", "empty"),
            ("0o17", "=0o17"),
            ("017", "a number"),
            ("089", "=089"),
            ("1_000", "a number"),
            ("1_", "=1_"),
            ("0b101", "a number"),
            ("0x1F", "a number"),
            ("1:30", "a number"),
            ("1:75", "=1:75"),
            ("01.5", "=01.5"),
            ("1.5e3", "a number"),
            (".5", "a number"),
            ("-.5", "=-.5"),
            (".inf", "a number"),
            ("-.nan", "=-.nan"),
            ("1.0.0", "=1.0.0"),
            ("2026-01-02", "a date"),
            ("2026-1-2", "=2026-1-2"),
            ("2026-1-2 3:04:05 +1:00", "a date"),
            ("2026-01-02T03:04:05.6Z", "a date"),
            ("'2026-01-02'", "=2026-01-02"),
            ("[a]", "a list"),
            ("{a: b}", "a mapping"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, Version::V3), expected, "{text:?}");
        }
    }

    #[test]
    fn a_number_is_read_beside_values_of_any_type() {
        for other in ["name: {a: b}", "name: [a]", "? [a]\n: b"] {
            for text in [
                format!("{other}\ndescription: 012"),
                format!("description: 012\n{other}"),
            ] {
                let value = yaml(&text, Version::V3);
                let value = value.as_ref().map(|value| value.get("description"));
                assert_eq!(value, Ok(Some(&JsYamlValue::Number)), "{text:?}");
            }
        }
    }

    #[test]
    fn numbers_have_no_colons_and_may_begin_with_zero_since_version_4() {
        let cases = [
            ("1:30", "=1:30"),
            ("1:30.5", "=1:30.5"),
            ("0o17", "a number"),
            ("0o18", "=0o18"),
            ("017", "a number"),
            ("089", "a number"),
            ("01.5", "a number"),
            ("1_000", "a number"),
            ("_1", "=_1"),
            ("1_", "=1_"),
            ("0x", "=0x"),
            ("-0x1f", "a number"),
            ("0b101", "a number"),
            ("1.", "a number"),
            ("+.5", "=+.5"),
            (".5e3", "a number"),
            ("1e3", "a number"),
            ("-.inf", "a number"),
            ("1.2.3", "=1.2.3"),
            ("yes", "=yes"),
            ("2026-01-02", "a date"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, Version::V4), expected, "{text:?}");
        }
    }

    #[test]
    fn strings_have_the_characters_of_js_yaml() {
        let cases = [
            ("\"\\ud83d\\ude00\"", "=😀"),
            ("\"\\ud83d x\"", "=\u{fffd} x"),
            ("\"\\\\ud83d\"", "=\\ud83d"),
            ("a\u{2028}b\u{85}c\u{feff}", "=a\u{2028}b\u{85}c\u{feff}"),
            ("\"a  \n  b\"", "=a   b"),
            ("'a \n\n  b'", "=a \nb"),
            ("a  \n  b", "=a b"),
            ("|\n  a\n  b", "=a\nb\n"),
            (">-\n  a\n  b", "=a b"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, Version::V3), expected, "{text:?}");
        }
    }

    #[test]
    fn what_js_yaml_refuses_is_refused() {
        for text in [
            "a: b",
            "@a",
            "`a`",
            "*a",
            "!foo a",
            "\"a",
            "a\nb",
            "a\nname: b",
            "a\nx: {y: 1, y: 2}",
            "a\n<<: b",
        ] {
            assert_eq!(read(text, Version::V3), "refused", "{text:?}");
        }
    }

    #[test]
    fn a_line_that_begins_with_a_tab_belongs_to_the_top_level_in_version_3() {
        let cases = [
            ("a\nmetadata:\n\tauthor: x", "=a"),
            ("a\n\t x: y", "=a"),
            ("\"a\n\tb\"", "=a b"),
            ("a\nmetadata:\n\tname: b", "refused"),
            ("a\nmetadata:\n\t- b\n\t- c", "refused"),
            ("a\n\tb", "refused"),
            ("|\n\ta", "refused"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, Version::V3), expected, "{text:?}");
        }
        assert_eq!(read("a\nmetadata:\n\tauthor: x", Version::V4), "refused");
    }

    #[test]
    fn a_key_may_follow_a_quoted_value_on_the_same_line_in_version_3() {
        let cases = [
            ("\"b\" and more: c", "=b"),
            ("'b'and: c", "=b"),
            ("\"b\" \"c\": d", "=b"),
            ("\"b\" c: 'd' e: f", "=b"),
            ("\"b\" c: >\n  d\nf: g", "=b"),
            ("\"b\nc\" d: e", "=b c"),
            ("\"b\" # c: d", "=b"),
            ("\"b\n  c\" d: e", "refused"),
            ("\"b\" name: c", "refused"),
            ("\"b\" c", "refused"),
            ("\"b\": c", "refused"),
            ("\"b\", c: d", "refused"),
            ("\"b\" c: d: e", "refused"),
            ("\"b\" - c: d", "refused"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, Version::V3), expected, "{text:?}");
        }
        assert_eq!(read("\"b\" c: d", Version::V4), "refused");
    }

    #[test]
    fn merged_keys_come_after_written_keys() {
        let value = yaml(
            "x: &x {name: a, description: b}\n<<: *x\nname: c\n",
            Version::V4,
        )
        .unwrap();
        assert_eq!(value.get("name").and_then(JsYamlValue::text), Some("c"));
        assert_eq!(
            value.get("description").and_then(JsYamlValue::text),
            Some("b")
        );
    }

    #[test]
    fn deeply_nested_values_are_refused_without_overflow() {
        for text in [
            "[".repeat(100_000),
            "{a: ".repeat(50_000),
            "- ".repeat(100_000),
        ] {
            assert!(yaml(&text, Version::V4).is_err());
            assert!(json(&text).is_err());
        }
    }

    #[test]
    fn plain_values_are_retained_as_deep_as_others() {
        let block = "a:\n- a:\n  - a:\n    - a:\n      - a:\n        - b\n";
        let flow = "a: [{\"a\": [{\"a\": [{\"a\": [{\"a\": [b]}]}]}]}]";
        for yaml in [block, flow] {
            assert!(plain_yaml::read(yaml, true).is_some());
            plain_reader_agrees(yaml);
        }
    }

    #[test]
    fn the_last_of_equal_keys_is_used_in_json_and_none_in_yaml() {
        let value = json("{\"a\": 1, \"b\": \"x\", \"a\": \"y\"}").unwrap();
        assert_eq!(value.get("a").and_then(JsYamlValue::text), Some("y"));
        assert!(yaml("a: 1\na: 2\n", Version::V4).is_err());
    }
}
