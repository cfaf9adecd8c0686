//! Tests how hosts differ for the same file. Each expected outcome follows the host's page in
//! `docs/hosts/`.

use std::fmt::Debug;

use skillglass::Workspace;
use skillglass::hosts::standard::{FindingCode, validate};
use skillglass::model::catalog::Catalog;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::model::turn::TurnRequest;

use crate::common::{Files, in_repo};

/// A host in one edition, with the folders in which the host looks for a project's and the user's
/// skills.
struct Column {
    host: &'static str,
    edition: &'static str,
    root: &'static str,
    personal: &'static str,
}

const CLAUDE_CODE: Column = Column {
    host: "claude-code",
    edition: "2026-11",
    root: "/repo/.claude/skills",
    personal: "/home/me/.claude/skills",
};
const OPENCODE_1: Column = Column {
    host: "opencode",
    edition: "1.18",
    root: "/repo/.opencode/skills",
    personal: "/home/me/.config/opencode/skills",
};
const OPENCODE_2: Column = Column {
    edition: "2.0",
    ..OPENCODE_1
};
const CODEX: Column = Column {
    host: "codex",
    edition: "2026-11",
    root: "/repo/.agents/skills",
    personal: "/home/me/.agents/skills",
};
const ALL: [Column; 4] = [CLAUDE_CODE, OPENCODE_1, OPENCODE_2, CODEX];

impl Column {
    /// Returns a workspace with these files in the host's folder of project skills. The files whose
    /// path begins with `personal/` are in the folder of the user's skills instead.
    fn workspace(&self, files: &[(&str, &str)]) -> Workspace {
        let mut workspace = Workspace::new(&in_repo(self.host).edition(self.edition)).unwrap();
        workspace.put("/repo/.git/HEAD", "ref: x\n");
        for (path, text) in files {
            let path = match path.strip_prefix("personal/") {
                Some(path) => format!("{}/{path}", self.personal),
                None => format!("{}/{path}", self.root),
            };
            workspace.put(&path, *text);
        }
        workspace
    }
}

/// Checks the outcome of the same files in each host. The expected outcomes are in the order of
/// [`ALL`].
fn assert_outcomes<T: PartialEq + Debug>(
    files: &[(&str, &str)],
    look: impl Fn(&Workspace) -> T,
    expected: [T; 4],
) {
    for (column, expected) in ALL.iter().zip(expected) {
        let workspace = column.workspace(files);
        assert_eq!(
            look(&workspace),
            expected,
            "{} {}",
            column.host,
            column.edition
        );
    }
}

fn names(catalog: &Catalog) -> Vec<String> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.name.clone()).collect()
}

/// Returns the names of the skills that the host loads.
fn loaded(workspace: &Workspace) -> Vec<String> {
    names(&workspace.catalog())
}

/// Returns the names of the skills that the host lists for the model.
fn listed(workspace: &Workspace) -> Vec<String> {
    let entries = workspace.listing().entries.into_iter();
    let shown = entries.filter(|entry| entry.line.is_some());
    shown.map(|entry| entry.name).collect()
}

/// The lines that opencode 1.18 writes after the text of the typed skill `a`.
const FOLDER_LINES: &str = "\n\nBase directory for this skill: /repo/.opencode/skills/a\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory.";

/// Returns the skill's text that a typed command injects, without the text that the host writes
/// around it. Returns `None` if the command injects nothing.
fn injected(workspace: &Workspace, typed: &str) -> Option<String> {
    let turn = workspace.turn(&TurnRequest::from(typed));
    let content = turn.invocations.first()?.content.clone()?;
    // opencode writes arguments without a placeholder after the lines about the folder.
    let content = content.replace(FOLDER_LINES, "");
    let start = content.find("Say").unwrap_or_default();
    let end = content.find("\n\nBase directory").unwrap_or(content.len());
    Some(content[start..end.max(start)].to_owned())
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn findings(text: &str) -> Vec<FindingCode> {
    let findings = validate(text, "a").into_iter();
    findings.map(|finding| finding.code).collect()
}

#[test]
fn a_name_unlike_its_folder() {
    let text = "---\nname: b\ndescription: D.\n---\n";
    let expected = ["a", "b", "a", "b"].map(|name| strings(&[name]));
    assert_outcomes(&[("a/SKILL.md", text)], loaded, expected);
    assert_eq!(findings(text), [FindingCode::NameFolderMismatch]);
    let workspace = CLAUDE_CODE.workspace(&[("a/SKILL.md", text)]);
    let catalog = workspace.catalog();
    let label = catalog.skills[0]
        .frontmatter
        .as_ref()
        .unwrap()
        .name
        .as_deref();
    assert_eq!(label, Some("b"));
}

#[test]
fn no_description() {
    let text = "---\nname: a\n---\nFirst paragraph.\n";
    let files = [("a/SKILL.md", text)];
    let loads = [&["a"][..], &["a"], &["a"], &[]].map(strings);
    assert_outcomes(&files, loaded, loads);
    let lists = [&["a"][..], &[], &[], &[]].map(strings);
    assert_outcomes(&files, listed, lists);
    assert_eq!(findings(text), [FindingCode::DescriptionMissing]);
    let catalog = CLAUDE_CODE.workspace(&files).catalog();
    assert_eq!(catalog.skills[0].description, "First paragraph.");
}

#[test]
fn no_frontmatter() {
    let text = "Just a text.\n";
    let loads = [&["a"][..], &[], &["a"], &[]].map(strings);
    assert_outcomes(&[("a/SKILL.md", text)], loaded, loads);
    assert_eq!(findings(text), [FindingCode::NoFrontmatter]);
}

#[test]
fn an_unquoted_colon_in_the_description() {
    let text = "---\nname: a\ndescription: use when: x\n---\n";
    let files = [("a/SKILL.md", text)];
    assert_outcomes(&files, loaded, ["a"; 4].map(|name| strings(&[name])));
    let description = |workspace: &Workspace| workspace.catalog().skills[0].description.clone();
    assert_outcomes(&files, description, ["use when: x"; 4].map(str::to_owned));
    assert_eq!(findings(text), [FindingCode::InvalidYaml]);
}

#[test]
fn a_hyphenated_key_whose_value_breaks_the_yaml() {
    let text = "---\nname: a\ndescription: D.\nallowed-tools: Read: x\n---\n";
    let loads = [&["a"][..], &[], &[], &["a"]].map(strings);
    assert_outcomes(&[("a/SKILL.md", text)], loaded, loads);
    assert_eq!(findings(text), [FindingCode::InvalidYaml]);
}

#[test]
fn yaml_broken_beyond_repair() {
    let text = "---\nname: a\ndescription: \"D\n---\nSay.\n";
    let files = [("a/SKILL.md", text)];
    let loads = [&["a"][..], &[], &[], &[]].map(strings);
    assert_outcomes(&files, loaded, loads);
    assert_eq!(findings(text), [FindingCode::InvalidYaml]);
    let workspace = CLAUDE_CODE.workspace(&files);
    // The body's first line replaces the description.
    assert_eq!(workspace.catalog().skills[0].description, "Say.");
    assert_eq!(injected(&workspace, "/a").as_deref(), Some("Say.\n"));
    // Codex and opencode report an error; neither drops the skill silently.
    assert_eq!(CODEX.workspace(&files).catalog().errors.len(), 1);
    assert_eq!(OPENCODE_1.workspace(&files).catalog().errors.len(), 1);
}

#[test]
fn a_folder_of_a_category_between() {
    let text = "---\nname: a\ndescription: D.\n---\n";
    let loads = [&[][..], &["a"], &["a"], &["a"]].map(strings);
    assert_outcomes(&[("category/a/SKILL.md", text)], loaded, loads);
}

#[test]
fn a_flat_file() {
    let text = "---\nname: x\ndescription: D.\n---\n";
    let loads = [&[][..], &[], &["x"], &[]].map(strings);
    assert_outcomes(&[("x.md", text)], loaded, loads);
}

#[test]
fn a_file_name_in_small_letters() {
    let text = "---\nname: a\ndescription: D.\n---\n";
    assert_outcomes(
        &[("a/skill.md", text)],
        loaded,
        [(); 4].map(|()| strings(&[])),
    );
    // In the top folder, `skill.md` is an ordinary Markdown file.
    let loads = [&[][..], &[], &["skill"], &[]].map(strings);
    assert_outcomes(&[("skill.md", text)], loaded, loads);
}

#[test]
fn a_placeholder_with_a_number() {
    let text = "---\nname: a\ndescription: D.\n---\nSay $1.";
    let outcomes = [Some("Say q."), Some("Say p q."), Some("Say $1."), None];
    let typed = |workspace: &Workspace| injected(workspace, "/a p q");
    let expected = outcomes.map(|outcome| outcome.map(str::to_owned));
    assert_outcomes(&[("a/SKILL.md", text)], typed, expected);
}

#[test]
fn arguments_without_a_placeholder() {
    let text = "---\nname: a\ndescription: D.\n---\nSay.";
    let outcomes = [
        Some("Say.\n\nARGUMENTS: p"),
        Some("Say.\n\np"),
        Some("Say."),
        None,
    ];
    let typed = |workspace: &Workspace| injected(workspace, "/a p");
    let expected = outcomes.map(|outcome| outcome.map(str::to_owned));
    assert_outcomes(&[("a/SKILL.md", text)], typed, expected);
}

#[test]
fn one_name_personal_and_in_the_project() {
    let file = |description| format!("---\nname: a\ndescription: {description}.\n---\n");
    let (personal, project) = (file("Personal"), file("Project"));
    let files = [
        ("personal/a/SKILL.md", &*personal),
        ("a/SKILL.md", &*project),
    ];
    let descriptions = |workspace: &Workspace| -> Vec<String> {
        let catalog = workspace.catalog();
        let skills = catalog.skills.iter();
        skills.map(|skill| skill.description.clone()).collect()
    };
    let expected = [
        strings(&["Personal."]),
        // In opencode, the winner is random. Skillglass loads the last skill that the scan finds,
        // and reports this.
        strings(&["Project."]),
        strings(&["Project."]),
        strings(&["Project.", "Personal."]),
    ];
    assert_outcomes(&files, descriptions, expected);
    let catalog = OPENCODE_1.workspace(&files).catalog();
    assert!(
        catalog
            .ignored
            .iter()
            .any(|ignored| ignored.message.contains("chance"))
    );
}

#[test]
fn a_key_that_nobody_knows() {
    let text = "---\nname: a\ndescription: D.\ncolour: red\n---\n";
    assert_outcomes(
        &[("a/SKILL.md", text)],
        listed,
        ["a"; 4].map(|name| strings(&[name])),
    );
    assert_eq!(findings(text), [FindingCode::UnexpectedFields]);
}

#[test]
fn no_invocation_by_the_model() {
    let text = "---\nname: a\ndescription: D.\ndisable-model-invocation: true\n---\nSay.\n";
    let files = [("a/SKILL.md", text)];
    let lists = [&[][..], &["a"], &[], &["a"]].map(strings);
    assert_outcomes(&files, listed, lists);
    assert_eq!(findings(text), [FindingCode::UnexpectedFields]);
    let call = SkillCall {
        skill: "a".to_owned(),
        ..SkillCall::default()
    };
    let refused = |column: &Column| {
        let outcome = column.workspace(&files).invoke(&call).unwrap().outcome;
        matches!(outcome, InvocationOutcome::Refused { .. })
    };
    assert!(refused(&CLAUDE_CODE));
    assert!(!refused(&OPENCODE_1) && !refused(&OPENCODE_2));
}
