//! The sections of `docs/hosts/qwen-code.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Names => "docs/hosts/qwen-code.md#names",
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/qwen-code.md#where-it-looks",
        Topic::SameName => "docs/hosts/qwen-code.md#two-skills-of-one-name",
        Topic::List => "docs/hosts/qwen-code.md#the-list",
        Topic::Model | Topic::Text | Topic::Commands | Topic::Permissions => {
            "docs/hosts/qwen-code.md#the-tool"
        }
        Topic::Typed | Topic::Arguments => "docs/hosts/qwen-code.md#typed-names",
        Topic::Conditions => "docs/hosts/qwen-code.md#conditional-skills",
        _ => "docs/hosts/qwen-code.md#frontmatter",
    }
}
