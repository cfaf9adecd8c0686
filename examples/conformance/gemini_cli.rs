//! Compares the recorded answers of Gemini CLI with the emulated host.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::hosts::gemini_cli::{ApprovalMode, GeminiCliOptions};
use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{InvocationOutcome, SkillCall};
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, list, text};

const HOST: &str = "gemini-cli";

/// The edition of Gemini CLI whose answers were recorded.
const EDITION: &str = "2026-11";

/// The folder of the skills that come with Gemini CLI, as the recording names it and as the
/// workspace names it.
const BUILT_IN: [&str; 2] = ["<builtin>", "/builtin"];

/// Compares the answers of Gemini CLI in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if case.get("gemini").is_some() {
        tally.count(HOST, id, &lone_skill(case)?);
    } else if case["host"] == HOST {
        tally.count(HOST, id, &workspace(case)?);
    }
    Ok(())
}

/// Compares the answer about one real skill, which is the user's only skill.
fn lone_skill(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let mut workspace = Workspace::new(&options("/repo", "/home/me", GeminiCliOptions::default()))?;
    let folder = text(&case["folder"]);
    let path = format!("/home/me/.gemini/skills/{folder}/SKILL.md");
    workspace.write(&path, text(&case["text"]))?;
    let catalog = workspace.catalog();
    let got = catalog.skills.first();
    let got = got.map(|skill| json!({ "name": skill.name, "description": skill.description }));
    let mut disagreements = Vec::new();
    compare(&mut disagreements, HOST, &case["gemini"], json!(got));
    Ok(disagreements)
}

fn options(cwd: &str, home: &str, gemini_cli: GeminiCliOptions) -> WorkspaceOptions {
    WorkspaceOptions {
        host: Some(HOST.to_owned()),
        edition: Some(EDITION.to_owned()),
        cwd: cwd.to_owned(),
        home: Some(home.to_owned()),
        gemini_cli: Some(gemini_cli),
        ..WorkspaceOptions::default()
    }
}

/// Compares the answers about a recorded workspace. Gemini CLI reads a folder in the file system's
/// order. So lists are compared as sets, and of two skills with one name in a folder either may
/// win.
fn workspace(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let trusted = case["trusted"].as_bool();
    let gemini_cli = GeminiCliOptions {
        trusted,
        headless: true,
        approval_mode: Some(ApprovalMode::Yolo),
        built_in: Some(BUILT_IN[1].to_owned()),
        ..GeminiCliOptions::default()
    };
    let options = options(&text(&case["cwd"]), &text(&case["home"]), gemini_cli);
    let mut workspace = Workspace::new(&options)?;
    fill(&mut workspace, case)?;
    let listing = text(&expect["listing"]).replace(BUILT_IN[0], BUILT_IN[1]);
    let recorded = entries(&listing);
    write_built_in(&mut workspace, &listing)?;
    let catalog = workspace.catalog();
    let is_own = |path: &str| path.starts_with(BUILT_IN[1]);
    // `contested` has the names that two skills in one folder have. `by_chance` has those of them
    // for which one skill loads.
    let contested: Vec<_> = (catalog.left_out.iter())
        .filter(|left_out| left_out.reason == LeftOutReason::Shadowed)
        .filter_map(|left_out| {
            let root = left_out.root.as_ref()?;
            let name = left_out.message.split('"').nth(1)?;
            let within = format!("\"{name}\" from \"{root}/");
            (left_out.message.contains(&within)).then_some((name, root))
        })
        .collect();
    let by_chance: Vec<_> = (catalog.skills.iter())
        .filter(|skill| contested.contains(&(skill.name.as_str(), &skill.root)))
        .map(|skill| skill.name.as_str())
        .collect();
    let is_certain = |name: &str| !by_chance.contains(&name);
    let mut disagreements = Vec::new();
    let out = &mut disagreements;

    let expected: BTreeMap<_, _> = (list(&expect["skills"]).iter())
        .map(|skill| (text(&skill["name"]), skill.clone()))
        .collect();
    let got: BTreeMap<_, _> = (catalog.skills.iter())
        .filter(|skill| !is_own(&skill.path))
        .map(|skill| {
            let value = json!({
                "name": skill.name,
                "enabled": skill.enabled,
                "description": skill.description,
                "path": skill.discovered_path,
            });
            (skill.name.clone(), value)
        })
        .collect();
    for name in expected.keys().chain(got.keys()) {
        let both = [&expected, &got].map(|skills| skills.get(name).cloned());
        match both {
            [Some(_), Some(_)] if !is_certain(name) => {}
            [expected, got] => compare(out, format!("skill {name}"), &json!(expected), json!(got)),
        }
    }

    let ours = workspace.listing();
    let message = ours.message.as_ref().map(|message| message.text.as_str());
    if trusted == Some(true) {
        let head = |text: &str| {
            text.split("  <skill>")
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let ours = message.unwrap_or_default();
        compare(out, "heading", &json!(head(&listing)), json!(head(ours)));
        let both = [recorded, entries(ours)];
        for name in both.iter().flat_map(BTreeMap::keys) {
            let [expected, got] = [0, 1].map(|index| both[index].get(name).map(Entry::shown));
            if is_certain(name) {
                compare(out, format!("entry {name}"), &json!(expected), json!(got));
            }
        }
    } else {
        compare(out, "listing", &expect["listing"], json!(message));
    }
    let tool = ours.tool.as_ref();
    let enumerated: Vec<_> = ours
        .entries
        .iter()
        .map(|entry| entry.name.clone())
        .collect();
    let around = |description: &str| match description.split_once(" (Available: ") {
        Some((before, behind)) => {
            let behind = behind.split_once("'). ").map_or("", |(_, behind)| behind);
            format!("{before} … {behind}")
        }
        None => description.to_owned(),
    };
    let described = expect["tool"]["description"].as_str().map(around);
    compare(
        out,
        "tool",
        &json!(described),
        json!(tool.map(|tool| around(&tool.description))),
    );
    let names = format!(" (Available: '{}'). ", enumerated.join("', '"));
    if tool.is_some_and(|tool| !enumerated.is_empty() && !tool.description.contains(&names)) {
        compare(out, "tool names", &json!(names), json!(tool));
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        (!names.is_empty()).then_some(names)
    };
    let expected: Vec<_> = list(&expect["tool"]["enum"]).iter().map(text).collect();
    compare(
        out,
        "enum",
        &json!(sorted(expected)),
        json!(sorted(enumerated)),
    );

    for (name, expected) in list(&case["activate"])
        .iter()
        .zip(list(&expect["activations"]))
    {
        let name = text(name);
        let call = SkillCall {
            skill: name.clone(),
            ..SkillCall::default()
        };
        let used = workspace.invoke(&call)?;
        let got = match used.outcome {
            InvocationOutcome::Refused { message, .. } => json!({ "error": message }),
            _ => json!({ "output": used.content }),
        };
        if is_certain(&name) {
            compare(out, format!("activation {name}"), expected, got);
        }
    }

    let mut warnings: Vec<_> = list(&case["warnings"]).iter().map(text).collect();
    warnings.extend((case["turn_error"].as_str()).map(|error| error.trim_end().to_owned()));
    let certain = |warnings: Vec<String>| {
        let is_certain = |warning: &String| {
            let mut names = contested.iter().map(|(name, _)| format!("\"{name}\""));
            !names.any(|name| warning.contains(&name))
        };
        sorted(warnings.into_iter().filter(is_certain).collect())
    };
    let got = ours.warning.unwrap_or_default();
    let got = certain(got.lines().map(str::to_owned).collect());
    compare(out, "warnings", &json!(certain(warnings)), json!(got));
    Ok(disagreements)
}

/// Writes the skills that come with Gemini CLI into the workspace, as a recorded list describes
/// them.
pub fn write_built_in(workspace: &mut Workspace, listing: &str) -> Result<(), Failure> {
    let listing = listing.replace(BUILT_IN[0], BUILT_IN[1]);
    for entry in entries(&listing).values() {
        if entry.path.starts_with(BUILT_IN[1]) {
            let frontmatter = json!({ "name": entry.name, "description": entry.description });
            workspace.write(&entry.path, format!("---\n{frontmatter}\n---\n"))?;
        }
    }
    Ok(())
}

/// A skill in a recorded list.
struct Entry {
    name: String,
    description: String,
    path: String,
}

impl Entry {
    fn shown(&self) -> String {
        format!("{}\n{}\n{}", self.name, self.description, self.path)
    }
}

/// Parses a recorded list into its skills, by name.
fn entries(listing: &str) -> BTreeMap<String, Entry> {
    let behind = listing.split("  <skill>\n    <name>").skip(1);
    let entries = behind.filter_map(|entry| {
        let (name, rest) = entry.split_once("</name>\n    <description>")?;
        let (description, rest) = rest.rsplit_once("</description>\n    <location>")?;
        let (path, _) = rest.split_once("</location>")?;
        let entry = Entry {
            name: name.to_owned(),
            description: description.to_owned(),
            path: path.to_owned(),
        };
        Some((name.to_owned(), entry))
    });
    entries.collect()
}
