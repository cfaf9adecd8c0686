//! Tests which fields opencode reads from `SKILL.md`, and which files it does not load
//! (`docs/hosts/opencode.md#frontmatter`).

use skillglass::model::catalog::LeftOutReason;

use super::lone;
use crate::common::Files;

/// Returns the name and the description of a skill with this text as `name|description`. Returns
/// `error` if loading ends with an error, and `dropped` if opencode leaves the file out without
/// one.
fn parsed(edition: &str, text: &str) -> String {
    let catalog = lone(edition, text).catalog();
    match (
        &catalog.skills.iter().collect::<Vec<_>>()[..],
        &catalog.errors[..],
    ) {
        ([skill], []) => format!("{}|{}", skill.name, skill.description),
        ([], [_]) => "error".to_owned(),
        _ => {
            assert_eq!(catalog.left_out[0].reason, LeftOutReason::Unreadable);
            "dropped".to_owned()
        }
    }
}

#[test]
fn a_file_loads_is_dropped_without_a_word_or_is_an_error() {
    let cases = [
        ("---\nname: a\ndescription: b\n---\nc", "a|b"),
        ("---\nname: a\n---\n", "a|"),
        ("---\nname: A b/c!\n---\n", "A b/c!|"),
        ("---\nname: ''\n---\n", "|"),
        ("---\ndescription: b\n---\n", "dropped"),
        ("---\nname: 5\n---\n", "dropped"),
        ("---\nname: 2026-01-02\n---\n", "dropped"),
        ("---\nname: a\ndescription: 5\n---\n", "dropped"),
        ("---\nname: a\ndescription:\n---\n", "dropped"),
        ("---\n- a\n---\n", "dropped"),
        ("---\n---\n", "dropped"),
        ("---\n# a\n---\n", "dropped"),
        ("# a\n", "dropped"),
        ("", "dropped"),
        ("\n---\nname: a\n---\n", "dropped"),
        ("----\nname: a\n---\n", "dropped"),
        ("---\nname: a\nname: b\n---\n", "error"),
        ("---\nname: [a\n---\n", "error"),
        ("--- x\nname: a\n---\n", "error"),
    ];
    for (text, expected) in cases {
        assert_eq!(parsed("1.18", text), expected, "{text:?}");
    }
}

#[test]
fn frontmatter_is_split_as_gray_matter_does() {
    let cases = [
        ("\u{feff}---\nname: a\n---\n", "a|"),
        ("---  \nname: a\n---\n", "a|"),
        ("---yaml\nname: a\n---\n", "a|"),
        ("---json\n{\"name\": \"a\"}\n---\n", "a|"),
        ("---\r\nname: a\r\n---\r\n", "a|"),
        ("---\nname: a", "a|"),
        ("---\nname: a\n--- x\n", "a|"),
        ("---\nname: a\n----\n", "a|"),
        ("---\nname: a\n ---\n", "a ---|"),
        ("---\nname: a\ndescription: |\n  b\n---\n", "a|b\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(parsed("1.18", text), expected, "{text:?}");
    }
}

#[test]
fn a_value_with_a_colon_is_repaired_unless_its_key_has_a_hyphen() {
    let cases = [
        (
            "---\nname: a\ndescription: use when: x\n---\n",
            "a|use when: x",
        ),
        ("---\nname: a\ndescription: *b: c\n---\n", "a|*b: c"),
        ("---\nname: a\nallowed-tools: Bash: x: y\n---\n", "error"),
        ("---\nname: a\ndescription: 'b: c\n---\n", "error"),
        ("---\nname: a\n  description: b: c\n---\n", "error"),
    ];
    for (text, expected) in cases {
        assert_eq!(parsed("1.18", text), expected, "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_become_what_javascript_shows() {
    let mut workspace = lone("1.18", "");
    workspace.put(
        "/repo/.opencode/skills/x/SKILL.md",
        b"---\nname: a\xff\n---\n",
    );
    assert_eq!(workspace.catalog().skills[0].name, "a\u{fffd}");
}

#[test]
fn an_error_has_a_place_and_a_remedy() {
    let catalog = lone("1.18", "---\nname: a\nx-y: b: c\n---\n").catalog();
    let error = &catalog.errors[0];
    assert_eq!(error.place.map(|place| place.line), Some(3));
    assert!(!error.help.is_empty());
}

#[test]
fn what_has_no_effect_is_told() {
    let text = "---\nname: A_b\nallowed-tools: Read\ndisable-model-invocation: true\nuser-invocable: false\ncontext: fork\nlicense: MIT\n---\n";
    let workspace = lone("1.18", text);
    let catalog = workspace.catalog();
    let fields: Vec<_> = (catalog.ignored.iter())
        .filter_map(|ignored| ignored.field.as_deref())
        .collect();
    assert_eq!(
        fields,
        [
            "allowed-tools",
            "disable-model-invocation",
            "user-invocable",
            "context",
            "name"
        ]
    );
    let skill = &catalog.skills[0];
    assert!(skill.model_invocable && skill.user_invocable);
}

#[test]
fn lengths_that_the_documentation_forbids_load_and_are_told() {
    for (name, description, told) in [
        (64, 1024, &[][..]),
        (65, 1024, &["name"]),
        (64, 1025, &["description"]),
    ] {
        let (name, description) = ("a".repeat(name), "d".repeat(description));
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        let catalog = lone("1.18", &text).catalog();
        let fields = catalog.ignored.iter();
        let fields: Vec<_> = fields.filter_map(|field| field.field.as_deref()).collect();
        assert_eq!(fields, told);
        assert_eq!(catalog.skills[0].name, name);
    }
}
