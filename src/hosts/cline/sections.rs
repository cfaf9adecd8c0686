//! The sections of `docs/hosts/cline.md`, by topic.

use crate::host::topic::Topic;

/// Returns the address of the documentation section that explains a topic.
pub(super) const fn section(topic: Topic) -> &'static str {
    match topic {
        Topic::Roots | Topic::Walk | Topic::Limits => "docs/hosts/cline.md#where-it-looks",
        Topic::Names => "docs/hosts/cline.md#names",
        Topic::SameName => "docs/hosts/cline.md#two-skills-of-one-name",
        Topic::List => "docs/hosts/cline.md#the-list",
        Topic::Model | Topic::Text | Topic::Arguments | Topic::Variables => {
            "docs/hosts/cline.md#the-tool"
        }
        Topic::Typed | Topic::Commands => "docs/hosts/cline.md#typed-names",
        _ => "docs/hosts/cline.md#frontmatter",
    }
}
