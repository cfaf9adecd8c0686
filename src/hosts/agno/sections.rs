//! The sections of `docs/hosts/agno.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/agno.md#where-it-looks",
        Topic::Fields | Topic::Names | Topic::Descriptions => "docs/hosts/agno.md#validation",
        Topic::SameName => "docs/hosts/agno.md#two-skills-of-one-name",
        Topic::List | Topic::Typed => "docs/hosts/agno.md#the-list",
        Topic::Model | Topic::Text | Topic::Permissions => "docs/hosts/agno.md#the-tools",
        _ => "docs/hosts/agno.md#frontmatter",
    }
}
