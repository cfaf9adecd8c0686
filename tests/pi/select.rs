//! Tests pi's list of skills, and skills that the user types.

use skillglass::model::turn::{Outcome, SkipReason};

use super::*;

#[test]
fn without_skills_there_is_no_list_and_never_a_tool() {
    let mut workspace = workspace();
    assert!(workspace.listing().message.is_none());
    write_skill(&mut workspace, "/repo/.pi/skills/a");
    assert!(workspace.listing().tool.is_none());
}

#[test]
fn the_name_goes_up_to_the_first_blank() {
    let mut workspace = workspace();
    write_named(&mut workspace, "/repo/.pi/skills/x/SKILL.md", "a");
    // The reported name, and the text that is sent after the skill.
    let cases = [
        ("/skill:a", "a", Ok("")),
        ("/skill:a  b\n c ", "a", Ok("\n\nb\n c")),
        ("/skill:a ", "a", Ok("")),
        ("/skill:a\nb", "a\nb", Err(SkipReason::Unknown)),
        ("/skill:b", "b", Err(SkipReason::Unknown)),
        (" /skill:a", "a", Err(SkipReason::NotAtStart)),
        ("/a", "a", Err(SkipReason::NotOffered)),
    ];
    for (text, name, expected) in cases {
        let turn = workspace.turn(&text.into());
        let mention = &turn.mentions[0];
        assert_eq!(mention.name, name, "{text:?}");
        match (&mention.outcome, expected) {
            (Outcome::Selected { .. }, Ok(behind)) => {
                let block = "<skill name=\"a\" location=\"/repo/.pi/skills/x/SKILL.md\">\nReferences are relative to /repo/.pi/skills/x.\n\n# a\n</skill>";
                assert_eq!(
                    turn.messages[0].text,
                    format!("{block}{behind}"),
                    "{text:?}"
                );
            }
            (Outcome::Skipped { reason, .. }, Err(expected)) => {
                assert_eq!(*reason, expected, "{text:?}");
                assert!(turn.messages.is_empty());
            }
            (outcome, _) => panic!("{text:?}: {outcome:?}"),
        }
    }
    assert!(workspace.turn(&"/other".into()).mentions.is_empty());
}

#[test]
fn a_file_that_is_read_again_has_its_line_ends_mended() {
    let workspace = lone("---\r\nname: a\r\ndescription: d\r\n---\r\n\r\nOne.\r\nTwo.\r\n");
    let turn = workspace.turn(&"/skill:a".into());
    assert!(turn.messages[0].text.contains("\n\nOne.\nTwo.\n</skill>"));
}
