//! The tool `load_skill`, with which the model loads the files of a skill
//! (`docs/hosts/openai-agents.md#the-tool`).

use super::editions::OpenaiAgents;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, InvocationOutcome, RefusalReason, SkillCall};
use crate::model::memory::MAIN_AGENT;
use crate::model::skill::Skill;
use crate::text::py_yaml::Value;
use crate::tree::{Entry, EntryKind, path};

/// The folder in the sandbox into which skills are loaded.
const FOLDER: &str = ".agents";

/// Returns the path of a skill's folder in the sandbox.
pub(super) fn place(skill: &Skill) -> String {
    path::join(FOLDER, path::file_name(skill.directory()))
}

/// Returns the path of the first link below a folder, relative to the folder; `None` if there is no
/// link.
pub(super) fn first_link(folder: Entry<'_>) -> Option<String> {
    // The last entry of the list is visited next.
    let mut pending = vec![(folder, String::new())];
    while let Some((entry, at)) = pending.pop() {
        if matches!(entry.kind(), EntryKind::Link(_)) {
            return Some(at);
        }
        let children: Vec<_> = entry.children().collect();
        pending.extend(children.into_iter().rev().map(|child| {
            let at = if at.is_empty() {
                child.name().to_owned()
            } else {
                path::join(&at, child.name())
            };
            (child, at)
        }));
    }
    None
}

impl SkillTool for OpenaiAgents {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let skills = &view.catalog.skills;
        if skills.is_empty() || self.options.eager {
            return None;
        }
        let mut invocation = Invocation::by_model(call, InvocationOutcome::Injected);
        let is_named = |skill: &&Skill| {
            skill.name == call.skill || path::file_name(skill.directory()) == call.skill
        };
        let mut named = skills.iter().filter(is_named);
        let skill = match (named.next(), named.next()) {
            (Some(skill), None) => skill,
            (found, _) => {
                let (message, help) = if found.is_some() {
                    (
                        "lazy skill name is ambiguous",
                        "Call the tool with the name of the skill's folder, and give the skills different names.",
                    )
                } else {
                    (
                        "lazy skill not found",
                        "Call the tool with a name from the list.",
                    )
                };
                invocation.outcome =
                    InvocationOutcome::refused(RefusalReason::Unknown, message, help);
                return Some(invocation);
            }
        };
        invocation.path = Some(skill.path.clone());
        let agent = call.agent.as_deref().unwrap_or(MAIN_AGENT);
        let status = if view.memory.invoked(agent, &skill.path).is_some() {
            invocation.outcome = InvocationOutcome::AlreadyLoaded;
            "already_loaded"
        } else {
            "loaded"
        };
        let folder = view.tree.entry(skill.directory());
        if let Some(link) = folder.and_then(first_link) {
            let folder = skill.directory();
            invocation.outcome = InvocationOutcome::Failed {
                message: format!("failed to read local dir artifact: {folder}"),
                help: format!("Replace the link {link} by a copy of its target."),
            };
            return Some(invocation);
        }
        let members = [
            ("status", status.to_owned()),
            ("skill_name", skill.name.clone()),
            ("path", place(skill)),
        ];
        let members = members.map(|(key, value)| (Value::Text(key.to_owned()), Value::Text(value)));
        let text = Value::Map(members.into()).python_str();
        invocation.messages = vec![call.answer(&*text).about(&skill.path)];
        if invocation.outcome == InvocationOutcome::Injected {
            invocation.content = Some(text);
        }
        Some(invocation)
    }
}
