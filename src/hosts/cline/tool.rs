//! The skill tool, with which the model loads a skill (`docs/hosts/cline.md#the-tool`).

use super::editions::Cline;
use super::names::{bare, id};
use super::settings::Settings;
use crate::host::agent_plugins::frontmatter::split;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{
    Invocation, InvocationOutcome, InvokedBy, RefusalReason, SkillCall,
};
use crate::model::message::{Message, Role};
use crate::model::shared_list::SharedList;
use crate::model::skill::Skill;
use crate::sort;
use crate::text::{collation, js, markup};
use crate::tree::Entry;

/// The names of the tags around a skill's name, arguments, folder and text.
pub(super) const TAGS: [&str; 4] = [
    "command-name",
    "command-args",
    "skill-root",
    "command-instructions",
];

impl SkillTool for Cline {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let has_tool = Settings::read(view.tree, view.environment, self).has_tool;
        if !has_tool || !view.catalog.skills.iter().any(|skill| skill.enabled) {
            return None;
        }
        let arguments = js::trim(call.args.as_deref().unwrap_or_default());
        let mut invocation = Invocation::new(
            InvokedBy::Model,
            &call.skill,
            arguments,
            InvocationOutcome::Injected,
        );
        let answer = match look_up(&view.catalog.skills, &call.skill) {
            Ok(skill) => {
                invocation.path = Some(skill.path.clone());
                let Some(body) = body(view, skill) else {
                    invocation.outcome = InvocationOutcome::Failed {
                        message: format!("The file of the skill {} cannot be read", skill.name),
                        help: "Write the contents of its file.".to_owned(),
                    };
                    return Some(invocation);
                };
                let content = content(view, skill, arguments, &body);
                invocation.content = Some(content.clone());
                Message::new(Role::Tool, content).about(&skill.path)
            }
            Err((reason, message)) => {
                let help = match reason {
                    RefusalReason::Off => "Remove `disabled: true` from the skill.",
                    _ => "Call the tool with a name from the list.",
                };
                invocation.outcome = InvocationOutcome::refused(reason, &*message, help);
                Message::new(Role::Tool, message)
            }
        };
        let mut answer = answer;
        answer.call_id.clone_from(&call.id);
        invocation.messages = vec![answer];
        Some(invocation)
    }
}

/// Returns the text of a skill without its frontmatter; `None` if the file cannot be read.
pub(super) fn body(view: &View<'_>, skill: &Skill) -> Option<String> {
    let contents = view.tree.entry(&skill.path).and_then(Entry::contents)?;
    let text = contents.text_lossy();
    Some(split(&text, skill.plugin_id.is_some()).body.to_owned())
}

/// Returns the skill that a call names: the skill with this id, or otherwise the only skill whose
/// id ends with a colon and this name. If there is none, returns the reason and Cline's message.
fn look_up<'s>(
    skills: &'s SharedList<Skill>,
    called: &str,
) -> Result<&'s Skill, (RefusalReason, String)> {
    let wanted = id(js::trim(called).trim_start_matches('/'));
    if wanted.is_empty() {
        let message = "Missing skill name.".to_owned();
        return Err((RefusalReason::EmptyName, message));
    }
    let is_off = |skill: &Skill| {
        let message = format!("Skill \"{}\" is configured but disabled.", bare(skill));
        (RefusalReason::Off, message)
    };
    let checked = |skill: &'s Skill| {
        if skill.enabled {
            Ok(skill)
        } else {
            Err(is_off(skill))
        }
    };
    if let Some(exact) = skills.iter().find(|skill| id(&skill.name) == wanted) {
        return checked(exact);
    }
    let last = wanted.rsplit(':').next().unwrap_or_default();
    let matches = |skill: &&Skill| {
        let id = id(&skill.name);
        id == last
            || id
                .strip_suffix(last)
                .is_some_and(|rest| rest.ends_with(':'))
    };
    let (on, off): (Vec<_>, Vec<_>) =
        (skills.iter().filter(matches)).partition(|skill| skill.enabled);
    let ids = |skills: &[&Skill]| {
        let ids: Vec<_> = skills.iter().map(|skill| id(&skill.name)).collect();
        ids.join(", ")
    };
    let message = match (&on[..], &off[..]) {
        ([only], _) | ([], [only]) => return checked(only),
        ([_, ..], _) => format!("Skill \"{called}\" is ambiguous. Use one of: {}", ids(&on)),
        ([], [_, ..]) => format!(
            "Skill \"{called}\" is ambiguous, and all matches are disabled: {}",
            ids(&off)
        ),
        ([], []) => {
            let enabled = skills.iter().filter(|skill| skill.enabled);
            let mut names: Vec<_> = enabled.map(bare).collect();
            sort::by(&mut names, |one, other| collation::compare(one, other));
            format!(
                "Skill \"{called}\" not found. Available skills: {}",
                names.join(", ")
            )
        }
    };
    Err((RefusalReason::Unknown, message))
}

fn content(view: &View<'_>, skill: &Skill, arguments: &str, body: &str) -> String {
    let mut content = format!("<command-name>{}</command-name>\n", bare(skill));
    if !arguments.is_empty() {
        content.push_str(&format!("<command-args>{arguments}</command-args>\n"));
    }
    if skill.plugin_id.is_some() {
        let folder = view.tree.resolve(skill.directory());
        let folder = folder.map_or_else(|_| skill.directory().to_owned(), |folder| folder.path());
        let folder = markup::escape(&folder, markup::TAGS);
        content.push_str(&format!("<skill-root>{folder}</skill-root>\n"));
    }
    content.push_str("<command-instructions>\n");
    if !skill.description.is_empty() {
        content.push_str(&format!("Description: {}\n\n", skill.description));
    }
    content.push_str(&format!("{body}\n</command-instructions>"));
    content
}
