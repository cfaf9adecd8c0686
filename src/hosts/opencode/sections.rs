//! The sections of `docs/hosts/opencode.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/opencode.md#where-it-looks",
        Topic::SameName => "docs/hosts/opencode.md#two-skills-of-one-name",
        Topic::Names => "docs/hosts/opencode.md#names",
        Topic::List => "docs/hosts/opencode.md#the-list",
        Topic::Model | Topic::Text => "docs/hosts/opencode.md#the-tool",
        Topic::Typed | Topic::Arguments | Topic::Variables | Topic::Commands => {
            "docs/hosts/opencode.md#typed-commands"
        }
        _ => "docs/hosts/opencode.md#frontmatter",
    }
}
