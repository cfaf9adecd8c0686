//! The sections of `docs/hosts/agent-framework.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Names => "docs/hosts/agent-framework.md#names",
        Topic::Roots | Topic::Walk | Topic::Limits => {
            "docs/hosts/agent-framework.md#where-it-looks"
        }
        Topic::SameName => "docs/hosts/agent-framework.md#two-skills-of-one-name",
        Topic::List | Topic::Typed => "docs/hosts/agent-framework.md#the-list",
        Topic::Model
        | Topic::Text
        | Topic::Permissions
        | Topic::Arguments
        | Topic::Variables
        | Topic::Commands => "docs/hosts/agent-framework.md#the-tools",
        _ => "docs/hosts/agent-framework.md#frontmatter",
    }
}
