//! Names that are typed (`docs/hosts/vscode.md#typed-names`).

use skillglass::model::message::Role;
use skillglass::model::turn::{Outcome, SkipReason, TurnInput, TurnRequest};

use super::lone;

#[test]
fn a_typed_name_brings_the_text_along_as_it_is() {
    let body = "Do $ARGUMENTS with ${input:x}, !`date` and #file:a.\n";
    for (prompt, sentence) in [
        (
            "/x do it  now",
            "Follow instructions in #prompt:SKILL.md with these arguments: do it  now",
        ),
        ("/x", "Follow instructions in #prompt:SKILL.md"),
    ] {
        let workspace = lone(&format!("---\nname: other\n---\n{body}"));
        let turn = workspace.turn(&TurnRequest::from(prompt));
        let [message] = &turn.messages[..] else {
            panic!("{prompt} brings nothing");
        };
        assert_eq!(message.role, Role::User);
        assert_eq!(
            message.text,
            format!(
                "<attachment id=\"prompt:SKILL.md\" filePath=\"/repo/.github/skills/x/SKILL.md\">\n\
                 Prompt instructions file:\n--\n{body}\n</attachment>\n{sentence}"
            )
        );
    }
}

#[test]
fn skills_that_are_not_listed_run_when_typed() {
    for (text, reason) in [
        ("---\nname: x\n---\n", None),
        (
            "---\ndescription: A.\ndisable-model-invocation: true\n---\n",
            None,
        ),
        ("---\ndescription: A.\nuser-invocable: false\n---\n", None),
        ("---\nname: x\n", None),
        ("Just text.\n", Some(SkipReason::NotUserInvocable)),
    ] {
        let turn = lone(text).turn(&TurnRequest::from("/x"));
        let got = match &turn.mentions[0].outcome {
            Outcome::Selected { .. } => None,
            Outcome::Skipped { reason, .. } => Some(*reason),
        };
        assert_eq!(got, reason, "{text:?}");
        assert_eq!(turn.messages.len(), usize::from(reason.is_none()));
    }
}

#[test]
fn other_prompts_are_plain_text() {
    let workspace = lone("---\nname: x\n---\n");
    for (prompt, mentions) in [("use /x", 0), ("/y", 1), ("x", 0)] {
        let turn = workspace.turn(&TurnRequest::from(prompt));
        assert!(turn.messages.is_empty(), "{prompt}");
        assert_eq!(turn.mentions.len(), mentions, "{prompt}");
    }
    let chosen = TurnRequest {
        inputs: vec![TurnInput::Skill {
            name: "x".to_owned(),
            path: "/repo/.github/skills/x/SKILL.md".to_owned(),
        }],
        ..TurnRequest::default()
    };
    let turn = workspace.turn(&chosen);
    let Outcome::Skipped { reason, .. } = turn.mentions[0].outcome else {
        panic!("there is no such menu");
    };
    assert_eq!(reason, SkipReason::NotOffered);
}
