//! The sections of `docs/hosts/openai-agents.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/openai-agents.md#where-it-looks",
        Topic::SameName => "docs/hosts/openai-agents.md#two-skills-of-one-name",
        Topic::List | Topic::Typed => "docs/hosts/openai-agents.md#the-list",
        Topic::Model | Topic::Text | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/openai-agents.md#the-tool"
        }
        _ => "docs/hosts/openai-agents.md#frontmatter",
    }
}
