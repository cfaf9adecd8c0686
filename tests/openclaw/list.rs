//! Tests the list of skills in OpenClaw's prompt.

use skillglass::Workspace;

use super::{CONFIG, SKILLS, workspace, write};
use crate::common::Files;

/// Returns a workspace with `count` skills `s0`, `s1` and so on, whose descriptions have `words`
/// words. `limits` are the limits of the list in OpenClaw's configuration.
fn many(count: usize, words: usize, limits: &str) -> Workspace {
    let mut workspace = workspace();
    workspace.put(CONFIG, format!("{{skills: {{limits: {{{limits}}}}}}}"));
    for index in 0..count {
        let text = format!(
            "---\nname: s{index}\ndescription: {}\n---\n",
            "word ".repeat(words)
        );
        write(&mut workspace, &format!("{SKILLS}/s{index}"), &text);
    }
    workspace
}

fn text(workspace: &Workspace) -> String {
    workspace
        .listing()
        .message
        .map_or(String::new(), |message| message.text)
}

#[test]
fn no_skill_no_section() {
    assert_eq!(workspace().listing().message, None);
}

#[test]
fn what_is_hidden_is_not_listed_and_markup_is_escaped() {
    let mut workspace = workspace();
    write(
        &mut workspace,
        "/w/skills/a",
        "---\nname: a<b\ndescription: \"A & 'b'\\n\\\"c\\\"\"\n---\n",
    );
    write(
        &mut workspace,
        "/w/skills/h",
        "---\ndescription: H.\ndisable-model-invocation: true\n---\n",
    );
    let text = text(&workspace);
    assert!(text.contains(
        "<name>a&lt;b</name>\n    <description>A &amp; &apos;b&apos;\n&quot;c&quot;</description>"
    ));
    assert!(!text.contains("H."));
}

#[test]
fn the_count_is_limited_with_a_note() {
    let workspace = many(3, 1, "maxSkillsInPrompt: 2");
    let text = text(&workspace);
    assert!(
        text.contains("Skills truncated: included 2 of 3. Run `openclaw skills check` to audit.")
    );
    let report = workspace.listing().report;
    assert_eq!((report.included, report.omitted), (2, 1));
}

#[test]
fn descriptions_are_shortened_then_left_out_then_skills() {
    let cases = [
        ("maxSkillsPromptChars: 1100", "(descriptions shortened)", 3),
        ("maxSkillsPromptChars: 850", "(descriptions omitted)", 3),
        (
            "maxSkillsPromptChars: 700",
            "included 2 of 3 (compact format, descriptions omitted)",
            2,
        ),
    ];
    for (limits, note, included) in cases {
        let workspace = many(3, 60, limits);
        let text = text(&workspace);
        assert!(text.contains(note), "{limits}: {text}");
        assert_eq!(workspace.listing().report.included, included, "{limits}");
    }
}

#[test]
fn the_window_cuts_descriptions_once_more() {
    let long = many(3, 60, "");
    let mut narrow = super::with(|options| options.context_window = Some(4000));
    for index in 0..3 {
        let description = "word ".repeat(60);
        let text = format!("---\nname: s{index}\ndescription: {description}\n---\n");
        write(&mut narrow, &format!("{SKILLS}/s{index}"), &text);
    }
    let (long, cut) = (text(&long), text(&narrow));
    assert!(cut.len() < long.len());
    // The text before the list is not shortened.
    assert!(cut.contains("when the task matches its description."));
    assert!(cut.contains("word word w..."));
}
