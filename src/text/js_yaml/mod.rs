//! YAML and JSON as JavaScript reads them: js-yaml's types and refusals on top of the shared YAML scanner.
//!
//! The scanner takes and refuses nearly what js-yaml does (a recorded corpus of 3,000 skills agrees). The differences
//! are here: dates, octal, underscored and sexagesimal numbers are no strings; duplicate keys, unknown tags and merges
//! of what is no mapping are errors; pairs of `\u` escapes make one character; and a next-line character is no line
//! end.

mod data;
mod disguise;
mod reader;
mod scalar;

pub(crate) use data::Value;
pub(crate) use scalar::Version;

use disguise::{Disguise, join_surrogates, keyed_value};
use reader::{Dialect, KEPT_LEVELS, Reader};
use scalar::plain;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer};

use crate::text::plain_yaml::{self, PlainMap, PlainScalar, PlainValue};
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_aliases, check_work};

/// The reason for which a text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) message: String,
    /// Line and column, from 1, where the parser says so.
    pub(crate) at: Option<(usize, usize)>,
}

/// Largest JSON that is read, in bytes. This limit is ours.
const MAX_JSON_BYTES: usize = 1 << 20;

/// Reads JSON. Of equal keys the last counts, at the place of the first.
pub(crate) fn json(text: &str) -> Result<Value, Unread> {
    if text.len() > MAX_JSON_BYTES {
        return Err(Unread {
            message: format!("{} bytes are more than Skillglass reads", text.len()),
            at: None,
        });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let seed = Reader {
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

/// Reads YAML as js-yaml of that version does.
pub(crate) fn yaml(text: &str, version: Version) -> Result<Value, Unread> {
    check_work(text, MAX_FRONTMATTER_BYTES).map_err(|problem| Unread {
        message: format!("the frontmatter was not parsed: {problem}"),
        at: None,
    })?;
    // A block of text at the end keeps its line end, though the closing delimiter took it away.
    let plain = plain_yaml::read(text, true).and_then(|map| of_plain(&map, 0));
    plain.map_or_else(|| any_yaml(text, version), Ok)
}

/// Reads YAML that is not plain.
fn any_yaml(text: &str, version: Version) -> Result<Value, Unread> {
    let disguise = Disguise::of(text);
    let mut text = disguise.put_on(&disguise.keep_blanks(text));
    // As above.
    if !text.ends_with(['\n', '\r']) {
        text.push('\n');
    }
    let value = read_yaml(&text, version).or_else(|error| {
        // JavaScript spells a character beyond the first 65,536 as two escapes, which the scanner refuses.
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

/// The value of plain frontmatter, if nobody sees a number in it; as deep as the [`Reader`] keeps values.
fn of_plain(map: &PlainMap<'_>, level: usize) -> Option<Value> {
    let members = map.members.iter().filter(|_| level < KEPT_LEVELS);
    let entries = members.map(|member| {
        let value = of_plain_value(&member.value, level + 1)?;
        Some((member.key.to_owned(), value))
    });
    entries.collect::<Option<_>>().map(Value::Mapping)
}

fn of_plain_value(value: &PlainValue<'_>, level: usize) -> Option<Value> {
    Some(match value {
        PlainValue::Nothing => Value::Null,
        PlainValue::Scalar(PlainScalar::Text(text)) => Value::Text(text.clone().into_owned()),
        PlainValue::Scalar(PlainScalar::Bool(flag)) => Value::Bool(*flag),
        PlainValue::Scalar(PlainScalar::Ambiguous(_)) => return None,
        PlainValue::List(values, _) => {
            let values = values.iter().filter(|_| level < KEPT_LEVELS);
            let values = values.map(|value| of_plain_value(value, level + 1));
            Value::Sequence(values.collect::<Option<_>>()?)
        }
        PlainValue::Map(map) => of_plain(map, level)?,
    })
}

fn read_yaml(text: &str, version: Version) -> Result<Value, serde_yaml::Error> {
    check_aliases::<serde_yaml::Error>(text)?;
    let seed = Reader {
        source: text,
        dialect: Dialect::Yaml(version),
        level: 0,
    };
    let mut value = match seed.deserialize(serde_yaml::Deserializer::from_str(text)) {
        // Nothing but comments and blanks.
        Err(_) if serde_yaml::from_str::<()>(text).is_ok() => Value::Null,
        value => value?,
    };
    // The scanner resolves numbers by other rules than js-yaml (`0o17`, `01.5`) and keeps no tag, so the fields that
    // matter are looked at as they are written.
    let Value::Mapping(entries) = &mut value else {
        return Ok(value);
    };
    for (key, value) in entries {
        let is_read = matches!(key.as_str(), "name" | "description");
        let as_text = is_read && is_tagged_as_text(text, key);
        let is_scalar = !matches!(value, Value::Sequence(_) | Value::Mapping(_));
        if is_scalar && (as_text || (is_read && *value == Value::Number)) {
            let written: Written = serde_yaml::from_str(text)?;
            let written = match key.as_str() {
                "name" => written.name,
                _ => written.description,
            };
            *value = match written {
                Some(written) if as_text => Value::Text(written),
                Some(written) => plain(&written, version),
                None => Value::Null,
            };
        }
    }
    Ok(value)
}

/// Whether the value of a key at the start of a line is said to be text.
fn is_tagged_as_text(text: &str, key: &str) -> bool {
    text.lines().any(|line| {
        let is_key = line
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with(':'));
        is_key && keyed_value(line).is_some_and(|value| value.starts_with("!!str "))
    })
}

/// The two fields as they are written.
#[derive(Deserialize)]
struct Written {
    #[serde(default, deserialize_with = "written")]
    name: Option<String>,
    #[serde(default, deserialize_with = "written")]
    description: Option<String>,
}

/// The text of a scalar; nothing else is read here.
fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// That what the plain reader reads is what the parser reads.
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

    /// The value: text as it is, everything else by its kind, and refusal.
    fn read(text: &str, version: Version) -> String {
        match yaml(&format!("\nname: {text}"), version) {
            Err(_) => "refused".to_owned(),
            Ok(value) => match value.get("name") {
                Some(Value::Text(text)) => format!("={text}"),
                other => other.map_or("absent", Value::kind).to_owned(),
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
    fn merged_keys_stand_behind_those_that_are_written() {
        let value = yaml(
            "x: &x {name: a, description: b}\n<<: *x\nname: c\n",
            Version::V4,
        )
        .unwrap();
        assert_eq!(value.get("name").and_then(Value::text), Some("c"));
        assert_eq!(value.get("description").and_then(Value::text), Some("b"));
    }

    #[test]
    fn values_that_lie_deep_in_one_another_are_refused_and_overflow_nothing() {
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
    fn plain_values_are_kept_as_deep_as_others() {
        let block = "a:\n- a:\n  - a:\n    - a:\n      - a:\n        - b\n";
        let flow = "a: [{\"a\": [{\"a\": [{\"a\": [{\"a\": [b]}]}]}]}]";
        for yaml in [block, flow] {
            assert!(plain_yaml::read(yaml, true).is_some());
            plain_reader_agrees(yaml);
        }
    }

    #[test]
    fn of_equal_keys_the_last_counts_in_json_and_none_in_yaml() {
        let value = json("{\"a\": 1, \"b\": \"x\", \"a\": \"y\"}").unwrap();
        assert_eq!(value.get("a").and_then(Value::text), Some("y"));
        assert!(yaml("a: 1\na: 2\n", Version::V4).is_err());
    }
}
