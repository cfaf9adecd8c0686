//! Generates frontmatter for tests of readers. Most of it is so simple that all parsers read it in
//! the same way, or nearly so.

use proptest::prelude::*;
use proptest::sample::select;

const KEYS: &[&str] = &[
    "name",
    "description",
    "metadata",
    "short-description",
    "allowed-tools",
    "a",
    "b",
    "x1",
    "no",
    "y",
    "version",
    "when_to_use",
    "user-invocable",
    "license",
];
const PIECES: &[&str] = &[
    "a",
    "word",
    "two words",
    "é",
    "用户，你好",
    "😀",
    "1",
    "1.0",
    "1.2.3",
    "0x1f",
    "0o17",
    "017",
    "1e3",
    ".5",
    "+1",
    "-1",
    "12:30",
    "2001-12-14",
    "2001-12-14 21:59:43",
    "true",
    "false",
    "True",
    "null",
    "~",
    "yes",
    "NO",
    "on",
    ".inf",
    ".nan",
    "<<",
    "=",
    "a: b",
    "a:b",
    "a:",
    ":a",
    "# c",
    " # c",
    "a#b",
    "\"",
    "'",
    "\"q\"",
    "'q'",
    "\"q: r # s\"",
    "'it''s'",
    "\"a\\nb\"",
    "\"\"",
    "''",
    "[a, b]",
    "{a: b}",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "%a",
    "@a",
    "`a`",
    "- a",
    "-a",
    "--- a",
    "---",
    "...",
    "?",
    "? a",
    "$a",
    "(a)",
    "a,b",
    ", a",
    "\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\u{a0}",
    "\u{3000}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{7f}",
    "\u{1}",
    "\u{e000}",
    "\u{f8ff}",
    "\u{f0009}",
    "\u{fffd}",
    "\u{ffff}",
    "\t",
    "\r",
    "3D",
    "5 apples",
    "1,000",
    "a  b",
    "e",
    "0",
    "00",
    "0.0.0",
    "1..2",
    "1.2.3.4",
    "١",
    "a/b",
    "https://a.invalid/b?c=d#e",
    "Bash(git:*)",
    "a;",
    "a!",
    "a]",
    "}",
];

fn scalar() -> impl Strategy<Value = String> {
    let pieces = || select(PIECES).prop_map(str::to_owned);
    prop_oneof![
        4 => pieces(),
        3 => prop::collection::vec(pieces(), 1..4).prop_map(|pieces| pieces.concat()),
        3 => prop::collection::vec(pieces(), 1..4).prop_map(|pieces| pieces.join(" ")),
        1 => pieces().prop_map(|piece| format!("\"{piece}\"")),
        1 => pieces().prop_map(|piece| format!("'{piece}'")),
    ]
}

/// Generates a list or map in brackets.
fn flow() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        2 => scalar(),
        2 => select(PIECES).prop_map(|piece| format!("\"{piece}\"")),
        1 => select(&["", "a b", "a.b/c", "true", "1", "\"a \\\"b\\\"\"", "''"]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = select(&[
            "\"a\": ",
            "\"b\":",
            "\"c d\" : ",
            "\"e\":\n   ",
            "\n  \"f\": ",
            "a: ",
            "'b': ",
            "\"\": ",
            "\"1\": ",
            "\"<<\": ",
        ]);
        let pair = (key, inner.clone()).prop_map(|(key, value)| format!("{key}{value}"));
        let comma = || select(&[", ", ",", " , ", ",\n  ", ",\n", "\n    , "]);
        let last = || select(&["", "", ",", ",\n  ", "\n  "]);
        prop_oneof![
            (prop::collection::vec(inner, 0..3), comma(), last())
                .prop_map(|(values, comma, last)| format!("[{}{last}]", values.join(comma))),
            (prop::collection::vec(pair, 0..3), comma(), last())
                .prop_map(|(pairs, comma, last)| format!("{{{}{last}}}", pairs.join(comma))),
        ]
    })
}

/// Generates a quoted text that continues on the next lines.
fn quoted_lines() -> impl Strategy<Value = String> {
    let between = select(&["\n  ", "\n", "\n\n  ", " \n    ", "\n  \n  ", "\n \t"]);
    let quote = select(&["\"", "'"]);
    let part = || {
        select(&[
            "",
            "a",
            "b c ",
            " d",
            "é\u{3000}",
            "''",
            "\\\"",
            "# e",
            "- f",
            "g: h",
            "\\",
            "\"",
        ])
    };
    let more = prop::collection::vec((between, part()), 1..4);
    (quote, part(), more).prop_map(|(quote, first, more)| {
        let more: String = more
            .into_iter()
            .flat_map(|(between, part)| [between, part])
            .collect();
        format!("{quote}{first}{more}{quote}")
    })
}

fn spaces() -> impl Strategy<Value = &'static str> {
    select(&["", "", "  ", "  ", "  ", " ", "    ", "\t"])
}

fn line() -> impl Strategy<Value = String> {
    let key = || select(KEYS);
    let end = || prop_oneof![12 => Just(""), 1 => Just(" "), 1 => Just("\r"), 1 => Just(" # c")];
    prop_oneof![
        8 => (key(), scalar(), end()).prop_map(|(key, value, end)| format!("{key}: {value}{end}")),
        4 => (key(), flow(), end()).prop_map(|(key, value, end)| format!("{key}: {value}{end}")),
        2 => (key(), quoted_lines(), end()).prop_map(|(key, value, end)| format!("{key}: {value}{end}")),
        1 => (key(), spaces(), flow()).prop_map(|(key, spaces, value)| format!("{key}:\n{spaces}{value}")),
        3 => (key(), end()).prop_map(|(key, end)| format!("{key}:{end}")),
        4 => (spaces(), key(), scalar(), end()).prop_map(|(spaces, key, value, end)| format!("{spaces}{key}: {value}{end}")),
        3 => (spaces(), scalar(), end()).prop_map(|(spaces, value, end)| format!("{spaces}- {value}{end}")),
        3 => (spaces(), key(), scalar(), end()).prop_map(|(spaces, key, value, end)| format!("{spaces}- {key}: {value}{end}")),
        1 => (spaces(), key()).prop_map(|(spaces, key)| format!("{spaces}- {key}:")),
        4 => (key(), select(&[">", ">-", "|", "|-", ">+", "|2", "> # c", ">- "])).prop_map(|(key, header)| format!("{key}: {header}")),
        4 => (spaces(), scalar(), end()).prop_map(|(spaces, value, end)| format!("{spaces}{value}{end}")),
        1 => Just(String::new()),
        1 => (spaces(), scalar()).prop_map(|(spaces, value)| format!("{spaces}# {value}")),
        1 => select(&["---", "...", "  ", "-", "?", ":", ": a", "a : b", "\"a\": b", "'a': b", "a b: c", "a.b: c", "é: a"]).prop_map(str::to_owned),
    ]
}

pub(crate) fn frontmatter() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(line(), 1..7);
    (
        lines,
        select(&["", "\n", "\n\n"]),
        select(&["", "", "", "\n"]),
    )
        .prop_map(|(lines, end, start)| format!("{start}{}{end}", lines.join("\n")))
}
