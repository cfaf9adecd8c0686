//! The skill tool, with which the model loads a skill (`docs/hosts/copilot-cli.md#the-tool`).

use std::borrow::Cow;

use super::editions::CopilotCli;
use super::frontmatter::body;
use super::list::shown;
use super::names::BUILT_IN;
use super::options::CopilotCliOptions;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{
    ContextChanges, Invocation, InvocationOutcome, InvokedBy, RefusalReason, SkillCall, Until,
};
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, SkillKind};
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The name of the tag around a skill's text.
pub(super) const TAG: &str = "skill-context";

/// The maximum number of entries in a skill's folder that are inspected to find its files. No
/// host has this limit.
const MAX_ENTRIES: usize = 10_000;

/// The name of the folders whose files are not listed.
const SKIPPED: &str = "node_modules";

impl SkillTool for CopilotCli {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let skills = shown(view);
        let arguments = call.args.as_deref().unwrap_or_default();
        let exact = skills.iter().find(|skill| skill.name == call.skill);
        let called = exact
            .or_else(|| (skills.iter()).find(|skill| skill.name.eq_ignore_ascii_case(&call.skill)));
        let mut invocation = match called {
            Some(skill) => use_of(view, skill, InvokedBy::Model, arguments, &self.options),
            None => {
                let names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
                let message = format!(
                    "Skill \"{}\" not found. Available skills: {}",
                    call.skill,
                    names.join(", ")
                );
                let mut all = view.catalog.skills.iter();
                let is_hidden = all.any(|skill| skill.name.eq_ignore_ascii_case(&call.skill));
                let (reason, help) = if is_hidden {
                    (
                        RefusalReason::DisableModelInvocation,
                        "Ask the user to name it, or take `disable-model-invocation` out.",
                    )
                } else {
                    (
                        RefusalReason::Unknown,
                        "Call the tool with a name from the list.",
                    )
                };
                let outcome = InvocationOutcome::refused(reason, &*message, help);
                Invocation {
                    messages: vec![Message::new(Role::Tool, message)],
                    ..Invocation::by_model(call, outcome)
                }
            }
        };
        for message in &mut invocation.messages {
            if message.role == Role::Tool {
                message.call_id.clone_from(&call.id);
            }
        }
        Some(invocation)
    }
}

/// Returns the result of invoking a skill. The last message is a user message with the skill's
/// text. If the model invoked the skill with the tool `skill`, the tool's answer comes before the
/// user message.
pub(super) fn use_of(
    view: &View<'_>,
    skill: &Skill,
    by: InvokedBy,
    arguments: &str,
    options: &CopilotCliOptions,
) -> Invocation {
    let name = &skill.name;
    let Some(text) = text_of(view.tree, skill, options) else {
        let outcome = InvocationOutcome::Failed {
            message: format!("The file of the skill {name} cannot be read"),
            help: "Write the contents of its file.".to_owned(),
        };
        return Invocation {
            path: Some(skill.path.clone()),
            ..Invocation::new(by, name, arguments, outcome)
        };
    };
    let content = context(view.tree, skill, &text);
    let mut messages = Vec::new();
    if by == InvokedBy::Model {
        let answer = format!(
            "Skill \"{name}\" loaded successfully. Follow the instructions in the skill context."
        );
        messages.push(Message::new(Role::Tool, answer).about(&skill.path));
    }
    messages.push(Message::new(Role::User, content.clone()).about(&skill.path));
    Invocation {
        path: Some(skill.path.clone()),
        content: Some(content),
        messages,
        changes: changes(skill),
        ..Invocation::new(by, name, arguments, InvocationOutcome::Injected)
    }
}

/// Returns the text of a skill without the frontmatter and the empty lines after it. Every line end
/// is a line feed. Returns `None` if the file cannot be read.
fn text_of<'t>(
    tree: &'t Tree,
    skill: &Skill,
    options: &'t CopilotCliOptions,
) -> Option<Cow<'t, str>> {
    if skill.path == BUILT_IN {
        let mut known = options.built_in.iter();
        let known = known.find(|known| known.name == skill.name);
        return known.map(|known| Cow::Borrowed(known.content.as_str()));
    }
    let contents = tree.entry(&skill.path)?.contents()?;
    let text = contents.text().ok()?;
    let body = body(text).trim_start_matches(['\n', '\r']);
    Some(if body.contains("\r\n") {
        Cow::Owned(body.replace("\r\n", "\n"))
    } else {
        Cow::Borrowed(body)
    })
}

fn context(tree: &Tree, skill: &Skill, text: &str) -> String {
    let mut context = format!("<{TAG} name=\"{}\">\n", skill.name);
    if skill.path != BUILT_IN {
        let directory = skill.directory();
        context.push_str(&format!("Base directory for this skill: {directory}\n\n"));
        let files = related(tree, skill);
        if !files.is_empty() {
            context.push_str("Related files (use view tool to read):\n");
            for file in files {
                context.push_str(&format!("  - {file}\n"));
            }
            context.push('\n');
        }
    }
    context.push_str(&format!("{text}\n</{TAG}>"));
    context
}

/// Returns the paths of all files below a skill's folder, except the `SKILL.md` and links.
fn related(tree: &Tree, skill: &Skill) -> Vec<String> {
    let Ok(directory) = tree.resolve(skill.directory()) else {
        return Vec::new();
    };
    if skill.kind == SkillKind::Command {
        return Vec::new();
    }
    let mut files = Vec::new();
    let mut looked_at = 0;
    let mut pending: Vec<(Entry<'_>, String)> = vec![(directory, skill.directory().to_owned())];
    while let Some((folder, folder_path)) = pending.pop() {
        for child in folder.children() {
            looked_at += 1;
            let name = child.name();
            let child_path = path::join(&folder_path, name);
            match child.kind() {
                EntryKind::File(_) if name != SKILL_FILE => files.push(child_path),
                EntryKind::Directory if name != SKIPPED => pending.push((child, child_path)),
                _ => {}
            }
        }
        if looked_at > MAX_ENTRIES {
            break;
        }
    }
    sort::by(&mut files, |one, other| {
        one.encode_utf16().cmp(other.encode_utf16())
    });
    files
}

/// Returns the change that lets the tools in a skill's `allowed-tools` run without a question to
/// the user (`docs/hosts/copilot-cli.md#fields`). Returns `None` if the skill allows no tools.
fn changes(skill: &Skill) -> Option<ContextChanges> {
    let tools = &skill.frontmatter.as_ref()?.allowed_tools;
    (!tools.is_empty()).then(|| ContextChanges {
        skill: skill.name.clone(),
        allowed_tools: tools.clone(),
        until: Until::SkillEnds,
        ..ContextChanges::default()
    })
}
