//! Tests how pi reads frontmatter, and its warnings.

use skillglass::model::catalog::FaultCode;

use super::*;
use crate::common::Files;

#[test]
fn a_file_loads_or_is_an_error() {
    let required = "description is required";
    let cases = [
        ("---\ndescription: d\n---\n", None),
        ("\u{feff}---\ndescription: d\n---\n", None),
        ("---\r\ndescription: d\r\n---\r\n", None),
        ("---\rdescription: d\r---\r", None),
        ("---\ndescription: d\n---more", None),
        ("---x\ndescription: d\n---", None),
        (
            "---\ndescription: ''\n---\n",
            Some((FaultCode::WrongType, required)),
        ),
        (
            "---\ndescription: '  '\n---\n",
            Some((FaultCode::WrongType, required)),
        ),
        (
            "---\ndescription: 1\n---\n",
            Some((FaultCode::WrongType, required)),
        ),
        (
            "---\ndescription:\n---\n",
            Some((FaultCode::MissingDescription, required)),
        ),
        (
            "---\nname: a\n---\n",
            Some((FaultCode::MissingDescription, required)),
        ),
        (
            "---\n---\n",
            Some((FaultCode::MissingDescription, required)),
        ),
        (
            "---\n- description\n---\n",
            Some((FaultCode::MissingDescription, required)),
        ),
        (
            "---\ndescription: d\n",
            Some((FaultCode::NoFrontmatter, required)),
        ),
        (
            "\n---\ndescription: d\n---\n",
            Some((FaultCode::NoFrontmatter, required)),
        ),
        ("", Some((FaultCode::NoFrontmatter, required))),
        (
            "---\na: 1\na: 2\n---\n",
            Some((
                FaultCode::InvalidYaml,
                "Map keys must be unique at line 2, column 1:\n\na: 1\na: 2\n^\n",
            )),
        ),
        (
            "---\na: *b\n---\n",
            Some((
                FaultCode::InvalidYaml,
                "Unresolved alias (the anchor must be set before the alias): b",
            )),
        ),
    ];
    for (text, expected) in cases {
        let catalog = lone(text).catalog();
        let found = catalog.errors.first();
        let found = found.map(|error| (error.code, error.message.as_str()));
        assert_eq!(found, expected, "{text:?}");
        assert_eq!(catalog.skills.is_empty(), expected.is_some(), "{text:?}");
    }
}

#[test]
fn an_error_of_yaml_has_its_place_in_the_file() {
    for text in [
        "---\na: b\nc: d: e\n---\n",
        "\u{feff}---\r\na: b\r\nc: d: e\r\n---\r\n",
    ] {
        let catalog = lone(text).catalog();
        let place = catalog.errors[0].place.unwrap();
        assert_eq!((place.line, place.column), (3, 4), "{text:?}");
    }
}

#[test]
fn the_name_is_a_text_of_the_frontmatter_or_the_folders() {
    let cases = [
        ("name: other", "other"),
        ("name: '12'", "12"),
        ("name: 12", "x"),
        ("name: [a]", "x"),
        ("name: ''", "x"),
        ("name:", "x"),
        ("a: b", "x"),
    ];
    for (line, name) in cases {
        let catalog = lone(&format!("---\n{line}\ndescription: d\n---\n")).catalog();
        assert_eq!(names(&catalog), [name], "{line}");
    }
}

#[test]
fn only_a_boolean_keeps_a_skill_from_the_model() {
    for (value, shown) in [
        ("true", false),
        ("false", true),
        ("'true'", true),
        ("yes", true),
        ("1", true),
    ] {
        let workspace = lone(&format!(
            "---\ndescription: d\ndisable-model-invocation: {value}\n---\n"
        ));
        assert_eq!(
            workspace.catalog().skills[0].model_invocable,
            shown,
            "{value}"
        );
        assert_eq!(workspace.listing().message.is_some(), shown, "{value}");
    }
}

#[test]
fn names_and_lengths_are_warned_of() {
    let characters = "name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)";
    let long = "n".repeat(65);
    let cases: [(&str, &[&str]); 6] = [
        ("pdf-2", &[]),
        ("Pdf", &[characters]),
        ("a b", &[characters]),
        ("-a", &["name must not start or end with a hyphen"]),
        ("a--b", &["name must not contain consecutive hyphens"]),
        (&long, &["name exceeds 64 characters (65)"]),
    ];
    for (name, expected) in cases {
        let written = lone(&format!("---\nname: {name}\ndescription: d\n---\n"));
        let mut folder = workspace();
        let file = format!("/repo/.pi/skills/{name}/SKILL.md");
        folder.put(&file, "---\ndescription: d\n---\n");
        for workspace in [written, folder] {
            let catalog = workspace.catalog();
            let warnings: Vec<_> = catalog
                .ignored
                .iter()
                .map(|it| it.message.as_str())
                .collect();
            assert_eq!(warnings, expected, "{name}");
        }
    }
    // Two units each.
    let text = format!("---\ndescription: {}\n---\n", "😀".repeat(513));
    let catalog = lone(&text).catalog();
    assert_eq!(
        catalog.ignored[0].message,
        "description exceeds 1024 characters (1026)"
    );
}
