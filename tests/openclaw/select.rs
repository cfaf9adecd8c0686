//! Tests commands of OpenClaw, and the skills that a message names.

use skillglass::Workspace;
use skillglass::model::turn::TurnRequest;

use super::{CONFIG, SKILLS, eligibility, workspace, write};
use crate::common::Files;

fn with_skills(names: &[&str]) -> Workspace {
    let mut workspace = workspace();
    for (index, name) in names.iter().enumerate() {
        let text = format!("---\nname: '{name}'\ndescription: D.\n---\n");
        write(&mut workspace, &format!("{SKILLS}/d{index}"), &text);
    }
    workspace
}

#[test]
fn each_name_has_a_command_of_its_own() {
    let long = "x".repeat(40);
    let cases = [
        ("a b", "a_b"),
        ("A_B", "a_b_2"),
        ("a-b", "a_b_3"),
        ("é-accent", "accent"),
        ("help", "help_2"),
        ("描述", "skill_2"),
        ("日本", "skill_3"),
        (&long, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ];
    let workspace = with_skills(&cases.map(|(name, _)| name));
    for (name, command) in cases {
        let verdict = eligibility(&workspace, name);
        assert_eq!(verdict.command.as_deref(), Some(command), "{name}");
    }
}

#[test]
fn a_command_is_called_what_the_text_is_headed() {
    let mut workspace = with_skills(&["pdf-forms"]);
    let text = "---\nname: other\ndescription: D.\n---\n## Not this\n# The Title ##\n";
    write(&mut workspace, &format!("{SKILLS}/other"), text);
    let shown = |name| eligibility(&workspace, name).display_name.unwrap();
    assert_eq!(shown("pdf-forms"), "Pdf Forms");
    assert_eq!(shown("other"), "The Title");
}

#[test]
fn a_message_names_skills_at_its_start_or_anywhere() {
    let workspace = with_skills(&["a-b", "help", "c"]);
    let cases: [(&str, &[&str]); 14] = [
        ("/a_b x", &["a-b"]),
        ("  /A_B", &["a-b"]),
        ("/a-b x", &[]),
        ("/help x", &[]),
        ("/help_2 x", &["help"]),
        ("/skill a-b x", &["a-b"]),
        ("/skill A_B", &["a-b"]),
        ("/skill", &[]),
        ("x /c", &[]),
        ("use $c: and $a-b$c", &["c", "a-b"]),
        ("\\$c \\\\$a-b", &["a-b"]),
        ("$C $HOME", &[]),
        ("/c $a-b", &["c"]),
        ("c", &[]),
    ];
    for (typed, expected) in cases {
        let turn = workspace.turn(&TurnRequest::from(typed));
        let selected: Vec<_> = turn
            .selected
            .iter()
            .map(|skill| skill.name.as_str())
            .collect();
        assert_eq!(selected, expected, "{typed:?}");
        assert_eq!(
            turn.messages.len(),
            usize::from(!expected.is_empty()),
            "{typed:?}"
        );
    }
}

#[test]
fn a_skill_that_is_not_listed_is_named_with_its_file() {
    let mut workspace = workspace();
    let text = "---\nname: x\ndescription: D.\ndisable-model-invocation: true\n---\n";
    write(&mut workspace, &format!("{SKILLS}/x"), text);
    let turn = workspace.turn(&TurnRequest::from("/x go"));
    let expected = "Use the following explicitly referenced skills for this request. Read each skill's SKILL.md before acting:\n- x (SKILL.md: /w/skills/x/SKILL.md)\n\nUser request:\n/x go";
    assert_eq!(turn.messages[0].text, expected);
}

#[test]
fn a_message_is_refused_for_a_skill_of_others_or_for_too_many() {
    let names: Vec<_> = (0..9).map(|index| format!("s{index}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let mut workspace = with_skills(&names);
    let all: Vec<_> = names.iter().map(|name| format!("${name}")).collect();
    let refused = |workspace: &Workspace, text: &str| {
        let turn = workspace.turn(&TurnRequest::from(text));
        assert!(turn.messages.is_empty() && turn.selected.is_empty());
        turn.warnings
    };
    assert_eq!(
        refused(&workspace, &all.join(" ")),
        ["Too many skill references. Use at most 8 skills in one message."]
    );
    workspace.put(CONFIG, "{agents: {defaults: {skills: ['s0']}}}");
    assert_eq!(
        refused(&workspace, "$s0 and $s1"),
        [
            "Skill \"s1\" is not available for this agent. Update the skill allowlist or choose an allowed skill."
        ]
    );
    let long = format!("l-{}", "n".repeat(600));
    let workspace = with_skills(&[&long]);
    assert_eq!(
        refused(&workspace, &format!("${long}")),
        [
            "Skill reference metadata is too long. Keep each rendered reference at 512 characters or less."
        ]
    );
}
