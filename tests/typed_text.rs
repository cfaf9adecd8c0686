//! Tests what each host does with the text that the user typed. The expected results follow the
//! pages in `docs/hosts/`.

use skillglass::Workspace;
use skillglass::hosts::hosts;
use skillglass::model::turn::TypedText;

use crate::common::{in_repo, skills_folder, write_skill};

/// Returns what a host does with a typed text: sends it, replaces it, or does not send it. `host`
/// is an id, or an id and an edition after `@`. There is one skill, `a`.
fn of(host: &str, text: &str) -> TypedText {
    let (id, edition) = host.split_once('@').unwrap_or((host, ""));
    let mut options = in_repo(id);
    if !edition.is_empty() {
        options = options.edition(edition);
    }
    let mut workspace = Workspace::new(&options).unwrap();
    write_skill(&mut workspace, &format!("{}/a", skills_folder(id)));
    workspace.turn(&text.into()).typed_text
}

#[test]
fn plain_text_is_sent_by_every_host() {
    for host in hosts() {
        for edition in &host.editions {
            let id = format!("{}@{edition}", host.host);
            assert_eq!(of(&id, "What is new?"), TypedText::Sent, "{id}");
        }
    }
}

#[test]
fn the_messages_of_a_typed_skill_replace_the_text_or_are_sent_beside_it() {
    use TypedText::{NotSent, Replaced, Sent};
    let cases = [
        ("codex", "$a now", Sent),
        ("claude-code", "/a now", Replaced),
        ("claude-code@2026-04", "/a now", Replaced),
        ("claude-code", "use /a now", Sent),
        ("claude-code", "/b now", NotSent),
        ("opencode@1.18", "/a now", Replaced),
        ("opencode@2.0", "/a now", Sent),
        ("opencode@2.0", "use @a now", Sent),
        ("copilot-cli", "/a now", Sent),
        ("gemini-cli@2026-02", "/a now", Sent),
        ("gemini-cli@2026-11", "/a now", Replaced),
        ("vscode", "/a now", Replaced),
        ("openclaw", "/a now", Replaced),
        ("pi", "/skill:a now", Replaced),
        ("pi", "/a now", Sent),
        ("cline", "/a now", Sent),
        ("kilo", "/a now", Replaced),
        ("qwen-code", "/a now", Replaced),
        ("standard", "/a now", Sent),
        ("deep-agents", "/a now", Sent),
        ("claude-ai", "/a now", Sent),
    ];
    for (host, text, expected) in cases {
        assert_eq!(of(host, text), expected, "{text} in {host}");
    }
}

#[test]
fn the_text_is_not_sent_if_the_skill_does_not_run() {
    let cases = [
        ("user-invocable: false", "", TypedText::NotSent),
        ("description: A.", "!`rm -r x`", TypedText::NotSent),
        ("description: A.", "!`git log`", TypedText::Replaced),
    ];
    for (field, body, expected) in cases {
        let mut workspace = Workspace::new(&in_repo("claude-code")).unwrap();
        let text = format!("---\n{field}\n---\n{body}\n");
        workspace
            .write("/repo/.claude/skills/a/SKILL.md", &*text)
            .unwrap();
        let turn = workspace.turn(&"/a".into());
        assert_eq!(turn.typed_text, expected, "{field} {body}");
    }
}
