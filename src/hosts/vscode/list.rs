//! Stage List: builds the list of skills in the system prompt (`docs/hosts/vscode.md#the-list`).

use super::editions::Vscode;
use super::frontmatter::without_tags;
use super::options::VscodeOptions;
use crate::host::stages::View;
use crate::host::{List, whole_entries};
use crate::model::listing::{Listing, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, Visibility};
use crate::text::markup;

/// The first sentence of the system prompt's section about skills. Instructions to the model follow
/// it.
const INTRODUCTION: &str =
    "Here is a list of skills that contain domain specific knowledge on a variety of topics.";

/// The name of the tool that reads files.
const READ_TOOL: &str = "read_file";

/// The description of the skill tool. The wording is ours (`docs/hosts/vscode.md#what-is-ours`).
const TOOL: &str = "Loads the instructions of a skill into the conversation.";

impl List for Vscode {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let has_list = self.options.reads_files.unwrap_or(true);
        let skills: Vec<_> = (view.catalog.skills.iter())
            .filter(|skill| skill.visibility == Visibility::On && !skill.description.is_empty())
            .filter(|_| has_list)
            .collect();
        let texts = skills.iter().map(|skill| entry(skill)).collect();
        // The list has a budget only if the model has a tool for skills.
        let limit = (self.options.skill_tool.as_ref()).map(|_| self.edition.list_budget);
        let (mut entries, report) = whole_entries::fit(&skills, texts, limit);
        for (entry, skill) in entries.iter_mut().zip(&skills) {
            entry.cut = cut_of(skill, entry.line.is_some());
        }
        let introduction = introduction(&self.options);
        let more = whole_entries::more(&entries, self.edition.names_budget, false);
        let shown = entries.iter().filter_map(|entry| entry.line.as_deref());
        let text: Vec<_> = ["<skills>", &introduction]
            .into_iter()
            .chain(shown)
            .chain(more.as_deref())
            .chain(["</skills>"])
            .collect();
        let text = text.join("\n");
        Listing {
            message: (!entries.is_empty()).then(|| Message::new(Role::System, text)),
            report,
            entries,
            tool: self.options.skill_tool.as_ref().map(|name| SkillTool {
                name: name.clone(),
                description: TOOL.to_owned(),
                inputs: vec!["skill".to_owned()],
                schema: None,
            }),
            ..Listing::default()
        }
    }
}

/// Returns the number of characters of a skill's description that the list does not show.
fn cut_of(skill: &Skill, is_shown: bool) -> usize {
    let length = skill.description.chars().count();
    if !is_shown {
        return length;
    }
    let written = (skill.frontmatter.as_ref()).and_then(|fields| fields.description.as_deref());
    let whole = written.map_or(length, |written| without_tags(written).chars().count());
    whole.saturating_sub(length)
}

fn introduction(options: &VscodeOptions) -> String {
    match &options.skill_tool {
        Some(tool) => format!(
            "{INTRODUCTION}\nWhen a user asks you to perform a task that falls within the domain of a skill, use the '{tool}' tool with the skill name to load it."
        ),
        None => format!(
            "{INTRODUCTION}\nEach skill comes with a description of the topic and a file path that contains the detailed instructions.\nWhen a user asks you to perform a task that falls within the domain of a skill, use the '{READ_TOOL}' tool to acquire the full instructions from the file URI."
        ),
    }
}

fn entry(skill: &Skill) -> String {
    format!(
        "<skill>\n<name>{}</name>\n<description>{}</description>\n<file>{}</file>\n</skill>",
        escape(&skill.name),
        escape(&skill.description),
        skill.discovered_path
    )
}

fn escape(text: &str) -> String {
    markup::escape(text, markup::TAGS)
}
