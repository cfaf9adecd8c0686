//! Tests skills that the user types in VS Code (`docs/hosts/vscode.md#typed-names`).

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

/// Returns the text that `/x` sends to the model for a skill with this text, without the
/// attachment's header and end.
fn sent(text: &str) -> String {
    let turn = lone(text).turn(&TurnRequest::from("/x"));
    let message = &turn.messages[0].text;
    let (_, text) = message
        .split_once("Prompt instructions file:\n")
        .expect("the introduction");
    let (text, _) = text.rsplit_once("\n</attachment>").expect("the end");
    text.to_owned()
}

#[test]
fn the_text_begins_three_characters_before_the_body() {
    for (text, expected) in [
        ("---\nname: x\n---\nBody\n", "--\nBody\n"),
        ("---\nname: x\n---\n\n# Title\n", "-\n\n# Title\n"),
        ("---\nname: x\n---\t\nBody\n", "-\t\nBody\n"),
        ("---\nname: x\n---\n\n\n\nBody\n", "\n\n\nBody\n"),
        (
            "---\nname: x\n---\n\u{a0}\u{3000}é\n",
            "\n\u{a0}\u{3000}é\n",
        ),
        ("---\nname: x\n---", "---"),
        ("---\n---\nBody", "--\nBody"),
    ] {
        assert_eq!(sent(text), expected, "{text:?}");
    }
}

#[test]
fn the_text_begins_at_the_first_line_that_begins_with_three_hyphens() {
    for (text, expected) in [
        ("---\nname: x\n---more\nBody\n", "---more\nBody\n"),
        (
            "---\nname: x\n--- y\nz: 1\n---\nBody",
            "-- y\nz: 1\n---\nBody",
        ),
    ] {
        assert_eq!(sent(text), expected, "{text:?}");
    }
}

#[test]
fn without_frontmatter_or_its_end_the_whole_file_is_sent() {
    for text in [
        "",
        "Just text.\n",
        "---\nname: x\n",
        "---\nname: x\n   ---\nBody\n",
        " ---\nname: x\n---\nBody\n",
        "----\nname: x\n---\nBody\n",
    ] {
        assert_eq!(sent(text), text);
    }
}

#[test]
fn the_text_has_no_byte_order_mark_and_one_kind_of_line_end() {
    for (text, expected) in [
        ("\u{feff}---\nname: x\n---\nBody\n", "--\nBody\n"),
        ("---\r\nname: x\r\n---\r\nBody\r\n", "-\r\nBody\r\n"),
        ("---\rname: x\r---\rBody\r", "-\r\nBody\r\n"),
        ("---\nname: x\n---\nA\r\nB\rC\n", "--\nA\nB\nC\n"),
    ] {
        assert_eq!(sent(text), expected, "{text:?}");
    }
}

#[test]
fn skills_that_are_not_listed_run_when_typed() {
    for text in [
        "---\nname: x\n---\n",
        "---\ndescription: A.\ndisable-model-invocation: true\n---\n",
        "---\ndescription: A.\nuser-invocable: false\n---\n",
        "---\nname: x\n",
        "Just text.\n",
        "",
    ] {
        let turn = lone(text).turn(&TurnRequest::from("/x"));
        let outcome = &turn.mentions[0].outcome;
        assert!(matches!(outcome, Outcome::Selected { .. }), "{text:?}");
        assert_eq!(turn.messages.len(), 1, "{text:?}");
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
