//! Tests the findings of the linter that concern only uploads to claude.ai.

use skillglass::lint::{Diagnostic, LintRequest, Severity};

use super::*;
use crate::common::Files;

/// Returns the findings of the linter for a skill's text at `path`. If `hosts` is empty, the linter
/// checks the usual hosts.
fn found(path: &str, text: &str, hosts: &[&str]) -> Vec<Diagnostic> {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    workspace.put(path, text);
    let request = LintRequest {
        hosts: hosts.iter().map(|&host| host.into()).collect(),
        ..LintRequest::default()
    };
    workspace.lint(&request).unwrap()
}

/// Returns the codes of the errors that concern claude.ai.
fn errors(found: &[Diagnostic]) -> Vec<&str> {
    let of_host = |one: &&Diagnostic| one.hosts.iter().any(|host| host.host == "claude-ai");
    let errors = (found.iter()).filter(|one| one.severity == Severity::Error);
    errors.filter(of_host).map(|one| &*one.code).collect()
}

/// Cases: a frontmatter that an upload to claude.ai refuses, and the code of the rule that reports
/// it.
const REFUSED: [(&str, &str); 6] = [
    (
        "name: claude-pdf\ndescription: Fills in forms. Use when asked to.\n",
        "name-refused",
    ),
    (
        "name: PDF\ndescription: Fills in forms. Use when asked to.\n",
        "name-refused",
    ),
    (
        "name: pdf\ndescription: Fills in <form>. Use when asked to.\n",
        "tag-in-description",
    ),
    (
        "name: pdf\ndescription: Fills in forms. Use when asked to.\nargument-hint: x\n",
        "unknown-field",
    ),
    (
        "name: pdf\ndescription: Fills in forms. Use when asked to.\nauthor: me\n",
        "unknown-field",
    ),
    (
        "description: Fills in forms. Use when asked to.\n",
        "missing-name",
    ),
];

#[test]
fn what_an_upload_refuses_is_an_error_wherever_the_skill_is() {
    for folder in ["/repo/skills/pdf", "/repo/.claude/skills/pdf"] {
        for (frontmatter, rule) in REFUSED {
            let text = format!("---\n{frontmatter}---\nText.\n");
            let found = found(&format!("{folder}/SKILL.md"), &text, &["claude-ai"]);
            assert_eq!(errors(&found), [rule], "{folder} {frontmatter}");
            let of_rule = found.iter().filter(|one| one.code == rule);
            assert_eq!(of_rule.count(), 1, "{folder} {frontmatter}");
        }
    }
}

#[test]
fn nothing_is_reported_for_uploads_unless_the_host_is_named() {
    for (frontmatter, _) in REFUSED {
        let text = format!("---\n{frontmatter}---\nText.\n");
        let found = found("/repo/.claude/skills/pdf/SKILL.md", &text, &[]);
        assert!(errors(&found).is_empty(), "{frontmatter}");
        let messages = found.iter().filter(|one| one.message.contains("claude.ai"));
        assert_eq!(messages.count(), 0, "{frontmatter}");
    }
}

#[test]
fn an_unknown_key_is_an_error_for_uploads_and_stays_a_hint_for_others() {
    let text = "---\nname: pdf\ndescription: Fills in forms. Use when asked to.\nlicense: MIT\nauthor: me\n---\nText.\n";
    let found = found("/repo/skills/pdf/SKILL.md", text, &["claude-ai", "codex"]);
    let severities: Vec<_> = (found.iter())
        .filter(|one| one.code == "unknown-field")
        .map(|one| (one.severity, one.hosts.len(), one.range.start.line))
        .collect();
    assert_eq!(
        severities,
        [(Severity::Error, 1, 5), (Severity::Info, 1, 5)]
    );
}

#[test]
fn a_name_is_fixed_unless_only_the_author_knows_another_word() {
    // The name, the folder, and whether a fix is proposed.
    let cases = [
        ("claude-pdf", "claude-pdf", false),
        ("claude-pdf", "claude-forms", false),
        ("Claude PDF", "claude-pdf", false),
        ("claude-pdf", "pdf", true),
        ("PDF Forms", "PDF Forms", true),
    ];
    for (name, folder, is_fixed) in cases {
        let text = format!(
            "---\nname: {name}\ndescription: Fills in forms. Use when asked to.\n---\nText.\n"
        );
        let found = found(
            &format!("/repo/skills/{folder}/SKILL.md"),
            &text,
            &["claude-ai"],
        );
        let refused = found.iter().find(|one| one.code == "name-refused").unwrap();
        assert_eq!(!refused.fixes.is_empty(), is_fixed, "{name} in {folder}");
        assert_eq!(refused.range.start.line, 2, "{name} in {folder}");
    }
}
