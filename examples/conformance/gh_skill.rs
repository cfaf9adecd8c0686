//! Compares the recorded answers of `gh skill` with the emulated program.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::install::gh_skill::{GhContent, GhSeverity, GhSkillReport, GhSkillRequest};
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Failure, Line, Tally, compare, text};

const HOST: &str = "gh-skill";

/// Compares the answers of `gh skill` in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case["host"] != HOST {
        return Ok(());
    }
    let answers = &case["answers"];
    let workspace = opened(case)?;
    let visible = workspace.gh_skill(&request(case, false))?;
    let mut disagreements = Vec::new();
    let listed = |report: &GhSkillReport| -> String {
        let skills = report.skills.iter();
        skills
            .map(|skill| format!("{}\t{}\n", skill.shown, skill.description))
            .collect()
    };
    let mut check = |aspect: &str, expected: &str, got: String| {
        compare(
            &mut disagreements,
            aspect,
            &json!(expected.trim_end()),
            json!(got.trim_end()),
        );
    };
    check("list", &text(&answers["list"]["out"]), listed(&visible));
    let hidden = workspace.gh_skill(&GhSkillRequest {
        skill: None,
        ..request(case, true)
    })?;
    check("hidden", &text(&answers["hidden"]["out"]), listed(&hidden));
    let published = findings(&visible);
    check("publish", &text(&answers["publish"]["out"]), published);
    if answers["publish"]["rc"] == 1 {
        let error = visible.publish.error.clone().unwrap_or_default();
        check("publish error", &text(&answers["publish"]["err"]), error);
    }
    let options: Vec<String> = list(&case["select"]);
    // With these options, the program reports wrong use or prints a list, and installs nothing.
    let is_other = |option: &String| option == "--pin" || option.is_empty();
    if options.iter().any(is_other)
        || options.len() == 2
            && options.iter().any(|option| option == "--all")
            && options[0] != "--all"
    {
        tally.count(HOST, id, &disagreements);
        return Ok(());
    }
    let report = workspace.gh_skill(&request(
        case,
        options.iter().any(|option| option == "--allow-hidden-dirs"),
    ))?;
    let error = report.install.error.clone().unwrap_or_default();
    let said = text(&answers["install"]["err"]);
    if answers["install"]["rc"] == 1 {
        let end = said.trim_end();
        let end = if end.ends_with(error.as_str()) && !error.is_empty() {
            error.clone()
        } else {
            end.to_owned()
        };
        compare(
            &mut disagreements,
            "install error",
            &json!(end),
            json!(error),
        );
    } else {
        compare(
            &mut disagreements,
            "install error",
            &json!(""),
            json!(error),
        );
    }
    let got = files(&workspace, &report, case);
    let mut expected = BTreeMap::new();
    for (path, file) in answers["installed"].as_object().into_iter().flatten() {
        if path.ends_with('/') {
            continue;
        }
        let bytes = contents(&file[0]);
        expected.insert(path.clone(), String::from_utf8_lossy(&bytes).into_owned());
    }
    compare(
        &mut disagreements,
        "installed",
        &json!(expected),
        json!(got),
    );
    if let Some(fixed) = answers["fixed"].as_object() {
        let fixes = visible.publish.fixes.iter();
        let fixes: BTreeMap<_, _> = fixes
            .map(|fix| (fix.path.trim_start_matches("/w/repo/"), fix.text.as_str()))
            .collect();
        compare(&mut disagreements, "fixed", &json!(fixed), json!(fixes));
    }
    tally.count(HOST, id, &disagreements);
    Ok(())
}

/// Returns a workspace with the repository of a recorded case.
fn opened(case: &Value) -> Result<Workspace, Failure> {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/w/cwd"))?;
    workspace.make_directory("/w/repo")?;
    for (path, file) in case["files"].as_object().into_iter().flatten() {
        workspace.write(&format!("/w/repo/{path}"), contents(file))?;
    }
    for (path, target) in case["links"].as_object().into_iter().flatten() {
        workspace.link(&format!("/w/repo/{path}"), &text(target))?;
    }
    for folder in list(&case["folders"]) {
        workspace.make_directory(&format!("/w/repo/{folder}"))?;
    }
    for folder in list(&case["existing"]) {
        workspace.write(&format!("/w/out/{folder}/old.txt"), "old")?;
    }
    Ok(workspace)
}

/// Returns the contents of a recorded file, which is stored as text or as base64.
fn contents(file: &Value) -> Vec<u8> {
    let Some(encoded) = file["base64"].as_str() else {
        return text(file).into_bytes();
    };
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for byte in encoded.bytes().filter(|byte| *byte != b'=') {
        bits = bits << 6 | digit(byte);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

fn request(case: &Value, hidden: bool) -> GhSkillRequest {
    let options: Vec<String> = list(&case["select"]);
    let remotes = case["remotes"].as_array().into_iter().flatten();
    let remotes = remotes.map(|remote| (text(&remote[0]), text(&remote[1])));
    let is_git = case["git"] != false;
    GhSkillRequest {
        source: "/w/repo".to_owned(),
        project: "/w/cwd".to_owned(),
        skill: options
            .first()
            .filter(|option| !option.starts_with("--"))
            .cloned(),
        directory: Some("/w/out".to_owned()),
        force: options.iter().any(|option| option == "--force"),
        hidden,
        is_git: Some(is_git),
        remotes: is_git.then(|| remotes.collect()),
        ..GhSkillRequest::default()
    }
}

/// Returns the findings of `gh skill publish` in the form in which the program prints them.
fn findings(report: &GhSkillReport) -> String {
    let findings = report.publish.findings.iter();
    let lines: String = findings
        .map(|finding| {
            let severity = match finding.severity {
                GhSeverity::Error => "error",
                _ => "warning",
            };
            format!("{severity}\t{}\t{}\n", finding.skill, finding.message)
        })
        .collect();
    match lines.as_str() {
        "" if report.publish.accepted => "ok".to_owned(),
        _ => lines,
    }
}

/// Returns the files that exist after the installation, with their texts, by path.
fn files(workspace: &Workspace, report: &GhSkillReport, case: &Value) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in list(&case["existing"]) {
        files.insert(format!("{folder}/old.txt"), "old".to_owned());
    }
    for entry in &report.install.entries {
        let text = match &entry.content {
            GhContent::Text { text } => text.clone(),
            GhContent::File { from } => {
                let file = workspace
                    .tree()
                    .resolve(from)
                    .ok()
                    .and_then(|file| file.contents());
                file.map(|file| String::from_utf8_lossy(file.bytes()).into_owned())
                    .unwrap_or_default()
            }
            GhContent::Directory => continue,
        };
        files.insert(entry.path.trim_start_matches("/w/out/").to_owned(), text);
    }
    files
}

/// Returns the texts in a recorded list.
fn list(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}
