//! Tests how skills rank for prompts that should trigger them.

use skillglass::Workspace;
use skillglass::triggers::{
    SkillTriggers, TriggerFindingCode as Code, TriggerPrompt, TriggerResult, TriggersReport,
    TriggersRequest,
};

use crate::common::{Files, in_repo};

const PDF: &str = "/repo/.agents/skills/pdf";
const CSV: &str = "/repo/.agents/skills/csv";

/// Returns a workspace with the skills `pdf` and `csv`, and with these files.
fn with(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&in_repo("codex")).unwrap();
    workspace.put("/repo/.git/HEAD", "ref: x\n");
    let skills = [
        (PDF, "pdf", "Fill in forms and merge documents."),
        (CSV, "csv", "Clean up tables and merge columns."),
    ];
    for (folder, name, description) in skills {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n# Sign\n");
        workspace.put(format!("{folder}/SKILL.md"), text);
    }
    for (path, text) in files {
        workspace.put(path, *text);
    }
    workspace
}

fn prompt(prompt: &str, skill: &str, should_trigger: bool) -> TriggerPrompt {
    TriggerPrompt {
        prompt: prompt.to_owned(),
        skill: Some(skill.to_owned()).filter(|skill| !skill.is_empty()),
        should_trigger: Some(should_trigger),
    }
}

fn of_prompts(workspace: &Workspace, prompts: &[TriggerPrompt]) -> TriggersReport {
    let request = TriggersRequest {
        prompts: prompts.to_vec(),
        ..TriggersRequest::default()
    };
    workspace.triggers(&request).unwrap()
}

/// Returns the report on a file of prompts in the folder of the skill `pdf`.
fn of_file(name: &str, text: &str) -> TriggersReport {
    let path = format!("{PDF}/{name}");
    let workspace = with(&[(&path, text)]);
    workspace.triggers(&TriggersRequest::default()).unwrap()
}

fn found(report: &TriggersReport) -> Vec<(Code, &str)> {
    let findings = report.findings.iter();
    findings
        .map(|finding| (finding.code, &*finding.message))
        .collect()
}

fn terms(result: &TriggerResult) -> Vec<&str> {
    result.matched.iter().map(|word| &*word.term).collect()
}

#[test]
fn a_prompt_passes_if_its_skill_ranks_first() {
    let report = of_prompts(&with(&[]), &[prompt("fill in this form", "pdf", true)]);
    let result = &report.results[0];
    assert_eq!((result.passed, result.rank), (Some(true), Some(1)));
    assert_eq!(terms(result), ["fill", "form"]);
    assert_eq!((report.passed, report.judged), (1, 1));
    assert_eq!(found(&report), []);
}

#[test]
fn a_prompt_for_which_another_skill_ranks_first_has_the_competitor_with_its_words() {
    let report = of_prompts(&with(&[]), &[prompt("merge two tables", "pdf", true)]);
    let result = &report.results[0];
    assert_eq!((result.passed, result.rank), (Some(false), Some(2)));
    assert_eq!(result.first.as_deref(), Some("csv"));
    let other = &result.competitors[0];
    assert_eq!(other.name, "csv");
    let words: Vec<_> = other.matched.iter().map(|word| &*word.term).collect();
    assert_eq!(words, ["merge", "table"]);
    assert_eq!(
        found(&report),
        [(Code::NotFirst, "pdf ranks 2; csv is first")]
    );
    let confusion = &report.confusions[0];
    let pair = (&*confusion.expected, confusion.first.as_deref());
    assert_eq!((pair, confusion.prompts), (("pdf", Some("csv")), 1));
}

#[test]
fn skills_with_the_same_score_share_a_rank_and_neither_is_first() {
    let mut workspace = with(&[]);
    for name in ["a", "b"] {
        let text = format!("---\nname: {name}\ndescription: Sort photos.\n---\n");
        workspace.put(format!("/repo/.agents/skills/{name}/SKILL.md"), text);
    }
    let report = of_prompts(&workspace, &[prompt("sort my photos", "a", true)]);
    assert_eq!(report.results[0].rank, Some(2));
    let message = "a shares the first rank with another skill";
    assert_eq!(found(&report), [(Code::NotFirst, message)]);
    assert_eq!(report.confusions[0].first.as_deref(), Some("b"));
}

#[test]
fn a_prompt_that_should_not_trigger_a_skill_fails_if_the_skill_ranks_first() {
    let prompts = [
        prompt("fill the form of my garden", "pdf", false),
        prompt("tables", "pdf", false),
    ];
    let report = of_prompts(&with(&[]), &prompts);
    let passed: Vec<_> = report.results.iter().map(|result| result.passed).collect();
    assert_eq!(passed, [Some(false), Some(true)]);
    let message = "pdf ranks first for a prompt that should not trigger it";
    assert_eq!(found(&report), [(Code::WronglyFirst, message)]);
}

#[test]
fn a_ranking_does_not_judge_prompts_without_a_skill_or_without_a_second_skill() {
    let report = of_prompts(&with(&[]), &[prompt("good morning", "", false)]);
    assert_eq!((report.results[0].passed, report.judged), (None, 0));
    let mut one = with(&[]);
    one.remove(CSV);
    let report = of_prompts(&one, &[prompt("a form", "pdf", false)]);
    assert_eq!((report.results[0].passed, report.judged), (None, 0));
}

#[test]
fn only_names_and_descriptions_count_because_a_list_shows_nothing_else() {
    let report = of_prompts(&with(&[]), &[prompt("sign", "pdf", true)]);
    assert_eq!(report.results[0].rank, None);
    let message = "no word of the prompt is in what the host shows of pdf";
    assert_eq!(found(&report), [(Code::NotFirst, message)]);
}

#[test]
fn a_skill_that_the_host_does_not_show_to_its_model_is_a_finding() {
    let hidden =
        "---\nname: csv\ndescription: Clean up tables.\ndisable-model-invocation: true\n---\n";
    let mut workspace = Workspace::new(&in_repo("claude-code")).unwrap();
    workspace.put("/repo/.claude/skills/csv/SKILL.md", hidden);
    let report = of_prompts(&workspace, &[prompt("clean up tables", "csv", true)]);
    assert_eq!(report.results[0].passed, Some(false));
    assert_eq!(report.findings[0].code, Code::NotOffered);
    assert!(!report.skills[0].offered);
}

#[test]
fn the_host_of_the_request_decides_which_skills_there_are() {
    let mut workspace = with(&[]);
    workspace.put(
        "/repo/.claude/skills/forms/SKILL.md",
        "---\nname: forms\ndescription: Fill in forms.\n---\n",
    );
    let request = TriggersRequest {
        prompts: vec![prompt("fill in forms", "forms", true)],
        host: Some("claude-code".into()),
        ..TriggersRequest::default()
    };
    let report = workspace.triggers(&request).unwrap();
    assert_eq!((&*report.host, report.passed), ("claude-code", 1));
    let codex = TriggersRequest {
        host: None,
        ..request
    };
    let error = workspace.triggers(&codex).unwrap_err().to_string();
    assert_eq!(error, "prompts[0].skill: codex loads no skill \"forms\"");
}

#[test]
fn words_of_failed_prompts_are_to_add_and_would_let_them_pass() {
    let prompts = [
        prompt("stamp my invoice", "pdf", true),
        prompt("stamp the letter", "pdf", true),
        prompt("merge columns of the invoice", "csv", true),
    ];
    let report = of_prompts(&with(&[]), &prompts);
    let pdf: &SkillTriggers = report
        .skills
        .iter()
        .find(|skill| skill.name == "pdf")
        .unwrap();
    let words: Vec<_> = (pdf.add.iter())
        .map(|word| (&*word.term, word.prompts, word.others))
        .collect();
    assert_eq!(
        words,
        [("stamp", 2, 0), ("invoice", 1, 0), ("letter", 1, 0)]
    );
    assert_eq!((report.passed, report.passed_with_words), (1, 3));
}

#[test]
fn words_that_only_fit_other_prompts_are_to_take() {
    let prompts = [
        prompt("fill in the form", "pdf", true),
        prompt("merge", "csv", false),
        prompt("shuffle and merge documents", "csv", true),
    ];
    let report = of_prompts(&with(&[]), &prompts);
    let pdf: &SkillTriggers = report
        .skills
        .iter()
        .find(|skill| skill.name == "pdf")
        .unwrap();
    let words: Vec<_> = pdf.take.iter().map(|word| &*word.term).collect();
    assert_eq!(words, ["document", "merge"]);
}

#[test]
fn files_beside_skills_are_read_in_the_public_shapes() {
    let cases = [
        (
            "evals/eval_queries.json",
            r#"[{"query": "fill in a form", "should_trigger": true}, {"query": "a table", "should_trigger": false}]"#,
            vec![("fill in a form", true), ("a table", false)],
        ),
        (
            "evals/evals.json",
            r#"{"skill_name": "old-name", "evals": [{"id": 1, "prompt": "fill in a form", "expected_output": "x"}]}"#,
            vec![("fill in a form", true)],
        ),
        (
            "eval_queries.json",
            "\u{feff}[{\"query\": \"documents\"}]",
            vec![("documents", true)],
        ),
        (
            "evals/train.json",
            r#"{"queries": [{"prompt": "documents", "shouldTrigger": false}]}"#,
            vec![("documents", false)],
        ),
    ];
    for (name, text, expected) in cases {
        let report = of_file(name, text);
        let read: Vec<_> = (report.results.iter())
            .map(|result| (&*result.prompt, result.should_trigger))
            .collect();
        assert_eq!(read, expected, "{name}");
        let is_pdf = |result: &TriggerResult| result.skill.as_deref() == Some("pdf");
        assert!(report.results.iter().all(is_pdf), "{name}");
    }
}

#[test]
fn a_prompt_of_a_file_has_its_place() {
    let report = of_file(
        "evals/eval_queries.json",
        "[\n  {\"query\": \"a table\"}\n]\n",
    );
    let place = report.findings[0].place.as_ref().unwrap();
    assert_eq!(place.path, format!("{PDF}/evals/eval_queries.json"));
    let (start, end) = (place.range.start, place.range.end);
    assert_eq!((start.line, start.column, end.column), (2, 13, 22));
    assert_eq!(report.findings[0].prompt, Some(0));
}

#[test]
fn a_broken_entry_is_a_finding_at_its_place_and_loses_nothing_else() {
    let good = r#"{"query": "fill in a form"}"#;
    let cases = [
        ("3", "an entry is not an object"),
        ("{}", "an entry has no `query` and no `prompt`"),
        (r#"{"query": 3}"#, "`query` is not a text"),
        (r#"{"prompt": " "}"#, "`prompt` is empty"),
        (
            r#"{"query": "a", "should_trigger": "yes"}"#,
            "`should_trigger` is neither true nor false",
        ),
        (r#"{"query": "a", "skill": 3}"#, "`skill` is not a name"),
    ];
    for (entry, message) in cases {
        let report = of_file("evals/evals.json", &format!("[{entry}, {good}]"));
        assert_eq!(found(&report), [(Code::WrongShape, message)], "{entry}");
        assert_eq!((report.results.len(), report.passed), (1, 1), "{entry}");
    }
}

#[test]
fn a_broken_file_is_a_finding_and_other_files_are_read() {
    let good = format!("{CSV}/evals/evals.json");
    let broken = format!("{PDF}/evals/evals.json");
    let cases = [
        ("[{", Code::NotJson),
        ("", Code::NotJson),
        ("{}", Code::WrongShape),
        (r#"{"evals": 3}"#, Code::WrongShape),
        ("3", Code::WrongShape),
    ];
    for (text, code) in cases {
        let files = [
            (&*good, r#"[{"query": "clean up tables"}]"#),
            (&*broken, text),
        ];
        let report = with(&files).triggers(&TriggersRequest::default()).unwrap();
        let codes: Vec<_> = report.findings.iter().map(|finding| finding.code).collect();
        assert_eq!((codes, report.passed), (vec![code], 1), "{text}");
    }
    let mut unread = with(&[]);
    unread.write_unread(&broken).unwrap();
    let report = unread.triggers(&TriggersRequest::default()).unwrap();
    assert_eq!(report.findings[0].code, Code::Unread);
}

#[test]
fn another_json_file_in_the_folder_of_evals_is_passed_over() {
    for text in ["{\"a\": 1}", "[1]", "nonsense"] {
        let report = of_file("evals/fixture.json", text);
        assert_eq!((found(&report), report.results.len()), (vec![], 0));
    }
}

#[test]
fn a_file_of_the_workspace_names_the_skill_of_each_prompt() {
    let text = r#"[
        {"query": "fill in a form", "skill": "pdf"},
        {"query": "good morning", "skill": null},
        {"query": "good evening"},
        {"query": "clean up tables", "skill": "cvs"}
    ]"#;
    let workspace = with(&[("/repo/prompts.json", text)]);
    let request = TriggersRequest {
        files: vec!["/repo/prompts.json".to_owned()],
        ..TriggersRequest::default()
    };
    let report = workspace.triggers(&request).unwrap();
    let passed: Vec<_> = report.results.iter().map(|result| result.passed).collect();
    assert_eq!(passed, [Some(true), None, None, Some(false)]);
    let message = "codex loads no skill \"cvs\"";
    assert_eq!(found(&report), [(Code::UnknownSkill, message)]);
}

#[test]
fn wrong_arguments_are_errors() {
    let workspace = with(&[]);
    let cases = [
        (
            r#"{"files": ["/repo/gone.json"]}"#,
            "files[0]: there is no file",
        ),
        (r#"{"host": "codexx"}"#, "host: "),
        (r#"{"host": "codex@1"}"#, "edition: "),
    ];
    for (request, message) in cases {
        let request: TriggersRequest = serde_json::from_str(request).unwrap();
        let error = workspace.triggers(&request).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
