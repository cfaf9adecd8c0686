//! A fast reader of simple frontmatter (lines such as `key: value`), which does not need a YAML
//! parser.
//!
//! Every host has its own YAML parser, and the parsers agree only on simple texts. If parsers might
//! disagree, this reader returns none, and the host's own parser reads the text. The hosts' tests
//! compare this reader with the hosts' parsers on generated frontmatter (`made_up`).

mod flow;
#[cfg(test)]
pub(crate) mod made_up;
mod reader;
mod scalar;
mod value;

pub(crate) use value::{PlainMap, PlainMember, PlainScalar, PlainValue};

use reader::PlainReader;

/// Reads simple frontmatter. Returns none if YAML parsers might read any part of the text
/// differently. If `ends_line` is true, a block scalar at the end of the text ends with a line end,
/// even if the text does not.
pub(crate) fn read(yaml: &str, ends_line: bool) -> Option<PlainMap<'_>> {
    has_plain_characters(yaml.as_bytes()).then_some(())?;
    let mut reader = PlainReader {
        yaml,
        at: 0,
        ends_line,
    };
    let map = reader.map(0, false)?;
    // A text without members is not a map. A text that was not read to its end is not simple.
    (reader.at == yaml.len() && !map.members.is_empty()).then_some(map)
}

/// Returns true if every parser reads all characters of a text in the same way. Parsers differ for tabs, unusual line
/// ends, control characters, reserved characters, and escapes of surrogates.
fn has_plain_characters(bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if matches!(byte, b'\n' | b' '..=b'[' | b']'..=b'~') {
            continue;
        }
        let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or_default();
        let is_odd = match byte {
            b'\\' => next(0) == b'u',
            0xc2 => next(0) < 0xa0,
            0xe2 => next(0) == 0x80 && matches!(next(1), 0xa8 | 0xa9),
            0xee => true,
            0xef => {
                next(0) < 0xa4
                    || next(0) == 0xbb && next(1) == 0xbf
                    || next(0) == 0xbf && next(1) >= 0xbe
            }
            0xf3.. => true,
            _ => byte < 0x80,
        };
        if is_odd {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes a map for a test: texts are in quotes, and ambiguous scalars are shown as written.
    fn shown(map: &PlainMap<'_>) -> String {
        let members = map.members.iter();
        let members =
            members.map(|member| format!("{}: {}", member.key, shown_value(&member.value)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    }

    fn shown_value(value: &PlainValue<'_>) -> String {
        match value {
            PlainValue::Nothing => "nothing".to_owned(),
            PlainValue::Scalar(PlainScalar::Text(text)) => format!("{text:?}"),
            PlainValue::Scalar(PlainScalar::Bool(flag)) => flag.to_string(),
            PlainValue::Scalar(PlainScalar::Ambiguous(text)) => format!("?{text}"),
            PlainValue::List(values, _) => {
                let values: Vec<_> = values.iter().map(shown_value).collect();
                format!("[{}]", values.join(", "))
            }
            PlainValue::Map(map) => shown(map),
        }
    }

    #[test]
    fn plain_frontmatter_is_read() {
        let cases = [
            (
                "name: pdf\ndescription: Fill in (forms), \"now\".\n",
                r#"{name: "pdf", description: "Fill in (forms), \"now\"."}"#,
            ),
            ("a:  b  c  \n", r#"{a: "b  c"}"#),
            (
                "a: \"b: c # d\"\nb: 'c \"d\"'",
                r#"{a: "b: c # d", b: "c \"d\""}"#,
            ),
            (
                "a: true\nb: True\nc: 1.0\nd: 1.2.3\ne: 3 apples",
                r#"{a: true, b: ?True, c: ?1.0, d: "1.2.3", e: "3 apples"}"#,
            ),
            ("# c\n\na: b\n\n# c\nc: d", r#"{a: "b", c: "d"}"#),
            (
                "a: >\n  b\n  c\nd: |-\n    e\n    f\n",
                r#"{a: "b c\n", d: "e\nf"}"#,
            ),
            (
                "a: >\n  b\n\n\n  c\n\nd: |-\n  e\n\n    f\n",
                r#"{a: "b\n\nc\n", d: "e\n\n  f"}"#,
            ),
            (
                "a: [b, \"c, d\", [true], {}]\nb: {\"c\":{\"d\": [ e f ]}, \"g\": 1}",
                r#"{a: ["b", "c, d", [true], {}], b: {c: {d: ["e f"]}, g: ?1}}"#,
            ),
            (
                "a: 'it''s'\nb: \"a \\\"b\\\"\"",
                r#"{a: "it's", b: "a \"b\""}"#,
            ),
            ("a: b\n  c\n  d (e)\nf: g", r#"{a: "b c d (e)", f: "g"}"#),
            ("a: >-\n  b: c # d\n  - e", r#"{a: "b: c # d - e"}"#),
            ("a: >\n  b", r#"{a: "b"}"#),
            (
                "a: [b, c,]\nd: {\"e\": f, }",
                r#"{a: ["b", "c"], d: {e: "f"}}"#,
            ),
            (
                "a:\n- b: c\n  d:\n  - e\n- f\n- g:\n    h: i\nj: k",
                r#"{a: [{b: "c", d: ["e"]}, "f", {g: {h: "i"}}], j: "k"}"#,
            ),
            (
                "a: >-\n  b  \n  c \nd: |-\n  e \n  f",
                r#"{a: "b   c ", d: "e \nf"}"#,
            ),
            (
                "a:\n  {\n    \"b\": [c,\n     d],\n  \"e\":\n    {} }\nf: [\n  ]  \n",
                r#"{a: {b: ["c", "d"], e: {}}, f: []}"#,
            ),
            (
                "a: 'b\n  c ''d''\n\n\n  e '\nf: \"\n  g\n  \"\n",
                r#"{a: "b c 'd'\n\ne ", f: " g "}"#,
            ),
            ("a:\n- b\n- c\nd:\n  - e\n", r#"{a: ["b", "c"], d: ["e"]}"#),
            (
                "a:\n  b:\n    c: d\n    e:\n    - f\n  g: h\n",
                r#"{a: {b: {c: "d", e: ["f"]}, g: "h"}}"#,
            ),
            (
                "a:\n  b: c\n  d:\ne:\n",
                r#"{a: {b: "c", d: nothing}, e: nothing}"#,
            ),
        ];
        for (text, expected) in cases {
            let read = read(text, false).map(|map| shown(&map));
            assert_eq!(read.as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn a_number_of_more_than_64_bits_is_left_to_the_parser() {
        assert!(read("a: 123456789012345678\n", false).is_some());
        for number in [
            "18446744073709551616",
            "0x10000000000000000",
            "0o1700170017001700170017",
        ] {
            assert_eq!(read(&format!("a: {number}\n"), false), None, "{number}");
            assert_eq!(read(&format!("a: [{number}]\n"), false), None, "{number}");
        }
    }

    #[test]
    fn what_readers_might_read_differently_is_not_read() {
        let texts = [
            "",
            "\n",
            "# c",
            "a",
            "- a",
            "a:b",
            "a: b: c",
            "a: b:",
            "a: b # c",
            "a: [b",
            "a: [b, *c]",
            "a: [,]",
            "a: [b,,]",
            "a: [b] c",
            "a: [b # c]",
            "a: {b: c}",
            "a: {\"b\": c, \"b\": d}",
            "a: [b,\nc]",
            "a: [b\n  c]",
            "a: [b,\n  c\n]",
            "a: [\"b\n  c\"]",
            "a:\n[b]",
            "a: [b,\n  c] d\n",
            "a: &b c",
            "a: *b",
            "a: !b c",
            "a: @b",
            "a: >\n b\n  c\n",
            "a: >\n\n  b\n",
            "a: >+\n  b\n",
            "a: >\n  b\n  \n",
            "a: |2\n  b\n",
            "a: > # c\n  b\n",
            "a: \"b\nc\"\n",
            "a: \"b\n  c",
            "a: \"b\n  c\" d\n",
            "a: \"b\\\n  c\"\n",
            "a: \"b\\n\"",
            "a: \"b\" c",
            "a: b\na: c",
            "a:\tb",
            "a: b\r\n",
            "a: b\u{85}",
            "\u{feff}a: b",
            "a: b\u{a0}",
            "yes: a",
            "1: a",
            "\"a\": b",
            "a:\n  - b\n   - c\n",
            "a:\n  -  b: c\n",
            "a:\n  - b: c\n   d: e\n",
            "a:\n  - b: c\n    b: d\n",
            "a:\n  - - b\n",
            "  a: b\n",
            "a: - b",
            "a: ? b",
            "---\na: b",
            "a: b\n...\n",
            "a: <<",
            "a: =",
            "a: ~",
            "a: b\n- c\n",
            "a: b\n # c\n",
        ];
        for text in texts {
            assert_eq!(read(text, false), None, "{text:?}");
        }
        let members = |count| {
            (0..count)
                .map(|number| format!("k{number}: v\n"))
                .collect::<String>()
        };
        assert!(read(&members(256), false).is_some());
        assert_eq!(read(&members(257), false), None);
    }
}
