//! A parser like VS Code's own YAML parser (`docs/hosts/vscode.md#frontmatter`). It reads mappings,
//! lists and texts, but no anchors, tags or types. The parser never fails: if it does not
//! understand a text, it skips it or stops.

mod blocks;
mod lines;
mod node;
mod parser;
mod scanner;
mod token;

pub(super) use node::{Member, Node};

use parser::Parser;

use crate::text::yaml::MAX_FRONTMATTER_BYTES;

/// The result of parsing frontmatter as VS Code does.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// The members of the top mapping; empty if the text is not a mapping.
    pub members: Vec<Member>,
    /// The byte offset at which the parser stopped; `None` if it read the whole text.
    pub stopped: Option<usize>,
    /// The byte offset at which a text that is too large was cut; `None` if the text was not cut.
    pub cut: Option<usize>,
}

impl Read {
    /// Returns the first value with this key; `None` if there is none.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let mut members = self.members.iter();
        members.find_map(|member| (member.key == key).then_some(&member.value))
    }

    /// Returns the first value with this key, if it is a text; otherwise `None`.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Node::Text(text) => Some(text),
            Node::List(_) | Node::Map(_) => None,
        }
    }
}

/// Parses a text. If it is larger than the maximum size of frontmatter, only its start is parsed.
pub(super) fn read(yaml: &str) -> Read {
    let whole = yaml;
    let yaml = match whole.as_bytes().get(..MAX_FRONTMATTER_BYTES) {
        Some(read) if read.len() < whole.len() => {
            let end = read.iter().rposition(|byte| *byte == b'\n');
            &whole[..end.map_or(0, |end| end + 1)]
        }
        _ => whole,
    };
    let tokens = scanner::scan(yaml);
    let mut parser = Parser::new(&tokens);
    let members = match parser.document() {
        Some(Node::Map(members)) => members,
        _ => Vec::new(),
    };
    Read {
        members,
        stopped: parser.left(),
        cut: (yaml.len() < whole.len()).then_some(yaml.len()),
    }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) mod agreement;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_larger_than_frontmatter_is_read_up_to_the_limit() {
        let small = "name: a\n".to_owned() + &"x: y\n".repeat(MAX_FRONTMATTER_BYTES / 5 - 2);
        assert_eq!(read(&small).cut, None);
        let large = small + &"x: y\n".repeat(100);
        let Read { members, cut, .. } = read(&large);
        assert_eq!(members[0].key, "name");
        let cut = cut.unwrap();
        assert!(cut <= MAX_FRONTMATTER_BYTES && cut > MAX_FRONTMATTER_BYTES - 10);
        assert!(members.last().unwrap().at < cut);
    }

    proptest! {
        #[test]
        fn nothing_ends_the_reader(yaml in "[-:#|>'\"\\[\\]{},a \\t\\n\\r%.+1&*!\\\\]{0,60}") {
            let read = read(&yaml);
            if let Some(stopped) = read.stopped {
                prop_assert!(yaml.is_char_boundary(stopped));
            }
        }
    }

    /// Formats the keys and values of a YAML text, so that tests can compare them.
    fn shown(yaml: &str) -> String {
        let members = read(yaml).members;
        let members = members
            .into_iter()
            .map(|member| format!("{}={}", member.key, in_short(&member.value)));
        members.collect::<Vec<_>>().join(" ")
    }

    fn in_short(node: &Node) -> String {
        match node {
            Node::Text(text) => format!("{text:?}"),
            Node::List(values) => {
                let values: Vec<_> = values.iter().map(in_short).collect();
                format!("[{}]", values.join(","))
            }
            Node::Map(members) => {
                let members = members.iter();
                let members: Vec<_> = members
                    .map(|member| format!("{}={}", member.key, in_short(&member.value)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }

    #[test]
    fn what_others_refuse_is_read() {
        for (yaml, expected) in [
            ("a: b: c: d\ne: f", r#"a="b: c: d" e="f""#),
            ("a: 1\na: 2", r#"a="1" a="2""#),
            ("a: @b\nc: *d\ne: %f", r#"a="@b" c="*d" e="%f""#),
            (
                "a: true\nb: null\nc: ~\nd:",
                r#"a="true" b="null" c="~" d="""#,
            ),
            ("a:\tb\n\tc: d", r#"a="b" c="d""#),
            ("  a: b\n  c: d", r#"a="b" c="d""#),
            ("a: b\n  c\n\n  d\ne: f", r#"a="b c\nd" e="f""#),
            ("a: b # c\n# d\ne: f#g", r#"a="b" e="f#g""#),
            ("a: \"b\\n\\x41\\u00e9\\q\"", r#"a="b\nAé\\q""#),
            ("a: \"\\ud83d\\ude00\"", r#"a="😀""#),
            ("a: 'it''s'\nb: \"c\n  d\n\n  e\"", r#"a="it's" b="c d\ne""#),
            ("a: \"b\" and more\nc: d", r#"a="b""#),
            ("a: \"b\nc: d", r#"a="b c: d""#),
            ("a: [b, 'c', {d: e}]\nf: g", r#"a=["b","c",{d="e"}] f="g""#),
            // A bracket that is not closed includes everything that follows it.
            ("a: [b\nc: d", r#"a=["b c","d"]"#),
            ("{a: b, c, d: [e]}", r#"a="b" c="" d=["e"]"#),
            (
                "a:\n- b\n- c: d\n  e: f\n- - g",
                r#"a=["b",{c="d",e="f"},["g"]]"#,
            ),
            (
                "a: |\n  b\n\n   c\n\nd: >-\n  e\n  f\n\n  g",
                "a=\"b\\n\\n c\\n\" d=\"e f\\ng\"",
            ),
            ("a: |+\n  b\n\nc: >2\n   d\n", "a=\"b\\n\\n\" c=\" d\\n\""),
            ("--- # x\na: b", r#"a="b""#),
            ("a: b\n---\nc: d", r#"a="b""#),
            ("a: b\nno key\nc: d", r#"a="b""#),
            ("- a\n- b", ""),
            ("text", ""),
            ("", ""),
            ("%YAML 1.2\na: b", r#"a="b""#),
        ] {
            assert_eq!(shown(yaml), expected, "{yaml:?}");
        }
    }

    #[test]
    fn where_the_reader_stops_is_known() {
        for (yaml, stopped) in [
            ("a: b\nc: d\n", None),
            ("a: b\nno key\nc: d", Some(5)),
            ("a: \"b\" c\n", Some(7)),
            ("- a\n", None),
        ] {
            assert_eq!(read(yaml).stopped, stopped, "{yaml:?}");
        }
    }

    #[test]
    fn endless_nesting_is_given_up() {
        for yaml in [
            "- ".repeat(100_000),
            "[".repeat(100_000),
            "{a: ".repeat(50_000),
        ] {
            assert!(read(&yaml).members.len() <= 1);
        }
        let nested: String = (0..20_000)
            .map(|depth| format!("{}a:\n", " ".repeat(depth % 300)))
            .collect();
        read(&nested);
    }
}
