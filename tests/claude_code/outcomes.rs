//! Tests how Claude Code treats the skill files of `tests/outcomes.rs`.

use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::model::skill::DescriptionSource;

use super::{editions, left_out, names, skill, typed, workspace, write_skill, write_text};
use crate::common::Files;

const FOLDER: &str = "/repo/.claude/skills/a";
const FILE: &str = "/repo/.claude/skills/a/SKILL.md";

#[test]
fn a_name_that_differs_from_the_folder_is_a_label() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_text(
            &mut workspace,
            FOLDER,
            "---\nname: b\ndescription: D.\n---\n",
        );
        let catalog = workspace.catalog();
        let label = &skill(&catalog, "a").frontmatter.as_deref().unwrap().name;
        assert_eq!(label.as_deref(), Some("b"), "{edition}");
        assert_eq!(workspace.turn(&typed("/a")).selected.len(), 1, "{edition}");
        assert_eq!(workspace.turn(&typed("/b")).selected.len(), 0, "{edition}");
    }
}

#[test]
fn a_missing_description_is_the_first_paragraph() {
    let mut workspace = workspace("2026-08");
    write_text(&mut workspace, FOLDER, "---\nname: a\n---\n# A\n\nFirst.\n");
    assert_eq!(skill(&workspace.catalog(), "a").description, "First.");
}

#[test]
fn without_frontmatter_a_file_loads() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_text(&mut workspace, FOLDER, "Text.");
        assert_eq!(names(&workspace.catalog()), ["a"], "{edition}");
    }
}

#[test]
fn a_colon_in_a_description_is_no_problem_since_2026_04() {
    for (edition, expected) in [
        ("2026-02", None),
        ("2026-04", Some("use when: x")),
        ("2026-08", Some("use when: x")),
    ] {
        let mut workspace = workspace(edition);
        write_text(
            &mut workspace,
            FOLDER,
            "---\ndescription: use when: x\n---\n",
        );
        let catalog = workspace.catalog();
        let description = catalog.skills.first().map(|it| it.description.as_str());
        assert_eq!(description, expected, "{edition}");
    }
}

#[test]
fn a_key_with_hyphens_and_a_colon_in_its_value_loads() {
    let mut workspace = workspace("2026-08");
    let text = "---\nmy-own-key: a: b\ndescription: D.\n---\n";
    write_text(&mut workspace, FOLDER, text);
    assert_eq!(skill(&workspace.catalog(), "a").description, "D.");
}

#[test]
fn yaml_beyond_repair_leaves_the_body_without_metadata() {
    let mut workspace = workspace("2026-08");
    write_text(
        &mut workspace,
        FOLDER,
        "---\ndescription: \"D\n---\nBody.\n",
    );
    let catalog = workspace.catalog();
    let source = skill(&catalog, "a").description_source;
    assert_eq!(source, DescriptionSource::None);
    let turn = workspace.turn(&typed("/a"));
    let content = turn.invocations[0].content.as_deref().unwrap();
    assert!(content.ends_with("Body.\n"), "{content:?}");
}

#[test]
fn folders_of_categories_flat_files_and_small_letters_are_not_found() {
    for edition in editions() {
        for (file, reason) in [
            ("category/a/SKILL.md", LeftOutReason::TooDeep),
            ("x.md", LeftOutReason::FlatFile),
            ("a/skill.md", LeftOutReason::WrongSpelling),
        ] {
            let mut workspace = workspace(edition);
            let path = format!("/repo/.claude/skills/{file}");
            workspace.put(&path, "Text.");
            let catalog = workspace.catalog();
            assert!(catalog.skills.is_empty(), "{edition} {file}");
            assert_eq!(left_out(&catalog), [(&*path, reason)], "{edition}");
        }
    }
}

#[test]
fn arguments_count_from_zero_and_are_added_without_a_placeholder() {
    let mut workspace = workspace("2026-08");
    for (body, prompt, expected) in [
        ("$1", "/a p q", "q"),
        ("Text.", "/a p", "Text.\n\nARGUMENTS: p"),
    ] {
        write_text(&mut workspace, FOLDER, &format!("---\n---\n{body}"));
        let turn = workspace.turn(&typed(prompt));
        let content = turn.invocations[0].content.as_deref().unwrap();
        assert!(content.ends_with(expected), "{content:?}");
    }
}

#[test]
fn of_one_name_the_personal_one_runs() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_skill(&mut workspace, FOLDER);
        write_skill(&mut workspace, "/home/me/.claude/skills/a");
        let turn = workspace.turn(&typed("/a"));
        let path = "/home/me/.claude/skills/a/SKILL.md";
        assert_eq!(turn.selected[0].path, path, "{edition}");
    }
}

#[test]
fn an_unknown_key_is_ignored() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        write_text(
            &mut workspace,
            FOLDER,
            "---\ndescription: D.\ncolour: red\n---\n",
        );
        assert_eq!(
            skill(&workspace.catalog(), "a").description,
            "D.",
            "{edition}"
        );
    }
}

#[test]
fn what_the_model_may_not_invoke_is_unlisted_and_its_call_refused() {
    for edition in editions() {
        let mut workspace = workspace(edition);
        let text = "---\ndescription: D.\ndisable-model-invocation: true\n---\n";
        write_text(&mut workspace, FOLDER, text);
        assert!(workspace.listing().entries.is_empty(), "{edition}");
        let call = SkillCall {
            skill: "a".to_owned(),
            ..SkillCall::default()
        };
        let outcome = workspace.invoke(&call).unwrap().outcome;
        let refused = matches!(outcome, InvocationOutcome::Refused { code: Some(4), .. });
        assert!(refused, "{edition}");
        let turn = workspace.turn(&typed("/a"));
        assert_eq!(turn.selected[0].path, FILE, "{edition}");
    }
}
