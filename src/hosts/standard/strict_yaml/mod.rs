//! A parser of StrictYAML, the YAML that the reference validator reads. StrictYAML has only block
//! style, and every scalar is a text.
//!
//! The parser follows strictyaml 1.7 with its ruamel.yaml 0.16, because no available parser agrees
//! with these two libraries. Parsers of YAML 1.2 refuse a quoted value whose next line is not
//! indented, but one in a hundred real skills contains such a value. libyaml accepts tabs between
//! tokens, breaks lines differently, and requires a key before every colon.
//!
//! The parser splits a text into tokens, and builds nodes from the tokens. It refuses a text at the
//! position where flow style (brackets) begins.

mod builder;
mod node;
mod scalar;
mod scanner;

use crate::text::plain_yaml::{self, PlainMap, PlainMember, PlainScalar, PlainValue};
pub(super) use node::{Node, Pair, Problem};

/// Parses a text that contains one document. The text contains no `---`, because it is the part of
/// the file between the first two delimiters.
///
/// # Errors
/// Returns the first [`Problem`] in the text.
pub(super) fn parse(text: &str) -> Result<Node, Problem> {
    if let Some(node) = plain(text) {
        return Ok(node);
    }
    builder::build(scanner::scan(text)?)
}

/// Returns the node of a text that is simple enough to be read without the full parser. Otherwise
/// returns none.
fn plain(text: &str) -> Option<Node> {
    of_plain(plain_yaml::read(text, false)?).map(Node::Map)
}

/// Converts a map that the simple reader has read. None if only the full parser can read the
/// values, because they are indented differently or are in brackets.
fn of_plain(map: PlainMap<'_>) -> Option<Vec<Pair>> {
    let mut indentation = None;
    let mut is_known =
        |here: Option<usize>| here.is_some_and(|here| *indentation.get_or_insert(here) == here);
    let scalar = |scalar: &PlainScalar<'_>| Node::Text(scalar.written().to_owned());
    let mut pairs = Vec::with_capacity(map.members.len());
    for PlainMember { key, at, value } in map.members {
        let value = match value {
            PlainValue::Nothing => Node::Text(String::new()),
            PlainValue::Scalar(value) => scalar(&value),
            PlainValue::List(entries, here) if is_known(here) => {
                let entries = entries.iter().map(|entry| match entry {
                    PlainValue::Scalar(value) => Some(scalar(value)),
                    _ => None,
                });
                Node::List(entries.collect::<Option<_>>()?)
            }
            PlainValue::Map(map) if is_known(map.indentation) => Node::Map(of_plain(map)?),
            PlainValue::List(..) | PlainValue::Map(_) => return None,
        };
        let key = key.to_owned();
        pairs.push(Pair { key, at, value });
    }
    Some(pairs)
}

/// Checks that the simple reader and the full parser return the same node. Tests and fuzzing call
/// this function.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn plain_reader_agrees(yaml: &str) {
    if let Some(ours) = plain(yaml) {
        let theirs = scanner::scan(yaml).and_then(builder::build);
        assert_eq!(Ok(ours), theirs, "{yaml:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes a node for comparison in tests: texts in quotes, lists in brackets, maps in
    /// braces.
    fn shown(node: &Node) -> String {
        match node {
            Node::Text(text) => format!("{text:?}"),
            Node::Reserved => "reserved".to_owned(),
            Node::List(entries) => {
                let entries: Vec<_> = entries.iter().map(shown).collect();
                format!("[{}]", entries.join(", "))
            }
            Node::Map(pairs) => {
                let pairs = pairs.iter();
                let pairs: Vec<_> = pairs
                    .map(|pair| format!("{}: {}", pair.key, shown(&pair.value)))
                    .collect();
                format!("{{{}}}", pairs.join(", "))
            }
        }
    }

    fn read(text: &str) -> String {
        parse(text).map_or_else(|problem| problem.message.to_owned(), |node| shown(&node))
    }

    #[test]
    fn every_scalar_is_a_text() {
        let cases = [
            (
                "a: 1.0\nb: true\nc: null\nd: ~\ne:",
                r#"{a: "1.0", b: "true", c: "null", d: "~", e: ""}"#,
            ),
            ("1: x\n: y", r#"{1: "x", : "y"}"#),
            (
                "a: =\nb: <<\nc: '='",
                r#"{a: reserved, b: reserved, c: "="}"#,
            ),
            ("x y", r#""x y""#),
            ("", r#""""#),
            ("\n# only a comment", r#""""#),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn scalars_are_folded_as_ruamel_folds_them() {
        let cases = [
            ("a: x\n  y\n\n  z # c", r#"{a: "x y\nz"}"#),
            ("a: x:y#z ?-", r#"{a: "x:y#z ?-"}"#),
            // Further lines of a quoted value need no indentation.
            ("a: \"x \ny\\\n  z\\x41\\\\\"", r#"{a: "x yzA\\"}"#),
            ("a: 'it''s \"\\n\"'", r#"{a: "it's \"\\n\""}"#),
            ("a: \"\\ud800\"", "{a: \"\u{fffd}\"}"),
            ("a: >\n  x\n  y\n\n  z\n   w\n", r#"{a: "x y\nz\n w\n"}"#),
            (
                "a: |-\n  x\n  y\n\nb: |+ # c\n  z\n\n",
                r#"{a: "x\ny", b: "z\n\n"}"#,
            ),
            ("a: |2\n   x\n", r#"{a: " x\n"}"#),
            ("a: >\n  x", r#"{a: "x"}"#),
            ("a: x\u{85}  y\u{2028}  z", "{a: \"x y\\u{2028}z\"}"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn blocks_are_nested_by_indentation() {
        let cases = [
            (
                "a:\n- x\n-\n- - y\n  - z\nb: w",
                r#"{a: ["x", "", ["y", "z"]], b: "w"}"#,
            ),
            (
                "a:\n  b:\n    c: d\n  e: f",
                r#"{a: {b: {c: "d"}, e: "f"}}"#,
            ),
            ("- a: x\n  b: y\n- z", r#"[{a: "x", b: "y"}, "z"]"#),
            ("? a\n: x\n? b\n", r#"{a: "x", b: ""}"#),
            ("a: x\n...\n# c\n", r#"{a: "x"}"#),
            ("\u{feff}a: x\r\nb: y\r", r#"{a: "x", b: "y"}"#),
            // A tab at the start of a line is treated as part of an empty line that precedes it.
            ("\n\n\ta: x", r#"{a: "x"}"#),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn merges_are_dropped() {
        assert_eq!(read("a: x\n<<:\n  b: y"), r#"{a: "x"}"#);
        assert_eq!(read("<<:\n- b: y\n'<<': z"), r#"{<<: "z"}"#);
        for text in ["<<: x", "<<:\n  a: b\n<<:\n  c: d"] {
            assert_eq!(read(text), "`<<` merges nothing here", "{text:?}");
        }
    }

    #[test]
    fn invalid_strict_yaml_is_refused_with_its_place() {
        let deep = "- ".repeat(202);
        let long = format!("{}: x", "k".repeat(1025));
        let cases = [
            (
                "a: [x]",
                3,
                "a value begins with a bracket, and flow style is not allowed",
            ),
            (
                "a: {b: c}",
                3,
                "a value begins with a bracket, and flow style is not allowed",
            ),
            (
                "a: &x y",
                3,
                "a value begins with `&`, and anchors are not allowed",
            ),
            (
                "a: *x",
                3,
                "a value begins with `*`, which refers to an anchor that is not there",
            ),
            (
                "a: !x",
                3,
                "a value begins with `!`, and tags are not allowed",
            ),
            ("a: x\na: y", 5, "a key is twice in one map"),
            ("a:\n  - b: x\n    b: y", 16, "a key is twice in one map"),
            (
                "a:\n  b: x\nc:\n    d: y",
                17,
                "maps below the keys of one map are indented differently",
            ),
            ("a: b: c", 4, "a value is not allowed after this colon"),
            ("a: x\ty", 4, "a tab is between words or before them"),
            ("a: @x", 3, "no value can begin with this character"),
            ("a: `x`", 3, "no value can begin with this character"),
            ("a: \"x", 3, "a quote is opened and not closed"),
            (
                "a: \"\\q\"",
                4,
                "a backslash begins an escape that there is not",
            ),
            (
                "a: \"\\U00110000\"",
                4,
                "a backslash begins an escape that there is not",
            ),
            ("a: 'x\n...\n'", 6, "the document ends within quotes"),
            ("a: | x", 5, "text follows `|` or `>` on its line"),
            ("a: |0\n x", 4, "the indentation of a block must be 1 to 9"),
            ("a: x\nb", 5, "a line has no `key: value`"),
            ("a: x\n b: y", 7, "a value is not allowed after this colon"),
            ("  a: x\n b: y", 8, "text follows the end of the value"),
            ("a: - x", 3, "a list entry is not allowed here"),
            ("a: 'x' y", 7, "a line does not go on with what is above it"),
            ("? - a\n: b", 2, "a key is not a text"),
            ("a: x\n...\nb: y", 9, "text follows the end of the value"),
            ("%YAML 1.2", 0, "no value can begin with this character"),
            ("...", 0, "a value is missing"),
            (
                "a: \u{7}",
                3,
                "the frontmatter contains a control character",
            ),
            (&long, 1025, "a value is not allowed after this colon"),
            (
                &deep,
                402,
                "collections are nested more than 200 levels deep",
            ),
        ];
        for (text, at, message) in cases {
            let problem = parse(text).expect_err(text);
            assert_eq!((problem.at, problem.message), (at, message), "{text:?}");
        }
    }
}
