//! Tests comparisons: how each host treats the skills of one tree, why it leaves one out, and which
//! skills work in all hosts.

use skillglass::Workspace;
use skillglass::compare::{
    CompareRequest, CompareStage, Comparison, HostChoice, ListedAs, PortabilityVerdict, SkillInHost,
};
use skillglass::model::obstacle::UseObstacle;
use skillglass::model::turn::{SelectedBy, TurnInput, TurnRequest};
use skillglass::search::{SearchOptions, Strength};

use crate::common::{Files, in_repo};

const CODEX: &str = "codex";
const CLAUDE_CODE: &str = "claude-code";

fn workspace(files: &[(&str, &str)]) -> Workspace {
    through(CODEX, files)
}

fn through(host: &str, files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&in_repo(host)).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    for (path, text) in files {
        workspace.put(path, *text);
    }
    workspace
}

/// Returns a request to compare Codex and Claude Code, in this order.
fn two() -> CompareRequest {
    let choice = |host: &str| HostChoice {
        host: host.to_owned(),
        edition: None,
    };
    CompareRequest {
        hosts: vec![choice(CODEX), choice(CLAUDE_CODE)],
        skills: Vec::new(),
    }
}

fn compared(files: &[(&str, &str)]) -> Comparison {
    workspace(files).compare(&two()).unwrap()
}

/// Returns how the first and the second host treat the only skill of a comparison. Panics if there
/// is not exactly one skill.
fn cells(comparison: &Comparison) -> (&SkillInHost, &SkillInHost) {
    match &comparison.skills[..] {
        [skill] => (&skill.cells[0], &skill.cells[1]),
        skills => panic!("{} skills", skills.len()),
    }
}

const PDF: &str = "---\nname: pdf\ndescription: Fill in forms.\n---\nUse the script.\n";

#[test]
fn a_skill_is_looked_at_where_each_host_would_want_it() {
    let comparison = compared(&[("/repo/.agents/skills/pdf/SKILL.md", PDF)]);
    let (codex, claude) = cells(&comparison);
    assert!(codex.discovered && codex.loaded);
    assert_eq!(codex.as_if_at, None);
    assert_eq!(codex.user.as_deref(), Some("$pdf"));
    assert!(!claude.discovered);
    assert_eq!(
        claude.as_if_at.as_deref(),
        Some("/repo/.claude/skills/pdf/SKILL.md")
    );
    assert!(claude.loaded && claude.parsed && claude.model);
    assert_eq!(claude.user.as_deref(), Some("/pdf"));
    assert_eq!(claude.obstacles.len(), 1);
    assert_eq!(claude.obstacles[0].stage, CompareStage::Discover);
    assert_eq!(claude.obstacles[0].reason.to_string(), "outside-roots");
    assert!(claude.obstacles[0].change.contains("/repo/.claude/skills"));
    assert_eq!(
        comparison.skills[0].portability.verdict,
        PortabilityVerdict::Portable
    );
}

#[test]
fn what_a_skill_injects_is_measured_in_each_host() {
    let comparison = compared(&[("/repo/.agents/skills/pdf/SKILL.md", PDF)]);
    let (codex, claude) = cells(&comparison);
    let whole = format!(
        "<skill>\n<name>pdf</name>\n<path>/repo/.agents/skills/pdf/SKILL.md</path>\n{PDF}\n</skill>"
    );
    let injected = codex.injects.unwrap();
    assert_eq!(injected.characters, whole.len() as u64);
    assert_eq!(injected.tokens, whole.len().div_ceil(4) as u64);
    // The tags of the command, the base directory and the body.
    assert!(claude.injects.unwrap().characters > 60);
}

#[test]
fn every_no_names_its_reason_and_the_change_that_makes_it_a_yes() {
    let cases = [
        (
            "---\nname: a\n---\n",
            0,
            CompareStage::Parse,
            "missing-description",
        ),
        (
            "# no frontmatter\n",
            0,
            CompareStage::Parse,
            "no-frontmatter",
        ),
        (
            "---\nname: a\ndescription: \"b\n---\n",
            0,
            CompareStage::Parse,
            "invalid-yaml",
        ),
        (
            "---\nname: a\ndescription: A.\ndisable-model-invocation: true\n---\n",
            1,
            CompareStage::Model,
            "disable-model-invocation",
        ),
        (
            "---\nname: a\ndescription: A.\nuser-invocable: no\n---\n",
            1,
            CompareStage::User,
            "not-user-invocable",
        ),
        (
            "---\nname: a\ndescription: A.\npaths: '*.rs'\n---\n",
            1,
            CompareStage::Load,
            "not-active",
        ),
    ];
    for (text, host, stage, reason) in cases {
        let comparison = compared(&[("/repo/.agents/skills/a/SKILL.md", text)]);
        let cell = &comparison.skills[0].cells[host];
        let found = cell
            .obstacles
            .iter()
            .find(|obstacle| obstacle.stage == stage);
        let found = found.unwrap_or_else(|| panic!("{text:?}: {cell:?}"));
        assert_eq!(found.reason.to_string(), reason, "{text:?}");
        assert!(!found.change.is_empty(), "{text:?}");
    }
}

#[test]
fn a_no_of_the_list_or_of_the_user_names_its_own_cause() {
    const OPENCODE: &str = "opencode";
    let hidden = "---\nname: a\ndescription: A.\ndisable-model-invocation: true\n---\n";
    let broken = "---\ndescription: \"A.\n---\n";
    let cases = [
        (OPENCODE, "2026-03", hidden, "disable-model-invocation"),
        (OPENCODE, "2.0", hidden, "disable-model-invocation"),
        (
            OPENCODE,
            "2.0",
            "---\nname: a\ndescription: A.\nmetadata:\n  opencode/autoinvoke: \"false\"\n---\n",
            "autoinvoke-off",
        ),
        (OPENCODE, "2.0", "---\nname: a\n---\nA.\n", "not-listed"),
        (CLAUDE_CODE, "2026-08", broken, "no-description"),
        (CLAUDE_CODE, "2026-11", broken, "frontmatter-ignored"),
        (
            CLAUDE_CODE,
            "2026-02",
            "---\nname: a\n---\n# A\n",
            "not-listed",
        ),
        (
            CLAUDE_CODE,
            "2026-08",
            "---\nname: a\n---\n",
            "no-description",
        ),
    ];
    for (host, edition, text, reason) in cases {
        let workspace = workspace(&[("/repo/.claude/skills/a/SKILL.md", text)]);
        let request = CompareRequest {
            hosts: vec![HostChoice {
                host: host.to_owned(),
                edition: Some(edition.to_owned()),
            }],
            skills: Vec::new(),
        };
        let comparison = workspace.compare(&request).unwrap();
        let obstacles = &comparison.skills[0].cells[0].obstacles;
        let reasons: Vec<_> = obstacles.iter().map(|no| no.reason.to_string()).collect();
        assert!(
            reasons.iter().any(|known| known == reason),
            "{host} {edition} {text:?}: {obstacles:?}"
        );
    }
    // `/review` is a command of opencode's own.
    let workspace = through(
        OPENCODE,
        &[(
            "/repo/.claude/skills/review/SKILL.md",
            "---\nname: review\ndescription: A.\n---\n",
        )],
    );
    let comparison = workspace.compare(&CompareRequest::default()).unwrap();
    let cell = &comparison.skills[0].cells[2];
    assert_eq!(cell.user, None);
    assert_eq!(cell.obstacles[0].reason, UseObstacle::NameTaken.into());
}

#[test]
fn a_file_that_moving_does_not_mend_keeps_its_own_reason() {
    let comparison = compared(&[("/repo/.agents/skills/a/skill.md", PDF)]);
    let (codex, claude) = cells(&comparison);
    let reasons = |cell: &SkillInHost| -> Vec<String> {
        cell.obstacles
            .iter()
            .map(|obstacle| obstacle.reason.to_string())
            .collect()
    };
    assert_eq!(reasons(codex), ["wrong-spelling"]);
    assert_eq!(reasons(claude), ["outside-roots", "wrong-spelling"]);
    assert!(!claude.loaded);
    // Portability does not depend on the folder. The file name is wrong in every folder.
    let portability = &comparison.skills[0].portability;
    assert_eq!(portability.verdict, PortabilityVerdict::AfterFixes);
    assert_eq!(portability.fixes[0].change, "Rename it to SKILL.md.");
}

#[test]
fn a_file_by_itself_is_looked_at_as_a_skill_of_its_own_name() {
    let comparison = compared(&[
        ("/repo/.claude/commands/ship.md", PDF),
        ("/repo/.claude/commands/other.md", PDF),
    ]);
    let codex = &comparison.skills[1].cells[0];
    let target = "/repo/.agents/skills/ship/SKILL.md";
    assert_eq!(comparison.skills[1].path, "/repo/.claude/commands/ship.md");
    assert!(codex.loaded);
    assert_eq!(codex.as_if_at.as_deref(), Some(target));
    assert_eq!(codex.obstacles[0].change, format!("Copy it to {target}."));
}

#[test]
fn a_skill_that_no_move_lets_a_host_find_is_told_once() {
    // Claude Code keeps such a folder for skills of the account.
    let comparison = compared(&[("/repo/.agents/skills/synced/SKILL.md", PDF)]);
    let (_, claude) = cells(&comparison);
    let reasons: Vec<_> = (claude.obstacles.iter())
        .map(|no| no.reason.to_string())
        .collect();
    assert_eq!(reasons, ["outside-roots", "reserved-name"]);
    let comparison = compared(&[("/SKILL.md", PDF)]);
    assert!(cells(&comparison).0.as_if_at.is_some());
}

#[test]
fn a_cut_description_says_by_how_much() {
    let long = format!("---\nname: a\ndescription: {}\n---\n", "x".repeat(1600));
    let comparison = compared(&[("/repo/.claude/skills/a/SKILL.md", &long)]);
    let (codex, claude) = cells(&comparison);
    assert_eq!(codex.listed, ListedAs::Cut { by: 1600 - 1021 });
    assert_eq!(claude.listed, ListedAs::Cut { by: 1600 - 1535 });
    assert_eq!(comparison.hosts[1].cut, 1);
}

#[test]
fn the_verdict_is_portable_after_fixes_or_bound() {
    let cases = [
        (PDF, PortabilityVerdict::Portable),
        (
            "---\nname: pdf\n---\nFill.\n",
            PortabilityVerdict::AfterFixes,
        ),
        (
            "---\nname: pdf\ndescription: D.\nallowed-tools: Read\n---\nFill.\n",
            PortabilityVerdict::Portable,
        ),
        (
            "---\nname: pdf\ndescription: D.\n---\nFill $ARGUMENTS.\n",
            PortabilityVerdict::Bound,
        ),
        (
            "---\nname: pdf\ndescription: D.\n---\n!`date`\n",
            PortabilityVerdict::Bound,
        ),
        (
            "---\nname: pdf\ndescription: D.\ncontext: fork\n---\nFill.\n",
            PortabilityVerdict::Bound,
        ),
        (
            "---\nname: pdf\ndescription: D.\ndisable-model-invocation: true\n---\nFill.\n",
            PortabilityVerdict::Bound,
        ),
    ];
    for (text, verdict) in cases {
        let comparison = compared(&[("/repo/.agents/skills/pdf/SKILL.md", text)]);
        let portability = &comparison.skills[0].portability;
        assert_eq!(portability.verdict, verdict, "{text:?}: {portability:?}");
    }
    let comparison = compared(&[("/repo/.agents/skills/pdf/SKILL.md", cases[3].0)]);
    let feature = &comparison.skills[0].portability.features[0];
    assert_eq!(feature.name, "arguments in the text");
    assert_eq!(
        (&feature.hosts[..], &feature.others[..]),
        (&[CLAUDE_CODE.to_owned()][..], &[CODEX.to_owned()][..])
    );
}

#[test]
fn a_skill_that_its_author_lets_nobody_use_needs_a_change() {
    const USERS: &str = "user-invocable: false\n";
    const MODEL: &str = "disable-model-invocation: true\n";
    for (lines, verdict, fixes) in [
        (USERS.to_owned(), PortabilityVerdict::Portable, 0),
        (MODEL.to_owned(), PortabilityVerdict::Portable, 0),
        (format!("{USERS}{MODEL}"), PortabilityVerdict::AfterFixes, 2),
    ] {
        let text = format!("---\nname: pdf\ndescription: D.\n{lines}---\nFill.\n");
        let workspace = workspace(&[("/repo/.claude/skills/pdf/SKILL.md", &text)]);
        let request = CompareRequest {
            hosts: two().hosts.split_off(1),
            skills: Vec::new(),
        };
        let comparison = workspace.compare(&request).unwrap();
        let portability = &comparison.skills[0].portability;
        assert_eq!(portability.verdict, verdict, "{lines}");
        assert_eq!(portability.fixes.len(), fixes, "{lines}");
    }
}

#[test]
fn a_label_is_another_name_wherever_names_count() {
    let file = "/repo/.claude/skills/a/SKILL.md";
    let labelled = "---\nname: form-filler\ndescription: Does it.\n---\nUse the script.\n";
    let workspace = through(CLAUDE_CODE, &[(file, labelled)]);
    let comparison = workspace.compare(&two()).unwrap();
    let (codex, claude) = cells(&comparison);
    assert_eq!(
        (codex.name.as_deref(), codex.aliases.len()),
        (Some("form-filler"), 0)
    );
    assert_eq!(
        (claude.name.as_deref(), &claude.aliases[..]),
        (Some("a"), &["form-filler".to_owned()][..])
    );
    let hits = workspace.search("fill in a form", &SearchOptions::default());
    assert_eq!(hits.first().map(|hit| hit.name.as_str()), Some("a"));
    let candidates = workspace.candidates("run the form filler skill");
    assert_eq!(candidates[0].name, "form-filler");
    assert_eq!(candidates[0].paths, [file.to_owned()]);
}

#[test]
fn editions_of_one_host_are_told_apart() {
    let choice = |edition: &str| HostChoice {
        host: CLAUDE_CODE.to_owned(),
        edition: Some(edition.to_owned()),
    };
    let request = CompareRequest {
        hosts: vec![choice("2026-02"), choice("2026-08")],
        skills: Vec::new(),
    };
    let text = "---\nname: pdf\ndescription: D.\n---\nEffort: ${CLAUDE_EFFORT}.\n";
    let workspace = workspace(&[("/repo/.claude/skills/pdf/SKILL.md", text)]);
    let comparison = workspace.compare(&request).unwrap();
    let portability = &comparison.skills[0].portability;
    assert_eq!(portability.verdict, PortabilityVerdict::Bound);
    assert_eq!(portability.features[0].hosts, ["claude-code 2026-08"]);
    assert_eq!(portability.features[0].others, ["claude-code 2026-02"]);
}

#[test]
fn a_file_beside_the_skill_binds_it_too() {
    let comparison = compared(&[
        ("/repo/.claude/skills/pdf/SKILL.md", PDF),
        (
            "/repo/.claude/skills/pdf/agents/openai.yaml",
            "policy:\n  allow_implicit_invocation: false\n",
        ),
    ]);
    let (codex, claude) = cells(&comparison);
    assert!(!codex.model && claude.model);
    assert_eq!(
        comparison.skills[0].portability.verdict,
        PortabilityVerdict::Bound
    );
}

#[test]
fn sums_and_reasons_are_counted_for_each_host() {
    let comparison = compared(&[
        (
            "/repo/.agents/skills/a/SKILL.md",
            "---\nname: a\ndescription: A.\n---\n",
        ),
        ("/repo/.agents/skills/b/SKILL.md", "---\nname: b\n---\nB.\n"),
        ("/repo/.claude/skills/c/SKILL.md", "---\nname: c\n---\nC.\n"),
    ]);
    let codex = &comparison.hosts[0];
    assert_eq!((codex.discovered, codex.loaded, codex.listed), (2, 1, 1));
    assert_eq!(codex.reasons[0].reason.to_string(), "missing-description");
    assert_eq!(codex.reasons[0].count, 2);
    let claude = &comparison.hosts[1];
    assert_eq!((claude.discovered, claude.loaded, claude.listed), (1, 3, 3));
}

#[test]
fn only_the_skills_asked_for_are_compared() {
    let workspace = workspace(&[
        ("/repo/.agents/skills/a/SKILL.md", PDF),
        ("/repo/.agents/skills/b/SKILL.md", PDF),
    ]);
    let request = CompareRequest {
        skills: vec!["/repo/.agents/skills/b/SKILL.md".to_owned()],
        ..two()
    };
    let comparison = workspace.compare(&request).unwrap();
    let paths: Vec<_> = comparison
        .skills
        .iter()
        .map(|skill| skill.path.as_str())
        .collect();
    assert_eq!(paths, ["/repo/.agents/skills/b/SKILL.md"]);
}

#[test]
fn without_a_choice_every_usual_host_is_asked_in_its_default_edition() {
    let comparison = workspace(&[]).compare(&CompareRequest::default()).unwrap();
    let asked: Vec<_> = (comparison.hosts.iter())
        .map(|host| (host.host.clone(), host.edition.clone()))
        .collect();
    let usual: Vec<_> = (skillglass::hosts::hosts().into_iter())
        .filter(|host| host.usual)
        .map(|host| (host.host, host.default))
        .collect();
    assert_eq!(asked, usual);
    let unknown = CompareRequest {
        hosts: vec![HostChoice {
            host: "vi".to_owned(),
            edition: None,
        }],
        ..CompareRequest::default()
    };
    assert_eq!(
        workspace(&[]).compare(&unknown).unwrap_err().argument,
        "hosts[0].host"
    );
}

#[test]
fn comparing_again_after_an_edit_sees_the_edit() {
    let mut workspace = workspace(&[("/repo/.agents/skills/a/SKILL.md", "---\nname: a\n---\n")]);
    assert!(!workspace.compare(&two()).unwrap().skills[0].cells[0].loaded);
    workspace.put("/repo/.agents/skills/a/SKILL.md", PDF);
    assert!(workspace.compare(&two()).unwrap().skills[0].cells[0].loaded);
}

#[test]
fn comparing_again_sees_what_changed_around_a_skill() {
    let file = "/repo/.claude/skills/a/SKILL.md";
    let mut workspace = workspace(&[(file, PDF)]);
    let cells = |workspace: &Workspace| workspace.compare(&two()).unwrap().skills[0].cells.clone();
    assert!(cells(&workspace).iter().all(|cell| cell.model));
    let beside = "/repo/.claude/skills/a/agents/openai.yaml";
    let policy = "policy:\n  allow_implicit_invocation: false\n";
    workspace.put(beside, policy);
    assert!(!cells(&workspace)[0].model);
    workspace.remove(beside);
    assert!(cells(&workspace)[0].model);
    let settings = "/repo/.claude/settings.json";
    workspace.put(settings, r#"{ "skillOverrides": { "a": "name-only" } }"#);
    assert_eq!(cells(&workspace)[1].listed, ListedAs::NameOnly);
    workspace.put(settings, "{}");
    assert_eq!(cells(&workspace)[1].listed, ListedAs::Whole);
}

#[test]
fn a_skill_with_many_files_beside_it_is_still_found_where_it_is_moved_to() {
    let mut workspace = workspace(&[("/repo/.agents/skills/pdf/SKILL.md", PDF)]);
    for index in 0..600 {
        let file = format!("/repo/.agents/skills/pdf/assets/{index}.png");
        workspace.write_unread(&file).unwrap();
    }
    let comparison = workspace.compare(&two()).unwrap();
    assert!(cells(&comparison).1.loaded);
}

#[test]
fn a_skill_is_asked_for_by_any_path_that_leads_to_it() {
    let mut workspace = workspace(&[("/shared/pdf/SKILL.md", PDF)]);
    workspace.put_link("/repo/.agents/skills/pdf", "/shared/pdf");
    let request = |path: &str| CompareRequest {
        skills: vec![path.to_owned()],
        ..two()
    };
    let asked = request("/repo/.agents/skills/pdf/SKILL.md");
    let comparison = workspace.compare(&asked).unwrap();
    assert_eq!(comparison.skills[0].path, "/shared/pdf/SKILL.md");
    assert!(cells(&comparison).0.discovered);

    let error = workspace.compare(&request("/nowhere/SKILL.md"));
    assert_eq!(error.unwrap_err().argument, "skills[0]");
}

#[test]
fn one_prompt_goes_through_every_host() {
    let workspace = workspace(&[
        ("/repo/.agents/skills/pdf/SKILL.md", PDF),
        ("/repo/.claude/skills/pdf/SKILL.md", PDF),
    ]);
    let request = TurnRequest::from("/pdf and $pdf");
    let turns = workspace.turns(&request, &two().hosts).unwrap();
    assert_eq!(
        turns[0].turn.selected[0].path,
        "/repo/.agents/skills/pdf/SKILL.md"
    );
    assert_eq!(turns[0].turn.selected[0].by, SelectedBy::Name);
    assert_eq!(
        turns[1].turn.selected[0].path,
        "/repo/.claude/skills/pdf/SKILL.md"
    );
    assert_eq!(turns[1].turn.selected[0].by, SelectedBy::Slash);
}

// Skills that a prompt names in plain words, and the search.

const FORM_FILLER: &str =
    "---\nname: form-filler\ndescription: Fill in PDF forms.\n---\nUse the script.\n";

#[test]
fn a_name_in_plain_words_is_a_candidate_and_is_not_injected() {
    for (host, root) in [
        (CODEX, "/repo/.agents/skills"),
        (CLAUDE_CODE, "/repo/.claude/skills"),
    ] {
        let file = format!("{root}/form-filler/SKILL.md");
        let workspace = through(host, &[(&file, FORM_FILLER)]);
        let text = "please run the form-filler skill";
        let candidates = workspace.candidates(text);
        assert_eq!(candidates.len(), 1, "{host}");
        assert_eq!(candidates[0].paths, std::slice::from_ref(&file));
        assert_eq!(candidates[0].strength, Strength::Exact);
        let mut request = TurnRequest::from(text);
        assert!(workspace.turn(&request).selected.is_empty(), "{host}");

        request.plain_names = Some(Strength::Exact);
        let turn = workspace.turn(&request);
        assert_eq!(turn.selected[0].by, SelectedBy::PlainName, "{host}");
        assert!(
            turn.messages
                .iter()
                .any(|message| message.text.contains("Use the script."))
        );
    }
}

#[test]
fn a_weaker_name_than_asked_for_is_not_injected() {
    let workspace = workspace(&[("/repo/.agents/skills/form-filler/SKILL.md", FORM_FILLER)]);
    for (least, selected) in [
        (Strength::Exact, 0),
        (Strength::Loose, 1),
        (Strength::Weak, 1),
    ] {
        let turn = workspace.turn(&TurnRequest {
            inputs: vec![TurnInput::Text {
                text: "a form filler would help".to_owned(),
            }],
            plain_names: Some(least),
            ..TurnRequest::default()
        });
        assert_eq!(turn.selected.len(), selected, "{least:?}");
    }
}

#[test]
fn a_plain_name_that_the_host_took_already_is_injected_once() {
    let workspace = workspace(&[("/repo/.agents/skills/form-filler/SKILL.md", FORM_FILLER)]);
    let turn = workspace.turn(&TurnRequest {
        inputs: vec![TurnInput::Text {
            text: "$form-filler, the form-filler skill".to_owned(),
        }],
        plain_names: Some(Strength::Weak),
        ..TurnRequest::default()
    });
    assert_eq!(turn.selected.len(), 1);
    assert_eq!(turn.messages.len(), 1);
}

#[test]
fn a_request_ranks_the_loaded_skills_and_sees_edits() {
    let mut workspace = workspace(&[
        ("/repo/.agents/skills/form-filler/SKILL.md", FORM_FILLER),
        (
            "/repo/.agents/skills/csv/SKILL.md",
            "---\nname: csv\ndescription: Clean up tables.\n---\n",
        ),
    ]);
    let first = |workspace: &Workspace| {
        let hits = workspace.search("which one can fill in forms", &SearchOptions::default());
        hits.first().map(|hit| hit.name.clone())
    };
    assert_eq!(first(&workspace).as_deref(), Some("form-filler"));
    workspace.remove("/repo/.agents/skills/form-filler");
    assert_eq!(first(&workspace), None);
    assert_eq!(
        workspace.competitors("/nowhere", 0.5).unwrap_err().argument,
        "skill"
    );
}

#[test]
fn descriptions_that_say_the_same_are_near_duplicates() {
    let text = "---\nname: x\ndescription: Fill in PDF forms from a table of values and check them.\n---\n";
    let workspace = workspace(&[
        ("/repo/.agents/skills/a/SKILL.md", text),
        ("/repo/.agents/skills/b/SKILL.md", text),
        ("/repo/.agents/skills/c/SKILL.md", PDF),
    ]);
    let found = workspace.near_duplicates(0.9);
    assert!(found.complete);
    let pairs: Vec<_> = found
        .pairs
        .iter()
        .map(|pair| (pair.left.as_str(), pair.right.as_str()))
        .collect();
    assert_eq!(
        pairs,
        [(
            "/repo/.agents/skills/a/SKILL.md",
            "/repo/.agents/skills/b/SKILL.md"
        )]
    );
}
