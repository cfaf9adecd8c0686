//! The tool `skill`, with which the model loads a skill (`docs/hosts/kilo.md#the-tool`).

use std::collections::BTreeMap;
use std::ops::Range;

use super::command::{output, requests, with_outputs};
use super::config::Surroundings;
use super::editions::Kilo;
use super::permission;
use super::text::{filled, is_trusted, without_shell};
use crate::host::pattern_rules::TOOL;
use crate::host::sample;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::tool_permissions::ToolPermissions;
use crate::model::invocation::{
    Invocation, InvocationOutcome, InvokedBy, RefusalReason, SkillCall,
};
use crate::model::permission::{ToolCall, Verdict};
use crate::model::shared_list::SharedList;
use crate::model::skill::{Scope, Skill};
use crate::text::template;
use crate::tree::Tree;

/// The maximum number of files in a skill's folder that the skill tool's answer lists.
pub(super) const MAX_FILES: usize = 10;

/// The name of the tag around a skill's text.
pub(super) const TAG: &str = "skill_content";

impl SkillTool for Kilo {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let surroundings = Surroundings::read(view.tree, view.environment);
        let mut invocation = Invocation::by_model(call, InvocationOutcome::Waits);
        let skills = &view.catalog.skills;
        let Some(skill) = skills.iter().find(|skill| skill.name == call.skill) else {
            let message = not_found(&call.skill, skills);
            invocation.messages = vec![call.answer(message.clone())];
            let help = "Call it by one of the names of the list.";
            invocation.outcome = InvocationOutcome::refused(RefusalReason::Unknown, message, help);
            return Some(invocation);
        };
        invocation.path = Some(skill.path.clone());
        let rules = permission::rules(&surroundings, view.environment);
        let permission = rules.of(&skill.name);
        let verdict = permission.verdict;
        invocation.permission = Some(permission);
        match verdict {
            Verdict::Deny => {
                let message = self.denial(view, &skill.name);
                let reason = if rules.has_tool() {
                    RefusalReason::Denied
                } else {
                    RefusalReason::NoTool
                };
                invocation.messages = vec![call.answer(message.clone()).about(&skill.path)];
                let help = "Change permission.skill of the configuration.";
                invocation.outcome = InvocationOutcome::refused(reason, message, help);
                return Some(invocation);
            }
            Verdict::Ask if !call.approved => {
                invocation.outcome = InvocationOutcome::Asks;
                return Some(invocation);
            }
            Verdict::Ask | Verdict::Allow => {}
        }
        let text = match filled(view, &surroundings, skill) {
            Ok(text) => text,
            Err(problem) => {
                invocation.outcome = InvocationOutcome::Failed {
                    message: format!("The skill {:?} cannot be read: {problem}", skill.name),
                    help: "Write the contents of its file.".to_owned(),
                };
                return Some(invocation);
            }
        };
        let commands = outside_of_fences(&text);
        let text = match without_shell(view, is_trusted(&surroundings, skill)) {
            Some(note) => with_outputs(&text, &commands, |_| Some(note.to_owned())),
            None => {
                invocation.requests = requests(skill, &text, &commands, "", InvokedBy::Model);
                let requests = &invocation.requests;
                with_outputs(&text, &commands, |command| {
                    output(requests, &call.outputs, command)
                })
            }
        };
        let Some(text) = text else {
            return Some(invocation);
        };
        let text = skill_content(view.tree, &surroundings, skill, &text);
        invocation.messages = vec![call.answer(text.clone()).about(&skill.path)];
        invocation.content = Some(text);
        invocation.outcome = InvocationOutcome::Injected;
        Some(invocation)
    }
}

impl Kilo {
    /// Returns the message for a call of the skill tool that a permission rule denies.
    fn denial(&self, view: &View<'_>, name: &str) -> String {
        let call = ToolCall {
            tool: TOOL.to_owned(),
            input: BTreeMap::from([("name".to_owned(), name.into())]),
            ..ToolCall::default()
        };
        let message = self.permission(view, &call, &[]).message;
        message.map(|message| message.text).unwrap_or_default()
    }
}

fn not_found(name: &str, skills: &SharedList<Skill>) -> String {
    let mut names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
    crate::sort::by_key(&mut names, |name| *name);
    let names = if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    };
    format!("Skill \"{name}\" not found. Available skills: {names}")
}

/// Returns the byte ranges of the shell commands in a text, without those in fenced code blocks.
fn outside_of_fences(text: &str) -> Vec<Range<usize>> {
    let mut fenced = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        match (open, mark) {
            (None, Some(mark)) => open = Some((mark, at)),
            (Some((opened, start)), Some(mark)) if opened == mark => {
                fenced.push(start..at + line.len());
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    fenced.extend(open.map(|(_, start)| start..text.len()));
    let commands = template::commands(text).into_iter();
    commands
        .filter(|command| {
            let next = fenced.partition_point(|fence| fence.end <= command.start);
            let fence = fenced.get(next);
            !fence.is_some_and(|fence| fence.contains(&command.start))
        })
        .collect()
}

/// Returns the skill tool's answer: the text of a skill, and a list of some files in the skill's
/// folder.
fn skill_content(tree: &Tree, surroundings: &Surroundings, skill: &Skill, text: &str) -> String {
    let name = &skill.name;
    let text = text.trim();
    let folder = if skill.scope == Scope::System {
        String::new()
    } else {
        let directory = skill.directory();
        let ignores = surroundings.ignores_packages(directory);
        let is_shown =
            |path: &str| !(ignores && path[directory.len()..].contains("/node_modules/"));
        let files = sample::files(tree, directory, MAX_FILES, &is_shown).into_iter();
        let files: Vec<_> = files.map(|file| format!("<file>{file}</file>")).collect();
        format!(
            "\n\nBase directory for this skill: {directory}\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\nNote: file list is sampled.\n\n<skill_files>\n{}\n</skill_files>",
            files.join("\n")
        )
    };
    format!("<{TAG} name=\"{name}\">\n# Skill: {name}\n\n{text}{folder}\n</{TAG}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_fenced_blocks_do_not_run() {
        let text =
            "!`a`\n```sh\n!`b`\n```\n!`c`\n~~~\n```\n!`d`\n~~~\n!`e` ```\n !`f`\n  ```\n!`g`\n";
        let found: Vec<_> = outside_of_fences(text)
            .into_iter()
            .map(|bytes| &text[bytes])
            .collect();
        assert_eq!(found, ["!`a`", "!`c`", "!`e`", "!`f`"]);
    }
}
