//! The three tools with which the model loads skills and reads their files
//! (`docs/hosts/agno.md#the-tools`).

use super::editions::Agno;
use super::frontmatter::{load, text_of};
use crate::host::sdk::answer::{failed, loaded, refused, shown};
use crate::host::sdk::files::{FileRules, below};
use crate::host::sdk::json;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, RefusalReason, SkillCall};
use crate::model::skill::Skill;
use crate::text::py_yaml::Value;
use crate::text::python;
use crate::tree::path;

/// The name of the tool that loads a skill. If the request for a tool call names no tool,
/// Skillglass emulates a call of this tool.
pub(super) const LOAD: &str = "get_skill_instructions";

const HELP: &str = "Call it by one of the names of the list.";

const FILES: FileRules = FileRules {
    depth: 1,
    hidden: false,
    folder_links: false,
};

/// A tool that reads one file of a skill.
struct Reader {
    tool: &'static str,
    /// The subfolder of the skill's folder from which the tool reads.
    folder: &'static str,
    /// The word for a file in the tool's answers, such as `reference`.
    noun: &'static str,
    /// The name of the tool's parameter for the file, such as `reference_path`.
    input: &'static str,
    /// The key in the tool's answer under which the available files are listed.
    available: &'static str,
}

const READERS: [Reader; 2] = [
    Reader {
        tool: "get_skill_reference",
        folder: "references",
        noun: "reference",
        input: "reference_path",
        available: "available_references",
    },
    Reader {
        tool: "get_skill_script",
        folder: "scripts",
        noun: "script",
        input: "script_path",
        available: "available_scripts",
    },
];

/// Returns the paths of a skill's scripts, relative to its folder `scripts`.
pub(super) fn scripts(view: &View<'_>, skill: &Skill) -> Vec<String> {
    names(view, skill, "scripts")
}

/// Returns the paths of a skill's references, relative to its folder `references`.
pub(super) fn references(view: &View<'_>, skill: &Skill) -> Vec<String> {
    names(view, skill, "references")
}

fn names(view: &View<'_>, skill: &Skill, folder: &str) -> Vec<String> {
    let folder = path::join(skill.directory(), folder);
    let files = below(view.tree, &folder, FILES).into_iter();
    files.map(|file| file.path).collect()
}

fn texts(names: &[String]) -> String {
    json::texts(names.iter().map(String::as_str))
}

impl SkillTool for Agno {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let tool = call.tool.as_deref().unwrap_or(LOAD);
        let reader = READERS.iter().find(|reader| reader.tool == tool);
        if tool != LOAD && reader.is_none() {
            return None;
        }
        let skills = &view.catalog.skills;
        let Some(skill) = skills.iter().find(|skill| skill.name == call.skill) else {
            return Some(unknown(view, call));
        };
        Some(match reader {
            None => instructions(view, call, skill),
            Some(reader) => read(view, call, skill, reader),
        })
    }
}

/// Returns the YAML value of a skill's `name`; `None` if the file has no name or cannot be read.
fn name_value(view: &View<'_>, skill: &Skill) -> Option<Value> {
    let contents = view.tree.entry(&skill.path)?.contents()?;
    let text = text_of(contents).ok()?;
    load(&text).ok()?.name
}

fn unknown(view: &View<'_>, call: &SkillCall) -> Invocation {
    let skills = &view.catalog.skills;
    for (index, skill) in skills.iter().enumerate() {
        // The tool joins the names, which raises an exception if a name is not text.
        let name = name_value(view, skill).filter(|name| !matches!(name, Value::Text(_)));
        if let Some(name) = name {
            let kind = name.python_type();
            let message = format!("sequence item {index}: expected str instance, {kind} found");
            return failed(call, message, "Put the skill's name in quotes.");
        }
    }
    let names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
    let message = format!("Skill '{}' not found", call.skill);
    let text = json::object([
        ("error", python::json(&message)),
        ("available_skills", python::json(&names.join(", "))),
    ]);
    refused(call, RefusalReason::Unknown, text, &message, HELP)
}

fn instructions(view: &View<'_>, call: &SkillCall, skill: &Skill) -> Invocation {
    let contents = view
        .tree
        .entry(&skill.path)
        .and_then(|file| file.contents());
    let text = contents.and_then(|contents| text_of(contents).ok());
    let unreadable = || {
        let message = format!("The skill {:?} cannot be read", skill.name);
        failed(call, message, "Write the contents of its file.")
    };
    let Some(text) = text else {
        return unreadable();
    };
    let Ok(read) = load(&text) else {
        return unreadable();
    };
    let value = |value: &Option<Value>, missing: &str| match value {
        Some(value) => json::value(value),
        None => python::json(missing),
    };
    let answer = json::object([
        ("skill_name", python::json(&call.skill)),
        ("description", value(&read.description, "")),
        ("instructions", python::json(read.body)),
        ("available_scripts", texts(&scripts(view, skill))),
        ("available_references", texts(&references(view, skill))),
    ]);
    loaded(call, skill, answer)
}

fn read(view: &View<'_>, call: &SkillCall, skill: &Skill, reader: &Reader) -> Invocation {
    let Reader {
        folder,
        noun,
        input,
        available,
        ..
    } = reader;
    let wanted = call.args.as_deref().unwrap_or_default();
    let names = names(view, skill, folder);
    let name = python::json(&skill.name);
    let refuse = |message: String, members: Vec<(&str, String)>| {
        let error = [("error", python::json(&message))].into_iter();
        let text = json::object(error.chain(members));
        refused(call, RefusalReason::Unknown, text, &message, HELP)
    };
    if wanted.is_empty() {
        let message = format!(
            "A {input} is required to read a {noun} from skill '{}'",
            skill.name
        );
        let members = vec![("skill_name", name), (*available, texts(&names))];
        return refuse(message, members);
    }
    if !names.iter().any(|known| known == wanted) {
        let noun = capitalized(noun);
        let message = format!("{noun} '{wanted}' not found in skill '{}'", skill.name);
        return refuse(message, vec![(*available, texts(&names))]);
    }
    let folder = path::join(skill.directory(), folder);
    let base = view.tree.resolve(&folder).map(|folder| folder.path());
    let file = view.tree.resolve(&path::join(&folder, wanted));
    let (Ok(base), Ok(file)) = (base, file) else {
        return failed(call, format!("{wanted} cannot be read"), HELP);
    };
    if !path::is_within(&file.path(), &base) {
        let message = format!("Invalid {noun} path: '{wanted}'");
        return refuse(message, vec![("skill_name", name)]);
    }
    let Some(contents) = file.contents() else {
        let help = "Write the contents of the file.";
        return failed(call, format!("{wanted} cannot be read"), help);
    };
    match text_of(contents) {
        Ok(text) => {
            let members = [
                ("skill_name", name),
                (*input, python::json(wanted)),
                ("content", python::json(&text)),
            ];
            shown(call, json::object(members))
        }
        Err(error) => {
            let message = format!("Error reading {noun} file: {error}");
            let members = vec![("skill_name", name), (*input, python::json(wanted))];
            refuse(message, members)
        }
    }
}

fn capitalized(noun: &str) -> String {
    let (first, rest) = noun.split_at(1.min(noun.len()));
    format!("{}{rest}", first.to_ascii_uppercase())
}
