//! Tests how Cline reads the frontmatter of a skill.

use super::*;

#[test]
fn frontmatter_ends_at_the_first_line_that_begins_with_dashes() {
    // The text of the file, the name that it gives, and the text of the skill.
    let cases = [
        ("---\nname: a\n---\nText.\n", "a", "Text."),
        ("\u{feff}---\r\nname: a\r\n---\r\nText.", "a", "Text."),
        ("---\nname: a\n---more", "a", "more"),
        ("---\n\n---\nText.", "x", "Text."),
        ("---\n---\nText.", "x", "---\n---\nText."),
        (
            "--- \nname: a\n---\nText.",
            "x",
            "--- \nname: a\n---\nText.",
        ),
        ("---\nname: a\nText.", "x", "---\nname: a\nText."),
        ("---\n- a\n---\nText.", "x", "Text."),
    ];
    for (text, name, body) in cases {
        let workspace = lone(text);
        assert_eq!(names(&workspace.catalog()), [name], "{text:?}");
        let content = workspace.invoke(&call(name)).unwrap().content.unwrap();
        let expected = format!(
            "<command-name>{name}</command-name>\n<command-instructions>\n{body}\n</command-instructions>"
        );
        assert_eq!(content, expected, "{text:?}");
    }
}

#[test]
fn a_field_of_the_wrong_type_drops_the_skill() {
    let cases = [
        ("name: 1", Some("name' must be a string.")),
        ("name: ~", None),
        ("name: ' '", None),
        ("description: [a]", Some("description' must be a string.")),
        ("disabled: 'true'", Some("disabled' must be a boolean.")),
        ("enabled: yes", Some("enabled' must be a boolean.")),
        ("disabled: false\nenabled: yes", None),
        ("license: [a]", None),
    ];
    for (fields, expected) in cases {
        let error = error_of(&lone(&format!("---\n{fields}\n---\nText.")));
        let expected = expected.map(|end| format!("Frontmatter field '{end}"));
        assert_eq!(error, expected, "{fields}");
    }
}

#[test]
fn a_file_needs_a_text() {
    for text in ["", " \n", "---\nname: 1\n---\n \n"] {
        let expected = "Missing instructions body in skill file.";
        assert_eq!(error_of(&lone(text)).as_deref(), Some(expected), "{text:?}");
    }
}

#[test]
fn an_error_of_yaml_has_its_place_in_the_file() {
    let workspace = lone("---\nname: a\ndescription: b: c\n---\nText.");
    let place = workspace.catalog().errors[0].place.unwrap();
    assert_eq!((place.line, place.column), (3, 14));
}
