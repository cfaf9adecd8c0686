//! Broken frontmatter: the cause, its place, and what its fix makes of it.

use skillglass::lint::{self, Diagnostic, LintRequest};
use skillglass::{Workspace, WorkspaceOptions};

const PATH: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn look(text: &str) -> Vec<Diagnostic> {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.write(PATH, text).unwrap();
    let request = LintRequest {
        skills: vec![PATH.to_owned()],
        ..LintRequest::default()
    };
    workspace.lint(&request).unwrap()
}

/// Only the findings about YAML and about the frontmatter's limits, without what others say of the description.
fn causes(text: &str) -> Vec<Diagnostic> {
    let codes = [
        "unquoted-colon",
        "leading-indicator",
        "tab-indentation",
        "bad-escape",
        "unclosed-quote",
        "text-behind-quote",
        "duplicate-key",
        "unindented-line",
        "line-without-key",
        "missing-blank",
        "wrong-type",
        "invalid-yaml",
        "comment-in-value",
        "frontmatter-delimiter",
    ];
    let mut found = look(text);
    found.retain(|one| codes.contains(&one.code.as_str()));
    found
}

fn fixed(text: &str) -> String {
    let found = causes(text);
    let fixes = found.iter().filter_map(|one| one.fixes.first());
    let applied = lint::apply(|_| Some(text), fixes);
    applied
        .files
        .get(PATH)
        .cloned()
        .unwrap_or_else(|| text.to_owned())
}

#[test]
fn a_cause_has_its_code_its_place_and_its_fix() {
    // Frontmatter without its delimiters: code, the text that the range covers, the frontmatter after the fix.
    let cases = [
        (
            "name: pdf\ndescription: a: b\n",
            "unquoted-colon",
            ":",
            "name: pdf\ndescription: \"a: b\"\n",
        ),
        (
            "name: pdf\ndescription: say \"a\\b\": it's\n",
            "unquoted-colon",
            ":",
            "name: pdf\ndescription: 'say \"a\\b\": it''s'\n",
        ),
        (
            "name: pdf\ndescription: x\ntags: @a\n",
            "leading-indicator",
            "@",
            "name: pdf\ndescription: x\ntags: \"@a\"\n",
        ),
        (
            "name: pdf\ndescription: x\nargument-hint: [a] [b]\n",
            "leading-indicator",
            "[",
            "name: pdf\ndescription: x\nargument-hint: \"[a] [b]\"\n",
        ),
        (
            "name: pdf\ndescription: > text\n",
            "leading-indicator",
            ">",
            "name: pdf\ndescription: \"> text\"\n",
        ),
        (
            "name: pdf\r\ndescription: x\r\nb\r\n",
            "unindented-line",
            "b",
            "name: pdf\r\ndescription: |-\r\n  x\r\n  b\r\n",
        ),
        (
            "name: pdf\ndescription: x\nlist:\n  - \"a\" b\n  - c\n",
            "text-behind-quote",
            "\"a\" b",
            "name: pdf\ndescription: x\nlist:\n  - '\"a\" b'\n  - c\n",
        ),
        // A line is indented and begins with what is escaped.
        (
            "name: pdf\ndescription: \"x\"\n\"\n",
            "text-behind-quote",
            "\"",
            "name: pdf\ndescription: \"x\n  \\\"\"\n",
        ),
        (
            "name: pdf\ndescription: x\nmetadata:\n  a: 1\n  a: 1\n",
            "duplicate-key",
            "a",
            "name: pdf\ndescription: x\nmetadata:\n  a: 1\n",
        ),
        (
            "name: pdf\ndescription: x\nversion:1\n",
            "missing-blank",
            ":",
            "name: pdf\ndescription: x\nversion: 1\n",
        ),
        (
            "name: 2048\ndescription: x\n",
            "wrong-type",
            "2048",
            "name: \"2048\"\ndescription: x\n",
        ),
        (
            "name: pdf\ndescription: \"one \\d+\"\n",
            "bad-escape",
            "\\d",
            "name: pdf\ndescription: 'one \\d+'\n",
        ),
        (
            "name: pdf\ndescription: \"户户户\\d \\n\"\n",
            "bad-escape",
            "\\d",
            "name: pdf\ndescription: \"户户户\\\\d \\n\"\n",
        ),
    ];
    for (yaml, code, covered, mended) in cases {
        let end = if yaml.contains('\r') {
            "---\r\n"
        } else {
            "---\n"
        };
        let text = format!("{end}{yaml}{end}body\n");
        let found = causes(&text);
        let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, [code], "{yaml:?}");
        let range = found[0].range;
        assert_eq!(&text[range.start.byte..range.end.byte], covered, "{yaml:?}");
        assert!(found[0].fixes[0].safe, "{yaml:?}: {found:#?}");
        assert_eq!(
            fixed(&text),
            format!("{end}{mended}{end}body\n"),
            "{yaml:?}"
        );
    }
}

#[test]
fn a_value_that_hosts_mend_differently_is_left_for_a_look() {
    let found = causes("---\nname: pdf\ndescription: a: b # c\n---\n");
    assert_eq!(found[0].code, "unquoted-colon");
    assert!(!found[0].fixes[0].safe);
}

#[test]
fn several_broken_lines_are_mended_together() {
    let text = "---\nname: pdf\ndescription: **a**\n- b\nhint: @x y\n---\n";
    let codes: Vec<_> = causes(text).into_iter().map(|one| one.code).collect();
    assert_eq!(codes, ["leading-indicator", "leading-indicator"]);
    assert!(causes(text).iter().all(|one| one.fixes[0].safe));
    let mended = fixed(text);
    assert_eq!(
        mended,
        "---\nname: pdf\ndescription: |-\n  **a**\n  - b\nhint: \"@x y\"\n---\n"
    );
    assert!(causes(&mended).is_empty());
}

#[test]
fn a_second_line_of_a_key_is_removed_without_a_look_only_if_it_says_the_same() {
    for (second, safe) in [("description: x", true), ("description: y", false)] {
        let text = format!("---\nname: pdf\ndescription: x\n{second}\n---\n");
        let found = causes(&text);
        assert_eq!(found[0].code, "duplicate-key");
        assert_eq!(found[0].fixes[0].safe, safe, "{second}");
        assert_eq!(found[0].related[0].range.start.line, 3);
    }
}

#[test]
fn frontmatter_that_all_read_has_no_cause() {
    for yaml in [
        "name: pdf\ndescription: a:b, c::d, http://e\n",
        "name: pdf\ndescription: >-\n  a: b\n  # c\n",
        "name: pdf\ndescription: \"a: \\\"b\\\" \\u00e9\"\nmetadata: {\"a\": [1, 2]}\n",
        "name: pdf\ndescription: it's 5 o'clock\nlist:\n  - a\n  - 'b: c'\n",
        "# a comment\nname: pdf\n\ndescription: |\n  a\n\n  b\n",
    ] {
        let text = format!("---\n{yaml}---\n");
        assert!(causes(&text).is_empty(), "{yaml:?}: {:#?}", causes(&text));
    }
}

#[test]
fn text_of_a_body_between_rules_is_no_frontmatter() {
    assert!(causes("---\nname: pdf\ndescription: x\n---\na: b: c\n---\n").is_empty());
}

#[test]
fn quotes_of_a_text_processor_are_told_where_they_stand_around_all_of_a_description() {
    let mended = |value: &str| {
        let text = format!("---\nname: pdf\ndescription: {value}\n---\nText.\n");
        let found = look(&text);
        let found = found.iter().find(|one| one.code == "typographic-quotes");
        found.map(|one| {
            let applied = lint::apply(|_| Some(&text), &one.fixes);
            let line = applied.files[PATH].lines().nth(2).unwrap();
            line.strip_prefix("description: ").unwrap().to_owned()
        })
    };
    for (value, fixed) in [
        ("“Fills in forms.”", Some("\"Fills in forms.\"")),
        ("„Füllt Formulare aus.“", Some("\"Füllt Formulare aus.\"")),
        (
            "‘Fills in the \"forms\", isn't it’",
            Some("'Fills in the \"forms\", isn''t it'"),
        ),
        ("«Remplit un formulaire»", Some("\"Remplit un formulaire\"")),
        ("“Forms” and “papers”", None),
        ("‘Fills in the user’s forms’", None),
        ("\"“Fills in forms.”\"", None),
        ("“Fills in forms.", None),
        ("Fills in “forms”", None),
        ("“”", None),
    ] {
        assert_eq!(mended(value).as_deref(), fixed, "{value}");
    }
}

#[test]
fn a_large_frontmatter_is_tried_less_often_and_what_is_not_tried_is_not_safe() {
    let safe = |filler: usize| {
        let filler = "x".repeat(filler);
        let broken = "a: b: c\nd: e: f\ng: h: i\n";
        let found = causes(&format!(
            "---\nname: pdf\ndescription: x\n# {filler}\n{broken}---\n"
        ));
        let fixes = found.iter().map(|one| one.fixes[0].safe);
        fixes.collect::<Vec<_>>()
    };
    assert_eq!(safe(1), [true, true, true]);
    assert_eq!(safe(900_000), [false, false, false]);
}

#[test]
fn a_broken_value_says_what_each_host_makes_of_it() {
    let is = "has a colon and a space and is not in quotes";
    for (lines, expected) in [
        (
            "name: pdf\ndescription: Fills in: forms\n",
            format!(
                "the value of `description` {is}: Codex, Claude Code, opencode and the open standard read the value as written"
            ),
        ),
        (
            "name: pdf\ndescription: Fills in forms\nhooks: a: b\n",
            format!(
                "the value of `hooks` {is}: Codex, Claude Code, opencode and the open standard read it all the same"
            ),
        ),
    ] {
        let found = causes(&format!("---\n{lines}---\nx\n"));
        let said: Vec<_> = found.iter().map(|one| &*one.message).collect();
        assert_eq!(said, [&*expected]);
    }
}

#[test]
fn a_sign_that_yaml_has_not_is_no_matter_of_the_lines_around_it() {
    for text in [
        "---\nname: pdf\ndescription: \"a \0 b\"\n---\n",
        "---\nname: pdf\ndescription: |\n  a \0 b\n---\n",
    ] {
        let mut codes: Vec<_> = causes(text).into_iter().map(|one| one.code).collect();
        // Parsers differ in the place.
        codes.dedup();
        assert_eq!(codes, ["invalid-yaml"], "{text:?}");
    }
}
