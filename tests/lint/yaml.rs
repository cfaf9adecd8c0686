//! Tests the findings in broken frontmatter: the cause, its position, and the text after the fix.

use skillglass::lint::{self, Diagnostic, LintRequest};
use skillglass::{Workspace, WorkspaceOptions};

const PATH: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn lint_text(text: &str) -> Vec<Diagnostic> {
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

/// Returns the findings about YAML and about the frontmatter's delimiters. Findings about the
/// description are left out.
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
    let mut found = lint_text(text);
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
fn a_field_after_a_tab_becomes_a_field_because_one_parser_reads_it_so() {
    let text = "---\nName: pdf\n\tname: pdf\n---\n";
    assert_eq!(fixed(text), "---\nName: pdf\nname: pdf\n---\n");
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
fn a_frontmatter_that_a_host_ignores_for_its_line_ends_says_so() {
    let by_line_ends =
        " The lines end in CRLF; Claude Code reads the frontmatter where they end in LF.";
    for (description, ignored, named) in [
        ("Fills in: forms", [false, true], true),
        ("\"Fills in forms", [true, true], false),
        ("Fills in forms", [false, false], false),
    ] {
        let text = format!("---\nname: pdf\ndescription: {description}\n---\nx\n");
        for (text, ignored) in [text.clone(), text.replace('\n', "\r\n")]
            .into_iter()
            .zip(ignored)
        {
            let found = lint_text(&text);
            let found = found.iter().find(|one| one.code == "frontmatter-ignored");
            assert_eq!(found.is_some(), ignored, "{text:?}");
            let help = found.map_or("", |one| &*one.help);
            let is_named = named && text.contains('\r');
            assert_eq!(help.ends_with(by_line_ends), is_named, "{text:?}: {help}");
        }
    }
}
