//! Stage List: builds the instructions about skills (`docs/hosts/agent-framework.md#the-list`).

use super::editions::AgentFramework;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::sort;
use crate::text::markup;

const INTRO: &str =
    "You have access to skills containing domain-specific knowledge and capabilities.
Each skill provides specialized instructions, reference documents, and assets for specific tasks.

<available_skills>
";

const USE: &str = "
</available_skills>

When a task aligns with a skill's domain, follow these steps in exact order:
- Use `load_skill` to retrieve the skill's instructions.
- Follow the provided guidance.
- Use `read_skill_resource` to read any referenced resources, using the name exactly as listed
   (e.g. `\"style-guide\"` not `\"style-guide.md\"`, `\"references/FAQ.md\"` not `\"FAQ.md\"`).

- Use `run_skill_script` to run referenced scripts, using the name exactly as listed.
- Pass named script arguments inside `args` as a JSON object, including for inline scripts (e.g. `args: {\"length\": 24}`), not as top-level tool parameters.
- For file-based scripts that document CLI-style positional arguments, pass `args` as an array of strings (e.g. `args: [\"input.docx\", \"--output\", \"result.idx\"]`).

Only load what is needed, when it is needed.";

impl List for AgentFramework {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let mut skills: Vec<_> = view.catalog.skills.iter().collect();
        sort::by(&mut skills, |one, other| one.name.cmp(&other.name));
        let entries = skills.into_iter();
        let entries = entries.map(|skill| ListingEntry::whole(skill, entry(skill)));
        Listing::of(entries.collect(), |lines| {
            Message::new(Role::System, format!("{INTRO}{}{USE}", lines.join("\n")))
        })
    }
}

fn entry(skill: &Skill) -> String {
    format!(
        "  <skill>\n    <name>{}</name>\n    <description>{}</description>\n  </skill>",
        escape(&skill.name),
        escape(&skill.description)
    )
}

/// Escapes a text for HTML.
pub(super) fn escape(text: &str) -> String {
    markup::escape(text, markup::HTML)
}
