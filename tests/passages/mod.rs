//! Tests the ranking of passages in files beside skills: which files are ranked, how they are
//! divided, and what an edit costs.

use skillglass::passages::{PassageField, Passages, PassagesOptions, SkippedTextReason};
use skillglass::text::document::Place;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

pub mod recall;

const FOLDER: &str = "/repo/skills/pdf";

fn with(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    workspace.put(format!("{FOLDER}/SKILL.md"), "---\nname: pdf\n---\nalpha\n");
    for (path, text) in files {
        let path = match path.strip_prefix('/') {
            Some(_) => (*path).to_owned(),
            None => format!("{FOLDER}/{path}"),
        };
        workspace.put(&path, *text);
    }
    workspace
}

fn ask(workspace: &Workspace, request: &str) -> Passages {
    let options = PassagesOptions::default();
    workspace.passages(request, &options).unwrap()
}

/// Returns the file name of each passage, the best passage first.
fn files(found: &Passages) -> Vec<&str> {
    let paths = found.passages.iter();
    paths
        .map(|passage| passage.path.rsplit('/').next().unwrap())
        .collect()
}

#[test]
fn markdown_and_texts_are_ranked_and_other_files_are_not() {
    let names = [
        "a.md", "b.MDX", "c.txt", "d.rst", "e.py", "f.json", "g", "h.html",
    ];
    for (name, is_ranked) in names
        .into_iter()
        .zip([true, true, true, true, false, false, false, false])
    {
        let found = ask(&with(&[(name, "alpha beta\n")]), "alpha");
        assert_eq!(!found.passages.is_empty(), is_ranked, "{name}");
    }
}

#[test]
fn the_skills_own_file_is_ranked_on_request() {
    let workspace = with(&[]);
    assert_eq!(files(&ask(&workspace, "alpha")), [""; 0]);
    let options = PassagesOptions {
        skill_files: true,
        ..PassagesOptions::default()
    };
    let found = workspace.passages("alpha", &options).unwrap();
    assert_eq!(found.passages[0].text, "alpha");
    assert_eq!(found.passages[0].range.start.line, 4);
}

#[test]
fn a_passage_has_its_place_headings_tokens_and_words() {
    let text = "# Überblick\n\nOne 🦀.\n\n## Locks\nA password opens it.\n";
    let found = ask(
        &with(&[("forms.md", text)]),
        "Which password locks the zzz?",
    );
    let passage = &found.passages[0];
    assert_eq!(passage.path, "/repo/skills/pdf/forms.md");
    assert_eq!(passage.skill, "/repo/skills/pdf/SKILL.md");
    assert_eq!(passage.headings, ["Überblick", "Locks"]);
    assert_eq!(passage.text, "## Locks\nA password opens it.");
    let start = text.find("## Locks").unwrap();
    assert_eq!(passage.range.start, Place::of_byte(text, start));
    assert_eq!(passage.range.end, Place::of_byte(text, text.len() - 1));
    assert_eq!(passage.tokens, 8);
    assert_eq!(found.tokens, 8);
    let matched: Vec<_> = passage
        .matched
        .iter()
        .map(|word| (word.term.as_str(), word.fields.clone()))
        .collect();
    let (headings, text) = (PassageField::Headings, PassageField::Text);
    assert_eq!(
        matched,
        [("password", vec![text]), ("lock", vec![headings, text])]
    );
}

#[test]
fn words_are_those_of_search() {
    let cases = [
        ("填写表格", "如何填写合同表格。"),
        ("メールの下書き", "メールを書く。"),
        ("pdf-filler", "call pdfFiller() here"),
        ("FORMS", "one form"),
    ];
    for (request, text) in cases {
        let found = ask(
            &with(&[("a.md", text), ("b.md", "Nothing of it.\n")]),
            request,
        );
        // The other text may have a word in its path.
        assert_eq!(files(&found)[0], "a.md", "{request}");
    }
}

#[test]
fn the_section_with_the_words_in_its_heading_is_first() {
    let text = "# Guide\n\n## Colours\nRotate the wheel of colours.\n\n## Rotate pages\nTurn them by 90 degrees.\n";
    let found = ask(&with(&[("guide.md", text)]), "rotate a page");
    assert_eq!(found.passages[0].headings, ["Guide", "Rotate pages"]);
}

#[test]
fn max_tokens_leaves_out_what_does_not_fit() {
    let long = format!("# Long\nalpha alpha alpha {}\n", "word ".repeat(300));
    let workspace = with(&[("a.md", &long), ("b.md", "alpha in a short text\n")]);
    let options = PassagesOptions {
        max_tokens: Some(50),
        ..PassagesOptions::default()
    };
    let found = workspace.passages("alpha", &options).unwrap();
    assert_eq!(files(&found), ["b.md"]);
    assert!(found.tokens <= 50);
    let none = PassagesOptions {
        max_tokens: Some(1),
        ..PassagesOptions::default()
    };
    let found = workspace.passages("alpha", &none).unwrap();
    assert_eq!((files(&found).len(), found.too_long), (0, 2));
    let one = PassagesOptions {
        limit: 1,
        ..PassagesOptions::default()
    };
    assert_eq!(workspace.passages("alpha", &one).unwrap().passages.len(), 1);
}

#[test]
fn only_the_requested_skills_count() {
    let other = "/repo/skills/csv/SKILL.md";
    let workspace = with(&[
        ("a.md", "alpha\n"),
        (other, ""),
        ("/repo/skills/csv/b.md", "alpha\n"),
    ]);
    let options = PassagesOptions {
        skills: vec![other.to_owned()],
        ..PassagesOptions::default()
    };
    let found = workspace.passages("alpha", &options).unwrap();
    assert_eq!(files(&found), ["b.md"]);
    let alone = with(&[(other, ""), ("/repo/skills/csv/b.md", "alpha\n")]);
    assert_eq!(found, alone.passages("alpha", &options).unwrap());

    let options = PassagesOptions {
        skills: vec!["/none".to_owned()],
        ..PassagesOptions::default()
    };
    let error = workspace.passages("alpha", &options).unwrap_err();
    assert_eq!(error.argument, "skills[0]");
}

#[test]
fn texts_that_cannot_be_ranked_are_named() {
    let long = format!("alpha\n{}", "word\n".repeat(2 << 20));
    let mut workspace = with(&[("long.md", &long), ("nul.txt", "alpha\0")]);
    workspace.put(format!("{FOLDER}/latin.md"), &b"alpha \xe9"[..]);
    workspace.put(format!("{FOLDER}/wide.txt"), &b"\xff\xfea\0l\0"[..]);
    workspace
        .write_unread(&format!("{FOLDER}/later.md"))
        .unwrap();
    let found = ask(&workspace, "alpha");
    assert_eq!(files(&found), ["long.md"]);
    let skipped: Vec<_> = (found.skipped.iter())
        .map(|one| (one.path.rsplit('/').next().unwrap(), one.reason))
        .collect();
    use SkippedTextReason::{NotLoaded, NotUtf8, TooLong};
    assert_eq!(
        skipped,
        [
            ("later.md", NotLoaded),
            ("latin.md", NotUtf8),
            ("long.md", TooLong),
            ("nul.txt", NotUtf8),
            ("wide.txt", NotUtf8)
        ]
    );
}

#[test]
fn an_edit_reads_one_text_again() {
    let mut workspace = with(&[("a.md", "alpha\n"), ("b.md", "beta\n")]);
    assert_eq!(files(&ask(&workspace, "beta")), ["b.md"]);
    let before = workspace.texts_indexed();
    workspace.put(format!("{FOLDER}/a.md"), "beta beta\n");
    assert_eq!(files(&ask(&workspace, "beta")).len(), 2);
    assert_eq!(workspace.texts_indexed(), before + 1);
    workspace.put(format!("{FOLDER}/c.md"), "gamma\n");
    assert_eq!(files(&ask(&workspace, "gamma")), ["c.md"]);
    assert_eq!(workspace.texts_indexed(), before + 2);
    workspace.remove(&format!("{FOLDER}/b.md"));
    assert_eq!(files(&ask(&workspace, "beta")), ["a.md"]);
    assert_eq!(workspace.texts_indexed(), before + 2);
}

#[test]
fn a_request_without_known_words_has_no_passages() {
    let workspace = with(&[("a.md", "alpha\n")]);
    for request in ["", "the of and", "zzz", "\u{0}\u{fffd}"] {
        assert_eq!(ask(&workspace, request).passages, [], "{request:?}");
    }
}

/// Returns the folder of the labelled set of requests.
fn set() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/passages"))
}

#[test]
fn each_label_names_a_line_of_a_reference() {
    for label in recall::labels(&set().join("labels.jsonl")) {
        let text = std::fs::read_to_string(set().join("skills").join(&label.path)).unwrap();
        let line = text.lines().nth(label.line - 1);
        assert!(
            line.is_some_and(|line| !line.trim().is_empty()),
            "{label:?}"
        );
    }
}

#[test]
fn recall_counts_a_passage_that_contains_the_line() {
    let workspace = recall::workspace(&set().join("skills"));
    let label = |line| recall::Label {
        request: "tokens live for 60 minutes".to_owned(),
        path: "support-desk/references/api.md".to_owned(),
        line,
        held: false,
        language: "en".to_owned(),
        plain: true,
    };
    let found = recall::measure(&workspace, &[label(3), label(40)]);
    let score = found.groups["plain words, open"];
    assert_eq!((score.requests, score.at_1), (2, 1));
    assert_eq!(found.missed.len(), 1);
}
