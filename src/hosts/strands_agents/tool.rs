//! The tool `skills`, with which the model loads a skill (`docs/hosts/strands-agents.md#the-tool`).

use super::editions::StrandsAgents;
use super::frontmatter::body;
use super::list::{INPUT, location};
use crate::host::sdk::answer::{failed, loaded, refused};
use crate::host::sdk::files::{FileRules, below};
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{Invocation, RefusalReason, SkillCall};
use crate::model::skill::Skill;
use crate::tree::path;

/// The names of three folders in a skill's folder. The tool's answer lists the files in these
/// folders, in this order.
const FOLDERS: [&str; 3] = ["scripts", "references", "assets"];

const FILES: FileRules = FileRules {
    depth: 3,
    hidden: true,
    folder_links: true,
};

const HELP: &str = "Call it by one of the names of the list.";

impl SkillTool for StrandsAgents {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let skills = &view.catalog.skills;
        let names: Vec<_> = skills.iter().map(|skill| skill.name.as_str()).collect();
        let names = names.join(", ");
        if call.skill.is_empty() {
            let text = format!("Error: {INPUT} is required. Available skills: {names}");
            let why = text.clone();
            return Some(refused(call, RefusalReason::EmptyName, text, &why, HELP));
        }
        let Some(skill) = skills.iter().find(|skill| skill.name == call.skill) else {
            let text = format!(
                "Skill '{}' not found. Available skills: {names}",
                call.skill
            );
            let why = text.clone();
            return Some(refused(call, RefusalReason::Unknown, text, &why, HELP));
        };
        let contents = view.tree.entry(&skill.path);
        let contents = contents.and_then(|file| file.contents());
        let text = contents.and_then(|contents| contents.text().ok());
        let Some(body) = text.and_then(body) else {
            let message = format!("The skill {:?} cannot be read", skill.name);
            return Some(failed(call, message, "Write the contents of its file."));
        };
        Some(loaded(call, skill, self.answer(view, skill, body)))
    }
}

impl StrandsAgents {
    fn answer(&self, view: &View<'_>, skill: &Skill, body: &str) -> String {
        if body.is_empty() {
            return format!(
                "Skill '{}' activated (no instructions available).",
                skill.name
            );
        }
        let mut text = format!("{body}\n\n---");
        if let Some(frontmatter) = &skill.frontmatter {
            if !frontmatter.allowed_tools.is_empty() {
                let tools = frontmatter.allowed_tools.join(", ");
                text.push_str(&format!("\nAllowed tools: {tools}"));
            }
            if let Some(compatibility) = &frontmatter.compatibility {
                text.push_str(&format!("\nCompatibility: {compatibility}"));
            }
        }
        text.push_str(&format!("\nLocation: {}", location(skill)));
        let files = FOLDERS.into_iter().flat_map(|folder| {
            let inside = path::join(skill.directory(), folder);
            let files = below(view.tree, &inside, FILES).into_iter();
            files.map(move |file| format!("\n  {}", path::join(folder, &file.path)))
        });
        let most = self.edition.files;
        let files: Vec<_> = files.take(most + 1).collect();
        if !files.is_empty() {
            text.push_str("\n\nAvailable resources:");
            files.iter().take(most).for_each(|file| text.push_str(file));
        }
        if files.len() > most {
            text.push_str(&format!("\n  ... (truncated at {most} files)"));
        }
        text
    }
}
