//! Tests the budget plan for any skills and every host whose list has a budget. A plan makes the
//! whole list fit, and the list no longer fits if one change of the plan is left out.

use std::sync::LazyLock;

use proptest::prelude::*;
use skillglass::budget_plan::{BudgetFilesRequest, BudgetMeans, BudgetPlanRequest};
use skillglass::model::host_choice::HostChoice;
use skillglass::{Workspace, WorkspaceOptions};

use crate::budget_plan::{apply, budgeted, fits};
use crate::common::{Files, skills_folder};
use crate::corpus;
use crate::properties_lint::all_hosts;
use crate::properties_workspace::files;

/// The texts of skills: real skills if these are available, otherwise generated ones.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let all = corpus::skills().into_iter();
    all.map(|case| case["text"].as_str().unwrap().to_owned())
        .filter(|text| text.len() < 20_000)
        .collect()
});

/// Every edition of the hosts whose list of skills has a budget.
static BUDGETED: LazyLock<Vec<HostChoice>> = LazyLock::new(|| {
    let has_budget = |choice: &HostChoice| {
        let workspace = Workspace::new(&budgeted(&choice.to_string())).unwrap();
        workspace.listing().report.budget.is_some()
    };
    all_hosts().into_iter().filter(has_budget).collect()
});

/// Parts of descriptions: sentences, words at which no text ends, and a word that is longer than a sentence.
const PARTS: &[&str] = &[
    "Reads the tables of a report.",
    "Fills in a form, such as using that for the.",
    "writes the values into a form and",
    "用于填写表格。",
    "https://tools.invalid/an/address/that/is/longer/than/two/sentences/together/because/it/has/so/many/folders/in/its/path",
];

fn workspace(options: &WorkspaceOptions, host: &str, texts: &[String]) -> Workspace {
    let mut workspace = Workspace::new(options).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    for (index, text) in texts.iter().enumerate() {
        workspace.put(file(host, index), text.as_str());
    }
    workspace
}

/// Returns the path of a skill's file. Real skills may have the same name, so each skill has its own folder.
fn file(host: &str, index: usize) -> String {
    format!("{}/s{index:02}/SKILL.md", skills_folder(host))
}

/// Returns the text of a file, `None` if the file does not exist or is not text.
fn text(workspace: &Workspace, path: &str) -> Option<String> {
    let text = workspace.tree().entry(path)?.contents()?.text().ok()?;
    Some(text.to_owned())
}

#[test]
fn every_host_with_a_budget_is_covered() {
    let mut hosts: Vec<_> = BUDGETED.iter().map(|choice| &*choice.host).collect();
    hosts.dedup();
    let expected = [
        "codex",
        "claude-code",
        "opencode",
        "copilot-cli",
        "vscode",
        "openclaw",
        "qwen-code",
    ];
    assert_eq!(hosts, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_plan_fits_and_none_of_its_changes_can_be_left_out(
        choice in prop::sample::select(BUDGETED.clone()),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..40),
        window in 2_000_i64..120_000,
        prefer in prop::sample::select(vec![
            Vec::new(),
            vec![BudgetMeans::Hide],
            vec![BudgetMeans::Shorten, BudgetMeans::Hide, BudgetMeans::Off],
        ]),
    ) {
        let texts: Vec<_> = picks.iter().map(|pick| pick.get(&TEXTS).clone()).collect();
        let options = WorkspaceOptions {
            context_window: Some(window),
            ..budgeted(&choice.to_string())
        };
        let original = workspace(&options, &choice.host, &texts);
        let request = BudgetPlanRequest {
            host: choice.clone(),
            prefer: prefer.clone(),
            ..BudgetPlanRequest::default()
        };
        let plan = original.budget_plan(&request).unwrap();
        prop_assert_eq!(plan.fits, fits(&original));
        prop_assert_eq!(plan.fits, plan.changes.is_empty() && plan.solved);
        if prefer.is_empty() {
            prop_assert!(plan.solved, "{:?}", plan);
        }
        let mut changed = workspace(&options, &choice.host, &texts);
        apply(&mut changed, &plan.files);
        prop_assert_eq!(plan.solved, fits(&changed));
        let mut changed = original;
        for left_out in 0..plan.changes.len() {
            let mut changes = plan.changes.clone();
            let one = changes.remove(left_out);
            let request = BudgetFilesRequest {
                host: choice.clone(),
                edition: None,
                changes,
            };
            let files = changed.budget_files(&request).unwrap();
            let before: Vec<_> = files.keys().map(|path| (path.clone(), text(&changed, path))).collect();
            apply(&mut changed, &files);
            prop_assert!(!fits(&changed), "{} fits without {:?}", choice, one);
            for (path, text) in before {
                match text {
                    Some(text) => changed.put(path, text),
                    None => {
                        changed.remove(&path);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn after_edits_the_plan_is_that_of_a_fresh_workspace(
        choice in prop::sample::select(BUDGETED.clone()),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 5..20),
        window in 2_000_i64..20_000,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..5_usize), 1..5),
    ) {
        let mut texts: Vec<_> = picks.iter().map(|pick| pick.get(&TEXTS).clone()).collect();
        let options = WorkspaceOptions {
            context_window: Some(window),
            ..budgeted(&choice.to_string())
        };
        let mut edited = workspace(&options, &choice.host, &texts);
        let request = BudgetPlanRequest { host: choice.clone(), ..BudgetPlanRequest::default() };
        edited.budget_plan(&request).unwrap();
        for (skill, edit) in edits {
            let skill = skill.index(texts.len());
            let text = &mut texts[skill];
            match edit {
                0 | 1 => text.push_str("\nMore of the body.\n"),
                2 => *text = text.replacen("---\n", "---\n# A comment.\n", 1),
                3 => *text = text.replacen("description: ", "description:   ", 1),
                _ => *text = text.replacen("description: ", "description: Once more: ", 1),
            }
            edited.put(file(&choice.host, skill), text.as_str());
            let fresh = workspace(&options, &choice.host, &texts);
            prop_assert_eq!(edited.budget_plan(&request), fresh.budget_plan(&request));
        }
    }

    #[test]
    fn a_plan_depends_on_no_earlier_descriptions(
        choice in prop::sample::select(vec![HostChoice::from("codex"), HostChoice::from("claude-code")]),
        descriptions in prop::collection::vec(prop::collection::vec(prop::sample::select(PARTS), 1..8), 4..10),
        window in 5_000_i64..30_000,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let text = |parts: &Vec<&str>| format!("---\nname: a\ndescription: \"{}\"\n---\n", parts.join(" "));
        let mut texts: Vec<_> = descriptions.iter().map(text).collect();
        let options = WorkspaceOptions {
            context_window: Some(window),
            ..budgeted(&choice.to_string())
        };
        let mut edited = workspace(&options, &choice.host, &texts);
        let request = BudgetPlanRequest {
            host: choice.clone(),
            least: Some(10),
            ..BudgetPlanRequest::default()
        };
        edited.budget_plan(&request).unwrap();
        for (skill, description) in edits {
            let skill = skill.index(texts.len());
            texts[skill] = text(description.get(&descriptions));
            edited.put(file(&choice.host, skill), texts[skill].as_str());
            let fresh = workspace(&options, &choice.host, &texts);
            prop_assert_eq!(edited.budget_plan(&request), fresh.budget_plan(&request));
        }
    }

    #[test]
    fn a_plan_for_any_files_agrees_with_the_host(
        choice in prop::sample::select(all_hosts()),
        tree in files(),
        window in 1_i64..3_000,
    ) {
        let options = WorkspaceOptions {
            context_window: Some(window),
            ..WorkspaceOptions::new("/r/p").home("/h").host(choice.to_string())
        };
        let mut workspace = Workspace::new(&options).unwrap();
        for (path, text) in &tree {
            workspace.put(path, *text);
        }
        let request = BudgetPlanRequest {
            host: choice,
            least: Some(10),
            ..BudgetPlanRequest::default()
        };
        let plan = workspace.budget_plan(&request).unwrap();
        prop_assert_eq!(plan.fits, fits(&workspace));
        apply(&mut workspace, &plan.files);
        prop_assert_eq!(plan.solved, fits(&workspace));
    }
}
