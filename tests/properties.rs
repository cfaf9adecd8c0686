//! Whatever goes in, no stage panics or hangs, and what the stages say holds together.

use std::collections::HashSet;

use proptest::prelude::*;
use skillglass::document::Place;
use skillglass::host::standard::{read_properties, validate};
use skillglass::turn::{Outcome, TurnInput, TurnRequest};
use skillglass::{Workspace, WorkspaceOptions};

/// Hosts with their editions, those of Codex first.
const EDITIONS: [(&str, &str); 4] = [
    ("codex", "2026-02"),
    ("codex", "2026-05"),
    ("codex", "2026-11"),
    ("standard", "2026-08"),
];

fn workspace(edition: usize, window: Option<i64>) -> Workspace {
    let (host, edition) = EDITIONS[edition];
    Workspace::new(&WorkspaceOptions {
        host: Some(host.to_owned()),
        edition: Some(edition.to_owned()),
        cwd: "/r/p".to_owned(),
        home: Some("/h".to_owned()),
        context_window: window,
        ..WorkspaceOptions::default()
    })
    .unwrap()
}

/// Segments that matter to the host, and some that do not.
fn path() -> impl Strategy<Value = String> {
    let segment = prop_oneof![
        4 => prop::sample::select(vec![
            "r", "p", "h", ".agents", ".codex", "skills", ".system", "etc", "codex", ".git", "HEAD", "SKILL.md",
            "skill.md", "a", "b", ".c", "link",
        ])
        .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["", ".", "..", "\0", "ü", "a\\b", "$x"]).prop_map(str::to_owned),
    ];
    let root = prop::sample::select(vec![
        "/r/p/.agents/skills",
        "/r/.agents/skills",
        "/h/.codex/skills",
        "/h/.codex/skills/.system",
        "/etc/codex/skills",
        "/r/p/.codex/skills",
        "",
        "x",
    ]);
    (root, prop::collection::vec(segment, 0..5))
        .prop_map(|(root, segments)| format!("{root}/{}", segments.join("/")))
}

/// Text made of the pieces that parsers stumble over.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "---\n",
            "---",
            "\n",
            "\r\n",
            "name: a\n",
            "description: b\n",
            "description: ",
            "metadata:\n",
            "  short-description: c\n",
            ": ",
            "[",
            "]",
            "{",
            "}",
            "'",
            "\"",
            "|",
            ">",
            "&a ",
            "*a ",
            "# ",
            "@",
            "`",
            "%",
            "- ",
            "? ",
            "!t ",
            "\t",
            "~",
            "\u{feff}",
            "😀",
            "\\x",
            "$a",
            "[$a](",
            ")",
            "$PATH",
            "skill://",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn skill_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        markup().prop_map(String::into_bytes),
        markup().prop_map(|text| format!("---\nname: a\n{text}\n---\n{text}").into_bytes()),
        prop::collection::vec(any::<u8>(), 0..200),
    ]
}

#[derive(Debug, Clone)]
enum Change {
    Write(String, Vec<u8>),
    Unread(String),
    Directory(String),
    Link(String, String),
    Remove(String),
}

fn change() -> impl Strategy<Value = Change> {
    let skill_file = path().prop_map(|path| format!("{}/SKILL.md", path.trim_end_matches('/')));
    prop_oneof![
        6 => (prop_oneof![skill_file, path()], skill_text()).prop_map(|(path, text)| Change::Write(path, text)),
        1 => path().prop_map(Change::Unread),
        1 => path().prop_map(Change::Directory),
        3 => (path(), prop_oneof![path(), Just("..".to_owned()), Just("link".to_owned())])
            .prop_map(|(path, target)| Change::Link(path, target)),
        1 => path().prop_map(Change::Remove),
    ]
}

fn apply(workspace: &mut Workspace, change: &Change) {
    // A refusal is an answer as good as any here.
    let _ = match change {
        Change::Write(path, contents) => workspace.write(path, contents),
        Change::Unread(path) => workspace.write_unread(path),
        Change::Directory(path) => workspace.make_directory(path),
        Change::Link(path, target) => workspace.link(path, target),
        Change::Remove(path) => {
            workspace.remove(path);
            Ok(())
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_stage_answers_for_any_tree(
        edition in 0..EDITIONS.len(),
        window in prop::option::of(-1..20_000i64),
        changes in prop::collection::vec(change(), 1..25),
        prompt in markup(),
    ) {
        let mut workspace = workspace(edition, window);
        for change in &changes {
            apply(&mut workspace, change);
            let _ = workspace.catalog();
        }
        let catalog = workspace.catalog();
        let _ = workspace.plan();

        let mut fresh = self::workspace(edition, window);
        for change in &changes {
            apply(&mut fresh, change);
        }
        prop_assert_eq!(&fresh.catalog().skills, &catalog.skills, "asking in between changes nothing");

        let loaded: HashSet<_> = catalog.skills.iter().map(|skill| skill.path.as_str()).collect();
        prop_assert_eq!(loaded.len(), catalog.skills.len(), "no file is loaded twice");

        let listing = workspace.listing();
        prop_assert_eq!(listing.report.included + listing.report.omitted, listing.report.total);
        if let Some(budget) = listing.report.budget {
            prop_assert!(listing.report.cost <= budget.limit);
        }

        let turn = workspace.turn(&TurnRequest {
            inputs: vec![TurnInput::Text { text: prompt.clone() }],
            ..TurnRequest::default()
        });
        prop_assert_eq!(turn.messages.len() + turn.warnings.len(), turn.selected.len());
        for mention in &turn.mentions {
            let range = mention.range.unwrap();
            let covered = &prompt[range.start.byte..range.end.byte];
            prop_assert!(covered.contains(&mention.name), "{covered:?}");
            if let Outcome::Selected { path } = &mention.outcome {
                prop_assert!(turn.selected.iter().any(|skill| skill.path == *path));
            }
        }
    }

    #[test]
    fn every_skill_file_is_loaded_refused_or_left_out(
        edition in 0..EDITIONS.len(),
        files in prop::collection::vec((path(), skill_text()), 1..12),
    ) {
        let mut workspace = workspace(edition, None);
        for (path, text) in &files {
            let _ = workspace.write(&format!("{}/SKILL.md", path.trim_end_matches('/')), text);
        }
        let catalog = workspace.catalog();
        let told: HashSet<_> = catalog.skills.iter().map(|skill| skill.path.clone())
            .chain(catalog.errors.iter().map(|error| error.path.clone()))
            .chain(catalog.left_out.iter().map(|left_out| left_out.path.clone()))
            .collect();
        for entry in workspace.tree().entries().filter(|entry| entry.name() == "SKILL.md") {
            if entry.children().next().is_none() {
                prop_assert!(told.contains(&entry.path()), "{} got no word", entry.path());
            }
        }
    }

    #[test]
    fn a_place_of_an_error_lies_in_its_file(edition in 0..EDITIONS.len(), text in markup()) {
        let text = format!("---\n{text}\n---\n");
        let mut workspace = workspace(edition, None);
        workspace.write("/r/p/.agents/skills/a/SKILL.md", &text).unwrap();
        for error in &workspace.catalog().errors {
            if let Some(place) = error.place {
                prop_assert_eq!(Place::of_byte(&text, place.byte), place);
            }
        }
    }

    #[test]
    fn every_finding_of_the_validator_has_its_place(text in markup(), folder in "\\PC{0,4}") {
        let text = format!("---\n{text}\n---\n");
        for finding in validate(&text, &folder) {
            prop_assert_eq!(Place::of_byte(&text, finding.place.byte), finding.place);
        }
        let _ = read_properties(&text);
    }

    #[test]
    fn any_configuration_is_read_and_edited_or_refused(
        edition in 0..3usize,
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[skills]\n", "[[skills.config]]\n", "skills = {}\n", "skills = 3\n", "config = []\n",
                "config = [{ path = \"/r/p/.agents/skills/a/SKILL.md\", enabled = false }, 3]\n", "name = \"a\"\n",
                "path = \"/r/p/.agents/skills/a/SKILL.md\"\n", "enabled = false\n", "enabled = true\n", "enabled = 1\n",
                "[skills.bundled]\n", "project_root_markers = [1]\n", "# note\n", "=", "[", "\u{feff}",
            ]),
            0..10,
        ),
        enabled in any::<bool>(),
    ) {
        let mut workspace = workspace(edition, None);
        let skill = "/r/p/.agents/skills/a/SKILL.md";
        workspace.write(skill, "---\nname: a\ndescription: b\n---\n").unwrap();
        workspace.write("/h/.codex/config.toml", pieces.concat()).unwrap();
        if let Ok(edit) = workspace.set_enabled(skill, enabled) {
            workspace.write(&edit.path, edit.text).unwrap();
            prop_assert_eq!(workspace.catalog().skills[0].enabled, enabled);
        }
    }
}
