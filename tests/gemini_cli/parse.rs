//! Tests how Gemini CLI reads the frontmatter line by line, and the names of skills.

use skillglass::model::catalog::FaultCode;

use super::*;
use crate::common::Files;

/// Returns the name and the description of a skill with this text, `None` if Gemini CLI does not
/// load it.
fn read(edition: &str, text: &str) -> Option<(String, String)> {
    let catalog = lone(edition, text).catalog();
    let skill = catalog.skills.first()?;
    Some((skill.name.clone(), skill.description.clone()))
}

#[test]
fn a_file_loads_or_is_dropped_without_a_word() {
    let cases = [
        ("---\nname: a\ndescription: b\n---\n", None),
        ("---\r\nname: a\r\ndescription: b\r\n---\r\n", None),
        ("---\nname: a\ndescription: b\n---", None),
        ("---\nname: a\ndescription: b\n---more\n", None),
        ("---\nname: ''\ndescription: ''\n---\n", None),
        (
            "\u{feff}---\nname: a\ndescription: b\n---\n",
            Some(FaultCode::ByteOrderMark),
        ),
        (
            "\n---\nname: a\ndescription: b\n---\n",
            Some(FaultCode::NoFrontmatter),
        ),
        (
            "--- \nname: a\ndescription: b\n---\n",
            Some(FaultCode::NoFrontmatter),
        ),
        (
            "---\nname: a\ndescription: b\n",
            Some(FaultCode::NoFrontmatter),
        ),
        ("---\n---\n", Some(FaultCode::NoFrontmatter)),
        ("Text.\n", Some(FaultCode::NoFrontmatter)),
        ("---\n\n---\n", Some(FaultCode::MissingName)),
        (
            "---\n- name\n- description\n---\n",
            Some(FaultCode::MissingName),
        ),
        ("---\ndescription: b\n---\n", Some(FaultCode::MissingName)),
        ("---\nname: a\n---\n", Some(FaultCode::MissingDescription)),
        (
            "---\n{name: 1, description: b}\n---\n",
            Some(FaultCode::WrongType),
        ),
        ("---\na: b: c\n---\n", Some(FaultCode::InvalidYaml)),
    ];
    for edition in editions() {
        for (text, fault) in cases {
            let catalog = lone(edition, text).catalog();
            let found = catalog.left_out.first().and_then(|left_out| left_out.fault);
            assert_eq!(found, fault, "{text:?}");
            assert_eq!(catalog.skills.is_empty(), fault.is_some(), "{text:?}");
            assert!(catalog.errors.is_empty());
        }
    }
}

#[test]
fn yaml_is_that_of_js_yaml_4_and_lines_stand_in_for_it() {
    let cases = [
        ("name: a\ndescription: yes", ("a", "yes")),
        ("name: a\ndescription: 1:30", ("a", "1:30")),
        ("x: &x {name: a, description: b}\n<<: *x", ("a", "b")),
        ("name: a\ndescription: |\n  b\n  c", ("a", "b\nc\n")),
        ("name: a\ndescription: 12 # c", ("a", "12 # c")),
        ("name: a\nname: b\ndescription: c", ("b", "c")),
        ("name: a\ndescription: b\n...\nx: y", ("a", "b")),
        ("name: a\ndescription: \"b\" c", ("a", "\"b\" c")),
        ("name: null\ndescription:", ("null", "")),
        (
            "name: a\ndescription: >\n  b: c\n  d\nx: y: z",
            ("a", "> b: c d"),
        ),
        ("- name: a\n  name: b\n  description: c", ("b", "c")),
    ];
    for edition in editions() {
        for (frontmatter, (name, description)) in cases {
            let found = read(edition, &format!("---\n{frontmatter}\n---\n"));
            let expected = Some((name.to_owned(), description.to_owned()));
            assert_eq!(found, expected, "{frontmatter:?}");
        }
    }
}

#[test]
fn what_cannot_be_shown_is_replaced_and_the_skill_loads() {
    let mut workspace = workspace(NEWEST);
    let bytes = b"---\nname: a\ndescription: b\xe9\n---\n".to_vec();
    workspace.put("/repo/.gemini/skills/a/SKILL.md", bytes);
    assert_eq!(workspace.catalog().skills[0].description, "b\u{fffd}");
}

#[test]
fn a_description_that_was_read_as_it_stands_is_told() {
    let catalog = lone(NEWEST, "---\nname: a\ndescription: 'b': c\n---\n").catalog();
    assert_eq!(catalog.skills[0].description, "'b': c");
    assert_eq!(catalog.ignored[0].field.as_deref(), Some("description"));
    assert_eq!(catalog.ignored[0].place.map(|place| place.line), Some(3));
}

#[test]
fn no_file_name_may_have_some_characters_of_a_name() {
    let text = "---\nname: \"a:b\\\\c/d<e>f*g?h\\\"i|j k\"\ndescription: x\n---\n";
    let written = "a:b\\c/d<e>f*g?h\"i|j k";
    for (edition, name) in editions()
        .into_iter()
        .zip([written, "a-b-c-d-e-f-g-h-i-j k"])
    {
        assert_eq!(read(edition, text).unwrap().0, name);
    }
}

#[test]
fn neither_lengths_nor_the_folder_matter() {
    let (name, description) = ("N".repeat(200), "d ".repeat(5000));
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
    for edition in editions() {
        assert_eq!(
            read(edition, &text),
            Some((name.clone(), description.trim().to_owned()))
        );
    }
}
