//! Tests skills that the user types in Gemini CLI.

use skillglass::model::turn::{Outcome, SkipReason, Turn};

use super::*;
use crate::common::Files;

/// Returns the name of the skill that a typed text selects, or the reason why the first mention
/// selects none.
fn run(workspace: &Workspace, text: &str) -> Result<String, SkipReason> {
    let turn: Turn = workspace.turn(&text.into());
    match turn.mentions.first().map(|mention| &mention.outcome) {
        Some(Outcome::Skipped { reason, .. }) => Err(*reason),
        _ => Ok(turn
            .selected
            .first()
            .map_or(String::new(), |skill| skill.name.clone())),
    }
}

#[test]
fn a_skill_is_run_by_its_name() {
    let mut workspace = workspace(NEWEST);
    write_named(&mut workspace, "/repo/.gemini/skills/a", "'My  skill '");
    write_named(&mut workspace, "/repo/.gemini/skills/b", "plan");
    write_extension(&mut workspace, "office", "pdf");
    let cases = [
        ("/My-skill", Ok("My  skill ")),
        ("  /My-skill now", Ok("My  skill ")),
        ("/my-skill", Err(SkipReason::Unknown)),
        ("/office:pdf", Ok("pdf")),
        ("/pdf", Err(SkipReason::NotUserInvocable)),
        ("/plan", Err(SkipReason::NotUserInvocable)),
        ("/plan1", Ok("plan")),
        ("then /plan1", Ok("")),
    ];
    for (text, expected) in cases {
        assert_eq!(
            run(&workspace, text),
            expected.map(str::to_owned),
            "{text:?}"
        );
    }
}

#[test]
fn a_file_of_commands_takes_a_skills_name() {
    let mut workspace = workspace(NEWEST);
    write_skill(&mut workspace, "/repo/.gemini/skills/review");
    workspace.put("/home/me/.gemini/commands/review.toml", "");
    assert_eq!(
        run(&workspace, "/review"),
        Err(SkipReason::NotUserInvocable)
    );
    assert_eq!(run(&workspace, "/review1"), Ok("review".to_owned()));
}

#[test]
fn of_two_skills_of_one_command_the_later_has_it() {
    let mut workspace = workspace(NEWEST);
    write_named(&mut workspace, "/home/me/.gemini/skills/x", "a b");
    write_named(&mut workspace, "/repo/.gemini/skills/y", "a-b");
    assert_eq!(run(&workspace, "/a-b1"), Ok("a-b".to_owned()));
    assert_eq!(run(&workspace, "/a-b"), Err(SkipReason::NotUserInvocable));
}

#[test]
fn a_skill_without_words_behind_its_name_is_asked_for_by_name() {
    let mut workspace = workspace(NEWEST);
    write_skill(&mut workspace, "/repo/.gemini/skills/a");
    for (text, prompt) in [("/a", "Use the skill a"), ("/a x\n  y", "x y")] {
        let turn = workspace.turn(&text.into());
        assert_eq!(turn.messages[1].text, prompt);
        assert_eq!(
            turn.invocations[0].outcome,
            skillglass::model::invocation::InvocationOutcome::Injected
        );
    }
}

#[test]
fn an_earlier_edition_has_no_commands_for_skills() {
    let mut workspace = workspace("2026-02");
    write_skill(&mut workspace, "/repo/.gemini/skills/a");
    assert_eq!(run(&workspace, "/a"), Err(SkipReason::NotOffered));
    assert!(!workspace.catalog().skills[0].user_invocable);
}
