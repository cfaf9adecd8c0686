//! The frontmatter that Claude Code reads, and the defaults of missing fields.

use skillglass::Workspace;
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::model::skill::{DescriptionSource, Frontmatter};

use super::{editions, left_out, names, skill, workspace, write_text};
use crate::common::Files;

const FOLDER: &str = "/repo/.claude/skills/a";

/// Returns the catalog of a workspace whose only skill has this text.
fn catalog(edition: &str, text: &str) -> std::sync::Arc<Catalog> {
    let mut workspace = workspace(edition);
    write_text(&mut workspace, FOLDER, text);
    workspace.catalog()
}

/// Returns the parsed fields of a skill. `yaml` is the text between the frontmatter's delimiters.
fn fields(edition: &str, yaml: &str) -> Frontmatter {
    let catalog = catalog(edition, &format!("---\n{yaml}\n---\nBody.\n"));
    let frontmatter = skill(&catalog, "a").frontmatter.clone();
    *frontmatter.expect("the fields are kept")
}

/// Returns the fields that Claude Code reads and then ignores. `yaml` is the text between the
/// frontmatter's delimiters.
fn ignored(edition: &str, yaml: &str) -> Vec<String> {
    let catalog = catalog(edition, &format!("---\n{yaml}\n---\nBody.\n"));
    let fields = catalog.ignored.iter();
    fields
        .map(|it| it.field.clone().unwrap_or_default())
        .collect()
}

fn description(edition: &str, text: &str) -> (String, DescriptionSource) {
    let catalog = catalog(edition, text);
    let skill = skill(&catalog, "a");
    (skill.description.clone(), skill.description_source)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn every_field_is_optional_and_so_is_the_frontmatter() {
    for edition in editions() {
        for text in ["", "Body.", "---\n---\n", "---\n---", "---\nname: a\n"] {
            let catalog = catalog(edition, text);
            assert_eq!(names(&catalog), ["a"], "{edition} {text:?}");
            assert!(catalog.ignored.is_empty(), "{edition} {text:?}");
        }
    }
}

#[test]
fn the_name_is_a_label_and_the_folder_is_the_command() {
    for edition in editions() {
        let catalog = catalog(edition, "---\nname: Fancy\ndescription: D.\n---\n");
        let skill = skill(&catalog, "a");
        let label = skill.frontmatter.as_deref().unwrap().name.as_deref();
        assert_eq!(label, Some("Fancy"), "{edition}");
    }
}

#[test]
fn a_missing_description_is_the_heading_or_the_name_until_2026_04_and_a_paragraph_since() {
    use DescriptionSource::{Heading, Name, None, Paragraph};
    let cases = [
        (
            "# Title\n\nFirst.\nMore.\n\nSecond.",
            ("Title", Heading),
            ("First. More.", Paragraph),
        ),
        (
            "First.\n\n## Title ##\n",
            ("Title ##", Heading),
            ("First.", Paragraph),
        ),
        (
            "First.\n# Title\n",
            ("Title", Heading),
            ("First.", Paragraph),
        ),
        ("\n\n  First.  \n", ("a", Name), ("First.", Paragraph)),
        ("#no heading\n", ("a", Name), ("#no heading", Paragraph)),
        ("# Title\n", ("Title", Heading), ("", None)),
        (
            "```sh\n# install deps\n```\n# Title\n",
            ("Title", Heading),
            ("```sh", Paragraph),
        ),
        (
            "~~~~\n# not\n~~~\n# nor\n",
            ("a", Name),
            ("~~~~", Paragraph),
        ),
        ("", ("a", Name), ("", None)),
    ];
    for (body, by_heading, by_paragraph) in cases {
        for (edition, (text, source)) in [
            ("2026-02", by_heading),
            ("2026-04", by_heading),
            ("2026-08", by_paragraph),
        ] {
            for whole in [format!("---\nmodel: opus\n---\n{body}"), body.to_owned()] {
                let expected = (text.to_owned(), source);
                assert_eq!(
                    description(edition, &whole),
                    expected,
                    "{edition} {whole:?}"
                );
            }
        }
    }
}

#[test]
fn the_end_of_a_line_does_not_matter() {
    for edition in editions() {
        let text = "---\r\ndescription: D.\r\nwhen_to_use: W.\r\n---\r\n\r\nBody.\r\n";
        let catalog = catalog(edition, text);
        let skill = skill(&catalog, "a");
        assert_eq!(skill.description, "D.", "{edition}");
        let frontmatter = skill.frontmatter.as_deref().unwrap();
        assert_eq!(frontmatter.when_to_use.as_deref(), Some("W."), "{edition}");
    }
}

#[test]
fn bytes_that_are_no_text_are_replaced() {
    for edition in editions() {
        let mut workspace: Workspace = workspace(edition);
        let bytes = b"---\ndescription: caf\xe9\n---\n".to_vec();
        workspace.put(format!("{FOLDER}/SKILL.md"), bytes);
        let catalog = workspace.catalog();
        assert_eq!(skill(&catalog, "a").description, "caf\u{fffd}", "{edition}");
    }
}

#[test]
fn a_byte_order_mark_hid_a_file_until_2026_04() {
    let text = "\u{feff}---\ndescription: D.\n---\nBody.";
    for edition in ["2026-02", "2026-04"] {
        let catalog = catalog(edition, text);
        assert!(catalog.skills.is_empty(), "{edition}");
        assert_eq!(catalog.left_out[0].reason, LeftOutReason::Unreadable);
        assert!(catalog.left_out[0].message.contains("byte order mark"));
    }
    assert_eq!(description("2026-08", text).0, "D.");
}

#[test]
fn broken_yaml_hides_a_file_until_2026_04_and_leaves_it_without_metadata_since() {
    let text = "---\ndescription: \"open\nmodel: opus\n---\nBody.";
    for edition in ["2026-02", "2026-04"] {
        let catalog = catalog(edition, text);
        assert_eq!(
            left_out(&catalog),
            [(&*format!("{FOLDER}/SKILL.md"), LeftOutReason::Unreadable)],
            "{edition}"
        );
    }
    let catalog = catalog("2026-08", text);
    let skill = skill(&catalog, "a");
    assert_eq!(skill.description, "");
    assert_eq!(skill.description_source, DescriptionSource::None);
    assert_eq!(skill.frontmatter.as_deref(), Some(&Frontmatter::default()));
    let [ignored] = &catalog.ignored[..] else {
        panic!("the frontmatter is told as ignored")
    };
    assert_eq!(ignored.field, None);
    assert!(ignored.message.starts_with("invalid YAML: "));
}

#[test]
fn frontmatter_that_is_no_map_is_broken_too() {
    for yaml in ["- a", "text", "5"] {
        let text = format!("---\n{yaml}\n---\nBody.");
        assert!(catalog("2026-04", &text).skills.is_empty(), "{yaml}");
        let told = catalog("2026-08", &text);
        assert_eq!(told.ignored[0].place.unwrap().line, 2, "{yaml}");
    }
}

#[test]
fn awkward_values_are_quoted_for_a_second_try_since_2026_04() {
    let cases = [
        ("description: use when: x", "use when: x"),
        ("description: *.md files", "*.md files"),
        ("description: @file", "@file"),
        ("description: `code`", "`code`"),
        ("description: %d", "%d"),
        ("description: [a] and [b]", "[a] and [b]"),
        ("description: ends with:", "ends with:"),
        (
            "argument-hint: [a] [b]\ndescription: see: \"it\" \\ there",
            "see: \"it\" \\ there",
        ),
    ];
    for (yaml, expected) in cases {
        let text = format!("---\n{yaml}\n---\n");
        assert!(catalog("2026-02", &text).skills.is_empty(), "{yaml}");
        for edition in ["2026-04", "2026-08"] {
            assert_eq!(description(edition, &text).0, expected, "{edition} {yaml}");
        }
    }
}

#[test]
fn bare_numbers_are_texts_as_javascript_writes_them() {
    for edition in editions() {
        for (number, expected) in [
            ("42", "42"),
            ("-7", "-7"),
            ("1.0", "1"),
            ("2.50", "2.5"),
            ("1e3", "1000"),
            ("1e21", "1e+21"),
            ("1.5e-7", "1.5e-7"),
            ("-0.0", "0"),
            (".inf", "Infinity"),
            ("-.inf", "-Infinity"),
            (".nan", "NaN"),
        ] {
            let fields = fields(edition, &format!("name: {number}\ndescription: {number}"));
            assert_eq!(fields.name.as_deref(), Some(expected), "{edition}");
            assert_eq!(fields.description.as_deref(), Some(expected), "{edition}");
        }
    }
}

#[test]
fn a_description_of_another_type_counts_as_missing_and_is_told() {
    for edition in editions() {
        for value in ["[a, b]", "{a: b}", "true"] {
            let yaml = format!("description: {value}");
            assert_eq!(
                fields(edition, &yaml).description,
                None,
                "{edition} {value}"
            );
            assert_eq!(
                ignored(edition, &yaml),
                ["description"],
                "{edition} {value}"
            );
        }
        assert_eq!(fields(edition, "description: ~").description, None);
        assert!(ignored(edition, "description:").is_empty());
        assert_eq!(fields(edition, "description: '  '").description, None);
    }
}

#[test]
fn square_brackets_around_a_hint_are_kept_as_text() {
    for edition in editions() {
        for (value, expected) in [
            ("[issue]", "[issue]"),
            ("[a, 1]", "[a, 1]"),
            ("\"[a] [b]\"", "[a] [b]"),
            ("plain", "plain"),
        ] {
            let fields = fields(edition, &format!("argument-hint: {value}"));
            assert_eq!(fields.argument_hint.as_deref(), Some(expected), "{edition}");
        }
    }
}

#[test]
fn arguments_are_a_list_or_words() {
    for edition in editions() {
        for value in ["issue branch", "[issue, branch]", "\n  - issue\n  - branch"] {
            let fields = fields(edition, &format!("arguments: {value}"));
            assert_eq!(fields.arguments, texts(&["issue", "branch"]), "{edition}");
        }
        assert_eq!(ignored(edition, "arguments: {a: b}"), ["arguments"]);
        assert_eq!(ignored(edition, "arguments: [a, [b]]"), ["arguments[1]"]);
    }
}

#[test]
fn tools_are_a_list_or_a_text_with_commas_or_blanks() {
    for edition in editions() {
        for key in ["allowed-tools", "disallowed-tools"] {
            for value in [
                "Read, Bash(git add:*)",
                "Read Bash(git add:*)",
                "[Read, \"Bash(git add:*)\"]",
                "\n  - Read\n  - Bash(git add:*)",
            ] {
                let fields = fields(edition, &format!("{key}: {value}"));
                let tools = match key {
                    "allowed-tools" => fields.allowed_tools,
                    _ => fields.disallowed_tools,
                };
                let expected = texts(&["Read", "Bash(git add:*)"]);
                assert_eq!(tools, expected, "{edition} {key}: {value}");
            }
        }
    }
}

#[test]
fn more_words_are_booleans_since_2026_08() {
    let both = [
        ("true", Some(true)),
        ("false", Some(false)),
        ("'true'", Some(true)),
    ];
    let new = [
        ("yes", Some(true)),
        ("No", Some(false)),
        ("ON", Some(true)),
        ("off", Some(false)),
        ("1", Some(true)),
        ("0", Some(false)),
        ("'yes'", Some(true)),
    ];
    let never = [("maybe", None), ("2", None), ("[true]", None)];
    for edition in editions() {
        let words = edition == "2026-08";
        for (word, value) in both.into_iter().chain(new).chain(never) {
            let is_old = both.iter().any(|(old, _)| *old == word);
            let expected = value.filter(|_| is_old || words);
            for key in ["disable-model-invocation", "user-invocable", "background"] {
                let yaml = format!("{key}: {word}");
                let fields = fields(edition, &yaml);
                let got = match key {
                    "disable-model-invocation" => fields.disable_model_invocation,
                    "user-invocable" => fields.user_invocable,
                    _ => fields.background,
                };
                assert_eq!(got, expected, "{edition} {yaml}");
                assert_eq!(ignored(edition, &yaml).is_empty(), expected.is_some());
            }
        }
    }
}

#[test]
fn both_flags_have_their_defaults() {
    for edition in editions() {
        let catalog = catalog(edition, "---\ndisable-model-invocation:\n---\n");
        let skill = skill(&catalog, "a");
        assert!(skill.model_invocable && skill.user_invocable, "{edition}");
        assert!(catalog.ignored.is_empty(), "{edition}");
    }
}

#[test]
fn effort_has_the_levels_of_the_edition() {
    for (edition, value, taken) in [
        ("2026-02", "max", true),
        ("2026-02", "xhigh", false),
        ("2026-02", "5", true),
        ("2026-04", "high", true),
        ("2026-04", "5", true),
        ("2026-04", "'42'", true),
        ("2026-08", "low", true),
        ("2026-08", "medium", true),
        ("2026-08", "xhigh", true),
        ("2026-08", "5", false),
        ("2026-08", "huge", false),
    ] {
        let yaml = format!("effort: {value}");
        let effort = fields(edition, &yaml).effort;
        assert_eq!(
            effort.as_deref(),
            taken.then_some(value.trim_matches('\'')),
            "{edition} {value}"
        );
        assert_eq!(
            ignored(edition, &yaml).is_empty(),
            taken,
            "{edition} {value}"
        );
    }
}

#[test]
fn an_effort_that_is_none_is_told_of_numbers_where_they_are_taken() {
    let message = |edition| {
        let catalog = catalog(edition, "---\neffort: huge\n---\n");
        catalog.ignored[0].message.clone()
    };
    assert!(message("2026-04").contains("low, medium, high, max or a number"));
    assert!(!message("2026-08").contains("number"));
}

#[test]
fn context_and_shell_have_two_words_each() {
    for edition in editions() {
        let known = fields(edition, "context: fork\nshell: powershell\nagent: Explore");
        assert_eq!(known.context.as_deref(), Some("fork"));
        assert_eq!(known.shell.as_deref(), Some("powershell"));
        assert_eq!(known.agent.as_deref(), Some("Explore"));
        assert_eq!(
            fields(edition, "context: inline").context.as_deref(),
            Some("inline")
        );
        assert_eq!(
            ignored(edition, "context: x\nshell: zsh"),
            ["context", "shell"]
        );
    }
}

#[test]
fn texts_that_nothing_is_done_with_are_kept() {
    for edition in editions() {
        let yaml = "license: MIT\ncompatibility: Any\nversion: 1.2.0\nmodel: inherit\n\
                    metadata:\n  author: me\n  n: 1\n  list: [a]";
        let fields = fields(edition, yaml);
        assert_eq!(fields.license.as_deref(), Some("MIT"), "{edition}");
        assert_eq!(fields.compatibility.as_deref(), Some("Any"), "{edition}");
        assert_eq!(fields.version.as_deref(), Some("1.2.0"), "{edition}");
        assert_eq!(fields.model.as_deref(), Some("inherit"), "{edition}");
        let metadata: Vec<_> = fields.metadata.into_iter().collect();
        let expected = [("author", "me"), ("list", "[\"a\"]"), ("n", "1")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(metadata, expected, "{edition}");
    }
}

#[test]
fn metadata_that_is_no_map_is_dropped() {
    for edition in editions() {
        for value in ["text", "[a]", "1"] {
            let yaml = format!("description: D.\nmetadata: {value}");
            let fields = fields(edition, &yaml);
            assert!(fields.metadata.is_empty(), "{edition} {value}");
            assert_eq!(fields.description.as_deref(), Some("D."), "{edition}");
            assert_eq!(ignored(edition, &yaml), ["metadata"], "{edition} {value}");
        }
    }
}

#[test]
fn unknown_keys_are_kept_by_name_and_disturb_nothing() {
    for edition in editions() {
        let yaml = "zeta: {x: [1]}\ndescription: D.\nallowed_tools: Read\nwhen-to-use: W.";
        let fields = fields(edition, yaml);
        assert_eq!(
            fields.unknown,
            texts(&["zeta", "allowed_tools", "when-to-use"])
        );
        assert_eq!(
            (fields.allowed_tools, fields.when_to_use),
            (Vec::new(), None)
        );
        assert!(ignored(edition, yaml).is_empty(), "{edition}");
    }
}

#[test]
fn some_keys_are_known_in_kebab_snake_and_camel_case() {
    let yaml = "display-name: A\ndefault_enabled: true\ndefaultEnabled: true\nfallback: x";
    assert!(fields("2026-08", yaml).unknown.is_empty());
}

#[test]
fn paths_are_a_text_with_commas_and_since_2026_04_a_list() {
    for edition in editions() {
        let text = fields(edition, "paths: 'src/**/*.{ts,tsx}, *.md'");
        assert_eq!(
            text.paths,
            texts(&["src/**/*.{ts,tsx}", "*.md"]),
            "{edition}"
        );
        let yaml = "paths:\n  - 'src/**'\n  - '*.md'";
        let (paths, told) = (fields(edition, yaml).paths, ignored(edition, yaml));
        match edition {
            "2026-02" => assert_eq!((paths.len(), &told[..]), (0, &texts(&["paths"])[..])),
            _ => assert_eq!((paths, told), (texts(&["src/**", "*.md"]), Vec::new())),
        }
    }
    assert_eq!(ignored("2026-08", "paths: {a: b}"), ["paths"]);
    assert!(fields("2026-08", "paths: ' , '").paths.is_empty());
}

#[test]
fn a_place_of_an_ignored_field_is_its_line() {
    let catalog = catalog("2026-08", "---\ndescription: D.\neffort: huge\n---\n");
    let place = catalog.ignored[0].place.unwrap();
    assert_eq!((place.line, place.column), (3, 1));
}

#[test]
fn a_frontmatter_that_would_keep_the_parser_busy_is_refused_in_our_words() {
    let text = format!("---\na: {}\n---\nBody.", "[".repeat(100_000));
    let catalog = catalog("2026-08", &text);
    assert_eq!(names(&catalog), ["a"]);
    assert!(catalog.ignored[0].message.contains("was not parsed"));
}
