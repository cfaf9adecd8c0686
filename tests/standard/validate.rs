//! Tests the standard's reference validator, and the properties of a skill that it reads
//! (`docs/hosts/standard.md#the-validator`).

use serde_json::{Value, json};
use skillglass::hosts::standard::{SkillProperties, read_properties, validate};

/// Returns the codes of the validator's findings for a skill's text, in their spelling in JSON.
fn codes(text: &str, folder: &str) -> Value {
    let findings = validate(text, folder).into_iter();
    json!(findings.map(|finding| finding.code).collect::<Vec<_>>())
}

/// Returns the codes of the validator's findings for a skill with these lines of frontmatter.
fn codes_of(frontmatter: &str, folder: &str) -> Value {
    codes(&format!("---\n{frontmatter}\n---\nBody.\n"), folder)
}

#[test]
fn a_file_that_cannot_be_taken_apart_has_one_finding() {
    let cases = [
        ("", "no-frontmatter"),
        ("# title", "no-frontmatter"),
        ("\n---\nname: a\n---\n", "no-frontmatter"),
        ("\u{feff}---\nname: a\n---\n", "no-frontmatter"),
        ("---", "unclosed-frontmatter"),
        ("---\nname: a\n", "unclosed-frontmatter"),
        ("---\ntags: [a]\n---\n", "invalid-yaml"),
        ("---\nname: a\nname: b\n---\n", "invalid-yaml"),
        ("------", "not-a-mapping"),
        ("---\n# none\n---\n", "not-a-mapping"),
        ("---\n- a\n---\n", "not-a-mapping"),
        ("---\na\n---\n", "not-a-mapping"),
    ];
    for (text, code) in cases {
        assert_eq!(codes(text, "a"), json!([code]), "{text:?}");
    }
}

#[test]
fn the_frontmatter_ends_at_the_next_three_hyphens_wherever_they_are() {
    for text in [
        "---name: a\ndescription: b---",
        "--- \nname: a\ndescription: b --- c\nnonsense: [\n",
        "---\nname: a\ndescription: b\n----\n",
    ] {
        assert_eq!(codes(text, "a"), json!([]), "{text:?}");
    }
    let cut_short = "---\nname: a\ndescription: \"b --- c\"\n---\n";
    assert_eq!(codes(cut_short, "a"), json!(["invalid-yaml"]));
}

#[test]
fn names_are_judged_by_every_rule_after_normalisation() {
    let long = "x".repeat(65);
    let most = "x".repeat(64);
    let cases: &[(&str, &str, &[&str])] = &[
        ("pdf-2", "pdf-2", &[]),
        ("'  pdf '", "pdf", &[]),
        ("日本語", "日本語", &[]),
        ("naïve", "nai\u{308}ve", &[]),
        ("ﬁle", "file", &[]),
        ("①", "1", &[]),
        (&most, &most, &[]),
        (&long, &long, &["name-too-long"]),
        ("PDF", "PDF", &["name-not-lowercase"]),
        ("pdf", "PDF", &["name-folder-mismatch"]),
        ("-a", "-a", &["name-hyphen-edge"]),
        ("a-", "a-", &["name-hyphen-edge"]),
        ("a--b", "a--b", &["name-double-hyphen"]),
        ("a_b", "a_b", &["name-invalid-characters"]),
        ("a b", "a b", &["name-invalid-characters"]),
        // A vowel mark is not a letter.
        ("की", "की", &["name-invalid-characters"]),
        ("🅰", "🅰", &["name-invalid-characters"]),
        (
            "--A_",
            "a",
            &[
                "name-not-lowercase",
                "name-hyphen-edge",
                "name-double-hyphen",
                "name-invalid-characters",
                "name-folder-mismatch",
            ],
        ),
        ("", "a", &["name-empty"]),
        ("' '", "a", &["name-empty"]),
        ("\n- a", "a", &["name-empty"]),
        ("=", "=", &["name-empty"]),
    ];
    for (name, folder, expected) in cases {
        // Three hyphens in a row would end the frontmatter.
        let got = codes_of(&format!("name: {name}\ndescription: b"), folder);
        assert_eq!(got, json!(expected), "{name:?} in {folder:?}");
    }
}

#[test]
fn descriptions_and_compatibility_have_limits_in_characters() {
    let text = |length: usize| "é".repeat(length);
    let cases: &[(&str, String, &[&str])] = &[
        ("description", text(1024), &[]),
        ("description", text(1025), &["description-too-long"]),
        // Spaces around the value count.
        (
            "description",
            format!("'{} '", text(1024)),
            &["description-too-long"],
        ),
        ("description", String::new(), &["description-empty"]),
        ("description", "' '".to_owned(), &["description-empty"]),
        ("description", "\n  a: b".to_owned(), &["description-empty"]),
        ("compatibility", text(500), &["description-missing"]),
        (
            "compatibility",
            text(501),
            &["description-missing", "compatibility-too-long"],
        ),
        (
            "compatibility",
            "\n- a".to_owned(),
            &["description-missing", "compatibility-not-a-string"],
        ),
        // The specification wants at least one character; the reference does not look.
        ("compatibility", String::new(), &["description-missing"]),
    ];
    for (field, value, expected) in cases {
        let got = codes_of(&format!("name: a\n{field}: {value}"), "a");
        assert_eq!(got, json!(expected), "{field}: {value:?}");
    }
}

#[test]
fn types_of_other_fields_are_not_looked_at() {
    for fields in [
        "license:\n- a",
        "allowed-tools:\n  a: b",
        "metadata: a",
        "metadata:\n  a:\n  - b",
    ] {
        let frontmatter = format!("name: a\ndescription: b\n{fields}");
        assert_eq!(codes_of(&frontmatter, "a"), json!([]), "{fields:?}");
    }
}

#[test]
fn findings_come_in_the_order_of_the_reference() {
    let frontmatter = "zeta: 1\ncompatibility:\n- a\nalpha: 2";
    let findings = validate(&format!("---\n{frontmatter}\n---\n"), "a");
    let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(
        json!(codes),
        json!([
            "unexpected-fields",
            "name-missing",
            "description-missing",
            "compatibility-not-a-string"
        ])
    );
    assert_eq!(
        findings[0].message,
        "the standard has no field `alpha`, `zeta`"
    );
    let places: Vec<_> = findings.iter().map(|finding| finding.place.line).collect();
    assert_eq!(places, [2, 1, 1, 3]);
}

#[test]
fn reading_stops_at_the_first_thing_that_must_be_there_and_validates_nothing_else() {
    let cases = [
        ("name: A_\ndescription: b\nmore: c", None),
        ("description: b", Some("name-missing")),
        ("name: a", Some("description-missing")),
        ("name:\ndescription: b", Some("name-empty")),
        ("name: a\ndescription: ''", Some("description-empty")),
        ("name: [a]", Some("invalid-yaml")),
    ];
    for (frontmatter, expected) in cases {
        let got = read_properties(&format!("---\n{frontmatter}\n---\n"));
        let code = got.err().map(|finding| json!(finding.code));
        assert_eq!(code, expected.map(|code| json!(code)), "{frontmatter:?}");
    }
}

#[test]
fn properties_are_texts() {
    let text = "---\nname: ' a '\ndescription: b\nlicense: MIT\nallowed-tools: Read Write\nmetadata:\n  version: 1.0\n---\n";
    let expected = SkillProperties {
        name: "a".to_owned(),
        description: "b".to_owned(),
        license: Some("MIT".to_owned()),
        compatibility: None,
        allowed_tools: Some("Read Write".to_owned()),
        metadata: [("version".to_owned(), "1.0".to_owned())].into(),
    };
    assert_eq!(read_properties(text), Ok(expected));
}
