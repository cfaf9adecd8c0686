//! Tests Copilot CLI's tool for skills (`docs/hosts/copilot-cli.md#the-tool`), and skills that the
//! user types (`docs/hosts/copilot-cli.md#typed-names`).

use skillglass::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use skillglass::model::message::Role;
use skillglass::model::turn::{Outcome, SkipReason, TurnRequest};
use skillglass::{Session, Workspace};

use super::{lone, with, workspace, write_skill};
use crate::common::Files;

fn call(workspace: &Workspace, name: &str) -> Invocation {
    let call = SkillCall {
        skill: name.to_owned(),
        id: Some("1".to_owned()),
        ..SkillCall::default()
    };
    Session::new().invoke(workspace, &call).unwrap()
}

#[test]
fn the_answer_is_followed_by_the_text_in_the_users_name() {
    let mut workspace = lone("---\nname: a\n---\n\n\n  Do $1 with !`date`.  \n\nEnd");
    for file in ["b.txt", "A.md", ".hidden", "sub/deep/c", "node_modules/d"] {
        let path = format!("/repo/.github/skills/x/{file}");
        workspace.put(&path, "");
    }
    let used = call(&workspace, "a");
    let said: Vec<_> = (used.messages.iter())
        .map(|message| (message.role, message.call_id.as_deref(), &*message.text))
        .collect();
    let folder = "/repo/.github/skills/x";
    assert_eq!(
        said,
        [
            (
                Role::Tool,
                Some("1"),
                "Skill \"a\" loaded successfully. Follow the instructions in the skill context."
            ),
            (
                Role::User,
                None,
                &*format!(
                    "<skill-context name=\"a\">\nBase directory for this skill: {folder}\n\n\
                     Related files (use view tool to read):\n  - {folder}/.hidden\n  - {folder}/A.md\n  \
                     - {folder}/b.txt\n  - {folder}/sub/deep/c\n\n  Do $1 with !`date`.  \n\nEnd\n</skill-context>"
                )
            )
        ]
    );
}

#[test]
fn the_text_has_lf_for_crlf() {
    let workspace = lone("---\r\nname: a\r\n---\r\n\r\nOne.\r\nTwo.\r\n");
    let content = call(&workspace, "a").content.unwrap();
    assert!(
        content.ends_with("\n\nOne.\nTwo.\n\n</skill-context>"),
        "{content:?}"
    );
}

#[test]
fn a_skill_is_called_in_any_capitals() {
    let mut workspace = workspace();
    write_skill(&mut workspace, "/repo/.github/skills/PDF");
    assert_eq!(call(&workspace, "pdf").name, "PDF");
    write_skill(&mut workspace, "/repo/.github/skills/pdf");
    assert_eq!(call(&workspace, "pdf").name, "pdf");
}

#[test]
fn what_the_model_is_not_shown_is_refused_with_the_names_of_the_list() {
    let mut workspace = lone("---\nname: x\ndisable-model-invocation: true\n---\n");
    write_skill(&mut workspace, "/repo/.github/skills/b");
    write_skill(&mut workspace, "/repo/.github/skills/a");
    for (name, expected) in [
        ("x", RefusalReason::DisableModelInvocation),
        ("c", RefusalReason::Unknown),
    ] {
        let InvocationOutcome::Refused {
            reason, message, ..
        } = call(&workspace, name).outcome
        else {
            panic!("{name} is not refused");
        };
        assert_eq!(reason, expected);
        assert_eq!(
            message,
            format!("Skill \"{name}\" not found. Available skills: a, b")
        );
    }
}

#[test]
fn tools_that_a_skill_allows_need_no_question() {
    for (tools, expected) in [
        ("Read, Bash(git:*)", ["Read", "Bash(git:*)"]),
        ("[Read, 'Bash(git:*)']", ["Read", "Bash(git:*)"]),
    ] {
        let workspace = lone(&format!("---\nname: a\nallowed-tools: {tools}\n---\n"));
        let changes = call(&workspace, "a").changes.unwrap();
        assert_eq!(changes.allowed_tools, expected);
        assert!(!changes.only_allowed_tools);
    }
}

#[test]
fn a_name_that_is_typed_in_a_session_loads_the_skill() {
    let skipped = |reason| Err(Some(reason));
    for (fields, headless, prompt, expected) in [
        ("", false, "/x now", Ok("now")),
        ("disable-model-invocation: true\n", false, "/x", Ok("")),
        (
            "user-invocable: false\n",
            false,
            "/x",
            skipped(SkipReason::NotUserInvocable),
        ),
        ("", true, "/x now", skipped(SkipReason::NotOffered)),
        ("", false, "/y", skipped(SkipReason::Unknown)),
        ("", false, "use /x", Err(None)),
    ] {
        let mut workspace = with(|_, own| own.headless = headless);
        let text = format!("---\nname: x\n{fields}---\nText.\n");
        workspace.put("/repo/.github/skills/x/SKILL.md", text);
        let turn = workspace.turn(&TurnRequest::from(prompt));
        let got = match turn.invocations.first() {
            Some(used) => Ok(&*used.arguments),
            None => Err(turn.mentions.first().map(|mention| match mention.outcome {
                Outcome::Skipped { reason, .. } => reason,
                Outcome::Selected { .. } => panic!("{prompt} chose a skill and loaded none"),
            })),
        };
        assert_eq!(got, expected, "{fields:?} {prompt}");
        let roles: Vec<_> = turn.messages.iter().map(|message| message.role).collect();
        assert_eq!(roles, vec![Role::User; usize::from(expected.is_ok())]);
    }
}
