//! Tests rules of the OpenAI Agents SDK that the examples in `docs/hosts/openai-agents.md` cannot
//! show.

use skillglass::hosts::openai_agents::OpenaiAgentsOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo, names, write_skill};

fn with(options: OpenaiAgentsOptions) -> Workspace {
    let options = WorkspaceOptions {
        openai_agents: Some(options),
        ..in_repo("openai-agents")
    };
    let mut workspace = Workspace::new(&options).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    workspace
}

#[test]
fn a_file_that_is_not_utf_8_stops_the_load_unless_the_folder_is_copied() {
    for (eager, expected) in [(false, &[][..]), (true, &["a", "b"])] {
        let mut workspace = with(OpenaiAgentsOptions {
            eager,
            ..OpenaiAgentsOptions::default()
        });
        workspace
            .write("/repo/skills/b/SKILL.md", &b"\xff"[..])
            .unwrap();
        let catalog = workspace.catalog();
        assert_eq!(names(&catalog), expected);
        let mut left_out = catalog.left_out.iter();
        let is_stopped = left_out.any(|left| left.reason == LeftOutReason::LoadStopped);
        assert_eq!(is_stopped, !eager);
    }
}

#[test]
fn a_second_call_says_that_the_skill_is_loaded() {
    let workspace = with(OpenaiAgentsOptions::default());
    let mut session = Session::new();
    let call = SkillCall {
        skill: "a".to_owned(),
        ..SkillCall::default()
    };
    let outcomes = [(); 2].map(|()| session.invoke(&workspace, &call).unwrap().outcome);
    let expected = [
        InvocationOutcome::Injected,
        InvocationOutcome::AlreadyLoaded,
    ];
    assert_eq!(outcomes, expected);
}

#[test]
fn a_folder_outside_of_the_working_directory_or_below_a_link_is_not_read() {
    for source in ["/srv/skills", "/repo/link/skills"] {
        let mut workspace = with(OpenaiAgentsOptions {
            source: Some(source.to_owned()),
            eager: false,
        });
        write_skill(&mut workspace, "/srv/skills/b");
        workspace.put_link("/repo/link", "/srv");
        assert!(names(&workspace.catalog()).is_empty(), "{source}");
        assert!(workspace.listing().message.is_none());
    }
}
