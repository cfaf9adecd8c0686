//! Tests that for any texts, the inventory of dependencies is complete, and its positions are
//! inside the texts.

use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use skillglass::dependencies::{
    DependenciesRequest, DependencyKind, DependencyStep, Installed, Inventory,
};
use skillglass::{Workspace, WorkspaceOptions};

const PATHS: [&str; 7] = [
    "/r/a/SKILL.md",
    "/r/a/run.sh",
    "/r/a/run.py",
    "/r/a/agents/openai.yaml",
    "/r/a/.mcp.json",
    "/r/a/.env.example",
    "/r/b/SKILL.md",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "---\n",
        "allowed-tools: ",
        "Bash(git:*)",
        "Bash(",
        "Skill(b)",
        "compatibility: git, é ",
        "metadata: ",
        "{openclaw: ",
        "{requires: {bins: [jq]",
        "anyBins: [rg, ag]",
        "}}}",
        "\n",
        " ",
        "```bash\n",
        "```\n",
        "qpdf x",
        "$ gh pr\n",
        "`A_KEY`",
        "`b` skill",
        "mcp__git__x",
        "mcp__",
        "export A_KEY=1\n",
        "$A_KEY ${B_KEY:-1} ${",
        "os.environ[\"A_KEY\"]",
        "process.env.",
        "#!/usr/bin/env ",
        "python3\n",
        "dependencies:\n  tools:\n",
        "    - type: mcp\n      value: x\n",
        "{\"mcpServers\": {\"x\": {\"url\": \"u\"}}}",
        "A_KEY=1\n",
        "npm install -g x@1\n",
        "claude mcp add x",
        "/plugin install x@y",
        "a:b-c",
        "🦀",
        "$(",
        "\"",
        "'",
        "\\",
    ]);
    prop::collection::vec(pieces, 0..25).prop_map(|pieces| pieces.concat())
}

fn workspace(texts: &[String]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/r")).unwrap();
    for (path, text) in PATHS.iter().zip(texts) {
        workspace.write(path, text.as_str()).unwrap();
    }
    workspace
}

fn keys(inventory: &Inventory) -> BTreeSet<(String, String)> {
    let all = inventory.dependencies.iter();
    all.map(|one| (format!("{:?}", one.kind), one.name.clone()))
        .collect()
}

proptest! {
    #[test]
    fn places_are_in_the_texts(texts in prop::collection::vec(text(), PATHS.len())) {
        let workspace = workspace(&texts);
        let found = workspace.dependencies(&DependenciesRequest::default()).unwrap();
        for one in &found.dependencies {
            prop_assert!(!one.needed_by.is_empty());
            prop_assert_eq!(one.declared, one.needed_by.iter().any(|by| by.declared));
            for place in one.needed_by.iter().flat_map(|by| &by.places) {
                let entry = workspace.tree().entry(&place.path).unwrap();
                let text = entry.contents().unwrap().text().unwrap();
                prop_assert!(text.get(place.range.start.byte..place.range.end.byte).is_some());
            }
        }
        prop_assert!(found.dependencies.is_sorted_by(|one, next| (one.kind, &one.name) < (next.kind, &next.name)));
    }

    #[test]
    fn after_edits_and_other_requests_the_inventory_is_that_of_a_fresh_workspace(
        edits in prop::collection::vec((0..PATHS.len(), prop::option::weighted(0.9, text()), prop::bool::weighted(0.1)), 1..10),
    ) {
        let new = || Workspace::new(&WorkspaceOptions::new("/r")).unwrap();
        let apply = |workspace: &mut Workspace, (path, text, _): &(usize, Option<String>, bool)| match text {
            Some(text) => workspace.write(PATHS[*path], text.as_str()).unwrap(),
            None => {
                workspace.remove(PATHS[*path]);
            }
        };
        let mut workspace = new();
        for number in 1..=edits.len() {
            let mut fresh = new();
            apply(&mut workspace, &edits[number - 1]);
            edits[..number].iter().for_each(|edit| apply(&mut fresh, edit));
            let installed = Installed {
                programs: edits[number - 1].2.then(|| vec!["jq".to_owned()]),
                ..Installed::default()
            };
            let request = DependenciesRequest { installed, ..DependenciesRequest::default() };
            prop_assert_eq!(workspace.dependencies(&request), fresh.dependencies(&request));
        }
    }

    #[test]
    fn a_plan_that_is_carried_out_leaves_nothing(texts in prop::collection::vec(text(), PATHS.len())) {
        let workspace = workspace(&texts);
        let none = || Some(Vec::new());
        let mut installed = Installed { programs: none(), variables: none(), servers: none(), plugins: none() };
        let request = |installed: &Installed| DependenciesRequest {
            installed: installed.clone(),
            ..DependenciesRequest::default()
        };
        let found = workspace.dependencies(&request(&installed)).unwrap();
        for step in &found.plan.install {
            use DependencyKind::{Plugin, Program, Server, Skill, Variable};
            match step.kind {
                Program => installed.programs.get_or_insert_default().push(step.name.clone()),
                Variable => installed.variables.get_or_insert_default().push(step.name.clone()),
                Server => installed.servers.get_or_insert_default().push(step.name.clone()),
                Plugin => installed.plugins.get_or_insert_default().push(step.name.clone()),
                Skill => {}
            }
        }
        let found = workspace.dependencies(&request(&installed)).unwrap();
        let is_skill = |step: &Rc<DependencyStep>| step.kind == DependencyKind::Skill;
        prop_assert!(found.plan.install.iter().all(is_skill));
    }

    #[test]
    fn what_is_dropped_is_what_only_the_removed_skill_needs(texts in prop::collection::vec(text(), PATHS.len())) {
        let both = workspace(&texts);
        let mut other = workspace(&texts);
        other.remove("/r/a");
        let request = DependenciesRequest { without: vec![PATHS[0].to_owned()], ..DependenciesRequest::default() };
        let found = both.dependencies(&request).unwrap();
        let left = other.dependencies(&DependenciesRequest::default()).unwrap();
        prop_assert_eq!(keys(&found), keys(&left));
        for step in &found.plan.drop {
            let key = (format!("{:?}", step.kind), step.name.clone());
            prop_assert!(!keys(&left).contains(&key));
        }
    }
}
