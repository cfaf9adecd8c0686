//! Tests every method of every host with hostile input: nothing panics, every call ends, and a good
//! skill beside it still loads.

mod inputs;

use skillglass::compare::CompareRequest;
use skillglass::hosts::agent_framework::AgentFrameworkOptions;
use skillglass::hosts::agno::AgnoOptions;
use skillglass::hosts::claude_ai::ClaudeAiOptions;
use skillglass::hosts::deep_agents::DeepAgentsOptions;
use skillglass::hosts::google_adk::GoogleAdkOptions;
use skillglass::hosts::openai_agents::OpenaiAgentsOptions;
use skillglass::hosts::openclaw::OpenclawOptions;
use skillglass::hosts::strands_agents::StrandsAgentsOptions;
use skillglass::install::InstallRequest;
use skillglass::lint::{FixRequest, LintRequest};
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::host_choice::HostChoice;
use skillglass::model::invocation::SkillCall;
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::search::SearchOptions;
use skillglass::tree::RefusedReason;
use skillglass::workspace::{Session, Workspace, WorkspaceOptions};

use inputs::{GOOD, Input, ROOTS, SIZE};

use crate::common::{Files, in_repo};

fn hosts() -> Vec<String> {
    let hosts = skillglass::hosts::hosts();
    hosts.into_iter().map(|one| one.host.to_owned()).collect()
}

fn workspace(host: &str, input: &Input) -> Workspace {
    let roots: Vec<_> = ROOTS.iter().map(|&root| root.to_owned()).collect();
    let mut workspace = Workspace::new(&WorkspaceOptions {
        openclaw: Some(OpenclawOptions {
            workspace: Some("/repo".to_owned()),
            ..OpenclawOptions::default()
        }),
        claude_ai: Some(ClaudeAiOptions {
            skill_roots: roots.clone(),
        }),
        deep_agents: Some(DeepAgentsOptions {
            sources: roots.clone(),
            ..DeepAgentsOptions::default()
        }),
        openai_agents: Some(OpenaiAgentsOptions {
            source: Some(ROOTS[0].to_owned()),
            ..OpenaiAgentsOptions::default()
        }),
        agent_framework: Some(AgentFrameworkOptions {
            sources: roots.clone(),
            ..AgentFrameworkOptions::default()
        }),
        google_adk: Some(GoogleAdkOptions {
            sources: roots.clone(),
            ..GoogleAdkOptions::default()
        }),
        strands_agents: Some(StrandsAgentsOptions {
            sources: roots.clone(),
            ..StrandsAgentsOptions::default()
        }),
        agno: Some(AgnoOptions {
            sources: roots,
            ..AgnoOptions::default()
        }),
        ..in_repo(host)
    })
    .unwrap();
    workspace.put_folder("/repo/.git");
    for root in ROOTS {
        workspace.put(format!("{root}/good/SKILL.md"), GOOD);
    }
    let report = workspace.write_all(input.files.clone());
    assert_eq!(report.refused, []);
    for (path, target) in &input.links {
        workspace.put_link(path, target);
    }
    workspace
}

/// Calls every method of a workspace once. Other tests check the answers.
fn ask_all(workspace: &Workspace, host: &str, input: &Input) {
    let request = TurnRequest {
        inputs: vec![TurnInput::Text {
            text: input.turn.clone(),
        }],
        ..TurnRequest::default()
    };
    let hosts = vec![HostChoice::from(host)];
    let _ = workspace.listing();
    let _ = workspace.plan();
    let _ = workspace.turn(&request);
    let _ = workspace.candidates(&input.turn);
    let _ = workspace.search(&input.turn, &SearchOptions::default());
    let _ = workspace.near_duplicates(0.5);
    let call = SkillCall {
        skill: "bad".to_owned(),
        ..SkillCall::default()
    };
    // A host without a tool returns an error.
    let _ = workspace.invoke(&call);
    let mut session = Session::new();
    session.turn(workspace, &request);
    session.listing(workspace, None);
    let _ = session.touch(workspace, &["/repo/src/a.rs".to_owned()]);
    session.compact(workspace, None);
    let lint = LintRequest {
        hosts: hosts.clone(),
        ..LintRequest::default()
    };
    workspace.lint(&lint).unwrap();
    let fix = FixRequest {
        hosts: hosts.clone(),
        ..FixRequest::default()
    };
    workspace.fix(&fix).unwrap();
    let compare = CompareRequest {
        hosts,
        ..CompareRequest::default()
    };
    workspace.compare(&compare).unwrap();
    let install = InstallRequest {
        source: "/repo".to_owned(),
        project: "/copy".to_owned(),
        ..InstallRequest::default()
    };
    workspace.install(&install).unwrap();
    workspace.resources(&[]).unwrap();
}

/// Runs every input of a table through every method of every host. A host that finds skills in a
/// project must also find the good skill.
fn all_of(table: &[inputs::Named]) {
    for (name, input) in table {
        let input = input(SIZE);
        for host in hosts() {
            let workspace = workspace(&host, &input);
            let catalog = workspace.catalog();
            let names: Vec<_> = (catalog.skills.iter())
                .map(|skill| skill.name.as_str())
                .collect();
            let is_good = |name: &&str| name.ends_with("good");
            // Some agent SDKs raise an exception for one bad skill, and load none. The report names each lost skill.
            let is_reported = catalog.left_out.iter().any(|left| {
                left.reason == LeftOutReason::LoadStopped && left.path.ends_with("good/SKILL.md")
            });
            assert!(
                names.iter().any(is_good) || is_reported,
                "{name}, {host}: {names:?}"
            );
            ask_all(&workspace, &host, &input);
        }
    }
}

#[test]
fn texts_of_a_body_lose_no_other_skill() {
    all_of(inputs::BODIES);
}

#[test]
fn frontmatter_loses_no_other_skill() {
    all_of(inputs::FRONTMATTER);
}

#[test]
fn commands_of_shells_lose_no_other_skill() {
    all_of(inputs::COMMANDS);
}

#[test]
fn what_is_typed_loses_no_other_skill() {
    all_of(inputs::TURNS);
}

#[test]
fn files_beside_skills_lose_no_other_skill() {
    all_of(inputs::BESIDE);
}

#[test]
fn trees_of_links_and_deep_folders_lose_no_other_skill() {
    all_of(inputs::TREES);
}

#[test]
fn a_path_that_no_system_has_is_refused_alone() {
    let cases = [
        ("/repo/a\0b", RefusedReason::Nul),
        ("/repo/../b", RefusedReason::DotSegment),
        ("/repo//b", RefusedReason::EmptySegment),
        ("C:\\repo\\b", RefusedReason::NotAbsolute),
        (&format!("/{}", "d/".repeat(2_048)), RefusedReason::TooLong),
    ];
    for (path, reason) in cases {
        let mut workspace = workspace("codex", &Input::default());
        let report = workspace.write_all([(path.to_owned(), Some("x".into()))]);
        assert_eq!(report.refused[0].reason, reason, "{path:?}");
        let catalog = workspace.catalog();
        assert_eq!((catalog.refused.len(), catalog.skills.len()), (1, 1));
    }
}

#[test]
fn names_that_differ_in_normalisation_or_capitals_are_different_names() {
    let mut workspace = workspace("codex", &Input::default());
    let folders = ["\u{e9}", "e\u{301}", "A", "a", "__proto__", "constructor"];
    for folder in folders {
        let path = format!("{}/{folder}/SKILL.md", ROOTS[0]);
        let text = format!("---\nname: {folder}\ndescription: d\n---\n");
        workspace.put(&path, text);
    }
    let catalog = workspace.catalog();
    for folder in folders {
        let path = format!("{}/{folder}/SKILL.md", ROOTS[0]);
        let found = catalog.skills.iter().find(|skill| skill.path == path);
        assert_eq!(found.map(|skill| skill.name.as_str()), Some(folder));
    }
}

#[test]
fn a_frontmatter_beyond_a_mebibyte_or_of_too_many_brackets_says_so() {
    let long = format!(
        "---\nname: bad\ndescription: d\nx: {}\n---\n",
        "x".repeat(1 << 20)
    );
    let nested = format!(
        "---\nname: bad\ndescription: d\nx: {}\n---\n",
        "[".repeat(4_000)
    );
    for text in [long, nested] {
        let path = format!("{}/bad/SKILL.md", ROOTS[0]);
        let files = vec![(path.clone(), Some(text.into()))];
        let input = Input {
            files,
            ..Input::default()
        };
        let catalog = workspace("codex", &input).catalog();
        assert_eq!((catalog.errors.len(), catalog.skills.len()), (1, 1));
        assert_eq!(catalog.errors[0].path, path);
        let message = &catalog.errors[0].message;
        assert!(message.contains("more than Skillglass reads"), "{message}");
    }
}

#[test]
fn of_a_frontmatter_beyond_a_mebibyte_vscode_has_the_beginning_and_pi_nothing() {
    let text = format!(
        "---\nname: bad\ndescription: d\n{}---\n",
        "x: y\n".repeat(1 << 18)
    );
    let path = format!("{}/bad/SKILL.md", ROOTS[0]);
    let input = Input {
        files: vec![(path.clone(), Some(text.into()))],
        ..Input::default()
    };
    let catalog = workspace("vscode", &input).catalog();
    let bad = catalog.skills.iter().find(|skill| skill.path == path);
    assert_eq!(bad.map(|skill| &*skill.description), Some("d"));
    let ignored = catalog.ignored.iter().find(|ignored| ignored.path == path);
    let message = &ignored.unwrap().message;
    assert!(
        message.contains("longer than Skillglass reads"),
        "{message}"
    );
    let catalog = workspace("pi", &input).catalog();
    assert!(catalog.skills.iter().all(|skill| skill.path != path));
    let said = (catalog
        .errors
        .iter()
        .map(|error| (&error.path, &error.message)))
    .chain(
        catalog
            .left_out
            .iter()
            .map(|left| (&left.path, &left.message)),
    )
    .any(|(of, message)| *of == path && message.contains("more than Skillglass reads"));
    assert!(said, "{catalog:#?}");
}
