//! Tests that no stage of opencode panics or hangs, for any input.

use proptest::prelude::*;
use skillglass::model::invocation::SkillCall;

use super::{CONFIG, editions, request, with};
use crate::common::Files;

/// Generates text from segments that are difficult for the parsers.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "---", "\n", "\r\n", "name", ": ", ":", "description", "'", "\"", "|", ">", "- ", "[", "]", "{", "}", "#",
            "&a", "*a", "!!str ", "! ", "<<", "\t", "  ", "\\ud83d", "\\u", "$1", "$ARGUMENTS", "!`", "`", "\u{2028}",
            "\u{feff}", "2026-01-01", "0o7", "1_", "metadata", "json", "//", "/*", ",", "skills", "paths", "ü", "😀",
        ])
        .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_stage_panics(
        edition in 0..editions().len(),
        skill in markup(),
        body in markup(),
        config in markup(),
        arguments in markup(),
    ) {
        let mut workspace = with(editions()[edition], |_| {});
        for text in [skill.clone(), format!("---\nname: x\ndescription: d\n---\n{body}"), format!("---\nname: x\n{skill}\n---\n")] {
            workspace.put("/repo/.opencode/skills/x/SKILL.md", text);
            workspace.put(CONFIG, config.clone());
            let catalog = workspace.catalog();
            let _ = workspace.listing();
            for skill in &catalog.skills {
                let _ = workspace.turn(&request(&format!("/{} {arguments}", skill.name)));
                let call = SkillCall { skill: skill.name.clone(), ..SkillCall::default() };
                prop_assert!(workspace.invoke(&call).is_ok());
            }
            let _ = workspace.turn(&request(&arguments));
        }
    }
}
