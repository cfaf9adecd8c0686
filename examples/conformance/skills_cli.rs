//! Compares the recorded answers of the `skills` CLI with the emulated program.

use serde_json::{Value, json};
use skillglass::install::{InstallRequest, InstalledContent};
use skillglass::tree::path;
use skillglass::{Workspace, WorkspaceOptions};

use crate::claude_code::Aspects;
use crate::site::site;
use crate::{Failure, Line, Tally, compare, list, text};

const HOST: &str = "skills-cli";

/// Compares the answers of the `skills` CLI in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get("skills_cli").is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        let aspects = match case.get("site") {
            Some(_) => site(case)?,
            None => repository(case)?,
        };
        tally.count_aspects(HOST, line, aspects);
    }
    Ok(())
}

pub fn opened(case: &Value) -> Result<Workspace, Failure> {
    Ok(Workspace::new(&WorkspaceOptions {
        cwd: case["cwd"].as_str().unwrap_or("/w/project").to_owned(),
        home: case["home"].as_str().map(str::to_owned),
        ..WorkspaceOptions::default()
    })?)
}

/// Compares the answer about one real skill, which is the only one in its repository.
fn lone_skill(case: &Value) -> Result<Vec<crate::Disagreement>, Failure> {
    let mut workspace = opened(&json!({}))?;
    let folder = text(&case["folder"]);
    workspace.write(
        &format!("/w/repo/skills/{folder}/SKILL.md"),
        text(&case["text"]),
    )?;
    let report = workspace.install(&InstallRequest {
        source: "/w/repo".to_owned(),
        project: "/w/project".to_owned(),
        // The recorder ran the program on each file separately.
        internal: true,
        ..InstallRequest::default()
    })?;
    let got = match report.skipped.first() {
        Some(skipped) => json!({ "error": skipped.reason }),
        None => json!({ "loaded": report.skills.len() == 1 }),
    };
    let mut disagreements = Vec::new();
    let mut expected = case["skills_cli"].clone();
    // Only the first line of the error was recorded.
    if let (Some(words), Some(ours)) = (expected["error"].as_str(), got["error"].as_str())
        && ours.starts_with(words)
    {
        expected = got.clone();
    }
    compare(&mut disagreements, HOST, &expected, got);
    Ok(disagreements)
}

/// Returns the words after an option on a command line, up to the next option.
pub fn option(words: &[String], name: &str) -> Vec<String> {
    let mut words = words.iter().skip_while(|word| *word != name).skip(1);
    let mut values = Vec::new();
    for word in words.by_ref() {
        if word.starts_with("--") {
            break;
        }
        values.push(word.clone());
    }
    values
}

fn request(case: &Value, words: &[String]) -> InstallRequest {
    let cwd = text(&case["cwd"]);
    let source = text(&case["source"]);
    let internal = case["env"]["INSTALL_INTERNAL_SKILLS"].as_str();
    let has = |name: &str| words.iter().any(|word| word == name);
    let mut agents = option(words, "--agent");
    if agents.iter().any(|agent| agent == "*") || has("--all") {
        agents = skillglass::install::agents().map(str::to_owned).collect();
    }
    InstallRequest {
        source: path::resolve(&cwd, &source),
        project: cwd,
        home: case["home"].as_str().map(str::to_owned),
        skills: option(words, "--skill"),
        full_depth: has("--full-depth"),
        internal: matches!(internal, Some("1" | "true")),
        agents,
        copy: has("--copy"),
        global: has("--global"),
    }
}

pub fn words(value: &Value) -> Vec<String> {
    list(value).iter().map(text).collect()
}

fn repository(case: &Value) -> Result<Aspects, Failure> {
    let mut workspace = opened(case)?;
    crate::fill(&mut workspace, case)?;
    let expect = &case["expect"];
    let mut aspects: Aspects = Vec::new();
    let mut aspect = |name, expected: &Value, got: Value| {
        let mut out = Vec::new();
        compare(&mut out, name, expected, got);
        aspects.push((name, out));
    };
    let source = text(&case["source"]);
    let is_path = source.starts_with(['.', '/']);
    let asked = request(case, &words(&case["list_args"]));
    if is_path {
        let report = workspace.install(&asked)?;
        let mut shown: Vec<_> = report.skills.iter().collect();
        // The groups of plugins come first, sorted by name. Skills without a plugin follow.
        shown.sort_by_key(|skill| (skill.group.is_none(), skill.group.clone()));
        let shown: Vec<_> = shown
            .into_iter()
            .map(|skill| {
                json!({ "name": skill.name, "description": skill.description, "group": skill.group, "path": skill.folder })
            })
            .collect();
        let failed = report
            .error
            .as_deref()
            .filter(|error| !error.starts_with("No matching"));
        aspect(
            "exit",
            &expect["list"]["exit"],
            json!(u8::from(failed.is_some())),
        );
        let is_listed = expect["list"]["exit"] == 0;
        if is_listed {
            // The recorder inferred a folder from the installed files. The recording has no folder
            // if the installation failed, and several folders if their files are equal.
            let mut expected = expect["list"]["skills"].clone();
            for (expected, got) in expected.as_array_mut().into_iter().flatten().zip(&shown) {
                let is_open =
                    expected["path"].is_null() || list(&expected["path"]).contains(&got["path"]);
                if is_open {
                    expected["path"] = got["path"].clone();
                }
            }
            aspect("listed", &expected, json!(shown));
        }
        let warnings: Vec<_> = (report.skipped.iter())
            .map(|skipped| json!({ "path": skipped.path, "reason": skipped.reason }))
            .collect();
        aspect("warnings", &expect["list"]["warnings"], json!(warnings));
    }
    let words = words(&case["install_args"]);
    let asked = request(case, &words);
    let named = !asked.agents.is_empty();
    let plain = !words.iter().any(|word| {
        matches!(
            word.as_str(),
            "eve" | "--subagent" | "--all" | "*" | "nope" | "claude"
        )
    });
    if is_path && named && plain && words.iter().any(|word| word == "--yes") {
        let report = workspace.install(&asked)?;
        let mut got: Vec<_> = (report.entries.iter())
            .map(|entry| match &entry.content {
                InstalledContent::File { from } => (entry.path.clone(), "file", from.clone()),
                InstalledContent::Directory => (entry.path.clone(), "dir", String::new()),
                InstalledContent::Link { target } => {
                    (entry.path.clone(), "symlink", target.clone())
                }
            })
            .map(|(path, kind, of)| json!([path, kind, of]))
            .collect();
        let lock = path::join(&asked.project, "skills-lock.json");
        let mut expected: Vec<_> = (list(&expect["install"]["tree"]).iter())
            .filter(|entry| entry["path"] != lock.as_str())
            .map(|entry| {
                // If several source files are equal, the recording has the text of the file and not
                // its source.
                if entry["type"] == "file" && entry["from"].is_null() {
                    let ours = got.iter().find(|known| known[0] == entry["path"]);
                    let file = ours.and_then(|ours| workspace.tree().entry(ours[2].as_str()?));
                    let contents = file.and_then(|file| file.contents()?.text().ok());
                    if contents.is_some() && contents == entry["text"].as_str() {
                        return ours.cloned().unwrap_or_default();
                    }
                }
                let of = entry["from"]
                    .as_str()
                    .or(entry["target"].as_str())
                    .unwrap_or_default();
                json!([entry["path"], entry["type"], of])
            })
            .collect();
        let key = |entry: &Value| text(&entry[0]);
        got.sort_by_key(key);
        expected.sort_by_key(key);
        aspect("installed", &json!(expected), json!(got));
    }
    Ok(aspects)
}
