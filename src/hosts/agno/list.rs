//! Stage List: builds the list of skills in the system message (`docs/hosts/agno.md#the-list`).

use super::editions::Agno;
use super::tool::{self, references, scripts};
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;

/// The system message before the entries of the list.
const INTRO: &str = "<skills_system>

## What are Skills?
Skills are packages of domain expertise that extend your capabilities. Each skill contains:
- **Instructions**: Detailed guidance on when and how to apply the skill
- **Scripts**: Executable code templates you can use or adapt
- **References**: Supporting documentation (guides, cheatsheets, examples)

## IMPORTANT: How to Use Skills
**Skill names are NOT callable functions.** You cannot call a skill directly by its name.
Instead, you MUST use the provided skill access tools:

1. `get_skill_instructions(skill_name)` - Load the full instructions for a skill
2. `get_skill_reference(skill_name, reference_path)` - Access specific documentation
3. `get_skill_script(skill_name, script_path, execute=False)` - Read or run scripts

## Progressive Discovery Workflow
1. **Browse**: Review the skill summaries below to understand what's available
2. **Load**: When a task matches a skill, call `get_skill_instructions(skill_name)` first
3. **Reference**: Use `get_skill_reference` to access specific documentation as needed
4. **Scripts**: Use `get_skill_script` to read or execute scripts from a skill

**IMPORTANT**: References are documentation files (NOT executable). Only use `get_skill_script` when `<scripts>` lists actual script files. If `<scripts>none</scripts>`, do NOT call `get_skill_script`.

This approach ensures you only load detailed instructions when actually needed.

## Available Skills
";

/// The end of the system message, after the entries of the list.
const OUTRO: &str = "\n\n</skills_system>";

/// The names of the tags around the texts of a skill in the list. The texts are not escaped.
pub(super) const TAGS: &[&str] = &[
    "skills_system",
    "skill",
    "name",
    "description",
    "scripts",
    "references",
];

impl List for Agno {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills = view.catalog.skills.iter();
        let entries = skills.map(|skill| ListingEntry::whole(skill, entry(view, skill)));
        let mut listing = Listing::of(entries.collect(), |lines| {
            let lines = lines.join("\n");
            Message::new(Role::System, format!("{INTRO}{lines}{OUTRO}"))
        });
        listing.tool = listing.message.is_some().then(|| SkillTool {
            name: tool::LOAD.to_owned(),
            description: "Load the full instructions for a skill. Use this when you need to follow a skill's guidance.".to_owned(),
            inputs: vec!["skill_name".to_owned()],
            schema: None,
        });
        listing
    }
}

fn entry(view: &View<'_>, skill: &Skill) -> String {
    let names = |files: Vec<String>| files.join(", ");
    let scripts = match names(scripts(view, skill)) {
        none if none.is_empty() => "none".to_owned(),
        scripts => scripts,
    };
    let references = match names(references(view, skill)) {
        none if none.is_empty() => String::new(),
        references => format!("\n  <references>{references}</references>"),
    };
    // A missing description is empty text, and `description:` is the text `None`.
    format!(
        "<skill>\n  <name>{}</name>\n  <description>{}</description>\n  <scripts>{scripts}</scripts>{references}\n</skill>",
        skill.name, skill.description
    )
}
