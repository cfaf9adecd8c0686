//! Tests that for any input, no stage panics or hangs, and the results of the stages are
//! consistent.

use std::collections::HashSet;

use proptest::prelude::*;
use skillglass::compare::CompareRequest;
use skillglass::hosts::claude_code::{BundledSkill, ClaudeCodeOptions};
use skillglass::hosts::standard::{read_properties, validate};
use skillglass::model::catalog::Catalog;
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::SkillCall;
use skillglass::model::turn::{Outcome, TurnRequest};
use skillglass::text::budget::Size;
use skillglass::text::document::Place;
use skillglass::tree::{Entry, EntryKind};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::{Files, editions};

/// Returns each edition of Codex, then each edition of the open standard, as the host's id and the
/// edition.
fn cases() -> Vec<(&'static str, &'static str)> {
    let of = |host| {
        editions(host)
            .into_iter()
            .map(move |edition| (host, edition))
    };
    ["codex", "standard"].into_iter().flat_map(of).collect()
}

fn workspace(edition: usize, window: Option<i64>) -> Workspace {
    let (host, edition) = cases()[edition];
    Workspace::new(&WorkspaceOptions {
        context_window: window,
        ..WorkspaceOptions::new("/r/p")
            .home("/h")
            .host(host)
            .edition(edition)
    })
    .unwrap()
}

/// Returns a workspace for Claude Code with skills from every kind of source.
fn claude_code(edition: usize, window: Option<i64>) -> Workspace {
    let plugin = Plugin {
        id: "c@m".to_owned(),
        root: "/c".to_owned(),
        ..Plugin::default()
    };
    let bundled = BundledSkill {
        directory: "/etc/b".to_owned(),
        aliases: vec!["a".to_owned(), "x".to_owned()],
    };
    Workspace::new(&WorkspaceOptions {
        context_window: window,
        plugins: Some(vec![plugin]),
        claude_code: Some(ClaudeCodeOptions {
            add_directories: vec!["/h/a".to_owned(), "/r/p/b".to_owned()],
            bundled: vec![bundled],
            ..ClaudeCodeOptions::default()
        }),
        ..WorkspaceOptions::new("/r/p")
            .home("/h")
            .host("claude-code")
            .edition(editions("claude-code")[edition])
    })
    .unwrap()
}

/// Generates paths as [`path`] does, but mostly in the folders of Claude Code.
fn claude_code_path() -> impl Strategy<Value = String> {
    let root = prop::sample::select(vec![
        "/r/p/.claude/skills",
        "/r/.claude/skills",
        "/r/p/b/.claude/skills",
        "/r/p/a/.claude/skills",
        "/r/p/.claude/commands",
        "/h/.claude/skills",
        "/h/.claude/skills/synced",
        "/h/a/.claude/skills",
        "/etc/claude-code/.claude/skills",
        "/etc/b",
        "/c",
        "/c/skills",
        "/c/commands",
        "",
    ]);
    let segment = prop::sample::select(vec![
        "a",
        "b",
        ".c",
        "link",
        "Synced",
        "SKILL.md",
        "skill.md",
        "x.md",
        ".claude-plugin",
        "ü",
        "..",
        "",
    ]);
    (root, prop::collection::vec(segment, 0..4))
        .prop_map(|(root, segments)| format!("{root}/{}", segments.join("/")))
}

fn claude_code_change() -> impl Strategy<Value = Change> {
    let path = claude_code_path;
    let skill_file = path().prop_map(|path| format!("{}/SKILL.md", path.trim_end_matches('/')));
    let manifest = path()
        .prop_map(|path| format!("{}/.claude-plugin/plugin.json", path.trim_end_matches('/')));
    let json = prop::sample::select(vec![
        "{}",
        "{",
        r#"{"name": "a", "skills": "./", "commands": ["./x.md", "./a"]}"#,
        r#"{"skills": ["./a", "./../..", 3]}"#,
    ]);
    let settings = prop::sample::select(vec![
        r#"{"skillOverrides": {"a": "off", "b": "name-only"}, "skillListingMaxDescChars": 3}"#,
        r#"{"permissions": {"deny": ["Skill", "Skill(a:*)"]}, "skillListingBudgetFraction": 0.001}"#,
        r#"{"disableBundledSkills": true}"#,
    ]);
    let other = prop::sample::select(vec![
        ("/r/.git", "gitdir: /c/.git/worktrees/r"),
        ("/r/p/.gitignore", "a\n!b\n*"),
        ("/r/.gitignore", "p/"),
    ]);
    let write = |path: &str, text: &str| Change::Write(path.to_owned(), text.into());
    prop_oneof![
        6 => (prop_oneof![skill_file, path()], skill_text()).prop_map(|(path, text)| Change::Write(path, text)),
        1 => (manifest, json).prop_map(move |(path, text)| write(&path, text)),
        1 => settings.prop_map(move |text| write("/r/p/.claude/settings.json", text)),
        1 => other.prop_map(move |(path, text)| write(path, text)),
        1 => path().prop_map(Change::Unread),
        1 => path().prop_map(Change::Directory),
        2 => (path(), prop_oneof![path(), Just("..".to_owned()), Just("link".to_owned())])
            .prop_map(|(path, target)| Change::Link(path, target)),
        1 => path().prop_map(Change::Remove),
    ]
}

/// Generates changes of files in the folders of all hosts. There are few paths, so the same file
/// often changes again.
fn edit() -> impl Strategy<Value = Change> {
    let folder = prop::sample::select(vec![
        "/r/p/.claude/skills/a",
        "/r/p/.claude/skills/b",
        "/r/p/.agents/skills/a",
        "/r/p/.opencode/skills/a",
        "/lib/a",
    ]);
    let skill = prop::sample::select(vec![
        "---\nname: a\ndescription: A.\n---\nText.\n",
        "---\nname: a\ndescription: A.\n---\nOther text, $ARGUMENTS.\n",
        "---\nname: b\ndescription: B.\ndisable-model-invocation: true\n---\n",
        "---\nname: a\n---\nText.\n",
        "---\nname: [\n---\n",
        "---\nname: a\ndescription: A.\npaths: '*.rs'\n---\n!`ls`\n",
    ]);
    let beside = prop::sample::select(vec![
        (
            "agents/openai.yaml",
            "policy:\n  allow_implicit_invocation: false\n",
        ),
        ("agents/openai.yaml", "interface:\n  display_name: A\n"),
        ("scripts/run.sh", "ls"),
        (".claude-plugin/plugin.json", r#"{ "name": "k" }"#),
    ]);
    let around = prop::sample::select(vec![
        ("/r/p/.git/HEAD", "ref: x"),
        (
            "/r/p/.claude/settings.json",
            r#"{ "skillOverrides": { "a": "name-only" } }"#,
        ),
        (
            "/r/p/.claude/settings.json",
            r#"{ "disableSkillShellExecution": true }"#,
        ),
        (
            "/r/p/opencode.json",
            r#"{ "permission": { "skill": { "a": "deny" } } }"#,
        ),
        (
            "/r/p/opencode.json",
            r#"{ "skills": { "paths": ["/lib"] } }"#,
        ),
        (
            "/h/.codex/config.toml",
            "[[skills.config]]\nname = \"a\"\nenabled = false\n",
        ),
        ("/h/.codex/config.toml", ""),
    ]);
    prop_oneof![
        6 => (folder.clone(), skill).prop_map(|(folder, text)| Change::Write(format!("{folder}/SKILL.md"), text.into())),
        2 => (folder.clone(), beside)
            .prop_map(|(folder, (file, text))| Change::Write(format!("{folder}/{file}"), text.into())),
        3 => around.prop_map(|(path, text)| Change::Write(path.to_owned(), text.into())),
        1 => (folder.clone(), any::<bool>()).prop_map(|(folder, whole)| {
            Change::Remove(format!("{folder}{}", if whole { "" } else { "/agents" }))
        }),
        1 => folder.clone().prop_map(|folder| Change::Unread(format!("{folder}/SKILL.md"))),
        1 => (folder.clone(), folder)
            .prop_map(|(path, target)| Change::Link(path.to_owned(), target.to_owned())),
    ]
}

/// Checks that the catalog mentions every file that looks like a skill's file.
fn none_is_passed_over_in_silence(
    workspace: &Workspace,
    catalog: &Catalog,
) -> Result<(), TestCaseError> {
    let told: HashSet<_> = (catalog.skills.iter())
        .flat_map(|skill| [skill.path.clone(), skill.discovered_path.clone()])
        .chain(catalog.errors.iter().map(|error| error.path.clone()))
        .chain(
            catalog
                .left_out
                .iter()
                .map(|left_out| left_out.path.clone()),
        )
        // A result about a path through links counts for the file that the links lead to.
        .flat_map(|path| {
            let file = workspace.tree().resolve(&path).ok().map(Entry::path);
            [Some(path), file]
        })
        .flatten()
        .collect();
    for entry in workspace.tree().entries() {
        let is_file = matches!(entry.kind(), EntryKind::File(_));
        if is_file && entry.name().eq_ignore_ascii_case("SKILL.md") {
            prop_assert!(told.contains(&entry.path()), "{} got no word", entry.path());
        }
    }
    Ok(())
}

/// Generates paths. Some of their parts mean something to a host, others are unusual, such as an
/// empty part.
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

/// Generates text from segments that are difficult for the parsers.
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
    // A refusal is a valid result here.
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

fn typed(text: &str) -> TurnRequest {
    TurnRequest::from(text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_stage_answers_for_any_tree(
        edition in 0..cases().len(),
        window in prop::option::of(1..20_000i64),
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

        let turn = workspace.turn(&typed(&prompt));
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
        edition in 0..cases().len(),
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
    fn every_stage_of_claude_code_answers_for_any_tree(
        edition in 0..editions("claude-code").len(),
        window in prop::option::of(1..20_000i64),
        changes in prop::collection::vec(claude_code_change(), 1..25),
        touched in prop::collection::vec(claude_code_path(), 0..4),
        prompt in markup(),
    ) {
        let mut workspace = claude_code(edition, window);
        for change in &changes {
            apply(&mut workspace, change);
            let _ = workspace.catalog();
        }
        let catalog = workspace.catalog();
        let _ = workspace.plan();
        none_is_passed_over_in_silence(&workspace, &catalog)?;
        prop_assert!(catalog.errors.is_empty(), "this host reports no errors");

        let mut fresh = claude_code(edition, window);
        for change in &changes {
            apply(&mut fresh, change);
        }
        let afresh = fresh.catalog();
        prop_assert_eq!(&afresh.skills, &catalog.skills, "asking in between changes nothing");
        prop_assert_eq!(&afresh.left_out, &catalog.left_out, "nor what is left out");

        let loaded: HashSet<_> = catalog.skills.iter().map(|skill| skill.path.as_str()).collect();
        prop_assert_eq!(loaded.len(), catalog.skills.len(), "no file is loaded twice");
        if edition == 2 {
            let names: HashSet<_> = catalog.skills.iter().map(|skill| skill.name.as_str()).collect();
            prop_assert_eq!(names.len(), catalog.skills.len(), "no name is borne twice");
        }

        let mut session = Session::new();
        let listing = session.listing(&workspace, None);
        prop_assert_eq!(listing.report.included + listing.report.omitted, listing.report.total);
        let shown: Vec<_> = listing.entries.iter().filter_map(|entry| entry.line.as_deref()).collect();
        let budget = listing.report.budget.unwrap();
        prop_assert_eq!(listing.report.cost, budget.unit.cost(Size::of(&shown.join("\n"))));
        let bare = shown.iter().all(|line| !line.contains(": "));
        prop_assert!(listing.report.cost <= budget.limit || edition > 0 && bare || edition == 1);

        for path in &touched {
            let _ = session.touch(&workspace, std::slice::from_ref(path));
        }
        let after = session.catalog(&workspace);
        none_is_passed_over_in_silence(&workspace, &after)?;
        let _ = session.listing(&workspace, None);
        for skill in after.skills.iter().take(3) {
            let _ = session.turn(&workspace, &typed(&format!("/{} {prompt}", skill.name)));
            let call = SkillCall { skill: skill.name.clone(), args: Some(prompt.clone()), ..SkillCall::default() };
            let _ = session.invoke(&workspace, &call);
        }
        let turn = session.turn(&workspace, &typed(&prompt));
        for mention in &turn.mentions {
            let range = mention.range.unwrap();
            prop_assert!(prompt[range.start.byte..range.end.byte].contains(&mention.name));
        }
    }

    #[test]
    fn a_comparison_after_edits_equals_a_fresh_one(
        edition in 0..editions("claude-code").len(),
        changes in prop::collection::vec(prop_oneof![4 => edit(), 1 => claude_code_change()], 1..12),
    ) {
        let request = CompareRequest::default();
        let mut workspace = claude_code(edition, None);
        for (index, change) in changes.iter().enumerate() {
            apply(&mut workspace, change);
            let mut fresh = claude_code(edition, None);
            for change in &changes[..=index] {
                apply(&mut fresh, change);
            }
            let compared = workspace.compare(&request).unwrap();
            prop_assert_eq!(compared, fresh.compare(&request).unwrap());
        }
    }

    #[test]
    fn what_claude_code_ignores_in_a_file_lies_in_it(edition in 0..editions("claude-code").len(), text in markup()) {
        let text = format!("---\n{text}\n---\n");
        let mut workspace = claude_code(edition, None);
        workspace.put("/r/p/.claude/skills/a/SKILL.md", &text);
        for ignored in &workspace.catalog().ignored {
            if let Some(place) = ignored.place {
                prop_assert_eq!(Place::of_byte(&text, place.byte), place);
            }
        }
    }

    #[test]
    fn a_place_of_an_error_lies_in_its_file(edition in 0..cases().len(), text in markup()) {
        let text = format!("---\n{text}\n---\n");
        let mut workspace = workspace(edition, None);
        workspace.put("/r/p/.agents/skills/a/SKILL.md", &text);
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
        workspace.put(skill, "---\nname: a\ndescription: b\n---\n");
        workspace.put("/h/.codex/config.toml", pieces.concat());
        if let Ok(edit) = workspace.set_enabled(skill, enabled) {
            workspace.put(&edit.path, edit.text);
            prop_assert_eq!(workspace.catalog().skills[0].enabled, enabled);
        }
    }
}
