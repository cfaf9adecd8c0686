//! Tests that the answers of a workspace depend only on its files and options. The order in which
//! files are written, earlier options and earlier questions have no influence.

use std::collections::BTreeMap;

use proptest::prelude::*;
use skillglass::budget_plan::BudgetPlanRequest;
use skillglass::compare::CompareRequest;
use skillglass::health::HealthRequest;
use skillglass::hosts::codex::CodexOptions;
use skillglass::lint::LintRequest;
use skillglass::model::catalog::Catalog;
use skillglass::model::environment::Plugin;
use skillglass::model::turn::TurnRequest;
use skillglass::text::document::{Place, PlaceIndex};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::Files;
use crate::properties_lint::all_hosts;

/// Generates options of a workspace that change what hosts find.
fn options() -> impl Strategy<Value = WorkspaceOptions> {
    let home = prop::option::weighted(0.8, Just("/h".to_owned()));
    let window = prop::option::of(prop::sample::select(vec![1_000, 200_000]));
    let plugin = Plugin {
        id: "k@m".to_owned(),
        root: "/c".to_owned(),
        ..Plugin::default()
    };
    let plugins = prop::option::of(Just(vec![plugin]));
    let touched = prop::option::of(Just(vec!["/r/p/sub/x.rs".to_owned()]));
    let codex = prop::option::of(Just(CodexOptions {
        extra_user_roots: Some(vec!["/c/skills".to_owned()]),
        explains_skills: Some(true),
        ..CodexOptions::default()
    }));
    (
        prop::sample::select(all_hosts()),
        home,
        window,
        plugins,
        touched,
        codex,
    )
        .prop_map(
            |(choice, home, context_window, plugins, touched, codex)| WorkspaceOptions {
                edition: choice.edition,
                home,
                context_window,
                plugins,
                touched,
                codex,
                ..WorkspaceOptions::new("/r/p").host(choice.host)
            },
        )
}

/// Paths at which some host finds skills or commands.
const PATHS: &[&str] = &[
    "/r/p/.agents/skills/a/SKILL.md",
    "/r/p/.agents/skills/b/SKILL.md",
    "/r/p/.claude/skills/a/SKILL.md",
    "/r/p/.opencode/skills/b/SKILL.md",
    "/r/p/.github/skills/a/SKILL.md",
    "/r/p/.gemini/skills/a/SKILL.md",
    "/r/p/.pi/skills/a/SKILL.md",
    "/r/p/skills/a/SKILL.md",
    "/r/p/sub/.claude/skills/c/SKILL.md",
    "/h/.agents/skills/a/SKILL.md",
    "/h/.claude/skills/b/SKILL.md",
    "/h/.openclaw/skills/a/SKILL.md",
    "/h/.openclaw/workspace/skills/a/SKILL.md",
    "/c/skills/a/SKILL.md",
    "/r/p/.claude/commands/c.md",
    "/r/p/.opencode/command/c.md",
];

const TEXTS: &[&str] = &[
    "---\nname: a\ndescription: A.\n---\nText.\n",
    "---\nname: a\ndescription: A.\n---\nOther text.\n",
    "---\nname: a\ndescription: Another one with the same name.\n---\n$ARGUMENTS\n",
    "---\nname: b\ndescription: B.\ndisable-model-invocation: true\n---\n",
    "---\nname: B\ndescription: B: b.\n---\n",
    "---\nname: [\n---\n",
    "no frontmatter\n",
    "none either\n",
    "",
];

/// Generates files: skills at paths that some host reads, and a few files of configuration.
pub fn files() -> impl Strategy<Value = BTreeMap<String, &'static str>> {
    let path = prop::sample::select(PATHS);
    let skill = prop::sample::select(TEXTS);
    let around = prop::sample::select(vec![
        (
            "/r/p/.claude/settings.json",
            r#"{ "skillOverrides": { "a": "off" } }"#,
        ),
        (
            "/r/p/opencode.json",
            r#"{ "permission": { "skill": { "a": "deny" } } }"#,
        ),
        (
            "/h/.codex/config.toml",
            "[[skills.config]]\nname = \"a\"\nenabled = false\n",
        ),
        ("/r/.gitignore", "sub\n"),
        ("/r/.git/HEAD", "ref: x"),
        (
            "/r/p/skillglass.json",
            r#"{ "rules": { "not-loaded": "off" } }"#,
        ),
    ]);
    let skill = (path, skill).prop_map(|(path, text)| (path.to_owned(), text));
    let around = around.prop_map(|(path, text)| (path.to_owned(), text));
    prop::collection::vec(prop_oneof![5 => skill, 1 => around], 1..8)
        .prop_map(|files| files.into_iter().collect())
}

fn filled<'f, T: AsRef<str> + 'f>(
    options: &WorkspaceOptions,
    files: impl Iterator<Item = (&'f String, &'f T)>,
) -> Workspace {
    let mut workspace = Workspace::new(options).unwrap();
    for (path, text) in files {
        workspace.put(path, text.as_ref());
    }
    workspace
}

fn typed() -> TurnRequest {
    TurnRequest::from("/a $a and /b")
}

/// Returns every answer of a workspace as text.
fn answers(workspace: &Workspace) -> Vec<String> {
    let catalog = workspace.catalog();
    let compared = workspace.compare(&CompareRequest::default()).unwrap();
    let found = workspace.lint(&LintRequest::default()).unwrap();
    let health = workspace.health(&HealthRequest {
        today: "2026-11-26".to_owned(),
        ..HealthRequest::default()
    });
    let plan = workspace.budget_plan(&BudgetPlanRequest {
        host: "codex".into(),
        least: Some(1),
        ..BudgetPlanRequest::default()
    });
    let mut session = Session::new();
    vec![
        format!(
            "{:#?}",
            (
                &catalog.skills,
                &catalog.errors,
                &catalog.left_out,
                &catalog.ignored
            )
        ),
        format!("{:#?}", workspace.listing()),
        format!("{:#?}", workspace.turn(&typed())),
        format!("{:#?}", session.turn(workspace, &typed())),
        format!("{compared:#?}"),
        format!("{found:#?}"),
        format!("{health:#?}"),
        format!("{plan:#?}"),
    ]
}

#[test]
fn after_an_edit_the_catalog_is_that_of_a_fresh_workspace() {
    for choice in all_hosts() {
        let options = WorkspaceOptions {
            edition: choice.edition,
            ..WorkspaceOptions::new("/r/p").home("/h").host(choice.host)
        };
        let mut files: BTreeMap<_, _> = (PATHS.iter())
            .map(|path| ((*path).to_owned(), TEXTS[0]))
            .collect();
        let mut workspace = filled(&options, files.iter());
        for (path, text) in PATHS
            .iter()
            .flat_map(|path| TEXTS.iter().map(move |text| (*path, *text)))
        {
            workspace.put(path, text);
            files.insert(path.to_owned(), text);
            let (kept, fresh) = (
                workspace.catalog(),
                filled(&options, files.iter()).catalog(),
            );
            let of = |catalog: &Catalog| {
                (
                    catalog.skills.clone(),
                    catalog.errors.clone(),
                    catalog.left_out.clone(),
                    catalog.ignored.clone(),
                )
            };
            assert_eq!(of(&kept), of(&fresh), "{options:?}: {text:?} at {path}");
        }
    }
}

#[test]
fn after_an_edit_of_a_description_the_catalog_is_that_of_a_fresh_workspace() {
    let long = "long ".repeat(500);
    let descriptions = [
        "Fill in forms.",
        "Clean up forms.",
        "\"Clean up: forms.\"",
        "",
        "[a, b]",
        "a: b",
        "|\n  Two\n  lines.",
        &long,
        "Clean up forms.\ndisable-model-invocation: true",
        "Fill in forms.",
    ];
    let text = |path: &str, description: &str| {
        let folder = path.rsplit('/').nth(1).unwrap_or_default();
        format!("---\nname: {folder}\ndescription: {description}\n---\nText.\n")
    };
    for choice in all_hosts() {
        let options = WorkspaceOptions {
            edition: choice.edition,
            ..WorkspaceOptions::new("/r/p").home("/h").host(choice.host)
        };
        let mut files: BTreeMap<_, _> = (PATHS.iter())
            .map(|path| ((*path).to_owned(), text(path, descriptions[0])))
            .collect();
        let mut workspace = filled(&options, files.iter());
        let _ = workspace.catalog();
        for path in PATHS.iter().filter(|path| path.ends_with(".md")) {
            for description in descriptions {
                let text = text(path, description);
                workspace.put(*path, text.as_str());
                files.insert((*path).to_owned(), text);
                let mut kept = Catalog::clone(&workspace.catalog());
                let fresh = filled(&options, files.iter()).catalog();
                kept.revision = fresh.revision;
                assert_eq!(kept, *fresh, "{options:?}: {description:?} at {path}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_in_which_files_come_changes_no_answer(options in options(), files in files()) {
        let (one, other) = (filled(&options, files.iter()), filled(&options, files.iter().rev()));
        for (one, other) in answers(&one).into_iter().zip(answers(&other)) {
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn after_other_options_and_edits_every_answer_is_that_of_a_fresh_workspace(
        steps in prop::collection::vec((options(), files()), 2..4),
    ) {
        let mut workspace = Workspace::new(&steps[0].0).unwrap();
        let mut all = BTreeMap::new();
        for (options, files) in steps {
            workspace.set_options(&options).unwrap();
            for (path, text) in &files {
                workspace.put(path, *text);
            }
            all.extend(files);
            let fresh = filled(&options, all.iter());
            for (kept, fresh) in answers(&workspace).into_iter().zip(answers(&fresh)) {
                prop_assert_eq!(kept, fresh);
            }
        }
    }

    #[test]
    fn a_list_costs_no_more_than_its_budget_in_any_edition(
        descriptions in prop::collection::vec("[a-z<& 字é😀]{0,60}", 1..30),
        repeats in 1..40_usize,
        window in prop::option::of(prop::sample::select(vec![10, 1_000, 8_000, 200_000])),
    ) {
        // Claude Code and Qwen Code show all names, whatever they cost: `tests/properties.rs` and `tests/qwen_code` have their rules.
        let shows_all = |host: &str| ["claude-code", "qwen-code"].contains(&host);
        for choice in all_hosts().into_iter().filter(|choice| !shows_all(&choice.host)) {
            let mut workspace = Workspace::new(&WorkspaceOptions { edition: choice.edition.clone(), context_window: window, ..WorkspaceOptions::new("/r/p").home("/h").host(choice.host.clone()) })
            .unwrap();
            for (index, description) in descriptions.iter().enumerate() {
                let description = description.repeat(repeats);
                let text = format!("---\nname: s{index}\ndescription: \"x{description}\"\n---\n");
                for root in ["/r/p/.agents/skills", "/r/p/.opencode/skills"] {
                    let path = format!("{root}/s{index}/SKILL.md");
                    workspace.put(&path, &*text);
                }
            }
            let report = workspace.listing().report;
            prop_assert_eq!(report.included + report.omitted, report.total);
            if let Some(budget) = report.budget {
                prop_assert!(report.cost <= budget.limit, "{:?}: {:?}", choice, report);
            }
        }
    }

    #[test]
    fn a_place_counts_as_editors_do(text in "(\\PC|[\\n\\r\\u{feff}\\u{10ffff}😀é]){0,40}") {
        // Long enough for places to be counted from one in the middle.
        let text = text.repeat(20);
        let index = PlaceIndex::new(&text);
        for (byte, _) in text.char_indices() {
            let before = &text[..byte];
            // A place between `\r` and `\n` is at the end of its line.
            let is_inside = before.ends_with('\r') && text[byte..].starts_with('\n');
            let ended = if is_inside { &before[..byte - 1] } else { before };
            let with_feeds = ended.replace("\r\n", "\n").replace('\r', "\n");
            let line = with_feeds.rsplit('\n').next().unwrap();
            let expected = Place {
                byte,
                offset: before.encode_utf16().count(),
                line: with_feeds.matches('\n').count() + 1,
                column: line.encode_utf16().count() + 1 + usize::from(is_inside),
            };
            prop_assert_eq!(Place::of_byte(&text, byte), expected);
            prop_assert_eq!(index.place(byte), expected);
        }
    }
}
