//! Parses YAML like the npm package `yaml` 2 (schema `core` of YAML 1.2), including the package's
//! faults. Several hosts parse with this package, and report or repair the first fault.
//!
//! This is a new implementation of the package's behavior in three passes. The first pass splits a
//! text into tokens. The second pass forms a tree from the tokens, by their columns. The third pass
//! checks the tree and converts it to values. If the package continues to parse after a fault, this
//! implementation does too, because the package's first fault is not always the first in the text.

mod compose;
mod core;
mod lexer;
mod outcome;
mod scalar;
mod token;
mod tree;

pub(crate) use outcome::{Problem, Yaml, advice};

use crate::text::js_value::Value;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work};

/// Parses a YAML text. If the text is too large or too deeply nested, the result is a fault.
pub(crate) fn read(text: &str) -> Yaml {
    let refused = |message: String| Yaml {
        value: Value::Null,
        problem: Some(Problem {
            code: "RESOURCE_EXHAUSTION",
            message,
            start: 0,
            end: 1,
        }),
        unresolved: None,
        lines: vec![0],
    };
    if let Err(message) = check_work(text, MAX_FRONTMATTER_BYTES) {
        return refused(message);
    }
    match tree::parse(text, lexer::lex(text)) {
        Some((stream, lines)) => compose::compose(text, &stream, lines),
        None => refused("the values are nested too deeply".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parsed value as JSON, or the first fault.
    fn outcome(text: &str) -> String {
        let yaml = read(text);
        match yaml.problem {
            Some(problem) => format!("{}: {}", problem.code, problem.message),
            None => yaml.value.json(),
        }
    }

    #[test]
    fn keys_made_of_keys_do_not_double_without_end() {
        let nested = |depth: usize| format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
        assert!(!outcome(&nested(8)).starts_with("RESOURCE_EXHAUSTION"));
        for text in [
            nested(100),
            format!("{}a", "{".repeat(100)),
            format!("{}a{}", "[?".repeat(100), "]".repeat(100)),
        ] {
            let yaml = read(&text);
            let longest = yaml.value.json().len();
            assert!(
                yaml.problem.is_some() && longest < 1 << 20,
                "{longest} bytes of {text}"
            );
        }
    }

    #[test]
    fn a_long_text_with_many_aliases_is_not_copied_for_each() {
        let text = format!(
            "a: &a {}\nb: [{}]\n",
            "x".repeat(100_000),
            "*a, ".repeat(90)
        );
        let problem = read(&text).problem.expect("too much");
        assert!(
            problem.message.starts_with("Excessive alias count"),
            "{}",
            problem.message
        );
        let text = "a: &a x\nb: [*a, *a, *a]\n";
        assert_eq!(outcome(text), r#"{"a":"x","b":["x","x","x"]}"#);
    }

    /// Compares the value or the first error of each text with the result that was recorded from
    /// version 2.9 of the npm package `yaml`.
    #[test]
    fn values_and_first_faults_are_those_of_the_package() {
        let cases = [
            (
                "a: 1\nb: [x, 'y', \"z\"]\nc:\n  d: ~\n",
                "{\"a\":1,\"b\":[\"x\",\"y\",\"z\"],\"c\":{\"d\":null}}",
            ),
            ("- a\n- - b\n  - c\n", "[\"a\",[\"b\",\"c\"]]"),
            ("yes: no\non: off\n", "{\"yes\":\"no\",\"on\":\"off\"}"),
            (
                "h: 0x1F\no: 0o17\nf: 1.50\ne: 1e3\ni: .inf\nz: 012\n",
                "{\"h\":31,\"o\":15,\"f\":1.5,\"e\":1000,\"i\":null,\"z\":12}",
            ),
            ("<<: x\n", "{\"<<\":\"x\"}"),
            ("a: 1\na: 2\n", "DUPLICATE_KEY: Map keys must be unique"),
            ("1: x\n'1': y\n", "{\"1\":\"y\"}"),
            ("b: 1\n2: x\n1: y\n", "{\"1\":\"y\",\"2\":\"x\",\"b\":1}"),
            (
                "a: |\n  one\n   two\n\nb: >\n  one\n  two\n\n  three\nc: |-\n  x\n",
                "{\"a\":\"one\\n two\\n\",\"b\":\"one two\\nthree\\n\",\"c\":\"x\"}",
            ),
            ("a: \"x\\u00e9\\n\\\n   y\"\n", "{\"a\":\"xé\\ny\"}"),
            ("a: 'it''s\n  two'\n", "{\"a\":\"it's two\"}"),
            ("a: one\n  two\n\n  three\n", "{\"a\":\"one two\\nthree\"}"),
            ("a: &x [1]\nb: *x\n", "{\"a\":[1],\"b\":[1]}"),
            (
                "a: *x\n",
                "YAML_EXCEPTION: Unresolved alias (the anchor must be set before the alias): x",
            ),
            (
                "a: Use when: b\n",
                "BLOCK_AS_IMPLICIT_KEY: Nested mappings are not allowed in compact mappings",
            ),
            ("a: \"b\n", "MISSING_CHAR: Missing closing \"quote"),
            ("a: 'b\n", "MISSING_CHAR: Missing closing 'quote"),
            (
                "a\nb: 1\n",
                "MULTILINE_IMPLICIT_KEY: Implicit keys need to be on a single line",
            ),
            (
                "a: 1\nb\n",
                "MISSING_CHAR: Implicit map keys need to be followed by map values",
            ),
            (
                "a: [b\nc: 1\n",
                "BAD_INDENT: Flow sequence in block collection must be sufficiently indented and end with a ]",
            ),
            (
                "a: {b: 1\n",
                "BAD_INDENT: Flow map in block collection must be sufficiently indented and end with a }",
            ),
            (
                "a: b\n c: d\n",
                "BLOCK_AS_IMPLICIT_KEY: Nested mappings are not allowed in compact mappings",
            ),
            (
                "a: - b\n",
                "UNEXPECTED_TOKEN: Unexpected block-seq-ind on same line with key",
            ),
            (
                "a: [x] y\n",
                "UNEXPECTED_TOKEN: Unexpected scalar at node end",
            ),
            (
                "a: \"x\" y\n",
                "UNEXPECTED_TOKEN: Unexpected scalar at node end",
            ),
            (
                "\ta: 1\n",
                "TAB_AS_INDENT: Tabs are not allowed as indentation",
            ),
            (
                "a: @x\n",
                "BAD_SCALAR_START: Plain value cannot start with reserved character @",
            ),
            (
                "a: `x`\n",
                "BAD_SCALAR_START: Plain value cannot start with reserved character `",
            ),
            (
                "a: %x\n",
                "BAD_SCALAR_START: Plain value cannot start with directive indicator character %",
            ),
            ("a: !t x\n", "{\"a\":\"x\"}"),
            (
                "a: !e!t x\n",
                "TAG_RESOLVE_FAILED: Could not resolve tag: !e!t",
            ),
            ("a: !!int 5\nb: !!str 5\n", "{\"a\":5,\"b\":\"5\"}"),
            (
                "a: 1\n---\nb: 2\n",
                "MULTIPLE_DOCS: Source contains multiple documents; please use YAML.parseAllDocuments()",
            ),
            ("", "null"),
            ("# only\n", "null"),
            (
                "%YAML 1.2\na: 1\n",
                "MISSING_CHAR: Missing directives-end/doc-start indicator line",
            ),
            ("a: \"\\q\"\n", "BAD_DQ_ESCAPE: Invalid escape sequence \\q"),
            ("a: | x\n  b\n", "UNEXPECTED_TOKEN: Not a YAML token: x"),
            ("? a\n: b\n", "{\"a\":\"b\"}"),
            ("{a, b: c}\n", "{\"a\":null,\"b\":\"c\"}"),
            ("[a b: c, d]\n", "[{\"a b\":\"c\"},\"d\"]"),
            ("a:\n- b\n- c\n", "{\"a\":[\"b\",\"c\"]}"),
            (
                "о\nb: 1\n",
                "MULTILINE_IMPLICIT_KEY: Implicit keys need to be on a single line",
            ),
            (
                "a: ]\n",
                "UNEXPECTED_TOKEN: Unexpected flow-seq-end token in YAML stream: \"]\"",
            ),
            ("a: x #c\nb: x#c\n", "{\"a\":\"x\",\"b\":\"x#c\"}"),
            (
                "- a\nb: 1\n",
                "UNEXPECTED_TOKEN: Unexpected scalar at node end",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(outcome(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_fault_is_shown_with_its_line_and_marks_below() {
        let cases = [
            (
                "name: a: b\n",
                "Nested mappings are not allowed in compact mappings at line 1, column 7:\n\nname: a: b\n      ^\n",
            ),
            (
                "a: 1\nb: [x\nc: 1\n",
                "Flow sequence in block collection must be sufficiently indented and end with a ] at line 3, column 1:\n\nb: [x\nc: 1\n^\n",
            ),
        ];
        for (text, expected) in cases {
            let yaml = read(text);
            let problem = yaml.problem.as_ref().unwrap();
            assert_eq!(yaml.pretty(problem, text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_nesting_ends_the_program() {
        for part in ["[", "{a: ", "- ", "? ", "a:\n "] {
            outcome(&part.repeat(20_000));
        }
        let laughs: String = (1..30)
            .map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}, *a{0}]\n", level - 1))
            .collect();
        assert!(outcome(&format!("a0: &a0 x\n{laughs}")).starts_with("YAML_EXCEPTION"));
    }
}
