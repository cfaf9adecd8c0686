//! The tools with which the model loads a skill, reads its files and runs its scripts
//! (`docs/hosts/agent-framework.md#the-tools`).

use super::editions::AgentFramework;
use super::list::escape;
use crate::host::sdk::answer::{failed, loaded, refused, shown};
use crate::host::sdk::files::{FileRules, below};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use crate::model::skill::Skill;
use crate::sort;
use crate::text::document::with_line_feeds;
use crate::text::python::{self, strip};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, path};

/// The name of the tool that loads a skill. A call without a tool's name calls this tool.
const LOAD: &str = "load_skill";
const READ: &str = "read_skill_resource";
const RUN: &str = "run_skill_script";

/// The extensions of the resource files that the tool can read.
const RESOURCES: &[&str] = &["md", "json", "yaml", "yml", "csv", "xml", "txt"];
const SCRIPTS: &[&str] = &["py"];

const FILES: FileRules = FileRules {
    depth: 2,
    hidden: true,
    folder_links: false,
};

const HELP: &str = "Call the tool with a name as it is listed.";

impl SkillTool for AgentFramework {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let tool = call.tool.as_deref().unwrap_or(LOAD);
        if view.catalog.skills.is_empty() || !matches!(tool, LOAD | READ | RUN) {
            return None;
        }
        if !call.approved {
            let mut asks = shown(call, String::new());
            asks.outcome = InvocationOutcome::Asks;
            asks.messages.clear();
            asks.content = None;
            return Some(asks);
        }
        Some(self.answer(view, call, tool))
    }
}

impl AgentFramework {
    /// Returns the answer to a tool call that the user has approved.
    fn answer(&self, view: &View<'_>, call: &SkillCall, tool: &str) -> Invocation {
        let error = |reason, message: String| {
            let text = format!("Error: {message}");
            refused(call, reason, text, &message, HELP)
        };
        if strip(&call.skill).is_empty() {
            let message = "Skill name cannot be empty.".to_owned();
            return error(RefusalReason::EmptyName, message);
        }
        let name = call.args.as_deref().unwrap_or_default();
        let kind = if tool == RUN { "Script" } else { "Resource" };
        // Both names are checked before the skill is looked up.
        if tool != LOAD && strip(name).is_empty() {
            let message = format!("{kind} name cannot be empty.");
            return error(RefusalReason::EmptyName, message);
        }
        let wanted = call.skill.to_lowercase();
        let mut skills = view.catalog.skills.iter();
        let Some(skill) = skills.find(|skill| skill.name.to_lowercase() == wanted) else {
            let message = format!("Skill '{}' not found.", call.skill);
            return error(RefusalReason::Unknown, message);
        };
        let endings = match tool {
            LOAD => {
                return match content(view, skill) {
                    Ok(text) => loaded(call, skill, text),
                    Err(problem) => {
                        failed(call, problem, "Write the contents of its file as UTF-8.")
                    }
                };
            }
            READ => RESOURCES,
            _ => SCRIPTS,
        };
        let files = files(view, skill, endings);
        let Some((_, file)) = files.iter().find(|(known, _)| known == name) else {
            let message = format!("{kind} '{name}' not found in skill '{}'.", skill.name);
            return error(RefusalReason::Unknown, message);
        };
        if tool == RUN {
            let message = format!(
                "ValueError: Script '{name}' requires a runner. Provide a script_runner for file-based scripts."
            );
            return failed(call, message, "Give the provider a `script_runner`.");
        }
        match text_of(*file) {
            Ok(text) => shown(call, text),
            Err(problem) => failed(call, problem, "Save the file as UTF-8."),
        }
    }
}

/// Returns the text of a file, in which every line end is a line feed. Returns an error if the file
/// cannot be read.
fn text_of(file: Entry<'_>) -> Result<String, String> {
    let contents = file.contents();
    let contents = contents.ok_or("the contents of the file have not been given yet")?;
    let text = python::decode(contents.bytes());
    let text = text.map_err(|message| format!("UnicodeDecodeError: {message}"))?;
    Ok(with_line_feeds(text).into_owned())
}

/// Returns the files of a skill that have one of these extensions, sorted by path. Links are left
/// out.
fn files<'t>(view: &View<'t>, skill: &Skill, endings: &[&str]) -> Vec<(String, Entry<'t>)> {
    let directory = view.tree.resolve(skill.directory()).map(Entry::path);
    let directory = directory.unwrap_or_default();
    let is_listed = |path: &str| {
        let name = path::file_name(path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let entry = view.tree.entry(&path::join(&directory, path));
        name != SKILL_FILE
            && endings
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
            && entry.is_some_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
    };
    let files = below(view.tree, &directory, FILES).into_iter();
    let mut files: Vec<_> = files
        .filter(|file| is_listed(&file.path))
        .map(|file| (file.path, file.entry))
        .collect();
    sort::by(&mut files, |(one, _), (other, _)| one.cmp(other));
    files
}

/// Returns the answer of `load_skill`: the text of the skill's file, then the names of its
/// resources and scripts.
fn content(view: &View<'_>, skill: &Skill) -> Result<String, String> {
    let file = view.tree.entry(&skill.path);
    let text = text_of(file.ok_or("there is no such file")?)?;
    let lines = |endings, line: &dyn Fn(String) -> String| {
        let files = files(view, skill, endings).into_iter();
        let lines: Vec<_> = files.map(|(name, _)| line(escape(&name))).collect();
        lines.join("\n")
    };
    let resources = lines(RESOURCES, &|name| format!("  <resource name=\"{name}\"/>"));
    let scripts = lines(SCRIPTS, &|name| {
        format!(
            "  <script name=\"{name}\">\n    <parameters_schema>{{\"type\": \"array\", \"items\": {{\"type\": \"string\"}}}}</parameters_schema>\n  </script>"
        )
    });
    let element = |tag: &str, lines: String| {
        if lines.is_empty() {
            format!("<{tag} />")
        } else {
            format!("<{tag}>\n{lines}\n</{tag}>")
        }
    };
    let resources = element("available_resources", resources);
    let scripts = element("available_scripts", scripts);
    Ok(format!("{text}\n\n{resources}\n\n{scripts}"))
}
