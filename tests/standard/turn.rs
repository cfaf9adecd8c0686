//! Tests the skills that the user names (`docs/hosts/standard.md#activation`).

use skillglass::Workspace;
use skillglass::model::message::Role;
use skillglass::model::turn::{Outcome, SelectedBy, TurnInput, TurnRequest};

use super::{typed, workspace, write_skill};

fn three() -> Workspace {
    let mut workspace = workspace();
    for name in ["pdf", "csv-2", "日本"] {
        write_skill(&mut workspace, &format!("/repo/.agents/skills/{name}"));
    }
    workspace
}

#[test]
fn a_slash_at_the_start_and_a_dollar_anywhere_choose() {
    let workspace = three();
    let cases: &[(&str, &[(&str, SelectedBy)])] = &[
        ("/pdf", &[("pdf", SelectedBy::Slash)]),
        ("/pdf fill it in", &[("pdf", SelectedBy::Slash)]),
        ("/日本 x", &[("日本", SelectedBy::Slash)]),
        ("use /pdf", &[]),
        (
            "use $csv-2, then $pdf.",
            &[("csv-2", SelectedBy::Name), ("pdf", SelectedBy::Name)],
        ),
        (
            "/pdf and $pdf and $csv-2",
            &[("pdf", SelectedBy::Slash), ("csv-2", SelectedBy::Name)],
        ),
        ("[$pdf](https://example.com)", &[("pdf", SelectedBy::Name)]),
        ("$pdfs $PDF $HOME", &[]),
        ("/pdfs", &[]),
    ];
    for (text, expected) in cases {
        let turn = workspace.turn(&typed(text));
        let selected: Vec<_> = (turn.selected.iter())
            .map(|skill| (skill.name.as_str(), skill.by))
            .collect();
        assert_eq!(selected, *expected, "{text:?}");
        assert_eq!(turn.messages.len(), expected.len());
    }
}

#[test]
fn a_chosen_skill_is_injected_as_the_tool_would_with_what_follows_as_no_argument() {
    let workspace = three();
    let turn = workspace.turn(&typed("/pdf  a b"));
    assert_eq!(
        turn.messages[0].text,
        "<skill_content name=\"pdf\">\n# pdf\n\nSkill directory: /repo/.agents/skills/pdf\n</skill_content>"
    );
    assert_eq!(turn.messages[0].role, Role::User);
    assert_eq!(turn.invocations[0].arguments, "a b");
    let range = turn.mentions[0].range.unwrap();
    assert_eq!((range.start.offset, range.end.offset), (0, 4));
}

#[test]
fn a_name_that_chooses_nothing_is_told() {
    let turn = three().turn(&typed("/nothing and $none"));
    for mention in &turn.mentions {
        let Outcome::Skipped { message, .. } = &mention.outcome else {
            panic!("{mention:?}");
        };
        assert_eq!(*message, format!("no skill is named {}", mention.name));
    }
    assert_eq!(turn.mentions.len(), 2);
}

#[test]
fn a_choice_from_a_menu_goes_by_its_path() {
    let workspace = three();
    let choose = |path: &str| {
        workspace.turn(&TurnRequest {
            inputs: vec![TurnInput::Skill {
                name: "any".to_owned(),
                path: path.to_owned(),
            }],
            ..TurnRequest::default()
        })
    };
    let turn = choose("/repo/.agents/skills/pdf/SKILL.md");
    assert_eq!(turn.selected[0].by, SelectedBy::Structured);
    assert!(choose("/repo/.agents/skills/pdf").selected.is_empty());
}

#[test]
fn a_file_that_is_gone_from_the_tree_cannot_be_chosen() {
    let mut workspace = three();
    assert_eq!(workspace.turn(&typed("$pdf")).selected.len(), 1);
    workspace.remove("/repo/.agents/skills/pdf/SKILL.md");
    assert!(workspace.turn(&typed("$pdf")).selected.is_empty());
}
