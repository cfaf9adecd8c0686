//! Tests the fields of `SKILL.md` and the texts of errors in each edition of Codex.

use skillglass::model::catalog::SkillError;
use skillglass::text::document::Place;
use skillglass::tree::Contents;

use super::{editions, workspace};
use crate::common::Files;

const PATH: &str = "/repo/.agents/skills/folder/SKILL.md";

/// Returns the name and the description of a skill with this text, or the error for which Codex
/// does not load the skill.
fn load(edition: &str, text: impl Into<Contents>) -> Result<(String, String), SkillError> {
    let mut workspace = workspace(edition);
    workspace.put(PATH, text);
    let catalog = workspace.catalog();
    match (
        &catalog.skills.iter().collect::<Vec<_>>()[..],
        &catalog.errors[..],
    ) {
        ([skill], []) => Ok((skill.name.clone(), skill.description.clone())),
        ([], [error]) => Err(error.clone()),
        _ => panic!("neither loaded nor refused: {catalog:?}"),
    }
}

fn message(edition: &str, text: impl Into<Contents>) -> String {
    load(edition, text).map_or_else(|error| error.message, |(name, _)| format!("loaded {name}"))
}

fn block(lines: &str) -> String {
    format!("---\n{lines}\n---\nbody\n")
}

#[test]
fn a_delimiter_is_a_line_whose_trimmed_text_is_three_dashes() {
    for text in [
        "---\nname: a\ndescription: b\n---\n",
        "---\r\nname: a\r\ndescription: b\r\n---\r\n",
        "  --- \nname: a\ndescription: b\n\t---",
        "---\u{a0}\nname: a\ndescription: b\n---\n",
    ] {
        let loaded = load("2026-05", text).map_err(|error| error.message);
        assert_eq!(loaded, Ok(("a".to_owned(), "b".to_owned())), "{text:?}");
    }
}

#[test]
fn a_delimiter_inside_a_block_scalar_ends_the_frontmatter() {
    let loaded = load(
        "2026-05",
        "---\nname: a\ndescription: |\n  b\n  ---\n  c\n---\n",
    )
    .unwrap();
    assert_eq!(loaded.1, "b");
}

#[test]
fn without_frontmatter_there_is_no_skill() {
    for text in [
        "",
        "# Title\n",
        "\n---\nname: a\ndescription: b\n---\n",
        "\u{feff}---\nname: a\ndescription: b\n---\n",
        "---\nname: a\ndescription: b\n",
        "---\n---\nbody\n",
        "----\nname: a\n----\n",
    ] {
        for edition in editions() {
            assert_eq!(
                message(edition, text),
                "missing YAML frontmatter delimited by ---",
                "{text:?}"
            );
        }
    }
}

#[test]
fn a_description_is_needed() {
    for lines in [
        "name: a",
        "",
        "# comment",
        "description: ~\nname: a",
        "description: ' '",
    ] {
        assert_eq!(
            message("2026-05", block(lines)),
            "missing field `description`",
            "{lines:?}"
        );
    }
}

#[test]
fn a_name_was_needed_until_2026_05() {
    let text = block("description: b");
    assert_eq!(message("2026-02", &text), "missing field `name`");
    assert_eq!(message("2026-05", &text), "loaded folder");
    assert_eq!(message("2026-11", &text), "loaded folder");
}

#[test]
fn scalars_keep_their_source_text() {
    for scalar in ["12", "0x1F", "1.50", "yes", ".inf", "2026-01-01", "!tag x"] {
        let loaded = load("2026-05", block(&format!("name: a\ndescription: {scalar}"))).unwrap();
        assert_eq!(loaded.1, scalar.trim_start_matches("!tag "));
    }
}

#[test]
fn white_space_is_folded() {
    let loaded = load(
        "2026-05",
        block("name: \"a \\t b\"\ndescription: |\n  one\n\n  two\u{3000}three"),
    );
    assert_eq!(
        loaded.unwrap(),
        ("a b".to_owned(), "one two three".to_owned())
    );
}

#[test]
fn the_short_description_is_read_from_metadata() {
    let mut workspace = workspace("2026-05");
    workspace.put(
        PATH,
        block("name: a\ndescription: b\nmetadata:\n  short-description: c  d"),
    );
    let catalog = workspace.catalog();
    assert_eq!(catalog.skills[0].short_description.as_deref(), Some("c d"));
}

#[test]
fn limits_count_characters_and_say_where() {
    let long = |length: usize| "ü".repeat(length);
    let cases = [
        (format!("name: {}\ndescription: b", long(64)), None),
        (
            format!("name: {}\ndescription: b", long(65)),
            Some(("invalid name: exceeds maximum length of 64 characters", 2)),
        ),
        (format!("name: a\ndescription: {}", long(1024)), None),
        (
            format!("name: a\ndescription: {}", long(1025)),
            Some((
                "invalid description: exceeds maximum length of 1024 characters",
                3,
            )),
        ),
        (
            format!(
                "name: a\ndescription: b\nmetadata:\n  short-description: {}",
                long(1025)
            ),
            Some((
                "invalid metadata.short-description: exceeds maximum length of 1024 characters",
                5,
            )),
        ),
    ];
    for (lines, expected) in cases {
        let got = load("2026-05", block(&lines)).err();
        let got = got
            .as_ref()
            .map(|error| (error.message.as_str(), error.place.unwrap().line));
        assert_eq!(got, expected, "{lines}");
    }
}

#[test]
fn since_2026_11_a_long_description_loads() {
    let lines = format!("name: a\ndescription: {}", "x".repeat(5000));
    assert_eq!(message("2026-11", block(&lines)), "loaded a");
}

#[test]
fn an_unquoted_colon_is_an_error_with_its_place() {
    let error = load("2026-05", block("name: a\ndescription: ü: b")).unwrap_err();
    assert_eq!(
        error.message,
        "invalid YAML: mapping values are not allowed in this context at line 2 column 15"
    );
    assert_eq!(
        error.place,
        Some(Place {
            offset: 26,
            byte: 27,
            line: 3,
            column: 15
        })
    );
    assert!(error.help.contains("quotes"));
}

#[test]
fn a_place_is_right_in_a_file_with_carriage_returns() {
    let text = block("name: a\ndescription: b: c").replace('\n', "\r\n");
    let place = load("2026-05", &text).unwrap_err().place.unwrap();
    assert_eq!((place.line, place.column), (3, 15));
    assert_eq!(&text[place.byte..=place.byte], ":");
}

#[test]
fn wrong_types_and_duplicate_keys_are_errors_in_every_edition() {
    let cases = [
        (
            "name: [a]\ndescription: b",
            "invalid YAML: name: invalid type: sequence, expected a string at line 1 column 7",
        ),
        (
            "name: a\ndescription:\n  b: c",
            "invalid YAML: description: invalid type: map, expected a string at line 3 column 3",
        ),
        (
            "name: a\nname: b\ndescription: c",
            "invalid YAML: duplicate field `name`",
        ),
        (
            "name: a\ndescription: b\nmetadata: [c]",
            "invalid YAML: metadata: invalid type: sequence, expected struct SkillFrontmatterMetadata at line 3 column 11",
        ),
        (
            "name: a\ndescription: b\nmetadata: text",
            "invalid YAML: metadata: invalid type: string \"text\", expected struct SkillFrontmatterMetadata at line 3 column 11",
        ),
    ];
    for (lines, expected) in cases {
        for edition in editions() {
            assert_eq!(message(edition, block(lines)), expected);
        }
    }
}

#[test]
fn unknown_keys_may_be_anything() {
    for line in [
        "x: [1, {a: &b 2}, *b]",
        "x: 1\nx: 2",
        "metadata:",
        "<<: {name: 1}",
        "license: MIT",
    ] {
        let lines = format!("{line}\nname: a\ndescription: b");
        assert_eq!(message("2026-05", block(&lines)), "loaded a", "{line}");
    }
}

#[test]
fn since_2026_11_awkward_values_are_repaired() {
    let repaired = [
        ("a: b", "a: b"),
        ("it's: so # comment", "it's: so"),
        ("[a, b", "[a, b"),
        ("[a] b", "[a] b"),
        ("[*x]", "[*x]"),
        ("{a", "{a"),
        ("@x", "@x"),
        ("`x`", "`x`"),
    ];
    for (value, expected) in repaired {
        let text = block(&format!("name: a\ndescription: {value}"));
        assert_eq!(
            load("2026-11", &text).map(|skill| skill.1).as_deref(),
            Ok(expected),
            "{value}"
        );
        assert!(load("2026-05", &text).is_err(), "{value}");
    }
}

#[test]
fn since_2026_11_other_lines_are_repaired_too_and_block_scalars_are_left_alone() {
    let text = block(
        "name: a\nargument-hint: [file] [mode]\ndescription: >\n  one: two: three\n  four\nmetadata:\n  note: x: y",
    );
    assert_eq!(
        load("2026-11", text),
        Ok(("a".to_owned(), "one: two: three four".to_owned()))
    );
}

#[test]
fn what_the_repair_does_not_mend_keeps_its_first_error() {
    for value in [
        "[a, b]",
        "{}",
        "%x",
        "*x",
        "- x",
        "\"x",
        "'x' y",
        "a\n  b: c",
        "a:",
    ] {
        let text = block(&format!("name: a\ndescription: {value}"));
        let old = load("2026-05", &text).unwrap_err().message;
        assert_eq!(load("2026-11", &text).unwrap_err().message, old, "{value}");
    }
}

#[test]
fn a_file_that_is_not_utf_8_is_refused() {
    let error = load("2026-05", b"---\nname: \xff\n---\n").unwrap_err();
    assert_eq!(
        error.message,
        "failed to read file: invalid utf-8 sequence of 1 bytes from index 10"
    );
}

#[test]
fn a_yaml_bomb_is_refused_or_skipped_and_does_not_hang() {
    let aliases: String = (1..30)
        .map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}, *a{0}]\n", level - 1))
        .collect();
    let billion_laughs = format!("name: a\ndescription: b\na0: &a0 x\n{aliases}");
    assert_eq!(message("2026-05", block(&billion_laughs)), "loaded a");

    let nested = format!("name: a\ndescription: b\nx: {}", "[".repeat(1_000_000));
    assert!(message("2026-11", block(&nested)).starts_with("the frontmatter was not parsed"));
    let nested = format!("name: {}", "[".repeat(2_000));
    assert!(message("2026-05", block(&nested)).starts_with("invalid YAML"));
    // Edition 2026-11 repairs the YAML, so that the value becomes a text.
    assert!(message("2026-11", block(&nested)).starts_with("invalid name"));
    let one_line = format!("name: a\ndescription: [{}", aliases.replace('\n', ", "));
    assert_eq!(message("2026-11", block(&one_line)), "loaded a");
    let dashes = format!("x:\n  {}", "- ".repeat(400_000));
    load("2026-11", block(&dashes)).unwrap_err();
    let keys = "? ".repeat(400_000);
    load("2026-11", block(&keys)).unwrap_err();
}

#[test]
fn ten_megabytes_are_read_or_refused() {
    let body = "x".repeat(10_000_000);
    assert_eq!(
        message(
            "2026-05",
            format!("---\nname: a\ndescription: b\n---\n{body}")
        ),
        "loaded a"
    );
    let frontmatter = format!("---\nname: a\ndescription: {body}\n---\n");
    assert!(message("2026-05", frontmatter).starts_with("the frontmatter was not parsed"));
    assert!(message("2026-05", body).starts_with("missing YAML frontmatter"));
}
