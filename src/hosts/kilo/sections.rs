//! The sections of `docs/hosts/kilo.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Names => "docs/hosts/kilo.md#names",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/kilo.md#where-it-looks",
        Topic::SameName => "docs/hosts/kilo.md#two-skills-of-one-name",
        Topic::List => "docs/hosts/kilo.md#the-list",
        Topic::Model | Topic::Text | Topic::Permissions => "docs/hosts/kilo.md#the-tool",
        Topic::Variables => "docs/hosts/kilo.md#variables",
        Topic::Commands => "docs/hosts/kilo.md#commands-in-the-text",
        Topic::Typed | Topic::Arguments => "docs/hosts/kilo.md#typed-names",
        _ => "docs/hosts/kilo.md#frontmatter",
    }
}
