//! Injects the texts of skills again after the conversation was compacted
//! (docs/hosts/claude-code-use.md#what-survives-compaction).

use super::editions::ClaudeCodeEdition;
use super::list::with_mark;
use super::names::reminder;
use crate::model::memory::{InvokedSkill, Memory};
use crate::model::message::{Message, Role};
use crate::text::budget;
use crate::text::budget::{BudgetUnit, Size};

/// Returns a message with the texts of the skills that an agent invoked, the latest first, up to
/// the edition's limits. Skills that other agents invoked are not included.
pub(super) fn restore(memory: &Memory, agent: &str, edition: &ClaudeCodeEdition) -> Vec<Message> {
    let Some(limits) = edition.restore else {
        return Vec::new();
    };
    let mut left = limits.together;
    let mut sections: Vec<String> = Vec::new();
    for skill in memory
        .invoked
        .iter()
        .rev()
        .filter(|skill| skill.agent == agent)
    {
        if left == 0 {
            break;
        }
        let kept = budget::cut(&skill.content, BudgetUnit::Utf16, limits.each.min(left));
        // It is unknown whether the host marks truncated texts.
        let content = with_mark(&skill.content, kept);
        left = left.saturating_sub(BudgetUnit::Utf16.cost(Size::of(&content)));
        sections.push(section(skill, &content));
    }
    if sections.is_empty() {
        return Vec::new();
    }
    // The sources mention a heading for each skill and separators between skills; the wording is
    // ours.
    let text = format!(
        "These skills were used before the summary. Their arguments are no new request.\n\n{}",
        sections.join("\n\n---\n\n")
    );
    vec![Message {
        hidden: true,
        ..Message::new(Role::User, reminder(&text))
    }]
}

fn section(skill: &InvokedSkill, content: &str) -> String {
    format!(
        "### Skill: {}\nPath: {}\n\n{content}",
        skill.name, skill.path
    )
}
