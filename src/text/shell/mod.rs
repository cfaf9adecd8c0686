//! Parses shell scripts in the syntax of bash. The result has the simple commands of a script, with
//! their places. Nothing is run, and variables are not replaced.

mod parser;
mod script;

pub(crate) use parser::read;
pub(crate) use script::{Command, CommandKind, Construct, Redirect, Script};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn simple_commands_are_found_in_all_constructs() {
        let cases: [(&str, &[&str]); 16] = [
            ("make", &["make"]),
            (
                "a && b || c; d | e |& f & g\nh",
                &["a", "b", "c", "d", "e", "f", "g", "h"],
            ),
            ("a 'b; c' \"d && e\" f\\;g", &["a 'b; c' \"d && e\" f\\;g"]),
            ("a $(b) `c` <(d)", &["a $(b) `c` <(d)", "b", "c", "d"]),
            (
                "a \"$(b \"$(c)\")\"",
                &["a \"$(b \"$(c)\")\"", "b \"$(c)\"", "c"],
            ),
            ("(a; b); { c; }", &["a", "b", "c"]),
            (
                "if a; then b; elif c; then d; else e; fi",
                &["a", "b", "c", "d", "e"],
            ),
            (
                "while a; do b; done; for i in 1 $(c); do d; done",
                &["a", "b", "c", "d"],
            ),
            ("case x in a|b) c;; *) d; esac", &["c", "d"]),
            ("f() { a; }; f", &["a", "f"]),
            ("! a # b\n# c\nd", &["a", "d"]),
            ("A=1 B='x y' a > f 2>&1", &["A=1 B='x y' a > f 2>&1"]),
            ("cat << EOF | b\n$(c)\nEOF\nd", &["cat << EOF", "b", "d"]),
            ("a \\\n b", &["a \\\n b"]),
            (
                "echo ${x:-$(a)} $((1 + 2))",
                &["echo ${x:-$(a)} $((1 + 2))", "a"],
            ),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let script = read(text);
            let found = script
                .commands
                .iter()
                .map(|command| &text[command.whole.clone()]);
            let found: Vec<_> = found.collect();
            assert_eq!(found, expected, "{text}");
            assert!(script.is_whole, "{text}");
        }
    }

    #[test]
    fn an_open_construct_is_not_whole() {
        let deep = format!("{}a{}", "( ".repeat(100), ")".repeat(100));
        for text in [
            "a '",
            "a \"",
            "a $(b",
            "a `b",
            "(a",
            "if a; then b",
            "a ${b",
            "case x in",
            ")",
            deep.as_str(),
        ] {
            assert!(!read(text).is_whole, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_script(
            text in r#"(a|é|;|&|\||\(|\)|\{|\}|\$\(|\$\{|\$\(\(|`|'|"|\\|<|>|<<|EOF|\n| |#|if|then|fi|do|done|for|in|case|esac|A=|!|\[\[|\]\]){0,30}"#,
        ) {
            let script = read(&text);
            for command in &script.commands {
                prop_assert!(text.get(command.whole.clone()).is_some());
                for word in &command.words {
                    prop_assert!(text.get(word.clone()).is_some());
                }
            }
        }
    }
}
