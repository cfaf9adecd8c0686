//! Tests how Copilot CLI reads frontmatter (`docs/hosts/copilot-cli.md#frontmatter`), names
//! (`docs/hosts/copilot-cli.md#names`) and descriptions (`docs/hosts/copilot-cli.md#descriptions`).

use skillglass::model::catalog::FaultCode;
use skillglass::model::skill::{DescriptionSource, NameSource};

use super::{lone, workspace};
use crate::common::Files;

#[test]
fn a_file_loads_or_is_an_error_in_the_programs_words() {
    // The frontmatter, and the name and description or the error.
    let long = "x".repeat(65);
    let longer = "é".repeat(1025);
    let letters = "Skill name must start with an ASCII letter or number and contain only ASCII letters (a-z, A-Z), \
                   numbers, hyphens, underscores, dots, colons, and spaces";
    type Outcome = Result<(&'static str, &'static str), (FaultCode, &'static str)>;
    let cases: &[(&str, Outcome)] = &[
        ("", Ok(("x", "Body."))),
        ("name: a\n", Ok(("a", "Body."))),
        ("name: a\ndescription: ''\n", Ok(("a", ""))),
        (
            "name: a\ndescription: |\n  One\n\n  two\n",
            Ok(("a", "One\n\ntwo")),
        ),
        ("description: |\n  One\nname: a\n", Ok(("a", "One\n"))),
        ("name: !!str 12\ndescription: !x y\n", Ok(("12", "y"))),
        ("- a\n- b\n", Ok(("x", "Body."))),
        ("{name: a, description: b}\n", Ok(("a", "b"))),
        ("base: &b\n  name: a\n<<: *b\n", Ok(("x", "Body."))),
        ("description: no\n", Ok(("x", "no"))),
        ("description: 2026-01-01\n", Ok(("x", "2026-01-01"))),
        ("name: A_b.c:d-\n", Ok(("A_b.c:d-", "Body."))),
        ("name: ' my  own\tskill '\n", Ok(("my-own-skill", "Body."))),
        (
            "name: 1.5\n",
            Err((FaultCode::WrongType, "Skill name must be a string")),
        ),
        (
            "name: ~\n",
            Err((FaultCode::WrongType, "Skill name must be a string")),
        ),
        (
            "name: ' '\n",
            Err((FaultCode::MissingName, "Skill name must not be empty")),
        ),
        ("name: naïve\n", Err((FaultCode::NameInvalid, letters))),
        ("name: _a\n", Err((FaultCode::NameInvalid, letters))),
        ("name: a@b\n", Err((FaultCode::NameInvalid, letters))),
        (
            "description: [a]\n",
            Err((FaultCode::WrongType, "Skill description must be a string")),
        ),
        (
            "description: ~\n",
            Err((FaultCode::WrongType, "Skill description must be a string")),
        ),
        (
            "argument-hint: [a]\n",
            Err((FaultCode::WrongType, "argument-hint must be a string")),
        ),
        (
            "disable-model-invocation: 'true'\n",
            Err((
                FaultCode::WrongType,
                "disable-model-invocation must be a boolean",
            )),
        ),
        (
            "user-invocable: 0\n",
            Err((FaultCode::WrongType, "user-invocable must be a boolean")),
        ),
        (
            "allowed-tools: {a: b}\n",
            Err((
                FaultCode::WrongType,
                "allowed-tools must be a string or array of strings",
            )),
        ),
        (
            "description: a\ndescription: b\n",
            Err((
                FaultCode::InvalidYaml,
                "failed to parse YAML frontmatter: duplicate entry with key \"description\"",
            )),
        ),
        (
            "a: b\n...\nc: d\n",
            Err((
                FaultCode::InvalidYaml,
                "failed to parse YAML frontmatter: deserializing from YAML containing more than one document is not supported",
            )),
        ),
        // Only the first fault is reported.
        (
            "description: 1\nname: ~\n",
            Err((FaultCode::WrongType, "Skill name must be a string")),
        ),
    ];
    for (frontmatter, expected) in cases {
        let text = format!("---\n{frontmatter}---\nBody.\n");
        let catalog = lone(&text).catalog();
        let got = match &catalog.skills.iter().collect::<Vec<_>>()[..] {
            [skill] => Ok((skill.name.as_str(), skill.description.as_str())),
            _ => Err((catalog.errors[0].code, catalog.errors[0].message.as_str())),
        };
        assert_eq!(got, *expected, "{frontmatter:?}");
    }
    for (frontmatter, code, message) in [
        (
            format!("name: {long}\n"),
            FaultCode::NameTooLong,
            "Skill name must be at most 64 characters",
        ),
        (
            format!("description: {longer}\n"),
            FaultCode::DescriptionTooLong,
            "Skill description must be at most 1024 characters",
        ),
    ] {
        let catalog = lone(&format!("---\n{frontmatter}---\n")).catalog();
        let error = &catalog.errors[0];
        assert_eq!((error.code, &*error.message), (code, message));
        assert!(error.place.is_some() && error.help.contains("by 1 characters"));
    }
}

#[test]
fn frontmatter_stands_between_two_lines_of_dashes() {
    for (text, loads) in [
        ("---\nname: a\n---\n", true),
        ("\u{feff}---\nname: a\n---", true),
        ("---  \r\nname: a\r\n---\r\nBody\r\n", true),
        ("---\nname: a\ndescription: |\n  ---\n---\n", true),
        ("---\n---\n", true),
        ("", false),
        ("# a\n", false),
        ("\n---\nname: a\n---\n", false),
        ("---\nname: a\n", false),
        ("---\nname: a\n--- x\n", false),
        ("---\nname: a\n---x\n", false),
    ] {
        let catalog = lone(text).catalog();
        assert_eq!(catalog.skills.len(), usize::from(loads), "{text:?}");
        for error in &catalog.errors {
            assert_eq!(error.message, "missing or malformed YAML frontmatter");
        }
    }
}

#[test]
fn the_place_of_an_error_is_the_files() {
    let text = "\u{feff}---\nname: a\ndescription: Use when: asked\n---\n";
    let catalog = lone(text).catalog();
    let place = catalog.errors[0].place.unwrap();
    assert_eq!((place.line, place.column), (3, 22));
    let text = "---\nname: a\n\nargument-hint: [b]\n---\n";
    let catalog = lone(text).catalog();
    assert_eq!(catalog.errors[0].place.map(|place| place.line), Some(4));
}

#[test]
fn without_a_name_the_folder_gives_it() {
    let mut workspace = workspace();
    for (folder, expected) in [
        ("pdf", Some("pdf")),
        ("My folder", Some("My-folder")),
        ("描述", None),
    ] {
        let path = format!("/repo/.github/skills/{folder}/SKILL.md");
        workspace.put(&path, "---\ndescription: x\n---\n");
        let catalog = workspace.catalog();
        let skill = catalog.skills.first();
        assert_eq!(skill.map(|skill| &*skill.name), expected);
        if let Some(skill) = skill {
            assert_eq!(skill.name_source, NameSource::Folder);
        } else {
            let message = "could not derive a valid skill name from the folder path";
            assert_eq!(catalog.errors[0].message, message);
        }
        workspace.remove(&path);
    }
}

#[test]
fn without_a_description_the_first_lines_stand_in() {
    for (body, expected) in [
        ("", ""),
        ("# Only\n\n## headings\n", ""),
        ("# T\n\n  One  \ntwo\n\n# H\nthree\nfour\n", "One two three"),
        ("```sh\nls\n```\n", "```sh ls ```"),
        ("> a\n\n---\n| b |\n", "> a --- | b |"),
    ] {
        let catalog = lone(&format!("---\nname: a\n---\n{body}")).catalog();
        let skill = &catalog.skills[0];
        assert_eq!(skill.description, expected, "{body:?}");
        let source = match expected {
            "" => DescriptionSource::None,
            _ => DescriptionSource::Paragraph,
        };
        assert_eq!(skill.description_source, source, "{body:?}");
    }
}

#[test]
fn fields_of_other_hosts_are_told_and_others_are_passed_over() {
    let catalog = lone("---\nname: a\ncontext: fork\nlicense: [x]\nversion: 1\n---\n").catalog();
    let ignored: Vec<_> = (catalog.ignored.iter())
        .map(|ignored| ignored.field.as_deref())
        .collect();
    assert_eq!(ignored, [Some("context")]);
    let fields = catalog.skills[0].frontmatter.as_ref().unwrap();
    assert_eq!(fields.unknown, ["version"]);
}

#[test]
fn a_file_that_is_no_utf8_is_an_error() {
    let mut workspace = workspace();
    let path = "/repo/.github/skills/x/SKILL.md";
    workspace.put(path, &b"---\nname: \xff\n---\n"[..]);
    assert_eq!(workspace.catalog().errors[0].code, FaultCode::NotUtf8);
}
