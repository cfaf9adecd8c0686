//! Whole workspaces in every host: edits and questions, after which every answer is that of a fresh workspace.

use skillglass::compare::CompareRequest;
use skillglass::lint::LintRequest;
use skillglass::model::environment::Plugin;
use skillglass::model::invocation::SkillCall;
use skillglass::search::SearchOptions;
use skillglass::tree::Tree;
use skillglass::workspace::skill_lists::ListSkillsRequest;
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::checks;
use crate::input::Input;
use crate::targets::frontmatter;

const PATHS: &[&str] = &[
    "/r/p/.agents/skills/a/SKILL.md",
    "/r/p/.agents/skills/b/SKILL.md",
    "/r/p/.agents/skills/a",
    "/r/p/.agents/skills/link",
    "/r/p/.agents/skills/a/agents/openai.yaml",
    "/r/p/.agents/skills/a/scripts/x.sh",
    "/r/p/.agents",
    "/r/p/.claude/skills/a/SKILL.md",
    "/r/p/.claude/skills/b/SKILL.md",
    "/r/p/.claude/commands/c.md",
    "/r/p/.claude/settings.json",
    "/r/p/.claude/skills",
    "/r/p/.opencode/skills/a/SKILL.md",
    "/r/p/opencode.json",
    "/r/p/.github/skills/a/SKILL.md",
    "/r/p/.gemini/skills/a/SKILL.md",
    "/r/p/.pi/skills/a/SKILL.md",
    "/r/p/skills/a/SKILL.md",
    "/r/p/sub/.claude/skills/d/SKILL.md",
    "/r/.gitignore",
    "/h/.codex/config.toml",
    "/h/.agents/skills/a/SKILL.md",
    "/h/.claude/skills/a/SKILL.md",
    "/h/.gemini/settings.json",
    "/h/.openclaw/openclaw.json",
    "/c/skills/e/SKILL.md",
    "/c/.claude-plugin/plugin.json",
    "/r/p/AGENTS.md",
    "/r/p/skillglass.json",
    "/r",
    "/",
];

/// Texts with a meaning in one of these places.
const TEXTS: &[&str] = &[
    "---\nname: a\ndescription: A.\n---\nText, $ARGUMENTS.\n",
    "---\nname: b\ndescription: B.\ndisable-model-invocation: true\n---\n!`ls`\n",
    "---\nname: a\n---\n",
    "---\nname: [\n---\n",
    "{}",
    "{",
    "{ \"skillOverrides\": { \"a\": \"name-only\" } }",
    "{ \"permission\": { \"skill\": { \"a\": \"deny\" } } }",
    "{ \"permissions\": { \"deny\": [\"Skill(a)\"] } }",
    "{ \"skills\": { \"paths\": [\"/h/.agents/skills\"] } }",
    "[[skills.config]]\nname = \"a\"\nenabled = false\n",
    "policy:\n  allow_implicit_invocation: false\n",
    "{ \"rules\": { \"invalid-yml\": \"off\" }, \"ignore\": [\"**/b/*\"] }",
    "a\n!b\n",
    "{ \"name\": \"k\", \"skills\": \"./\" }",
    "---\nname: a\ndescription: A.\npaths: '*.rs'\ncontext: fork\n---\n[x](scripts/x.sh)\n",
];

const PROMPTS: &[&str] = &[
    "/a x",
    "$a",
    "use the a skill",
    "/k:e",
    "/c",
    "[$b](/r/p/.agents/skills/b/SKILL.md)",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, frontmatter::WORDS);
    let mut options = surroundings(&mut input);
    let mut workspace = Workspace::new(&options).expect("the options are right");
    let mut session = Session::new();
    let mut steps = 0;
    while !input.is_empty() && steps < 24 {
        steps += 1;
        match input.below(16) {
            0..=6 => {
                let path = *input.pick(PATHS);
                let contents = match input.below(4) {
                    0 => input.contents(),
                    _ => input.pick(TEXTS).as_bytes().to_vec(),
                };
                let _ = workspace.write(path, contents);
            }
            7 => {
                let path = *input.pick(PATHS);
                workspace.remove(path);
            }
            8 => {
                let (path, target) = (*input.pick(PATHS), *input.pick(PATHS));
                let _ = workspace.link(path, target);
            }
            9 => {
                let path = *input.pick(PATHS);
                let _ = if input.flag() {
                    workspace.write_unread(path)
                } else {
                    workspace.make_directory(path)
                };
            }
            10 => {
                options = surroundings(&mut input);
                workspace
                    .set_options(&options)
                    .expect("the options are right");
            }
            11 => {
                let _ = session.touch(&workspace, &["/r/p/sub/x.rs".to_owned()]);
                let _ = session.listing(&workspace, None);
            }
            12 => {
                let prompt = *input.pick(PROMPTS);
                let request = checks::typed(prompt);
                let turn = session.turn(&workspace, &request);
                let _ = session.turn(&workspace, &checks::answered(request, &turn));
            }
            13 => drop(session.compact(&workspace, None)),
            14 => drop(
                workspace
                    .lint(&LintRequest::default())
                    .expect("the request is right"),
            ),
            _ => drop(all(&workspace, PROMPTS[0])),
        }
    }
    checks::catalog_holds(&workspace, &workspace.catalog());
    checks::catalog_holds(&workspace, &session.catalog(&workspace));
    checks::listing_holds(&workspace.listing());
    let prompt = *input.pick(PROMPTS);
    checks::turn_holds(&workspace, prompt, &workspace.turn(&checks::typed(prompt)));

    let mut fresh = Workspace::new(&options).expect("they were taken before");
    put_backwards(workspace.tree(), &mut fresh);
    let (kept, fresh) = (all(&workspace, prompt), all(&fresh, prompt));
    for (kept, fresh) in kept.iter().zip(&fresh) {
        assert_eq!(kept, fresh, "what was asked before changes an answer");
    }
}

fn surroundings(input: &mut Input<'_>) -> WorkspaceOptions {
    let choice = input.pick(checks::editions());
    let flags = input.byte();
    let plugin = Plugin {
        id: "k@m".to_owned(),
        root: "/c".to_owned(),
        ..Plugin::default()
    };
    WorkspaceOptions {
        home: (flags & 1 == 0).then(|| "/h".to_owned()),
        context_window: (flags & 2 != 0).then_some(2_000),
        plugins: (flags & 4 != 0).then(|| vec![plugin]),
        touched: (flags & 8 != 0).then(|| vec!["/r/p/sub/x.rs".to_owned()]),
        ..checks::options(choice)
    }
}

/// Writes the same entries in another order.
fn put_backwards(tree: &Tree, workspace: &mut Workspace) {
    use skillglass::tree::EntryKind;
    let mut entries: Vec<_> = tree.entries().collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.path()));
    for entry in entries {
        let path = entry.path();
        let outcome = match entry.kind() {
            EntryKind::Directory => workspace.make_directory(&path),
            EntryKind::File(Some(contents)) => workspace.write(&path, contents.clone()),
            EntryKind::File(None) => workspace.write_unread(&path),
            EntryKind::Link(target) => workspace.link(&path, target),
        };
        outcome.expect("it is in a tree already");
    }
}

/// Returns every answer of a workspace, in words. Refused paths are compared separately, because only their own
/// workspace has them.
fn all(workspace: &Workspace, prompt: &str) -> Vec<String> {
    let catalog = workspace.catalog();
    let call = SkillCall {
        skill: "a".to_owned(),
        args: Some("x".to_owned()),
        ..SkillCall::default()
    };
    let lint = workspace
        .lint(&LintRequest::default())
        .expect("the request is right");
    for found in &lint {
        checks::range_holds(&checks::readable(workspace, &found.path), found.range);
    }
    vec![
        format!(
            "{:#?}",
            (
                &catalog.skills,
                &catalog.errors,
                &catalog.left_out,
                &catalog.ignored
            )
        ),
        format!("{:#?}", workspace.listing()),
        format!("{:#?}", workspace.turn(&checks::typed(prompt))),
        format!("{:#?}", workspace.invoke(&call)),
        format!("{:#?}", workspace.plan()),
        format!("{:#?}", workspace.compare(&CompareRequest::default())),
        format!("{:#?}", workspace.turns(&checks::typed(prompt), &[])),
        format!("{lint:#?}"),
        format!("{:#?}", workspace.search(prompt, &SearchOptions::default())),
        format!("{:#?}", workspace.near_duplicates(0.5)),
        format!("{:#?}", workspace.resources(&[])),
        format!(
            "{:#?}",
            workspace.list_skills(&ListSkillsRequest::default())
        ),
        format!("{:#?}", workspace.candidates(prompt)),
    ]
}
