//! Tests the tool with which the model loads a skill's text (`docs/hosts/standard.md#activation`).

use skillglass::hosts::standard::{Activation, StandardOptions};
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::model::message::Role;
use skillglass::{Session, Workspace};

use super::{lone, typed, with_options, workspace, write_skill};
use crate::common::Files;

const PDF: &str = "---\nname: pdf\ndescription: Forms.\n---\n\nRun $1 and !`date`.\n\n";

fn call(name: &str) -> SkillCall {
    SkillCall {
        skill: name.to_owned(),
        args: Some("x".to_owned()),
        id: Some("call-1".to_owned()),
        ..SkillCall::default()
    }
}

/// Returns the text that the tool returns for the first call of a skill.
fn content(workspace: &Workspace, name: &str) -> String {
    let invocation = workspace.invoke(&call(name)).unwrap();
    assert_eq!(invocation.outcome, InvocationOutcome::Injected);
    invocation.content.unwrap()
}

#[test]
fn the_body_is_wrapped_with_its_folder_and_files_and_nothing_is_put_in_or_run() {
    let mut workspace = lone("pdf", PDF);
    for file in [
        "scripts/fill.py",
        "scripts/a/b.py",
        "reference.md",
        "x<y",
        "sub/SKILL.md",
        "node_modules/x.js",
        ".git/HEAD",
    ] {
        let path = format!("/repo/.agents/skills/pdf/{file}");
        workspace.put(&path, "secret");
    }
    assert_eq!(
        content(&workspace, "pdf"),
        "<skill_content name=\"pdf\">
Run $1 and !`date`.

Skill directory: /repo/.agents/skills/pdf

<skill_resources>
  <file>reference.md</file>
  <file>x&lt;y</file>
  <file>scripts/fill.py</file>
  <file>scripts/a/b.py</file>
  <file>sub/SKILL.md</file>
</skill_resources>
</skill_content>"
    );
    let message = &workspace.invoke(&call("pdf")).unwrap().messages[0];
    assert_eq!(message.role, Role::Tool);
    assert_eq!(message.call_id.as_deref(), Some("call-1"));
    assert_eq!(
        message.skill.as_deref(),
        Some("/repo/.agents/skills/pdf/SKILL.md")
    );
}

#[test]
fn a_skill_without_files_lists_none() {
    assert_eq!(
        content(&lone("pdf", PDF), "pdf"),
        "<skill_content name=\"pdf\">\nRun $1 and !`date`.\n\nSkill directory: /repo/.agents/skills/pdf\n</skill_content>"
    );
}

#[test]
fn the_name_cannot_end_the_wrapping() {
    let text = "---\nname: '\"><x>'\ndescription: b\n---\n";
    let content = content(&lone("a", text), "\"><x>");
    assert!(content.starts_with("<skill_content name=\"&quot;&gt;&lt;x&gt;\">\n"));
}

#[test]
fn a_long_list_of_files_is_capped_and_says_so() {
    for (options, shown) in [
        (StandardOptions::default(), 50),
        (
            StandardOptions {
                max_resources: Some(0),
                ..StandardOptions::default()
            },
            0,
        ),
    ] {
        let mut workspace = with_options(options);
        write_skill(&mut workspace, "/repo/.agents/skills/a");
        for index in 0..60 {
            let path = format!("/repo/.agents/skills/a/assets/{index}.txt");
            workspace.write_unread(&path).unwrap();
        }
        let content = content(&workspace, "a");
        assert_eq!(content.matches("<file>").count(), shown);
        let rest = format!("\n  ({} more files are not listed)\n", 60 - shown);
        assert!(content.contains(&rest), "{content}");
    }
}

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    write_skill(&mut workspace, "/repo/.agents/skills/b");
    let invocation = workspace.invoke(&call("A")).unwrap();
    let text = "There is no skill named A. There are: a, b";
    assert!(matches!(
        &invocation.outcome,
        InvocationOutcome::Refused { message, .. } if message == text
    ));
    assert_eq!(invocation.messages[0].text, text);
    assert_eq!(invocation.path, None);
}

#[test]
fn there_is_no_tool_without_skills_or_where_the_model_reads_files() {
    assert!(workspace().invoke(&call("a")).is_err());
    let mut workspace = with_options(StandardOptions {
        activation: Some(Activation::File),
        ..StandardOptions::default()
    });
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    assert!(workspace.invoke(&call("a")).is_err());
}

#[test]
fn a_repeated_activation_says_that_the_text_is_there_until_it_changes() {
    let mut workspace = lone("pdf", PDF);
    let mut session = Session::new();
    let mut activate = |workspace: &Workspace| session.invoke(workspace, &call("pdf")).unwrap();
    assert_eq!(activate(&workspace).outcome, InvocationOutcome::Injected);
    let again = activate(&workspace);
    assert_eq!(again.outcome, InvocationOutcome::AlreadyLoaded);
    assert_eq!(again.messages[0].text, "The skill pdf is loaded already.");
    let of_another = SkillCall {
        agent: Some("reviewer".to_owned()),
        ..call("pdf")
    };
    let other = session.invoke(&workspace, &of_another).unwrap();
    assert_eq!(other.outcome, InvocationOutcome::Injected);
    let turn = session.turn(&workspace, &typed("/pdf"));
    assert_eq!(turn.messages[0].text, "The skill pdf is loaded already.");
    workspace.put(
        "/repo/.agents/skills/pdf/SKILL.md",
        PDF.replace("Run", "Do"),
    );
    let changed = session.invoke(&workspace, &call("pdf")).unwrap();
    assert_eq!(changed.outcome, InvocationOutcome::Injected);
}

#[test]
fn activated_skills_survive_compaction() {
    let workspace = lone("pdf", PDF);
    let mut session = Session::new();
    let content = session
        .invoke(&workspace, &call("pdf"))
        .unwrap()
        .content
        .unwrap();
    let restored = session.compact(&workspace, None);
    assert_eq!(restored.len(), 1);
    assert_eq!(restored[0].text, content);
    assert_eq!(session.compact(&workspace, Some("reviewer")), []);
    let again = session.invoke(&workspace, &call("pdf")).unwrap();
    assert_eq!(again.outcome, InvocationOutcome::AlreadyLoaded);
}
