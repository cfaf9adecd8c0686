//! The sections of `docs/hosts/deep-agents.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/deep-agents.md#where-it-looks",
        Topic::SameName => "docs/hosts/deep-agents.md#two-skills-of-one-name",
        Topic::List | Topic::Permissions => "docs/hosts/deep-agents.md#the-list",
        Topic::Model
        | Topic::Typed
        | Topic::Text
        | Topic::Arguments
        | Topic::Variables
        | Topic::Commands => "docs/hosts/deep-agents.md#how-the-model-reads-a-skill",
        _ => "docs/hosts/deep-agents.md#frontmatter",
    }
}
