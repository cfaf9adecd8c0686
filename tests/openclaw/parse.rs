//! Tests how OpenClaw reads the fields of `SKILL.md`.

use super::{SKILLS, lone, workspace, write};

/// Returns the name and the description of a skill with this text, or `! ` and the reason why it
/// does not load.
fn described(text: &str) -> String {
    let mut workspace = workspace();
    write(&mut workspace, &format!("{SKILLS}/folder"), text);
    let catalog = workspace.catalog();
    match (catalog.skills.first(), catalog.errors.first()) {
        (Some(skill), _) => format!("{}: {}", skill.name, skill.description),
        (None, Some(error)) => format!("! {}", error.message),
        (None, None) => panic!("{text:?} is neither"),
    }
}

#[test]
fn delimiters_are_lines_that_blanks_may_follow() {
    let unterminated =
        "! invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter";
    let cases = [
        ("\u{feff}---\ndescription: a\n---\n", "folder: a"),
        ("--- \t\u{a0}\ndescription: a\n---  \n", "folder: a"),
        ("---\r\ndescription: a\r---\r\n", "folder: a"),
        ("---\ndescription: a\n---", "folder: a"),
        ("---\ndescription: a\n---more\n", unterminated),
        ("---\ndescription: a\n", unterminated),
        ("----\ndescription: a\n----\n", "! description is required"),
        ("\n---\ndescription: a\n---\n", "! description is required"),
        ("---\n---\n", "! description is required"),
        ("---", "! description is required"),
        ("---\ndescription: \"a\n---\n", "folder: \"a"),
        ("", "! description is required"),
    ];
    for (text, expected) in cases {
        assert_eq!(described(text), expected, "{text:?}");
    }
}

#[test]
fn values_become_text() {
    let cases = [
        ("name: ' x '\ndescription: ' a '", "x: a"),
        ("name: 0x1F\ndescription: 1.50", "31: 1.5"),
        ("name: true\ndescription: yes", "true: yes"),
        ("name: ~\ndescription: a", "~: a"),
        ("name: ''\ndescription: a", "folder: a"),
        ("Name: x\ndescription: a", "folder: a"),
        ("description: [a, b]", r#"folder: ["a","b"]"#),
        ("description: [a, 'b: c']", "folder: [a, 'b: c']"),
        ("description:\n  a: 1", r#"folder: {"a":1}"#),
        ("description: >\n  a\n  b", "folder: a b"),
        ("description:", "! description is required"),
        ("description: ' '", "! description is required"),
        ("name: x", "! description is required"),
    ];
    for (fields, expected) in cases {
        assert_eq!(
            described(&format!("---\n{fields}\n---\n")),
            expected,
            "{fields:?}"
        );
    }
}

#[test]
fn a_faulty_line_is_mended_if_it_is_the_descriptions() {
    let nested = "! invalid frontmatter: BLOCK_AS_IMPLICIT_KEY: Nested mappings are not allowed in compact mappings";
    let cases = [
        ("description: Use when: a", "folder: Use when: a"),
        ("\"description\": Use when: a", "folder: Use when: a"),
        ("description: \"a\" and b", "folder: \"a\" and b"),
        ("description: *a* b", "folder: *a* b"),
        ("description: @a", "folder: @a"),
        ("description: *a", "folder: *a"),
        ("description: a\nsummary: b: c", "folder: a"),
        ("description: a\nread_when: b: c", "folder: a"),
        ("description: a\nlicense: b: c", nested),
        ("name: a: b\ndescription: a", nested),
        (
            "description: Use when: a\nmore words",
            "! invalid frontmatter: MISSING_CHAR: Implicit map keys need to be followed by map values",
        ),
        (
            "description: \"a\nname: x",
            "! invalid frontmatter: MISSING_CHAR: Missing closing \"quote",
        ),
        (
            "description: a\ndescription: b",
            "! invalid frontmatter: DUPLICATE_KEY: Map keys must be unique",
        ),
        (
            "- a",
            "! invalid frontmatter: INVALID_ROOT: frontmatter must be a YAML mapping",
        ),
    ];
    for (fields, expected) in cases {
        assert_eq!(
            described(&format!("---\n{fields}\n---\n")),
            expected,
            "{fields:?}"
        );
    }
}

#[test]
fn a_fault_has_its_place_in_the_file() {
    let workspace = lone("description: a\nlicense: b: c");
    let catalog = workspace.catalog();
    let place = catalog.errors[0].place.unwrap();
    assert_eq!((place.line, place.column), (4, 10));
    assert!(!catalog.errors[0].help.is_empty());
}

#[test]
fn words_for_yes_and_no_may_be_in_quotes() {
    let cases = [
        ("user-invocable: false", Some(false), None),
        ("user-invocable: 'NO'", Some(false), None),
        ("user-invocable: 0", Some(false), None),
        ("user-invocable: maybe", None, None),
        ("disable-model-invocation: on", None, Some(true)),
        ("disable-model-invocation: y", None, None),
    ];
    for (line, typed, hidden) in cases {
        let workspace = lone(&format!("description: a\n{line}"));
        let catalog = workspace.catalog();
        let fields = catalog.skills[0].frontmatter.as_deref().unwrap();
        assert_eq!(fields.user_invocable, typed, "{line}");
        assert_eq!(fields.disable_model_invocation, hidden, "{line}");
        let is_word = typed.is_some() || hidden.is_some();
        assert_eq!(catalog.ignored.is_empty(), is_word, "{line}");
    }
}
