//! Stage List: builds the list of skills in the system instruction
//! (`docs/hosts/google-adk.md#the-list`).

use super::editions::GoogleAdk;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::text::markup;

/// The name of the tool that loads a skill. A call without the name of a tool is a call of this
/// tool.
pub(super) const LOAD: &str = "load_skill";

/// The system instruction before the list of skills, for an agent that cannot run scripts.
const INTRO: &str = r#"You can use specialized 'skills' to help you with complex tasks. You MUST use the skill tools to interact with these skills.

Skills are folders of instructions and resources that extend your capabilities for specialized tasks. Each skill folder contains:
- **SKILL.md** (required): The main instruction file with skill metadata and detailed markdown instructions.
- **references/** (Optional): Additional documentation or examples for skill usage.
- **assets/** (Optional): Templates, scripts or other resources used by the skill.
- **scripts/** (Optional): Scripts bundled with the skill. You cannot run them; use `load_skill_resource` to read one and follow it yourself.

This is very important:

1. If a skill seems relevant to the current user query, you MUST use the `load_skill` tool with `skill_name="<SKILL_NAME>"` to read its full instructions before proceeding.
2. Once you have read the instructions, follow them exactly as documented before replying to the user. For example, If the instruction lists multiple steps, please make sure you complete all of them in order.
3. The `load_skill_resource` tool is for viewing files within a skill's directory (e.g., `references/*`, `assets/*`, `scripts/*`). It is ONLY for skill-bundled files — do NOT use it to access documents or files provided by the user at runtime. Do NOT use other tools to access skill files.
4. If `load_skill_resource` returns any error, do not retry any path. Report the error to the user and stop.
5. Loading a skill only retrieves its instructions; it does NOT complete your turn. After a `load_skill` call returns, continue in the SAME turn: call whatever tools the skill's steps require (search, data retrieval, render), then write your reply. Never end your turn with an empty response right after loading a skill.


Note: The following tools are NOT available: `list_skills`. Do NOT call them. After loading a skill (if available), apply its instructions in context and write your final reply as normal model text. Never wrap the user-facing answer inside a tool call.


"#;

impl List for GoogleAdk {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills = view.catalog.skills.iter();
        let entries = skills.map(|skill| ListingEntry::whole(skill, entry(skill)));
        let message = |text: &str| Message::new(Role::System, format!("{INTRO}{}", within(text)));
        let mut listing = Listing::of(entries.collect(), |lines| message(&lines.join("\n")));
        if listing.message.is_none() {
            listing.message = Some(message(""));
        }
        listing.tool = Some(SkillTool {
            name: LOAD.to_owned(),
            description: "Loads the SKILL.md instructions for a given skill.".to_owned(),
            inputs: vec!["skill_name".to_owned()],
            schema: None,
        });
        listing
    }
}

/// Encloses the lines of the list in the tag `available_skills`.
pub(super) fn within(lines: &str) -> String {
    if lines.is_empty() {
        return "<available_skills>\n</available_skills>".to_owned();
    }
    format!("<available_skills>\n{lines}\n</available_skills>")
}

/// Returns the entry of a skill in the list of skills.
pub(super) fn entry(skill: &Skill) -> String {
    let [name, description] =
        [&skill.name, &skill.description].map(|text| markup::escape(text, markup::HTML));
    format!(
        "<skill>\n<name>\n{name}\n</name>\n<description>\n{description}\n</description>\n</skill>"
    )
}
