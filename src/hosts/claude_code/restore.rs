//! Restore: the skills in use are put back after the conversation was compacted
//! (docs/hosts/claude-code-use.md#what-survives-compaction).

use super::editions::Edition;
use super::list::with_mark;
use super::names::reminder;
use crate::model::memory::{InvokedSkill, Memory};
use crate::model::message::{Message, Role};
use crate::text::budget;
use crate::text::budget::{BudgetUnit, Size};

/// The latest use of each skill of an agent, filled from the latest backwards; older ones can vanish. Another agent's
/// never leak in.
pub(super) fn restore(memory: &Memory, agent: &str, edition: &Edition) -> Vec<Message> {
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
        // Whether the host marks what it cuts is not known.
        let content = with_mark(&skill.content, kept);
        left = left.saturating_sub(BudgetUnit::Utf16.cost(Size::of(&content)));
        sections.push(section(skill, &content));
    }
    if sections.is_empty() {
        return Vec::new();
    }
    // One heading for each skill and separators are reported; the words are ours.
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
