//! Tests how VS Code reads frontmatter, names and descriptions (`docs/hosts/vscode.md#frontmatter`,
//! `docs/hosts/vscode.md#fields`, `docs/hosts/vscode.md#descriptions`).

use skillglass::model::skill::{DescriptionSource, NameSource};

use super::lone;
use crate::common::Files;

#[test]
fn every_file_loads() {
    for (text, description) in [
        ("", ""),
        ("Just text.", ""),
        ("\n---\ndescription: A.\n---\n", ""),
        ("---\n---\n", ""),
        ("---\ndescription: A.\n---\n", "A."),
        ("\u{feff}---\ndescription: A.\n---\n", ""),
        ("---  \r\ndescription: A.\r\n---\r\nText\r\n", "A."),
        ("---\rdescription: A.\r---\rText\r", "A."),
        ("---\ndescription: A.\n---more\nText\n", "A."),
        ("---\ndescription: A.\n", "A."),
        ("---\n- name\n- description\n---\n", ""),
        ("---\n{name: x, description: A.}\n---\n", "A."),
        ("---\nName: x\nDescription: A.\n---\n", ""),
        ("---\ndescription: null\n---\n", "null"),
        ("---\ndescription: {a: b}\n---\n", ""),
        ("---\ndescription: >-\n  A\n  b\n\n  c\n---\n", "A b\nc"),
        ("---\nname: x # n\ndescription: A. # d\n---\n", "A."),
    ] {
        let catalog = lone(text).catalog();
        let all: Vec<_> = catalog.skills.iter().collect();
        let [skill] = all[..] else {
            panic!("{text:?} does not load");
        };
        assert!(catalog.errors.is_empty());
        assert_eq!(skill.description, description, "{text:?}");
        let source = match description {
            "" => DescriptionSource::None,
            _ => DescriptionSource::Frontmatter,
        };
        assert_eq!(skill.description_source, source, "{text:?}");
        let name = (skill.name.as_str(), skill.name_source);
        assert_eq!(name, ("x", NameSource::Folder));
    }
}

#[test]
fn a_byte_order_mark_hides_the_frontmatter() {
    let workspace = lone("\u{feff}---\ndescription: A.\n---\n");
    assert!(workspace.catalog().skills[0].frontmatter.is_none());
    assert_eq!(workspace.listing().message, None);
}

#[test]
fn a_carriage_return_ends_a_line() {
    let workspace = lone("---\rname: y\rdescription: A.\r---\rcontext: fork\r");
    let catalog = workspace.catalog();
    let fields = catalog.skills[0].frontmatter.as_ref().unwrap();
    assert_eq!(fields.name.as_deref(), Some("y"));
    assert_eq!(fields.description.as_deref(), Some("A."));
    let names: Vec<_> = catalog.ignored.iter().map(|told| &told.field).collect();
    assert_eq!(names, [&Some("name".to_owned())]);
}

#[test]
fn a_report_on_a_field_is_on_its_line_whatever_ends_the_lines() {
    for end in ["\n", "\r\n", "\r"] {
        let lines = [
            "---",
            "description: Ä.",
            "context: fork",
            "---",
            "Text.",
            "",
        ];
        let text = lines.join(end);
        let catalog = lone(&text).catalog();
        let place = catalog.ignored[0].place.unwrap();
        assert_eq!((place.line, place.column), (3, 1), "{end:?}");
        assert_eq!(place.byte, text.find("context").unwrap(), "{end:?}");
    }
}

#[test]
fn a_file_that_is_no_utf8_loads_all_the_same() {
    let mut workspace = lone("");
    let path = "/repo/.github/skills/x/SKILL.md";
    let bytes = &b"---\ndescription: \xff\n---\n"[..];
    workspace.put(path, bytes);
    assert_eq!(workspace.catalog().skills[0].description, "\u{fffd}");
}

#[test]
fn tags_are_taken_out_of_descriptions_and_the_rest_is_cut() {
    let long = "x".repeat(1023);
    for (written, kept) in [
        ("use <b>x</b> & y".to_owned(), "use x & y".to_owned()),
        ("1 < 2 > 0".to_owned(), "1  0".to_owned()),
        ("a <> b < c".to_owned(), "a <> b < c".to_owned()),
        (format!("<b>{long}é"), format!("{long}é")),
        (format!("{long}éx"), format!("{long}é")),
        // A character of two units does not fit into one.
        (format!("{long}😀"), long.clone()),
    ] {
        let workspace = lone(&format!("---\ndescription: '{written}'\n---\n"));
        assert_eq!(workspace.catalog().skills[0].description, kept);
        let cut = written.contains("éx") || written.contains('😀');
        assert_eq!(workspace.listing().entries[0].cut, usize::from(cut));
    }
}

#[test]
fn a_boolean_is_true_or_false_in_small_letters() {
    for (value, expected) in [
        ("true", Some(true)),
        ("'true'", Some(true)),
        ("false", Some(false)),
        ("TRUE", None),
        ("yes", None),
        ("[true]", None),
    ] {
        for key in [
            "disable-model-invocation",
            "user-invocable",
            "user-invokable",
        ] {
            let text = format!("---\ndescription: A.\n{key}: {value}\n---\n");
            let catalog = lone(&text).catalog();
            let fields = catalog.skills[0].frontmatter.as_ref().unwrap();
            let got = match key {
                "disable-model-invocation" => fields.disable_model_invocation,
                _ => fields.user_invocable,
            };
            assert_eq!(got, expected, "{key}: {value}");
            let is_told = !catalog.ignored.is_empty();
            assert_eq!(is_told, expected.is_none(), "{key}: {value}");
        }
    }
}

#[test]
fn what_has_no_effect_is_told_with_its_place() {
    for (line, field) in [
        ("name: other", Some("name")),
        ("allowed-tools: Read", Some("allowed-tools")),
        ("context: fork", Some("context")),
        ("argument-hint: [a]", Some("argument-hint")),
        ("version: 1", None),
        ("license: [x]", None),
    ] {
        let catalog = lone(&format!("---\ndescription: A.\n{line}\n---\n")).catalog();
        let told = catalog.ignored.first();
        assert_eq!(told.and_then(|told| told.field.as_deref()), field, "{line}");
        if let Some(told) = told {
            assert_eq!(told.place.map(|place| place.line), Some(3), "{line}");
        }
    }
}

#[test]
fn where_the_reader_stops_is_told() {
    let text = "---\nname: \"x\" or so\ndescription: lost\n---\n";
    let catalog = lone(text).catalog();
    let told = &catalog.ignored[0];
    assert_eq!(told.field, None);
    assert_eq!(
        told.place.map(|place| (place.line, place.column)),
        Some((2, 11))
    );
}
