//! Compares recorded answers of the open standards: the reference validator's findings in real
//! skills, and the demands of Agent Plugins 1.0.0 on a client.

use serde_json::{Value, json};
use skillglass::host::agent_plugins::{PluginEffect, PluginReport, SPECIFICATION, read_plugin};
use skillglass::hosts::standard::validate;
use skillglass::{Workspace, WorkspaceOptions};

use crate::{Disagreement, Failure, Line, Tally, compare, fill, text};

const HOST: &str = "standard";

/// Compares the findings in one line of a recording.
pub fn run(line: &Line<'_>, tally: &mut Tally) -> Result<(), Failure> {
    let Line { case, id, .. } = line;
    if let Some(expected) = case.get(HOST) {
        let findings = validate(&text(&case["text"]), &text(&case["folder"]));
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        let mut disagreements = Vec::new();
        compare(&mut disagreements, "findings", expected, json!(codes));
        tally.count(HOST, id, &disagreements);
    } else if case.get("spec").is_some() {
        tally.count(HOST, id, &agent_plugin(case)?);
    }
    Ok(())
}

/// Compares what the reader of Agent Plugins does with one plugin with the demands of the
/// specification. If the recorded `loaded` is null, the specification leaves the answer open.
fn agent_plugin(case: &Value) -> Result<Vec<Disagreement>, Failure> {
    let expect = &case["expect"];
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/w"))?;
    fill(&mut workspace, case)?;
    let plugin = read_plugin(workspace.tree(), &text(&case["root"]), &SPECIFICATION);
    let sorted = |names: Vec<&str>| {
        let mut names = names;
        names.sort_unstable();
        json!(names)
    };
    let as_sorted = |names: &Value| {
        let names = crate::list(names).iter().filter_map(Value::as_str);
        sorted(names.collect())
    };
    let mut disagreements = Vec::new();
    if expect["loaded"].is_null() {
        return Ok(disagreements);
    }
    let loaded = json!(plugin.name.is_some());
    compare(&mut disagreements, "loaded", &expect["loaded"], loaded);
    let skills = plugin.skills.iter().map(|skill| &*skill.name).collect();
    let fields = [
        ("skills", skills),
        (
            "skipped",
            plugin.skipped(PluginEffect::SkipsSkill).collect(),
        ),
        ("mcp", plugin.servers.iter().map(String::as_str).collect()),
        (
            "mcp_skipped",
            plugin.skipped(PluginEffect::SkipsServer).collect(),
        ),
    ];
    for (field, got) in fields {
        let expected = as_sorted(&expect[field]);
        compare(&mut disagreements, field, &expected, sorted(got));
    }
    if expect["report"].is_string() {
        let reports = plugin.problems.iter().map(|problem| problem.report);
        let got = match reports.max() {
            Some(PluginReport::Must) => json!("must"),
            Some(PluginReport::Should) => json!("should"),
            _ => Value::Null,
        };
        compare(&mut disagreements, "report", &expect["report"], got);
    }
    let sections = crate::list(&expect["sections"]);
    for problem in &plugin.problems {
        let is_of = |section: &&Value| {
            let section = section.as_str().unwrap_or_default();
            problem.section.starts_with(section) || section.starts_with(problem.section)
        };
        if !sections.iter().any(|section| is_of(&section)) {
            let got = json!(problem.section);
            compare(&mut disagreements, "sections", &expect["sections"], got);
        }
    }
    Ok(disagreements)
}
