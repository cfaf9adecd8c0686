//! Tests rules of Deep Agents that the examples in `docs/hosts/deep-agents.md` cannot show.

use skillglass::hosts::deep_agents::DeepAgentsOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{in_repo, names, write_skill};

/// Returns the list of skills in the system prompt for these folders of skills.
fn prompt(sources: &[&str], real_paths: bool) -> String {
    let options = WorkspaceOptions {
        deep_agents: Some(DeepAgentsOptions {
            sources: sources.iter().map(|it| (*it).to_owned()).collect(),
            real_paths,
            ..DeepAgentsOptions::default()
        }),
        ..in_repo("deep-agents")
    };
    let mut workspace = Workspace::new(&options).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    workspace.listing().message.unwrap().text
}

#[test]
fn the_prompt_names_each_folder_with_a_label() {
    let text = prompt(&["/repo/.claude/skills", "/repo/skills"], false);
    let expected = "**Claude Skills**: `/.claude/skills`\n**Skills Skills**: `/skills` (higher priority)\n\n<skill_load_warnings>";
    assert!(text.contains(expected), "{text}");
    let text = prompt(&["/repo/skills"], true);
    let expected = "**Repo Skills**: `/repo/skills` (higher priority)\n\nSources labeled";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_prompt_warns_of_missing_folders() {
    let text = prompt(&["/repo/none"], false);
    let expected = "- &quot;Cannot load skills from &#x27;/none&#x27;: Path &#x27;/none&#x27;: path_not_found&quot;\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("(No skills available yet. You can create skills in /none)"));
}

#[test]
fn a_file_that_is_not_utf_8_is_skipped_alone() {
    let mut workspace = Workspace::new(&in_repo("deep-agents")).unwrap();
    write_skill(&mut workspace, "/repo/skills/a");
    workspace
        .write("/repo/skills/b/SKILL.md", &b"---\nname: \xff\n---\n"[..])
        .unwrap();
    let catalog = workspace.catalog();
    assert_eq!(names(&catalog), ["a"]);
    assert_eq!(
        catalog.errors[0].message,
        "Error decoding /skills/b/SKILL.md: 'utf-8' codec can't decode byte 0xff in position 10: invalid start byte"
    );
}
