//! The activation stage: encloses a skill's text in the tags that the guide for implementers
//! suggests (`docs/hosts/standard.md#activation`).

use super::editions::Standard;
use super::frontmatter::body;
use super::list::escape;
use super::options::Activation;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{
    Invocation, InvocationOutcome, InvokedBy, RefusalReason, SkillCall,
};
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind};

/// The name of the tag that encloses a skill's text (`docs/hosts/standard.md#activation`).
pub(super) const TAG: &str = "skill_content";

impl SkillTool for Standard {
    /// Returns the result of the model's call of the skill tool. None if the client has no such
    /// tool, either because the model reads files itself or because there are no skills.
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let skills = &view.catalog.skills;
        if self.options.activation() != Activation::Tool || skills.is_empty() {
            return None;
        }
        let agent = call.agent.as_deref().unwrap_or(MAIN_AGENT);
        let arguments = call.args.as_deref().unwrap_or_default();
        let mut invocation = match skills.iter().find(|skill| skill.name == call.skill) {
            Some(skill) => activate(view, skill, InvokedBy::Model, arguments, agent, self),
            None => {
                let names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
                let message = format!(
                    "There is no skill named {}. There are: {}",
                    call.skill,
                    names.join(", ")
                );
                let help = "Call the tool with a name from the list.";
                let unknown = RefusalReason::Unknown;
                let outcome = InvocationOutcome::refused(unknown, &*message, help);
                Invocation {
                    messages: vec![Message::new(Role::Tool, message)],
                    ..Invocation::by_model(call, outcome)
                }
            }
        };
        for message in &mut invocation.messages {
            message.call_id.clone_from(&call.id);
        }
        Some(invocation)
    }
}

/// Returns the result of invoking a skill. If the agent already has the same text, the messages
/// contain only a note.
pub(super) fn activate(
    view: &View<'_>,
    skill: &Skill,
    by: InvokedBy,
    arguments: &str,
    agent: &str,
    host: &Standard,
) -> Invocation {
    let role = match by {
        InvokedBy::User => Role::User,
        InvokedBy::Model => Role::Tool,
    };
    let Some(content) = content(view, skill, host) else {
        let message = format!("The file of the skill {} cannot be read", skill.name);
        return Invocation {
            path: Some(skill.path.clone()),
            messages: vec![Message::new(role, &*message).about(&skill.path)],
            ..Invocation::new(
                by,
                &skill.name,
                arguments,
                InvocationOutcome::Failed {
                    message,
                    help: "Write the contents of its file again.".to_owned(),
                },
            )
        };
    };
    let known = view.memory.invoked(agent, &skill.path);
    let (outcome, text, content) = if known.is_some_and(|known| known.content == content) {
        let text = format!("The skill {} is loaded already.", skill.name);
        (InvocationOutcome::AlreadyLoaded, text, None)
    } else {
        (InvocationOutcome::Injected, content.clone(), Some(content))
    };
    Invocation {
        path: Some(skill.path.clone()),
        content,
        messages: vec![Message::new(role, text).about(&skill.path)],
        ..Invocation::new(by, &skill.name, arguments, outcome)
    }
}

/// Returns messages that contain the texts of the skills that an agent invoked. These messages are
/// added after a conversation was compacted, so that the texts are not lost.
pub(super) fn restore(memory: &Memory, agent: &str) -> Vec<Message> {
    let invoked = memory.invoked.iter();
    invoked
        .filter(|invoked| invoked.agent == agent)
        .map(|invoked| Message::new(Role::User, &*invoked.content).about(&invoked.path))
        .collect()
}

/// Returns the text to inject for a skill: the skill's text, the path of its folder, and the list
/// of its files. None if the skill's file was removed or its contents are not available.
fn content(view: &View<'_>, skill: &Skill, host: &Standard) -> Option<String> {
    let file = view.tree.entry(&skill.path)?;
    let text = file.contents()?.text().ok()?;
    let directory = skill.directory();
    let mut content = format!(
        "<{TAG} name=\"{}\">\n{}\n\nSkill directory: {directory}\n",
        escape(&skill.name),
        body(text)
    );
    let most = host
        .options
        .max_resources
        .unwrap_or(host.edition.max_resources);
    let mut resources = Resources {
        most: most as usize,
        skipped_folders: host.edition.skipped_folders,
        files: Vec::new(),
        left: 0,
    };
    resources.collect(view.tree.resolve(directory).ok()?);
    content.push_str(&resources.listed());
    content.push_str(&format!("</{TAG}>"));
    Some(content)
}

/// The list of the files in a skill's folder, without the `SKILL.md`. The list goes folder by
/// folder, sorted by name. Links to folders are not followed.
struct Resources {
    most: usize,
    skipped_folders: &'static [&'static str],
    /// The paths of the listed files, relative to the skill's folder.
    files: Vec<String>,
    /// The number of further files, which are not listed because of the limit.
    left: usize,
}

impl Resources {
    fn collect(&mut self, skill: Entry<'_>) {
        // The folders to search, each with its path. The last folder is searched next.
        let mut folders = vec![(skill, String::new())];
        while let Some((folder, path)) = folders.pop() {
            let mut below = Vec::new();
            for child in folder.children() {
                let name = child.name();
                let is_file = child
                    .follow()
                    .is_ok_and(|target| matches!(target.kind(), EntryKind::File(_)));
                if child.kind() == EntryKind::Directory {
                    if !self.skipped_folders.contains(&name) {
                        below.push((child, format!("{path}{name}/")));
                    }
                } else if is_file && !(path.is_empty() && name == SKILL_FILE) {
                    if self.files.len() < self.most {
                        self.files.push(format!("{path}{name}"));
                    } else {
                        self.left += 1;
                    }
                }
            }
            folders.extend(below.into_iter().rev());
        }
    }

    /// Returns the list of files in the form in which the model gets it. Returns an empty text if
    /// the skill's folder has only the `SKILL.md`.
    fn listed(&self) -> String {
        if self.files.is_empty() && self.left == 0 {
            return String::new();
        }
        let mut listed = "\n<skill_resources>\n".to_owned();
        for file in &self.files {
            listed.push_str(&format!("  <file>{}</file>\n", escape(file)));
        }
        if self.left > 0 {
            listed.push_str(&format!("  ({} more files are not listed)\n", self.left));
        }
        listed.push_str("</skill_resources>\n");
        listed
    }
}
