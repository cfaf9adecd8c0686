//! Compares the recorded answers of Qwen Code with the emulated host.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::hosts::qwen_code::QwenCodeOptions;
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::model::skill::{Scope, Skill};
use skillglass::{Session, Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "qwen-code";

/// The edition of Qwen Code whose answers were recorded.
const EDITION: &str = "2026-11";

/// The folder in the workspace for the skills that come with Qwen Code.
const BUNDLED: &str = "/bundled";

/// The words before a message about a file: those that Qwen Code writes (`PARSE` and `READ`), and
/// those of the emulated host (`OURS`).
const PARSE: &str = "Failed to parse skill file: ";
const READ: &str = "Failed to read skill file: ";
const OURS: &str = "Qwen Code drops it without a word: ";

/// Compares the answers of Qwen Code in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get("qwen_code").is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count(HOST, id, &workspace(case)?);
    }
    Ok(())
}

fn options(case: &Value, qwen_code: QwenCodeOptions) -> WorkspaceOptions {
    let path = |key: &str, default: &str| match case[key].as_str() {
        Some(path) => path.to_owned(),
        None => default.to_owned(),
    };
    WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: path("cwd", "/repo"),
        home: Some(path("home", "/home/me")),
        qwen_code: Some(qwen_code),
        ..WorkspaceOptions::default()
    }
}

/// Compares the answer about one real skill, which is the user's only skill.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&options(case, QwenCodeOptions::default()))?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.qwen/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let mut disagreements = Vec::new();
    let out = &mut disagreements;
    let expected = &case["qwen_code"];
    let catalog = workspace.catalog();
    if let Some(error) = expected["error"].as_str() {
        let left_out = catalog
            .left_out
            .iter()
            .find(|left_out| left_out.path == path);
        let got = left_out.map(|left_out| left_out.message.replacen(OURS, PARSE, 1));
        let with_prefix = error.starts_with(PARSE);
        let got = got.map(|got| {
            if with_prefix {
                got
            } else {
                got.replacen(PARSE, "", 1)
            }
        });
        compare(out, "error", &json!(error), json!(got));
        return Ok(disagreements);
    }
    let skill = catalog.skills.first();
    compare(
        out,
        "name",
        &expected["name"],
        json!(skill.map(|skill| &skill.name)),
    );
    let description = skill.map(|skill| &skill.description);
    compare(
        out,
        "description",
        &expected["description"],
        json!(description),
    );
    // The recording has a line of each skill, also of those that the list leaves out.
    let is_listed = skill.is_some_and(|skill| skill.model_invocable && skill.active);
    if expected["line"].is_string() && is_listed {
        let listing = workspace.listing();
        let line = listing.entries.first().and_then(|entry| entry.line.clone());
        compare(out, "line", &expected["line"], json!(line));
    }
    Ok(disagreements)
}

/// Compares the answers about a recorded workspace.
fn workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let qwen_code = QwenCodeOptions {
        trusted: case["trusted"].as_bool(),
        yolo: true,
        bundled: Some(BUNDLED.to_owned()),
        session_id: Some("<session>".to_owned()),
        ..QwenCodeOptions::default()
    };
    let mut workspace = Workspace::new(&options(case, qwen_code))?;
    fill(&mut workspace, case)?;
    let listing = expect["listing"].as_str().unwrap_or_default();
    for (name, description) in bundled(listing) {
        let frontmatter = json!({ "name": name, "description": description });
        let path = format!("{BUNDLED}/{name}/SKILL.md");
        workspace.write(&path, format!("---\n{frontmatter}\n---\n"))?;
    }
    let catalog = workspace.catalog();
    let mut disagreements = Vec::new();
    let out = &mut disagreements;

    let expected: BTreeMap<_, _> = (list(&expect["skills"]).iter())
        .map(|skill| (text(&skill["name"]), skill.clone()))
        .collect();
    let skills = catalog.skills.iter();
    let got: BTreeMap<_, _> = skills
        .filter(|skill| skill.scope != Scope::System)
        .map(|skill| (skill.name.clone(), shown(skill)))
        .collect();
    // Some recordings are made from outside of the program. They have no list of skills, and only
    // the errors in the log.
    let has_skills = expect["skills"].is_array();
    for name in expected.keys().chain(got.keys()).filter(|_| has_skills) {
        let expected = expected.get(name).cloned().map(|mut skill| {
            for key in ["body_len", "priority"] {
                skill.as_object_mut().map(|skill| skill.remove(key));
            }
            skill
        });
        compare(
            out,
            format!("skill {name}"),
            &json!(expected),
            json!(got.get(name)),
        );
    }

    let errors = list(&expect["errors"]).iter();
    let errors: BTreeMap<_, _> = errors
        .map(|error| (text(&error["path"]), text(&error["message"])))
        .collect();
    let mut left_out: BTreeMap<_, _> = (catalog.left_out.iter())
        .filter_map(|left_out| {
            let message = match left_out.reason {
                LeftOutReason::Unreadable => left_out.message.replacen(OURS, PARSE, 1),
                LeftOutReason::NotAFile => left_out.message.replacen(OURS, "", 1),
                _ => return None,
            };
            (left_out.root.is_some()).then(|| (left_out.path.clone(), message))
        })
        .collect();
    // The list of errors lacks those of extensions. The log has these errors without the words
    // about the file.
    let is_of_extension = |path: &str| path.contains("/extensions/");
    if has_skills {
        left_out.retain(|path, _| !is_of_extension(path));
        compare(out, "errors", &json!(errors), json!(left_out));
    } else {
        for (path, message) in &mut left_out {
            if is_of_extension(path) {
                *message = [PARSE, READ]
                    .iter()
                    .fold(message.clone(), |message, words| {
                        message.replacen(words, "", 1)
                    });
            }
        }
        log_errors(&expect["log_errors"], &left_out, out);
    }
    if expect.get("listing").is_none() {
        return Ok(disagreements);
    }

    let got = workspace.listing().message.map(|message| message.text);
    compare(out, "listing", &expect["listing"], json!(got));

    let mut session = Session::default();
    let calls = [&expect["calls"], &expect["again"]];
    for (round, calls) in calls.into_iter().enumerate() {
        if round == 1 {
            reads(&mut session, &workspace, &expect["reads"], out)?;
        }
        for call in list(calls) {
            let skill = text(&call["skill"]);
            let request = SkillCall {
                skill: skill.clone(),
                ..SkillCall::default()
            };
            let used = session.invoke(&workspace, &request)?;
            let got = used.messages.first().map(|message| message.text.clone());
            compare(
                out,
                format!("call {round} {skill}"),
                &call["result"],
                json!(got),
            );
        }
    }

    for turn in list(&expect["turns"]) {
        let prompt = text(&turn["prompt"]);
        let used = session.turn(&workspace, &prompt.as_str().into());
        let ours = used.invocations.first();
        let got = ours.filter(|used| used.outcome == InvocationOutcome::Injected);
        let got = got.and_then(|used| used.content.clone());
        let is_skill = |message: &str| message.starts_with("Base directory for this skill: ");
        let recorded = list(&turn["messages"]).first().and_then(Value::as_str);
        let recorded = recorded.filter(|message| is_skill(message));
        compare(out, format!("turn {prompt}"), &json!(recorded), json!(got));
    }
    Ok(disagreements)
}

/// Compares the errors in Qwen Code's debug log, which name skill folders, with the emulated ones.
fn log_errors(recorded: &Value, left_out: &BTreeMap<String, String>, out: &mut Vec<Disagreement>) {
    let recorded: BTreeMap<_, _> = list(recorded)
        .iter()
        .map(|error| (text(&error["folder"]), text(&error["message"])))
        .collect();
    let got: BTreeMap<_, _> = left_out
        .iter()
        .map(|(path, message)| {
            (
                path.trim_end_matches("/SKILL.md").to_owned(),
                message.clone(),
            )
        })
        .collect();
    compare(out, "log errors", &json!(recorded), json!(got));
}

/// Compares the reminders that Qwen Code adds to the results of reading files.
fn reads(
    session: &mut Session,
    workspace: &Workspace,
    reads: &Value,
    out: &mut Vec<Disagreement>,
) -> Result<(), Failure> {
    for read in list(reads) {
        let path = text(&read["path"]);
        let touch = session.touch(workspace, std::slice::from_ref(&path))?;
        let got = touch.messages.first().map(|message| message.text.clone());
        let recorded = text(&read["result"]);
        let at = recorded.find("\n\n<system-reminder>");
        let expected = at.map(|at| &recorded[at..]);
        compare(out, format!("read {path}"), &json!(expected), json!(got));
    }
    Ok(())
}

/// Returns a skill's fields in the form of the recording.
fn shown(skill: &Skill) -> Value {
    let fields = skill.frontmatter.as_deref().cloned().unwrap_or_default();
    let level = match skill.scope {
        Scope::Repo => "project",
        Scope::User => "user",
        _ => "extension",
    };
    let optional = [
        ("when_to_use", json!(fields.when_to_use)),
        ("paths", json!(fields.paths)),
        ("user_invocable", json!(fields.user_invocable)),
        (
            "disable_model_invocation",
            json!(fields.disable_model_invocation.filter(|flag| *flag)),
        ),
        ("allowed_tools", json!(fields.allowed_tools)),
        ("argument_hint", json!(fields.argument_hint)),
        ("hooks", json!(fields.hook_events)),
    ];
    let mut value = json!({
        "name": skill.name,
        "description": skill.description,
        "level": level,
        "path": skill.discovered_path,
    });
    for (key, field) in optional {
        if !field.is_null() && field != json!([]) {
            value[key] = field;
        }
    }
    value
}

/// Returns the names and descriptions of the skills that come with Qwen Code, from a recorded list.
fn bundled(listing: &str) -> Vec<(String, String)> {
    let entries = listing.split("<skill>\n<name>\n").skip(1);
    let entries = entries.filter_map(|entry| {
        let (name, rest) = entry.split_once("\n</name>\n<description>\n")?;
        let (description, _) = rest.split_once(" (bundled)\n</description>")?;
        Some((plain(name), plain(description)))
    });
    entries.collect()
}

fn plain(escaped: &str) -> String {
    let marks = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    marks
        .iter()
        .fold(escaped.to_owned(), |text, (mark, character)| {
            text.replace(mark, character)
        })
}
