//! The sections of `docs/hosts/strands-agents.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/strands-agents.md#where-it-looks",
        Topic::Names => "docs/hosts/strands-agents.md#names",
        Topic::SameName => "docs/hosts/strands-agents.md#two-skills-of-one-name",
        Topic::List | Topic::Typed => "docs/hosts/strands-agents.md#the-list",
        Topic::Model | Topic::Text | Topic::Permissions => "docs/hosts/strands-agents.md#the-tool",
        _ => "docs/hosts/strands-agents.md#frontmatter",
    }
}
