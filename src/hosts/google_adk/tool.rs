//! The tools of `SkillToolset`, with which the model loads skills and reads their files
//! (`docs/hosts/google-adk.md#the-tools`).

use super::editions::GoogleAdk;
use super::frontmatter::{read, text_of};
use super::list::{self, LOAD};
use super::pydantic;
use crate::host::sdk::answer::{failed, loaded, refused, shown};
use crate::host::sdk::files::{FileRules, SkillFile, below};
use crate::host::sdk::json;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, RefusalReason, SkillCall};
use crate::model::skill::Skill;
use crate::text::document::with_line_feeds;
use crate::text::python;
use crate::tree::path;

const LIST: &str = "list_skills";
const READ: &str = "load_skill_resource";
const RUN: &str = "run_skill_script";

/// The folders of a skill from which the model can read files.
const FOLDERS: [&str; 3] = ["references/", "assets/", "scripts/"];

/// The folder for scripts within the folder of a skill.
const SCRIPTS: &str = "scripts/";

const FILES: FileRules = FileRules {
    depth: usize::MAX,
    hidden: true,
    folder_links: false,
};

const HELP: &str = "Call it by one of the names of the list.";

impl SkillTool for GoogleAdk {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let error = |reason, message: String, code: &str| {
            let text = json::object([
                ("error", python::json(&message)),
                ("error_code", python::json(code)),
            ]);
            Some(refused(call, reason, text, &message, HELP))
        };
        let tool = call.tool.as_deref().unwrap_or(LOAD);
        if tool == LIST {
            let entries: Vec<_> = view.catalog.skills.iter().map(list::entry).collect();
            return Some(shown(call, list::within(&entries.join("\n"))));
        }
        let path = call.args.as_deref().unwrap_or_default();
        let required = |argument: &str| format!("Argument '{argument}' is required.");
        let invalid = "INVALID_ARGUMENTS";
        if !matches!(tool, LOAD | READ | RUN) {
            return None;
        }
        if call.skill.is_empty() {
            return error(RefusalReason::EmptyName, required("skill_name"), invalid);
        }
        if tool != LOAD && path.is_empty() {
            return error(RefusalReason::EmptyName, required("file_path"), invalid);
        }
        let mut skills = view.catalog.skills.iter();
        let Some(skill) = skills.find(|skill| skill.name == call.skill) else {
            let message = format!("Skill '{}' not found.", call.skill);
            return error(RefusalReason::Unknown, message, "SKILL_NOT_FOUND");
        };
        if tool == LOAD {
            return Some(self.load(view, call, skill));
        }
        let name = &skill.name;
        if tool == RUN {
            let script = path.strip_prefix(SCRIPTS).unwrap_or(path);
            let found = file(view, skill, &format!("{SCRIPTS}{script}"));
            return if found.is_some_and(|script| text(&script).is_some()) {
                let message = "Neither Environment nor CodeExecutor is configured. An environment or code executor is required to run scripts.";
                error(
                    RefusalReason::NoTool,
                    message.to_owned(),
                    "NO_CODE_EXECUTOR",
                )
            } else {
                let message = format!("Script '{path}' not found in skill '{name}'.");
                error(RefusalReason::Unknown, message, "SCRIPT_NOT_FOUND")
            };
        }
        if !FOLDERS.iter().any(|folder| path.starts_with(folder)) {
            let message = "Path must start with 'references/', 'assets/', or 'scripts/'.";
            let code = "INVALID_RESOURCE_PATH";
            return error(RefusalReason::Unknown, message.to_owned(), code);
        }
        let found = file(view, skill, path);
        let contents = found.as_ref().map(text);
        let last = match contents {
            Some(Some(text)) => ("content", python::json(&text)),
            // A script that is not text is left out.
            Some(None) if !path.starts_with(SCRIPTS) => {
                let status = "Binary file detected. The content has been injected into the conversation history for you to analyze.";
                ("status", python::json(status))
            }
            _ => {
                let message = format!("Resource '{path}' not found in skill '{name}'.");
                return error(RefusalReason::Unknown, message, "RESOURCE_NOT_FOUND");
            }
        };
        let answer = json::object([
            ("skill_name", python::json(name)),
            ("file_path", python::json(path)),
            last,
        ]);
        Some(shown(call, answer))
    }
}

impl GoogleAdk {
    fn load(&self, view: &View<'_>, call: &SkillCall, skill: &Skill) -> Invocation {
        let unreadable = || {
            let message = format!("The skill {:?} cannot be read", skill.name);
            failed(call, message, "Write the contents of its file.")
        };
        let file = view.tree.entry(&skill.path);
        let Some(Ok(text)) = file.and_then(|file| file.contents()).map(text_of) else {
            return unreadable();
        };
        let Ok((fields, body)) = read(&text) else {
            return unreadable();
        };
        let Ok(frontmatter) = pydantic::validate(&fields, self.edition) else {
            return unreadable();
        };
        let optional = |text: Option<&str>| text.map_or_else(|| "null".to_owned(), python::json);
        let metadata = crate::text::py_yaml::Value::Map(frontmatter.metadata.to_vec());
        let mut members = vec![
            ("name", python::json(&frontmatter.name)),
            ("description", python::json(frontmatter.description)),
            ("license", optional(frontmatter.license)),
            ("compatibility", optional(frontmatter.compatibility)),
            ("allowed_tools", optional(frontmatter.allowed_tools)),
            ("metadata", json::value(&metadata)),
        ];
        let others = frontmatter.others.iter();
        members.extend(others.map(|(name, value)| (*name, json::value(value))));
        let answer = json::object([
            ("skill_name", python::json(&skill.name)),
            ("instructions", python::json(body)),
            ("frontmatter", json::object(members)),
        ]);
        loaded(call, skill, answer)
    }
}

/// Returns the file at the path `wanted`, relative to a skill's folder; `None` if there is no such
/// file.
fn file<'t>(view: &View<'t>, skill: &Skill, wanted: &str) -> Option<SkillFile<'t>> {
    let (folder, inside) = wanted.split_once('/')?;
    if wanted.split('/').any(|part| part == "__pycache__") {
        return None;
    }
    let folder = path::join(skill.directory(), folder);
    let mut files = below(view.tree, &folder, FILES).into_iter();
    files.find(|file| file.path == inside)
}

/// Returns the text of a file; `None` if the file is not loaded or not UTF-8.
fn text(file: &SkillFile<'_>) -> Option<String> {
    let contents = file.entry.contents()?;
    let text = python::decode(contents.bytes()).ok()?;
    Some(with_line_feeds(text).into_owned())
}
