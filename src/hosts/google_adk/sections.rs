//! The sections of `docs/hosts/google-adk.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/google-adk.md#where-it-looks",
        Topic::SameName => "docs/hosts/google-adk.md#one-invalid-skill",
        Topic::Fields | Topic::Names | Topic::Descriptions => "docs/hosts/google-adk.md#fields",
        Topic::List | Topic::Typed => "docs/hosts/google-adk.md#the-list",
        Topic::Model | Topic::Text | Topic::Permissions => "docs/hosts/google-adk.md#the-tools",
        _ => "docs/hosts/google-adk.md#frontmatter",
    }
}
