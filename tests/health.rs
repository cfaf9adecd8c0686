//! Tests the symptoms by which a report recognizes outdated skills.

use skillglass::health::{HealthKind, HealthRequest, HealthSymptom, SkillHealth};
use skillglass::hosts::codex::CodexOptions;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, in_repo};

const SKILL: &str = "/repo/.agents/skills/pdf/SKILL.md";

fn request() -> HealthRequest {
    HealthRequest {
        today: "2026-11-26".to_owned(),
        ..HealthRequest::default()
    }
}

fn with(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&in_repo("codex")).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    for (path, text) in files {
        workspace.put(path, *text);
    }
    workspace
}

/// Returns the text of a skill `pdf` with this body.
fn text(body: &str) -> String {
    format!("---\nname: pdf\ndescription: Fill in forms.\n---\n{body}\n")
}

fn of(workspace: &Workspace, request: &HealthRequest) -> SkillHealth {
    let report = workspace.health(request).unwrap();
    (*report.skills[0]).clone()
}

fn symptoms(body: &str) -> Vec<HealthSymptom> {
    of(&with(&[(SKILL, &text(body))]), &request()).symptoms
}

fn messages(body: &str, kind: HealthKind) -> Vec<String> {
    let symptoms = symptoms(body)
        .into_iter()
        .filter(|symptom| symptom.kind == kind);
    symptoms.map(|symptom| symptom.message).collect()
}

#[test]
fn a_skill_without_symptoms_has_the_score_zero() {
    let health = of(&with(&[(SKILL, &text("Fill in the form."))]), &request());
    assert_eq!(
        (health.score, health.symptoms.len(), &*health.name),
        (0, 0, "pdf")
    );
}

#[test]
fn a_missing_script_has_its_place_and_is_heavier_than_a_missing_text() {
    let body = "Run `scripts/fill.py`.\n\nRead [the fields](references/fields.md).";
    let other = ("/repo/.agents/skills/pdf/scripts/other.py", "print()\n");
    let health = of(&with(&[(SKILL, &text(body)), other]), &request());
    let found: Vec<_> = (health.symptoms.iter())
        .map(|symptom| (symptom.kind, symptom.weight, symptom.range.start.line))
        .collect();
    assert_eq!(
        found,
        [
            (HealthKind::MissingFile, 50, 5),
            (HealthKind::MissingFile, 40, 7)
        ]
    );
    // The second symptom of the same kind counts half: 1 - 0.5 × 0.8.
    assert_eq!(health.score, 60);
}

#[test]
fn a_link_to_a_heading_that_is_gone_is_a_symptom() {
    let cases: &[(&str, &[&str])] = &[
        ("# Fill in\n[a](#fill-in)", &[]),
        (
            "# Fill in\n[a](#filling)",
            &["this file has no heading `#filling`"],
        ),
        ("# C++ & Rust!\n[a](#c--rust)", &[]),
        (
            "# 填写 表格\n[a](#%E5%A1%AB%E5%86%99-%E8%A1%A8%E6%A0%BC)",
            &[],
        ),
        ("# A\n# A\n[a](#a-1)", &[]),
        ("<a id=\"here\"></a>\n[a](#here)", &[]),
        ("[a](https://example.com/#gone) [b](#L10) [c](#{name})", &[]),
        ("```md\n[a](#gone)\n```", &[]),
    ];
    for (body, expected) in cases {
        assert_eq!(
            messages(body, HealthKind::MissingAnchor),
            *expected,
            "{body}"
        );
    }
    let fields = "/repo/.agents/skills/pdf/references/fields.md";
    let body = text("[a](references/fields.md#names) [b](references/fields.md#dates)");
    let health = of(&with(&[(SKILL, &body), (fields, "# Names\n")]), &request());
    let found: Vec<_> = health
        .symptoms
        .iter()
        .map(|symptom| &*symptom.message)
        .collect();
    assert_eq!(found, ["fields.md has no heading `#dates`"]);
}

#[test]
fn a_model_that_no_longer_works_is_a_symptom() {
    let cases: &[(&str, &[&str])] = &[
        (
            "Use `claude-2.1`.",
            &["the model claude-2.1 has not worked since 2025-07-21"],
        ),
        (
            "model: claude-3-5-sonnet-20241022",
            &["the model claude-3-5-sonnet-20241022 has not worked since 2025-10-28"],
        ),
        (
            "`claude-sonnet-4-5-20250929`, `gpt-5.2` and `claude-code`",
            &[],
        ),
        ("`gpt-5`", &["the model gpt-5 stops working on 2026-12-11"]),
        ("Faster than gpt-4, and gpt-4-level answers", &[]),
        (
            "`gpt-4` and `gpt-4`",
            &["the model gpt-4 has not worked since 2026-10-23"],
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(
            messages(body, HealthKind::RetiredModel),
            *expected,
            "{body}"
        );
    }
}

#[test]
fn models_of_the_caller_add_to_the_table() {
    let workspace = with(&[(SKILL, &text("Use `gpt-9` or `gpt-4`."))]);
    let models = [
        ("gpt-9".to_owned(), "2026-01-01".to_owned()),
        ("gpt-4".to_owned(), String::new()),
    ];
    let health = of(
        &workspace,
        &HealthRequest {
            models: models.into(),
            ..request()
        },
    );
    let found: Vec<_> = health
        .symptoms
        .iter()
        .map(|symptom| &*symptom.message)
        .collect();
    assert_eq!(found, ["the model gpt-9 has not worked since 2026-01-01"]);
}

#[test]
fn a_day_in_the_past_is_a_symptom_if_the_text_holds_until_then() {
    let cases: &[(&str, &[&str])] = &[
        (
            "The old address works until March 2025.",
            &["the text holds until March 2025, which has passed"],
        ),
        ("Works until the end of 2026.", &[]),
        ("Released in 2024.", &[]),
        (
            "**Expires:** 2025-01-31",
            &["the text holds until 2025-01-31, which has passed"],
        ),
        ("`until 2024-01-01`", &[]),
    ];
    for (body, expected) in cases {
        assert_eq!(messages(body, HealthKind::PastDate), *expected, "{body}");
    }
    let old = messages("Last updated: 2025-01-19", HealthKind::OldReview);
    assert_eq!(
        old,
        ["the last check was in 2025-01-19, more than a year ago"]
    );
    assert!(messages("Last updated: 2026-01-19", HealthKind::OldReview).is_empty());
}

#[test]
fn versions_are_judged_by_the_list_of_the_caller() {
    let body = "npx express@4.17.1 and npm i @scope/express@1.0.0\n\nrequests==2.31.0 left-pad@1.0.0\n\nexpress@5";
    let newest =
        [("express", "5.1.0"), ("requests", "2.32.3")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    let health = of(
        &with(&[(SKILL, &text(body))]),
        &HealthRequest {
            newest: newest.into(),
            ..request()
        },
    );
    let found: Vec<_> = health
        .symptoms
        .iter()
        .map(|symptom| (symptom.weight, &*symptom.message))
        .collect();
    assert_eq!(
        found,
        [
            (30, "express 4.17.1 is older than 5.1.0"),
            (8, "requests 2.31.0 is older than 2.32.3"),
            (8, "express 5 is older than 5.1.0"),
        ]
    );
}

#[test]
fn a_field_that_a_newer_edition_no_longer_reads_is_a_symptom() {
    let mut workspace = Workspace::new(&in_repo("opencode")).unwrap();
    let path = "/repo/.opencode/skills/pdf/SKILL.md";
    workspace.put(
        path,
        "---\nname: pdf\ndescription: Fill in forms.\ndisable-model-invocation: true\n---\nText.\n",
    );
    let request = |edition: &str| HealthRequest {
        hosts: vec![format!("opencode@{edition}").as_str().into()],
        ..request()
    };
    let health = of(&workspace, &request("1.18"));
    let symptom = &health.symptoms[0];
    assert_eq!(
        (symptom.kind, symptom.range.start.line),
        (HealthKind::DroppedField, 4)
    );
    assert!(of(&workspace, &request("2026-03")).symptoms.is_empty());
}

#[test]
fn a_description_whose_words_the_text_does_not_have_is_a_symptom() {
    let other = "Weather forecasts list temperature, wind, rain and snow for each city on a map of regions. \
        Stations report pressure, humidity and clouds; radar images follow storms across borders and oceans. \
        Models compute tomorrow from satellites, balloons, buoys and ships. Warnings reach farmers, pilots, sailors, \
        schools and hospitals by radio, telephone, email and sirens. Archives keep measurements from mountains, valleys, \
        deserts, forests, lakes and glaciers for climate research, insurance, agriculture and energy planning. \
        Telescopes, compasses, barometers, thermometers, anemometers, hygrometers and seismographs hang beside windows. \
        Volunteers write diaries about blossoms, birds, frost, hail, thunder, lightning and rainbows.";
    let skill = format!(
        "---\nname: pdf\ndescription: Fills invoices from spreadsheet columns and merges signed contracts into customer folders.\n---\n{other}\n"
    );
    let health = of(&with(&[(SKILL, &skill)]), &request());
    assert_eq!(health.symptoms[0].kind, HealthKind::UnusedDescription);
    let own = format!(
        "{skill}\nIt fills invoices, merges contracts into the folders of a customer, and reads spreadsheet columns."
    );
    assert!(of(&with(&[(SKILL, &own)]), &request()).symptoms.is_empty());
}

#[test]
fn nearly_the_same_descriptions_are_a_symptom_of_the_first_skill() {
    let description =
        "Fills in PDF forms from a table of values and checks every field of the form.";
    let skill = |name: &str| format!("---\nname: {name}\ndescription: {description}\n---\nText.\n");
    let other = "/repo/.agents/skills/forms/SKILL.md";
    let workspace = with(&[(SKILL, &skill("pdf")), (other, &skill("forms"))]);
    let report = workspace.health(&request()).unwrap();
    let found: Vec<_> = (report.skills.iter())
        .map(|skill| {
            (
                &*skill.name,
                skill.symptoms.first().map(|symptom| symptom.kind),
            )
        })
        .collect();
    assert_eq!(found, [("forms", Some(HealthKind::Overlap)), ("pdf", None)]);
}

#[test]
fn the_most_outdated_skill_is_first() {
    let other = "/repo/.agents/skills/forms/SKILL.md";
    let workspace = with(&[
        (
            other,
            "---\nname: forms\ndescription: Answers letters.\n---\nAnswers letters on paper.\n",
        ),
        (SKILL, &text("Use `claude-2.1`.")),
    ]);
    let report = workspace.health(&request()).unwrap();
    let names: Vec<_> = report
        .skills
        .iter()
        .map(|skill| (&*skill.name, skill.score))
        .collect();
    assert_eq!(names, [("pdf", 60), ("forms", 0)]);
}

#[test]
fn wrong_arguments_are_named() {
    let workspace = with(&[]);
    let argument = |request: HealthRequest| workspace.health(&request).unwrap_err().argument;
    assert_eq!(argument(HealthRequest::default()), "today");
    let models = [("gpt-9".to_owned(), "soon".to_owned())].into();
    assert_eq!(
        argument(HealthRequest {
            models,
            ..request()
        }),
        "models[\"gpt-9\"]"
    );
    assert_eq!(
        argument(HealthRequest {
            skills: vec!["/no".to_owned()],
            ..request()
        }),
        "skills[0]"
    );
    assert_eq!(
        argument(HealthRequest {
            hosts: vec!["no-host".into()],
            ..request()
        }),
        "hosts[0].host"
    );
}

#[test]
fn a_skill_has_the_name_under_which_hosts_with_the_current_options_load_it() {
    let path = "/team/forms/SKILL.md";
    let mut workspace = with(&[(path, &text("Text."))]);
    let request = HealthRequest {
        hosts: vec!["codex".into()],
        ..request()
    };
    assert_eq!(of(&workspace, &request).name, "forms");
    let codex = CodexOptions {
        extra_user_roots: Some(vec!["/team".to_owned()]),
        ..CodexOptions::default()
    };
    let options = WorkspaceOptions {
        codex: Some(codex),
        ..in_repo("codex")
    };
    workspace.set_options(&options).unwrap();
    assert_eq!(of(&workspace, &request).name, "pdf");
}
