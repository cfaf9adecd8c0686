//! Tests the budget plan: the changes that make a host's list show every listed skill whole.

use std::collections::BTreeMap;
use std::rc::Rc;

use skillglass::budget_plan::{BudgetFilesRequest, BudgetMeans, BudgetPlan, BudgetPlanRequest};
use skillglass::hosts::codex::CodexOptions;
use skillglass::hosts::vscode::VscodeOptions;
use skillglass::model::skill::Visibility;
use skillglass::text::budget::BudgetUnit;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, skills_folder};

/// Returns options for a host in the repository `/repo`, so that the host's list of skills has a
/// limited length.
pub fn budgeted(host: &str) -> WorkspaceOptions {
    WorkspaceOptions {
        vscode: Some(VscodeOptions {
            skill_tool: Some("skill".to_owned()),
            ..VscodeOptions::default()
        }),
        ..in_repo(host)
    }
}

/// Returns true if the host's list of skills shows the whole text of each skill that it lists.
pub fn fits(workspace: &Workspace) -> bool {
    let catalog = workspace.catalog();
    let is_name_only = |path: &str| {
        let mut skills = catalog.skills.iter();
        skills.any(|skill| skill.path == path && skill.visibility == Visibility::NameOnly)
    };
    let listing = workspace.listing();
    let report = &listing.report;
    (report.omitted, report.shortened, report.cut) == (0, 0, 0)
        && listing
            .entries
            .iter()
            .all(|entry| entry.line.is_some() && (entry.cut == 0 || is_name_only(&entry.path)))
}

/// Writes the files that a plan changes to the workspace. `files` maps each path to the file's new
/// text.
pub fn apply(workspace: &mut Workspace, files: &BTreeMap<String, Rc<str>>) {
    for (path, text) in files {
        workspace.put(path, &**text);
    }
}

fn sentences(count: usize) -> String {
    let sentence = "Reads the tables of a report and writes each value into a form.";
    vec![sentence; count].join(" ")
}

/// Returns a workspace with skills, each given as a name and a description.
fn with(options: &WorkspaceOptions, skills: &[(&str, String)]) -> Workspace {
    let mut workspace = Workspace::new(options).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    let host = options.host.clone().unwrap();
    let folder = skills_folder(host.split('@').next().unwrap()).to_owned();
    for (name, description) in skills {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\nText.\n");
        workspace.put(format!("{folder}/{name}/SKILL.md"), text);
    }
    workspace
}

fn request(host: &str) -> BudgetPlanRequest {
    BudgetPlanRequest {
        host: host.into(),
        ..BudgetPlanRequest::default()
    }
}

fn of_window(host: &str, window: i64) -> BudgetPlanRequest {
    BudgetPlanRequest {
        window: Some(window),
        ..request(host)
    }
}

fn means(plan: &BudgetPlan) -> Vec<(&str, BudgetMeans, &str)> {
    let changes = plan.changes.iter();
    changes
        .map(|one| (&*one.name, one.means, &*one.setting))
        .collect()
}

#[test]
fn a_list_that_fits_needs_no_change() {
    let workspace = with(&budgeted("claude-code"), &[("pdf", sentences(1))]);
    let plan = workspace.budget_plan(&request("claude-code")).unwrap();
    assert!(plan.fits && plan.solved);
    assert_eq!((plan.changes.len(), plan.files.len()), (0, 0));
    assert_eq!(plan.before, plan.after);
}

#[test]
fn the_fewest_descriptions_are_shortened_to_the_end_of_a_sentence() {
    let skills = [
        ("a", sentences(1)),
        ("b", sentences(6)),
        ("c", sentences(2)),
    ];
    let mut workspace = with(&budgeted("claude-code"), &skills);
    let plan = workspace
        .budget_plan(&of_window("claude-code", 10_000))
        .unwrap();
    assert_eq!(plan.budget.unwrap().unit, BudgetUnit::Columns);
    assert_eq!(means(&plan), [("b", BudgetMeans::Shorten, "description")]);
    let change = &plan.changes[0];
    assert_eq!(change.description.as_deref(), Some(&*sentences(1)));
    assert_eq!((change.from, change.to), (383, 63));
    apply(&mut workspace, &plan.files);
    workspace
        .set_options(&WorkspaceOptions {
            context_window: Some(10_000),
            ..budgeted("claude-code")
        })
        .unwrap();
    assert!(fits(&workspace));
}

#[test]
fn each_host_hides_skills_by_its_own_means() {
    let skills = [("a", sentences(20)), ("b", sentences(20))];
    let cases: &[(&str, i64, BudgetMeans, &str, &str)] = &[
        (
            "codex",
            5_000,
            BudgetMeans::Hide,
            "policy.allow_implicit_invocation",
            "/repo/.agents/skills/a/agents/openai.yaml",
        ),
        (
            "codex",
            5_000,
            BudgetMeans::Off,
            "skills.config",
            "/home/me/.codex/config.toml",
        ),
        (
            "claude-code",
            10_000,
            BudgetMeans::NameOnly,
            "skillOverrides",
            "/repo/.claude/settings.local.json",
        ),
        (
            "claude-code",
            10_000,
            BudgetMeans::Hide,
            "skillOverrides",
            "/repo/.claude/settings.local.json",
        ),
        (
            "claude-code",
            10_000,
            BudgetMeans::Off,
            "skillOverrides",
            "/repo/.claude/settings.local.json",
        ),
        (
            "opencode@2026-03",
            10_000,
            BudgetMeans::Hide,
            "disable-model-invocation",
            "/repo/.opencode/skills/a/SKILL.md",
        ),
        (
            "opencode@2026-03",
            10_000,
            BudgetMeans::Off,
            "permission.skill",
            "/repo/opencode.json",
        ),
        (
            "openclaw",
            6_000,
            BudgetMeans::Hide,
            "disable-model-invocation",
            "/home/me/.openclaw/skills/a/SKILL.md",
        ),
    ];
    for (host, window, only, setting, file) in cases {
        let workspace = with(&budgeted(host), &skills);
        let request = BudgetPlanRequest {
            prefer: vec![*only],
            ..of_window(host, *window)
        };
        let plan = workspace.budget_plan(&request).unwrap();
        assert!(!plan.fits && plan.solved, "{host} {only:?} {plan:#?}");
        let first = &plan.changes[0];
        assert_eq!(
            (first.means, &*first.setting, &*first.file),
            (*only, *setting, *file),
            "{host}"
        );
        assert!(plan.files.contains_key(*file), "{host}");
    }
}

#[test]
fn means_are_used_in_the_order_of_the_request() {
    let skills: Vec<_> = ["a", "b", "c", "d"].map(|name| (name, sentences(4))).into();
    let workspace = with(&budgeted("claude-code"), &skills);
    let plan = |prefer: &[BudgetMeans]| {
        let request = BudgetPlanRequest {
            prefer: prefer.to_vec(),
            ..of_window("claude-code", 10_000)
        };
        let plan = workspace.budget_plan(&request).unwrap();
        plan.changes
            .iter()
            .map(|change| change.means)
            .collect::<Vec<_>>()
    };
    use BudgetMeans::{Hide, NameOnly, Shorten};
    assert_eq!(plan(&[]), [Shorten; 4]);
    assert_eq!(plan(&[Hide]), [Hide; 3]);
    assert_eq!(plan(&[NameOnly, Shorten]), [NameOnly; 3]);
}

#[test]
fn skills_of_the_request_stay_unchanged() {
    let skills = [("a", sentences(3)), ("b", sentences(6))];
    let workspace = with(&budgeted("claude-code"), &skills);
    let kept = "/repo/.claude/skills/b/SKILL.md".to_owned();
    let request = BudgetPlanRequest {
        keep: vec![kept.clone()],
        ..of_window("claude-code", 17_000)
    };
    let plan = workspace.budget_plan(&request).unwrap();
    assert!(plan.solved);
    assert_eq!(plan.unchangeable, [kept]);
    assert!(plan.changes.iter().all(|change| change.name == "a"));
}

#[test]
fn a_plan_without_enough_means_is_not_solved_and_changes_nothing() {
    let workspace = with(&budgeted("claude-code"), &[("a", sentences(6))]);
    let request = BudgetPlanRequest {
        keep: vec!["/repo/.claude/skills/a/SKILL.md".to_owned()],
        ..of_window("claude-code", 1_000)
    };
    let plan = workspace.budget_plan(&request).unwrap();
    assert!(!plan.fits && !plan.solved);
    assert_eq!((plan.changes.len(), plan.files.len()), (0, 0));
}

#[test]
fn a_skill_becomes_conditional_only_with_patterns_of_the_request() {
    let workspace = with(&budgeted("claude-code"), &[("a", sentences(6))]);
    let path = "/repo/.claude/skills/a/SKILL.md";
    let globs = vec!["src/**/*.pdf".to_owned()];
    let request = BudgetPlanRequest {
        prefer: vec![BudgetMeans::Conditional],
        paths: [(path.to_owned(), globs)].into(),
        ..of_window("claude-code", 5_000)
    };
    let plan = workspace.budget_plan(&request).unwrap();
    assert_eq!(means(&plan), [("a", BudgetMeans::Conditional, "paths")]);
    assert!(
        plan.files[path].contains("\npaths: [\"src/**/*.pdf\"]\n---\n"),
        "{}",
        plan.files[path]
    );
    let without = BudgetPlanRequest {
        paths: BTreeMap::new(),
        ..request
    };
    assert!(!workspace.budget_plan(&without).unwrap().solved);
}

#[test]
fn the_smallest_sufficient_window_is_known() {
    let skills = [("a", sentences(6)), ("b", sentences(6))];
    let workspace = with(&budgeted("claude-code"), &skills);
    let from = workspace
        .budget_plan(&request("claude-code"))
        .unwrap()
        .fits_from
        .unwrap();
    let fits = |window| {
        workspace
            .budget_plan(&of_window("claude-code", window))
            .unwrap()
            .fits
    };
    assert!(fits(from) && !fits(from - 1));
    // Copilot CLI's budget does not depend on the window.
    let workspace = with(&budgeted("copilot-cli"), &skills);
    assert_eq!(
        workspace
            .budget_plan(&request("copilot-cli"))
            .unwrap()
            .fits_from,
        None
    );
}

#[test]
fn files_of_some_changes_are_available() {
    let skills: Vec<_> = ["a", "b", "c", "d"].map(|name| (name, sentences(4))).into();
    let workspace = with(&budgeted("claude-code"), &skills);
    let asked = BudgetPlanRequest {
        prefer: vec![BudgetMeans::Hide],
        ..of_window("claude-code", 10_000)
    };
    let plan = workspace.budget_plan(&asked).unwrap();
    let files = |changes: &[_]| {
        let request = BudgetFilesRequest {
            host: "claude-code".into(),
            edition: None,
            changes: changes.to_vec(),
        };
        workspace.budget_files(&request).unwrap()
    };
    assert_eq!(files(&plan.changes), plan.files);
    let one = files(&plan.changes[..1]);
    assert_eq!(
        &*one["/repo/.claude/settings.local.json"],
        "{\n  \"skillOverrides\": {\n    \"a\": \"user-invocable-only\"\n  }\n}\n"
    );
}

#[test]
fn wrong_arguments_are_named() {
    let workspace = with(&budgeted("claude-code"), &[]);
    let argument =
        |request: BudgetPlanRequest| workspace.budget_plan(&request).unwrap_err().argument;
    assert_eq!(argument(of_window("claude-code", 0)), "window");
    assert_eq!(argument(request("no-host")), "host");
    let keep = vec!["/no/file".to_owned()];
    assert_eq!(
        argument(BudgetPlanRequest {
            keep,
            ..request("codex")
        }),
        "keep[0]"
    );
    let edition = Some("1.18".to_owned());
    assert_eq!(
        argument(BudgetPlanRequest {
            edition,
            ..request("opencode@2.0")
        }),
        "edition"
    );
}

#[test]
fn a_description_in_a_block_and_with_quotes_is_replaced_whole() {
    let mut workspace = Workspace::new(&budgeted("claude-code")).unwrap();
    let path = "/repo/.claude/skills/a/SKILL.md";
    let text = format!(
        "---\nname: a\ndescription: >-\n  Reads \"all\" of the author's C:\\files, and: each value.\n  {}\nlicense: MIT\n---\nText.\n",
        sentences(4)
    );
    workspace.put(path, text);
    let plan = workspace
        .budget_plan(&of_window("claude-code", 5_000))
        .unwrap();
    assert_eq!(means(&plan), [("a", BudgetMeans::Shorten, "description")]);
    assert!(
        plan.files[path].starts_with(
            "---\nname: a\ndescription: 'Reads \"all\" of the author''s C:\\files, and: each value."
        ),
        "{}",
        plan.files[path]
    );
    assert!(plan.files[path].ends_with("'\nlicense: MIT\n---\nText.\n"));
}

#[test]
fn a_plan_after_a_change_of_the_hosts_options_is_that_of_a_new_workspace() {
    let options = budgeted("codex");
    let with_team = WorkspaceOptions {
        codex: Some(CodexOptions {
            extra_user_roots: Some(vec!["/team".to_owned()]),
            ..CodexOptions::default()
        }),
        ..options.clone()
    };
    let request = of_window("codex", 8_000);
    let skills = ["a", "b", "c"].map(|name| (name, sentences(4)));
    let team = format!("---\nname: t\ndescription: {}\n---\n", sentences(3));
    let new = |options: &WorkspaceOptions, skills: &[(&str, String)]| {
        let mut workspace = with(options, skills);
        workspace.put("/team/t/SKILL.md", team.as_str());
        workspace
    };
    let mut workspace = new(&options, &skills);
    workspace.budget_plan(&request).unwrap();
    // A shorter description, so that the next plan is made from the facts of the last one.
    let edited = [skills[0].clone(), ("b", sentences(2)), skills[2].clone()];
    for skills in [skills, edited] {
        for (name, description) in &skills {
            let text = format!("---\nname: {name}\ndescription: {description}\n---\nText.\n");
            workspace.put(format!("/repo/.agents/skills/{name}/SKILL.md"), text);
        }
        for options in [&options, &with_team] {
            workspace.set_options(options).unwrap();
            let plan = workspace.budget_plan(&request).unwrap();
            assert!(plan.solved && !plan.fits);
            assert_eq!(plan, new(options, &skills).budget_plan(&request).unwrap());
        }
    }
}

#[test]
fn a_settings_file_that_is_a_link_is_not_edited() {
    let skills = ["a", "b", "c", "off"].map(|name| (name, sentences(4)));
    let mut workspace = with(&budgeted("claude-code"), &skills);
    workspace.put(
        "/repo/team.json",
        "{ \"skillOverrides\": { \"off\": \"off\" } }\n",
    );
    workspace.put_link("/repo/.claude/settings.local.json", "../team.json");
    let request = BudgetPlanRequest {
        prefer: vec![BudgetMeans::NameOnly, BudgetMeans::Hide],
        ..of_window("claude-code", 10_000)
    };
    let plan = workspace.budget_plan(&request).unwrap();
    assert!(plan.solved && !plan.fits);
    for change in &plan.changes {
        assert_eq!(change.setting, "disable-model-invocation");
    }
}
