//! Tests for which `SKILL.md` files claude.ai refuses an upload.

use skillglass::model::catalog::FaultCode;

use super::*;
use crate::common::Files;

#[test]
fn an_upload_is_taken_or_refused_for_its_first_fault() {
    use FaultCode::*;
    let long_name = format!("---\nname: {}\ndescription: d\n---\n", "a".repeat(65));
    let longest_name = format!("---\nname: {}\ndescription: d\n---\n", "a".repeat(64));
    let long = format!("---\nname: x\ndescription: {}\n---\n", "é".repeat(1025));
    let longest = format!("---\nname: x\ndescription: {}\n---\n", "é".repeat(1024));
    let cases = [
        ("---\nname: x\ndescription: d\n---\n", None),
        ("---\r\nname: x\r\ndescription: d\r\n---\r\n", None),
        (
            "---\nname: x\ndescription: d\nlicense: MIT\ncompatibility: Python\nmetadata:\n  a: b\nallowed-tools: Read\n---\n",
            None,
        ),
        (
            "---\nname: other-name\ndescription: Use when a < b, or b > a.\n---\n",
            None,
        ),
        ("---\nname: 2\ndescription: 3\n---\n", None),
        ("---\nname: x\nname: y\ndescription: d\n---\n", None),
        ("# x\n", Some(NoFrontmatter)),
        ("\n---\nname: x\ndescription: d\n---\n", Some(NoFrontmatter)),
        (
            "\u{feff}---\nname: x\ndescription: d\n---\n",
            Some(NoFrontmatter),
        ),
        ("---\nname: x\ndescription: d\n", Some(NoFrontmatter)),
        (
            "---\nname: x\ndescription: Use when: asked\n---\n",
            Some(InvalidYaml),
        ),
        ("---\n- name\n---\n", Some(InvalidYaml)),
        ("---\nx\n---\n", Some(InvalidYaml)),
        (
            "---\nname: x\ndescription: d\nversion: 1\n---\n",
            Some(UnknownField),
        ),
        ("---\nversion: 1\n---\n", Some(UnknownField)),
        ("---\n---\n", Some(MissingName)),
        ("---\ndescription: d\n---\n", Some(MissingName)),
        ("---\nname: ' '\ndescription: d\n---\n", Some(MissingName)),
        ("---\nname: [x]\ndescription: d\n---\n", Some(MissingName)),
        (&longest_name, None),
        (&long_name, Some(NameTooLong)),
        ("---\nname: X\ndescription: d\n---\n", Some(NameInvalid)),
        ("---\nname: a b\ndescription: d\n---\n", Some(NameInvalid)),
        ("---\nname: a_b\ndescription: d\n---\n", Some(NameInvalid)),
        ("---\nname: é\ndescription: d\n---\n", Some(NameInvalid)),
        (
            "---\nname: claude-helper\ndescription: d\n---\n",
            Some(NameInvalid),
        ),
        (
            "---\nname: my-anthropic\ndescription: d\n---\n",
            Some(NameInvalid),
        ),
        ("---\nname: x\n---\n", Some(MissingDescription)),
        (
            "---\nname: x\ndescription:\n---\n",
            Some(MissingDescription),
        ),
        (
            "---\nname: x\ndescription: {a: b}\n---\n",
            Some(MissingDescription),
        ),
        (&longest, None),
        (&long, Some(DescriptionTooLong)),
        (
            "---\nname: x\ndescription: Fill in <form>.\n---\n",
            Some(DescriptionInvalid),
        ),
        (
            "---\nname: x\ndescription: Ends with </b>.\n---\n",
            Some(DescriptionInvalid),
        ),
    ];
    for (text, fault) in cases {
        let catalog = lone(text).catalog();
        let found = catalog.errors.first().map(|error| error.code);
        assert_eq!(found, fault, "{text:?}");
        assert_eq!(
            catalog.skills.len(),
            usize::from(fault.is_none()),
            "{text:?}"
        );
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut workspace = workspace(&[]);
    workspace.put("/repo/skills/x/SKILL.md", &b"---\nname: \xff\n---\n"[..]);
    assert_eq!(workspace.catalog().errors[0].code, FaultCode::NotUtf8);
}

#[test]
fn rules_of_the_packager_and_the_standard_are_notes() {
    let needs = format!(
        "---\nname: x\ndescription: d\ncompatibility: {}\n---\n",
        "a".repeat(501)
    );
    let cases: [(&str, &[&str]); 5] = [
        ("---\nname: -x\ndescription: d\n---\n", &["name"]),
        ("---\nname: a--b\ndescription: d\n---\n", &["name"]),
        ("---\nname: x\ndescription: a < b\n---\n", &["description"]),
        (&needs, &["compatibility"]),
        ("---\nname: a-b\ndescription: d\n---\n", &[]),
    ];
    for (text, fields) in cases {
        let catalog = lone(text).catalog();
        assert_eq!(catalog.skills.len(), 1, "{text:?}");
        let noted: Vec<_> = (catalog.ignored.iter())
            .filter_map(|ignored| ignored.field.as_deref())
            .collect();
        assert_eq!(noted, fields, "{text:?}");
    }
}

#[test]
fn a_fault_has_the_place_of_its_key() {
    let cases = [
        ("---\nname: x\nversion: 1\ndescription: d\n---\n", 3),
        ("---\ndescription: d\nname: claude\n---\n", 3),
        ("---\nname: x\ndescription: <a>\n---\n", 3),
        ("---\nname: x\ndescription: a: b\n---\n", 3),
        ("---\nname: x\n---\n", 2),
    ];
    for (text, line) in cases {
        let catalog = lone(text).catalog();
        let place = catalog.errors[0].place.map(|place| place.line);
        assert_eq!(place, Some(line), "{text:?}");
    }
}

#[test]
fn of_many_unknown_keys_a_few_are_named() {
    let keys: String = (0..1000).map(|key| format!("k{key:04}: 1\n")).collect();
    let catalog = lone(&format!("---\n{keys}---\n")).catalog();
    let message = &catalog.errors[0].message;
    assert!(
        message.contains("the keys `k0000`, `k0001`, `k0002`, `k0003`, `k0004`, 995 more:"),
        "{message}"
    );
}
