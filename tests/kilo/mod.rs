//! Kilo: what the examples of its page cannot say.

use std::collections::BTreeMap;

use skillglass::Workspace;
use skillglass::model::invocation::{
    InvocationOutcome, InvocationRequest, RequestOutput, SkillCall,
};

use crate::common::{Files, in_repo, names};

/// A workspace with a skill `a` of this text in a folder.
fn with(folder: &str, text: &str) -> Workspace {
    let mut workspace = Workspace::new(&in_repo("kilo")).unwrap();
    let text = format!("---\nname: a\ndescription: A.\n---\n{text}");
    workspace.put(format!("{folder}/a/SKILL.md"), text);
    workspace
}

fn call(outputs: BTreeMap<String, RequestOutput>) -> SkillCall {
    SkillCall {
        skill: "a".to_owned(),
        outputs,
        ..SkillCall::default()
    }
}

#[test]
fn each_command_runs_once_and_its_output_is_inserted_everywhere() {
    let workspace = with("/home/me/.kilo/skills", "!`date` and !`pwd` and !`date`");
    let waiting = workspace.invoke(&call(BTreeMap::new())).unwrap();
    assert_eq!(waiting.outcome, InvocationOutcome::Waits);
    let outputs = waiting.requests.iter().map(|request| {
        let InvocationRequest::Command { id, command, .. } = request else {
            panic!("{request:?}");
        };
        let text = format!("<{command}>");
        (id.clone(), RequestOutput { text, exit_code: 0 })
    });
    let outputs: BTreeMap<_, _> = outputs.collect();
    assert_eq!(outputs.len(), 2);
    let used = workspace.invoke(&call(outputs)).unwrap();
    let content = used.content.unwrap();
    assert!(
        content.contains("\n<date> and <pwd> and <date>\n"),
        "{content}"
    );
}

#[test]
fn a_denied_skill_is_refused_with_its_rule_and_the_origin_of_the_rule() {
    let rules = r#"{"permission": {"skill": {"a": "allow", "?*": "deny"}}}"#;
    for (file, source) in [
        ("/home/me/.config/kilo/kilo.json", "global"),
        ("/repo/.kilo/kilo.jsonc", "project"),
    ] {
        let mut workspace = with("/repo/.kilo/skills", "Text.");
        workspace.put(file, rules);
        let refused = workspace.invoke(&call(BTreeMap::new())).unwrap();
        let text = &refused.messages[0].text;
        let rule = format!(
            r#"{{"permission":"skill","pattern":"?*","action":"deny","source":"{source}"}}"#
        );
        assert!(text.ends_with(&rule), "{text}");
    }
}

#[test]
fn without_git_folders_above_the_working_directory_are_trusted() {
    let options = skillglass::WorkspaceOptions {
        cwd: "/repo/app".to_owned(),
        ..in_repo("kilo")
    };
    for (has_git, is_loaded) in [(false, true), (true, false)] {
        let mut workspace = Workspace::new(&options).unwrap();
        let text = "---\nname: a\ndescription: A.\n---\n{env:HOME}\n";
        workspace.put("/repo/.kilo/skills/a/SKILL.md", text);
        if has_git {
            workspace.put("/repo/.git/HEAD", "ref: refs/heads/main\n");
        }
        assert_eq!(names(&workspace.catalog()) == ["a"], is_loaded);
    }
}
