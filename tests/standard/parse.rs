//! Tests which files a lenient client loads, loads with a warning, and skips
//! (`docs/hosts/standard.md#what-it-forgives`).

use skillglass::model::skill::NameSource;

use super::{lone, names};
use crate::common::Files;

#[test]
fn what_is_misnamed_loads_with_a_warning() {
    let long = "x".repeat(65);
    let cases: &[(&str, &[&str])] = &[
        ("a", &[]),
        ("b", &["the folder is named a, and the skill b"]),
        (
            "B_",
            &[
                "the name is not in lower case",
                "the name holds '_'; letters, digits and hyphens are allowed",
                "the folder is named a, and the skill B_",
            ],
        ),
        (
            &long,
            &[
                "the name has 65 characters; 64 are allowed",
                &format!("the folder is named a, and the skill {long}"),
            ],
        ),
    ];
    for (name, expected) in cases {
        let workspace = lone("a", &format!("---\nname: {name}\ndescription: b\n---\n"));
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), [*name]);
        let warnings: Vec<_> = catalog
            .ignored
            .iter()
            .map(|ignored| &ignored.message)
            .collect();
        assert_eq!(warnings, *expected, "{name:?}");
    }
}

#[test]
fn what_only_the_validator_refuses_loads_with_its_finding() {
    let cases = [
        (
            "tags: [a, b]",
            "a value begins with a bracket, and flow style is not allowed",
            4,
        ),
        ("version: 1", "the standard has no field `version`", 4),
        (
            "metadata: &m\n  a: b",
            "a value begins with `&`, and anchors are not allowed",
            4,
        ),
    ];
    for (field, message, line) in cases {
        let workspace = lone(
            "a",
            &format!("---\nname: a\ndescription: b\n{field}\n---\n"),
        );
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["a"]);
        assert_eq!(catalog.ignored[0].message, message);
        assert_eq!(catalog.ignored[0].place.unwrap().line, line, "{field:?}");
    }
}

#[test]
fn without_a_description_a_skill_is_skipped_and_says_so() {
    for description in [
        "",
        "description:",
        "description: ' '",
        "description: [a]",
        "description:\n  a: b",
    ] {
        let workspace = lone("a", &format!("---\nname: a\n{description}\n---\n# Body\n"));
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), [""; 0], "{description:?}");
        assert_eq!(catalog.errors[0].message, "there is no description");
    }
}

#[test]
fn without_a_name_a_skill_has_its_folders() {
    for name in ["", "name:", "name: ''", "name: [a]"] {
        let workspace = lone("a", &format!("---\n{name}\ndescription: b\n---\n"));
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), ["a"], "{name:?}");
        assert_eq!(catalog.skills[0].name_source, NameSource::Folder);
    }
}

#[test]
fn other_scalars_are_taken_as_text() {
    let workspace = lone("12", "---\nname: 12\ndescription: true\n---\n");
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["12"]);
    assert_eq!(catalog.skills[0].description, "true");
}

#[test]
fn yaml_that_a_colon_breaks_is_quoted_and_tried_again() {
    let text = "---\nname: a\ndescription: Use when: the user says \"hi\"\nmeta-note: x: y\n---\n";
    let workspace = lone("a", text);
    let catalog = workspace.catalog();
    assert_eq!(
        catalog.skills[0].description,
        "Use when: the user says \"hi\""
    );
    let messages: Vec<_> = catalog
        .ignored
        .iter()
        .map(|ignored| ignored.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "a value is not allowed after this colon",
            "the frontmatter is YAML only after values with a colon are quoted, which the client did",
        ]
    );
}

#[test]
fn what_stays_unreadable_is_skipped_and_says_so() {
    let cases: &[(&str, &str)] = &[
        (
            "# no frontmatter",
            "there is no frontmatter between two lines `---`",
        ),
        (
            "---\nname: a\ndescription: b\n",
            "there is no frontmatter between two lines `---`",
        ),
        ("---\nname: a\ndescription: \"b\n---\n", "invalid YAML: "),
        ("---\nname: a\ndescription: @b\n---\n", "invalid YAML: "),
        ("---\n- a\n---\n", "invalid YAML: "),
        ("---\n---\n", "there is no description"),
    ];
    for (text, message) in cases {
        let workspace = lone("a", text);
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), [""; 0], "{text:?}");
        assert!(catalog.errors[0].message.starts_with(message), "{text:?}");
        assert!(!catalog.errors[0].help.is_empty());
    }
}

#[test]
fn a_file_that_is_no_text_is_skipped_and_says_so() {
    let mut workspace = super::workspace();
    workspace.put("/repo/.agents/skills/a/SKILL.md", vec![0xff, 0xfe]);
    let error = &workspace.catalog().errors[0];
    assert!(error.message.starts_with("the file cannot be read: "));
}
